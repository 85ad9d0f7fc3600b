"""DuckDB as the engine.

Python's share of the SQL is in this folder: the `create … as` around the queries of
`sql/`, transactions, comments and macros.
"""

from cfsql.engines.duckdb.cursors import (
    Place,
    Unseen,
    open_cursor,
    place_of,
    refuse_transaction,
    relation,
)
from cfsql.engines.duckdb.deadline import Limit
from cfsql.engines.duckdb.failures import explain_error
from cfsql.engines.duckdb.forms import (
    FLAT,
    FRAME,
    PANDAS,
    PARQUET,
    in_form,
    row_stream,
    rows,
    text_of,
)
from cfsql.engines.duckdb.opening import open_database
from cfsql.engines.duckdb.outside import in_place, with_texts
from cfsql.engines.duckdb.schemas import (
    CF_SCHEMA,
    FILE_LAYOUT,
    INTERNAL_SCHEMA,
    KEPT_FUNCTIONS,
    LAYOUT_FUNCTIONS,
)
from cfsql.engines.duckdb.session import Parsed, Session, Trace
from cfsql.engines.duckdb.values import relation_of

__all__ = [
    "CF_SCHEMA",
    "FILE_LAYOUT",
    "FLAT",
    "FRAME",
    "INTERNAL_SCHEMA",
    "KEPT_FUNCTIONS",
    "LAYOUT_FUNCTIONS",
    "PANDAS",
    "PARQUET",
    "Limit",
    "Parsed",
    "Place",
    "Session",
    "Trace",
    "Unseen",
    "explain_error",
    "in_form",
    "in_place",
    "open_cursor",
    "open_database",
    "place_of",
    "refuse_transaction",
    "relation",
    "relation_of",
    "row_stream",
    "rows",
    "text_of",
    "with_texts",
]
