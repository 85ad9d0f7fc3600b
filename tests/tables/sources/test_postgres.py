"""Tables of PostgreSQL, read from a server that the tests start."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import cfsql
from cfsql.errors import CfsqlError, Stale, UnknownName, WrongUse
from tests.support.commands import Run
from tests.support.postgres_server import PASSWORD, PostgresServer, serving_postgres
from tests.support.refusals import FAILED, WRONG_USE, assert_refused
from tests.tables.sources.conftest import COLUMNS, ROWS

pytestmark = pytest.mark.postgres

VALUES = ", ".join(
    f"({place}, {', '.join(repr(value) for value in row)})"
    for place, row in enumerate(ROWS, start=1)
)


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """A server with the running example, a view, and a table of all types."""
    with serving_postgres() as running:
        running.run(
            "create table loans (id int primary key, sex text, age text, race text, "
            "degree text, recid text, score text)",
            f"insert into loans values {VALUES}",
            "create view young as select * from loans where age <> '>45'",
            "create schema crm",
            f'create table crm."Odd names" as select {COLUMNS} from loans',
        )
        yield running


@pytest.fixture
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the server asks for, where libpq looks for it."""
    monkeypatch.setenv("PGPASSWORD", PASSWORD)


def test_a_table_is_ranked_as_the_file_is(
    run: Run, server: PostgresServer, password: None
) -> None:
    done = run("load", server.address(), "--from", "public.loans", "--id", "id")
    assert done.returncode == 0, done.stderr
    assert "copied into cfsql.duckdb as loans" in done.stderr
    assert "loans: 8 rows, 5 features, label score" in done.stdout
    done = run("rank", "--table", "loans")
    assert "row 1: Med → Low as row 2 (power 3" in done.stdout
    in_memory = run("rank", server.address(), "--from", "loans", "--id", "id")
    assert "row 1: Med → Low as row 2 (power 3" in in_memory.stdout


def test_a_query_and_odd_names(server: PostgresServer, password: None) -> None:
    database = cfsql.connect()
    table = database.load(
        server.address(), sql="select * from young;", table="young", label="score"
    )
    assert table.facts.n_rows == 5
    odd = database.load(server.address(), from_="crm.Odd names", label="score")
    assert (odd.name, odd.facts.n_rows) == ("Odd names", 8)


def test_a_view_is_read_again(server: PostgresServer, password: None) -> None:
    server.run("create table daily as select * from loans")
    database = cfsql.connect()
    table = database.load(server.address(), from_="daily", label="score", id="id")
    table.rank()
    server.run(
        "delete from daily where id = 3",
        "insert into daily values (9, 'male', '<25', 'Asian', 'F', 'No', 'Low')",
        "update daily set race = 'Asian' where id = 6",
    )
    update = table.refresh()
    assert (update.n_added, update.n_removed, update.n_changed) == (1, 1, 1)
    fresh = cfsql.connect().load(
        server.address(), from_="daily", label="score", id="id"
    )
    order = "order by row_id, counterfactual_id"
    assert_frame_equal(
        database.sql(f"from daily_ranked {order}").pl(),
        fresh.rank().relation().order("row_id, counterfactual_id").pl(),
    )
    server.run("drop table daily")


def test_values_of_every_type_are_what_the_server_says(
    server: PostgresServer, password: None
) -> None:
    server.run(
        "create type mood as enum ('sad', 'ok')",
        "create table kinds (id int, amount numeric(10, 2), free numeric, day date, "
        "at timestamp, zoned timestamptz, key uuid, doc jsonb, list int[], span "
        "interval, bytes bytea, letters char(3), clock time, small real, cash money, "
        "net inet, feel mood, big bigint, yes bool, y text)",
        "insert into kinds values (1, 12.50, 1.25, '2020-01-02', "
        "'2020-01-02 03:04:05', '2020-01-02 03:04:05+02', "
        "'00000000-0000-0000-0000-000000000001', "
        "'{\"a\": 1}', array[1, 2], '1 month', '\\x01', 'abc', '10:00', 1.5, '3.5', "
        "'10.0.0.1', 'ok', 9007199254740993, true, 'a')",
        "insert into kinds (id, amount, day, at, y) "
        "values (2, null, 'infinity', '-infinity', 'b')",
    )
    database = cfsql.connect()
    database.load(server.address(), from_="kinds", label="y")
    described = database.sql("describe kinds").fetchall()
    assert {name: kind for name, kind, *_ in described} == {
        "row_id": "BIGINT",
        "id": "INTEGER",
        "amount": "DECIMAL(10,2)",
        "free": "DOUBLE",
        "day": "DATE",
        "at": "TIMESTAMP",
        "zoned": "TIMESTAMP WITH TIME ZONE",
        "key": "UUID",
        "doc": "JSON",
        "list": "INTEGER[]",
        "span": "INTERVAL",
        "bytes": "BLOB",
        "letters": "VARCHAR",
        "clock": "TIME",
        "small": "FLOAT",
        "cash": "VARCHAR",
        "net": "VARCHAR",
        "feel": "VARCHAR",
        "big": "BIGINT",
        "yes": "BOOLEAN",
        "y": "VARCHAR",
    }
    texts = database.sql("select columns(*)::varchar from kinds order by row_id")
    first, second = texts.fetchall()
    assert first == (
        "1", "1", "12.50", "1.25", "2020-01-02", "2020-01-02 03:04:05",
        "2020-01-02 01:04:05+00", "00000000-0000-0000-0000-000000000001", '{"a": 1}',
        "[1, 2]", "1 month", "\\x01", "abc", "10:00:00", "1.5", "$3.50",
        "10.0.0.1/32", "ok", "9007199254740993", "true", "a",
    )  # fmt: skip
    assert second[4:6] == ("infinity", "-infinity")
    assert set(second[6:-1]) == {None}


def test_a_number_that_is_none_leaves_the_column_a_text(
    server: PostgresServer, password: None
) -> None:
    server.run(
        "create table odd_numbers as select * from "
        "(values (1.5::numeric(5, 1), 'a'), ('nan'::numeric(5, 1), 'b')) as n (x, y)"
    )
    database = cfsql.connect()
    database.load(server.address(), from_="odd_numbers", label="y")
    found = database.sql(
        "select x::varchar from odd_numbers order by row_id"
    ).fetchall()
    assert [text.lower() for (text,) in found] == ["1.5", "nan"]


def test_many_rows_come_in_batches(server: PostgresServer, password: None) -> None:
    server.run(
        "create table many as select n, n % 3 as a, n % 5 as b, "
        "case when n % 2 = 0 then 'x' else 'y' end as label "
        "from generate_series(1, 200000) as n"
    )
    table = cfsql.connect().load(server.address(), from_="many", label="label", id="n")
    assert table.facts.n_rows == 200_000
    ((total,),) = table.database.sql("select sum(row_id) from many").fetchall()
    assert total == 200_000 * 200_001 // 2


# Passwords.


def test_the_password_comes_from_a_file(
    run: Run, server: PostgresServer, tmp_path: Path
) -> None:
    words = tmp_path / "pgpass"
    words.write_text(f"*:*:*:cases:{PASSWORD}\n")
    words.chmod(0o600)
    done = run(
        "load",
        server.address(),
        "--from",
        "loans",
        PGPASSFILE=str(words),
        PGPASSWORD="",
    )
    assert done.returncode == 0, done.stderr


def assert_silent(done: subprocess.CompletedProcess[str], folder: Path) -> None:
    """The password is neither printed nor stored."""
    assert PASSWORD not in done.stdout + done.stderr
    for path in folder.iterdir():
        if path.suffix in (".duckdb", ".wal"):
            assert PASSWORD.encode() not in path.read_bytes()


def test_no_password_is_told_or_kept(
    run: Run, server: PostgresServer, password: None, tmp_path: Path
) -> None:
    folder = str(server.folder)
    for address in (
        f"postgresql://cases:{PASSWORD}@/postgres?host={folder}",
        f"postgres://cases:{PASSWORD}@localhost:5432/postgres",
        f"postgresql:///postgres?host={folder}&user=cases&password={PASSWORD}",
    ):
        for command in ("load", "rank"):
            done = run(command, address, "--from", "loans")
            assert_refused(done, WRONG_USE, "PGPASSWORD")
            assert_silent(done, tmp_path)
    for arguments in (
        (server.address(), "--from", "loans", "--show-sql"),
        (server.address(user="nobody"), "--from", "loans"),
        (server.address(database="nothing"), "--from", "loans"),
        (server.address(), "--sql", "select 1 / 0 as a, 2 as b", "--table", "t"),
    ):
        done = run("load", *arguments)
        assert_silent(done, tmp_path)
    with duckdb.connect(str(tmp_path / "cfsql.duckdb")) as connection:
        for table in ("cf.runs", "cf_internal.sources", "cf_internal.tables"):
            found = connection.sql(f"from {table}").fetchall()
            assert found
            assert PASSWORD not in str(found)


# What goes wrong.


def test_what_is_wrong_is_one_line(
    run: Run, server: PostgresServer, password: None
) -> None:
    here = server.address()
    for code, said, arguments in (
        (WRONG_USE, "did you mean 'loans'?", (here, "--from", "lones")),
        (WRONG_USE, "which table", (here,)),
        (WRONG_USE, 'relation "lones" does not exist', (here, "--sql", "from_ lones")),
        (WRONG_USE, "syntax error", (here, "--sql", "delete from loans")),
        (WRONG_USE, "give one of them", (here, "--from", "a", "--sql", "select 1")),
        (WRONG_USE, "--header is for CSV files", (here, "--from", "loans", "--header")),
        (FAILED, "does not exist", (server.address(database="x"), "--from", "loans")),
    ):
        given = [each.replace("from_ ", "select * from ") for each in arguments]
        assert_refused(run("load", *given, "--table", "t"), code, said)


def test_nothing_is_written_there(server: PostgresServer, password: None) -> None:
    database = cfsql.connect()
    for statement in (
        "insert into loans (id) values (99)",
        "select * from loans); delete from loans; select (1",
        "with gone as (delete from loans returning *) select * from gone",
    ):
        with pytest.raises(WrongUse):
            database.load(server.address(), sql=statement, table="t", label="score")
    table = database.load(server.address(), from_="loans", label="score", id="id")
    assert table.facts.n_rows == 8
    database.connection.execute("delete from loans where row_id = 1")
    with pytest.raises(Stale):
        table.explain(2)
    table.refresh(keep="source")
    assert database.table("loans").facts.n_rows == 8


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CfsqlError, match="cannot connect"):
        cfsql.connect().load(
            f"postgresql://cases@/postgres?host={tmp_path}", from_="x", label="y"
        )


def test_an_unknown_table_is_answered_with_the_nearest(
    server: PostgresServer, password: None
) -> None:
    with pytest.raises(UnknownName, match="did you mean 'young'"):
        cfsql.connect().load(server.address(), from_="yung", label="score")


def test_frames_of_it_are_those_of_the_driver(
    server: PostgresServer, password: None
) -> None:
    """A cursor of ADBC gives a stream of Arrow, which is a source, too."""
    from adbc_driver_postgresql import dbapi

    with dbapi.connect(server.address()) as connection, connection.cursor() as cursor:
        cursor.execute("select * from loans order by id")
        table = cfsql.connect().load(
            cursor.fetch_record_batch(), label="score", id="id"
        )
    assert table.database.sql("from data").pl().shape == (8, 8)
    assert isinstance(table.rank().summary.pl(), pl.DataFrame)


DELETING = "with gone as (delete from loans returning id) select id from gone"
# None of them may change the server, by what it says or by where it runs.
HOSTILE = [
    DELETING,
    f"({DELETING})",
    f"select * from ({DELETING}) as x",
    f"select ({DELETING})",
    "with other as (update loans set sex = 'x' returning id) select id from other",
    "with new as (insert into loans (id) values (99) returning id) select id from new",
    "with other as (merge into loans using (select 1 as id) as x on loans.id = x.id "
    "when matched then delete returning 1) select 1 from other",
    "delete from loans",
    "delete from loans returning id",
    "update loans set sex = 'x'",
    "insert into loans (id) values (99)",
    "truncate loans",
    "drop table loans",
    "alter table loans rename to other",
    "create table made as select 1 as id",
    "select 1 as id into made",
    "copy loans to '/tmp/made.csv'",
    "copy loans to program 'touch /tmp/made'",
    "do $$ begin delete from loans; end $$",
    "call emptied()",
    "select emptied()",
    "select id from loans for update",
    "lock table loans",
    "begin",
    "commit",
    "set transaction read write",
    "set session characteristics as transaction read write",
    "reset all",
    "notify made",
    "listen made",
    "vacuum loans",
    "analyze loans",
    "explain analyze delete from loans",
    "refresh materialized view made",
    "grant all on loans to public",
    "prepare made as delete from loans",
    "discard all",
    "select 1; delete from loans",
    "select 1) as x; commit; delete from loans; select * from (select 1 as id",
    "select 1) as x; delete from loans --",
    "select nextval('numbers') as id",
    "select \"nextval\" ('numbers') as id",
    "select pg_catalog.nextval('numbers') as id",
    "select ticked() as id",
    "select setval('numbers', 40) as id",
    "select lastval() as id",
    "select setseed(0.5)",
    "select set_config('transaction_read_only', 'off', false)",
    "select set_config('transaction_read_only', 'off', true), emptied()",
    "select pg_notify('made', 'x')",
    "select pg_advisory_lock(1)",
    "select pg_terminate_backend(pg_backend_pid())",
    "select pg_cancel_backend(pg_backend_pid())",
    "select pg_reload_conf()",
    "select pg_switch_wal()",
    "select pg_create_restore_point('made')",
    "select pg_stat_reset()",
    "select pg_rotate_logfile()",
    "select lo_create(7)",
    "select lo_import('/etc/hostname')",
    "select lo_from_bytea(7, 'x')",
    "select query_to_xml('delete from loans', true, true, '')",
    "select pg_logical_emit_message(true, 'made', 'x')",
]


def test_a_query_on_a_server_only_reads(
    tmp_path: Path, server: PostgresServer, password: None
) -> None:
    server.run(
        "create sequence numbers",
        "create function emptied() returns bigint language sql as "
        "'delete from loans; select 1::bigint'",
        "create function ticked() returns bigint language sql as "
        "'select nextval(''numbers'')'",
    )
    held = "select md5(string_agg(r::text, '|' order by id)) from loans as r"
    state = [
        held,
        "select last_value::text || is_called::text from numbers",
        "select string_agg(relname, ',' order by relname) from pg_class",
        "select count(*) from pg_largeobject_metadata",
    ]
    before = [server.read(each) for each in state]
    passed = []
    with cfsql.connect(tmp_path / "cases.duckdb") as database:
        for each in HOSTILE:
            try:
                database.load(server.address(), sql=each, label="id", table="made")
            except CfsqlError:
                continue
            passed.append(each)
    assert passed == []
    assert [server.read(each) for each in state] == before
