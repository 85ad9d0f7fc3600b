"""Where cfsql keeps things in a database, and what they are called."""

from __future__ import annotations

from cfsql.engines.identifiers import quote

INTERNAL_SCHEMA = "cfsql"

# What views of results read. Not in the schema `cfsql`: in a file called cfsql.duckdb
# that is the name of the database too, and no view could say which it means.
RESULTS_SCHEMA = "cfsql_results"

# The function of a table's layout that its macros call.
DISAGREEMENT = "disagreement"


class Names:
    """The quoted names of what a session stores in its database."""

    catalog: str
    schema: str

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
