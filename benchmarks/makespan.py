"""How search and count would scale: real tasks, timed one by one, scheduled on paper.

    python -m benchmarks.makespan --sizes 1000000,10000000

The instances of a synthetic table are packed, and all rows searched and counted in the
tasks that Spark would run on many cores. Each is run and timed by itself, in seconds of
one core. A list scheduler then gives the longest first to whichever core is free.
What is not a task is counted as well: what the driver does alone, the instances that
are sent to every machine, and the counts that are sent back and summed up.
"""

from __future__ import annotations

import argparse
import heapq
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks.layout import document, grid
from benchmarks.measure import HERE
from benchmarks.synthetic import NOISE, RECIPES
from cfsql.method.packing import Feature, layout
from cfsql.method.plans.compiled import _SECONDS
from cfsql.method.plans.kernels.spread import Spread, centres_of, targets_of
from cfsql.method.plans.kernels.table import Cases, column
from cfsql.method.plans.kernels.work import Fields
from cfsql.method.plans.steps import COUNT, SEARCH

CORES = (2, 16, 128, 1024)
# Cores of a machine, bytes a second between machines, and seconds to start a job.
PER_MACHINE, BANDWIDTH, STARTING = 16, 1e9, 0.3


@dataclass
class Job:
    """One job: its tasks' seconds, the bytes sent, and what sums them up."""

    name: str
    tasks: list[float]
    sent: int
    returned: int = 0
    summing: list[float] = field(default_factory=list)

    def seconds(self, n_cores: int) -> float:
        """How long it takes on some cores."""
        n_machines = max(1, n_cores // PER_MACHINE)
        # Every machine passes on what it has, as Spark's broadcast does.
        sending = self.sent / BANDWIDTH * (1 if n_machines > 1 else 0)
        returning = self.returned / BANDWIDTH / n_machines if n_machines > 1 else 0.0
        tasks = makespan(self.tasks, n_cores) + makespan(self.summing, n_cores)
        return STARTING + sending + tasks + returning


def makespan(seconds: Sequence[float], n_cores: int) -> float:
    """When the last of some tasks is done: the next goes to whichever core is free."""
    free = [0.0] * n_cores
    for each in seconds:
        heapq.heappush(free, heapq.heappop(free) + each)
    return max(free)


class _Here:
    """A value that is sent nowhere."""

    def __init__(self, value: Any) -> None:
        self.value = value


class _Bits:
    value = 0

    def add(self, bits: int) -> None:
        self.value |= bits


class Timed:
    """A cluster of many cores whose tasks are run one after the other, and timed."""

    n_cores = max(CORES)

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.pairs: list[pa.RecordBatch] = []
        self._sent = 0

    def share(self, value: Any) -> _Here:
        """Take note of what would be sent."""
        self._sent = value.compared.seekers.nbytes * 2
        return _Here(value)

    def notes(self) -> _Bits:
        """Bits that tasks join."""
        return _Bits()

    def find_pairs(self, run: Any, n_tasks: int, done: Callable[[int], None]) -> None:
        """Run the tasks of a level."""
        found, seconds = self._run(run, n_tasks)
        self.pairs += found
        returned = sum(batch.nbytes for batch in found)
        self.jobs.append(Job("search", seconds, self._sent, returned))

    def count_rows(
        self, run: Any, sum_up: Any, n_tasks: int, done: Callable[[int], None]
    ) -> None:
        """Run the tasks of a count, and sum up what they give."""
        found, seconds = self._run(run, n_tasks)
        by_part: dict[int, list[pa.RecordBatch]] = {}
        for batch in found:
            by_part.setdefault(batch.column(0)[0].as_py(), []).append(batch)
        summing = []
        for parts in by_part.values():
            started = process_time()
            for _ in sum_up(parts):
                pass
            summing.append(process_time() - started)
        returned = sum(batch.nbytes for batch in found)
        self.jobs.append(Job("count", seconds, self._sent, returned, summing))

    def _run(self, run: Any, n_tasks: int) -> tuple[list[pa.RecordBatch], list[float]]:
        found, seconds = [], []
        for number in range(n_tasks):
            started = process_time()
            found += list(run(number))
            seconds.append(process_time() - started)
        return found, seconds


def instances(name: str, n_rows: int) -> tuple[pa.Table, Fields]:
    """The distinct rows of a synthetic table, packed, and their features."""
    recipe, draw = RECIPES[name], np.random.default_rng(0)
    features, columns, score = [], [], np.zeros(n_rows)
    for place, n_values in enumerate(recipe.n_values):
        weights = 1 / np.arange(1, n_values + 1) ** recipe.skew
        shares = weights / weights.sum()
        codes = draw.choice(n_values, size=n_rows, p=shares).astype(np.int64)
        columns.append(codes)
        both = float((shares**2).sum())
        features.append(Feature(place + 1, f"f{place + 1}", n_values, both))
        if place < recipe.n_relevant:
            score += codes / n_values
    label = (score > np.median(score)) ^ (draw.random(n_rows) < NOISE)
    fields = layout(features)
    words = np.zeros(n_rows, dtype=np.int64)
    for each in fields:
        assert each.word == 0, "one word only"
        words |= columns[each.feature_id - 1] << each.shift
    rows, n_equal = np.unique((words << 1) | label, return_counts=True)
    order = np.random.default_rng(1).permutation(len(rows))
    agreement = {each.feature_id: each.agreement for each in features}
    by_agreement = sorted(fields, key=lambda each: agreement[each.feature_id])
    table = pa.table(
        {
            "instance_id": np.arange(len(rows)),
            "label_id": (rows & 1)[order],
            "weight": n_equal[order],
            "code": pa.StructArray.from_arrays([pa.array((rows >> 1)[order])], ["w0"]),
        }
    )
    return table, Fields.of(
        [(each, agreement[each.feature_id]) for each in by_agreement], 0
    )


@dataclass(frozen=True)
class Scaled:
    """One table: its jobs, what the driver does alone, and the size of what is sent."""

    name: str
    n_rows: int
    n_instances: int
    n_pairs: int
    bytes_sent: int
    alone: float
    jobs: list[Job]

    def seconds(self, n_cores: int) -> float:
        """Search and count on some cores."""
        sending = self.bytes_sent / BANDWIDTH if n_cores > PER_MACHINE else 0.0
        return self.alone + sending + sum(job.seconds(n_cores) for job in self.jobs)


def measured(name: str, n_rows: int) -> Scaled:
    """Search and count all rows of a table, task by task."""
    table, fields = instances(name, n_rows)
    cases, cluster = Cases.of(table), Timed()
    started = process_time()
    n_wanted = np.ones(len(cases), dtype=np.int64)
    wanted = pa.table({"instance_id": cases.ids, "n_wanted": n_wanted})
    given = (
        lambda: None,
        lambda *_: lambda _: None,
        cluster,
        _Here(cases),
        cases,
        None,
    )
    search = Spread(1, 1 << 31, _SECONDS[SEARCH], *given)
    found = list(
        search.search(targets_of(cases, wanted), cases, fields, nearest=1, furthest=10)
    )
    pairs = pa.concat_tables([*found, pa.Table.from_batches(cluster.pairs)])
    to_ids, far = column(pairs, "to_id"), column(pairs, "distance")
    radii = np.zeros(len(cases), dtype=np.int32)
    np.maximum.at(radii, to_ids, far)
    centres = np.flatnonzero(radii)
    wanted = pa.table({"centre_id": centres, "radius": radii[centres]})
    count = Spread(1, 1 << 31, _SECONDS[COUNT], *given)
    list(count.count(centres_of(cases, wanted), cases, fields))
    in_tasks = sum(sum(job.tasks) + sum(job.summing) for job in cluster.jobs)
    alone = process_time() - started - in_tasks
    return Scaled(
        name,
        n_rows,
        len(cases),
        pairs.num_rows,
        cases.rows.words.nbytes + 20 * len(cases),
        alone,
        cluster.jobs,
    )


def report(tables: Sequence[Scaled]) -> str:
    """The simulation as a page."""
    head = ["table", "rows", "tasks", "longest", "alone", "one core"]
    rows = []
    for each in tables:
        tasks = [seconds for job in each.jobs for seconds in job.tasks]
        in_all = each.alone + sum(
            sum(job.tasks) + sum(job.summing) for job in each.jobs
        )
        rows.append(
            [
                each.name,
                f"{each.n_rows:,}",
                f"{len(tasks):,}",
                f"{max(tasks, default=0.0):.1f} s",
                f"{each.alone:.1f} s",
                f"{in_all:.1f} s",
                *(f"{each.seconds(n):.1f} s" for n in CORES),
            ]
        )
    return document(
        [
            "# Search and count on many cores, simulated",
            "Made by `python -m benchmarks.makespan`. Every task was run and timed by "
            "itself, in seconds of one core; a list scheduler gave them to cores, the "
            "longest first. Counted besides: what the driver does alone (to cut walks, "
            "to sample, and levels that are not worth a job), "
            f"{STARTING} s to start each job, and from {PER_MACHINE} cores on what is "
            f"sent between machines of {PER_MACHINE} cores at 1 GB/s. Reading, "
            "encoding, ranking and writing are not in it.",
            grid([*head, *(f"{n:,} cores" for n in CORES)], rows, "<" + ">" * 9),
        ]
    )


def main() -> None:
    """Measure, simulate, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000000,10000000")
    parser.add_argument("--only", default="easy")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "makespan")
    given = parser.parse_args()
    tables = []
    for size in given.sizes.split(","):
        tables.append(measured(given.only, int(size)))
        times = ", ".join(f"{n}: {tables[-1].seconds(n):.1f} s" for n in CORES)
        print(f"{given.only} {int(size):,}: {times}", flush=True)
        text = json.dumps([asdict(each) for each in tables], indent=1)
        given.out.with_suffix(".json").write_text(f"{text}\n")
        given.out.with_suffix(".md").write_text(report(tables))


if __name__ == "__main__":
    main()
