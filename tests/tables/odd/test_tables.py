"""Tables may have any name."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import cfsql
from cfsql.engines.identifiers import quote
from tests.support.commands import Run
from tests.tables.odd.answers import BOTH, all_of, answers_of, smallest

ODD_TABLES = [
    "my table",
    'my "odd" table',
    "it's",
    "a.b",
    "select",
    "UPPER",
    "日本",
    "a/b",
    "a; drop table b",
    "cf.runs",
    # What cfsql calls its own relations.
    "instances",
    "population",
    "texts",
    "features",
    "cases",
    "balls",
    "tables",
    "ranked",
]


@pytest.mark.parametrize("name", ODD_TABLES)
def test_a_table_may_have_any_name(tmp_path: Path, name: str) -> None:
    with cfsql.connect() as database:
        table = database.load(smallest(), table=name, label=-1)
        assert answers_of(table) == BOTH
        assert f"Row 1 of {name}: y is p" in all_of(table)
        assert database.table(name.swapcase()).name == name
        ((explanation,),) = database.connection.execute(
            "select explanation from cf.explain(?, 1)", [name]
        ).fetchall()
        assert explanation == "a: 1 → 2"
        assert database.connection.execute(f"from {quote(name)}").fetchall() == [
            (1, 1, "x", "p"),
            (2, 2, "x", "q"),
        ]
        exported = [pl.read_parquet(path) for path in table.export(tmp_path / "out")]
        assert [len(frame) for frame in exported] == [2, 2, 2, 2]

        database.drop(name)

        left = database.connection.execute(
            "select table_name from duckdb_tables() union all select view_name from "
            "duckdb_views() where not internal and view_name not like 'file%' "
            "order by all"
        ).fetchall()
        assert left == [
            ("layout",),
            ("results",),
            ("runs",),
            ("sources",),
            ("tables",),
        ]


def test_an_odd_name_works_on_the_command_line(run: Run, tmp_path: Path) -> None:
    name = 'My "odd" table.v2'
    smallest().write_csv(tmp_path / f"{name}.csv")
    commands: list[tuple[str, ...]] = [
        ("load", f"{name}.csv"),
        ("rank", "--table", name, "--into", "It's"),
        ("explain", "--table", name, "--row", "1"),
        ("describe", name),
        ("export", "--table", name, "--out", "out"),
        ("drop", name),
    ]

    done = {arguments[0]: run(*arguments) for arguments in commands}

    assert {name: each.returncode for name, each in done.items()} == dict.fromkeys(
        done, 0
    )
    assert f"Row 1 of {name}" in done["explain"].stdout
    assert "out/It's_ranked.parquet" in done["export"].stdout


def test_tables_called_like_relations_of_cfsql_can_be_asked_together() -> None:
    names = ("instances", "population", "texts", "features", "cases", "balls")
    with cfsql.connect() as database:
        for name in names:
            database.load(smallest(), table=name, label=-1)

        for name in names:
            assert answers_of(database.table(name)) == BOTH


@pytest.mark.parametrize("name", ["instances", "cases", "features", "population"])
def test_a_condition_sees_the_tables_of_the_user(name: str) -> None:
    with cfsql.connect() as database:
        database.load(pl.DataFrame({"who": [2], "y": ["p"]}), table=name, label=-1)
        table = database.load(smallest(), table="small", label=-1)

        ranking = table.rank(where=f"a in (select who from {name})")

        assert ranking.summary.pl()["row_id"].to_list() == [2]
