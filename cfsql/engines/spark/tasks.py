"""Tasks of Python on Spark: sent values, jobs of numbered tasks, and their progress.

What tasks give is written by Spark: each task's rows are there once, however often it
was tried.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname
from uuid import uuid4

import pyarrow as pa
from pyarrow.parquet import write_table
from pyspark import AccumulatorParam, Broadcast
from pyspark.sql.pandas.types import to_arrow_schema

from cfsql.engines.queries import Query
from cfsql.engines.spark.writing import Writing

if TYPE_CHECKING:
    from pyspark import Accumulator
    from pyspark.sql import DataFrame

# What a task of some number finds; what rows of whole parts sum up to.
Run = Callable[[int], Iterator[pa.RecordBatch]]
SumUp = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]

# What tasks give.
_PAIRS = "from_id bigint, to_id bigint, distance int"
_COUNTED = "part int, counted binary"
_COUNTS = "centre_id bigint, distance int, label_id bigint, n_rows bigint"

# Rows that are written to a file, in groups that tasks can read, and not kept in plans.
_MANY_ROWS, _ROWS_PER_GROUP = 5_000, 250_000

# How often whoever waits looks how far a job is, in seconds.
_LOOK = 0.5


class _Bits(AccumulatorParam):  # type: ignore[misc]
    """Bits that tasks join: the same bits twice are the same."""

    def zero(self, value: int) -> int:
        return 0

    def addInPlace(self, value1: int, value2: int) -> int:  # noqa: N802
        return value1 | value2


class Tasks(Writing):
    """What plans ask of a cluster that runs Python."""

    def fetch_arrow(self, query: Query, **parameters: object) -> pa.Table:
        """The rows of a query as Arrow."""
        frame = self._frame(query, parameters)
        with self._failing(query.label):
            return frame.toArrow()

    def append_arrow(self, relation: str, tables: Sequence[pa.Table]) -> None:
        """Add rows that are here to the end of a relation that is staged."""
        rows = pa.concat_tables(tables)
        if rows.num_rows < _MANY_ROWS or not self.scratch.startswith("file:"):
            frame = self.spark.createDataFrame(rows)
            self.append_frame(relation, frame, label=relation)
            return
        # Quicker than through Spark, which would have every job read them anew.
        staged, path = self._staged[relation], self._path(relation)
        folder = Path(url2pathname(urlsplit(path).path))
        folder.mkdir(parents=True)
        rows = rows.cast(to_arrow_schema(staged.schema))
        write_table(rows, folder / "rows.parquet", row_group_size=_ROWS_PER_GROUP)
        staged.paths.append(path)
        self._show_staged(relation)

    def share(self, value: Any) -> Broadcast[Any]:
        """Send something to all executors, once."""
        return self.spark.sparkContext.broadcast(value)

    def notes(self) -> Accumulator[int]:
        """Bits that tasks can join."""
        return self.spark.sparkContext.accumulator(0, _Bits())

    def find_pairs(self, run: Run, n_tasks: int, done: Callable[[int], None]) -> None:
        """Append to `minimal` what tasks find; `done` is told how many are."""
        found = self._found(run, n_tasks, _PAIRS)
        with self._watched(n_tasks, done):
            self.append_frame("minimal", found, label="compiled/minimal")

    def count_rows(
        self, run: Run, sum_up: SumUp, n_tasks: int, done: Callable[[int], None]
    ) -> None:
        """Append to `ball_parts` what tasks count, once it is summed up by part."""
        counted = self._found(run, n_tasks, _COUNTED)
        with _no_warnings():
            summed = counted.repartition("part").mapInArrow(sum_up, _COUNTS)
        with self._watched(n_tasks, done):
            self.append_frame("ball_parts", summed, label="compiled/balls")

    def _found(self, run: Run, n_tasks: int, columns: str) -> DataFrame:
        """What tasks find, each a task of Spark's; the first are started first."""
        numbers = self.spark.range(0, n_tasks, 1, n_tasks)
        with _no_warnings():
            return numbers.mapInArrow(partial(_each, run), columns)

    @contextmanager
    def _watched(self, n_tasks: int, done: Callable[[int], None]) -> Iterator[None]:
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

    def _watch(
        self, group: str, n_tasks: int, done: Callable[[int], None], is_over: Event
    ) -> None:
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
