"""Whatever is done to a table by SQL, every door says that it is another one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

import cfsql
from cfsql.agents.tools import TOOLS
from cfsql.errors import Stale, WrongUse
from tests.support.commands import run_in
from tests.support.refusals import assert_refused, unchanged
from tests.support.ui_server import serving_pages
from tests.ui.reading import opened, text

# Copies without and with an id, and tables that are used where they are.
_ROWS = "(1, 'x', 5, 'p'), (2, 'y', 6, 'q'), (3, 'x', 7, 'p'), (4, 'y', 8, 'q')"
_MADE = f"""
    create table written as from (values {_ROWS}) as rows(a, b, c, y);
    create type mood as enum ('lo', 'mid', 'hi');
    create table held as select
        cast(a as bigint) as a, b, cast(c as bigint) as c,
        cast(['lo', 'mid', 'hi', 'lo'][a] as mood) as m,
        date '2020-01-01' + cast(a as integer) as d,
        cast(a as decimal(6, 2)) as p,
        [[], [null], null, [1]][a] as l,
        case when a > 1 then {{ u: if(a > 2, a, null), v: 'w' }} end as s,
        case when a > 2 then map {{ 1: null }} else map() end as n,
        y
    from written;
    create table keyed as select 10 * a as id, * from written;
    alter table keyed alter id type bigint;
"""
EDITS = {
    # Values and rows of a copy.
    "a value": ("t", "update t set b = 'z' where row_id = 1"),
    "a space": ("t", "update t set b = 'x ' where row_id = 1"),
    "a value is gone": ("t", "update t set a = null where row_id = 1"),
    "a label": ("t", "update t set y = 'q' where row_id = 1"),
    "a label is gone": ("t", "update t set y = null where row_id = 1"),
    "a value that is ignored": ("t", "update t set c = 9 where row_id = 1"),
    "two rows swap values": ("t", "update t set a = 3 - a where a < 3"),
    "two rows swap labels": (
        "t",
        "update t set y = if(y = 'p', 'q', 'p') where row_id < 3",
    ),
    "two columns of a row swap values": (
        "t",
        "update t set a = c, c = a where row_id = 2",
    ),
    "a row less": ("t", "delete from t where row_id = 4"),
    "no row is left": ("t", "delete from t"),
    "a row more": ("t", "insert into t values (5, 1, 'x', 5, 'p')"),
    "a row twice": ("t", "insert into t from t where row_id = 1"),
    "one row for another": (
        "t",
        "delete from t where row_id = 4; insert into t from t where row_id = 3",
    ),
    "ids are swapped": ("t", "update t set row_id = 3 - row_id where row_id < 3"),
    # Its columns.
    "a column has another name": ("t", "alter table t rename b to z"),
    "the label has another name": ("t", "alter table t rename y to z"),
    "capital letters": (
        "t",
        'alter table t rename b to z; alter table t rename z to "B"',
    ),
    "a column less": ("t", "alter table t drop c"),
    "a column more": ("t", "alter table t add z integer"),
    "names are swapped": (
        "t",
        "alter table t rename a to z; alter table t rename c to a; "
        "alter table t rename z to c",
    ),
    "names of two features are swapped": (
        "k",
        "alter table k rename a to z; alter table k rename b to a; "
        "alter table k rename z to b",
    ),
    "another order of columns": (
        "t",
        "create or replace table t as select row_id, c, b, a, y from t",
    ),
    "made again with another value": (
        "t",
        "create or replace table t as select * replace (-a as a) from t",
    ),
    "gone": ("t", "drop table t"),
    # The types of its columns.
    "a tenth": (
        "t",
        "alter table t alter a type decimal(18, 1) "
        "using cast(a / 10 as decimal(18, 1))",
    ),
    "texts for numbers": ("t", "alter table t alter a type varchar"),
    "smaller numbers": ("t", "alter table t alter a type smallint"),
    "an enum for texts": ("t", "alter table t alter b type enum ('x', 'y')"),
    "ids are a tenth": (
        "t",
        "alter table t alter row_id type decimal(18, 1) "
        "using cast(row_id / 10 as decimal(18, 1))",
    ),
    "own ids are swapped": ("k", "update k set row_id = 30 - row_id where row_id < 30"),
    "own ids are a hundredth": (
        "k",
        "alter table k alter row_id type decimal(18, 2) "
        "using cast(row_id / 100 as decimal(18, 2))",
    ),
    # The same bits, in tables that are used where they are.
    "instants for numbers": (
        "held",
        "alter table held alter a type timestamp using make_timestamp(a)",
    ),
    "times for numbers": (
        "held",
        "alter table held alter a type time using time '00:00:00' + to_microseconds(a)",
    ),
    "days for dates": (
        "held",
        "alter table held alter d type integer using d - date '1970-01-01'",
    ),
    "another scale": (
        "held",
        "alter table held alter p type decimal(6, 1) "
        "using cast(p * 10 as decimal(6, 1))",
    ),
    "codes for words": (
        "held",
        "alter table held alter m type utinyint using enum_code(m)",
    ),
    "other words": (
        "held",
        "alter table held alter m type enum ('HIGH', 'x', 'LOW') "
        "using ['HIGH', 'x', 'LOW'][enum_code(m) + 1]",
    ),
    "words in another order": (
        "held",
        "alter table held alter m type enum ('hi', 'mid', 'lo')",
    ),
    "an empty list is gone": ("held", "update held set l = null where a = 1"),
    "a list of NULL is empty": ("held", "update held set l = [] where a = 2"),
    "a struct is gone": ("held", "update held set s = null where a = 2"),
    "a field of a struct has another name": (
        "held",
        "alter table held alter s type struct(z integer, v varchar)",
    ),
    "an empty map is gone": ("held", "update held set n = null where a = 1"),
    "rows change places": (
        "held",
        "create or replace table held as from held order by a desc",
    ),
    "a view in its place": (
        "held",
        "alter table held rename to other; create view held as from other",
    ),
    "keys are swapped": ("keyed", "update keyed set id = 30 - id where id < 30"),
    "keys are a hundredth": (
        "keyed",
        "alter table keyed alter id type decimal(18, 2) "
        "using cast(id / 100 as decimal(18, 2))",
    ),
    "the key has another name": ("keyed", "alter table keyed rename id to key"),
}

SAME = {
    "rows of a copy in another order": (
        "t",
        "create or replace table t as from t order by row_id desc",
    ),
    "rows with a key in another order": (
        "keyed",
        "create or replace table keyed as from keyed order by id desc",
    ),
    "each value is what it was": ("held", "update held set a = a, m = m"),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with four tables, each ranked."""
    path = tmp_path_factory.mktemp("edits") / "cfsql.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(_MADE)
    with cfsql.connect(path) as database:
        loaded = [
            database.load(sql="from written", table="t", label="y", ignore=["c"]),
            database.load(sql="from keyed", table="k", label="y", id="id"),
            database.load("table:held", label="y"),
            database.load("table:keyed", label="y", id="id"),
        ]
        for table in loaded:
            table.rank()
    return path


@pytest.fixture(scope="module")
def answers(made: Path) -> dict[str, Any]:
    """The copies and their answers, before any edit."""
    with cfsql.connect(made, read_only=True) as database:
        return {table: rows_of(database, table) for table in ("t", "k")}


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(made, tmp_path))


def edit(path: Path, statement: str) -> None:
    """Change a database as other clients do."""
    with duckdb.connect(str(path)) as connection:
        connection.execute(statement)


def ask(database: cfsql.Database, tool: str, **given: object) -> dict[str, Any]:
    """The data that an agent gets."""
    (asked,) = (each.ask for each in TOOLS if each.name == tool)
    return dict(asked(database, given).data)


def refusals(path: Path, table: str) -> Iterator[tuple[str, str]]:
    """What each door says of a changed table."""
    row = "10" if table.startswith("k") else "1"
    for command in (("explain", "--row", row), ("rank",), ("report",)):
        done = run_in(path.parent, *command, "--table", table)
        assert (done.returncode, done.stdout) == (1, ""), command
        yield command[0], done.stderr
    statement = f"from {table}_summary"
    for listing in (("tables",), ("sql", statement, "--format", "csv")):
        done = run_in(path.parent, *listing)
        assert done.returncode == 0, done.stderr
        assert len(done.stdout.splitlines()) > 4
        yield listing[0], done.stderr
    with cfsql.connect(path, read_only=True) as database:
        (warning,) = ask(database, "query", sql=statement)["warnings"]
        yield "agents, query", warning
        (listed,) = (
            each
            for each in ask(database, "list_tables")["tables"]
            if each["table"] == table
        )
        assert listed["changed"]
        with pytest.raises(Stale) as refused:
            ask(database, "explain_row", table=table, row=row)
        yield "agents, explain_row", refused.value.line
        with pytest.raises(Stale) as refused:
            database.ranking(table).summary.pl()
        yield "Python", refused.value.line
    with serving_pages(path) as served, opened(served) as client:
        yield "explorer", text(client.get("/"))
        answer = client.get(f"/t/{table}/row?row={row}")
        assert answer.status_code == 409
        yield "explorer, row", answer.text


def ways_back(table: str, statement: str) -> list[str]:
    """What may be kept of a copy: it and its source, or its source alone."""
    ways = ["table", "source"] if table in ("t", "k") else []
    return [way for way in ways if (statement, way) != ("drop table t", "table")]


@pytest.mark.parametrize(("table", "statement"), EDITS.values(), ids=EDITS)
def test_an_edit_is_noticed(path: Path, table: str, statement: str) -> None:
    edit(path, statement)
    with (
        cfsql.connect(path, read_only=True) as database,
        pytest.raises(Stale, match="changed since") as refused,
    ):
        database.ranking(table).summary.pl()
    said = refused.value.line
    assert f"cfsql refresh {table}" in said
    told = [way for way in ("table", "source") if f"--keep {way}" in said]
    assert told == ways_back(table, statement)


# What notices them is one for all doors: each door is asked after one of each kind.
AT_EVERY_DOOR = (
    *("a value", "gone", "names of two features are swapped", "codes for words"),
    *("rows change places", "keys are swapped"),
)


@pytest.mark.parametrize("kind", AT_EVERY_DOOR)
def test_an_edit_is_noticed_at_every_door(path: Path, kind: str) -> None:
    table, statement = EDITS[kind]
    edit(path, statement)
    ways = ways_back(table, statement)
    for door, said in refusals(path, table):
        assert "changed since" in said, door
        assert f"cfsql refresh {table}" in said, door
        told = [way for way in ("table", "source") if f"--keep {way}" in said]
        assert told == ways, door


@pytest.mark.parametrize(("table", "statement"), SAME.values(), ids=SAME)
def test_what_changes_nothing_is_no_edit(
    path: Path, table: str, statement: str
) -> None:
    edit(path, statement)
    with cfsql.connect(path) as database:
        assert database.table(table).change is None


READING = [
    "from {}_ranked",
    "from {}_optimal limit 1",
    "from main.{}_summary;",
    "select count(*) from {}_factual -- all of them",
    "with rows as (from {}_factual_summary) select 1 from rows union all select 2",
    "select (select max(power) from {}_ranked), 1",
    "from (values (1)) as one(row_id) where row_id in (select row_id from {}_ranked)",
    "from query_table('{}_ranked')",
    "from cf.explain('{}', 1)",
    "from cf.counterfactuals('{}', 1)",
    "from cf.compare('{}', 1, 2)",
    "from mine",
    "summarize {}_cover",
    "select count(*) from {}_summary where 1 = 0",
    "from {}_ranked, read_text('notes.txt')",
    "from cf_internal.{}_ranked_pairs",
    "select bit_count('10'::bit) from {}_ranked",
]
NOT_READING = [
    "select 1",
    "from {}",
    "from cf.runs",
    "describe {}_ranked",
    "explain from {}_ranked",
    "from other_ranked",
    "select '{}_ranked'",
    "select bit_count('10'::bit), '\\xFF'::blob",
]


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with results of every kind, of a table that changed and of another."""
    path = tmp_path_factory.mktemp("read") / "cfsql.duckdb"
    path.with_name("notes.txt").write_text("a note")
    with cfsql.connect(path) as database:
        database.connection.execute(_MADE)
        for name in ("t", "other"):
            table = database.load(sql="from written", table=name, label="y")
            table.rank()
        table = database.table("t")
        table.audit(["b"])
        table.why_rows()
        table.cover()
    edit(path, "create view mine as select * from t_ranked; update t set c = 0")
    return path


@pytest.mark.parametrize("statement", READING)
def test_a_statement_that_reads_old_results_is_warned_of(
    edited: Path, statement: str
) -> None:
    done = run_in(edited.parent, "sql", statement.format("t"))
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [
        "cfsql: warning: t has changed since it was encoded: rows have other values; "
        "what is stored of it is from before; take it as it stands with: "
        "cfsql refresh t --keep table; or read its source again, which loses the "
        "change, with: cfsql refresh t --keep source"
    ]


@pytest.mark.parametrize("statement", NOT_READING)
def test_a_statement_that_reads_none_is_not(edited: Path, statement: str) -> None:
    done = run_in(edited.parent, "sql", statement.format("t"))
    assert (done.returncode, done.stderr) == (0, "")


# Edits after which a copy cannot be taken as it stands, and what is said then.
_NOT_TAKEN = {
    "no row is left": "leaves no row of t with a y",
    "a row twice": "row_id 1 comes 2 times",
    "one row for another": "row_id 3 comes 2 times",
    "the label has another name": "no column 'y'",
    "gone": "is not there any more",
    "ids are a tenth": "row_id of t is DECIMAL(18,1)",
}
COPIES = {name: each for name, each in EDITS.items() if each[0] in ("t", "k")}


def rows_of(database: cfsql.Database, table: str) -> tuple[Any, ...]:
    """A table and its answers."""
    held = database.sql(f"from {table} order by row_id")
    answers = f"from {table}_ranked order by row_id, rank, counterfactual_id"
    return held.columns, held.fetchall(), database.sql(answers).fetchall()


@pytest.mark.parametrize(("table", "statement"), COPIES.values(), ids=COPIES)
def test_a_refresh_is_told_what_to_keep_and_the_source_undoes_an_edit(
    path: Path, answers: dict[str, Any], table: str, statement: str
) -> None:
    edit(path, statement)
    with unchanged(path):
        done = run_in(path.parent, "refresh", table)
    ways = ["--keep table"] if statement != "drop table t" else []
    assert_refused(done, 2, "differ", "from what was read from", *ways, "--keep source")
    done = run_in(path.parent, "refresh", table, "--keep", "source")
    assert done.returncode == 0, done.stderr
    with cfsql.connect(path) as database:
        assert database.table(table).change is None
        assert rows_of(database, table) == answers[table]


@pytest.mark.parametrize("kind", COPIES)
def test_an_edited_table_is_taken_as_it_stands_or_refused(
    path: Path, kind: str
) -> None:
    table, statement = COPIES[kind]
    edit(path, statement)
    if kind in _NOT_TAKEN:
        with unchanged(path):
            done = run_in(path.parent, "refresh", table, "--keep", "table")
        assert_refused(done, 2, _NOT_TAKEN[kind])
        return
    with cfsql.connect(path) as database:
        held = database.sql(f"from {table} order by row_id")
        before = held.columns, held.fetchall()
    done = run_in(path.parent, "refresh", table, "--keep", "table")
    assert done.returncode == 0, done.stderr
    with cfsql.connect(path) as database:
        assert database.table(table).change is None
        *after, answers = rows_of(database, table)
        assert tuple(after) == before
        # As if it were loaded now.
        ignored = ["c"] if table == "t" and "c" in before[0] else []
        again = database.load(
            sql=f"from {table} order by row_id",
            table="again",
            label="y",
            id="row_id",
            ignore=ignored,
        )
        again.rank()
        assert rows_of(database, "again")[2] == answers


def test_what_was_kept_is_not_lost_later(path: Path) -> None:
    edit(path, EDITS["a value"][1])
    assert run_in(path.parent, "refresh", "t", "--keep", "table").returncode == 0
    with unchanged(path):
        done = run_in(path.parent, "refresh", "t")
    assert_refused(done, 2, "refreshed with --keep table, when 1 row differed")
    done = run_in(path.parent, "refresh", "t", "--keep", "source")
    assert done.stdout.startswith("t: 1 row added and 1 row removed, 4 rows now")
    assert run_in(path.parent, "refresh", "t").returncode == 0


def test_a_new_column_of_a_table_that_is_kept_is_a_feature(path: Path) -> None:
    edit(path, "alter table t drop b; alter table t add z integer")
    done = run_in(path.parent, "refresh", "t", "--keep", "table")
    assert done.stderr.splitlines()[:2] == [
        "cfsql: note: z is a feature now",
        "cfsql: note: b is no feature any more",
    ]


def test_what_cfsql_itself_changed_is_no_edit(path: Path) -> None:
    with cfsql.connect(path) as database:
        table = database.table("k")
        table.remove([10])
        assert table.refresh().n_added == 1


def test_a_table_without_a_source_can_be_kept() -> None:
    frame = pl.DataFrame({"a": [1, 2, 3], "y": ["p", "q", "p"]})
    table = cfsql.connect().load(frame, table="t", label="y")
    edited = "update t set a = 9 where row_id = 2"
    table.database.connection.execute(edited)
    with pytest.raises(WrongUse, match=r"1 row differs .*\(row 2\)") as refused:
        table.refresh()
    assert str(refused.value).endswith("with: db.table('t').refresh(keep='table')")
    with pytest.raises(WrongUse, match="cannot be read again"):
        table.refresh(keep="source")
    with pytest.raises(WrongUse, match="reads no source"):
        table.refresh(frame, keep="table")
    with pytest.raises(WrongUse, match="keep= is source or table"):
        table.refresh(keep="both")  # type: ignore[arg-type]
    assert table.refresh(frame, keep="source").n_changed == 1
    table.database.connection.execute(edited)
    assert table.refresh(keep="table").n_changed == 1
    assert table.database.sql("select a from t where row_id = 2").fetchall() == [(9,)]


def test_a_table_whose_source_is_gone_can_be_kept(tmp_path: Path) -> None:
    source = tmp_path / "s.csv"
    source.write_text("a,y\n1,p\n2,q\n3,p\n4,p\n5,q\n")
    assert run_in(tmp_path, "load", "s.csv").returncode == 0
    source.unlink()
    edit(tmp_path / "cfsql.duckdb", "update s set a = -a where row_id > 1")
    done = run_in(tmp_path, "refresh", "s", "--dry-run")
    assert_refused(done, 2, "4 rows differ", "(rows 2, 3, 4 and others)")
    done = run_in(tmp_path, "refresh", "s", "--keep", "source")
    assert_refused(done, 2, "no file")
    done = run_in(tmp_path, "refresh", "s", "--keep", "table")
    assert done.stdout == "s: 4 rows changed, 5 rows now\n"


@pytest.mark.parametrize("keep", ["source", "table"])
def test_a_table_that_is_used_in_place_is_its_own_source(path: Path, keep: str) -> None:
    for words in ((), ("--keep", keep)):
        edit(path, "update keyed set b = b || '!' where id = 10")
        done = run_in(path.parent, "refresh", "keyed", *words)
        assert done.stdout.startswith("keyed: 1 row changed, 4 rows now"), done.stderr
