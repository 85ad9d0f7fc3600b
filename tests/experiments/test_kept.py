"""What is kept of experiments, and for how long."""

from __future__ import annotations

import pytest

import cfsql
from tests.experiments.measuring import (
    CONTRACT,
    SMALL,
    Rows,
    frame_of,
    kept,
    random_cases,
    types,
)


def test_the_tables_have_the_columns_of_the_contract(small_synthetic: None) -> None:
    with cfsql.connect() as database:
        table = database.load(frame_of(random_cases(30, seed=1)), table="t", label=-1)
        table.experiment(sample=10, repeats=1)
        found = types(database)
    assert found == CONTRACT
    # Dictionaries are equal in any order, and the order of columns is promised too.
    assert [list(columns) for columns in found.values()] == [
        list(columns) for columns in CONTRACT.values()
    ]


def test_a_run_replaces_the_same_experiment_on_the_same_table(
    measured: cfsql.Database,
) -> None:
    def others(found: tuple[Rows, Rows]) -> list[Rows]:
        return [[r for r in part if r[:2] != ("unique", "first")] for part in found]

    before = kept(measured)
    measured.table("first").experiment("unique", sample=12, repeats=3, seed=4)
    after = kept(measured)
    assert others(after) == others(before)
    results, summary = (
        [r for r in part if r[:2] == ("unique", "first")] for part in after
    )
    assert [row[2] for row in results] == [1, 2, 3]
    assert [row[-3:] for row in summary] == [(3, 12, 4)]

    measured.table("first").experiment("unique", sample=15, repeats=2)
    assert kept(measured) == before


def test_the_synthetic_tables_are_replaced_alone(measured: cfsql.Database) -> None:
    before = kept(measured)
    measured.experiment("relevance", repeats=1, seed=1)
    results, summary = kept(measured)
    for part, earlier in zip((results, summary), before, strict=True):
        assert [r for r in part if r[1] != "synthetic"] == [
            r for r in earlier if r[1] != "synthetic"
        ]
    assert {r[2] for r in results if r[1] == "synthetic"} == {1}


def test_a_table_that_is_named_twice_is_measured_once(
    measured: cfsql.Database,
) -> None:
    before = kept(measured)
    measured.experiment("unique", tables=["first", "FIRST"], sample=15, repeats=2)
    assert kept(measured) == before


def test_a_table_may_be_called_synthetic(small_synthetic: None) -> None:
    with cfsql.connect() as database:
        table = database.load(
            frame_of(random_cases(20, seed=1)), table="synthetic", label=-1
        )
        table.experiment(sample=12, repeats=2)
        _, summary = kept(database)
    assert len({(row[0], row[2]) for row in summary}) == len(summary)
    # The first rows of a synthetic table are asked about, and no sample.
    assert {(row[0] == "relevance", row[-2]) for row in summary} == {
        (True, SMALL["n_elements"]),
        (False, 12),
    }


@pytest.mark.parametrize("name", ["Second", "SECOND"])
def test_a_dropped_table_takes_its_measurements_along(
    measured: cfsql.Database, name: str
) -> None:
    before = kept(measured)
    measured.drop(name)
    assert kept(measured) == tuple(
        [row for row in part if row[1] != "Second"] for part in before
    )
    assert {row[1] for row in kept(measured)[0]} == {"first", "synthetic"}


def test_a_table_loaded_anew_has_no_measurements(measured: cfsql.Database) -> None:
    frame = frame_of(random_cases(10, seed=1))
    measured.load(frame, table="first", replace=True, label=-1)
    assert {row[1] for row in kept(measured)[0]} == {"Second", "synthetic"}
    assert {row[1] for row in kept(measured)[1]} == {"Second", "synthetic"}
