"""A ranking by Spark: one task encodes the table, and others rank parts of it.

Spark is asked for numbers, and maps them by tasks: DataFrame APIs alone, so that a
session may be a classic one or one of Spark Connect. Tasks talk through a folder that
the caller and all workers share.
"""

from __future__ import annotations

import json
import pickle
import shutil
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import cfsql
from cfsql import kernel
from cfsql.api.coding import Coded
from cfsql.errors import CfsqlError, WrongUse
from cfsql.keywords import takes
from cfsql.method.parts import RESULTS, RankedPart
from cfsql.method.rank import Method
from cfsql.method.search import compiled
from cfsql.method.selection import Selection
from cfsql.options import RankOptions, ReadOptions, given_among, options_of
from cfsql.progress import Progress, Silent
from cfsql.questions.overview import Overview, read_overview
from cfsql.spark import tasks
from cfsql.spark.paths import path_of, url_of
from cfsql.spark.places import (
    RECORD,
    Source,
    explain_error,
    refuse_results,
    results_at,
    spark_errors,
    working,
)
from cfsql.spark.tasks import Job, Worker
from cfsql.tables.catalog import RANKING, LoadedTable, Stored
from cfsql.tables.runs import StoredRun

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from typing_extensions import Unpack

# Parts for each core, so that none waits long for another; and the rows of a part.
_PER_CORE, _LEAST_ROWS = 2, 10_000

# So many numbers reach every core.
_MANY = 1 << 16

# How often whoever waits looks how far the parts are, in seconds.
_LOOK = 0.5


@dataclass(frozen=True)
class SparkRanking:
    """A ranking in a folder, and how it was made."""

    spark: SparkSession
    out: str
    table: LoadedTable
    overview: Overview
    n_parts: int
    seconds: float

    @property
    def ranked(self) -> DataFrame:
        """One row per row and counterfactual."""
        return self._read("ranked")

    @property
    def summary(self) -> DataFrame:
        """One row per row that was asked about."""
        return self._read("summary")

    @property
    def optimal(self) -> DataFrame:
        """The optimal counterfactuals of each row."""
        return self._read("optimal")

    def _read(self, name: str) -> DataFrame:
        path = path_of(self.out)
        folder = self.out if path is None else url_of(path)
        return self.spark.read.parquet(f"{folder}/{name}")

    def __repr__(self) -> str:
        n_rows = self.overview.n_rows
        return f"<cfsql ranking of {self.table.name}, {n_rows:,} rows, in {self.out}>"


class SparkOptions(RankOptions, ReadOptions, total=False):
    """What a ranking with Spark takes: how the source is read, and how it is ranked."""


class Spark:
    """cfsql on a Spark session."""

    def __init__(
        self, spark: SparkSession, *, tell: Callable[[str], None] | None = None
    ) -> None:
        """Take a session; its views, functions and settings are left alone.

        `tell` is told what a user should know.
        """
        self.spark = spark
        self._tell = tell or (lambda _: None)

    @takes(SparkOptions)
    def rank(
        self,
        source: object,
        *,
        out: str,
        label: str | int | None = None,
        work: str | None = None,
        parts: int | None = None,
        bins: Mapping[str, object] | None = None,
        overwrite: bool = False,
        threads: int | None = None,
        memory_limit: str | None = None,
        progress: Progress | None = None,
        **options: Unpack[SparkOptions],
    ) -> SparkRanking:
        """Rank the rows of a path, a catalog table or a frame into the folder `out`.

        The folder then has `ranked`, `summary` and `optimal`, Parquet files with the
        columns of cfsql's result tables, and `run.json`.

        Parameters:
            source: a path that all workers can read, a URL of Parquet files or a table
                of the catalog that Spark can, or a Spark data frame.
            out: the new folder; also a URL that Spark can write to.
            label: the column with the outcome; a number is its place, -1 the last.
            work: a folder that this process and all workers read and write; by default
                the one that `out` is in.
            parts: how many parts to rank; by default two for each core.
            bins: columns of numbers to compare by intervals, as for `load`.
            overwrite: whether to replace results of cfsql at `out`.
            threads: the cores that the task that encodes may use, by default all of
                its machine.
            memory_limit: what each task may take, such as "4GB".
            progress: what is told how far it is.
        """
        started = time.monotonic()
        asked = _asked(options)
        shown = progress or Silent()
        refuse_results(self.spark, out, overwrite=overwrite)
        with working(work, out) as folder:
            found = Source.find(self.spark, source)
            workers = self._workers(folder, found.paths, asked.get("plan"))
            reading = shown.track("reading and coding rows", range(1), until=0.05)
            next(reading)
            read = {
                **given_among(options, ReadOptions),
                "label": label,
                "table": found.name,
                "ignore": options.get("ignore", ()),
                "bins": bins,
                "threads": threads,
                "memory_limit": memory_limit,
            }
            path = found.write(folder / "source")
            (coded,) = self._answers(partial(tasks.encode, path, folder, read), 1)
            next(reading, None)
            self._say_of(coded)
            table = coded.facts
            n_parts = parts or _n_parts(table.n_labelled, workers)
            job = Job(folder, coded.folder, table.name, n_parts, asked, memory_limit)
            look = _looking(folder, n_parts, shown)
            made = self._answers(partial(tasks.rank, job), n_parts, look)
            made.sort(key=lambda each: each.part)
            with results_at(self.spark, out, folder, overwrite=overwrite) as results:
                for part in made:
                    _take(part, results)
                overview = _overview(job, made, results)
                record = {
                    "command": "rank",
                    "engine": f"spark {self.spark.version}",
                    "version": cfsql.__version__,
                    "source": found.full_name,
                    "label": table.label,
                    "id": table.id,
                    "options": made[0].options,
                    "parts": [_told(each) for each in made],
                    "rows": overview.n_rows,
                    "seconds": round(time.monotonic() - started, 3),
                }
                text = json.dumps(record, default=str, ensure_ascii=False)
                (results / RECORD).write_text(text + "\n", encoding="utf-8")
        seconds = time.monotonic() - started
        return SparkRanking(self.spark, out, table, overview, n_parts, seconds)

    def _workers(
        self, folder: Path, paths: Sequence[Path], plan: object
    ) -> list[Worker]:
        """The workers, one for each core; what they lack is said before work begins."""
        token = folder / "token"
        token.touch()
        looked = self._answers(tasks.looking([token, *paths]), None)
        workers = [Worker(**each) for each in looked]
        first = next((each for each in workers if _lacking(each, paths)), None)
        if first is not None:
            raise WrongUse(f"on {first.host} {_lacking(first, paths)}")
        slow = sorted({each.host for each in workers if not each.has_machine_code})
        if slow:
            where = f"the native kernel is missing on {', '.join(slow)}"
            if plan == compiled.NAME:
                raise WrongUse(f"--plan {plan}: {where}: {kernel.missing()}")
            self._tell(f"{where}: parts are compared in SQL there, which takes longer")
        return workers

    def _answers(
        self,
        task: Callable[[int], Any],
        n_tasks: int | None,
        look: Callable[[], None] = lambda: None,
    ) -> list[Any]:
        """What a task answers to so many numbers, or to one on each core.

        Another thread asks. So Ctrl-C is this one's, whatever the client does, and it
        can `look` how far the tasks are.
        """
        found: list[Any] = []
        tag = f"cfsql-{uuid4().hex}"

        def ask() -> None:
            try:
                self.spark.addTag(tag)
                if n_tasks is None:
                    numbers = self.spark.range(_MANY)
                else:
                    numbers = self.spark.range(0, n_tasks, 1, n_tasks)
                answer = tasks.answering(task, is_each=n_tasks is not None)
                rows = numbers.mapInArrow(answer, "answer binary").collect()
                found.extend(pickle.loads(bytes(row["answer"])) for row in rows)
            except Exception as error:
                found.append(error)

        thread = Thread(target=ask, daemon=True)
        with warnings.catch_warnings():
            # Spark warns of versions of pandas, which it does not use here.
            warnings.simplefilter("ignore", FutureWarning)
            thread.start()
            try:
                while thread.is_alive():
                    thread.join(_LOOK)
                    look()
            except KeyboardInterrupt:
                with suppress(Exception):
                    self.spark.interruptTag(tag)
                raise
        for each in found:
            if isinstance(each, spark_errors()):
                raise CfsqlError(f"Spark failed: {explain_error(each)}") from each
            if isinstance(each, Exception):
                raise each
        return found

    def _say_of(self, coded: Coded) -> None:
        """Tell what was noticed when the table was read."""
        from cfsql.show.terminal.profile import profile_warnings

        for remark in coded.remarks:
            self._tell(remark)
        for warning in profile_warnings(coded.profile):
            self._tell(f"warning: {warning}")


def _asked(options: SparkOptions) -> dict[str, Any]:
    """What parts are asked; columns to ignore are left out when the source is read."""
    if options.get("free") or options.get("no_defaults"):
        raise WrongUse("--free and --no-defaults are for a table that is loaded")
    known = options_of(RankOptions)
    asked = {name: each for name, each in options.items() if name in known}
    asked["ignore"] = ()
    Selection.of(asked)
    # A file with names is of this machine.
    names = Method.of(asked).speech.names.each
    return {**asked, "display_names": names or None}


def _lacking(worker: Worker, paths: Sequence[Path]) -> str | None:
    """Why a worker cannot rank, if it cannot, and what to do."""
    there = f"there, for {worker.python}"
    if worker.lacks:
        what = f"{', '.join(worker.lacks)} {'are' if worker.lacks[1:] else 'is'}"
        return f"{what} missing: pip install cfsql {there}"
    if worker.version != cfsql.__version__:
        own = cfsql.__version__
        return f"cfsql is {worker.version}, and here {own}: install that {there}"
    for path in worker.unread:
        if path not in map(str, paths):
            return (
                f"{Path(path).parent.parent} is not the folder that it is here; give "
                "one that this machine and all workers share with --work FOLDER"
            )
        return (
            f"{path} cannot be read; put it where this machine and all workers read, "
            "or give a URL or a table that Spark reads"
        )
    if not worker.is_writing:
        return "the folder of --work cannot be written to; choose another"
    return None


def _n_parts(n_rows: int, workers: Sequence[Worker]) -> int:
    """Some parts for each core, unless the rows are few."""
    # A server that asks a single task runs as many at once as it has cores.
    n_cores = workers[0].n_cores if len(workers) == 1 else len(workers)
    return max(1, min(_PER_CORE * n_cores, n_rows // _LEAST_ROWS))


def _looking(folder: Path, n_parts: int, progress: Progress) -> Callable[[], None]:
    """What shows how many parts are there, when it is called."""
    ticks = progress.track(f"ranking {n_parts} parts", range(n_parts))
    next(ticks)
    n_seen = 0

    def look() -> None:
        nonlocal n_seen
        names = {each.name.split("-")[1] for each in folder.glob("part-*")}
        for _ in range(n_seen, len(names)):
            next(ticks, None)
        n_seen = len(names)

    return look


def _take(part: RankedPart, results: Path) -> None:
    """Move the files of a part among those of all."""
    part = RankedPart.read(part.folder)
    for name in RESULTS:
        file = results / name / f"part-{part.part:05}.parquet"
        file.parent.mkdir(exist_ok=True)
        shutil.move(Path(part.folder, f"{name}.parquet"), file)


def _overview(job: Job, parts: Sequence[RankedPart], results: Path) -> Overview:
    """The figures of all parts, read from their files."""
    options = {name.replace("-", "_"): each for name, each in parts[0].options.items()}
    facts = {
        "by": options["by"],
        "count": options["count"],
        "n_rows": sum(each.n_rows for each in parts),
    }
    ranking = Stored(RANKING, job.table, job.table, {}, facts)
    run = StoredRun(cfsql.__version__, dict(parts[0].options))
    n_listed = sum(each.n_ranked for each in parts)
    with cfsql.connect(":memory:") as database, database.session() as session:
        # The figures are those of optimal answers.
        session.bind_files("ranked", results / "optimal")
        session.bind_files("summary", results / "summary")
        overview = read_overview(session, ranking, run)
    if overview.n_listed is None:
        return overview
    return replace(overview, n_listed=n_listed)


def _told(part: RankedPart) -> dict[str, object]:
    return {
        "part": part.part,
        "rows": part.n_rows,
        "plan": part.plan,
        "seconds": part.seconds,
    }
