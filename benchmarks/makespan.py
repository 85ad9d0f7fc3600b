"""How a ranking would scale: real tasks, timed one by one, scheduled on paper.

    python -m benchmarks.makespan --rows 1000000

A synthetic table is loaded by DuckDB, and all its rows are ranked by the tasks that
Spark would run on many cores. Each is run by itself, and timed in seconds of one core.
A list scheduler then gives the longest first to whichever core is free. What is not a
task is counted as well: what the driver does alone, what is sent to every machine, and
what tasks send back.
"""

from __future__ import annotations

import argparse
import heapq
import json
import pickle
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import pyarrow as pa

import cfsql
from benchmarks.layout import document, grid
from benchmarks.measure import HERE
from benchmarks.synthetic import synthetic
from cfsql.engines import duckdb
from cfsql.engines.queries import query
from cfsql.lake import answers, encoding
from cfsql.method import encode
from cfsql.method.packing import Field
from cfsql.method.plans.spread import load_kernels
from cfsql.method.rank import Method, find, measure, show_instances
from cfsql.method.selection import Selection
from cfsql.progress import Silent
from cfsql.tables.catalog import loaded_table

CORES = (2, 16, 128, 1024)
# Cores of a machine, bytes a second between machines, and seconds to start a job.
PER_MACHINE, BANDWIDTH, STARTING = 16, 1e9, 0.3
# Seconds until Spark has started its machines, and what it runs there is warm.
WARMING = 10.0

# Tasks of a kind that are run, if there are more: the others take as long as these.
_MOST_RUN = 24


@dataclass
class Job:
    """One job: the seconds of its tasks, and the bytes that are sent and returned."""

    name: str
    tasks: list[float]
    sent: int = 0
    returned: int = 0

    def seconds(self, n_cores: int) -> float:
        """How long it takes on some cores."""
        n_machines = n_cores // PER_MACHINE
        # Every machine passes on what it has, as Spark's broadcast does.
        moved = (self.sent + self.returned / n_machines) if n_machines > 1 else 0.0
        starting = STARTING if self.tasks else 0.0
        return starting + moved / BANDWIDTH + makespan(self.tasks, n_cores)


def makespan(seconds: Sequence[float], n_cores: int) -> float:
    """When the last of some tasks is done: the longest go first."""
    free = [0.0] * n_cores
    for each in sorted(seconds, reverse=True):
        heapq.heappush(free, heapq.heappop(free) + each)
    return max(free)


@dataclass(frozen=True)
class _Here:
    """A value that is sent nowhere."""

    value: Any


@dataclass
class _Bits:
    value: int = 0

    def add(self, bits: int) -> None:
        self.value |= bits


class Timed(duckdb.Session):
    """The driver of many cores, whose tasks are run one after the other, and timed."""

    name = "spark"
    n_cores = max(CORES)
    n_threads = 1
    n_bytes = 1 << 31
    can_compile = True

    def __init__(self, *given: Any, **more: Any) -> None:
        """Know of no job."""
        super().__init__(*given, **more)
        self.jobs: list[Job] = []
        # The seconds of all tasks that were run.
        self.in_tasks = 0.0

    def share(self, value: Any) -> _Here:
        """Take note of what would be sent, by the next job."""
        self.jobs.append(Job("send", [], len(pickle.dumps(value))))
        return _Here(value)

    def notes(self) -> _Bits:
        """Bits that tasks join."""
        return _Bits()

    def find_pairs(self, run: Any, n_tasks: int, done: Callable[[int], None]) -> None:
        """Run the tasks of a level."""
        found = self.timed("search", [partial(run, n) for n in range(n_tasks)])
        self.append_arrow(
            query("compiled/minimal"), "compiled_pairs", pa.Table.from_batches(found)
        )

    def count_rows(
        self, run: Any, sum_up: Any, n_parts: int, n_tasks: int, done: Any
    ) -> None:
        """Run the tasks of a count, and sum up what they give."""
        found = self.timed("count", [partial(run, n) for n in range(n_tasks)])
        by_part: dict[int, list[pa.RecordBatch]] = {}
        for batch in found:
            by_part.setdefault(batch.column(0)[0].as_py(), []).append(batch)
        parts = by_part.values()
        summed = self.timed("sum", [partial(sum_up, each) for each in parts])
        self.append_arrow(
            query("compiled/balls"), "compiled_counts", pa.Table.from_batches(summed)
        )

    def timed(
        self, name: str, tasks: Sequence[Callable[[], Iterator[pa.RecordBatch]]]
    ) -> list[pa.RecordBatch]:
        """Run tasks; what they give."""
        found, seconds = [], []
        for task in tasks:
            started = process_time()
            found += list(task())
            seconds.append(process_time() - started)
        self.in_tasks += sum(seconds)
        self.jobs.append(Job(name, seconds, 0, sum(each.nbytes for each in found)))
        return found

    def timed_some(self, name: str, tasks: Sequence[Callable[[], Any]]) -> None:
        """Run some tasks of many that are alike."""
        step = max(1, len(tasks) // _MOST_RUN)
        self.timed(name, tasks[::step])
        job = self.jobs[-1]
        scale = len(tasks) / len(job.tasks)
        job.tasks = [job.tasks[n % len(job.tasks)] for n in range(len(tasks))]
        job.returned = round(job.returned * scale)


@dataclass(frozen=True)
class Scaled:
    """One table: its jobs, and what the driver does alone."""

    name: str
    n_rows: int
    alone: float
    jobs: list[Job] = field(default_factory=list)

    @property
    def in_tasks(self) -> float:
        """The seconds of all tasks."""
        return sum(sum(job.tasks) for job in self.jobs)

    def seconds(self, n_cores: int) -> float:
        """A ranking on some cores."""
        jobs = [job.seconds(n_cores) for job in self.jobs]
        return WARMING + self.alone + sum(jobs)

    def grown(self, times: float, *, work: float) -> Scaled:
        """A table of more rows, if tasks grow as `work` and what is sent as rows.

        Tasks become more, as the driver would cut them, until they are long enough.
        """
        jobs = []
        for job in self.jobs:
            n_tasks = len(job.tasks)
            many = min(round(times * n_tasks), max(n_tasks, 8 * max(CORES)))
            seconds = sum(job.tasks) * work / max(1, many)
            mean = sum(job.tasks) / max(1, n_tasks)
            longest = max(job.tasks, default=0.0) / mean if mean else 1.0
            tasks = [seconds] * (many - 1) + [seconds * longest] * min(1, many)
            jobs.append(
                Job(job.name, tasks, int(job.sent * times), int(job.returned * work))
            )
        n_rows = round(self.n_rows * times)
        return replace(self, n_rows=n_rows, alone=self.alone * times, jobs=jobs)


def measured(name: str, n_rows: int, folder: Path) -> Scaled:
    """Rank all rows of a table, task by task."""
    source, stored = folder / "rows.parquet", f"{folder}/bench.duckdb"
    frame = synthetic(name, n_rows)
    frame.write_parquet(source)
    load_kernels()
    with cfsql.connect(stored) as database:
        database.load(str(source), table="bench", label=-1)
    settings = {"threads": 1}
    opened = duckdb.open_database(stored, read_only=False, settings=settings)
    with closing(Timed(opened)) as session:
        started = process_time()
        table = loaded_table(session, "bench")
        fields = encode.bind(session, "bench")
        _encode(session, frame.to_arrow(), fields, table.label)
        method = Method()
        n_asked, run = find(session, table, fields, Selection(), method, Silent())
        assert n_asked == n_rows
        measure(session, run, method)
        show_instances(session)
        driver: Any = session
        _answer(session, answers._known(driver, run, method), folder)
        alone = process_time() - started - session.in_tasks
    return Scaled(name, n_rows, alone, session.jobs)


def _encode(session: Timed, rows: pa.Table, fields: list[Field], label: str) -> None:
    """Count and code all values, in tasks of as many rows as are encoded at once."""
    rows = rows.append_column("row_id", pa.array(range(rows.num_rows)))
    columns = encoding.Columns(label, [field.feature for field in fields])
    coding = encoding.Coding(
        columns,
        fields,
        session.fetch_arrow(query("lake/dictionary_rows")),
        session.fetch_arrow(query("lake/label_rows")),
    )
    size = encoding._ROWS_AT_ONCE // 4
    parts = [
        rows.slice(first, size).to_batches() for first in range(0, len(rows), size)
    ]
    session.timed_some(
        "read", [partial(encoding.count_values, columns, each) for each in parts]
    )
    shared: Any = _Here(coding)
    session.timed_some(
        "code", [partial(encoding.code_rows, shared, each) for each in parts]
    )


def _answer(session: Timed, known: answers.Known, folder: Path) -> None:
    """Rank, spell and write some parts of all rows."""
    n_parts = max(1, session.size("minimal") // answers._LEAST_PAIRS)
    n_parts = min(n_parts, answers._PARTS_PER_CORE * session.n_cores)
    session.stage(query("lake/asked_parts"), n_parts=n_parts)
    session.copy_out(query("lake/part_rows"), folder / "parts", by="part")
    shared: Any = session.share(known)
    (folder / "answers").mkdir()
    tasks = []
    for part, place in enumerate(sorted((folder / "parts").iterdir())):
        contents = [file.read_bytes() for file in place.iterdir()]
        batch = pa.record_batch(
            {
                "part": pa.array([part] * len(contents), pa.int32()),
                "content": pa.array(contents, pa.binary()),
            }
        )
        scratch = str(folder / "answers")
        tasks.append(partial(answers.write_part, shared, scratch, [batch]))
    session.timed_some("answer", tasks)


def report(tables: Sequence[Scaled]) -> str:
    """The simulation as a page."""
    rows = [
        [
            each.name,
            f"{each.n_rows:,}",
            f"{each.alone:.0f} s",
            f"{each.in_tasks:,.0f} s",
            *(f"{each.seconds(n):,.0f} s" for n in CORES),
        ]
        for each in tables
    ]
    kinds = [
        [
            f"{tables[0].n_rows:,}",
            job.name,
            f"{len(job.tasks):,}",
            f"{sum(job.tasks):.1f} s",
            f"{max(job.tasks, default=0.0):.2f} s",
            f"{job.sent / 1e6:,.0f} MB",
            f"{job.returned / 1e6:,.0f} MB",
        ]
        for job in tables[0].jobs
    ]
    return document(
        [
            "# A ranking on many cores, simulated",
            "Made by `python -m benchmarks.makespan`. The tasks of the first table "
            "were run and timed by themselves, in seconds of one core (of reading, "
            f"coding and answering at most {2 * _MOST_RUN} each, the others taken to "
            "be alike); a list scheduler gave them to cores, the longest first. The "
            "larger tables are that one grown: tasks by the factor by which DuckDB's "
            "time was seen to grow, bytes and the driver's part by the rows.",
            f"Counted besides: {WARMING:.0f} s until Spark is warm, what the driver "
            f"does alone on one core, {STARTING} s to start each job, and from "
            f"{2 * PER_MACHINE} cores on what is sent between machines of "
            f"{PER_MACHINE} cores at 1 GB/s.",
            grid(
                ["table", "rows", "driver", "tasks", *(f"{n:,} cores" for n in CORES)],
                rows,
                "<" + ">" * 7,
            ),
            grid(
                ["rows", "job", "tasks", "in all", "longest", "sent", "returned"],
                kinds,
                "><" + ">" * 5,
            ),
        ]
    )


def main() -> None:
    """Measure, simulate, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--only", default="easy")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "makespan")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        first = measured(given.only, given.rows, Path(folder))
    # Ten times the rows were ranked in 14.4 times the time (rank.md).
    tables = [first, *(first.grown(10.0**n, work=14.4**n) for n in (1, 2))]
    for each in tables:
        times = ", ".join(f"{n}: {each.seconds(n):.1f} s" for n in CORES)
        print(f"{given.only} {each.n_rows:,}: {times}", flush=True)
    text = json.dumps(asdict(first), indent=1)
    given.out.with_suffix(".json").write_text(f"{text}\n")
    given.out.with_suffix(".md").write_text(report(tables))


if __name__ == "__main__":
    main()
