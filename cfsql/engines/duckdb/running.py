"""Running statements of DuckDB: parsed once, traced, and failing with a place."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import duckdb

from cfsql.cells import told_apart
from cfsql.engines.duckdb.cursors import Place, open_cursor, place_of
from cfsql.engines.duckdb.cursors import relation as open_relation
from cfsql.engines.duckdb.deadline import Deadline, Limit, NoLimit
from cfsql.engines.duckdb.failures import explain_error
from cfsql.engines.duckdb.forms import FRAME, VALUES, in_form, statement_in_form
from cfsql.engines.duckdb.reading import parsed_reading
from cfsql.engines.duckdb.schemas import (
    FILE_LAYOUT,
    Names,
)
from cfsql.engines.duckdb.written_out import written_out
from cfsql.engines.identifiers import literal, parts_of, quote, temporary
from cfsql.engines.queries import Query, after, queries, read_names
from cfsql.engines.spoken import spoken_functions
from cfsql.errors import DatabaseUnavailable, OnlyReads, QueryFailed, WrongUse
from cfsql.progress import Progress
from cfsql.speech import ENGLISH, Speech
from cfsql.version import __version__

if TYPE_CHECKING:
    import pyarrow

# Statements that were parsed already, by their text; and how many are remembered.
Parsed = dict[str, duckdb.Statement]
_MOST_PARSED = 1000

# The step whose functions say something, in the language that was asked for.
SENTENCES = "sentences"

Trace = Callable[[str], None]

_TEMPORARY = """\
select table_name, 'table' as kind
from duckdb_tables()
where temporary
union
select view_name as table_name, 'view' as kind
from duckdb_views()
where temporary and not internal"""

_USERS_TABLES = """\
select table_name
from duckdb_tables()
where not temporary and not internal
union
select view_name as table_name
from duckdb_views()
where not temporary and not internal"""


class Staged(NamedTuple):
    """What a name stands for: a temporary table, or the text of a query.

    DuckDB has temporary views, but plans one when it is made and at each use, and hides
    the user's tables behind their names, too: a text before a query that reads it costs
    nothing where it is not read (tests/engines/test_names.py).
    """

    kind: str
    # The tables that are read together under the name.
    parts: tuple[str, ...] = ()
    # The query, or None for a table.
    query: str | None = None
    # What a name of a table in the database stands for.
    text: str | None = None


class Scope(NamedTuple):
    """What was staged before a scope, and where of that is what had to make room."""

    outer: frozenset[str]
    put_by: dict[str, str]


class Runner(Names):
    """A cursor on a database, and what its queries know relations by."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        *,
        place: Place | None = None,
        lock: AbstractContextManager[object] | None = None,
        trace: Trace | None = None,
        parsed: Parsed | None = None,
        remarks: list[str] | None = None,
    ) -> None:
        """Open a cursor in a place of the database, or in the connection's current one.

        Whoever has the lock may write. Sessions that share what is parsed repeat none
        of that work.
        """
        self._parsed = {} if parsed is None else parsed
        # What whoever asked should know beside the answer.
        self.remarks: list[str] = [] if remarks is None else remarks
        self.place = place or place_of(connection)
        self.lock = lock or nullcontext()
        self.trace = trace
        self._deadline: Deadline | None = None
        self.speech = ENGLISH
        # Which functions are kept in the database, by their fingerprint.
        self.kept_functions: str | None = None
        self.is_in_transaction = False
        # Whether `interrupt` was called since this was last set to False.
        self.is_interrupted = False
        self._made: set[str] = set()
        # Statements that are planned, by their text and how they speak.
        self._prepared: dict[tuple[str, Speech], str] = {}
        self._staged: dict[str, Staged] = {}
        self._scopes: list[Scope] = []
        # The tables that are as they were encoded: looked at once a session.
        self.unchanged: set[str] = set()
        self._cursor = open_cursor(connection, self.place)
        self._refuse_other_layout()

    @property
    def file(self) -> Path | None:
        """The file of the database; None for one in memory."""
        ((path,),) = self._execute(
            "select path from duckdb_databases() where database_name = $catalog",
            {"catalog": self.catalog},
        ).fetchall()
        return None if path is None else Path(path)

    def _refuse_other_layout(self) -> None:
        """Refuse a database of another layout, with what carries a table over."""
        try:
            found = self._cursor.execute(f"from {self.internal('layout')}").fetchall()
        except duckdb.CatalogException:
            return
        ((layout, version, *kept),) = found
        if layout == FILE_LAYOUT:
            (self.kept_functions,) = kept
            return
        path = str(self.file or "OLD.duckdb")
        how = (
            "in a newer layout"
            f" ({layout}; cfsql {__version__} knows {FILE_LAYOUT}); "
            f"open it with cfsql {version} or newer"
        )
        if layout < FILE_LAYOUT:
            names = self._cursor.execute(
                f"select table_name from {self.internal('tables')} order by all"
            ).fetchall()
            words = ["cfsql", "load", path, "--from", names[0][0] if names else "T"]
            how = (
                f"in layout {layout}, and this is {FILE_LAYOUT}; carry each table over "
                f"with: {shlex.join([*words, '--db', 'NEW.duckdb'])}"
            )
        self._cursor.close()
        raise DatabaseUnavailable(f"{path} was written by cfsql {version} {how}")

    def close(self) -> None:
        """Give up the cursor and everything staged on it."""
        self._cursor.close()

    def interrupt(self) -> None:
        """Stop the statement that another thread is running here, if there is one."""
        self.is_interrupted = True
        self._cursor.interrupt()

    @contextmanager
    def within(self, seconds: float | None, progress: Progress) -> Iterator[Limit]:
        """Stop what is run inside after so many seconds, unless that is None.

        Gives the progress to report to, which knows how far it came, and can end the
        limit before the end.
        """
        if seconds is None:
            yield NoLimit(progress)
            return
        self._deadline = deadline = Deadline(seconds, self.interrupt, progress)
        try:
            yield deadline
        finally:
            deadline.end()
            self._deadline = None

    # Reading.

    def stored(self, place: Place, name: str) -> duckdb.DuckDBPyRelation:
        """A stored table or view as a relation, as this session sees it."""
        return open_relation(self._cursor, place, name)

    def fetch(self, query: Query, **parameters: object) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return self.fetch_table(query, **parameters)[1]

    def fetch_one(self, query: Query, **parameters: object) -> tuple[Any, ...]:
        """The only row of a query."""
        rows = self.fetch(query, **parameters)
        assert len(rows) == 1, f"{query.label} gave {len(rows)} rows"
        return rows[0]

    def fetch_arrow(self, query: Query) -> pyarrow.Table:
        """The rows of a query as Arrow."""
        self._check_parameters(query, {})
        body = self._with_texts(query.body)
        with self._watched(body, query.label):
            return self._cursor.sql(body).to_arrow_table()

    def check_stopped(self) -> None:
        """Raise what a statement would raise, if it were stopped now.

        For work outside of DuckDB, which begins with `is_interrupted` set to False.
        """
        if self.is_interrupted:
            raise self._stopped()
        if self._deadline is not None:
            self._deadline.check()

    def fetch_table(
        self, query: Query, **parameters: object
    ) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The columns and the rows of a query."""
        self._check_parameters(query, parameters)
        body = self._with_texts(query.body)
        return self._fetch(body, parameters or None, label=query.label)

    def fetch_records(self, query: Query, **parameters: object) -> list[dict[str, Any]]:
        """The rows of a query, each by column name."""
        return _records(*self.fetch_table(query, **parameters))

    def fetch_prepared(self, query: Query, **texts: str) -> list[dict[str, Any]]:
        """The rows of a query that reads views and these texts alone, by column name.

        It is planned once, for all that it is asked again with: that takes longer than
        to run it. DuckDB plans a query of tables anew each time, and one that is given
        values of other types than before.
        """
        body = self._with_texts(query.body)
        self._make_functions(body)
        key = (body, self.speech)
        name = self._prepared.get(key)
        if name is None:
            # The first time may be the last.
            self._prepared[key] = ""
            return _records(*self._fetch(body, texts, label=query.label))
        if not name:
            name = f"prepared_{[*self._prepared].index(key)}"
            self._execute(f"prepare {name} as {body}")
            self._prepared[key] = name
        given = (f"{each} := {literal(text)}::varchar" for each, text in texts.items())
        with self._watched(f"execute {name}", query.label):
            # Not parsed for all sessions: the next case has other values.
            found = self._cursor.execute(f"execute {name}({', '.join(given)})")
            columns = [column[0] for column in found.description or []]
            return _records(columns, found.fetchall())

    def fetch_stored(
        self, table: str, *, limit: int | None = None
    ) -> list[dict[str, Any]]:
        """The rows of the quoted `table` by column name, in the order of their storing.

        With a limit, the first of them.
        """
        return _records(*self._fetch(f"from {table} limit $limit", {"limit": limit}))

    def fetch_statement(
        self, statement: str, *, limit: int | None = None
    ) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The columns and rows of a user's statement, which must be one and read.

        Columns of one name are told apart. With a limit, only the first rows.
        """
        try:
            parsed_reading(self._cursor, statement)
            self._make_functions(statement)
            if self.trace is not None:
                self.trace(statement)
            with self.apart(), self.only_reading():
                found = in_form(self._cursor.sql(statement), VALUES)
                first = found if limit is None else found.limit(limit)
                return told_apart(found.columns), first.fetchall()
        except duckdb.InterruptException as error:
            raise KeyboardInterrupt from error
        except duckdb.Error as error:
            raise WrongUse(explain_error(error)) from error

    @contextmanager
    def only_reading(self) -> Iterator[None]:
        """Run what a user gave inside: whatever it is, no table can be another after.

        Temporary tables can be made. What was looked at by `parsed_reading` fails here
        if it has an effect that is not to be seen in it, such as that of a macro.

        A transaction that stores cannot begin another one. What is asked in it was
        asked before, when the result was made that is now made again.
        """
        if self.is_in_transaction:
            yield
            return
        self._cursor.execute("begin transaction read only")
        try:
            yield
        except BaseException as error:
            # An interrupt may have ended the transaction already.
            with suppress(duckdb.Error):
                self._cursor.rollback()
            self._find_staged()
            if "read-only mode" in str(error.__cause__ or error):
                raise OnlyReads("this calls what changes the database") from error
            raise
        self._cursor.execute("commit")

    def _find_staged(self) -> None:
        """After a rollback: what of all that was staged is there, and no function."""
        self._made.clear()
        with suppress(duckdb.Error):
            found = dict(self._cursor.execute(_TEMPORARY).fetchall())
            self._staged = {
                name: staged
                for name, staged in self._staged.items()
                if staged.query is not None or found.get(name) == staged.kind
            }

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Run what a user gave inside: it reads the user's tables, whatever their name.

        DuckDB lets a temporary name hide any table of a schema `main`, also where a
        view or a macro names it (tests/engines/test_names.py).
        """
        hidden = {
            relation: f"{relation} of cfsql"
            for relation in self._users_tables() & self._staged.keys()
            if self._staged[relation].query is None
        }
        for relation, aside in hidden.items():
            self._move(relation, aside)
        try:
            yield
        finally:
            for relation, aside in hidden.items():
                if relation in self._staged:
                    # What was made inside takes its place.
                    self._drop(aside)
                else:
                    self._move(aside, relation)

    def _move(self, relation: str, name: str) -> None:
        """Let another name stand for what this one stands for."""
        staged = self._staged[relation]
        if staged.query is None:
            before = f"alter {staged.kind} {temporary(relation)}"
            self._execute(f"{before} rename to {quote(name)}")
        self._staged[name] = self._staged.pop(relation)

    def _drop(self, relation: str) -> None:
        """Drop what a name stands for."""
        staged = self._staged.pop(relation)
        if staged.query is None:
            self._execute(f"drop {staged.kind} {temporary(relation)}")
        for part in staged.parts:
            self._execute(f"drop table {temporary(part)}")

    def _with_texts(self, body: str) -> str:
        """A query with those before it, as CTEs, that are staged as texts."""
        texts: dict[str, str] = {}
        self._find_texts(body, texts)
        return after(body, texts)

    def _find_texts(self, body: str, texts: dict[str, str]) -> None:
        """Add the texts that a query reads, each after those that it reads itself."""
        for name in read_names(body) & self._staged.keys() - texts.keys():
            text = self._staged[name].query
            if text is not None:
                self._find_texts(text, texts)
                texts[name] = text

    def _users_tables(self) -> set[str]:
        """The names of the tables and views that are not temporary."""
        return {name.lower() for (name,) in self._execute(_USERS_TABLES).fetchall()}

    def tables_read(self, statement: str) -> set[tuple[str, ...]]:
        """The tables that a user's statement reads, each by database, schema and name.

        Views and macros are known by the tables that they read. A plan that DuckDB
        cannot serialize, such as one that reads a file, is explained instead. That one
        is optimized: a table of which only the number of rows is asked is not in it.
        """
        self._make_functions(statement)
        with self.apart():
            return self._tables_read(statement)

    def _tables_read(self, statement: str) -> set[tuple[str, ...]]:
        asked = "select json_serialize_plan($statement)"
        ((plan,),) = self._execute(asked, {"statement": statement}).fetchall()
        # It is empty where a constant is no text, such as one of bits.
        if plan and not (parsed := json.loads(plan)).get("error"):
            return {tuple(name["path"]) for name in _values(parsed, "qualified_name")}
        try:
            found = self._cursor.execute(f"explain (format json) {statement}")
        except duckdb.Error:
            # Nobody explains an explanation, which shows no rows.
            return set()
        ((_, plan),) = found.fetchall()
        return {parts_of(name) for name in _values(json.loads(plan), "Table")}

    def _fetch(
        self, statement: str, parameters: object = None, *, label: str | None = None
    ) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The columns and the rows of a statement, as values that Python has.

        Few statements give others, such as ids that are instants; these run again.
        """
        result = self._execute(statement, parameters, label=label)
        described = result.description or []
        again = statement_in_form(statement, described, VALUES)
        if again is not None:
            result = self._execute(again, parameters, label=label)
        return [column[0] for column in described], result.fetchall()

    def is_there(self, name: str) -> bool:
        """Whether the database has a table or view of this quoted name.

        To be told that it has none takes a tenth of the time for listing all. But an
        error would end a transaction.
        """
        if self.is_in_transaction:
            asked = "select not cast(json_serialize_plan($text)->'error' as boolean)"
            found = self._execute(asked, {"text": f"from {name}"}).fetchall()
            return bool(found[0][0])
        try:
            self._execute(f"from {name} limit 0")
        except duckdb.CatalogException:
            return False
        return True

    def columns(self, relation: str) -> list[str]:
        """The names of a relation's columns."""
        rows = self._execute(self._with_texts(f"from {relation} limit 0"))
        return [column[0] for column in rows.description or []]

    def column_types(self, relation: str) -> list[tuple[str, str]]:
        """The names and types of a relation's columns."""
        described = self._execute(f"describe {self._with_texts(f'from {relation}')}")
        return [(name, kind) for name, kind, *_ in described.fetchall()]

    def size(self, relation: str) -> int:
        """The number of rows of a relation."""
        counted = self._with_texts(f"select count(*) from {relation}")
        return n_changed(self._execute(counted))

    def relation(self, query: Query) -> duckdb.DuckDBPyRelation:
        """The rows of a query, apart from the session."""
        self._check_parameters(query, {})
        body = self._with_texts(query.body)
        self._make_functions(body)
        found = self._cursor.sql(body)
        rows = in_form(found, FRAME).to_arrow_table()
        return duckdb.connect().from_arrow(rows)

    # Running.

    def _run(
        self, query: Query, around: str, parameters: dict[str, object], after: str = ""
    ) -> duckdb.DuckDBPyConnection:
        """Run a query with a statement around it."""
        self._check_parameters(query, parameters)
        statement = f"{around}{self._with_texts(query.body)}{after}"
        return self._execute(statement, parameters or None, label=query.label)

    def _check_parameters(self, query: Query, parameters: dict[str, object]) -> None:
        if set(parameters) != set(query.parameters):
            raise TypeError(
                f"{query.label} takes {query.parameters}, not {tuple(parameters)}"
            )

    def _execute(
        self, statement: str, parameters: object = None, *, label: str | None = None
    ) -> duckdb.DuckDBPyConnection:
        with self._watched(statement, label):
            return self._cursor.execute(self._parse(statement), parameters)

    @contextmanager
    def _watched(self, statement: str, label: str | None) -> Iterator[None]:
        """Run a statement inside: it is traced, may be stopped, and fails by name."""
        self._make_functions(statement)
        if self._deadline is not None:
            self._deadline.check()
        if self.trace is not None:
            self.trace(statement if label is None else f"-- {label}\n{statement}")
        try:
            yield
        except duckdb.InterruptException as error:
            raise self._stopped() from error
        except RuntimeError as error:
            # What DuckDB says when Ctrl-C comes between two of its own checks.
            if "interrupted" in str(error):
                raise self._stopped() from error
            raise
        except duckdb.Error as error:
            if label is None:
                raise
            said = f"{label} failed: {explain_error(error)}"
            if isinstance(error, duckdb.OutOfMemoryException):
                said += "; allow more with --memory-limit"
            raise QueryFailed(said) from error

    def _stopped(self) -> BaseException:
        """What to raise for a statement that was stopped, by a limit or a user."""
        if self._deadline is not None:
            self._deadline.check()
        return KeyboardInterrupt()

    def _parse(self, statement: str) -> duckdb.Statement:
        """The statement of a text, parsed once for all sessions of a database.

        To parse takes as long as a sixth of all that is done with a small table.
        """
        parsed = self._parsed.get(statement)
        if parsed is None:
            (parsed,) = self._cursor.extract_statements(statement)
            if len(self._parsed) >= _MOST_PARSED:
                self._parsed.clear()
            self._parsed[statement] = parsed
        return parsed

    def _make_functions(self, statement: str) -> None:
        """Make the functions that a statement calls, unless they are made.

        To make them all takes longer than most of what a session is opened for.
        """
        for name in sorted(_called(statement) - self._made):
            self._made.add(name)
            function = _known_functions()[name]
            body = function.body
            if function.step == SENTENCES:
                body = _in_words(name, self.speech)
            self._execute(body, label=function.label)

    def speak(self, speech: Speech) -> None:
        """Say the sentences that are read from now on in this way."""
        if speech != self.speech:
            self.speech = speech
            # Also those that only a view calls now.
            spoken = self._made & {each.name for each in queries(SENTENCES)}
            self._made -= spoken
            self._make_functions(" ".join(f"{name}()" for name in sorted(spoken)))


@lru_cache(maxsize=1000)
def _called(statement: str) -> frozenset[str]:
    """The functions of sql/functions.sql and sql/sentences.sql that one calls."""
    return frozenset(filter(None, _functions().findall(statement.lower())))


@cache
def _known_functions() -> dict[str, Query]:
    """All functions that queries may call, but for those of a table's layout."""
    blocks = (*queries("functions"), *queries("sentences"))
    return {block.name: block for block in blocks}


@lru_cache(maxsize=1000)
def _in_words(name: str, speech: Speech) -> str:
    """A function of sql/sentences.sql with the words of a language written out in it.

    To make a function of each sentence would take a session longer.
    """
    return written_out(_known_functions()[name].body, spoken_functions(speech))


@cache
def _functions() -> re.Pattern[str]:
    """A call of one of these functions, and not of one kept in a schema.

    Comments, texts and quoted names are found too, without a function, so that calls
    are not looked for inside them.
    """
    names = "|".join(_known_functions())
    return re.compile(rf"""--[^\n]*|'[^']*'|"[^"]*"|(?<![.\w])({names})\s*\(""")


def _records(
    columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in rows]


def n_changed(result: duckdb.DuckDBPyConnection) -> int:
    """The rows that a statement made, or counted."""
    rows: Sequence[tuple[int]] = result.fetchall()
    return int(rows[0][0]) if rows else 0


def _values(plan: object, member: str) -> Iterator[Any]:
    """All values of a member, wherever it is in a plan."""
    waiting = [plan]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if part.get(member):
                yield part[member]
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
