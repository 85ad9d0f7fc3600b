"""The encoding of a table that has changed: all its rows are encoded anew."""

from __future__ import annotations

from collections.abc import Sequence

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method import encode
from cfsql.tables import bins
from cfsql.tables.catalog import KEPT, LoadedTable
from cfsql.tables.roles import ROW_ID
from cfsql.tables.row_sources import columns_in, rows_of, sources
from cfsql.words import listing


def take_columns(session: Session, table: LoadedTable) -> list[str]:
    """Note which columns of a table are features now, as if it were loaded.

    All are but the label, the ids and what is ignored.
    """
    kinds = columns_in(session, sources(session)[table.name])
    ignored = [name for name in table.ignored if name in kinds]
    others = (ROW_ID, table.label, *ignored)
    features = [name for name in kinds if name not in others]
    for name in table.bins:
        if name not in kinds:
            raise WrongUse(
                f"{table.name} has no column '{name}', which --bin cuts into "
                "intervals; give a column that name again"
            )
    if not features:
        raise WrongUse(f"{table.name} has no feature left besides its label")
    session.change(
        session.internal("tables"),
        of={"table_name": table.name},
        ignored_columns=ignored,
        n_features=len(features),
    )
    return features


def came_and_went(before: Sequence[str], features: Sequence[str]) -> list[str]:
    """What is to be said of columns that are features now, or are not any more."""
    new = [name for name in features if name not in before]
    gone = [name for name in before if name not in features]
    told = []
    if new:
        what = "is a feature" if len(new) == 1 else "are features"
        told.append(f"note: {listing(new)} {what} now")
    if gone:
        what = "is no feature" if len(gone) == 1 else "are no features"
        told.append(f"note: {listing(gone)} {what} any more")
    return told


def encode_anew(
    session: Session, table: LoadedTable, features: list[str], *, rebin: bool
) -> None:
    """Encode these features of all rows, in the place of the encoding before."""
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
