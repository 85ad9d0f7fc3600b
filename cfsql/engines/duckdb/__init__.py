"""DuckDB as the engine.

Python's share of the SQL is in this folder: the `create … as` around the queries of
`sql/`, transactions, comments and macros.
"""

from cfsql.engines.duckdb.failures import explain_error
from cfsql.engines.duckdb.opening import open_database, relation
from cfsql.engines.duckdb.schemas import (
    CF_SCHEMA,
    DISAGREEMENT,
    INTERNAL_SCHEMA,
)
from cfsql.engines.duckdb.session import Session, Trace

__all__ = [
    "CF_SCHEMA",
    "DISAGREEMENT",
    "INTERNAL_SCHEMA",
    "Session",
    "Trace",
    "explain_error",
    "open_database",
    "relation",
]
