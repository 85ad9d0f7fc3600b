"""Constraints that cannot be meant are refused, and change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl
import pytest

import cfsql
from cfsql.errors import WrongUse


@pytest.fixture(scope="module")
def people() -> Iterator[cfsql.Table]:
    """A ranked table, so that there is something to lose."""
    frame = pl.DataFrame(
        {
            "age": [20, 30, 40, 50],
            "sex": ["m", "f", "m", "f"],
            "note": ["x", "y", None, "z"],
            "score": ["Low", "High", "Low", "High"],
        }
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="people", label="score", ignore=["note"])
        table.rank()
        yield table


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"freeze": ["agee"]}, "no feature 'agee' in people; did you mean 'age'?"),
        ({"ignore": ["agee"]}, "no feature 'agee' in people; did you mean 'age'?"),
        ({"freeze": ["Score"]}, "score is the label of people"),
        ({"ignore": ["score"]}, "score is the label of people"),
        ({"freeze": ["note"]}, "note was left out of people"),
        ({"ignore": ["note"]}, "note was left out of people"),
        ({"freeze": ["row_id"]}, "no feature 'row_id' in people"),
        ({"freeze": ["age"], "ignore": ["age"]}, "contradict each other on age"),
        ({"freeze": ["AGE"], "ignore": ["age"]}, "contradict each other on age"),
        ({"freeze": ["age", "sex"]}, "leaves no feature to change"),
        ({"freeze": ["age"], "ignore": ["sex"]}, "leaves no feature to change"),
        ({"ignore": ["age", "sex"]}, "leaves no feature to compare"),
        ({"target": "Hihg"}, "no score 'Hihg' in people; did you mean 'High'?"),
        ({"target": ""}, "no score '' in people"),
        ({"max_changes": 0}, "max_changes= takes a number from 1 on, not 0"),
        ({"max_changes": -1}, "max_changes= takes a number from 1 on, not -1"),
        ({"min_support": 0}, "min_support= takes a number from 1 on, not 0"),
        ({"min_share": -0.1}, "min_share= takes a number from 0 to 1, not -0.1"),
        ({"min_share": 1.5}, "min_share= takes a number from 0 to 1, not 1.5"),
        (
            {"min_share": float("nan")},
            "min_share= takes a number from 0 to 1, not nan",
        ),
        ({"weight": ["agee=2"]}, "no feature 'agee' in people; did you mean 'age'?"),
        ({"weight": {"score": 2}}, "score is the label of people"),
        ({"weight": ["note=2"]}, "note was left out of people"),
        ({"weight": ["age"]}, "takes COL=K, a feature and a whole number"),
        ({"weight": ["age="]}, "takes COL=K, a feature and a whole number"),
        ({"weight": ["=2"]}, "takes COL=K, a feature and a whole number"),
        ({"weight": ["age=2,sex"]}, "takes COL=K, a feature and a whole number"),
        ({"weight": [","]}, "weight= needs at least one feature"),
        ({"weight": {"age": 0}}, "from 1 to 100, not '0'; to leave age out: ignore="),
        ({"weight": {"age": 1.5}}, "age takes a whole number from 1 to 100, not '1.5'"),
        ({"weight": {"age": -1}}, "age takes a whole number from 1 to 100, not '-1'"),
        ({"weight": {"age": "x"}}, "age takes a whole number from 1 to 100, not 'x'"),
        ({"weight": {"age": 101}}, "not '101'; to leave age as it is: freeze="),
        ({"weight": ["age=2,AGE=3"]}, "age is given twice, as 2 and as 3"),
        ({"weight": {"age": 2}, "ignore": ["age"]}, "contradict each other on age"),
        ({"nearest": 0}, "nearest= takes a number from 1 on, not 0"),
    ],
)
def test_an_option_that_cannot_be_meant_is_refused(
    people: cfsql.Table, options: dict[str, Any], message: str
) -> None:
    assert_refused(people, options, message)


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("", "needs a condition"),
        (" ", "needs a condition"),
        ("b.agee > 1", "no column 'agee' in people; did you mean 'age'?"),
        # No condition at all, or more than one.
        ("b.age >", "syntax error"),
        ("b.age > 1) or (", "require: "),
        ("b.age > 1;", "syntax error"),
        ("1=1); drop table people; --", "require: "),
        ("b.age > 1); drop table people; select (b.age > 1", "require: "),
        ("b.age > 1); select (b.age > 1", "require: "),
        ("b.age > 1), (b.age > 2", "require: "),
        ("b.age > 1, b.age > 2", "require: "),
        ("b.age > 1) from people where (b.age > 1", "require: "),
        # Of other rows than a and b.
        ("b.age in (select age from people)", "one condition"),
        ("exists (from people)", "one condition"),
        ("b.age = (select max(age) from people)", "one condition"),
        ("b.* = a.*", "one condition"),
        ("sum(b.age) > 1", "require: "),
        ("row_number() over (order by b.age) > 1", "require: "),
        ("unnest([b.age]) > 1", "require: "),
        # Of none, or of nobody knows which.
        ("age > 1", "age should say whose it is, a.age or b.age"),
        ("b.age > age", "age should say whose it is, a.age or b.age"),
        ("c.age > 1", "should say whose it is, a.age or b.age"),
        ("1 = 1", "over the rows a and b"),
        ("true", "over the rows a and b"),
        # Of a type that is no answer to yes or no.
        ("b.age", "require: "),
        ("b.age - a.age", "require: "),
        ("b.sex", "require: "),
        ("[b.age]", "require: "),
        # With what is not there, or does not fit.
        ("nosuch(b.age)", "require: "),
        ("b.age = $age", "require: "),
        ("b.age like 'x'", "require: "),
        ("b.age > 'abc'", "require: "),
        ("cast(b.sex as integer) > 1", "require: "),
    ],
)
def test_a_condition_that_is_none_is_refused(
    people: cfsql.Table, condition: str, message: str
) -> None:
    assert_refused(people, {"require": condition}, message)


def assert_refused(table: cfsql.Table, options: dict[str, Any], message: str) -> None:
    """Refused in one line, and all that was stored is as before."""
    before = stored(table.database)
    with pytest.raises(WrongUse) as refused:
        table.rank(**options)
    assert message in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert stored(table.database) == before


@pytest.mark.parametrize(
    "options",
    [
        {"freeze": ["agee"]},
        {"require": "b.age >"},
        {"require": "b.age"},
        {"nearest": 0},
    ],
)
def test_explaining_and_planning_refuse_what_ranking_refuses(
    people: cfsql.Table, options: dict[str, Any]
) -> None:
    for ask in (people.rank, people.dry_run, lambda **more: people.explain(1, **more)):
        with pytest.raises(WrongUse):
            ask(**options)


def stored(database: cfsql.Database) -> list[Any]:
    """Everything that a run may change."""
    return [
        database.sql(f"from {relation}").fetchall()
        for relation in (
            "duckdb_tables() select schema_name, table_name, estimated_size",
            "duckdb_views() select schema_name, view_name where not internal",
            "cf.runs",
            "people_ranked",
            "people_summary",
        )
    ]
