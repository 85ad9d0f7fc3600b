"""The twelve tables of the paper, where they are: loaded, ranked, compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import cfsql
from benchmarks.explanations import disagreements, explanations
from benchmarks.naive_sql import with_cfsql, with_naive_sql
from benchmarks.packed import instances
from benchmarks.tables import coded, read
from tests.support.examples import TAKES_ALL
from tests.support.plans import PLANS, needs_kernel

pytestmark = pytest.mark.real

# Features, classes, rows and contradicted rows, counted independently.
TABLES = {
    "adult": (14, 2, 48842, 10),
    "bach": (14, 102, 5665, 3164),
    "cars": (6, 4, 1728, 0),
    "chess": (6, 18, 28056, 0),
    "compas": (14, 3, 4513, 319),
    "contraception": (9, 3, 1473, 140),
    "loan": (14, 3, 38576, 0),
    "marketing": (15, 2, 7842, 0),
    "mushrooms": (22, 2, 8416, 0),
    "phishing": (30, 2, 11055, 357),
    "portugal_bank": (16, 2, 4521, 0),
    "retention": (32, 3, 4424, 0),
}


@pytest.fixture(scope="module", params=TABLES)
def table(request: pytest.FixtureRequest, datasets: Path) -> Iterator[cfsql.Table]:
    """One of the tables, loaded once for the tests of it."""
    with cfsql.connect() as database:
        yield database.load(datasets / f"{request.param}.csv", label=-1)


def test_a_real_table_is_described_as_counted(table: cfsql.Table) -> None:
    profile = table.profile()
    assert TABLES[table.name] == (
        len(profile.features),
        len(profile.classes),
        profile.n_rows,
        profile.n_contradicted,
    )


def test_a_real_table_is_ranked_as_by_naive_sql(table: cfsql.Table) -> None:
    assert with_cfsql(table, limit=12) == with_naive_sql(table, limit=12)


def test_a_thousand_rows_of_a_real_table_are_ranked(table: cfsql.Table) -> None:
    overview = table.rank(limit=1000).overview()
    assert overview.n_rows == 1000
    assert sum(overview.distances.values()) == overview.n_answered


def test_a_real_table_is_explained_as_by_plain_python(
    datasets: Path, table: cfsql.Table
) -> None:
    rows = read(datasets / f"{table.name}.csv")
    cases = instances(coded(rows))
    bits = {feature: 1 << place for place, feature in enumerate(rows.columns[:-1])}
    found = table.why_rows(limit=8).pl()
    answers: dict[int, dict[int, int]] = {row_id: {} for row_id in range(1, 9)}
    for row_id, features, coverage in found.select(
        "row_id", "features", "coverage"
    ).rows():
        answers[row_id][sum(bits[feature] for feature in features)] = coverage
    assert answers == {
        row_id: explanations(disagreements(cases, int(cases.of_row[row_id - 1])))
        for row_id in answers
    }


def test_every_plan_ranks_a_real_table_alike(table: cfsql.Table) -> None:
    answers = {
        plan: with_cfsql(table, limit=60, plan=plan) for plan in (*PLANS, "auto")
    }
    for plan, answer in answers.items():
        assert answer == answers["scan"], plan


@needs_kernel
def test_machine_code_ranks_a_real_table_as_joins_do(
    table: cfsql.Table,
) -> None:
    connection = table.database.connection
    for plan in ("compiled", "blocked"):
        table.rank(plan=plan, into=plan, limit=None if TAKES_ALL else 4000)
    for one, other in (("compiled", "blocked"), ("blocked", "compiled")):
        for kind in ("ranked", "summary"):
            left = connection.execute(
                f"select count(*) from (from {one}_{kind} except all "
                f"from {other}_{kind})"
            ).fetchone()
            assert left == (0,), (one, kind)
