"""From rows to instances: the dictionary, the packed codes, and where they are kept."""

from __future__ import annotations

from dataclasses import asdict

from cfsql.engines import Engine
from cfsql.engines.duckdb import LAYOUT_FUNCTIONS, Session
from cfsql.engines.queries import Query, query
from cfsql.errors import CfsqlError
from cfsql.method.packing import (
    Feature,
    Field,
    code_layout,
    layout,
    n_bits,
    recode_function,
)
from cfsql.tables import bins
from cfsql.tables.catalog import KEPT
from cfsql.tables.changed import refuse_changed
from cfsql.tables.row_sources import bind_source

# Types, also within others, whose values have other texts than a cast gives.
_ODD_TEXTS = ("DOUBLE", "FLOAT", "INTERVAL")


def encode(
    session: Session,
    *,
    table: str,
    label: str,
    features: list[str],
    is_numbered: bool,
) -> None:
    """Stage the instances of a table, and all that they are of.

    Where cfsql has numbered its rows, these numbers are those of the instances, too.
    """
    bind_source(session, table)
    binned = bins.bind(session, table)
    stage_unlabelled(session, label, features)
    session.stage(query("encode/row_labels"), label=label)
    session.bind("wanted_rows", "row_labels")
    if label in binned:
        session.stage(query("bins/ordered_labels"), label=label)
    else:
        session.stage(query("encode/labels"))
    code_rows(session, features, is_numbered=is_numbered)


def stage_unlabelled(session: Session, label: str, features: list[str]) -> None:
    """Stage the features of the rows of a bound table that have no label."""
    session.stage(query("encode/unlabelled_rows"), label=label)
    session.bind("wanted_rows", "unlabelled_rows")
    session.stage(query("encode/texts"), into="unlabelled", features=features)


def code_rows(
    session: Engine, features: list[str], *, is_numbered: bool = False
) -> list[Field]:
    """Stage the instances of the wanted rows, which have `labels`; their layout."""
    session.stage(query("encode/texts"), features=features)
    session.view(query("encode/cells"))
    session.stage(query("encode/dictionary"))
    fields = lay_out(session, features)
    session.stage(query("encode/coded_rows"))
    stage_instances(session, is_numbered=is_numbered)
    return fields


def lay_out(session: Engine, features: list[str]) -> list[Field]:
    """Give the features of a dictionary that is staged their places in words."""
    values = session.fetch(query("encode/feature_values"))
    fields = layout(
        Feature(feature_id, features[feature_id - 1], n_values, agreement)
        for feature_id, n_values, agreement in values
    )
    session.stage(query("encode/features"), fields=[asdict(field) for field in fields])
    define_layout(session, fields)
    return fields


def stage_instances(session: Engine, *, is_numbered: bool) -> None:
    """Stage the instances of `coded_rows`, and which of them each row is."""
    session.view(query("encode/grouped_rows"))
    number_instances(session, is_numbered=is_numbered)
    session.view(query("encode/instances"))
    session.stage(query("encode/cases"))


def number_instances(session: Engine, *, is_numbered: bool) -> None:
    """Give `unnumbered` instances ids: those of their first rows, or from 1 on."""
    if is_numbered:
        session.stage(query("encode/identified_rows"))
    else:
        session.stage(query("encode/distinct_rows"))


def keep(session: Session, table: str) -> None:
    """Store what was staged by `encode`, and what macros need of it."""
    for relation, name in KEPT.items():
        session.store(relation, session.internal(f"{table}_{name}"))
    keep_layout(session, table)


def keep_layout(session: Session, table: str) -> None:
    """Store what reads the codes of a table, for macros."""
    kept = session.fetch_stored(session.internal(f"{table}_features"))
    session.store_layout(table, code_layout([Field(**record) for record in kept]))


def forget(session: Session, table: str) -> None:
    """Drop what is kept of a table's encoding."""
    for name in KEPT.values():
        session.drop("table", session.internal(f"{table}_{name}"))
    for name in LAYOUT_FUNCTIONS:
        session.drop("macro", session.internal(f"{table}_{name}"))
    bins.forget(session, table)


def bind(session: Session, table: str, *, is_checked: bool = True) -> list[Field]:
    """Let queries read a table and its stored encoding; its layout.

    A table that is not any more what was encoded is refused, unless nobody answers
    from it.
    """
    if is_checked:
        refuse_changed(session, table)
    bind_source(session, table)
    bins.bind(session, table)
    return bind_encoding(session, table)


def bind_encoding(session: Session, table: str) -> list[Field]:
    """Let queries read the stored encoding of a table that may be gone; its layout."""
    for relation, name in KEPT.items():
        session.bind(relation, session.internal(f"{table}_{name}"))
    session.view(query("encode/instances"))
    fields = [Field(*row) for row in session.fetch(query("encode/packed_features"))]
    if any(field.n_bits != n_bits(field.n_values) for field in fields):
        raise CfsqlError(
            f"table '{table}' was loaded by another version of cfsql; "
            "load it again with: cfsql load FILE --replace"
        )
    define_layout(session, fields)
    session.stage(query("encode/feature_bits"))
    return fields


def texts_query(session: Session) -> Query:
    """The query of the `texts` of a bound table that is planned the soonest."""
    kinds = [kind for _, kind in session.column_types("feature_rows")]
    is_plain = not any(odd in kind for kind in kinds for odd in _ODD_TEXTS)
    return query("encode/plain_texts" if is_plain else "encode/texts")


def define_layout(session: Engine, fields: list[Field]) -> None:
    """Make the functions known that read and write codes of this layout."""
    session.define_layout(code_layout(fields))


def recode(session: Engine, kept: list[Field], *, n_spare: int = 0) -> list[Field]:
    """Stage `coded_rows` with some features only, and bind these; their layout.

    It has room for `n_spare` more values of each feature.
    """
    values = {row[0]: row[1:] for row in session.fetch(query("encode/feature_values"))}
    recoded = []
    for place, field in enumerate(kept, start=1):
        n_values, agreement = values[field.feature_id]
        recoded.append(Feature(place, field.feature, n_values + n_spare, agreement))
    return _recode(session, kept, layout(recoded))


def _recode(session: Engine, kept: list[Field], recoded: list[Field]) -> list[Field]:
    session.define(recode_function(list(zip(kept, recoded, strict=True))))
    session.stage(query("constrain/recoded_rows"))
    session.stage(
        query("constrain/dictionary"),
        feature_ids=[field.feature_id for field in kept],
    )
    session.stage(query("encode/features"), fields=[asdict(field) for field in recoded])
    define_layout(session, recoded)
    session.stage(query("encode/feature_bits"))
    return recoded
