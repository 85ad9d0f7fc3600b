"""DuckDB as the engine: sessions, staged relations and the statements around them.

Python's share of the SQL is here: the `create … as` that wraps a query of `sql/`.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import duckdb

from cfsql.engines.identifiers import literal, quote
from cfsql.engines.queries import Query, queries, query
from cfsql.errors import (
    BadCondition,
    CfsqlError,
    NotOneCondition,
    NotTheSameTwice,
    QueryFailed,
    WrongUse,
)
from cfsql.method.packing import Field, Function, join_functions, key_function
from cfsql.method.packing import functions as layout_functions
from cfsql.method.plans.blocks import Block, Choice

INTERNAL_SCHEMA = "cfsql"

# What views of results read. Not in the schema `cfsql`: in a file called cfsql.duckdb
# that is the name of the database too, and no view could say which it means.
RESULTS_SCHEMA = "cfsql_results"

# The function of a table's layout that its macros call.
DISAGREEMENT = "disagreement"

# The statements that `cfsql sql` runs; the database is opened read-only besides.
_READING = ("SELECT", "EXPLAIN", "RELATION", "CALL")

# How a directory is called that a process writes to while it runs.
_TEMPORARY = ".tmp"

# What a user's condition may stumble over in some row.
_UNFIT = (duckdb.ConversionException, duckdb.OutOfRangeException)

# A part of a table that is worth a thread of its own.
_ROWS_PER_SHARD = 200

# What was parsed already; a long run has many statements that it never repeats.
_PARSED: dict[str, duckdb.Statement] = {}
_MOST_PARSED = 1000

Trace = Callable[[str], None]


class Session:
    """One task's work on a database, with temporary relations of its own.

    It runs on a cursor: what it stages hides no table of the caller's, and goes
    when the session is closed.
    """

    plans: Sequence[str] = ("auto", "scan", "sliced", "blocked", "counted")
    can_be_timed = True
    most_scanned_pairs: int | None = None

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        *,
        owned: bool = False,
        trace: Trace | None = None,
    ) -> None:
        """Open a session on the connection's current database."""
        ((self.catalog, self.schema),) = connection.execute(
            "select current_database(), current_schema()"
        ).fetchall()
        self.owned = owned
        self.trace = trace
        self._made: set[str] = set()
        self._cursor = connection.cursor()
        self._execute(f"use {quote(self.catalog, self.schema)}")
        # Texts of instants must not depend on where the machine is.
        self._execute("set TimeZone = 'UTC'")

    def close(self) -> None:
        """Give up the session and everything staged in it."""
        self._cursor.close()

    def interrupt(self) -> None:
        """Stop the statement that another thread is running here, if there is one."""
        self._cursor.interrupt()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def any_order(self) -> Iterator[None]:
        """Let what is staged inside come in any order: all threads can write then.

        The setting is the whole database's, so it is left alone where the database
        is not cfsql's own to change.
        """
        if not self.owned:
            yield
            return
        self._execute("set preserve_insertion_order = false")
        try:
            yield
        finally:
            self._execute("set preserve_insertion_order = true")

    # Names.

    def public(self, name: str) -> str:
        """The quoted name of a table that users see."""
        return quote(self.catalog, self.schema, name)

    def internal(self, name: str) -> str:
        """The quoted name of a table in the schema `cfsql`.

        Always in full: in a file called `cfsql.duckdb` the database has that name
        too, and DuckDB refuses a bare `cfsql.runs` as ambiguous.
        """
        return quote(self.catalog, INTERNAL_SCHEMA, name)

    def backing(self, name: str) -> str:
        """The quoted name of a table that a view of results reads."""
        return quote(self.catalog, RESULTS_SCHEMA, name)

    # Reading.

    def fetch(self, query: Query, **parameters: object) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return self._run(query, query.body, parameters).fetchall()

    def fetch_one(self, query: Query, **parameters: object) -> tuple[Any, ...]:
        """The only row of a query."""
        rows = self.fetch(query, **parameters)
        assert len(rows) == 1, f"{query.label} gave {len(rows)} rows"
        return rows[0]

    def fetch_table(
        self, query: Query, **parameters: object
    ) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The columns and the rows of a query."""
        result = self._run(query, query.body, parameters)
        columns = [column[0] for column in result.description or []]
        return columns, result.fetchall()

    def fetch_records(self, query: Query, **parameters: object) -> list[dict[str, Any]]:
        """The rows of a query, each by column name."""
        columns, rows = self.fetch_table(query, **parameters)
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def fetch_stored(
        self, table: str, *, limit: int | None = None
    ) -> list[dict[str, Any]]:
        """The first rows of the quoted `table`, or all, in the order of their storing.

        Each is by column name.
        """
        result = self._execute(f"from {table} limit $limit", {"limit": limit})
        columns = [column[0] for column in result.description or []]
        return [dict(zip(columns, row, strict=True)) for row in result.fetchall()]

    def fetch_statement(
        self, statement: str
    ) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The columns and rows of a user's statement, which must be one and read."""
        try:
            parsed = self._cursor.extract_statements(statement)
            if len(parsed) != 1:
                raise WrongUse(f"give one statement, not {len(parsed)}")
            if parsed[0].type.name not in _READING:
                raise WrongUse(
                    f"cfsql sql only reads, and this is {parsed[0].type.name}; "
                    "use a DuckDB client to change the database"
                )
            result = self._execute(statement)
            columns = [column[0] for column in result.description or []]
            return columns, result.fetchall()
        except duckdb.Error as error:
            raise WrongUse(explain_error(error)) from error

    # Staging: temporary relations with the fixed names that the queries read.

    def columns(self, relation: str) -> list[str]:
        """The names of a relation's columns."""
        described = self._execute(f"from {relation} limit 0").description or []
        return [column[0] for column in described]

    def size(self, relation: str) -> int:
        """The number of rows of a staged relation."""
        ((n_rows,),) = self._execute(f"select count(*) from {relation}").fetchall()
        return int(n_rows)

    def bind(self, relation: str, table: str) -> None:
        """Let queries read the quoted `table` under a fixed name."""
        self._execute(f"create or replace temp view {relation} as from {table}")

    def bind_feature_rows(
        self, table: str, intervals: str, features: Sequence[str]
    ) -> None:
        """Let queries read a table in which these columns are their intervals.

        The stored view would not do: it names no database, and the table may have
        the name of a staged relation.
        """
        rows = _feature_rows(self.public(table), self.backing(intervals), features)
        self._execute(f"create or replace temp view feature_rows as\n{rows}")

    def register(self, relation: str, frame: object) -> None:
        """Let queries read a data frame under a fixed name."""
        self._cursor.register(relation, frame)

    def view(self, query: Query) -> None:
        """Stage a query without running it."""
        statement = f"create or replace temp view {query.relation} as\n{query.body}"
        self._run(query, statement, {})

    def view_as(self, relation: str, query: Query, reads: dict[str, str]) -> None:
        """Stage a query under another name, on other relations than it reads."""
        body = _with(reads, query.body)
        self._execute(
            f"create or replace temp view {relation} as\n{body}", label=query.label
        )

    def stage(self, query: Query, **parameters: object) -> int:
        """Run a query into the temporary table that it writes; its number of rows."""
        return self.stage_as(query.relation, query, **parameters)

    def stage_as(self, relation: str, query: Query, **parameters: object) -> int:
        """The same, under another name: a view of its own may be in the way."""
        statement = f"create or replace temp table {relation} as\n{query.body}"
        return _count(self._run(query, statement, parameters))

    def stage_empty(
        self, query: Query, *, into: str | None = None, **parameters: object
    ) -> None:
        """Stage the columns of a query without its rows, to be appended to."""
        relation = into or query.relation
        rows = f"from (\n{query.body}\n) limit 0"
        statement = f"create or replace temp table {relation} as\n{rows}"
        self._run(query, statement, parameters)

    def stage_shards(
        self, query: Query, *, key: str, n_rows: int, **parameters: object
    ) -> int:
        """Stage a query of about `n_rows` in parts for all threads, under one name.

        DuckDB gives a thread whole row groups of 122,880 rows: a smaller table is
        scanned by one thread alone, but the parts of a union are not. Returns the
        number of rows.
        """
        ((threads,),) = self._execute("select current_setting('threads')").fetchall()
        n_shards = max(1, min(threads, n_rows // _ROWS_PER_SHARD))
        shards = [f"{query.relation}_{shard}" for shard in range(n_shards)]
        n_staged = 0
        for shard, name in enumerate(shards):
            statement = (
                f"create or replace temp table {name} as\n"
                f"from (\n{query.body}\n) where {key} % {n_shards} = {shard}"
            )
            n_staged += _count(self._run(query, statement, parameters))
        union = " union all ".join(f"from {name}" for name in shards)
        self._execute(f"create or replace temp view {query.relation} as {union}")
        return n_staged

    def stage_where(self, relation: str, table: str, predicate: str) -> None:
        """Stage the row ids of the quoted `table` that satisfy a user's predicate."""
        statement = (
            f"create or replace temp table {relation} as\n"
            f"select row_id from {table} where (\n{predicate}\n)"
        )
        try:
            # More than one means that the predicate closed the bracket itself.
            if len(self._cursor.extract_statements(statement)) != 1:
                raise BadCondition("it must be one condition")
            self._execute(statement)
        except duckdb.Error as error:
            raise BadCondition(explain_error(error)) from error

    def stage_like_source(
        self,
        relation: str,
        columns: Mapping[str, str | None],
        *,
        texts: Sequence[str | None],
        label: str | None,
    ) -> None:
        """Stage `incoming`, all texts, with the columns and types of `source_rows`.

        `columns` says which column of `incoming` each comes from, and `texts` and
        `label` which of its columns to keep as they were given.
        """
        described = self._execute("describe from source_rows").fetchall()
        kinds = {name: kind for name, kind, *_ in described}
        members = ["row_number() over () as row_id"]
        for name, given in columns.items():
            value = "null" if given is None else quote(given)
            members.append(f"try_cast({value} as {kinds[name]}) as {quote(name)}")
        listed = ", ".join("null" if each is None else quote(each) for each in texts)
        members.append(f"cast([{listed}] as varchar[]) as given_texts")
        own_label = "null" if label is None else quote(label)
        members.append(f"cast({own_label} as varchar) as given_label")
        self._execute(
            f"create or replace temp table {relation} as\n"
            f"select {', '.join(members)} from incoming"
        )

    def relation(self, query: Query) -> duckdb.DuckDBPyRelation:
        """The rows of a query, kept apart from what is staged here."""
        rows = self._cursor.sql(query.body).to_arrow_table()
        return duckdb.connect().from_arrow(rows)

    def append(self, query: Query, **parameters: object) -> int:
        """Run a query into the end of the temporary table that it writes."""
        statement = f"insert into {query.relation}\n{query.body}"
        return _count(self._run(query, statement, parameters))

    def rename(self, relation: str, name: str) -> None:
        """Give a staged table another name, in place of any table of that name."""
        self._execute(f"drop table if exists temp.{name}")
        self._execute(f"alter table temp.{relation} rename to {name}")

    def define_all(self, functions: Sequence[Function]) -> None:
        """Make functions known to the queries, in place of any of their names."""
        for function in functions:
            self.define(function)

    def define(self, function: Function) -> None:
        """Make a function of the table's layout known to the queries."""
        self._execute(
            f"create or replace temp macro {function.name}"
            f"({', '.join(function.parameters)}) as\n{function.body}"
        )

    def define_layout(self, fields: Sequence[Field]) -> None:
        """Make the functions known that read and write codes of a layout."""
        self.define_all(layout_functions(fields))

    def joins_at_once(self, n_rows: int) -> int:
        """One by one: whoever waits sees how far it is, and may be told to stop."""
        return 1

    def count_pairs(self, keys: Sequence[Block]) -> list[tuple[int, int]]:
        """The pairs that a join of seekers and partners on each key looks at.

        And of these, the most that share the same values.
        """
        counts = []
        for key in keys:
            self.define(key_function(key))
            n_pairs, n_of_one_key = self.fetch_one(query("plan/candidates"))
            counts.append((n_pairs, n_of_one_key))
        return counts

    def append_joins(
        self,
        query: Query,
        choices: Sequence[Choice],
        *,
        n_of_one_key: int,
        **parameters: object,
    ) -> None:
        """Run a join of seekers and partners on each choice of blocks.

        A hash join here is none the slower for keys that many rows share.
        """
        for choice in choices:
            functions = [
                key_function(choice.kept),
                *join_functions(choice.kept, choice.must_differ),
            ]
            self.define_all([each for each in functions if each.name in query.body])
            self.append(query, **parameters)

    def stated_costs(self) -> dict[str, float]:
        """Costs are measured here."""
        return {}

    # Conditions of the user's.

    def references(self, condition: str) -> list[Sequence[str]]:
        """The columns that a user's condition over two rows names, in their parts."""
        # Without brackets first: it must not close those that are put around it.
        for statement in (f"select {condition}", f"select ({condition}\n)"):
            (parsed,) = self.fetch_one(
                query("constrain/parsed_condition"), statement=statement
            )
            tree = json.loads(parsed)
            if tree["error"] and "Only SELECT statements" in tree["error_message"]:
                raise NotOneCondition
            if tree["error"]:
                raise BadCondition(tree["error_message"].splitlines()[0])
            if (
                len(tree["statements"]) != 1
                or len(tree["statements"][0]["node"].get("select_list", ())) != 1
            ):
                raise NotOneCondition
        volatile = {
            name for (name,) in self.fetch(query("constrain/volatile_functions"))
        }
        found: list[Sequence[str]] = []
        for part in _parts(tree["statements"]):
            kind = part.get("class")
            if kind in ("SUBQUERY", "STAR") or part.get("type") == "TABLE_FUNCTION":
                raise NotOneCondition
            if str(part.get("function_name")).lower() in volatile:
                raise NotTheSameTwice(part["function_name"])
            if kind == "COLUMN_REF":
                found.append(part["column_names"])
        return found

    def try_condition(self, condition: str) -> str:
        """The type of a user's condition over the `case_values` of two rows."""
        try:
            self.define(Function("condition", ("a", "b"), f"({condition}\n)"))
            (kind,) = self.fetch_one(query("constrain/checked_condition"))
        except (duckdb.Error, QueryFailed) as error:
            cause = error.__cause__ if isinstance(error, QueryFailed) else error
            raise BadCondition(explain_error(cause or error)) from error
        return str(kind)

    def unfit(self, error: QueryFailed) -> str | None:
        """What a user's condition stumbled over in some row, if that is the reason."""
        cause = error.__cause__
        return explain_error(cause) if isinstance(cause, _UNFIT) else None

    # Storing.

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is stored inside appears at once at its end, or not at all."""
        self._execute("begin")
        try:
            yield
        except BaseException:
            # An interrupt may have ended the transaction already.
            with suppress(duckdb.Error):
                self._cursor.rollback()
            self._made.clear()
            raise
        try:
            self._execute("commit")
        except duckdb.Error as error:
            raise CfsqlError(f"nothing was stored: {explain_error(error)}") from error

    def store(self, relation: str, table: str) -> None:
        """Keep a staged relation as the quoted `table`."""
        self._execute(f"create table {table} as from {relation}")

    def store_query(self, query: Query, table: str, **parameters: object) -> None:
        """Keep the rows of a query as the quoted `table`."""
        self._run(query, f"create table {table} as\n{query.body}", parameters)

    def store_view(
        self, query: Query, view: str, reads: dict[str, str | Query]
    ) -> None:
        """Keep a query as a view; what it reads is given as other queries.

        These name their tables without the database, so that the view works under
        whatever name that is attached.
        """
        given = {
            relation: _kept(each.body) if isinstance(each, Query) else each
            for relation, each in reads.items()
        }
        body = _with(given, _kept(query.body))
        self._execute(f"create or replace view {view} as\n{body}", label=query.label)

    def store_alias(self, view: str, name: str) -> None:
        """Keep a view of a table that views of results read, where users look."""
        rows = f"from {quote(RESULTS_SCHEMA, name)}"
        self._execute(f"create or replace view {view} as {rows}")

    def store_feature_rows(
        self, view: str, table: str, intervals: str, features: Sequence[str]
    ) -> None:
        """Keep a view of a table in which these columns are their intervals.

        Like all views it names no database, and works under whatever name that is
        attached.
        """
        rows = _feature_rows(
            quote(self.schema, table), quote(RESULTS_SCHEMA, intervals), features
        )
        self._execute(f"create or replace view {view} as\n{rows}")

    def store_macro(self, query: Query) -> None:
        """Keep a query as a table macro in the schema `cfsql`."""
        self._execute(
            f"create or replace macro {self.internal(query.name)}"
            f"({', '.join(query.parameters)}) as table\n{_kept(query.body)}",
            label=query.label,
        )

    def store_function(self, query: Query) -> None:
        """Keep a function of `sql/functions` where views and macros can call it."""
        _, _, body = query.body.partition(" as\n")
        self._execute(
            f"create or replace macro {self.backing(query.name)}"
            f"({', '.join(query.parameters)}) as\n{_kept(body)}",
            label=query.label,
        )

    def store_layout(self, table: str, fields: Sequence[Field]) -> None:
        """Keep what compares codes of a table's layout where macros can read it."""
        (function,) = (f for f in layout_functions(fields) if f.name == DISAGREEMENT)
        self._execute(
            f"create or replace macro {self.backing(f'{table}_{DISAGREEMENT}')}"
            f"({', '.join(function.parameters)}) as\n{function.body}"
        )

    def create_schemas(self) -> None:
        """Make the schemas of cfsql, if they are not there."""
        for schema in (INTERNAL_SCHEMA, RESULTS_SCHEMA):
            name = quote(self.catalog, schema)
            self._execute(f"create schema if not exists {name}")

    def add_rows(
        self,
        query: Query,
        table: str,
        **parameters: object,
    ) -> None:
        """Add the rows of a query to a table of `cfsql`, made in its shape at need.

        One that an older version made is given the columns that it lacks.
        """
        name = self.internal(table)
        empty = f"create table if not exists {name} as\n{query.body}\nlimit 0"
        self._run(query, empty, parameters)
        known = {column for column, *_ in self._execute(f"describe {name}").fetchall()}
        described = self._run(query, f"describe {query.body}", parameters)
        for column, kind, *_ in described.fetchall():
            if column not in known:
                self._execute(f"alter table {name} add column {quote(column)} {kind}")
        self._run(query, f"insert into {name} by name\n{query.body}", parameters)

    def delete(self, table: str, **values: object) -> None:
        """Take the rows with these values out of a table of `cfsql`."""
        condition = " and ".join(f"{quote(column)} = ${column}" for column in values)
        self._execute(f"delete from {self.internal(table)} where {condition}", values)

    def drop(self, kind: str, name: str) -> None:
        """Drop a table, view or macro by its quoted name, if it is there."""
        self._execute(f"drop {kind} if exists {name}")

    def comment(self, kind: str, name: str, text: str) -> None:
        """Describe a table, view or column where DuckDB clients show it."""
        self._execute(f"comment on {kind} {name} is {literal(text)}")

    # Running.

    def _run(
        self, query: Query, statement: str, parameters: dict[str, object]
    ) -> duckdb.DuckDBPyConnection:
        if set(parameters) != set(query.parameters):
            raise TypeError(
                f"{query.label} takes {query.parameters}, not {tuple(parameters)}"
            )
        return self._execute(statement, parameters or None, label=query.label)

    def _execute(
        self, statement: str, parameters: object = None, *, label: str | None = None
    ) -> duckdb.DuckDBPyConnection:
        self._make_functions(statement)
        if self.trace is not None:
            self.trace(statement if label is None else f"-- {label}\n{statement}")
        try:
            return self._cursor.execute(self._parse(statement), parameters)
        except duckdb.InterruptException as error:
            raise KeyboardInterrupt from error
        except RuntimeError as error:
            # What DuckDB says when Ctrl-C comes between two of its own checks.
            if "interrupted" in str(error):
                raise KeyboardInterrupt from error
            raise
        except duckdb.Error as error:
            if label is None:
                raise
            raise QueryFailed(f"{label} failed: {explain_error(error)}") from error

    def _parse(self, statement: str) -> duckdb.Statement:
        """The statement of a text, parsed once for all sessions: they repeat theirs.

        To parse takes as long as a sixth of all that is done with a small table.
        """
        parsed = _PARSED.get(statement)
        if parsed is None:
            (parsed,) = self._cursor.extract_statements(statement)
            if len(_PARSED) >= _MOST_PARSED:
                _PARSED.clear()
            _PARSED[statement] = parsed
        return parsed

    def _make_functions(self, statement: str) -> None:
        """Make the functions of `sql/functions` that a statement calls.

        To make them all takes longer than most of what a session is opened for.
        """
        for name in sorted(_called(statement) - self._made):
            self._made.add(name)
            function = query(f"functions/{name}")
            self._execute(function.body, label=function.label)


def open_database(
    path: str, *, read_only: bool, settings: dict[str, Any]
) -> duckdb.DuckDBPyConnection:
    """Connect to a file, or to ":memory:".

    Opened as itself, cfsql.duckdb would be the database `cfsql` with the schema
    `cfsql`, and `from cfsql.runs` ambiguous; it is attached under another name.
    """
    settings = {"temp_directory": _temporary(path), **settings}
    if Path(path).stem.lower() != INTERNAL_SCHEMA:
        return duckdb.connect(path, read_only=read_only, config=settings)
    connection = duckdb.connect(config=settings)
    options = " (read_only)" if read_only else ""
    connection.execute(f"attach {literal(path)} as db{options}")
    connection.execute("use db")
    return connection


def _temporary(path: str) -> str:
    """Where to write what does not fit into memory: beside the file, if there is one.

    DuckDB makes the directory when it needs it, and takes it away again; a process
    that is killed cannot, and the next one that opens the database does.
    """
    beside = Path(path if path != ":memory:" else f"{tempfile.gettempdir()}/cfsql")
    prefix = f"{beside.name}-{_host()}-"
    for left in _directories(beside.parent, prefix):
        process = left.name.removeprefix(prefix).removesuffix(_TEMPORARY)
        if process.isdecimal() and not _is_running(int(process)):
            shutil.rmtree(left, ignore_errors=True)
    return str(beside.parent / f"{prefix}{os.getpid()}{_TEMPORARY}")


def _host() -> str:
    """This machine, as a file can be called: others may see the same directory."""
    return re.sub(r"\W", "_", platform.node())


def _directories(parent: Path, prefix: str) -> list[Path]:
    """The temporary directories of this machine's processes."""
    try:
        return [
            each
            for each in parent.iterdir()
            if each.name.startswith(prefix) and each.name.endswith(_TEMPORARY)
        ]
    except OSError:
        return []


def _is_running(process: int) -> bool:
    if os.name == "nt":
        # To ask would be to stop it there; so what is left stays.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        # It is another user's, or the system will not say.
        return True
    return True


def explain_error(error: BaseException) -> str:
    """What a DuckDB error says, with its hint and without its picture, in one line."""
    first, *rest = str(error).splitlines() or [type(error).__name__]
    hints = ("Did you mean", "Candidate bindings")
    return " ".join([first, *(line for line in rest if line.startswith(hints))])


def _parts(tree: Any) -> Iterator[dict[str, Any]]:
    """Every node of a parsed statement."""
    if isinstance(tree, dict):
        yield tree
        for child in tree.values():
            yield from _parts(child)
    elif isinstance(tree, list):
        for child in tree:
            yield from _parts(child)


@lru_cache(maxsize=1000)
def _called(statement: str) -> frozenset[str]:
    """The functions of `sql/functions` that a statement calls."""
    lines = statement.lower().splitlines()
    code = "\n".join(line for line in lines if not line.startswith("--"))
    return frozenset(_functions().findall(code))


@cache
def _functions() -> re.Pattern[str]:
    """A call of a function of `sql/functions`, and not of one kept in a schema."""
    names = "|".join(function.name for function in queries("functions"))
    return re.compile(rf"(?<![.\w])({names})\s*\(")


def _kept(statement: str) -> str:
    """A statement that is to be stored: it calls the functions that are kept."""
    return _functions().sub(rf"{RESULTS_SCHEMA}.\1(", statement)


def _with(reads: dict[str, str], body: str) -> str:
    """The body of a query in which some relations that it reads are other queries."""
    given = [f"{relation} as (\n{each}\n)" for relation, each in reads.items()]
    return f"with {', '.join(given)}\nfrom (\n{body}\n)"


def _feature_rows(table: str, intervals: str, features: Sequence[str]) -> str:
    """The rows of a quoted table, with these columns from a quoted table of lists."""
    if not features:
        return f"from {table}"
    replaced = ", ".join(
        f"row_intervals.intervals[{place}] as {quote(feature)}"
        for place, feature in enumerate(features, start=1)
    )
    return (
        f"select table_rows.* replace ({replaced})\nfrom {table} as table_rows\n"
        f"inner join {intervals} as row_intervals\n"
        "on table_rows.row_id = row_intervals.row_id"
    )


def _count(result: duckdb.DuckDBPyConnection) -> int:
    rows: Sequence[tuple[int]] = result.fetchall()
    return rows[0][0] if rows else 0


def relation(
    connection: duckdb.DuckDBPyConnection, name: str
) -> duckdb.DuckDBPyRelation:
    """A table or view of the connection's current database, as a relation."""
    return connection.sql(f"from {quote(name)}")
