"""Searches and counts by the processes of a cluster, where they take long enough.

It decides as one machine does, level by level. What is cheaper than to start a job is
done where it is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from cfsql.method.plans.kernels.arrays import Array, Rows
from cfsql.method.plans.kernels.shares import Walk
from cfsql.method.plans.kernels.table import Cases, column
from cfsql.method.plans.kernels.tasks import (
    Compared,
    Parts,
    Shared,
    TileStep,
    WalkStep,
    count_balls,
    cut,
    find_level,
    find_nearest,
    from_bits,
    sum_up,
)
from cfsql.method.plans.kernels.tiles import Tiles
from cfsql.method.plans.kernels.work import Work

# A step that takes fewer seconds of one core is not worth a job.
WORTH_A_JOB = 1.0

# Tasks for each core, so that none waits long for the others; and the seconds of a
# task, at least and at most.
TASKS_PER_CORE, LEAST_TASK, MOST_OF_TASK = 8, 0.5, 20.0

# Seconds that a task scans for before it gives back what it has found.
_SCANNING = 0.25

# Bytes of counts that are summed up by one process.
_BYTES_PER_PART = 1 << 27

Done = Callable[[int], None]


class Cluster(Protocol):
    """What runs tasks, and appends what they find to relations."""

    n_cores: int

    def share(self, value: Any) -> Shared[Any]:
        """Send something to all processes, once."""
        ...

    def notes(self) -> Any:
        """Bits that tasks can join."""
        ...

    def find_pairs(self, run: Any, n_tasks: int, done: Done) -> None:
        """Append to `minimal` what tasks find; `done` is told how many are."""
        ...

    def count_rows(
        self, run: Any, sum_up: Any, n_parts: int, n_tasks: int, done: Done
    ) -> None:
        """Append to `ball_parts` what tasks count, once it is summed up by part."""
        ...


def n_tasks(seconds: float, n_cores: int) -> int:
    """The tasks of a step that takes some seconds of one core; 1 if it is no job."""
    if seconds < WORTH_A_JOB:
        return 1
    return max(1, round(seconds / _most(seconds, n_cores)))


def _most(seconds: float, n_cores: int) -> float:
    most = seconds / (TASKS_PER_CORE * n_cores)
    return min(MOST_OF_TASK, max(LEAST_TASK, most))


def targets_of(cases: Cases, wanted: pa.Table) -> pa.Table:
    """Targets, given by their ids, with their labels and codes."""
    places = _places(cases, column(wanted, "instance_id"))
    order = np.argsort(places)
    return pa.table(
        {
            "instance_id": cases.ids[places[order]],
            "label_id": cases.label_ids[places[order]],
            "n_wanted": column(wanted, "n_wanted")[order],
            "code": _codes(cases, places[order]),
        }
    )


def centres_of(cases: Cases, wanted: pa.Table) -> pa.Table:
    """Centres, given by their ids, with their codes."""
    places = _places(cases, column(wanted, "centre_id"))
    order = np.argsort(places)
    return pa.table(
        {
            "centre_id": cases.ids[places[order]],
            "radius": column(wanted, "radius")[order],
            "code": _codes(cases, places[order]),
        }
    )


def some_of(cases: Cases, wanted: pa.Table) -> tuple[Array, Cases]:
    """Some of the cases, and their places among all."""
    places = np.sort(_places(cases, column(wanted, "instance_id")))
    return places, cases.some(places)


def _places(cases: Cases, ids: Array) -> Array:
    """The places of instances among all."""
    order = np.argsort(cases.ids)
    found = order[np.searchsorted(cases.ids, ids, sorter=order)]
    return found.astype(np.int32)


def _codes(cases: Cases, places: Array) -> pa.StructArray:
    words = [pa.array(word[places]) for word in cases.rows.words]
    return pa.StructArray.from_arrays(words, [f"w{n}" for n in range(len(words))])


@dataclass(frozen=True)
class Spread(Work):
    """Work for a cluster that has all instances; candidates may be some of them."""

    cluster: Cluster
    sent: Shared[Cases]
    instances: Cases
    candidates: Array | None

    def _level(
        self, level: Walk, ids: Array, seekers: Rows, cases: Cases, is_answered: Array
    ) -> Iterator[pa.Table]:
        root = level.root(seekers, cases.rows)
        if root.seconds < WORTH_A_JOB:
            yield from super()._level(level, ids, seekers, cases, is_answered)
            return
        compared = Compared(_places(self.instances, ids), self.candidates)
        most = self._most(root.seconds)
        tasks = cut(level, root, most)
        step = WalkStep(level, compared, most, tasks, self.n_bytes)
        shared, noted = self.cluster.share(step), self.cluster.notes()
        run = partial(find_level, self.sent, shared, noted)
        seconds = [task.seconds for task in tasks]
        done = self._done(level.reach, len(ids), seconds)
        self.cluster.find_pairs(run, len(tasks), done)
        is_answered |= from_bits(noted.value, len(ids))

    def _scan(
        self, tiles: Tiles, ids: Array, seekers: Rows, cases: Cases
    ) -> Iterator[pa.Table]:
        in_all = len(ids) * tiles.seconds
        if in_all < WORTH_A_JOB:
            yield from super()._scan(tiles, ids, seekers, cases)
            return
        compared = Compared(_places(self.instances, ids), self.candidates)
        n_tiles = min(len(ids), n_tasks(in_all, self.cluster.n_cores))
        edges = [len(ids) * each // n_tiles for each in range(n_tiles + 1)]
        tasks = list(pairwise(edges))
        shared = self.cluster.share(TileStep(tiles, compared, tasks, _SCANNING))
        seconds = [(last - first) * tiles.seconds for first, last in tasks]
        done = self._done(tiles.nearest, len(ids), seconds)
        self.cluster.find_pairs(
            partial(find_nearest, self.sent, shared), len(tasks), done
        )

    def _balls(
        self, balls: Walk, ids: Array, seekers: Rows, cases: Cases
    ) -> Iterator[pa.Table]:
        root = balls.root(seekers, cases.rows)
        if root.seconds < WORTH_A_JOB:
            yield from super()._balls(balls, ids, seekers, cases)
            return
        compared = Compared(_places(self.instances, ids), None)
        most = self._most(root.seconds)
        tasks = cut(balls, root, most)
        step = WalkStep(balls, compared, most, tasks, self.n_bytes)
        shared = self.cluster.share(step)
        n_labels = len(cases.labels)
        n_counts = len(ids) * (balls.reach + 1) * n_labels
        n_parts = max(self.cluster.n_cores, 8 * n_counts // _BYTES_PER_PART)
        n_parts = min(len(ids), n_parts)
        parts = Parts(len(ids), n_parts, balls.reach + 1, n_labels)
        self.cluster.count_rows(
            partial(count_balls, self.sent, shared, parts),
            partial(sum_up, self.sent, shared, parts),
            n_parts,
            len(tasks),
            self._done(balls.reach, len(ids), [task.seconds for task in tasks]),
        )

    def _most(self, seconds: float) -> float:
        """The seconds that a task should take, of a step that takes some."""
        return _most(seconds, self.cluster.n_cores)

    def _done(self, distance: int, n_seekers: int, seconds: Sequence[float]) -> Done:
        """Show how far a job is by the tasks that are done, the longest first."""
        watch = self.watch(distance, n_seekers, sum(seconds))
        n_done = 0

        def note(n_tasks: int) -> None:
            nonlocal n_done
            watch(sum(seconds[n_done:n_tasks]))
            n_done = max(n_done, n_tasks)

        return note
