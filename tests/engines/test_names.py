"""Temporary names of a session hide no table of the user's."""

from __future__ import annotations

from pathlib import Path

import duckdb

import cfsql
from cfsql import example
from cfsql.engines.queries import queries, steps

_MAKING = ("stage", "append", "view")


def test_a_view_over_tables_with_our_names_is_answered_from_these(
    tmp_path: Path,
) -> None:
    csv = tmp_path / "recidivism.csv"
    csv.write_text(example.CSV)
    connection = duckdb.connect(str(tmp_path / "own.duckdb"))
    with cfsql.connect(connection) as database:
        database.load(csv, label=example.LABEL).rank()
        ranked = connection.sql("from recidivism_ranked order by all").fetchall()
        made = (each for step in steps() for each in queries(step))
        for name in {each.relation for each in made if each.kind in _MAKING}:
            connection.execute(
                f"create table {name} as select row_id as id, * exclude (row_id) "
                "from recidivism"
            )
        connection.execute("create view people as from main.cases")
        people = database.load("table:people", label=example.LABEL, id="id")
        people.rank()
        answers = connection.sql("from people_ranked order by all").fetchall()
        assert answers == ranked
        people.rank(where=["id in (select id from labels where id < 3)"])
        found = connection.sql("select row_id from people_summary order by all")
        assert found.fetchall() == [(1,), (2,)]
        listed = database.sql("select count(*) from cases").fetchall()
        assert listed == [(8,)]
