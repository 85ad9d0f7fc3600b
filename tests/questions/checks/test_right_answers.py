"""No check finds anything in answers that are right."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from tests.oracle.brute_force import Case
from tests.questions.checks.answers import CHECKS, ONE_CLASS, TWO_CLASSES
from tests.support.examples import examples
from tests.support.random_tables import crowded_tables, load, tables


@examples(12)
@given(st.one_of(tables(), crowded_tables()))
def test_all_checks_hold_for_random_tables(table: tuple[list[str], list[Case]]) -> None:
    features, cases = table
    found = load(features, cases).check()

    assert {each.name: each.offending for each in found.checks if each.offending} == {}
    assert found.hold
    assert found.n_rows == len([case for case in cases if case.label is not None])
    assert [each.name for each in found.checks] == CHECKS


@pytest.mark.parametrize(
    "frame",
    [
        pl.DataFrame({"f": ["x"], "y": ["p"]}),
        ONE_CLASS,
        pl.DataFrame({"f": ["x", "x", "x"], "y": ["p", "q", "r"]}),
        pl.DataFrame({"f": [None, None, "x"], "g": [None] * 3, "y": ["p", "q", "q"]}),
        pl.DataFrame({"f": [1.5, -1.5, None], "y": [True, False, None]}),
        pl.DataFrame({f"c{n}": ["x", "y", "x"] for n in range(70)} | {"y": [1, 2, 2]}),
    ],
    ids=["a row", "a class", "all contradicting", "gaps", "numbers", "wide"],
)
def test_all_checks_hold_for_odd_tables(frame: pl.DataFrame) -> None:
    with cfsql.connect() as database:
        assert database.load(frame, label=-1).check().hold


def test_all_checks_hold_where_ids_are_texts() -> None:
    with cfsql.connect() as database:
        frame = TWO_CLASSES.with_columns(key=pl.Series(["b 2", "A-1", "it's", ""]))
        found = database.load(frame, id="key", label="y").check(rows=["b 2", ""])

    assert found.hold
    assert found.n_rows == 2
