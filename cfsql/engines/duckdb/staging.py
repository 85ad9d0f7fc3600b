"""Staging: temporary tables behind the fixed names that queries read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count, islice
from typing import Any

import duckdb

from cfsql.engines.duckdb.failures import explain_error
from cfsql.engines.duckdb.forms import carried
from cfsql.engines.duckdb.reading import parsed_reading
from cfsql.engines.duckdb.running import Runner, Scope, Staged, n_changed
from cfsql.engines.functions import Function, Layout
from cfsql.engines.identifiers import quote, temporary
from cfsql.engines.queries import Query, reading, words
from cfsql.errors import BadCondition, NotOneStatement, QueryFailed

# A part of a table that is worth a thread of its own.
_ROWS_PER_SHARD = 200


class Staging(Runner):
    """A cursor on which names are temporary tables and views."""

    def bind(self, relation: str, table: str) -> None:
        """Let a name stand for another, a quoted table, or a query in brackets."""
        self._name(relation, f"from {table}", text=table)

    def bind_view(self, relation: str, rows: str) -> None:
        """Let a name stand for rows of a user's view.

        Where that may read tables whose names are used here too, they are copied.
        """
        if not self._users_tables() & words():
            self.bind(relation, rows)
            return
        with self.apart():
            self._put(relation, f"from {rows}")

    def fetch_kept(
        self, relation: str, table: str, query: Query
    ) -> list[tuple[Any, ...]]:
        """The rows of a query that reads a quoted table by a name; none without it.

        Where it is there, as nearly always, nobody has to ask for it before. But an
        error would end a transaction.
        """
        if self.is_in_transaction and not self.is_there(table):
            return []
        self.bind(relation, table)
        try:
            return self.fetch(query)
        except QueryFailed:
            if self.is_in_transaction or self.is_there(table):
                raise
            return []

    def is_staged(self, relation: str) -> bool:
        """Whether a name stands for anything."""
        return relation in self._staged

    def rename(self, relation: str, name: str) -> None:
        """Give a staged table another name, in the place of what has that."""
        self._clear(name)
        self._move(relation, name)

    def register(self, relation: str, frame: object) -> None:
        """Let queries read a data frame under a fixed name."""
        self._clear(relation)
        self._cursor.register(relation, frame)
        self._staged[relation] = Staged("view")

    def register_relation(self, relation: str, rows: duckdb.DuckDBPyRelation) -> None:
        """Let queries read a relation of any connection under a fixed name."""
        self.register(relation, carried(rows, self._cursor))

    def view(
        self,
        query: Query,
        *,
        into: str | None = None,
        reads: Mapping[str, str] | None = None,
        **parameters: object,
    ) -> None:
        """Let a name stand for a query, which runs whenever the name is read.

        `reads` gives other names for relations that the query reads.
        """
        self._check_parameters(query, parameters)
        named = {name: f"from {other}" for name, other in (reads or {}).items()}
        self._name(into or query.relation, reading(query.filled(**parameters), named))

    def stage(
        self, query: Query, *, into: str | None = None, **parameters: object
    ) -> int:
        """Run a query into a temporary table; its number of rows."""
        return self._stage(into or query.relation, query, parameters)

    def stage_empty(
        self, query: Query, *, into: str | None = None, **parameters: object
    ) -> None:
        """Stage no rows, in the shape of a query; what it is not given is NULL."""
        given = {**dict.fromkeys(query.parameters), **parameters}
        around = ("from (\n", "\n) limit 0")
        self._stage(into or query.relation, query, given, around)

    def _stage(
        self,
        relation: str,
        query: Query,
        parameters: dict[str, object],
        around: tuple[str, str] = ("", ""),
    ) -> int:
        self._check_parameters(query, parameters)
        body = f"{around[0]}{self._with_texts(query.body)}{around[1]}"
        return self._put(
            relation, body, parameters=parameters or None, label=query.label
        )

    def _name(
        self,
        relation: str,
        body: str,
        *,
        parts: tuple[str, ...] = (),
        text: str | None = None,
    ) -> None:
        """Let a name stand for the text of a query, which may read what it replaces."""
        before = self._staged.get(relation)
        if before is not None and before.query is not None:
            body = reading(body, {relation: before.query})
        self._clear(relation)
        self._staged[relation] = Staged("query", parts, body, text)

    def _put(
        self,
        relation: str,
        body: str,
        *,
        parameters: object = None,
        label: str | None = None,
    ) -> int:
        """Make a temporary table, in the place of what has its name.

        The query may read what it takes the place of. The number of rows of a table.
        """
        before = self._staged.get(relation)
        is_new = before is None or (
            before.kind == "table" and not self._is_outer(relation)
        )
        name = relation if is_new else f"{relation} new"
        made = self._execute(
            f"create or replace temp table {quote(name)} as\n{body}",
            parameters,
            label=label,
        )
        n_rows = n_changed(made)
        self._staged[name] = Staged("table")
        if not is_new:
            self._clear(relation)
            self._move(name, relation)
        return n_rows

    def _is_outer(self, relation: str) -> bool:
        """Whether a name is what it was before the scope."""
        if not self._scopes:
            return False
        scope = self._scopes[-1]
        return relation in scope.outer and relation not in scope.put_by

    def _clear(self, relation: str) -> None:
        """Let a name stand for nothing; what it was outside of the scope is put by."""
        if relation not in self._staged:
            return
        if self._is_outer(relation):
            aside = f"{relation} outside {len(self._scopes)}"
            self._move(relation, aside)
            self._scopes[-1].put_by[relation] = aside
            return
        self._drop(relation)

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
        if n_shards == 1:
            return self._stage(query.relation, query, parameters)
        relation = query.relation
        taken = {part for staged in self._staged.values() for part in staged.parts}
        free = (f"{relation} {n}" for n in count() if f"{relation} {n}" not in taken)
        parts = tuple(islice(free, n_shards))
        n_staged = 0
        for number, part in enumerate(parts):
            around = f"create or replace temp table {quote(part)} as\nfrom (\n"
            after = f"\n) where {key} % {n_shards} = {number}"
            n_staged += n_changed(self._run(query, around, parameters, after))
        united = " union all ".join(f"from {quote(part)}" for part in parts)
        self._name(relation, united, parts=parts)
        return n_staged

    def append(self, query: Query, **parameters: object) -> int:
        """Run a query into the end of its relation, which is staged if need be."""
        if query.relation not in self._staged:
            return self._stage(query.relation, query, parameters)
        into = f"insert into {temporary(query.relation)}\n"
        return n_changed(self._run(query, into, parameters))

    def append_arrow(self, query: Query, relation: str, table: object) -> int:
        """Append a query that reads an Arrow table under a name."""
        self._cursor.register(relation, table)
        try:
            return self.append(query)
        finally:
            self._cursor.unregister(relation)

    def forget(self, relation: str) -> None:
        """Let a name stand for nothing: what is appended to it next begins it anew."""
        self._clear(relation)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Forget what is staged inside at the end: names stand for what they did."""
        scope = Scope(frozenset(self._staged), {})
        self._scopes.append(scope)
        try:
            yield
        except BaseException:
            self._scopes.pop()
            with suppress(duckdb.Error):
                self._leave(scope)
            raise
        self._scopes.pop()
        self._leave(scope)

    def _leave(self, scope: Scope) -> None:
        for relation in self._staged.keys() - scope.outer - {*scope.put_by.values()}:
            self._clear(relation)
        for relation, aside in scope.put_by.items():
            if aside not in self._staged:
                # It was made in a transaction that was rolled back.
                continue
            if relation in self._staged:
                self._clear(relation)
            self._move(aside, relation)

    # What names columns of the user's.

    def bind_feature_rows(
        self, table: str, intervals: str, features: Sequence[str]
    ) -> None:
        """Let queries read a relation in which these columns are their intervals."""
        rows = feature_rows(table, self.internal(intervals), features)
        self._name("feature_rows", rows)

    def stage_where(self, relation: str, table: str, predicate: str) -> None:
        """Stage the row ids of a relation that satisfy a user's predicate."""
        rows = self._staged[table].text or table
        statement = f"select row_id from {rows} where (\n{predicate}\n)"
        try:
            # Without brackets, too: it must not close those that are put around it.
            for where in (f"(\n{predicate}\n)", predicate):
                parsed_reading(self._cursor, f"select 1 where {where}")
            self._make_functions(statement)
            with self.apart(), self.only_reading():
                self._put(relation, statement)
        except NotOneStatement as error:
            raise BadCondition("it must be one condition") from error
        except duckdb.Error as error:
            raise BadCondition(explain_error(error)) from error

    def _given_id(self, id: str | None, kind: str) -> str:
        """An id as the table has its own, if all of `incoming` can be; or as text."""
        if id is None:
            return "row_number() over ()"
        counted = (
            f"select count(distinct try_cast({quote(id)} as {kind})) = count(*) "
            "from incoming"
        )
        found = self._execute(self._with_texts(counted)).fetchone()
        is_alike = found is not None and found[0]
        return f"cast({quote(id)} as {kind if is_alike else 'varchar'})"

    def stage_like_source(
        self,
        relation: str,
        columns: Mapping[str, str | None],
        *,
        texts: Sequence[str | None],
        label: str | None,
        id: str | None,
    ) -> None:
        """Stage `incoming`, all texts, with the columns and types of `source_rows`.

        `columns` says which column of `incoming` each comes from, and `texts` and
        `label` which of its columns to keep as they were given. `id` has the row ids;
        without it the rows are numbered.
        """
        kinds = dict(self.column_types("source_rows"))
        members = [f"{self._given_id(id, kinds['row_id'])} as row_id"]
        for name, given in columns.items():
            value = "null" if given is None else quote(given)
            members.append(f"try_cast({value} as {kinds[name]}) as {quote(name)}")
        listed = ", ".join("null" if each is None else quote(each) for each in texts)
        members.append(f"cast([{listed}] as varchar[]) as given_texts")
        own_label = "null" if label is None else quote(label)
        members.append(f"cast({own_label} as varchar) as given_label")
        members_of = f"select {', '.join(members)} from incoming"
        self._put(relation, self._with_texts(members_of))

    # Functions.

    def define(self, *functions: Function) -> None:
        """Make functions known to the queries, in place of any of their names."""
        for function in functions:
            self._execute(
                f"create or replace temp macro {function.name}"
                f"({', '.join(function.parameters)}) as\n{function.body}"
            )

    def define_layout(self, layout: Layout) -> None:
        """Make the functions known that read and write packed codes."""
        self.define(*layout.functions)


def feature_rows(table: str, intervals: str, features: Sequence[str]) -> str:
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
