"""Where a table comes from and results go: folders that all share, and Spark's URLs."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import glob
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from uuid import uuid4

from cfsql.errors import BadFile, CfsqlError, OutputExists, UnknownName, WrongUse
from cfsql.method.parts import RESULTS
from cfsql.tables.folders import new_folder
from cfsql.tables.sources.files import FORMATS, similar_file

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Such as s3a://lake/loans; a letter and a colon are a drive of Windows.
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")

# How an error of Python begins in what Spark says of it.
_RAISED = re.compile(r"[A-Za-z_][\w.]*(Error|Exception|Warning|Interrupt)\b")


def path_of(text: str) -> Path | None:
    """The path, from the root; None for what only Spark knows."""
    return None if _URL.match(text) else Path(os.path.abspath(text))


def url_of(path: Path) -> str:
    """The path as Spark is told it, wherever else it would look: in plain letters."""
    return f"file://{path}"


def refuse_missing(source: str) -> None:
    """Refuse a path where nothing is, unless it may be a table of a catalog."""
    path = Path(source)
    looks_like_one = "/" in source or path.suffix in (*FORMATS, ".gz")
    if looks_like_one and path_of(source) is not None and not glob(source):
        raise WrongUse(f"no file or folder {source}{similar_file(path)}")


def written_source(
    spark: SparkSession, given: str | DataFrame, folder: Path
) -> tuple[str | None, str]:
    """The name of the table, and the files to read.

    Files are where they are, and give their own name. A URL of Parquet files, a table
    of the catalog and a frame are written to the folder by Spark.
    """
    from pyspark.sql import DataFrame

    if isinstance(given, str):
        refuse_missing(given)
        if glob(given):
            return None, os.path.abspath(given)
    try:
        if isinstance(given, DataFrame):
            name, frame = "data", given
        elif path_of(given) is None:
            name = PurePosixPath(given.rstrip("/")).name.partition(".")[0]
            frame = spark.read.parquet(given)
        elif spark.catalog.tableExists(given):
            name, frame = given.rpartition(".")[2], spark.table(given)
        else:
            known = [table.name for table in spark.catalog.listTables()]
            where = "Spark's reach"
            raise UnknownName("file, folder or table", given, known, where)
        frame.write.parquet(url_of(folder))
    except CfsqlError:
        raise
    except Exception as error:
        raise BadFile(f"Spark cannot read {given}: {explain_error(error)}") from error
    if not any(folder.glob("*.parquet")):
        raise BadFile(f"Spark reads no row of {given}")
    return name, str(folder)


@contextmanager
def working(work: str | None, out: str) -> Iterator[Path]:
    """A folder for what is staged, which goes in the end."""
    beside = path_of(work or out)
    if beside is None:
        raise WrongUse(
            "where may the machines write? Give a folder that this one and all "
            "workers share with --work FOLDER"
        )
    parent = beside.parent if work is None else beside
    folder = parent / f".cfsql-{uuid4().hex}"
    try:
        folder.mkdir(parents=work is None)
    except OSError as error:
        reason = error.strerror or str(error)
        raise CfsqlError(f"cannot write to {parent}: {reason}") from error
    try:
        yield folder
    finally:
        # A task that is still at work does not find it any more, and stops.
        gone = folder.rename(folder.with_name(f"{folder.name}-gone"))
        shutil.rmtree(gone, ignore_errors=True)


def refuse_results(spark: SparkSession, out: str) -> None:
    """Refuse a place that has something, before work begins."""
    target = path_of(out)
    is_there = target is not None and target.exists()
    if target is None:
        with suppress(Exception):
            is_there = bool(spark.read.parquet(f"{out}/{RESULTS[0]}").columns)
    if is_there:
        raise OutputExists(out, is_replaceable=False)


@contextmanager
def results_at(spark: SparkSession, out: str, folder: Path) -> Iterator[Path]:
    """A folder for results, which are `out` in the end, by a rename or by Spark."""
    target = path_of(out)
    with new_folder(target or folder / "results") as results:
        yield results
        if target is None:
            for name in RESULTS:
                rows = spark.read.parquet(url_of(results / name))
                rows.write.parquet(f"{out}/{name}")


def explain_error(error: BaseException) -> str:
    """What an error of Spark's says, without its plans and stacks, in one line."""
    lines = [line.strip(" :") for line in str(error).splitlines() if line.strip(" :")]
    # What a task of Python raised is said last.
    raised = [line for line in lines if _RAISED.match(line)]
    said = (raised[-1:] or lines or [type(error).__name__])[0]
    return said.partition(" SQLSTATE:")[0]
