"""Errors name what the caller has written: keywords from Python, options in a shell."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cfsql
from cfsql.errors import CfsqlError, UnknownName, WrongUse
from tests.support.commands import Run

FRAME = pl.DataFrame({"a": ["p", "q"], "row_id": [1, 2], "y": [1, 2]})

# Each with the method that is called, and what it is given.
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("rank", {"max_changes": 0}, "max_changes= takes a number from 1 on, not 0"),
    ("rank", {"by": "x"}, "by= is power or dag"),
    ("rank", {"plan": "x"}, "plan= is auto"),
    ("rank", {"limit": 1, "sample": 2}, "give limit= or sample=, not both"),
    ("rank", {"where": "zz > 1"}, "where: "),
    ("rank", {"require": "b.sex > 1"}, "require: "),
    ("rank", {"freeze": ["sex"], "ignore": ["sex"]}, "freeze= and ignore= contradict"),
    ("rank", {"rows": []}, "rows= needs at least one"),
    ("rank", {"min_support": 0}, "min_support= takes"),
    ("rank", {"nearest": 0}, "nearest= takes"),
    ("dry_run", {"max_changes": 0}, "max_changes= takes"),
    ("explain", {"row": 1, "label": "Med"}, "label= is for a new case"),
    ("explain", {"row": {"sex": "male"}}, "with label=, or say with target="),
    ("explain_cases", {"cases": FRAME.rename({"a": "sex"})}, "label=, or say with"),
    ("why", {"row": 1, "precision": 2}, "precision= is a share"),
    ("why", {"row": 1, "max_size": -1}, "max_size= takes"),
    ("why", {"row": 1, "limit": 0}, "limit= takes"),
    ("why", {"row": 1, "time_limit": -1}, "time_limit= takes"),
    ("why_rows", {"per_row": 0}, "per_row= takes"),
    ("rules", {"label": "Med", "limit": 0}, "limit= takes"),
    ("counterfactuals", {"row": 1, "limit": 0}, "limit= takes"),
    ("audit", {"protected": [","]}, "protected= needs"),
    ("experiment", {"name": "unique", "sample": 0}, "sample= takes"),
    ("experiment", {"name": "unique", "seed": 2**70}, "is too large"),
    ("check", {"limit": 0}, "limit= takes"),
]

LOADS: list[tuple[dict[str, Any], str]] = [
    ({"table": "recidivism"}, "with replace=True, or choose another name with table="),
    ({"bins": {"a": "x9"}}, "bins['a'] takes edges"),
    ({"id": "row_id", "bins": {"a": "q4"}}, "leave bins['a'] out"),
    ({}, "use it as such with id='row_id'"),
    ({"label": None, "id": "row_id"}, "label='y'"),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> cfsql.Table:
    """The running example."""
    from cfsql import example

    path = tmp_path_factory.mktemp("errors") / "recidivism.csv"
    path.write_text(example.CSV, encoding="utf-8")
    return cfsql.connect().load(path, label="score")


def refused(call: Callable[..., object], given: dict[str, Any]) -> str:
    with pytest.raises(CfsqlError) as error:
        call(**given)
    return str(error.value)


def keywords(call: Callable[..., object], message: str) -> None:
    """No option of a shell is named, and each keyword is one of the function."""
    assert not re.search(r"(^|[\s(])--\w", message), message
    assert "cfsql " not in message
    known = inspect.signature(call).parameters
    for name in re.findall(r"\b([a-z_]+)=(?!=)", message):
        assert name in known, message


@pytest.mark.parametrize(("method", "given", "said"), WRONG)
def test_an_error_names_the_keywords_of_the_method(
    table: cfsql.Table, method: str, given: dict[str, Any], said: str
) -> None:
    message = refused(getattr(table, method), given)
    assert said in message
    keywords(getattr(table, method), message)


@pytest.mark.parametrize(("given", "said"), LOADS)
def test_an_error_of_a_load_names_its_keywords(
    table: cfsql.Table, given: dict[str, Any], said: str
) -> None:
    load = table.database.load
    message = refused(load, {"source": FRAME, "label": "y", **given})
    assert said in message
    keywords(load, message)


def test_what_to_do_next_is_a_call(table: cfsql.Table, tmp_path: Path) -> None:
    empty = cfsql.connect()
    assert "start with: db.load(source, label=…)" in refused(
        empty.table, {"name": "nothing"}
    )
    fresh = empty.load(FRAME, table="fresh", label="y", id="row_id")
    assert "run: db.table('fresh').rank()" in refused(empty.ranking, {"name": "fresh"})
    assert "db.table('fresh').rank()" in refused(
        fresh.export, {"directory": str(tmp_path / "out")}
    )
    ranked = fresh.rank(limit=1)
    assert "db.table('fresh').explain(2)" in refused(ranked.report, {"rows": [2]})
    missing = tmp_path / "none.duckdb"
    assert f"cfsql.connect('{missing}').load(" in refused(
        cfsql.connect, {"database": missing, "read_only": True}
    )


def test_the_same_error_names_options_in_a_shell(loaded: Run) -> None:
    done = loaded("rank", "--table", "recidivism", "--limit", 1, "--sample", 2)
    assert "give --limit or --sample, not both" in done.stderr
    done = loaded("explain", "--table", "recidivism", "--values", '{"sex": "male"}')
    assert "Give it with --label, or say with --target" in done.stderr


def test_names_of_the_user_s_own_stay_as_they_are() -> None:
    error = WrongUse("no column '--max-changes' in t; leave --freeze out")
    assert str(error) == "no column '--max-changes' in t; leave freeze= out"
    assert error.line == "no column '--max-changes' in t; leave --freeze out"


def test_a_number_is_answered_with_the_nearest_number() -> None:
    known = ["1", "10", "250"]
    assert str(UnknownName("price", "200", known, "t")).endswith("did you mean '250'?")
    assert str(UnknownName("price", "2", known, "t")).endswith("did you mean '1'?")


def test_the_first_of_many_names_are_listed() -> None:
    many = [f"column {n}" for n in range(10)]
    said = str(UnknownName("feature", "zzz", many, "t"))
    assert said.endswith("'column 6', 'column 7' and 2 more")


def test_a_name_that_results_would_have_is_refused() -> None:
    database = cfsql.connect()
    frame = pl.DataFrame({"a": ["p", "q"], "y": [1, 2]})
    database.load(frame, table="loans", label="y")
    with pytest.raises(WrongUse, match="'loans_ranked' is what results of loans are"):
        database.load(frame, table="loans_ranked", label="y")
    database.load(frame, table="others_ranked", label="y")
