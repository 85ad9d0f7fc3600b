"""The plan in machine code: the same rows, whatever it splits, scans or leaves out."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql import kernel
from cfsql.kernel import Seconds
from cfsql.method.search import compiled as compiled_module
from cfsql.method.search.search import PairSearch, PlanChoice
from cfsql.method.search.setting import COUNT, SEARCH
from cfsql.options import Count, Plan
from tests.kernel.problems import MIXED, SCAN, SPLIT, USUAL
from tests.oracle.brute_force import Case, rank
from tests.support.commands import Run
from tests.support.examples import examples
from tests.support.random_tables import (
    answers,
    assert_equal,
    crowded_tables,
    frame_of,
    load,
    tables,
)

if not kernel.is_there():
    pytest.skip("the kernel is not built here", allow_module_level=True)


@pytest.fixture(params=[SPLIT, SCAN, MIXED, USUAL], ids=["split", "scan", "mix", ""])
def seconds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Seconds:
    """What the kernel believes that things cost."""
    costs = {SEARCH: request.param, COUNT: request.param}
    monkeypatch.setattr(compiled_module, "_SECONDS", costs)
    found: Seconds = request.param
    return found


def random_cases(
    n_rows: int,
    n_features: int,
    n_values: int,
    n_labels: int,
    *,
    most_changes: int,
    seed: int,
) -> tuple[list[str], list[Case]]:
    """Rows that are like an earlier one but for a few values, or like none."""
    chance = random.Random(seed)
    rows: list[list[str]] = []
    for _ in range(n_rows):
        if len(rows) < 3 or chance.random() < 0.1:
            row = [str(chance.randrange(n_values)) for _ in range(n_features)]
        else:
            row = list(chance.choice(rows))
            n_changes = chance.randint(0, min(most_changes, n_features))
            for place in chance.sample(range(n_features), n_changes):
                row[place] = str(chance.randrange(n_values))
        rows.append(row)
    cases = [
        Case(row_id, tuple(row), f"c{chance.randrange(n_labels)}")
        for row_id, row in enumerate(rows, start=1)
    ]
    return [f"f{n}" for n in range(n_features)], cases


def skip_where_endless(seconds: Seconds, n_features: int) -> None:
    """To split whatever comes goes through all sets of features."""
    if n_features > 6 and seconds in (SPLIT, MIXED):
        pytest.skip("too many sets of features")


def ranked_by(table: cfsql.Table, plan: Plan, **options: Any) -> Any:
    ranking = table.rank(plan=plan, **options)
    return ranking.pl().to_dicts(), ranking.summary.pl().to_dicts()


# Rows, features, values, labels, and how many values differ at most: one to five
# words, more values than a byte has, more labels than rows of each.
SHAPES = {
    "one feature": (60, 1, 40, 3, 1),
    "dense": (250, 5, 3, 2, 3),
    "many labels": (200, 6, 4, 150, 3),
    "many values": (200, 4, 400, 2, 2),
    "two words": (150, 14, 40, 3, 6),
    "five words": (80, 60, 9, 3, 9),
    "wide": (50, 200, 3, 4, 30),
    "one label": (40, 4, 3, 1, 2),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_machine_code_gives_the_rows_of_a_scan(shape: str, seconds: Seconds) -> None:
    *sizes, most_changes = SHAPES[shape]
    skip_where_endless(seconds, sizes[1])
    features, cases = random_cases(*sizes, most_changes=most_changes, seed=len(shape))
    table = load(features, cases)
    options: dict[str, Any] = {"count": "distinct"} if shape == "dense" else {}
    expected = ranked_by(table, "scan", **options)
    assert ranked_by(table, "compiled", **options) == expected


@pytest.mark.parametrize("seconds", [SPLIT, SCAN], indirect=True)
@pytest.mark.parametrize(
    "options",
    [
        {"freeze": ["f0"]},
        {"freeze": ["f1", "f3"], "nearest": 2},
        {"target": "c1"},
        {"target": "each", "nearest": 3},
        {"nearest": 4, "max_changes": 3},
        {"min_support": 2, "limit": 40},
        {"ignore": ["f2"], "freeze": ["f0"]},
        {"require": "b.f1 >= a.f1"},
        {"rows": [7]},
    ],
    ids=str,
)
def test_constraints_are_those_of_a_scan(
    options: dict[str, Any], seconds: Seconds
) -> None:
    shape = (180, 5, 3, 3)
    table = load(*random_cases(*shape, most_changes=4, seed=5))
    assert ranked_by(table, "compiled", **options) == ranked_by(
        table, "scan", **options
    )


@examples(12)
@given(
    st.one_of(tables(), crowded_tables()),
    st.sampled_from([SPLIT, SCAN, MIXED]),
    st.sampled_from(["rows", "distinct"]),
)
def test_machine_code_equals_the_definitions(
    table: tuple[list[str], list[Case]], seconds: Seconds, count: Count
) -> None:
    features, cases = table
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled_module, "_SECONDS", {SEARCH: seconds, COUNT: seconds})
        found = answers(features, cases, count=count, plan="compiled")
    assert_equal(found, rank(features, cases, count=count))


def test_rows_that_differ_in_everything_are_found_by_splits(seconds: Seconds) -> None:
    skip_where_endless(seconds, 70)
    features = [f"f{n}" for n in range(70)]
    cases = [
        Case(1, ("a",) * 70, "P"),
        Case(2, ("b",) * 70, "Q"),
        Case(3, ("b",) * 70, "P"),
    ]
    _, summary = ranked_by(load(features, cases), "compiled")
    assert [row["min_distance"] for row in summary] == [70, 70, None]


def test_a_new_case_with_unseen_values_is_answered_alike(
    seconds: Seconds, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = load(*random_cases(150, 4, 3, 3, most_changes=3, seed=2))
    new = {"f0": "never", "f1": "1", "f2": "0", "f3": "never"}
    given: list[dict[str, Any]] = [
        {"label": "c2"},
        {"label": "c2", "freeze": ["f1"]},
        {"target": "c1"},
    ]
    found = []
    for plan in ("scan", "compiled"):
        forced = PlanChoice(plan)
        choice = property(partial(lambda chosen, _: chosen, forced), lambda *_: None)
        monkeypatch.setattr(PairSearch, "choice", choice, raising=False)
        found.append([table.explain(new, **each).pl().to_dicts() for each in given])
    assert all(found[0])
    assert found[1] == found[0]


@pytest.mark.parametrize("memory_limit", ["40MB", "200MB"])
def test_little_memory_gives_the_same_rows(memory_limit: str, tmp_path: Path) -> None:
    features, cases = random_cases(3000, 6, 5, 3, most_changes=3, seed=3)
    expected = ranked_by(load(features, cases), "blocked")
    path = tmp_path / "small.duckdb"
    with cfsql.connect(path, memory_limit=memory_limit, threads=2) as database:
        table = database.load(frame_of(features, cases), table="t", label="outcome")
        assert ranked_by(table, "compiled") == expected


@pytest.mark.parametrize("setting", ["", "off"])
def test_a_missing_kernel_is_named_and_sql_does_the_work(
    setting: str, monkeypatch: pytest.MonkeyPatch, loaded: Run
) -> None:
    monkeypatch.setenv("CFSQL_KERNEL", setting)
    monkeypatch.setitem(sys.modules, "cfsql.kernel._native", None)
    done = loaded("rank", "--table", "recidivism", "--plan", "compiled")
    assert done.returncode == 2
    why = (
        "it is off by CFSQL_KERNEL=off"
        if setting == "off"
        else "it is not built here; install cfsql again where there is a C compiler"
    )
    assert done.stderr.strip() == (
        f"cfsql: --plan compiled needs the native kernel: {why}"
    )
    assert loaded("rank", "--table", "recidivism").returncode == 0


def test_machine_code_is_chosen_where_there_are_many_pairs() -> None:
    table = load(*random_cases(3000, 6, 5, 3, most_changes=3, seed=3))
    table.rank()
    query = "select steps from cf.runs where command = 'rank' order by finished_at"
    *_, (steps,) = table.database.sql(query).fetchall()
    assert {step["kind"] for step in json.loads(steps)} == {"compiled"}


def test_a_ranking_needs_no_numpy(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "sys.modules |= dict.fromkeys(['numba', 'numpy'])\n"
        "import cfsql\n"
        "from cfsql import example\n"
        "open('r.csv', 'w').write(example.CSV)\n"
        "with cfsql.connect() as database:\n"
        "    table = database.load('r.csv', label='score')\n"
        "    table.rank()\n"
        "    assert 'cfsql.kernel._native' not in sys.modules, 'the kernel'\n"
        "    table.rank(plan='compiled')\n"
        "assert 'cfsql.kernel._native' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)
