"""Searches and counts by kernels: what the plan `compiled` runs.

A search goes level by level, as long as a walk through the lattice is cheaper than to
compare what is left with everything. A count is one walk for all radii.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa

from cfsql.method.order import Direction
from cfsql.method.packing import Field
from cfsql.method.plans.kernels.agreement import measured
from cfsql.method.plans.kernels.arrays import (
    WEIGHT,
    Array,
    Costs,
    Layout,
    Partners,
    Room,
    Rows,
    Seekers,
)
from cfsql.method.plans.kernels.crew import in_shares
from cfsql.method.plans.kernels.pairs import counted, scan_nearest
from cfsql.method.plans.kernels.shares import Share, Walk
from cfsql.method.plans.kernels.splitting import MOST_BUCKETS
from cfsql.method.plans.kernels.table import (
    Cases,
    column,
    layout_of,
    numbered,
    words_of,
)
from cfsql.method.plans.kernels.tiles import Tiles
from cfsql.method.plans.kernels.walking import COUNT, SEARCH, walk
from cfsql.method.plans.lattice import Agreement, Seconds, WalkCosts, walk_costs
from cfsql.method.weights import distances

# Rows that a group of a share may take while it is split, for each of its own.
_ROOM = 3

# Seconds that a scan for some targets at once may take.
_SCANNING = 0.25

# Targets that are scanned for first, to see how far the nearest are; fewer than so many
# times as many targets are not worth it.
_N_SAMPLED, _WORTH_A_SAMPLE = 256, 8

# Pairs from which on it is measured how often rows agree.
_WORTH_MEASURING = 100_000_000

# Of the bytes that may be used: for counts, and for groups while they are split.
_OF_COUNTS, _OF_ROOM = 0.4, 0.4

# What a kernel is given of what its task has not.
_NONE = np.zeros(0, dtype=np.int64)
_NO_LABELS = (np.zeros(0, dtype=np.int32), _NONE, _NONE)
_NO_RADII = (np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64))
NO_COUNTS = np.zeros((0, 0, 0), dtype=np.int64)

Share_ = TypeVar("Share_")

# Told how far a step is: called with a distance, how many seekers it is for and the
# seconds that it should take, it gives a function to call with seconds that are done.
Watch = Callable[[int, int, float], Callable[[float], None]]


@dataclass(frozen=True)
class Fields:
    """The features of a search or a count, those that are frozen first.

    `is_apart`: another outcome is one that differs by enough.
    """

    layout: Layout
    agreement: Agreement
    is_apart: bool = False

    @classmethod
    def of(
        cls,
        fields: Sequence[tuple[Field, float]],
        n_frozen: int,
        directions: Sequence[Direction] = (),
    ) -> Fields:
        """Fields, and how often rows agree on each; some may only rise, or fall."""
        layout = layout_of([field for field, _ in fields], n_frozen, directions)
        return cls(layout, [[agreement] for _, agreement in fields])

    @property
    def weights(self) -> list[int]:
        """How often each feature counts."""
        return [int(weight) for weight in self.layout.features[:, WEIGHT]]

    def distances(self, nearest: int, furthest: int) -> list[int]:
        """The distances between two numbers at which there can be a pair."""
        free = self.weights[self.layout.n_frozen :]
        return [each for each in distances(free, furthest) if each >= nearest]

    def measured(self, seekers: Array, partners: Array) -> Fields:
        """The same, with how often these rows agree."""
        agreement = measured(seekers, partners, self.layout, self.agreement)
        return replace(self, agreement=agreement)


@dataclass(frozen=True)
class Work:
    """What kernels may use, and who is told."""

    n_threads: int
    n_bytes: int
    seconds: Seconds
    check: Callable[[], None]
    watch: Watch

    def search(
        self,
        targets: pa.Table,
        cases: Cases,
        fields: Fields,
        *,
        nearest: int,
        furthest: int,
    ) -> Iterator[pa.Table]:
        """The pairs at the nearest distances of each target, some at a time."""
        if not len(cases) or not targets.num_rows:
            return
        labels, places = np.unique(column(targets, "label_id"), return_inverse=True)
        order = np.argsort(places.astype(np.int32), kind="stable")
        alike = cases.alike(labels, is_apart=fields.is_apart)
        known = Seekers(places[order].astype(np.int32), *alike, *_NO_RADII)
        ids = column(targets, "instance_id")[order]
        n_wanted = column(targets, "n_wanted")[order].astype(np.int64)
        words = words_of(targets, order)
        if len(order) * len(cases) >= _WORTH_MEASURING:
            fields = fields.measured(words, cases.rows.words)
        last = self._last_walked(
            words, known, n_wanted, cases, fields, nearest, furthest
        )
        for distance in fields.distances(nearest, furthest):
            seekers = numbered(words)
            if distance > last:
                tiles = self._tiles(known, n_wanted, cases, fields, distance, furthest)
                yield from self._scan(tiles, ids, seekers, cases)
                return
            level = self._walk(fields, known, seekers, cases, distance, is_exact=True)
            is_answered = np.zeros(len(ids), dtype=np.bool_)
            yield from self._level(level, ids, seekers, cases, is_answered)
            n_wanted -= is_answered
            is_open = n_wanted > 0
            if not is_open.any():
                return
            if not is_open.all():
                ids, n_wanted = ids[is_open], n_wanted[is_open]
                known = known._replace(labels=known.labels[is_open])
                words = np.ascontiguousarray(words[:, is_open])

    def _level(
        self, level: Walk, ids: Array, seekers: Rows, cases: Cases, is_answered: Array
    ) -> Iterator[pa.Table]:
        """The pairs of one level, some at a time; which seekers have any."""
        root = level.root(seekers, cases.rows)
        for rows, partners in self.run(level, root, cases.known, NO_COUNTS):
            is_answered[rows] = True
            yield pairs_of(ids[rows], cases.ids[partners], level.reach)

    def _last_walked(
        self,
        words: Array,
        known: Seekers,
        n_wanted: Array,
        cases: Cases,
        fields: Fields,
        nearest: int,
        furthest: int,
    ) -> int:
        """The last level that is walked; what is open then, is compared with all cases.

        Some targets are scanned for, which tells how many will be open at each level.
        """
        n_targets = len(known.labels)
        scanned = self._scan_seconds(known, cases)
        closed = np.full(1, furthest)
        if n_targets >= _N_SAMPLED * _WORTH_A_SAMPLE:
            some = np.linspace(0, n_targets - 1, _N_SAMPLED).astype(np.int64)
            found = scan_nearest(
                numbered(np.ascontiguousarray(words[:, some])),
                known._replace(labels=known.labels[some]),
                n_wanted[some],
                0,
                _N_SAMPLED,
                cases.rows,
                cases.known.label_starts,
                fields.layout,
                nearest,
                furthest,
                np.zeros(1, dtype=np.int64),
            )
            closed = _closed_at(found, n_wanted[some], furthest + 1)
        last, walked = nearest - 1, 0.0
        least = scanned
        for distance in fields.distances(nearest, int(min(closed.max(), furthest))):
            n_open = max(1, round(n_targets * float((closed >= distance).mean())))
            costs = self._costs(fields, n_open, len(cases), distance, distance, True)
            walked += costs.of_all(distance, len(cases))
            rest = walked + scanned * float((closed > distance).mean())
            if rest < least:
                last, least = distance, rest
        return last

    def _scan_seconds(self, known: Seekers, cases: Cases) -> float:
        """What it takes to compare targets with all cases of other labels."""
        n_targets, n_alike = len(known.labels), known.like_stops - known.like_starts
        n_pairs = n_targets * len(cases) - int(n_alike[known.labels].sum())
        return n_targets * self.seconds.seeker + n_pairs * self.seconds.scanned

    def count(
        self, centres: pa.Table, cases: Cases, fields: Fields
    ) -> Iterator[pa.Table]:
        """The rows around each centre by distance and label, some centres at a time."""
        radii = column(centres, "radius").astype(np.int32)
        order = np.argsort(-radii, kind="stable")
        ids, radii = column(centres, "centre_id")[order], radii[order]
        words = words_of(centres, order)
        if len(order) * len(cases) >= _WORTH_MEASURING:
            fields = fields.measured(words, cases.rows.words)
        first = 0
        while first < len(ids):
            # The largest radius of those that are left comes first.
            n_kinds = (int(radii[first]) + 1) * len(cases.labels)
            last = first + max(1, int(self.n_bytes * _OF_COUNTS) // (8 * n_kinds))
            yield from self._count(
                ids[first:last],
                radii[first:last].copy(),
                np.ascontiguousarray(words[:, first:last]),
                cases,
                fields,
            )
            first = last

    def _count(
        self, ids: Array, radii: Array, words: Array, cases: Cases, fields: Fields
    ) -> Iterator[pa.Table]:
        reach = int(radii[0])
        n_at_least = np.searchsorted(-radii, -np.arange(reach + 2), side="right")
        known = Seekers(*_NO_LABELS, radii, n_at_least.astype(np.int64))
        seekers = numbered(words)
        balls = self._walk(fields, known, seekers, cases, reach, is_exact=False)
        yield from self._balls(balls, ids, seekers, cases)

    def _balls(
        self, balls: Walk, ids: Array, seekers: Rows, cases: Cases
    ) -> Iterator[pa.Table]:
        """The rows around some centres, by one walk."""
        counts = np.zeros((len(ids), balls.reach + 1, len(cases.labels)), np.int64)
        root = balls.root(seekers, cases.rows)
        for _ in self.run(balls, root, cases.known, counts):
            pass
        places, distances, labels, n_rows = counted(counts)
        yield pa.table(
            {
                "centre_id": ids[places],
                "distance": distances,
                "label_id": cases.labels[labels],
                "n_rows": n_rows,
            }
        )

    def _walk(
        self,
        fields: Fields,
        known: Seekers,
        seekers: Rows,
        cases: Cases,
        reach: int,
        *,
        is_exact: bool,
    ) -> Walk:
        """A walk, with the costs of these seekers and cases."""
        n_seekers = len(seekers.ids)
        usual = reach if is_exact else round(float(known.radii.mean()))
        costs = self._costs(fields, n_seekers, len(cases), reach, usual, is_exact)
        of_groups = Costs(
            float(self.seconds.pair),
            float(self.seconds.seeker),
            n_seekers / len(cases),
            np.array(costs.splits),
            np.array(costs.best),
        )
        return Walk(fields.layout, known, reach, of_groups, is_exact)

    def _costs(
        self,
        fields: Fields,
        n_seekers: int,
        n_cases: int,
        reach: int,
        usual: int,
        is_exact: bool,
    ) -> WalkCosts:
        return walk_costs(
            fields.agreement,
            reach,
            weights=fields.weights,
            usual=usual,
            n_frozen=fields.layout.n_frozen,
            n_seekers=n_seekers,
            n_partners=n_cases,
            is_exact=is_exact,
            seconds=self.seconds,
        )

    def run(
        self, planned: Walk, root: Share, known: Partners, counts: Array
    ) -> Iterator[Array]:
        """Run a walk in shares; the pairs that each has found."""
        n_words = len(planned.layout.low)
        own = threading.local()
        task = SEARCH if planned.is_exact else COUNT
        done = self.watch(planned.reach, len(root.seekers.ids), root.seconds)

        def run(share: Share, stop: Array) -> Array:
            needed = share.sizes
            if not hasattr(own, "sizes") or max(np.subtract(needed, own.sizes)) > 0:
                own.sizes = tuple(np.maximum(needed, getattr(own, "sizes", 0)))
                n_features = len(planned.layout.features)
                own.room = _room(n_words, n_features, *own.sizes)
            found, *_ = walk(
                task,
                share.seekers,
                share.seeker_starts,
                share.partners,
                share.partner_starts,
                share.first,
                share.last,
                share.feature,
                share.dropped,
                share.n_dropped,
                planned.layout,
                planned.reach,
                planned.costs,
                planned.known,
                known,
                counts,
                own.room,
                stop,
            )
            return found

        row = _ROOM * _bytes_of_row(n_words)
        n_rows = int(self.n_bytes * _OF_ROOM) // (2 * self.n_threads * row)
        shares = planned.shares(root, self.n_threads, n_rows)
        for share, found in self._in_shares(shares, run):
            yield found
            done(share.seconds)

    def _tiles(
        self,
        known: Seekers,
        n_wanted: Array,
        cases: Cases,
        fields: Fields,
        nearest: int,
        furthest: int,
    ) -> Tiles:
        n_targets = len(known.labels)
        each = self._scan_seconds(known, cases) / n_targets
        return Tiles(fields.layout, known, n_wanted, nearest, furthest, each)

    def _scan(
        self, tiles: Tiles, ids: Array, seekers: Rows, cases: Cases
    ) -> Iterator[pa.Table]:
        """Compare targets with all cases, some at a time."""
        done = self.watch(tiles.nearest, len(ids), len(ids) * tiles.seconds)
        shares = tiles.shares(0, len(ids), _SCANNING)
        found = self._in_shares(shares, partial(tiles.nearest_of, seekers, cases))
        for (first, last), (rows, partners, far) in found:
            yield pairs_of(ids[rows], cases.ids[partners], far)
            done((last - first) * tiles.seconds)

    def _in_shares(
        self, shares: Iterable[Share_], run: Callable[[Share_, Array], Array]
    ) -> Iterator[tuple[Share_, Array]]:
        return in_shares(shares, run, n_threads=self.n_threads, check=self.check)


def _room(n_words: int, n_features: int, n_seekers: int, n_partners: int) -> Room:
    """Room to split groups of these sizes in."""
    n_buckets = min(MOST_BUCKETS, n_seekers + n_partners + 2) + 1
    return Room(
        Rows.empty(n_words, _ROOM * n_seekers),
        Rows.empty(n_words, _ROOM * n_partners),
        np.empty((2, (n_features + 1) * n_buckets), dtype=np.int64),
        np.empty(n_buckets, dtype=np.int64),
    )


def _bytes_of_row(n_words: int) -> int:
    """What a row of a group takes: its words and its number."""
    return 8 * n_words + 4


def _closed_at(found: Array, n_wanted: Array, never: int) -> Array:
    """The distance at which each target has all that it wants, or a later one."""
    distances = np.unique(found[[0, 2]], axis=1)
    n_found = np.bincount(distances[0], minlength=len(n_wanted))
    furthest = np.zeros(len(n_wanted), dtype=np.int64)
    np.maximum.at(furthest, distances[0], distances[1])
    return np.where(n_found >= n_wanted, furthest, never)


def pairs_of(from_ids: Array, to_ids: Array, distance: Any) -> pa.Table:
    """Pairs as the plan gives them back."""
    distances = np.broadcast_to(np.asarray(distance, dtype=np.int32), from_ids.shape)
    return pa.table({"from_id": from_ids, "to_id": to_ids, "distance": distances})
