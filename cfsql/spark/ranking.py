"""A ranking by Spark: one task encodes the table, and others rank parts of it.

Spark is asked for numbers, and maps them by tasks: DataFrame APIs alone, so that a
session may be a classic one or one of Spark Connect. Tasks talk through a folder that
the caller and all workers share.
"""

from __future__ import annotations

import os
import pickle
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from glob import glob
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from cfsql.errors import CfsqlError, ExitCode, WrongUse
from cfsql.keywords import takes
from cfsql.method.parts import MANIFEST, RESULTS, RankedPart
from cfsql.method.rank import Method
from cfsql.method.selection import Selection
from cfsql.options import RankOptions, ReadOptions, given_among, options_of
from cfsql.progress import Progress, Silent
from cfsql.show.terminal.profile import profile_warnings
from cfsql.spark import tasks
from cfsql.spark.places import (
    explain_error,
    path_of,
    refuse_results,
    results_at,
    url_of,
    working,
    written_source,
)
from cfsql.tables.catalog import LoadedTable

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from typing_extensions import Unpack

# The rows of a part, unless there are more than so many for each core.
_LEAST_ROWS = 10_000

# So many numbers reach every core.
_MANY = 1 << 16

# How often whoever waits looks how far the parts are, in seconds.
_LOOK = 0.5


@dataclass(frozen=True)
class SparkRanking:
    """A ranking in a folder: what to read it by, and the parts that it was made of."""

    ranked: DataFrame
    summary: DataFrame
    optimal: DataFrame
    table: LoadedTable
    parts: list[RankedPart]


class SparkOptions(RankOptions, ReadOptions, total=False):
    """What a ranking with Spark takes: how the source is read, and how it is ranked."""


class Spark:
    """cfsql on a Spark session."""

    def __init__(
        self, spark: SparkSession, *, tell: Callable[[str], None] | None = None
    ) -> None:
        """Take a session, and leave it as it is; `tell` hears what a user should."""
        self.spark = spark
        self._tell = tell or (lambda _: None)

    @takes(SparkOptions)
    def rank(
        self,
        source: str | DataFrame,
        *,
        out: str,
        label: str | int | None = None,
        work: str | None = None,
        parts: int | None = None,
        bins: Mapping[str, object] | None = None,
        threads: int | None = None,
        memory_limit: str | None = None,
        progress: Progress | None = None,
        **options: Unpack[SparkOptions],
    ) -> SparkRanking:
        """Rank the rows of a path, a catalog table or a frame into the folder `out`.

        The folder then has `ranked`, `summary` and `optimal`, folders of Parquet files
        with the columns of cfsql's result tables, and the `manifest` of each part.

        Parameters:
            source: a path that all workers can read, a URL of Parquet files or a table
                of the catalog that Spark can, or a Spark data frame.
            out: the new folder; also a URL that Spark can write to.
            label: the column with the outcome; a number is its place, -1 the last.
            work: a folder that all machines share; by default the one `out` is in.
            parts: how many parts to rank; by default one for each core.
            bins: columns of numbers to compare by intervals, as for `load`.
            threads: the cores that one task encodes with; by default all of them.
            memory_limit: what each task may take, such as "4GB".
            progress: what is told how far it is.
        """
        asked = _asked(options)
        refuse_results(self.spark, out)
        with working(work, out) as folder:
            n_cores = self._n_cores(folder, source)
            name, path = written_source(self.spark, source, folder / "source")
            read = {
                **given_among(options, ReadOptions),
                "label": label,
                "table": name,
                "ignore": options.get("ignore", ()),
                "bins": bins,
                "threads": threads,
                "memory_limit": memory_limit,
            }
            (coded,) = self._answers(partial(tasks.encode, path, folder, read), 1)
            warnings = map("warning: {}".format, profile_warnings(coded.profile))
            for remark in (*coded.remarks, *warnings):
                self._tell(remark)
            n_rows = coded.facts.n_labelled
            n_parts = parts or max(1, min(n_cores, n_rows // _LEAST_ROWS))
            rank = partial(tasks.rank, folder, coded, n_parts, memory_limit, asked)
            look = partial(next, _so_far(folder, n_parts, progress or Silent()), None)
            made = self._answers(rank, n_parts, look)
            with results_at(self.spark, out, folder) as results:
                for part in made:
                    _take(part, results)
        target = path_of(out)
        place = url_of(target) if target else out
        frames = {name: self.spark.read.parquet(f"{place}/{name}") for name in RESULTS}
        return SparkRanking(**frames, table=coded.facts, parts=made)

    def _n_cores(self, folder: Path, source: object) -> int:
        """How many cores there are; what one lacks is said before work begins."""
        (folder / "token").touch()
        files = glob(os.path.abspath(source))[:1] if isinstance(source, str) else []
        workers = self._answers(tasks.looking(folder, files), None)
        for host, _, lacks, _ in workers:
            if lacks:
                raise WrongUse(f"on {host} {lacks}")
        slow = {host for host, _, _, has_kernel in workers if not has_kernel}
        if slow:
            self._tell(
                f"the native kernel is missing on {', '.join(sorted(slow))}: parts are "
                "compared in SQL there, which takes longer"
            )
        # A server that asks a single task runs as many at once as it has cores.
        return int(workers[0][1]) if len(workers) == 1 else len(workers)

    def _answers(
        self,
        task: Callable[[int], Any],
        n_tasks: int | None,
        look: Callable[[], object] = lambda: None,
    ) -> list[Any]:
        """What a task answers to so many numbers, or to one on each core.

        Another thread asks. So Ctrl-C is this one's, whatever the client does, and it
        can `look` how far the tasks are. These stop once their folder is gone.
        """
        found: list[Any] = []

        def ask() -> None:
            try:
                if n_tasks is None:
                    numbers = self.spark.range(_MANY)
                else:
                    numbers = self.spark.range(0, n_tasks, 1, n_tasks)
                answer = tasks.answering(task, is_each=n_tasks is not None)
                rows = numbers.mapInArrow(answer, "answer binary").collect()
                found.extend(pickle.loads(bytes(row["answer"])) for row in rows)
            except Exception as error:
                line = f"Spark failed: {explain_error(error)}"
                found.append((None, ExitCode.FAILED, line))

        thread = Thread(target=ask, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(_LOOK)
            look()
        for _, code, line in found:
            if code:
                raise (WrongUse if code == ExitCode.WRONG_USE else CfsqlError)(line)
        return [answer for answer, *_ in found]


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


def _so_far(folder: Path, n_parts: int, progress: Progress) -> Iterator[None]:
    """Show how many parts are in the folder, each time that it is asked."""
    for part in progress.track(f"ranking {n_parts} parts", range(n_parts)):
        while len({each.name.split("-")[1] for each in folder.glob("part-*")}) <= part:
            yield


def _take(part: RankedPart, results: Path) -> None:
    """Move the files of a part among those of all."""
    for file in (*(f"{name}.parquet" for name in RESULTS), MANIFEST):
        name, _, kind = file.partition(".")
        (results / name).mkdir(exist_ok=True)
        shutil.move(
            Path(part.folder, file), results / name / f"part-{part.part:05}.{kind}"
        )
