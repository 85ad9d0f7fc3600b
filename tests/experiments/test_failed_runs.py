"""A run that fails leaves the database as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import cfsql
from cfsql.engines.duckdb import Session
from cfsql.errors import WrongUse
from tests.experiments.measuring import CONTRACT, ONE_CLASS, Rows, frame_of, rows


class Stop(Exception):
    """What goes wrong in these tests."""


class Stopping:
    """Progress that ends a run after its first step."""

    def track(
        self, step: str, items: Sequence[int], *, until: float = 1.0
    ) -> Iterator[int]:
        yield items[0]
        raise Stop


def everything(database: cfsql.Database) -> dict[str, Rows]:
    """The rows of all tables of a database."""
    names = rows(
        database,
        "select schema_name, table_name from duckdb_tables() "
        "where not temporary order by all",
    )
    return {
        f'"{schema}"."{name}"': rows(database, f'from "{schema}"."{name}" order by all')
        for schema, name in names
    }


def test_an_unknown_table_leaves_the_database_as_it_was(
    measured: cfsql.Database,
) -> None:
    before = everything(measured)
    with pytest.raises(WrongUse, match=r"no table 'secnd'.*'Second'"):
        measured.experiment("unique", tables=["first", "secnd"], seed=1, repeats=1)
    assert everything(measured) == before


def test_a_run_that_is_stopped_leaves_the_database_as_it_was(
    measured: cfsql.Database,
) -> None:
    before = everything(measured)
    with pytest.raises(Stop):
        measured.experiment(
            tables=["first"], seed=1, repeats=2, sample=5, progress=Stopping()
        )
    assert everything(measured) == before


@pytest.mark.parametrize("relation", list(CONTRACT))
def test_a_run_that_cannot_be_stored_leaves_the_database_as_it_was(
    measured: cfsql.Database, monkeypatch: pytest.MonkeyPatch, relation: str
) -> None:
    add_rows = Session.add_rows

    def fail(session: Session, query: Any, table: str, **parameters: object) -> None:
        if relation in table:
            raise Stop
        add_rows(session, query, table, **parameters)

    with cfsql.connect() as empty:
        empty.load(frame_of(ONE_CLASS), table="t", label=-1)
        for database, name in ((measured, "first"), (empty, "t")):
            before = everything(database)
            with monkeypatch.context() as patch:
                patch.setattr(Session, "add_rows", fail)
                with pytest.raises(Stop):
                    database.experiment("hamming", tables=[name], seed=1, repeats=1)
            assert everything(database) == before
            database.experiment("hamming", tables=[name], seed=1, repeats=1)
            assert everything(database) != before


def test_what_cannot_be_meant_is_refused(measured: cfsql.Database) -> None:
    table = measured.table("first")
    before = everything(measured)
    refused: list[dict[str, Any]] = [{"sample": 0}, {"repeats": 0}, {"random": "all"}]
    for wrong in refused:
        (option,) = wrong
        with pytest.raises(WrongUse, match=f"{option}="):
            table.experiment("unique", **wrong)
    with pytest.raises(WrongUse, match="no experiment 'hammming'"):
        table.experiment("hammming")  # type: ignore[arg-type]
    assert everything(measured) == before
