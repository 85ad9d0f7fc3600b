"""Where cfsql keeps things in a database, and what they are called."""

from __future__ import annotations

from cfsql.engines.duckdb.cursors import Place
from cfsql.engines.identifiers import quote

# How a database is laid out: which schemas, tables and columns there are. A file with
# another number is refused; `load` carries tables over (tables/carried.py).
FILE_LAYOUT = 6

# What people type: macros, the log of runs, the experiments. Not `cfsql`: a file
# called cfsql.duckdb is a database of that name, and DuckDB would not know which of
# the two is meant.
CF_SCHEMA = "cf"

# All the rest: registers, encodings, what views and macros read and call.
INTERNAL_SCHEMA = "cf_internal"

# The functions of sql/functions.sql that stored views call.
KEPT_FUNCTIONS = ("changes_between", "changes_text")

# The functions of a table's layout that macros call.
LAYOUT_FUNCTIONS = ("disagreement", "value_codes")


class Names:
    """The quoted names of what a session stores in its database."""

    place: Place

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
        return quote(self.catalog, CF_SCHEMA, name)

    def internal(self, name: str) -> str:
        """The quoted name of what is in the schema `cf_internal`."""
        return quote(self.catalog, INTERNAL_SCHEMA, name)
