"""An explainer gives the answers of `Table.explain`, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.errors import CfsqlError
from tests.support.examples import examples
from tests.support.random_tables import Drawn, crowded_tables, load, tables

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


# What a new case has that the table does not have, too.
CELLS = st.sampled_from([None, "v0", "v1", "v2", "10", "9", "new"])
OPTIONS: list[dict[str, Any]] = [
    {},
    {"target": "first"},
    {"freeze": "first"},
    {"max_changes": 2, "min_share": 0.6},
    {"min_support": 2},
    {"anonymous": True, "language": "fr"},
    {"only_up": ["feature 1"], "order": {"feature 1": ["v0", "v1", "v2", "10", "9"]}},
    {"nearest": 2},
]


@examples(20)
@given(st.one_of(tables(), crowded_tables()), st.data())
def test_answers_are_those_of_the_table_on_random_tables(
    drawn: Drawn, data: st.DataObject
) -> None:
    features, cases = drawn
    table = load(features, cases)
    labels = sorted({str(case.label) for case in cases if case.label is not None})
    case = {name: data.draw(CELLS) for name in features if data.draw(st.integers(0, 9))}
    options = dict(data.draw(st.sampled_from(OPTIONS)))
    label = data.draw(st.sampled_from([None, *labels]))
    if label is None or "target" in options:
        options["target"] = data.draw(st.sampled_from(labels))
    if "freeze" in options:
        options["freeze"] = [features[0]]
    row = data.draw(st.sampled_from(cases)).row_id
    asked: list[tuple[object, dict[str, Any]]] = [(case, {"label": label}), (row, {})]
    with table.explainer() as explainer:
        for about, more in asked:
            found = _told(explainer, about, options | more)
            assert found == _told(table, about, options | more)


def _told(asked: Any, about: object, options: dict[str, Any]) -> object:
    try:
        return asked.explain(about, **options)
    except CfsqlError as error:
        return str(error)


def test_texts_are_those_of_the_table_whatever_its_types() -> None:
    """Fractions and intervals have other texts than a cast gives."""
    frame = pl.DataFrame(
        {
            "f": [0.0, -0.0, 1.5, -0.0],
            "l": [[0.0], [-0.0], [2.0], [0.0]],
            "n": [1, 2, 2, 1],
            "y": ["p", "q", "q", "p"],
        }
    )
    with cfsql.connect() as database:
        for features in (["f", "l", "n"], ["n"]):
            table = database.load(
                frame.select(*features, "y"), table="t", label="y", replace=True
            )
            with table.explainer() as explainer:
                for row in (1, 2, 3):
                    assert explainer.explain(row) == table.explain(row)
                for case in ({"f": -0.0, "n": 1}, {"f": "0", "n": "1.0"}, {"n": 3}):
                    found = explainer.explain(case, label="p")
                    assert found == table.explain(case, label="p")


def test_a_declared_order_is_ready_for_all_questions(example_csv: Path) -> None:
    with cfsql.connect() as database:
        table = database.load(
            example_csv,
            label=-1,
            only_up=["age"],
            order={"age": ["<25", "25-45", ">45"]},
        )
        with table.explainer() as explainer:
            for row in range(1, 9):
                assert explainer.explain(row) == table.explain(row)
            case = CASE | {"age": "25-45"}
            found = explainer.explain(case, label="Med")
            assert found == table.explain(case, label="Med")
            assert set(explainer._ready) == {False, True}


def test_outcomes_that_differ_by_an_amount_are_those_of_the_table() -> None:
    frame = pl.DataFrame(
        {"a": ["x", "x", "z", "z"], "b": ["p", "q", "q", "p"], "y": [1, 2, 5, 9]}
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="t", label="y")
        with table.explainer() as explainer:
            for least in (3.0, None, 1.0):
                for case in ({"a": "x", "b": "p"}, {"a": "new", "b": "q"}):
                    options = {"label": 2, "differs_by": least}
                    found = _told(explainer, case, options)
                    assert found == _told(table, case, options)


def test_languages_in_turn_are_those_that_were_asked_for(table: cfsql.Table) -> None:
    with table.explainer() as explainer:
        for about in (1, {**CASE, "score": "Med"}):
            told = {
                language: table.explain(about, language=language).sentence
                for language in ("en", "de", "fr")
            }
            for language in ("en", "de", "en", "de", "en", "fr", "fr", "de"):
                found = explainer.explain(about, language=language)
                assert found.sentence == told[language]
