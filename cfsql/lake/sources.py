"""What Spark is to rank: a path, a table of its catalog, or a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from uuid import uuid4

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from cfsql.engines.identifiers import backtick
from cfsql.engines.queries import query
from cfsql.engines.spark.failures import explain_error
from cfsql.engines.spark.session import Session
from cfsql.errors import BadFile, UnknownName, WrongUse
from cfsql.lake.folders import Folder
from cfsql.tables.headers import N_COLUMNS, N_ROWS, doubtful_header, repeated_name
from cfsql.tables.reading import Reading
from cfsql.tables.roles import (
    ROW_ID,
    Roles,
    find_roles,
    refuse_no_id,
    refuse_repeated,
)

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Where a row is in its source, until it has a number.
_FILE, _BLOCK, _PLACE = "_cfsql_file", "_cfsql_block", "_cfsql_place"

_FORMATS = {".parquet": "parquet", ".csv": "csv", ".tsv": "csv"}
_COMPRESSED = (".gz", ".bz2", ".zst", ".lz4", ".snappy")


@dataclass(frozen=True)
class Source:
    """What was found: a frame, and how its rows are told apart, if they are."""

    name: str
    full_name: str
    frame: DataFrame
    kind: str


def find_source(
    session: Session,
    spark: SparkSession,
    source: object,
    reading: Reading,
    *,
    text: bool,
) -> Source:
    """The frame of a source, whose plan is in the session of the task."""
    if isinstance(source, DataFrame):
        reading.refuse_other_formats("a DataFrame")
        return Source("data", "DataFrame", _adopted(session, source), "frame")
    if not isinstance(source, str):
        raise WrongUse(
            "what to rank is a path, a table of Spark's catalog or a Spark data frame, "
            f"not {type(source).__name__}"
        )
    path = Folder(spark, source)
    file = path.data_file()
    if file is not None:
        return _of_files(session, source, file, reading, text=text)
    if path.exists():
        raise BadFile(f"{source} has no files with data")
    suffix = PurePosixPath(source).suffix
    if "/" in source or suffix in (*_FORMATS, *_COMPRESSED):
        raise WrongUse(f"no file or folder {source} that Spark can see")
    try:
        is_there = spark.catalog.tableExists(source)
    except PySparkException:
        is_there = False
    if not is_there:
        raise UnknownName(
            "file, folder or table",
            source,
            [table.name for table in spark.catalog.listTables()],
            "Spark's reach",
        )
    reading.refuse_other_formats(source)
    return Source(source, source, _adopted(session, spark.table(source)), "frame")


def bind_source(
    session: Session,
    found: Source,
    *,
    label: str | int | None,
    id: str | None,
    ignore: Sequence[str],
    features: Sequence[str],
) -> Roles:
    """Give the session the rows of a source; what each of its columns is."""
    kinds = {each.name: each.dataType.simpleString() for each in found.frame.schema}
    if len(kinds) < 2:
        raise BadFile(
            f"{found.name} has only one column, '{', '.join(kinds)}'; "
            "a table needs a label and at least one feature"
        )
    columns = [(name, kind.upper()) for name, kind in kinds.items()]
    roles = find_roles(
        columns,
        list(kinds),
        found.name,
        label=label,
        id=id,
        ignore=ignore,
        features=features,
        cuts={},
    )
    if roles.id is None:
        _number(session, found, list(kinds))
    else:
        others = [backtick(name) for name in kinds if name.lower() != ROW_ID]
        rows = found.frame.select(F.col(backtick(roles.id)).alias(ROW_ID), *others)
        session.rows = rows if found.kind == "parquet" else _written(session, rows)
        refuse_no_id(roles.id, dict(columns)[roles.id], found.name)
        repeated = _read_by(session, "spark/load/bad_ids", source_rows=session.rows)
        refuse_repeated(roles.id, repeated.collect(), found.name)
    return roles


def _of_files(
    session: Session, source: str, file: str, reading: Reading, *, text: bool
) -> Source:
    parts = PurePosixPath(file.lower()).suffixes
    while parts and parts[-1] in _COMPRESSED:
        parts.pop()
    kind = _FORMATS.get(parts[-1]) if parts else None
    name = PurePosixPath(source.rstrip("/")).name.partition(".")[0]
    if kind is None:
        raise WrongUse(
            f"cfsql reads Parquet and CSV with Spark, and {file} is neither; "
            "anything else that Spark reads can be a table of its catalog"
        )
    reader = session.spark.read
    try:
        if kind == "parquet":
            reading.refuse_other_formats(source)
            frame = reader.parquet(source)
        else:
            default = "\t" if parts[-1] == ".tsv" else ","
            frame = _csv(session, source, reading, default, text=text)
    except PySparkException as error:
        raise BadFile(f"Spark cannot read {source}: {explain_error(error)}") from error
    return Source(name, source, frame, kind)


def _csv(
    session: Session, source: str, reading: Reading, default: str, *, text: bool
) -> DataFrame:
    """A frame of CSV files; what is said about them that Spark cannot do is refused."""
    if "decimal" in reading.options:
        raise WrongUse("--decimal is not for --engine spark")
    # Beside an empty cell: the word, and the word after a space.
    if len(reading.nulls) > 3:
        raise WrongUse("--missing takes one word with --engine spark")
    read = partial(
        session.spark.read.csv,
        source,
        sep=reading.delimiter or default,
        quote=reading.quote,
        nullValue=reading.nulls[1] if reading.missing else None,
        encoding=reading.encoding,
    )
    first = read(header=False).first()
    cells = [] if first is None else ["" if each is None else each for each in first]
    has_header = not reading.names if reading.header is None else reading.header
    repeated = repeated_name(cells) if has_header and not reading.names else None
    if repeated is not None and not reading.rename_duplicates:
        raise BadFile(f"{source}: {repeated}")
    frame = read(header=has_header, inferSchema=not text, mode="FAILFAST")
    if reading.header is None:
        looked_at = frame.select(
            [F.col(backtick(name)).cast("string") for name in frame.columns[:N_COLUMNS]]
        )
        rows = looked_at.limit(N_ROWS).collect()[int(not has_header) :]
        doubt = doubtful_header(cells[:N_COLUMNS], rows, has_names=bool(reading.names))
        if doubt is not None:
            raise BadFile(f"{source}: {doubt}")
    if reading.names:
        return frame.toDF(*reading.named(len(cells)))
    if not has_header:
        return frame.toDF(*[f"column{n}" for n, _ in enumerate(cells, start=1)])
    return frame


def _adopted(session: Session, frame: DataFrame) -> DataFrame:
    """A frame of the user's session in that of the task."""
    view = f"cfsql_{uuid4().hex}"
    frame.createOrReplaceGlobalTempView(view)
    try:
        return session.spark.table(f"global_temp.{view}")
    finally:
        session.spark.catalog.dropGlobalTempView(view)


def _number(session: Session, found: Source, columns: list[str]) -> None:
    """Number the rows from 1 in the order of the files, and in these.

    No row is moved for it: each knows its place in its file or, where a file can be
    read in blocks, in its block.
    """
    frame = found.frame
    if found.kind == "frame":
        # In which order Spark has them is not said anywhere: it is the one written.
        frame = _written(session, frame)
    is_csv = found.kind == "csv"
    block = "_metadata.file_block_start" if is_csv else "0L"
    place = "monotonically_increasing_id()" if is_csv else "_metadata.row_index"
    incoming = frame.select(
        F.expr("_metadata.file_path").alias(_FILE),
        F.expr(block).alias(_BLOCK),
        F.expr(place).alias(_PLACE),
        *[F.col(backtick(name)) for name in columns],
    )
    row_id = F.col(_PLACE) + 1
    rows = incoming
    if is_csv or len(frame.inputFiles()) > 1:
        # Few parts: they are counted, and known by heart then.
        counted = _read_by(session, "spark/load/block_rows", incoming=incoming)
        blocks = session.spark.createDataFrame(counted.collect(), counted.schema)
        rows = incoming.join(F.broadcast(blocks), [_FILE, _BLOCK])
        row_id += F.col("n_before") - F.col("first_place")
    rows = rows.select(
        row_id.alias(ROW_ID), *[F.col(backtick(name)) for name in columns]
    )
    # Text is read once.
    session.rows = _written(session, rows) if is_csv else rows


def _read_by(session: Session, path: str, **frames: DataFrame) -> DataFrame:
    """What a query of Spark's own gives on frames."""
    for name, frame in frames.items():
        frame.createOrReplaceTempView(name)
    return session.spark.sql(query(path).body)


def _written(session: Session, rows: DataFrame) -> DataFrame:
    """Rows as they are written to files, once."""
    path = session.scratch_folder.fresh("rows")
    with session.failing("source"):
        rows.write.parquet(path)
    return session.spark.read.parquet(path)
