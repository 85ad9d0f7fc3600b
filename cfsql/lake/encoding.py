"""Encoding by tasks: each counts and codes the values of some rows in a DuckDB.

The rows are read twice. First their values are counted, and numbered by the driver;
then every row is packed. The driver groups equal rows to instances.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa
from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.pandas.types import to_arrow_type

from cfsql.engines import duckdb
from cfsql.engines.identifiers import backtick
from cfsql.engines.queries import query
from cfsql.engines.spark.session import Session
from cfsql.errors import BadFile
from cfsql.method import encode
from cfsql.method.packing import Field, code_layout
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.roles import ROW_ID, Roles

if TYPE_CHECKING:
    from pyspark import Broadcast
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructField

# Rows that a task encodes at once.
_ROWS_AT_ONCE = 1 << 18

_COUNTS = "feature_id bigint, value_text string, n_rows bigint"


@dataclass(frozen=True)
class Columns:
    """The columns that are encoded."""

    label: str
    features: list[str]


@dataclass(frozen=True)
class Coding:
    """How values are coded: the dictionary, and where codes go."""

    columns: Columns
    fields: list[Field]
    dictionary: pa.Table
    labels: pa.Table


def encode_source(
    session: Session, name: str, full_name: str, roles: Roles
) -> tuple[LoadedTable, list[Field]]:
    """Stage the instances of a session's rows; the table, and its layout."""
    columns = Columns(roles.label, roles.features)
    schema = session.rows.schema
    rows = session.rows.select(
        ROW_ID, *[_readable(schema[each]) for each in (roles.label, *roles.features)]
    )
    counts = session.mapped(rows, partial(count_values, columns), _COUNTS)
    session.stage_frame("value_counts", counts, label="encode/dictionary")
    n_rows, n_labelled = session.fetch_one(query("lake/row_counts"))
    if not n_rows:
        raise BadFile(f"{name} has no rows; it needs one for each case")
    if not n_labelled:
        raise BadFile(f"{name}: column '{roles.label}' is NULL in every row")
    session.stage(query("lake/dictionary"))
    session.stage(query("lake/labels"))
    fields = encode.lay_out(session, roles.features)
    _stage_coded(session, columns, fields, rows)
    encode.stage_instances(session, is_numbered=roles.id is None)
    session.stage(query("encode/feature_bits"))
    table = LoadedTable(
        name=name,
        source=full_name,
        label=roles.label,
        id=roles.id,
        ignored=roles.ignored,
        n_rows=n_rows,
        n_labelled=n_labelled,
        n_instances=session.size("instances"),
        n_features=len(roles.features),
        loaded_at=datetime.now(UTC),
        bins={},
    )
    return table, fields


def _stage_coded(
    session: Session, columns: Columns, fields: list[Field], rows: DataFrame
) -> None:
    """Stage `source_rows`, which have ids and codes here, and `coded_rows`."""
    coding = Coding(
        columns,
        fields,
        session.fetch_arrow(query("lake/dictionary_rows")),
        session.fetch_arrow(query("lake/label_rows")),
    )
    words = ", ".join(f"w{word}: bigint" for word in code_layout(fields).words)
    kind = rows.schema[ROW_ID].dataType.simpleString()
    given = f"{ROW_ID} {kind}, label_id bigint, code struct<{words}>"
    coded = session.mapped(rows, partial(code_rows, session.share(coding)), given)
    session.stage_frame("source_rows", coded, label="encode/coded_rows")
    session.stage(query("lake/rows_with_labels"))


def _readable(column: StructField) -> object:
    """A column as Arrow has it, or as text where it has no such type."""
    try:
        to_arrow_type(column.dataType)
    except PySparkException:
        return F.col(backtick(column.name)).cast("string").alias(column.name)
    return F.col(backtick(column.name))


# What tasks do.


def count_values(
    columns: Columns, batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """How often values come in some rows."""
    with duckdb_of_task() as session:
        for rows in _at_once(batches):
            _stage_cells(session, columns, rows)
            yield from session.fetch_arrow(query("lake/value_counts")).to_batches()


def code_rows(
    shared: Broadcast[Coding], batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """The packed codes of some rows."""
    coding = shared.value
    with duckdb_of_task() as session:
        session.register("dictionary", coding.dictionary)
        session.register("labels", coding.labels)
        bind_layout(session, coding.fields)
        for rows in _at_once(batches):
            _stage_cells(session, coding.columns, rows)
            session.stage(query("encode/coded_rows"))
            yield from session.fetch_arrow(query("lake/coded")).to_batches()


def duckdb_of_task() -> duckdb.Session:
    """A DuckDB for one task, on one core."""
    return duckdb.Session(
        duckdb.open_database(":memory:", read_only=False, settings={"threads": 1})
    )


def bind_layout(session: duckdb.Session, fields: list[Field]) -> None:
    """Let a task's queries read and write codes of a layout."""
    session.stage(query("encode/features"), fields=[asdict(field) for field in fields])
    session.define_layout(code_layout(fields))


def _at_once(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Some rows at a time."""
    held: list[pa.RecordBatch] = []
    for batch in batches:
        held.append(batch)
        if sum(each.num_rows for each in held) >= _ROWS_AT_ONCE:
            yield pa.Table.from_batches(held)
            held = []
    if held:
        yield pa.Table.from_batches(held)


def _stage_cells(session: duckdb.Session, columns: Columns, rows: pa.Table) -> None:
    """Stage the texts of some rows, as any table's."""
    session.register("source_rows", rows)
    session.bind("feature_rows", "source_rows")
    session.stage(query("encode/row_labels"), label=columns.label)
    session.bind("wanted_rows", "row_labels")
    session.stage(query("encode/texts"), features=columns.features)
    session.view(query("encode/cells"))
