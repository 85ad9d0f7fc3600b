"""A step as tasks for other processes: what they are told, and what they do.

The instances are sent once, and a step says which of them are compared. A task is some
paths through the walk: each process splits the rows as the planner did, and comes to
the same groups. A task gives the same rows however often it is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import isclose
from typing import Protocol, TypeVar

import numpy as np
import pyarrow as pa

from cfsql.method.plans.kernels.arrays import Array, Rows
from cfsql.method.plans.kernels.pairs import counted
from cfsql.method.plans.kernels.shares import Share, Walk
from cfsql.method.plans.kernels.table import Cases, numbered
from cfsql.method.plans.kernels.tiles import Tiles
from cfsql.method.plans.kernels.warm import warm_up
from cfsql.method.plans.kernels.work import NO_COUNTS, Work
from cfsql.method.plans.lattice import Seconds

# The parts of parts of a walk that lead to a share.
Path = tuple[int, ...]

# Rows of a batch that a task gives back.
_ROWS_PER_BATCH = 1 << 16

# A group of any size may be a task: it is cut further where it is run.
_ANY_NUMBER = 1 << 62

# A count around a centre: the centre and what is counted as one number, and how many.
_COUNTED = np.dtype([("at", "<i4"), ("n_rows", "<i8")])

Value = TypeVar("Value", covariant=True)


class Shared(Protocol[Value]):
    """Something that every process has."""

    @property
    def value(self) -> Value:
        """What it is."""
        ...


class Noted(Protocol):
    """Numbers that tasks give, joined bit by bit: none counts twice."""

    def add(self, bits: int, /) -> None:
        """Join the bits of a task."""
        ...


@dataclass(frozen=True)
class Task:
    """Paths that one task goes, and the seconds that it should take."""

    paths: list[Path]
    seconds: float


def cut(walk: Walk, root: Share, most: float) -> list[Task]:
    """A walk as tasks of about some seconds, the longest first.

    Shares that are beside each other are one task as long as they are small.
    """
    tasks: list[Task] = []
    paths: list[Path] = []
    seconds = 0.0
    for path, share in _shares(walk, root, most):
        if paths and seconds + share.seconds > most:
            tasks.append(Task(paths, seconds))
            paths, seconds = [], 0.0
        paths.append(path)
        seconds += share.seconds
    tasks.append(Task(paths, seconds))
    return sorted(tasks, key=lambda task: -task.seconds)


def _shares(walk: Walk, root: Share, most: float) -> Iterator[tuple[Path, Share]]:
    left: list[tuple[Path, Share]] = [((), root)]
    while left:
        path, share = left.pop()
        parts: list[Share] = []
        if share.seconds > 1.5 * most:
            parts = list(walk.parts(share, most, _ANY_NUMBER))
        if not parts:
            yield path, share
        left += reversed([((*path, at), part) for at, part in enumerate(parts)])


@dataclass(frozen=True)
class Compared:
    """Which instances a step compares: their places among all that were sent."""

    seekers: Array
    partners: Array | None

    def rows(self, sent: Cases) -> tuple[Rows, Cases]:
        """The seekers, and the cases that they are compared with."""
        words = np.ascontiguousarray(sent.rows.words[:, self.seekers])
        cases = sent if self.partners is None else sent.some(self.partners)
        return numbered(words), cases


@dataclass(frozen=True)
class WalkStep:
    """A walk in tasks, of shares that take at most some seconds."""

    walk: Walk
    compared: Compared
    most: float
    tasks: Sequence[Task]
    n_bytes: int

    def shares(self, number: int, root: Share) -> Iterator[Share]:
        """The shares of a task: the parts of parts that its paths say."""
        task = self.tasks[number]
        opened: dict[Path, list[Share]] = {}
        seconds = 0.0
        for path in task.paths:
            opened = {
                begun: parts
                for begun, parts in opened.items()
                if begun == path[: len(begun)]
            }
            share = root
            for depth, place in enumerate(path):
                begun = path[:depth]
                if begun not in opened:
                    opened[begun] = list(self.walk.parts(share, self.most, _ANY_NUMBER))
                share = opened[begun][place]
            seconds += share.seconds
            yield share
        if not isclose(seconds, task.seconds, rel_tol=1e-6, abs_tol=1e-12):
            raise RuntimeError(
                "this machine splits rows differently than the one that planned it: "
                "install the same versions of cfsql and numba on both"
            )

    @property
    def work(self) -> Work:
        """One thread that works on shares."""
        return Work(1, self.n_bytes, Seconds(), lambda: None, _unwatched)


def _unwatched(distance: int, n_seekers: int, seconds: float) -> Unwatched:
    return Unwatched()


class Unwatched:
    """Nobody looks how far a task is but whoever waits for it."""

    def __call__(self, seconds: float) -> None:
        """Take no note."""


def find_level(
    sent: Shared[Cases], shared: Shared[WalkStep], answered: Noted, number: int
) -> Iterator[pa.RecordBatch]:
    """The pairs of one task of a level; `answered` are the seekers that have any."""
    warm_up()
    step = shared.value
    seekers, cases = step.compared.rows(sent.value)
    ids = sent.value.ids[step.compared.seekers]
    is_answered = np.zeros(len(ids), dtype=np.bool_)
    root = step.walk.root(seekers, cases.rows)
    for share in step.shares(number, root):
        for rows, partners in step.work.run(step.walk, share, cases.known, NO_COUNTS):
            is_answered[rows] = True
            yield from batches(ids[rows], cases.ids[partners], step.walk.reach)
    answered.add(to_bits(is_answered))


@dataclass(frozen=True)
class TileStep:
    """A scan in tasks: targets from one to another."""

    tiles: Tiles
    compared: Compared
    tasks: Sequence[tuple[int, int]]
    seconds: float


def find_nearest(
    sent: Shared[Cases], shared: Shared[TileStep], number: int
) -> Iterator[pa.RecordBatch]:
    """The pairs of one task of a scan."""
    warm_up()
    step = shared.value
    seekers, cases = step.compared.rows(sent.value)
    ids = sent.value.ids[step.compared.seekers]
    stop = np.zeros(1, dtype=np.int64)
    for share in step.tiles.shares(*step.tasks[number], step.seconds):
        found = step.tiles.nearest_of(seekers, cases, share, stop)
        yield from batches(ids[found[0]], cases.ids[found[1]], found[2])


@dataclass(frozen=True)
class Parts:
    """Centres in parts, whose counts are added up by one process each."""

    n_centres: int
    n_parts: int
    n_distances: int
    n_labels: int

    @property
    def n_kinds(self) -> int:
        """What is counted of each centre."""
        return self.n_distances * self.n_labels

    @cached_property
    def edges(self) -> Array:
        """The first centre of each part, and where the last ends."""
        return np.linspace(0, self.n_centres, self.n_parts + 1).astype(np.int64)


def count_balls(
    sent: Shared[Cases], shared: Shared[WalkStep], parts: Parts, number: int
) -> Iterator[pa.RecordBatch]:
    """What one task counts around centres, summed up, by part."""
    warm_up()
    step = shared.value
    seekers, cases = step.compared.rows(sent.value)
    counts = np.zeros((parts.n_centres, parts.n_distances, parts.n_labels), np.int64)
    root = step.walk.root(seekers, cases.rows)
    for share in step.shares(number, root):
        for _ in step.work.run(step.walk, share, cases.known, counts):
            pass
    centres, distances, labels, n_rows = counted(counts)
    kinds = distances * np.int64(parts.n_labels) + labels
    bounds: Array = np.searchsorted(centres, parts.edges)
    for part, (first, last) in enumerate(pairwise(bounds)):
        if first < last:
            packed = np.empty(last - first, dtype=_COUNTED)
            places = centres[first:last] - parts.edges[part]
            packed["at"] = places * parts.n_kinds + kinds[first:last]
            packed["n_rows"] = n_rows[first:last]
            yield pa.record_batch(
                {
                    "part": pa.array([part], pa.int32()),
                    "counted": pa.array([packed.tobytes()], pa.binary()),
                }
            )


def sum_up(
    sent: Shared[Cases],
    shared: Shared[WalkStep],
    parts: Parts,
    counted: Iterable[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    """The rows around the centres of some parts, of which all counts are given."""
    totals: dict[int, Array] = {}
    for batch in counted:
        for part, counts in zip(*batch.columns, strict=True):
            number = part.as_py()
            if number not in totals:
                n_centres = parts.edges[number + 1] - parts.edges[number]
                totals[number] = np.zeros(n_centres * parts.n_kinds, dtype=np.int64)
            packed = np.frombuffer(counts.as_buffer(), dtype=_COUNTED)
            # A task has counted each kind once.
            totals[number][packed["at"]] += packed["n_rows"]
    for number, total in totals.items():
        found = np.flatnonzero(total)
        centres, kinds = np.divmod(found, parts.n_kinds)
        distances, labels = np.divmod(kinds, parts.n_labels)
        places = shared.value.compared.seekers[parts.edges[number] + centres]
        summed = pa.table(
            {
                "centre_id": sent.value.ids[places],
                "distance": distances.astype(np.int32),
                "label_id": sent.value.labels[labels],
                "n_rows": total[found],
            }
        )
        yield from summed.to_batches(max_chunksize=_ROWS_PER_BATCH)


def batches(
    from_ids: Array, to_ids: Array, distance: Array
) -> Iterator[pa.RecordBatch]:
    """Pairs, some at a time."""
    far = np.broadcast_to(np.asarray(distance, dtype=np.int32), from_ids.shape)
    for first in range(0, len(from_ids), _ROWS_PER_BATCH):
        here = slice(first, first + _ROWS_PER_BATCH)
        yield pa.record_batch(
            {"from_id": from_ids[here], "to_id": to_ids[here], "distance": far[here]}
        )


def to_bits(flags: Array) -> int:
    """Flags as the bits of a number."""
    return int.from_bytes(np.packbits(flags).tobytes(), "big")


def from_bits(bits: int, n_flags: int) -> Array:
    """The flags of a number."""
    n_bytes = (n_flags + 7) // 8
    packed = np.frombuffer(bits.to_bytes(n_bytes, "big"), dtype=np.uint8)
    return np.unpackbits(packed, count=n_flags).astype(np.bool_)
