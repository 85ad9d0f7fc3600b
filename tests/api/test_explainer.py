"""An explainer gives the answers of `Table.explain`, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cfsql
from cfsql.errors import CfsqlError

CASE = {"sex": "male", "age": "<25", "race": "Caucasian", "degree": "F", "recid": "No"}


@pytest.fixture
def table(example_csv: Path) -> Iterator[cfsql.Table]:
    """The running example."""
    with cfsql.connect() as database:
        yield database.load(example_csv, label=-1)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"freeze": ["race"], "max_changes": 3},
        {"target": "Low", "by": "dag", "language": "de"},
        {"nearest": 2, "diverse": True, "anonymous": True},
        {"weight": {"race": 2}},
        {"ignore": ["recid"], "count": "distinct"},
        {"require": "a.age = b.age"},
    ],
)
def test_answers_are_those_of_the_table(
    table: cfsql.Table, options: dict[str, Any]
) -> None:
    with table.explainer() as explainer:
        for row in (1, "5", 8, 1):
            assert explainer.explain(row, **options) == table.explain(row, **options)
        for sex in ("male", "female"):
            case = CASE | {"sex": sex}
            found = explainer.explain(case, label="High", **options)
            assert found == table.explain(case, label="High", **options)


def test_what_is_wrong_is_refused_and_the_next_question_answered(
    table: cfsql.Table,
) -> None:
    with table.explainer() as explainer:
        with pytest.raises(CfsqlError, match="no row 9"):
            explainer.explain(9)
        with pytest.raises(CfsqlError, match="label= is for a new case"):
            explainer.explain(1, label="Low")
        with pytest.raises(TypeError, match="did you mean 'freeze'"):
            explainer.explain(1, freze=["sex"])  # type: ignore[call-arg]
        with pytest.raises(CfsqlError, match="label"):
            explainer.explain(CASE)
        assert explainer.explain(1) == table.explain(1)
    assert isinstance(explainer, cfsql.Explainer)
    # Closed, it makes itself ready again.
    assert explainer.explain(1) == table.explain(1)
