"""Staging: temporary tables behind the fixed names that queries read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import duckdb

from cfsql.engines.duckdb.failures import explain_error
from cfsql.engines.duckdb.forms import carried
from cfsql.engines.duckdb.reading import parsed_reading
from cfsql.engines.duckdb.relations import Stored, Table, View
from cfsql.engines.duckdb.running import Runner, n_changed
from cfsql.engines.functions import Function, Layout
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import Query
from cfsql.errors import BadCondition, NotOneStatement

# A part of a table that is worth a thread of its own.
_ROWS_PER_SHARD = 200


class Staging(Runner):
    """A cursor whose names point at temporary tables, stored tables and queries."""

    def bind(self, relation: str, table: str) -> None:
        """Point a name at what another name points at now, or at a quoted table."""
        if table in self.relations:
            self._drop(self.relations.copy(relation, table))
        else:
            self._drop(self.relations.point(relation, Stored(table)))

    def register(self, relation: str, frame: object) -> None:
        """Let queries read a data frame under a fixed name."""
        self._cursor.register(relation, frame)

    def register_relation(self, relation: str, rows: duckdb.DuckDBPyRelation) -> None:
        """Let queries read a relation of any connection under a fixed name."""
        self._cursor.register(relation, carried(rows, self._cursor))

    def view(
        self,
        query: Query,
        *,
        into: str | None = None,
        reads: Mapping[str, str] | None = None,
        **parameters: object,
    ) -> None:
        """Point a name at a query, which runs whenever the name is read."""
        self._check_parameters(query, parameters)
        view = View(query, reads or {}, parameters)
        self._drop(self.relations.point(into or query.relation, view))

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
        name = self.relations.fresh(relation)
        before = f"create or replace temp table {quote(name)} as\n{around[0]}"
        n_rows = n_changed(self._run(query, before, parameters, around[1]))
        self._drop(self.relations.point(relation, Table((name,))))
        return n_rows

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
        name = self.relations.fresh(query.relation)
        shards = tuple(f"{name}.{shard}" for shard in range(n_shards))
        n_staged = 0
        for number, shard in enumerate(shards):
            around = f"create or replace temp table {quote(shard)} as\nfrom (\n"
            after = f"\n) where {key} % {n_shards} = {number}"
            n_staged += n_changed(self._run(query, around, parameters, after))
        self._drop(self.relations.point(query.relation, Table(shards)))
        return n_staged

    def append(self, query: Query, **parameters: object) -> int:
        """Run a query into the end of its relation, which is staged if need be."""
        if query.relation not in self.relations:
            return self._stage(query.relation, query, parameters)
        (name,) = self.relations.parts(query.relation)
        return n_changed(self._run(query, f"insert into {quote(name)}\n", parameters))

    def append_arrow(self, query: Query, relation: str, table: object) -> int:
        """Append a query that reads an Arrow table under a name."""
        self._cursor.register(relation, table)
        try:
            return self.append(query)
        finally:
            self._cursor.unregister(relation)

    def forget(self, relation: str) -> None:
        """Point a name at nothing: what is appended to it next begins it anew."""
        self._drop(self.relations.forget(relation))

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Forget what is staged inside at the end: names point where they did."""
        with self.relations.scope() as abandoned:
            yield
        self._drop(abandoned)

    def _drop(self, tables: Sequence[str]) -> None:
        for table in tables:
            self._execute(f"drop table if exists {quote(table)}")

    # What names columns of the user's.

    def bind_feature_rows(
        self, table: str, intervals: str, features: Sequence[str]
    ) -> None:
        """Let queries read a relation in which these columns are their intervals.

        A file that an older version made has no stored view of it until something is
        written there.
        """
        given = self.relations.text(table)
        rows = feature_rows(given, self.internal(intervals), features)
        self.relations.point("feature_rows", Stored(f"(\n{rows}\n)"))

    def stage_where(self, relation: str, table: str, predicate: str) -> None:
        """Stage the row ids of a relation that satisfy a user's predicate."""
        name = self.relations.fresh(relation)
        rows = self.relations.text(table)
        statement = (
            f"create or replace temp table {quote(name)} as\n"
            f"select row_id from {rows} where (\n{predicate}\n)"
        )
        try:
            # Without brackets, too: it must not close those that are put around it.
            for where in (f"(\n{predicate}\n)", predicate):
                parsed_reading(self._cursor, f"select 1 where {where}")
            self._make_functions(statement)
            with self.only_reading():
                self._execute(statement)
        except NotOneStatement as error:
            raise BadCondition("it must be one condition") from error
        except duckdb.Error as error:
            raise BadCondition(explain_error(error)) from error
        self._drop(self.relations.point(relation, Table((name,))))

    def _given_id(self, id: str | None, kind: str) -> str:
        """An id as the table has its own, if all of `incoming` can be; or as text."""
        if id is None:
            return "row_number() over ()"
        found = self._execute(
            f"select count(distinct try_cast({quote(id)} as {kind})) = count(*) "
            f"from {self.relations.text('incoming')}"
        ).fetchone()
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
        name = self.relations.fresh(relation)
        self._execute(
            f"create or replace temp table {quote(name)} as\n"
            f"select {', '.join(members)} from {self.relations.text('incoming')}"
        )
        self._drop(self.relations.point(relation, Table((name,))))

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
