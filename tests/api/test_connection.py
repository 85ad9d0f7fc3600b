"""A connection of the caller's: nothing of theirs is lost, read wrong or changed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

import cfsql
from cfsql import example
from cfsql.errors import CfsqlError, WrongUse


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """The caller's."""
    with duckdb.connect() as connection:
        yield connection


@pytest.fixture
def table(connection: duckdb.DuckDBPyConnection, example_csv: Path) -> cfsql.Table:
    """The running example, loaded there."""
    return cfsql.connect(connection).load(example_csv, label="score")


def rows(connection: duckdb.DuckDBPyConnection, query: str) -> list[Any]:
    return connection.execute(query).fetchall()


# Threads.


@pytest.mark.parametrize("is_given", [True, False], ids=["given", "own"])
def test_threads_share_a_database(example_csv: Path, is_given: bool) -> None:
    database = cfsql.connect(duckdb.connect()) if is_given else cfsql.connect()
    table = database.load(example_csv, label="score")
    expected = table.rank().pl()
    numbers = pl.DataFrame({"n": range(5000), "y": [n % 2 for n in range(5000)]})
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for _ in range(3):
                ranking = table.rank(into=f"by_{number}")
                assert ranking.pl().equals(expected)
                assert len(ranking.summary) == 8
                assert table.explain(1).optimal_id == 2
                table.dry_run()
                # Rows keep the order of their source while others rank.
                name = f"numbers_{number}"
                database.load(numbers, table=name, label="y", replace=True)
                found = database.connection.cursor().execute(
                    f"select count(*) from {name} where row_id <> n + 1"
                )
                assert found.fetchall() == [(0,)]
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(database.rankings()) == 5


def test_a_connection_that_is_busy_is_not_waited_for(
    connection: duckdb.DuckDBPyConnection, table: cfsql.Table
) -> None:
    connection.execute("select * from range(100_000)")
    assert connection.fetchone() == (0,)
    assert table.explain(1).optimal_id == 2
    ranking = table.rank()
    assert ranking.summary.pl().height == len(ranking.summary.relation()) == 8
    assert len(connection.fetchall()) == 99_999
    connection.execute("select * from range(100_000)")
    with pytest.raises(CfsqlError, match="cannot be used") as error:
        cfsql.connect(connection)
    assert "\n" not in str(error.value)
    assert len(connection.fetchall()) == 100_000


# Transactions.


def asked(table: cfsql.Table) -> dict[str, Callable[[], object]]:
    return {
        "load": lambda: table.database.load(
            pl.DataFrame({"a": [1, 2], "y": [1, 2]}), label="y"
        ),
        "rank": table.rank,
        "why": table.why_rows,
        "audit": lambda: table.audit(["sex"]),
        "experiment": lambda: table.experiment("unique", sample=4, repeats=1),
        "drop": lambda: table.database.drop(table.name),
    }


@pytest.mark.parametrize("is_aborted", [False, True], ids=["open", "aborted"])
def test_in_an_open_transaction_nothing_is_stored_committed_or_lost(
    connection: duckdb.DuckDBPyConnection, table: cfsql.Table, is_aborted: bool
) -> None:
    database = table.database
    connection.begin()
    connection.execute("create table mine as select 42 as answer")
    if is_aborted:
        with pytest.raises(duckdb.Error):
            connection.execute("select error('no')")
    for name, ask in asked(table).items():
        with pytest.raises(WrongUse, match="open transaction") as error:
            ask()
        assert "commit it or roll it back" in str(error.value), name
    assert table.explain(1).optimal_id == 2
    assert table.why(1).factuals
    if not is_aborted:
        assert rows(connection, "from mine") == [(42,)]
    assert "mine" not in str(rows(connection.cursor(), "show tables"))
    connection.rollback()
    assert database.rankings() == []
    assert rows(connection, "show tables") == [("recidivism",)]
    table.rank()


def test_a_transaction_is_still_the_caller_s_to_commit(
    connection: duckdb.DuckDBPyConnection, table: cfsql.Table
) -> None:
    connection.begin()
    connection.execute("create table mine as select 42 as answer")
    with pytest.raises(WrongUse, match="open transaction"):
        table.rank()
    assert cfsql.connect(connection.cursor()).table("recidivism").rank() is not None
    connection.commit()
    assert rows(connection, "from mine") == [(42,)]
    assert rows(connection, "select count(*) from recidivism_ranked") == [(21,)]


def test_rows_of_an_open_transaction_can_be_loaded_once_it_is_done(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    database = cfsql.connect(connection)
    connection.begin()
    connection.execute(
        "create table source as select i as a, i as y from range(3) t(i)"
    )
    relation = connection.table("source")
    with pytest.raises(WrongUse, match="open transaction"):
        database.load(relation, label="y", table="t")
    connection.commit()
    assert database.load(relation, label="y", table="t").facts.n_rows == 3


# Names.

OURS = [
    "recidivism",
    "recidivism_ranked",
    "recidivism_summary",
    "ranked",
    "summary",
    "minimal",
    "instances",
    "incoming",
    "source_rows",
    "tables",
    "runs",
]


def test_temporary_tables_named_like_ours_are_neither_read_nor_changed(
    connection: duckdb.DuckDBPyConnection, example_csv: Path
) -> None:
    for name in OURS:
        connection.execute(f"create temp table {name} as select 42 as answer")
    connection.execute("create temp macro typicality(a, b) as 'theirs'")
    connection.execute("create temp view recidivism_optimal as select 42 as answer")
    database = cfsql.connect(connection)
    table = database.load(example_csv, label="score")
    ranking = table.rank()
    assert ranking.summary.pl()["optimal_id"][0] == 2
    assert len(ranking) == ranking.relation().pl().height == 21
    assert ranking.optimal.pl().columns == ranking.pl().columns
    assert table.explain(1).optimal_id == 2
    assert table.why(1).factuals
    assert ranking.overview().n_rows == 8
    for name in OURS:
        assert rows(connection, f"from temp.main.{name}") == [(42,)], name
    assert rows(connection, "select typicality(1, 2)") == [("theirs",)]


# Settings.

SETTINGS = {
    "TimeZone": "'Asia/Tokyo'",
    "threads": "1",
    "preserve_insertion_order": "false",
    "memory_limit": "'1GiB'",
    "default_order": "'desc'",
    "default_null_order": "'nulls_first'",
    "enable_progress_bar": "false",
    "search_path": "'main'",
}


def test_settings_are_as_they_were_and_change_no_answer(
    connection: duckdb.DuckDBPyConnection, example_csv: Path
) -> None:
    for name, value in SETTINGS.items():
        connection.execute(f"set {name} = {value}")
    before = rows(connection, "select name, value from duckdb_settings() order by name")
    table = cfsql.connect(connection).load(example_csv, label="score")
    ranking = table.rank()
    table.why_rows()
    table.audit(["sex"])
    table.experiment("unique", sample=4, repeats=2)
    assert (
        rows(connection, "select name, value from duckdb_settings() order by name")
        == before
    )
    plain = cfsql.connect().load(example_csv, label="score").rank()
    assert ranking.pl().equals(plain.pl())
    assert ranking.summary.pl().equals(plain.summary.pl())


def test_a_failure_inside_leaves_the_settings_as_they_were(
    connection: duckdb.DuckDBPyConnection, table: cfsql.Table
) -> None:
    asked = "select name, value from duckdb_settings() order by name"
    before = rows(connection, asked)
    with pytest.raises(CfsqlError):
        table.rank(require="cast(b.sex as int) > 1")
    assert rows(connection, asked) == before


@pytest.mark.parametrize(
    "given", [{"threads": 1}, {"memory_limit": "1GB"}, {"read_only": True}]
)
def test_settings_of_a_file_are_refused_with_a_connection(
    connection: duckdb.DuckDBPyConnection, given: dict[str, Any]
) -> None:
    (name,) = given
    with pytest.raises(WrongUse, match=f"{name}= is for a path"):
        cfsql.connect(connection, **given)


# Schemas.


def test_tables_are_in_the_schema_that_was_current(
    connection: duckdb.DuckDBPyConnection, example_csv: Path
) -> None:
    connection.execute("create schema other")
    connection.execute("use other")
    database = cfsql.connect(connection)
    table = database.load(example_csv, label="score")
    table.rank()
    # What the caller does later changes nothing here.
    connection.execute("use main")
    ranking = table.rank()
    assert ranking.pl().height == ranking.relation().pl().height == 21
    assert table.explain(1).optimal_id == 2
    assert table.why_rows().pl().height > 0
    assert rows(connection, "select count(*) from other.recidivism_ranked") == [(21,)]
    assert rows(connection, "select current_schema()") == [("main",)]
    assert "recidivism" not in str(rows(connection, "show tables"))


def test_a_table_of_another_schema_is_named_with_it(
    connection: duckdb.DuckDBPyConnection, example_csv: Path
) -> None:
    connection.execute("create schema other")
    connection.execute("use other")
    cfsql.connect(connection).load(example_csv, label="score")
    connection.execute("use main")
    database = cfsql.connect(connection)
    with pytest.raises(WrongUse, match="was loaded in the schema other"):
        database.table("recidivism")
    with pytest.raises(WrongUse, match="was loaded in the schema other"):
        database.load(example_csv, label="score", replace=True)
    assert rows(connection, "select count(*) from other.recidivism") == [(8,)]
    assert database.load(example_csv, label="score", table="mine").rank() is not None


def test_an_attached_database_may_be_the_current_one(
    connection: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    connection.execute(f"attach '{tmp_path / 'people.duckdb'}' as people")
    connection.execute("use people")
    (tmp_path / "recidivism.csv").write_text(example.CSV, encoding="utf-8")
    table = cfsql.connect(connection).load(tmp_path / "recidivism.csv", label="score")
    connection.execute("use memory")
    assert table.rank().pl().height == 21
    assert rows(connection, "select count(*) from people.recidivism_ranked") == [(21,)]
    assert rows(connection, "show tables") == []
