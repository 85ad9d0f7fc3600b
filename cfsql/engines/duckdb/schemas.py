"""Where cfsql keeps things in a database, and what they are called."""

from __future__ import annotations

from cfsql.engines.duckdb.cursors import Place
from cfsql.engines.identifiers import quote

# How a database is laid out: which schemas, tables and columns there are. A file with a
# greater number is not read, one with a smaller number is renewed (tables/renewal.py).
FILE_LAYOUT = 4

# What people type: macros, the log of runs, the experiments. Not `cfsql`: a file
# called cfsql.duckdb is a database of that name, and DuckDB would not know which of
# the two is meant.
CF_SCHEMA = "cf"

# All the rest: registers, encodings, what views and macros read and call.
INTERNAL_SCHEMA = "cf_internal"

# Where layout 1 had these. It had no number.
_FIRST = {CF_SCHEMA: ("cfsql",), INTERNAL_SCHEMA: ("cfsql", "cfsql_results")}
FIRST_SCHEMAS = _FIRST[INTERNAL_SCHEMA]

# The functions of a table's layout that macros call.
KEPT_FUNCTIONS = ("disagreement", "value_codes")


class Names:
    """The quoted names of what a session stores in its database."""

    place: Place
    file_layout: int = FILE_LAYOUT
    # In layout 1, what is in the second of its schemas for internals.
    behind: frozenset[str] = frozenset()

    @property
    def catalog(self) -> str:
        """The database in which tables are."""
        return self.place.catalog

    @property
    def schema(self) -> str:
        """The schema in which users see them."""
        return self.place.schema

    def public(self, name: str) -> str:
        """The quoted name of a table that users see."""
        return self.place.name(name)

    def cf(self, name: str) -> str:
        """The quoted name of what users type in the schema `cf`."""
        return quote(self.catalog, self.schemas(CF_SCHEMA)[-1], name)

    def internal(self, name: str) -> str:
        """The quoted name of what is in the schema `cf_internal`."""
        first, *others = self.schemas(INTERNAL_SCHEMA)
        (schema,) = others if others and name in self.behind else (first,)
        return quote(self.catalog, schema, name)

    def schemas(self, schema: str) -> tuple[str, ...]:
        """Where this database has what belongs into a schema."""
        return _FIRST.get(schema, (schema,)) if self.file_layout == 1 else (schema,)
