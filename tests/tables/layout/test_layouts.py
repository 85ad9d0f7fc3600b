"""A database of another layout is refused, and its tables are carried over."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars as pl
import pytest

import cfsql
from cfsql.engines.duckdb import FILE_LAYOUT
from cfsql.errors import DatabaseUnavailable
from tests.support.commands import Run
from tests.support.refusals import NO_DATABASE, assert_refused

EVERY_COMMAND = (
    ("tables",),
    ("explain", "--table", "loans", "--row", "1"),
    ("rank", "--table", "loans"),
    ("drop", "loans"),
    ("sql", "select 1"),
)


@pytest.fixture
def fourth(tmp_path: Path) -> Path:
    """A file of layout 4: what it holds of three tables, without their results.

    `loans` has intervals, an ignored column, declarations, a row without a label, and
    lost its rows 5 and 8; `keyed` has ids of its own; `customers` is used in its place.
    """
    path = tmp_path / "old.duckdb"
    script = Path(__file__).with_name("fourth.sql").read_text(encoding="utf-8")
    with duckdb.connect(str(path)) as connection:
        connection.execute(script)
    return path


def rows(path: Path, statement: str) -> list[tuple[object, ...]]:
    """What a plain client reads."""
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(statement).fetchall()


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=lambda command: command[0])
def test_an_older_layout_is_refused_with_the_command_that_carries_it_over(
    run: Run, fourth: Path, command: tuple[str, ...]
) -> None:
    before = fourth.read_bytes()
    done = run(*command, "--db", "old.duckdb")
    assert_refused(
        done,
        NO_DATABASE,
        f"in layout 4, and this is {FILE_LAYOUT}; carry each table over with: "
        "cfsql load",
    )
    assert "old.duckdb --from customers --db NEW.duckdb" in done.stderr
    assert fourth.read_bytes() == before


def test_data_and_declarations_are_carried_over(run: Run, fourth: Path) -> None:
    before = fourth.read_bytes()
    done = run("load", "old.duckdb", "--from", "loans", "--db", "new.duckdb")
    assert done.returncode == 0, done.stderr
    assert fourth.read_bytes() == before
    new = fourth.with_name("new.duckdb")
    assert rows(new, "from loans") == rows(fourth, "from loans")
    assert rows(new, "from cf.declared order by all") == rows(
        fourth, "from cf.declared order by all"
    )
    said = (
        "select label_column, id_column, ignored_columns, bins "
        "from cf_internal.tables where table_name = 'loans'"
    )
    assert rows(new, said) == rows(fourth, said)
    answer = run("explain", "--table", "loans", "--row", "6", "--db", "new.duckdb")
    assert answer.returncode == 0, answer.stderr


def test_ids_of_rows_that_are_gone_are_not_given_again(fourth: Path) -> None:
    with cfsql.connect() as database:
        table = database.load(fourth, from_="loans")
        table.rank()
        more = {"age": 35, "income": "high", "sex": "male", "city": "Ulm"}
        table.append(pl.DataFrame([{**more, "loan": "granted"}]))
        ids = database.sql("select row_id from loans order by row_id").fetchall()
        assert [id for (id,) in ids] == [1, 2, 3, 4, 6, 7, 9]
        assert database.table("loans").check_fresh().hold


def test_ids_of_the_table_stay_its_ids(run: Run, fourth: Path) -> None:
    with cfsql.connect() as database:
        keyed = database.load(fourth, from_="keyed")
        customers = database.load(fourth, from_="customers")
        assert (keyed.facts.id, keyed.facts.label) == ("key", "y")
        assert (customers.facts.id, customers.facts.place) == ("customer_id", None)
        assert keyed.explain("a").sentence
        assert customers.explain("k1").sentence
        assert database.load(fourth, from_="crm.customers", replace=True).name == (
            "customers"
        )


def test_what_is_said_anew_holds(run: Run, fourth: Path) -> None:
    with cfsql.connect() as database:
        table = database.load(
            fourth,
            from_="loans",
            table="other",
            label="city",
            ignore="loan",
            bins={"age": [40]},
            immutable="age",
        )
        assert table.name == "other"
        assert (table.facts.label, table.facts.ignored) == ("city", ["loan"])
        assert table.facts.bins == {"age": "40"}
        assert table.declared.options == {"immutable": ["age"]}
        ids = database.sql("select row_id from other order by row_id").fetchall()
        assert [id for (id,) in ids] == [1, 2, 3, 4, 6, 7]


def test_a_carried_table_is_read_again_from_its_file(fourth: Path) -> None:
    with cfsql.connect() as database:
        table = database.load(fourth, from_="loans")
        table.rank()
        with duckdb.connect(str(fourth)) as connection:
            connection.execute("update loans set income = 'high' where row_id = 1")
        done = table.refresh()
        assert (done.n_added, done.n_removed) == (1, 1)
        assert database.table("loans").check_fresh().hold


def test_a_table_of_a_file_of_today_is_carried_over_too(run: Run, loaded: Run) -> None:
    assert loaded("remove", "--table", "recidivism", "--rows", "8").returncode == 0
    done = run("load", "cfsql.duckdb", "--db", "new.duckdb")
    assert done.returncode == 0, done.stderr
    found = run("sql", "select max(row_id) from recidivism", "--db", "new.duckdb")
    assert "7" in found.stdout
    query = ("--sql", "from recidivism", "--table", "t")
    done = run("load", "cfsql.duckdb", *query, "--db", "b.duckdb")
    assert "use it as such with --id row_id" in done.stderr


@pytest.mark.parametrize("layout", [3, 99])
def test_a_layout_that_nobody_here_knows_is_not_carried_over(
    run: Run, fourth: Path, layout: int
) -> None:
    with duckdb.connect(str(fourth)) as connection:
        connection.execute(f"update cf_internal.layout set layout = {layout}")
    done = run("load", "old.duckdb", "--from", "loans")
    assert_refused(done, NO_DATABASE, "cannot carry over")


def test_a_newer_layout_is_refused_with_the_version_that_is_needed(
    run: Run, example_csv: Path, tmp_path: Path
) -> None:
    run("load", example_csv)
    path = tmp_path / "cfsql.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            "create or replace table cf_internal.layout as "
            "select 99 as layout, '7.1.0' as version"
        )
    for command in EVERY_COMMAND:
        assert_refused(run(*command), NO_DATABASE, "open it with cfsql 7.1.0 or newer")
    with pytest.raises(DatabaseUnavailable, match=r"cfsql 7\.1\.0 or newer"):
        cfsql.connect(path)
    with duckdb.connect(str(path)) as connection, pytest.raises(DatabaseUnavailable):
        cfsql.connect(connection)


def test_a_file_knows_its_layout_and_who_wrote_it(
    run: Run, example_csv: Path, tmp_path: Path
) -> None:
    run("load", example_csv)
    found = rows(
        tmp_path / "cfsql.duckdb", "select layout, version from cf_internal.layout"
    )
    assert found == [(FILE_LAYOUT, cfsql.__version__)]


def test_functions_are_stored_again_only_where_they_are_others(
    run: Run, example_csv: Path, tmp_path: Path
) -> None:
    run("load", example_csv)
    told = run("rank", "--table", "recidivism", "--show-sql").stderr
    assert 'macro "cfsql"."cf"."explain"' in told
    assert 'macro "cfsql"."cf_internal"."changes_text"' not in told
    path = tmp_path / "cfsql.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("drop macro cf_internal.changes_text")
        connection.execute("update cf_internal.layout set kept_functions = 'other'")
    run("rank", "--table", "recidivism")
    assert rows(path, "select cf_internal.changes_text([]) as said") == [("",)]
