"""Tasks on Spark: values sent to all, jobs, what they give, and their progress.

What tasks give is written by Spark: each task's rows are there once, however often it
was tried.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pyarrow as pa
from py4j.protocol import Py4JJavaError
from pyspark import AccumulatorParam, Broadcast
from pyspark.errors import PySparkException

from cfsql.engines import duckdb
from cfsql.engines.queries import Query, query
from cfsql.engines.spark.failures import explain_error
from cfsql.engines.spark.scratch import Scratch
from cfsql.errors import QueryFailed

if TYPE_CHECKING:
    from pyspark import Accumulator
    from pyspark.sql import DataFrame, SparkSession

# What a task of some number finds; what becomes of the rows of a partition.
Run = Callable[[int], Iterator[pa.RecordBatch]]
Map = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]
Done = Callable[[int], None]

# What tasks give.
_PAIRS = "from_id bigint, to_id bigint, distance int"
_COUNTED = "part int, counted binary"
_COUNTS = "centre_id bigint, distance int, label_id bigint, n_rows bigint"

# How often whoever waits looks how far a job is, in seconds.
_LOOK = 0.5


class _Bits(AccumulatorParam):  # type: ignore[misc]
    """Bits that tasks join: the same bits twice are the same."""

    def zero(self, value: int) -> int:
        return 0

    def addInPlace(self, value1: int, value2: int) -> int:  # noqa: N802
        return value1 | value2


class Tasks(duckdb.Session):
    """What a ranking asks of a cluster that runs Python."""

    spark: SparkSession
    scratch_folder: Scratch

    def share(self, value: Any) -> Broadcast[Any]:
        """Send something to all executors, once."""
        return self.spark.sparkContext.broadcast(value)

    def notes(self) -> Accumulator[int]:
        """Bits that tasks can join."""
        return self.spark.sparkContext.accumulator(0, _Bits())

    # Rows from Spark to the driver, and back.

    def stage_frame(self, relation: str, frame: DataFrame, *, label: str) -> None:
        """Run a frame into files, and point a name at them."""
        path = self.scratch_folder.fresh(relation)
        with self.failing(label):
            frame.write.parquet(path)
        self.bind_files(relation, self.scratch_folder.fetched(path))

    def spread_rows(self, query: Query) -> DataFrame:
        """A query's rows by their `part`, as the contents of Parquet files."""
        path = self.scratch_folder.fresh(query.relation)
        place = self.scratch_folder.begun(path)
        self.copy_out(query, place, by="part")
        self.scratch_folder.sent(place, path)
        return self.spark.read.format("binaryFile").load(path).select("part", "content")

    # Jobs.

    def find_pairs(self, run: Run, n_tasks: int, done: Done) -> None:
        """Append to `minimal` what tasks find; `done` is told how many are."""
        found = self._found(run, n_tasks, _PAIRS)
        with self.watched(n_tasks, done):
            self._append_frame(query("compiled/minimal"), "compiled_pairs", found)

    def count_rows(
        self, run: Run, sum_up: Map, n_parts: int, n_tasks: int, done: Done
    ) -> None:
        """Append to `ball_parts` what tasks count, once it is summed up by part."""
        counted = self._found(run, n_tasks, _COUNTED).repartitionById(n_parts, "part")
        summed = self.mapped(counted, sum_up, _COUNTS)
        with self.watched(n_tasks, done):
            self._append_frame(query("compiled/balls"), "compiled_counts", summed)

    def _append_frame(self, query: Query, relation: str, frame: DataFrame) -> None:
        """Append a query that reads a frame under a name."""
        self.stage_frame(relation, frame, label=query.label)
        self.append(query)
        self.forget(relation)

    def mapped(self, frame: DataFrame, change: Map, columns: str) -> DataFrame:
        """What becomes of each partition of a frame."""
        with _no_warnings():
            return frame.mapInArrow(change, columns)

    def _found(self, run: Run, n_tasks: int, columns: str) -> DataFrame:
        """What tasks find, each a task of Spark's; the first are started first."""
        numbers = self.spark.range(0, n_tasks, 1, n_tasks)
        return self.mapped(numbers, partial(_each, run), columns)

    @contextmanager
    def failing(self, label: str) -> Iterator[None]:
        """Turn what Spark says into a failure that names what was run."""
        try:
            yield
        except (PySparkException, Py4JJavaError) as error:
            raise QueryFailed(f"{label} failed: {explain_error(error)}") from error

    @contextmanager
    def watched(self, n_tasks: int, done: Done) -> Iterator[None]:
        """Tell how many tasks of a job are done, until it is."""
        context = self.spark.sparkContext
        before = context.getLocalProperty("spark.jobGroup.id")
        group, is_over = f"cfsql-{uuid4().hex}", Event()
        context.setLocalProperty("spark.jobGroup.id", group)
        watch = Thread(
            target=self._watch, args=(group, n_tasks, done, is_over), daemon=True
        )
        watch.start()
        try:
            yield
        finally:
            is_over.set()
            watch.join()
            context.setLocalProperty("spark.jobGroup.id", before)
        done(n_tasks)

    def _watch(self, group: str, n_tasks: int, done: Done, is_over: Event) -> None:
        tracker = self.spark.sparkContext.statusTracker()
        while not is_over.wait(_LOOK):
            jobs = map(tracker.getJobInfo, tracker.getJobIdsForGroup(group))
            stages = [
                tracker.getStageInfo(stage)
                for job in jobs
                if job is not None
                for stage in job.stageIds
            ]
            n_done = [
                stage.numCompletedTasks
                for stage in stages
                if stage is not None and stage.numTasks == n_tasks
            ]
            done(max(n_done, default=0))


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Spark warns of versions of pandas, which it does not use here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        yield


def _each(run: Run, numbers: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Run the tasks of some numbers."""
    for batch in numbers:
        for number in batch.column(0).to_pylist():
            yield from run(number)
