"""Where a table comes from and results go: folders that all share, and Spark's URLs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from glob import glob
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame

from cfsql.errors import (
    BadFile,
    CfsqlError,
    NotResults,
    OutputExists,
    UnknownName,
    WrongUse,
)
from cfsql.method.parts import RESULTS
from cfsql.spark.paths import path_of, refuse_missing, url_of
from cfsql.tables.folders import new_folder, refuse_existing

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# How the results were made: a file of their folder, and where Spark writes, the text in
# a folder among theirs, which is written last.
RECORD, _RECORDS = "run.json", "run"

# How an error of Python begins in what Spark says of it.
_RAISED = re.compile(r"[A-Za-z_][\w.]*(Error|Exception|Warning|Interrupt)\b")


@dataclass(frozen=True)
class Source:
    """What to rank: files that all workers read, or a frame that Spark writes."""

    full_name: str
    # What the table is called; a file gives its own name.
    name: str | None = None
    path: Path | None = None
    frame: DataFrame | None = None

    @classmethod
    def find(cls, spark: SparkSession, given: object) -> Source:
        """A path, the URL of Parquet files, a table of the catalog, or a frame."""
        if isinstance(given, DataFrame):
            return cls("DataFrame", "data", frame=given)
        if not isinstance(given, str):
            raise WrongUse(
                "what to rank is a path, a table of Spark's catalog or a Spark data "
                f"frame, not {type(given).__name__}"
            )
        path = path_of(given)
        if path is None:
            name = PurePosixPath(given.rstrip("/")).name.partition(".")[0]
            try:
                return cls(given, name, frame=spark.read.parquet(given))
            except spark_errors() as error:
                reason = explain_error(error)
                raise BadFile(f"Spark cannot read {given}: {reason}") from error
        refuse_missing(given)
        if glob(str(path)):
            return cls(given, path=path)
        if not spark.catalog.tableExists(given):
            known = [table.name for table in spark.catalog.listTables()]
            where = "Spark's reach"
            raise UnknownName("file, folder or table", given, known, where)
        return cls(given, given.rpartition(".")[2], frame=spark.table(given))

    @property
    def paths(self) -> list[Path]:
        """What workers must be able to read."""
        return [Path(each) for each in sorted(glob(str(self.path)))[:1]]

    def write(self, folder: Path) -> str:
        """The files to read, which Spark writes to a folder if they are not there."""
        if self.frame is None:
            return str(self.path)
        try:
            self.frame.write.parquet(url_of(folder))
        except spark_errors() as error:
            reason = explain_error(error)
            raise BadFile(f"Spark cannot read {self.full_name}: {reason}") from error
        if not any(folder.glob("*.parquet")):
            raise BadFile(f"Spark reads no row of {self.full_name}")
        return str(folder)


@contextmanager
def working(work: str | None, out: str) -> Iterator[Path]:
    """A folder for what is staged, which goes in the end."""
    beside = path_of(work or out)
    if beside is None:
        if work is not None:
            raise WrongUse(f"--work is a folder, not {work}")
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


def refuse_results(spark: SparkSession, out: str, *, overwrite: bool) -> None:
    """Refuse a place that has something, before work begins."""
    target = path_of(out)
    if target is not None:
        refuse_existing(target, replaced=RECORD if overwrite else None)
    elif any(_is_there(spark, f"{out}/{name}") for name in (*RESULTS, _RECORDS)):
        if not overwrite:
            raise OutputExists(out)
        if not _is_there(spark, f"{out}/{_RECORDS}"):
            raise NotResults(out)


@contextmanager
def results_at(
    spark: SparkSession, out: str, folder: Path, *, overwrite: bool
) -> Iterator[Path]:
    """A folder for results, which are `out` in the end, by a rename or by Spark."""
    target = path_of(out)
    if target is not None:
        with new_folder(target, replaced=RECORD if overwrite else None) as results:
            yield results
        return
    results = folder / "results"
    results.mkdir()
    yield results
    for name in RESULTS:
        rows = spark.read.parquet(url_of(results / name))
        rows.write.mode("overwrite").parquet(f"{out}/{name}")
    record = spark.read.text(url_of(results / RECORD)).coalesce(1)
    record.write.mode("overwrite").text(f"{out}/{_RECORDS}")


def _is_there(spark: SparkSession, url: str) -> bool:
    try:
        return bool(spark.read.text(url).limit(1).collect())
    except spark_errors():
        return False


def spark_errors() -> tuple[type[Exception], ...]:
    """What Spark raises, with Java or without."""
    if find_spec("py4j") is None:
        return (PySparkException,)
    from py4j.protocol import Py4JError

    return (PySparkException, Py4JError)


def explain_error(error: BaseException) -> str:
    """What an error of Spark's says, without its plans and stacks, in one line."""
    java: Any = getattr(error, "java_exception", None)
    text = str(error) if java is None else str(java.getMessage() or java)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    # What a task of Python raised is said last.
    raised = [line for line in lines if _RAISED.match(line)]
    if any(line.startswith("Traceback") for line in lines) and raised:
        return raised[-1]
    for line in lines:
        return line[max(0, line.find("[")) :].partition(" SQLSTATE:")[0]
    return type(error).__name__
