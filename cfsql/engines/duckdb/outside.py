"""What a session reads from outside of its database, and writes there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from cfsql.engines.duckdb.cursors import Place
from cfsql.engines.duckdb.failures import explain_error
from cfsql.engines.duckdb.forms import PARQUET, can_be_read, statement_in_form
from cfsql.engines.duckdb.reading import parsed_reading
from cfsql.engines.duckdb.storing import Storing
from cfsql.engines.identifiers import literal, quote
from cfsql.errors import BadCondition, BadFile, WrongUse


class Outside(Storing):
    """A session that takes rows from wherever they are."""

    def write_out(self, relation: str, path: Path) -> dict[str, str]:
        """Write a relation to a Parquet file in its order; the types of its columns.

        Parquet lacks some of them: their values are written as texts, for `bind_out`.
        """
        text, rows = literal(str(path)), self._with_texts(f"from {relation}")
        described = self._execute(f"{rows} limit 0").description or []
        rows = statement_in_form(rows, described, PARQUET) or rows
        label = f"writing {relation}"
        self._execute(f"copy (\n{rows}\n) to {text} (format parquet)", label=label)
        return {name: str(kind) for name, kind, *_ in described}

    def written(self, paths: Sequence[Path], types: Mapping[str, str]) -> str:
        """What to read files by that `write_out` wrote, with the types as they were.

        A text that cannot be cast back, such as a union's, stays one.
        """
        listed = ", ".join(literal(str(path)) for path in paths)
        read = f"read_parquet([{listed}], hive_partitioning = false)"
        found = self._execute(f"from {read} limit 0", label=f"reading {listed}")
        described = found.description or []
        casts = [
            f"cast({quote(name)} as {types[name]}) as {quote(name)}"
            for name, kind, *_ in described
            if str(kind) != types[name] and can_be_read(types[name])
        ]
        return f"(select * replace ({', '.join(casts)}) from {read})" if casts else read

    def bind_out(
        self, relation: str, paths: Sequence[Path], types: Mapping[str, str]
    ) -> None:
        """Point a name at the rows of such files."""
        self.bind(relation, self.written(paths, types))

    def stage_statement(self, relation: str, statement: str) -> int:
        """Stage the rows of a user's query, which must be one; their number."""
        query = statement.rstrip().removesuffix(";")
        try:
            parsed_reading(self._cursor, statement)
            self._make_functions(statement)
            with self.apart(), self.only_reading():
                return self._put(relation, query)
        except BadCondition as error:
            raise WrongUse(f"--sql: {error.line}") from error
        except duckdb.Error as error:
            raise WrongUse(f"--sql: {explain_error(error)}") from error

    def stage_cast(self, relation: str, types: Mapping[str, str]) -> None:
        """Stage a relation again, with some of its columns in other types.

        A value that has no place in its type leaves the column a text.
        """
        for column, kind in types.items():
            cast = f"cast({quote(column)} as {kind}) as {quote(column)}"
            with suppress(duckdb.ConversionException):
                again = f"select * replace ({cast}) from {relation}"
                self._put(relation, self._with_texts(again))

    def stage_union(self, relation: str, parts: Mapping[str, Sequence[str]]) -> None:
        """Stage some relations as one, columns by name.

        Each is given with the columns that it has no values in: they are of any type.
        """
        united = "\nunion all by name\n".join(
            f"select * {_emptied(columns)}from {part}"
            for part, columns in parts.items()
        )
        self._put(relation, self._with_texts(united))

    def has_values(self, relation: str, column: str) -> bool:
        """Whether a column of a relation has any value."""
        counted = self._with_texts(f"select count({quote(column)}) from {relation}")
        return self._execute(counted).fetchall() != [(0,)]

    def parquet_columns(self, pattern: str) -> list[tuple[str, str]]:
        """The names and types of the columns of a Parquet file."""
        read = f"read_parquet({literal(pattern)}, hive_partitioning = false)"
        described = self._execute(f"describe from {read}", label="describe")
        return [(name, kind) for name, kind, *_ in described.fetchall()]

    @contextmanager
    def attached(self, path: Path) -> Iterator[None]:
        """Be in another database file, opened to read."""
        kept = self.place, self.kept_functions
        name = f"cfsql source {id(self):x}"
        try:
            self._execute(f"attach {literal(str(path))} as {quote(name)} (read_only)")
        except duckdb.Error as error:
            raise BadFile(f"cannot open {path}: {explain_error(error)}") from error
        try:
            self._go_to(Place(name, "main"), None)
            yield
        finally:
            self._go_to(*kept)
            self._execute(f"detach {quote(name)}")

    def load_extension(self, name: str) -> bool:
        """Load an extension that is installed; whether it is."""
        try:
            self._execute(f"load {name}")
        except duckdb.Error:
            return False
        return True


def _emptied(columns: Sequence[str]) -> str:
    """The end of a `select *` in which these columns are NULL, of no type."""
    if not columns:
        return ""
    return f"replace ({', '.join(f'null as {quote(each)}' for each in columns)}) "


def in_place(table: str, id: str | None, *, first: int = 1) -> str:
    """The rows of a quoted table that is not ours, with the row ids of cfsql.

    The column `id` has them; without it they are the places of the rows, from the
    first on.
    """
    if id is None:
        # To add costs as much as to hash two columns.
        place = f"rowid + {first}" if first else "rowid"
        return f"(select {place} as row_id, * from {table})"
    own = f" exclude ({quote(id)})" if id.lower() == "row_id" else ""
    return f"(select {quote(id)} as row_id, *{own} from {table})"


def with_texts(rows: str, columns: Sequence[str]) -> str:
    """Rows of which these columns have their values and the texts of these."""
    if not columns:
        return rows
    both = ", ".join(
        f"row({quote(name)}, cast({quote(name)} as varchar)) as {quote(name)}"
        for name in columns
    )
    return f"(select * replace ({both}) from {rows})"
