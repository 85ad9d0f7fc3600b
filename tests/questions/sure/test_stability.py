"""Stability: every count equals that of subsamples which are ranked from scratch."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.api.results import StabilityResult
from cfsql.errors import WrongUse
from cfsql.options import By, Count
from cfsql.questions import stability as module
from tests.method.constraints import numbers as priced
from tests.method.constraints.samples import Asked, Sample, options_for, samples
from tests.oracle.brute_force import (
    RUNNING_EXAMPLE,
    RUNNING_EXAMPLE_FEATURES,
    Case,
    Ranking,
    rank,
)
from tests.oracle.brute_force_constraints import rank as constrained_rank
from tests.oracle.brute_force_stability import rows_are_there, stability, wilson
from tests.support.examples import WITHOUT_SHRINKING, examples
from tests.support.random_tables import (
    Drawn,
    crowded_tables,
    load,
    shared_database,
    tables,
)

orders = st.sampled_from(["power", "dag"])
counts = st.sampled_from(["rows", "distinct"])
keeps = st.sampled_from([0.3, 0.6, 0.9])
REPEATS = 6


def assert_stays(
    found: StabilityResult,
    expected: dict[int | str, tuple[int, int, int, int] | None],
) -> None:
    rows = found.pl().to_dicts()
    assert [row["row_id"] for row in rows] == list(expected)
    for row in rows:
        wanted = expected[row["row_id"]]
        if wanted is None:
            assert row["n_repeats"] is None
            assert row["explanation"] is None
        n_answer, n_features, n_distance, n_present = wanted or (None,) * 4
        assert row["n_present"] == n_present, row
        given = row["given_low"], row["given_share"], row["given_high"]
        if not n_present or n_answer is None:
            assert given == (None, None, None)
        else:
            low, high = wilson(n_answer, n_present)
            share = n_answer / n_present
            assert given == pytest.approx((low, share, high), abs=1e-12)
        for name, n_wanted in {
            "answer": n_answer,
            "features": n_features,
            "distance": n_distance,
        }.items():
            assert row[f"n_{name}"] == n_wanted, row
            ends = row[f"{name}_low"], row[f"{name}_share"], row[f"{name}_high"]
            if n_wanted is None:
                assert ends == (None, None, None)
            else:
                low, high = wilson(n_wanted, row["n_repeats"])
                share = n_wanted / row["n_repeats"]
                assert ends == pytest.approx((low, share, high), abs=1e-12)


@examples(80, whole=130)
@given(st.one_of(tables(max_rows=9), crowded_tables()), orders, counts, keeps)
def test_counts_are_those_of_ranked_subsamples(
    drawn: Drawn, by: By, count: Count, keep: float
) -> None:
    features, cases = drawn

    def answers(left: list[Case], rows: Collection[int | str]) -> Ranking:
        return rank(features, left, rows=rows, by=by, count=count)

    cases = cases[:16]
    table = load(features, cases)
    found = table.stability(keep=keep, repeats=REPEATS, seed=3, by=by, count=count)
    assert_stays(found, stability(cases, answers, keep=keep, repeats=REPEATS, seed=3))
    told = rank(features, cases, by=by, count=count).summary
    first = {row["row_id"]: row["optimal_id"] for row in told}
    for row_id, n_present in found.pl().select("row_id", "n_present").iter_rows():
        if n_present is not None:
            there = rows_are_there(
                cases, row_id, first[row_id], keep=keep, seed=3, repeats=REPEATS
            )
            assert n_present == there


@examples(50, whole=70, phases=WITHOUT_SHRINKING)
@given(samples(max_features=3), st.data())
def test_constraints_hold_in_every_subsample(
    sample: Sample, data: st.DataObject
) -> None:
    choices = {**options_for(sample), "only_down": st.just(("number",))}
    names = ["freeze", "target", "require", "max_changes", "min_support", "ignore"]
    name = data.draw(st.sampled_from([*names, "only_down"]))
    value = data.draw(choices[name].filter(lambda given: given != "each"))
    asked = Asked({name: value}, data.draw(orders), data.draw(counts))
    table = sample.load(shared_database())
    assert_constrained(table, sample, asked, data.draw(keeps))


@examples(20, phases=WITHOUT_SHRINKING)
@given(priced.samples(), st.sampled_from(priced.LEAST), keeps)
def test_answers_differ_by_enough_in_every_subsample(
    sample: Sample, least: float, keep: float
) -> None:
    few = sample.cases[:16]
    records = {each.row_id: sample.records[each.row_id] for each in few}
    sample = Sample(sample.features, few, records)
    table = priced.load(shared_database(), sample)
    assert_constrained(table, sample, Asked({"differs_by": least}), keep)


def assert_constrained(
    table: cfsql.Table, sample: Sample, asked: Asked, keep: float
) -> None:
    """Subsamples are ranked with the constraints, by the definitions."""

    def answers(left: list[Case], rows: Collection[int | str]) -> Ranking:
        return constrained_rank(
            sample.features,
            left,
            sample.records,
            asked.constraints,
            rows=rows,
            by=asked.by,
            count=asked.count,
        )

    found = table.stability(keep=keep, repeats=REPEATS, **asked.everything)
    expected = stability(sample.cases, answers, keep=keep, repeats=REPEATS)
    assert_stays(found, expected)


@pytest.fixture
def example() -> cfsql.Table:
    return load(RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE)


def test_many_batches_give_what_one_gives(
    example: cfsql.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = example.stability(repeats=20, keep=0.7).pl()
    monkeypatch.setattr(module, "_WORK_PER_BATCH", 20)
    monkeypatch.setattr(module, "_PAIRS_PER_BATCH", 50)
    assert example.stability(repeats=20, keep=0.7).pl().equals(before)


def test_a_seed_draws_the_same_and_another_seed_others(example: cfsql.Table) -> None:
    first, again, other = (
        example.stability(keep=0.6, seed=seed).pl() for seed in (1, 1, 2)
    )
    assert first.equals(again)
    assert not first.equals(other)


def test_only_the_asked_rows_are_answered_as_they_would_be_with_all(
    example: cfsql.Table,
) -> None:
    whole = example.stability(repeats=10).pl()
    few = example.stability(repeats=10, rows=[3, 5]).pl()
    assert few.equals(whole.filter(whole["row_id"].is_in([3, 5])))


def test_the_result_is_listed_described_exported_and_dropped(
    example: cfsql.Table, tmp_path: Path
) -> None:
    database = example.database
    found = example.stability(repeats=5, into="sure")
    assert found.name == "sure_stability"
    assert database.stability("SURE").facts.repeats == 5
    assert ["sure_stability"] in [each.relations for each in database.results()]
    undescribed = database.sql(
        "select column_name from duckdb_columns() where comment is null "
        "and table_name = 'sure_stability'"
    )
    assert undescribed.fetchall() == []
    written = example.export(tmp_path)
    assert any(path.endswith("sure_stability.parquet") for path in written)
    assert database.drop("sure") == ["sure_stability"]
    with pytest.raises(WrongUse, match="no stability 'sure'"):
        database.stability("sure")


def test_it_is_made_again_when_the_table_changes_and_all_is_asked_for() -> None:
    table = load(RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE)
    table.stability(repeats=9, keep=0.7, where=["sex = 'male'"], by="dag")
    table.remove(rows=[2], all=True)
    again = table.database.stability("t").pl()
    assert table.check_fresh().hold
    anew = table.stability(repeats=9, keep=0.7, where=["sex = 'male'"], by="dag")
    assert again.equals(anew.pl())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"keep": 1.0}, "above 0 and below 1"),
        ({"keep": float("nan")}, "above 0 and below 1"),
        ({"repeats": 0}, "from 1 on"),
        ({"min_share": 0.5}, "leave it out"),
        ({"target": "each"}, "give one outcome"),
        ({"freeze": ["rase"]}, "did you mean 'race'"),
        ({"rows": [99]}, "no row 99"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    example: cfsql.Table, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(WrongUse, match=message):
        example.stability(**options)


def test_one_class_alone_has_nothing_to_be_sure_of() -> None:
    table = load(["a"], [Case(1, ("x",), "P"), Case(2, ("y",), "P")])
    overview = table.stability(repeats=3).overview()
    assert overview.n_answered == 0
    assert overview.mean_answer is None
    assert overview.least == []
