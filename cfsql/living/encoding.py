"""The encoding of a table that has changed: all its rows are encoded anew."""

from __future__ import annotations

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.tables import bins
from cfsql.tables.catalog import KEPT, LoadedTable
from cfsql.tables.row_sources import rows_of


def encode_anew(session: Session, table: LoadedTable, *, rebin: bool) -> None:
    """Encode all rows of a table, in the place of its encoding before."""
    features = features_of(session, table)
    if table.bins:
        _cut_anew(session, table, rebin=rebin)
    encode.encode(
        session,
        table=table.name,
        label=table.label,
        features=features,
        is_numbered=table.is_numbered,
    )
    for name in KEPT.values():
        session.drop("table", session.internal(f"{table.name}_{name}"))
    encode.keep(session, table.name)


def features_of(session: Session, table: LoadedTable) -> list[str]:
    """The features of a table, in column order."""
    session.bind("features", session.internal(f"{table.name}_features"))
    rows = session.fetch(query("encode/packed_features"))
    return [feature for _, feature, *_ in rows]


def _cut_anew(session: Session, table: LoadedTable, *, rebin: bool) -> None:
    """The intervals of all rows: at the edges that are kept, or at new ones."""
    cuts = {name: bins.parse(name, cut) for name, cut in table.bins.items()}
    source = rows_of(session, table.name)
    kept = session.internal(f"{table.name}_bins")
    bins.stage(
        session,
        source,
        table.name,
        table.label,
        cuts,
        kept=None if rebin else kept,
    )
    if rebin:
        session.drop("table", kept)
        session.store_query(query("bins/kept_bins"), kept)
    intervals = session.internal(f"{table.name}_intervals")
    session.drop("table", intervals)
    session.store("row_intervals", intervals)
