"""What users give as SQL only reads, whatever its form and at every door."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pytest

import cfsql
from cfsql import example
from cfsql.agents.tools import TOOLS
from cfsql.engines.identifiers import quote
from cfsql.errors import WrongUse
from tests.support.commands import Run
from tests.support.refusals import WRONG_USE

DELETING = "with gone as (delete from notes returning n) select n from gone"

# None of them can stand in brackets: they are no queries, or more than one.
STATEMENTS = [
    "delete from notes",
    "delete from notes returning n",
    "update notes set n = 0",
    "insert into notes values (9, 'x')",
    "insert or replace into notes select 9, 'x'",
    "merge into notes using (select 1 as n) as x using (n) when matched then delete",
    "truncate notes",
    "drop table notes",
    "drop schema cf_internal cascade",
    "alter table notes rename to other",
    "create table made as select 1 as a",
    "create or replace table notes as select 1 as n",
    "create temp table made as from notes",
    "create view made as from notes",
    "create macro made() as 1",
    "create sequence made",
    "create type made as enum ('a')",
    "comment on table notes is 'x'",
    "copy notes to 'made.csv'",
    "copy (from notes) to 'made.parquet' (format parquet)",
    "copy notes from 'made.csv'",
    "export database 'made'",
    "import database 'made'",
    "attach 'made.duckdb' as made",
    "detach cases",
    "use memory",
    "install httpfs",
    "load json",
    "set threads = 1",
    "set global memory_limit = '1GB'",
    "set variable made = 1",
    "reset threads",
    "pragma force_checkpoint",
    "pragma enable_profiling",
    "call enable_logging()",
    "call force_checkpoint()",
    "checkpoint",
    "vacuum analyze notes",
    "begin",
    "commit",
    "prepare made as delete from notes",
    "execute made",
    "create persistent secret made (type s3, key_id 'a', secret 'b')",
    "explain analyze delete from notes",
    "explain analyze with made as (copy notes to 'made.csv') select 1",
    "pivot notes on n using count(*)",
    "select 1; delete from notes",
    "delete from notes; select 1",
    "select 1); delete from notes; select (1",
    "select n from notes; commit; delete from notes",
    f"explain analyze {DELETING}",
    f"explain (analyze, format json) {DELETING}",
    f"describe {DELETING}",
    f"summarize {DELETING}",
]
# These are queries by their form.
QUERIES = [
    DELETING,
    f"({DELETING})",
    f"from ({DELETING})",
    f"select * from (select * from ({DELETING}))",
    f"select ({DELETING})",
    f"select n from notes where n in ({DELETING})",
    f"select exists ({DELETING})",
    f"{DELETING} union all select n from notes",
    f"select n from notes union all ({DELETING})",
    f"with outer_rows as ({DELETING}) from outer_rows",
    f"with outer_rows as materialized ({DELETING}) from outer_rows",
    f"select a.n from notes as a, lateral ({DELETING}) as b",
    f"select n from notes order by ({DELETING})",
    f"select n from notes limit ({DELETING})",
    "with gone as (delete from cases.main.notes returning n) select 1",
    "with all_gone as (truncate notes) select 1",
    "with new as (insert into notes values (9, 'x') returning n) select n from new",
    "with new as (insert into notes by name select 9 as n returning n) from new",
    "with other as (update notes set n = 0 returning n) select n from other",
    "with other as (update notes set n = 0) select 1",
    "with made as (copy notes to 'made.csv') select 1",
    "with made as (copy (from notes) to 'made.parquet') select n from notes",
    "with kept as (select 1), gone as (delete from recid) select * from kept",
    "with recursive r as (select 1 as n union all select n + 1 from r where n < 3), "
    "gone as (delete from notes) select n from r",
    "WITH/**/gone AS -- now\n(DELETE/**/FROM notes) SELECT 1",
    'with "gone" as (delete from "notes") select 1',
    "select nextval('numbers')",
    "select 'numbers'.nextval()",
    "select system.main.\"NextVal\"('numbers')",
    "select n from notes order by nextval('numbers')",
    "select list_transform([1, 2], lambda x: nextval('numbers'))",
    "select sum(n) filter (nextval('numbers') > 0) from notes",
    "select row_number() over (order by nextval('numbers')) from notes",
    "from range(nextval('numbers'))",
    "select setval('numbers', 40)",
    "select ticked()",
    "from ticking",
    "select setseed(0.5)",
    "select write_log('made')",
    "from enable_logging()",
    "from enable_profiling(save_location := 'made.json')",
    "from disable_profiling()",
    "from truncate_duckdb_logs()",
    "from checkpoint()",
    "from force_checkpoint()",
    f"from query('{DELETING}')",
    "from query('select ' || 1)",
    f"from asked('{DELETING}')",
    "from json_execute_serialized_sql(json_serialize_sql('select 1'))",
    "from register_external_resource_type('made')",
    "from seq_scan()",
    "select 1 from (from (from notes select nextval('numbers')))",
]

Ask = Callable[[str], object]


def held(database: Path) -> dict[str, object]:
    """All rows of all tables, and what sequences, settings and folders are at."""
    with duckdb.connect(database, read_only=True) as connection:
        tables = connection.execute(
            "select database_name, schema_name, table_name from duckdb_tables()"
        ).fetchall()
        rows = {
            quote(*each): connection.execute(
                f"select count(*), bit_xor(hash(rows)), sum(hash(rows)) "
                f"from {quote(*each)} as rows"
            ).fetchall()
            for each in tables
        }
        others = connection.execute(
            "select sequence_name, last_value from duckdb_sequences() union all "
            "select function_name, count(*) from duckdb_functions() "
            "where not internal group by all order by all"
        ).fetchall()
    files = sorted(each.name for each in database.parent.iterdir())
    return {**rows, "others": others, "files": files}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The running example, ranked, beside what hides an effect from whoever looks."""
    folder = tmp_path_factory.mktemp("only_reads")
    path = folder / "cases.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table notes as select 1 as n, 'a' as note")
        connection.execute("create sequence numbers")
        connection.execute("create macro ticked() as nextval('numbers')")
        connection.execute("create view ticking as select nextval('numbers') as n")
        connection.execute("create macro asked(q) as table from query(q)")
    (folder / "recid.csv").write_text(example.CSV, encoding="utf-8")
    with cfsql.connect(path) as made:
        made.load(folder / "recid.csv", label="score", table="recid").rank()
    return path


@pytest.fixture(scope="module")
def whole(path: Path) -> dict[str, object]:
    """What the database and its folder hold before any test."""
    return held(path)


@pytest.fixture
def database(
    path: Path, whole: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """The database, in whose folder a test is, and in which it may change nothing."""
    monkeypatch.chdir(path.parent)
    yield path
    assert held(path) == whole


@contextmanager
def opening(path: Path) -> Iterator[cfsql.Database]:
    """The database on a connection of the user's, which writes as it likes to."""
    with duckdb.connect(path) as connection, cfsql.connect(connection) as opened:
        yield opened


def refused(ask: Ask, statements: list[str]) -> list[str]:
    """Those of some statements that a door does not refuse."""
    passed = []
    for each in statements:
        try:
            ask(each)
        except WrongUse:
            continue
        passed.append(each)
    return passed


# The same in conditions: what may stand in one, and what may end one.
CONDITIONS = [
    *(f"({each}) is not null" for each in QUERIES),
    *(f"true; {each}" for each in STATEMENTS[:4]),
    *(f"true); {each}; select (1" for each in STATEMENTS[:4]),
    *(f"{each.removeprefix('select ')} > 0" for each in QUERIES if "nextval" in each),
]


def test_there_are_sixty_of_each() -> None:
    assert len({*STATEMENTS, *QUERIES}) >= 60
    assert len(set(CONDITIONS)) >= 60


def test_a_query_that_is_loaded_only_reads(database: Path) -> None:
    with opening(database) as opened:
        passed = refused(
            lambda each: opened.load(sql=each, table="made", label="n"),
            STATEMENTS + QUERIES,
        )
    assert passed == []


def test_a_query_on_another_file_changes_neither(
    database: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.duckdb"
    with duckdb.connect(other) as connection:
        connection.execute("create table notes as select 1 as n, 'a' as note")
        connection.execute("create sequence numbers")
    before = other.read_bytes()
    with opening(database) as opened:
        passed = refused(
            lambda each: opened.load(other, sql=each, table="made", label="n"),
            STATEMENTS[:10] + QUERIES,
        )
    assert passed == []
    assert other.read_bytes() == before


def test_a_query_on_sqlite_only_reads(database: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("create table notes (n integer, note text)")
        connection.execute("insert into notes values (1, 'a')")
        connection.commit()
    before = other.read_bytes()
    with opening(database) as opened:
        passed = refused(
            lambda each: opened.load(other, sql=each, table="made", label="n"),
            STATEMENTS[:10] + QUERIES,
        )
    assert passed == []
    assert other.read_bytes() == before


@pytest.mark.parametrize("option", ["where", "require"])
def test_a_condition_only_reads(database: Path, option: str) -> None:
    with opening(database) as opened:
        table = opened.table("recid")

        def ask(condition: str) -> object:
            options: Any = {option: condition}
            return table.rank(into="made", **options)

        assert refused(ask, CONDITIONS) == []


def test_a_condition_of_rows_to_remove_only_reads(database: Path) -> None:
    with opening(database) as opened:
        table = opened.table("recid")
        assert refused(lambda each: table.remove(where=each), CONDITIONS[::5]) == []


def test_a_statement_that_is_run_only_reads(database: Path) -> None:
    before = hashlib.sha256(database.read_bytes()).digest()
    with cfsql.connect(database, read_only=True) as opened, opened.session() as session:
        assert refused(session.fetch_statement, STATEMENTS + QUERIES) == []
    assert hashlib.sha256(database.read_bytes()).digest() == before


def test_where_the_database_can_be_written_a_statement_still_reads(
    database: Path,
) -> None:
    with cfsql.connect(database) as opened, opened.session() as session:
        assert refused(session.fetch_statement, STATEMENTS + QUERIES) == []


def test_an_agents_query_only_reads(database: Path) -> None:
    (tool,) = (each for each in TOOLS if each.name == "query")
    before = hashlib.sha256(database.read_bytes()).digest()
    with cfsql.connect(database, read_only=True, external_access=False) as opened:
        asked = STATEMENTS + QUERIES
        assert refused(lambda each: tool.ask(opened, {"sql": each}), asked) == []
    assert hashlib.sha256(database.read_bytes()).digest() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("sql", DELETING),
            "cfsql: a statement here only reads, and this contains DELETE",
        ),
        (("sql", "from query('from notes')"), "query() does more than read"),
        (
            ("load", "--table", "made", "--label", "n", "--sql", DELETING),
            "cfsql: --sql: a statement here only reads, and this contains DELETE",
        ),
        (
            ("load", "--table", "made", "--label", "n", "--sql", "from ticking"),
            "cfsql: --sql: a statement here only reads, and this calls what changes",
        ),
        (
            ("rank", "--table", "recid", "--where", "ticked() > 0"),
            "cfsql: --where: a statement here only reads, and this calls what changes",
        ),
        (
            ("rank", "--table", "recid", "--require", "b.age = a.age or ticked() > 0"),
            "cfsql: --require: a statement here only reads, and this calls what",
        ),
        (
            ("rank", "--table", "recid", "--where", f"row_id in ({DELETING})"),
            "cfsql: --where: a statement here only reads, and this contains DELETE",
        ),
    ],
)
def test_the_command_line_says_what_does_not_read(
    run: Run, database: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = run(*arguments, "--db", database)
    assert done.returncode == WRONG_USE
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_reads_is_run(database: Path) -> None:
    reading = [
        "from notes",
        "(select n from notes)",
        "with a as (from notes), b as materialized (from a) select * from b",
        "with recursive r as (select 1 as n union all select n + 1 from r where n < 3) "
        "from r",
        "select n from notes union all by name select 2 as n",
        "values (1), (2)",
        "from (pivot notes on n in (1) using count(*))",
        "from notes unpivot (v for k in (n))",
        "describe notes",
        "summarize notes",
        "show tables",
        "explain select 1",
        "explain analyze from notes",
        "explain (format json) from notes",
        "from query_table('notes')",
        "select 'delete from notes; nextval(1)' as text -- nextval('numbers')",
        'select n as "nextval" from notes',
        "select random() < 2",
        "from recid_optimal",
        "from cf.explain('recid', 1)",
    ]
    with cfsql.connect(database) as opened, opened.session() as session:
        for each in reading:
            assert session.fetch_statement(each)[1]


def test_what_is_nested_too_deeply_is_refused(database: Path) -> None:
    deep = f"select {'abs(' * 900}1{')' * 900}"
    with (
        cfsql.connect(database) as opened,
        opened.session() as session,
        pytest.raises(WrongUse, match="deep"),
    ):
        session.fetch_statement(deep)


@pytest.mark.parametrize("constant", ["b'101'", "9" * 44])
@pytest.mark.parametrize("option", ["--where", "--require", "sql"])
def test_a_constant_that_cannot_be_looked_at_is_refused(
    run: Run, database: Path, option: str, constant: str
) -> None:
    condition = f"{constant} is not null"
    rank = ("rank", "--table", "recid", option, condition)
    asked = ("sql", f"select {condition}") if option == "sql" else rank
    done = run(*asked, "--db", database)
    assert done.returncode == WRONG_USE
    assert "write it as a text with its type" in done.stderr
    assert len(done.stderr.splitlines()) == 1
