"""What an audit stores."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import cfsql
from cfsql.errors import WrongUse
from cfsql.tables.catalog import AUDIT
from tests.questions.audit.scores import SCORES


def test_the_tables_are_described_replaced_and_dropped() -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores", label=-1)
        table.audit(["sex"])
        names = {f"scores_{relation}" for relation in AUDIT.relations}
        undescribed = database.sql(
            "select table_name, column_name from duckdb_columns() where comment is "
            "null and table_name like 'scores\\_audit\\_%' escape '\\'"
        ).fetchall()
        assert undescribed == []
        described = database.sql(
            "select table_name from duckdb_tables() where comment is not null union "
            "select view_name from duckdb_views() where comment is not null"
        ).fetchall()
        assert names <= {name for (name,) in described}
        assert database.audits()[0].protected == ["sex"]
        table.audit(["race"], replace=True)
        assert [each.protected for each in database.audits()] == [["race"]]
        table.rank()
        assert database.audits() == []
        table.audit(["race"])
        assert names <= set(database.drop("scores"))
        left = database.sql(
            "select table_name from duckdb_tables() where schema_name in "
            "('main', 'cf_internal')"
        ).fetchall()
        assert {name for (name,) in left} == {
            *("layout", "results", "sources", "tables"),
        }


def test_a_name_that_is_taken_is_refused_before_anything_is_ranked() -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores", label=-1)
        database.connection.execute("create table scores_audit_labels as select 1 as n")
        with pytest.raises(WrongUse, match="another name with rank\\(into=…\\)"):
            table.audit()
        assert database.results() == []


def test_a_ranking_of_another_name_has_an_audit_of_its_own(tmp_path: Path) -> None:
    with cfsql.connect() as database:
        table = database.load(SCORES, table="scores", label=-1)
        table.rank(limit=2, into="few")
        found = database.ranking("few").audit(["sex"])
        assert (found.name, found.table, found.n_rows) == ("few", "scores", 2)
        assert [each.name for each in database.audits()] == ["few"]
        written = {Path(path).stem for path in table.export(tmp_path)}
        assert "few_audit_unequal" in written
        assert pl.read_parquet(tmp_path / "few_audit_unequal.parquet").height == 1
