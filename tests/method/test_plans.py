"""Every plan gives the same rows, on random tables and on tables of many words."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.errors import WrongUse
from cfsql.method.packing import Feature, Field, layout
from cfsql.method.search import blocked, search
from cfsql.method.search.blocked import choices, n_choices, partition
from cfsql.method.search.search import parse_choice
from cfsql.questions.dry_run import grown
from tests.oracle.brute_force import Case
from tests.support.commands import Run
from tests.support.examples import examples
from tests.support.plans import PLANS
from tests.support.random_tables import frame_of, load, tables


def all_plans(features: list[str], cases: list[Case], plans: list[Any]) -> list[Any]:
    """The results of each plan on one table."""
    table = load(features, cases)
    rankings = (table.rank(plan=plan) for plan in plans)
    return [(each.pl().to_dicts(), each.summary.pl().to_dicts()) for each in rankings]


@examples(8)
@given(tables(max_features=5))
def test_all_plans_agree(table: tuple[list[str], list[Case]]) -> None:
    features, cases = table
    plans = list(PLANS)
    plans += [f"blocked:{m}" for m in range(1, len(features) + 2)]
    scanned, *others = all_plans(features, cases, plans)
    for plan, other in zip(plans[1:], others, strict=True):
        assert other == scanned, plan


@examples(4)
@given(tables(max_features=40, max_rows=6))
def test_plans_agree_on_tables_of_many_words(
    table: tuple[list[str], list[Case]],
) -> None:
    features, cases = table
    scanned, *others = all_plans(features, cases, PLANS)
    assert others == [scanned] * (len(PLANS) - 1)


@pytest.mark.parametrize("n_words", [1, 2, 5])
def test_plans_agree_on_tables_of_one_two_and_five_words(n_words: int) -> None:
    chance = random.Random(n_words)
    # Nine values take five bits, with the flag: twelve features fill a word.
    features = [f"f{n}" for n in range(12 * n_words - 2)]
    cases = []
    for row_id in range(1, 46):
        values = ["abcdefghi"[(row_id + place) % 9] for place in range(len(features))]
        values[chance.randrange(len(features))] = chance.choice("abcdefghi")
        cases.append(Case(row_id, tuple(values), "PQR"[row_id // 9 % 3]))
    with cfsql.connect() as database:
        database.load(frame_of(features, cases), table="t", label=-1)
        words = database.sql(
            "select max(word) + 1 from cf_internal.t_features"
        ).fetchall()
    assert words == [(n_words,)]
    scanned, *others = all_plans(features, cases, PLANS)
    assert others == [scanned] * (len(PLANS) - 1)


@pytest.mark.parametrize("plan", [*PLANS, "auto"])
def test_rows_that_differ_in_every_feature_are_found(plan: str) -> None:
    features = [f"f{n}" for n in range(9)]
    cases = [
        Case(1, ("a",) * 9, "P"),
        Case(2, ("b",) * 9, "Q"),
        Case(3, ("c",) * 9, "Q"),
    ]
    ((ranked, summary),) = all_plans(features, cases, [plan])
    assert [row["min_distance"] for row in summary] == [9, 9, 9]
    assert [(row["row_id"], row["counterfactual_id"]) for row in ranked] == [
        (1, 2),
        (1, 3),
        (2, 1),
        (3, 1),
    ]


@examples(15)
@given(tables(max_features=5))
def test_the_best_plan_is_right_whatever_it_is(
    table: tuple[list[str], list[Case]],
) -> None:
    features, cases = table
    with pytest.MonkeyPatch.context() as patch:
        # Joins cost nothing, and of many rows few are counted.
        patch.setattr(search, "_FEW_PAIRS", 0)
        for cost in ("_STATEMENT", "_ROW", "_COUNTING"):
            patch.setattr(blocked, cost, 0)
        patch.setattr(blocked, "_COUNTED_ROWS", 3)
        scanned, chosen = all_plans(features, cases, ["scan", "auto"])
    assert chosen == scanned


def random_table(database: cfsql.Database, n_rows: int) -> cfsql.Table:
    chance = random.Random(3)
    cases = [
        Case(
            row_id,
            tuple(chance.choice("vwxyz") for _ in range(6)),
            chance.choice("PQR"),
        )
        for row_id in range(1, n_rows + 1)
    ]
    features = [f"f{n}" for n in range(6)]
    return database.load(frame_of(features, cases), table="t", label=-1)


@pytest.mark.parametrize("plan", ["auto", *PLANS, "blocked:5"])
def test_a_dry_run_plans_every_step_and_stores_nothing(plan: Any) -> None:
    with cfsql.connect() as database:
        table = random_table(database, 600)
        expected = table.dry_run(plan=plan, limit=500)
        assert database.rankings() == []
        n_ranked = len(table.rank(plan=plan, limit=500))
        (steps,) = database.sql(
            "select steps from cf.runs where command = 'rank'"
        ).fetchall()
    ran = json.loads(steps[0])
    assert expected.n_rows == 500
    assert {step.task for step in expected.steps} == {"search", "count"}
    assert list(expected.parts) == [
        *("prepare", "plan", "search", "count", "rank", "write", "show")
    ]
    assert all(seconds >= 0 for seconds in expected.parts.values())
    assert expected.seconds == sum(expected.parts.values()) > 0
    assert expected.memory > 1_000_000
    assert expected.n_counterfactuals == pytest.approx(n_ranked, rel=0.5)
    assert all(step["seconds"] >= 0 and step["work"] > 0 for step in ran)
    if plan != "auto":
        kinds = {step["kind"] for step in ran if step["task"] == "count"}
        assert kinds == {plan.split(":")[0]}


def test_a_dry_run_is_shown_on_the_command_line(run: Run, example_csv: Path) -> None:
    run("load", example_csv)
    done = run("rank", "--table", "recidivism", "--dry-run")
    assert done.returncode == 0
    assert "search 1" in done.stdout
    assert "memory" in done.stdout
    given = run("rank", "--table", "recidivism", "--dry-run", "--format", "json")
    plan = json.loads(given.stdout)
    assert next(iter(plan["parts"])) == "start"
    assert plan["parts"]["start"] > 0
    assert plan["seconds"] == pytest.approx(sum(plan["parts"].values()))
    refused = run("rank", "--table", "recidivism", "--dry-run", "--format", "csv")
    assert refused.returncode == 2
    assert "--format is table, json" in refused.stderr
    assert "none" in run("tables").stdout
    assert run("rank", "--table", "recidivism", "--plan", "best").returncode == 2


def test_a_dry_run_expects_a_search_for_each_target_label() -> None:
    with cfsql.connect() as database:
        table = random_table(database, 600)
        labels = {"P", "Q", "R"}
        expected = table.dry_run(target="each")
        n_searches = [step.distance for step in expected.steps].count(1)
        assert n_searches >= len(labels)
        n_ranked = len(table.rank(target="each"))
    assert expected.n_counterfactuals == pytest.approx(n_ranked, rel=0.5)


def test_a_dry_run_leaves_no_file_behind(tmp_path: Path) -> None:
    with cfsql.connect(tmp_path / "t.duckdb") as database:
        random_table(database, 600)
    before = sorted(tmp_path.iterdir())
    with cfsql.connect(tmp_path / "t.duckdb", read_only=True) as database:
        assert database.table("t").dry_run().seconds > 0
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("counts", "scale", "least", "most"),
    [
        # Every row has answers of its own: they grow as the rows do.
        ((400, 200, 100), 10, 4000, 4000),
        # All rows share their answers: there are no more.
        ((50, 50, 50), 10, 50, 50),
        # Growth that slows: more than nothing, less than the last doubling each time.
        ((90, 60, 40), 8, 90, 90 * 1.5**3),
        ((90, 60, 35), 8, 90, 90 * 1.5**3),
        # Seen for the first time: as often as the rows let expect.
        ((1, 0, 0), 10, 10, 10),
        # All rows were tried.
        ((90, 60, 35), 1, 90, 90),
    ],
)
def test_distinct_answers_grow_more_slowly_than_rows(
    counts: tuple[int, int, int], scale: float, least: float, most: float
) -> None:
    assert least - 1e-6 <= grown(*counts, scale) <= most + 1e-6


@examples(25)
@given(st.integers(2, 2000), st.integers(200, 4000), st.integers(0, 100))
def test_the_number_of_different_draws_is_expected_within_a_factor_of_two(
    n_values: int, n_draws: int, seed: int
) -> None:
    """Answers drawn evenly, which is the law that slows down most suddenly."""
    chance = random.Random(seed)
    draws = [chance.randrange(n_values) for _ in range(n_draws)]
    n_sampled = n_draws // 4
    of_all, of_half, of_quarter = (
        len(set(draws[: n_sampled // part])) for part in (1, 2, 4)
    )
    expected = min(grown(of_all, of_half, of_quarter, n_draws / n_sampled), n_values)
    assert expected == pytest.approx(len(set(draws)), rel=1.0)


def fields_of(n_features: int) -> list[Field]:
    return layout(
        Feature(n, f"f{n}", n + 1, 1 / (n + 1)) for n in range(1, n_features + 1)
    )


@given(st.integers(1, 8), st.data())
def test_each_set_of_differing_features_belongs_to_exactly_one_choice(
    n_features: int, data: st.DataObject
) -> None:
    fields = fields_of(n_features)
    agreement = {field.feature_id: 0.5 for field in fields}
    n_blocks = data.draw(st.integers(1, n_features))
    weights = data.draw(
        st.lists(st.integers(1, 4), min_size=n_features, max_size=n_features)
    )
    fields = [
        replace(field, weight=weight)
        for field, weight in zip(fields, weights, strict=True)
    ]
    differing = set(data.draw(st.lists(st.sampled_from(fields), unique=True)))
    least = sum(field.weight for field in differing)
    reach = data.draw(st.integers(least, sum(weights)))
    blocks = partition(fields, agreement, n_blocks)
    found = list(choices(blocks, reach))
    assert n_choices(blocks, reach) == len(found)
    finders = [
        choice
        for choice in found
        if not differing & set(choice.kept)
        and all(differing & set(block) for block in choice.must_differ)
    ]
    assert len(finders) == 1


@pytest.mark.parametrize(
    "text", ["fast", "sliced", "counted", "scan:3", "blocked:x", "blocked:0", ""]
)
def test_an_unknown_plan_is_refused(text: str) -> None:
    with pytest.raises(WrongUse, match="plan="):
        parse_choice(text)
