"""Tables and queries of other DuckDB and SQLite files."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import duckdb
import pytest

import cfsql
from tests.support.commands import Run
from tests.support.refusals import FAILED, WRONG_USE, assert_refused

ANSWER = "row 1: Med → Low as row 2 (power 3"


@pytest.mark.parametrize(
    "arguments",
    [
        ("shop.duckdb", "--from", "visits"),
        ("shop.duckdb", "--from", "main.VISITS"),
        ("shop.duckdb", "--sql", "select * exclude (customer_id) from crm.customers"),
        ("app.sqlite", "--from", "loans"),
        ("app.sqlite", "--from", "LOANS"),
        ("app.sqlite", "--sql", "select * from loans;"),
    ],
    ids=" ".join,
)
def test_it_is_loaded_and_ranked(
    run: Run, shop: Path, app: Path, arguments: tuple[str, ...]
) -> None:
    before = shop.read_bytes(), app.read_bytes()
    done = run("load", *arguments, "--table", "t")
    assert done.returncode == 0, done.stderr
    assert "copied into cfsql.duckdb as t" in done.stderr
    assert ANSWER in run("rank", "--table", "t").stdout
    assert ANSWER in run("rank", *arguments).stdout
    assert (shop.read_bytes(), app.read_bytes()) == before


def test_it_goes_by_the_name_of_the_table(run: Run, shop: Path, app: Path) -> None:
    for file, name in ((shop, "crm.young"), (app, "men")):
        assert run("load", file, "--from", name).returncode == 0
    listed = run("tables").stdout
    assert "young" in listed
    assert "men" in listed


def test_the_only_table_needs_no_name(tmp_path: Path) -> None:
    path = tmp_path / "one.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create schema s; create table s.t as select 1 as a, 2 as y")
    assert cfsql.connect().load(path, label="y").name == "t"


def test_the_database_itself_by_its_path_is_in_place(run: Run, shop: Path) -> None:
    done = run("load", shop, "--from", "visits", "--db", shop)
    assert "used where it is and not copied" in done.stderr


def test_it_is_read_again(shop: Path, app: Path) -> None:
    database = cfsql.connect()
    table = database.load(shop, from_="crm.customers", label="score", id="customer_id")
    loans = database.load(app, from_="loans", label="score")
    table.rank()
    with duckdb.connect(str(shop)) as connection:
        connection.execute("update crm.customers set sex = 'x' where customer_id = 101")
    lite = sqlite3.connect(app)
    lite.execute("delete from loans where age = '25-45'")
    lite.commit()
    lite.close()
    assert table.change is None, "a copy is as it was"
    assert table.refresh().n_changed == 1
    assert loans.refresh().n_removed == 1
    ((sex,),) = database.sql("select sex from customers where row_id = 101").fetchall()
    assert sex == "x"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("shop.duckdb",), WRONG_USE, "which table of shop.duckdb?"),
        (("shop.duckdb", "--from", "crm.custmers"), WRONG_USE, "'crm.customers'?"),
        (
            ("shop.duckdb", "--sql", "select 1; select 2"),
            WRONG_USE,
            "one statement, not 2",
        ),
        (("shop.duckdb", "--sql", "drop table visits"), WRONG_USE, "this is DROP"),
        (("shop.duckdb", "--sql", "from nothing"), WRONG_USE, "does not exist"),
        (("app.sqlite",), WRONG_USE, "loans and men"),
        (("app.sqlite", "--from", "lones"), WRONG_USE, "did you mean 'loans'?"),
        (("app.sqlite", "--sql", "selec 1"), WRONG_USE, "syntax error"),
        (("app.sqlite", "--sql", "delete from loans"), WRONG_USE, "syntax error"),
        (("nothing.sqlite", "--from", "x"), WRONG_USE, "no file nothing.sqlite"),
        (("plain.csv", "--from", "x"), WRONG_USE, "plain.csv is none"),
        (("plain.csv", "--sql", "select 1"), WRONG_USE, "plain.csv is none"),
        (("app.sqlite", "--from", "men", "--names", "a"), WRONG_USE, "is for CSV"),
        (("cut.sqlite", "--from", "x"), FAILED, "cut.sqlite"),
        (("cut.duckdb", "--from", "x"), FAILED, "cannot open cut.duckdb"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_is_wrong_is_one_line(
    run: Run,
    shop: Path,
    app: Path,
    arguments: tuple[str, ...],
    code: int,
    said: str,
) -> None:
    (shop.parent / "plain.csv").write_text("a,b\n1,x\n")
    (shop.parent / "cut.sqlite").write_bytes(app.read_bytes()[:300])
    (shop.parent / "cut.duckdb").write_bytes(shop.read_bytes()[:5000])
    assert_refused(run("load", *arguments, "--table", "t"), code, said)


def test_rows_of_any_source_are_appended(run: Run, shop: Path, app: Path) -> None:
    assert run("load", app, "--from", "loans", "--db", shop).returncode == 0
    assert run("rank", "--table", "loans", "--db", shop).returncode == 0
    for given in (
        ("table:visits",),
        (app, "--from", "men"),
        (app, "--sql", "select * from loans limit 2"),
        ("--sql", "select * exclude (customer_id) from crm.young"),
    ):
        done = run("append", *given, "--table", "loans", "--db", shop)
        assert done.returncode == 0, done.stderr
    with cfsql.connect(shop) as database:
        table = database.table("loans")
        assert table.facts.n_rows == 8 + 8 + 3 + 2 + 5
        assert table.check_fresh().hold
    done = run("append", "--table", "loans", "--db", shop)
    assert_refused(done, WRONG_USE, "Give a SOURCE")
    done = run("refresh", "loans", app, "--from", "loans", "--db", shop)
    assert "loans: 18 rows removed, 8 rows now" in done.stdout


# The types of SQLite.


def test_what_a_column_of_sqlite_holds_decides_its_type(tmp_path: Path) -> None:
    path = tmp_path / "mixed.db"
    connection = sqlite3.connect(path)
    connection.execute(
        "create table t (whole integer, halves real, words text, numbers, mixed, "
        "long, none text, bytes blob, y)"
    )
    connection.executemany(
        "insert into t values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (1, 0.5, "a", 1, 1, 2**60 + 1, None, b"\0", "p"),
            (None, 2, "01", 2.5, "x", 0.5, None, b"\1", "q"),
            (-3, None, None, None, b"\xff", None, None, None, "q"),
        ],
    )
    connection.commit()
    connection.close()
    database = cfsql.connect()
    database.load(path, label="y")
    described = database.sql("describe t").fetchall()
    assert {name: kind for name, kind, *_ in described} == {
        "row_id": "BIGINT",
        "whole": "BIGINT",
        "halves": "DOUBLE",
        "words": "VARCHAR",
        "numbers": "DOUBLE",
        "mixed": "VARCHAR",
        "long": "VARCHAR",
        "none": "VARCHAR",
        "bytes": "BLOB",
        "y": "VARCHAR",
    }
    assert database.sql(
        "select words, mixed, long from t order by row_id"
    ).fetchall() == [
        ("a", "1", str(2**60 + 1)),
        ("01", "x", "0.5"),
        (None, "ff", None),
    ]


def test_many_rows_of_sqlite_come_in_batches(tmp_path: Path) -> None:
    path = tmp_path / "long.db"
    connection = sqlite3.connect(path)
    connection.execute("create table t (a, b, y)")
    rows = [(n % 7, f"v{n % 3}", n % 2) for n in range(25_000)]
    connection.executemany("insert into t values (?, ?, ?)", rows)
    connection.commit()
    connection.close()
    database = cfsql.connect()
    database.load(path, label="y")
    assert database.sql("select a, b, y from t order by row_id").fetchall() == rows
