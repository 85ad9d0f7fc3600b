"""Which rows are checked while there is time, and what each check looked at."""

from __future__ import annotations

import random
from collections.abc import Iterator

import polars as pl
import pytest

import cfsql
import cfsql.questions.check
from cfsql.engines.queries import query
from cfsql.method import encode
from tests.questions.checks.answers import CHECKS, ONE_CLASS, Checked

N_ROWS = 400
CLASSES = ("p", "q", "r")


@pytest.fixture(scope="module")
def table() -> Iterator[cfsql.Table]:
    """Three classes, with contradicted and other rows in each."""
    chance = random.Random(5)
    values = {f: [chance.choice("abcd") for _ in range(N_ROWS)] for f in "fghi"}
    frame = pl.DataFrame({**values, "y": [chance.choice("pqr") for _ in range(N_ROWS)]})
    with cfsql.connect() as database:
        yield database.load(frame, table="t", label="y")


def contradicted(table: cfsql.Table) -> dict[int, tuple[str, bool]]:
    """The class of each row, and whether an equal row has another, by definition."""
    rows = table.database.sql("select * from t").pl().to_dicts()
    labels: dict[tuple[str, ...], set[str]] = {}
    for row in rows:
        labels.setdefault(tuple(row[f] for f in "fghi"), set()).add(row["y"])
    return {
        row["row_id"]: (row["y"], len(labels[tuple(row[f] for f in "fghi")]) > 1)
        for row in rows
    }


def in_turn(table: cfsql.Table, seed: int, most: int = N_ROWS) -> list[int]:
    with table.database.session() as session:
        encode.bind(session, "t")
        rows = session.fetch(query("checked/rows_in_turn"), seed=str(seed), most=most)
    return [row for (row,) in rows]


def test_rows_come_from_all_classes_in_turn_contradicted_and_not(
    table: cfsql.Table,
) -> None:
    kinds = contradicted(table)
    rows = in_turn(table, seed=0)
    assert sorted(rows) == sorted(kinds)
    first = [kinds[row] for row in rows[:6]]
    assert sorted(first) == sorted((y, known) for y in CLASSES for known in (0, 1))
    # However few there is time for.
    assert {known for _, known in first[:2]} == {False, True}
    assert len({label for label, _ in first[:2]}) == 2


def test_a_seed_gives_the_same_rows_and_another_seed_others(table: cfsql.Table) -> None:
    assert in_turn(table, seed=1) == in_turn(table, seed=1)
    assert in_turn(table, seed=1)[:6] != in_turn(table, seed=2)[:6]
    assert in_turn(table, seed=1, most=6) == in_turn(table, seed=1)[:6]


def test_two_rows_are_checked_when_there_is_no_time(
    table: cfsql.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cfsql.questions.check, "FIRST_PAIRS", 1)
    kinds = contradicted(table)
    found = table.check(seconds=1e-6)
    first = [kinds[row] for row in in_turn(table, seed=0)[:2]]
    assert (found.n_rows, found.n_in_all, found.n_contradicted) == (2, N_ROWS, 1)
    assert found.classes == {label: 1 for label, _ in sorted(first)}
    assert found.hold


@pytest.mark.parametrize("n_pairs", [1, 7 * N_ROWS, 10**9])
def test_rows_in_many_parts_are_checked_as_those_in_one(
    table: cfsql.Table, monkeypatch: pytest.MonkeyPatch, n_pairs: int
) -> None:
    rows = in_turn(table, seed=3)[:20]
    at_once = table.check(rows=rows).to_dict()
    monkeypatch.setattr(cfsql.questions.check, "N_PAIRS", n_pairs)
    assert table.check(rows=rows).to_dict() == at_once


def test_all_rows_are_checked_when_there_is_time(table: cfsql.Table) -> None:
    found = table.check(seconds=3600)
    kinds = contradicted(table)
    assert found.n_rows == N_ROWS
    assert found.n_contradicted == sum(known for _, known in kinds.values())
    assert found.classes == {
        label: [each for each, _ in kinds.values()].count(label) for label in CLASSES
    }
    ranking = table.rank()
    looked_at = {each.name: each.n_looked_at for each in found.checks}
    assert looked_at["counterfactuals_are_the_nearest"] == len(ranking)
    assert looked_at["counterfactual_unless_no_other_outcome"] == N_ROWS
    n_changes = sum(len(each) for each in ranking.pl()["changes"])
    assert looked_at["changes_are_no_part_of_the_row"] == n_changes


def test_what_is_looked_at_is_counted_for_every_check(two_classes: Checked) -> None:
    (counted,) = two_classes.session.fetch_records(query("checked/looked_at"))
    assert list(counted) == CHECKS


def test_a_property_of_nothing_neither_holds_nor_fails() -> None:
    with cfsql.connect() as database:
        found = database.load(ONE_CLASS, label=-1).check()
    holds = {each.name: each.holds for each in found.checks}
    assert holds["counterfactuals_are_the_nearest"] is None
    assert holds["power_is_at_least_one"] is None
    assert holds["counterfactual_unless_no_other_outcome"] is True
    assert found.hold
    assert found.headline.startswith("3 of 14 properties hold for 4 rows")


def test_constraints_are_looked_for_where_a_ranking_has_some(
    table: cfsql.Table,
) -> None:
    table.rank(freeze=["f"], into="frozen")
    found = table.check(rows=[1, 2, 3])
    (constraints,) = (each for each in found.checks if each.name == "constraints_hold")
    frozen = table.database.ranking("frozen").pl()
    assert constraints.n_looked_at == len(frozen.filter(pl.col("row_id") <= 3))
    assert constraints.holds
