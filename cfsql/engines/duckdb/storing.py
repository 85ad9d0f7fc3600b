"""Storing: tables, views, macros and comments of the database, all or nothing."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import duckdb

from cfsql.engines.duckdb.cursors import Place
from cfsql.engines.duckdb.failures import explain_error
from cfsql.engines.duckdb.schemas import (
    CF_SCHEMA,
    INTERNAL_SCHEMA,
    KEPT_FUNCTIONS,
    LAYOUT_FUNCTIONS,
)
from cfsql.engines.duckdb.staging import Staging, feature_rows
from cfsql.engines.duckdb.written_out import renamed, written_out
from cfsql.engines.functions import Function, Layout, function_of
from cfsql.engines.identifiers import literal, quote
from cfsql.engines.queries import Query, queries
from cfsql.errors import CfsqlError


class Storing(Staging):
    """A session that writes to the database."""

    # Whether a transaction is open.
    _is_storing = False
    # What is done when all is stored, and before it is there for others.
    before_commit: Callable[[Any], None] | None = None
    # What was made, for that: the name of a table, or what is to be said of a result.
    made: object = None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is stored inside appears at once at its end, or not at all.

        Inside another one it is a part of that.
        """
        if self._is_storing:
            yield
            return
        with self.lock:
            self._is_storing = True
            try:
                yield from self._transaction()
            finally:
                self._is_storing = False

    def _transaction(self) -> Iterator[None]:
        self._execute("begin")
        self.is_in_transaction = True
        try:
            yield
            if self.before_commit is not None:
                with self.scope():
                    self.before_commit(self)
        except BaseException as error:
            # An interrupt may have ended the transaction already.
            with suppress(duckdb.Error):
                self._cursor.rollback()
            self._find_staged()
            if isinstance(error, duckdb.IOException):
                raise _not_stored(error) from error
            raise
        finally:
            self.is_in_transaction = False
        try:
            self._execute("commit")
        except duckdb.Error as error:
            raise _not_stored(error) from error

    @contextmanager
    def scratch(self) -> Iterator[None]:
        """Store what is stored inside in a database that is gone afterwards.

        It is a file where DuckDB spills to, so that writing takes as long as in the
        database itself; or in memory, if that is, or nothing can be written there.
        """
        kept = self.place, self.kept_functions
        # Others may have one at the same time.
        name = f"{self.catalog} scratch {id(self):x}"
        ((spilled, path),) = self._execute(
            "select current_setting('temp_directory'), path from duckdb_databases() "
            "where database_name = $catalog",
            {"catalog": self.catalog},
        ).fetchall()
        with ExitStack() as stack:
            place = ":memory:"
            if path is not None:
                place = stack.enter_context(_scratch_file(Path(spilled)))
            self._execute(f"attach {literal(place)} as {quote(name)} (read_write)")
            try:
                self._go_to(Place(name, "main"), None)
                yield
            finally:
                self._go_to(*kept)
                self._execute(f"detach {quote(name)}")

    def _go_to(self, place: Place, kept_functions: str | None) -> None:
        self.place, self.kept_functions = place, kept_functions
        self._execute(f"use {quote(place.catalog, place.schema)}")

    def store(self, relation: str, table: str, *, is_distinct: bool = False) -> None:
        """Keep a staged relation as the quoted `table`, or each of its rows once."""
        rows = f"{'select distinct * ' if is_distinct else ''}from {relation}"
        made = f"create table {table} as {self._with_texts(rows)}"
        self._execute(made, label=f"storing {relation}")

    def copy(self, table: str, new: str) -> None:
        """Keep the rows of a quoted table as another one, in their order."""
        with self.apart():
            self._execute(f"create table {new} as from {table}")

    def store_query(self, query: Query, table: str, **parameters: object) -> None:
        """Keep the rows of a query as the quoted `table`."""
        self._run(query, f"create table {table} as\n", parameters)

    def store_view(self, query: Query, view: str, reads: dict[str, str]) -> None:
        """Keep a query as a view on these tables, or queries in brackets.

        They are named without the database, so that the view works under whatever
        name that is attached.
        """
        body = _stored_calls(renamed(query.body, reads))
        self._execute(f"create or replace view {view} as\n{body}", label=query.label)

    def store_rows(self, view: str, rows: str) -> None:
        """Keep a view of rows outside of the database, given as text of SQL."""
        self._execute(f"create view {view} as from {rows}")

    def store_alias(self, view: str, *name: str) -> None:
        """Keep a view of a table, given by its schema and its name, in another schema.

        Like all views it names no database, and works under whatever name that is
        attached.
        """
        self._execute(f"create or replace view {view} as from {quote(*name)}")

    def store_feature_rows(
        self, view: str, table: str, intervals: str, features: Sequence[str]
    ) -> None:
        """Keep a view of a quoted table in which these columns are their intervals."""
        rows = feature_rows(table, quote(INTERNAL_SCHEMA, intervals), features)
        with self.apart():
            self._execute(f"create or replace view {view} as\n{rows}")

    def store_mark(self, mark: str) -> None:
        """Keep a view by whose name macros find the database that they are in."""
        self._execute(f"create view {self.internal(mark)} as select 1 as marked")

    def store_macro(self, query: Query, mark: str) -> None:
        """Keep a query as a table macro in the schema `cf`, by its file's mark."""
        body = written_out(query.body, _functions_of(query.step))
        self._execute(
            f"create or replace macro {self.cf(query.name)}"
            f"({', '.join(query.parameters)}) as table\n"
            f"{renamed(body, {'file_mark': literal(mark)})}",
            label=query.label,
        )

    def store_function(self, query: Query) -> None:
        """Keep a function of sql/functions.sql where views can call it."""
        function = function_of(query)
        self._execute(
            f"create or replace macro {self.internal(function.name)}"
            f"({', '.join(function.parameters)}) as\n{_stored_calls(function.body)}",
            label=query.label,
        )

    def store_layout(self, table: str, layout: Layout) -> None:
        """Keep what macros read the codes of a table with."""
        for function in layout.functions:
            if function.name in LAYOUT_FUNCTIONS:
                name = self.internal(f"{table}_{function.name}")
                self._execute(
                    f"create or replace macro {name}"
                    f"({', '.join(function.parameters)}) as\n{function.body}"
                )

    def create_schemas(self) -> None:
        """Make the schemas of cfsql, if they are not there."""
        for schema in (CF_SCHEMA, INTERNAL_SCHEMA):
            name = quote(self.catalog, schema)
            self._execute(f"create schema if not exists {name}")

    def add_rows(
        self,
        query: Query,
        table: str,
        **parameters: object,
    ) -> None:
        """Add the rows of a query to the quoted `table`, made in its shape at need."""
        made = f"create table if not exists {table} as\n"
        self._run(query, made, parameters, after="\nlimit 0")
        self._run(query, f"insert into {table} by name\n", parameters)

    def delete(self, table: str, **values: object) -> None:
        """Take the rows with these values out of the quoted `table`."""
        condition = " and ".join(f"{quote(column)} = ${column}" for column in values)
        self._execute(f"delete from {table} where {condition}", values)

    def insert(self, relation: str, table: str) -> None:
        """Add the rows of a relation to the quoted `table`, column by column's name."""
        rows = self._with_texts(f"from {relation}")
        self._execute(f"insert into {table} by name {rows}")

    def delete_listed(self, table: str, relation: str) -> None:
        """Take the rows out of the quoted `table` whose ids a relation lists."""
        listed = self._with_texts(f"select row_id from {relation}")
        self._execute(f"delete from {table} where row_id in ({listed})")

    def change(self, table: str, *, of: dict[str, object], **values: object) -> None:
        """Give the rows of the quoted `table` that have the values `of` new values."""
        new = ", ".join(f"{quote(column)} = ${column}" for column in values)
        held = " and ".join(f"{quote(column)} = ${column}" for column in of)
        self._execute(f"update {table} set {new} where {held}", {**of, **values})

    def drop(self, kind: str, name: str) -> None:
        """Drop a table, view or macro by its quoted name, if it is there."""
        self._execute(f"drop {kind} if exists {name}")

    def comment(self, kind: str, name: str, text: str) -> None:
        """Describe a table, view or column where DuckDB clients show it."""
        said = literal(text) if text else "null"
        self._execute(f"comment on {kind} {name} is {said}")


@contextmanager
def _scratch_file(folder: Path) -> Iterator[str]:
    """The path of a file in a folder that is made for it, and goes with it."""
    is_new = not folder.exists()
    try:
        folder.mkdir(exist_ok=True)
        inner = tempfile.mkdtemp(dir=folder)
    except OSError:
        yield ":memory:"
        return
    try:
        yield str(Path(inner) / "scratch.duckdb")
    finally:
        shutil.rmtree(folder if is_new else inner, ignore_errors=True)


def _not_stored(error: duckdb.Error) -> CfsqlError:
    return CfsqlError(f"nothing was stored: {explain_error(error)}")


def _stored_calls(body: str) -> str:
    """A query that is to be stored: figures are written out, words call what is kept.

    So a view can be read, and few functions are in the database.
    """
    functions = _functions_of("functions")
    for name in KEPT_FUNCTIONS:
        del functions[name]
    calls = {name: f"{INTERNAL_SCHEMA}.{name}" for name in KEPT_FUNCTIONS}
    return renamed(written_out(body, functions), calls)


def _functions_of(step: str) -> dict[str, Function]:
    """The functions that the macros of a step call: its own, and the common ones."""
    blocks = (*queries("functions"), *queries(step))
    return {each.name: function_of(each) for each in blocks if each.kind == "function"}
