"""A walk in shares: groups of about equal cost, for threads to take one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from cfsql.method.plans.kernels.arrays import (
    FLAG,
    WEIGHT,
    WORD,
    Array,
    Costs,
    Layout,
    Rows,
    Seekers,
)
from cfsql.method.plans.kernels.splitting import (
    decide,
    group_costs,
    split_group,
)

# Shares for each thread, so that none waits long for the others; and the seconds of a
# share, at least and at most.
SHARES_PER_THREAD, LEAST_SHARE, MOST_OF_SHARE = 24, 2e-3, 0.25


@dataclass(frozen=True)
class Share:
    """Groups of seekers and partners that have come to the same feature."""

    seekers: Rows
    partners: Rows
    seeker_starts: Array
    partner_starts: Array
    first: int
    last: int
    feature: int
    dropped: Array
    n_dropped: int
    seconds: float = 0.0

    @property
    def sizes(self) -> tuple[int, int]:
        """The seekers and the partners of its largest groups."""
        groups = slice(self.first, self.last + 1)
        starts = (self.seeker_starts[groups], self.partner_starts[groups])
        n_seekers, n_partners = (int(np.diff(each).max()) for each in starts)
        return n_seekers, n_partners


@dataclass(frozen=True)
class Walk:
    """One walk: the layout, the seekers, how far it goes, and what it costs."""

    layout: Layout
    known: Seekers
    reach: int
    costs: Costs
    is_exact: bool

    def root(self, seekers: Rows, partners: Rows) -> Share:
        """All rows as one group."""
        return self.weighed(
            Share(
                seekers,
                partners,
                np.array([0, len(seekers.ids)]),
                np.array([0, len(partners.ids)]),
                first=0,
                last=1,
                feature=0,
                dropped=np.zeros(len(self.layout.low), dtype=np.int64),
                n_dropped=0,
            )
        )

    def weighed(self, share: Share) -> Share:
        """The share with its cost."""
        return replace(share, seconds=float(self.group_costs(share).sum()))

    def group_costs(self, share: Share) -> Array:
        """What each group of a share costs."""
        return group_costs(
            share.seekers.ids,
            share.seeker_starts[share.first : share.last + 1],
            share.partner_starts[share.first : share.last + 1],
            *(share.feature, share.n_dropped, self.layout, self.reach),
            *(self.known, self.costs, self.is_exact),
        )

    def shares(self, root: Share, n_threads: int, n_rows: int) -> Iterator[Share]:
        """The walk in shares of about equal cost, with groups of at most some rows.

        Depth first: what was copied for some shares can go before others are made. A
        group that is not worth splitting may have more rows.
        """
        most = root.seconds / (SHARES_PER_THREAD * n_threads)
        most = min(MOST_OF_SHARE, max(LEAST_SHARE, most))
        left = [root]
        while left:
            share = left.pop()
            parts: list[Share] = []
            if share.seconds > 1.5 * most or share.sizes[1] > n_rows:
                parts = list(self.parts(share, most, n_rows))
            if not parts:
                yield share
            left += reversed(parts)

    def parts(self, share: Share, least: float, n_rows: int) -> Iterator[Share]:
        """The parts of a share, or none."""
        if share.last - share.first > 1:
            yield from self._runs(share, least, n_rows)
            return
        first = int(share.seeker_starts[share.first])
        last = int(share.seeker_starts[share.last])
        n_partners, feature = share.sizes[1], share.feature
        begin, mask = decide(
            *(share.seekers.ids, first, last, n_partners),
            *(feature, share.n_dropped, self.layout, self.reach),
            *(self.known, self.costs, self.is_exact),
        )
        is_split = begin < last
        yield from self._slices(share, first, begin, least, is_part=is_split)
        if not is_split:
            return
        rest = replace(
            share,
            seeker_starts=np.array([begin, last]),
            partner_starts=share.partner_starts[share.first : share.last + 1],
            first=0,
            last=1,
        )
        seekers, seeker_starts = self._split(
            rest.seekers, rest.seeker_starts, feature, mask
        )
        partners, partner_starts = self._split(
            rest.partners, rest.partner_starts, feature, mask
        )
        kept = replace(
            share,
            seekers=seekers,
            partners=partners,
            seeker_starts=seeker_starts,
            partner_starts=partner_starts,
            first=0,
            last=mask + 1,
            feature=feature + 1,
        )
        yield self.weighed(kept)
        n_dropped = share.n_dropped + int(self.layout.features[feature, WEIGHT])
        if feature < self.layout.n_frozen or n_dropped > self.reach:
            return
        if not self.is_exact:
            enough = self.known.n_at_least[n_dropped]
            ids = share.seekers.ids[begin:last]
            last = begin + int(np.searchsorted(ids, enough))
        if begin < last:
            dropped = share.dropped.copy()
            values = self.layout.features[feature]
            dropped[values[WORD]] |= values[FLAG]
            yield self.weighed(
                replace(
                    rest,
                    seeker_starts=np.array([begin, last]),
                    feature=feature + 1,
                    dropped=dropped,
                    n_dropped=n_dropped,
                )
            )

    def _compared(self, n_seekers: int, n_partners: int) -> float:
        """What it costs to compare a group pair by pair."""
        return n_seekers * (self.costs.seeker + self.costs.pair * n_partners)

    def _runs(self, share: Share, least: float, n_rows: int) -> Iterator[Share]:
        """Runs of groups that cost about as much as a share should.

        A group of many rows is a run of its own.
        """
        costs = self.group_costs(share)
        starts = share.partner_starts[share.first : share.last + 1]
        is_large = np.diff(starts) > n_rows
        first, seconds = 0, 0.0
        for group, cost in enumerate(costs):
            is_alone = bool(is_large[group] or (group and is_large[group - 1]))
            if group > first and (is_alone or seconds + cost > least):
                yield self._run(share, first, group, seconds)
                first, seconds = group, 0.0
            seconds += float(cost)
        yield self._run(share, first, len(costs), seconds)

    @staticmethod
    def _run(share: Share, first: int, last: int, seconds: float) -> Share:
        start = share.first
        return replace(share, first=start + first, last=start + last, seconds=seconds)

    def _slices(
        self, share: Share, first: int, last: int, least: float, *, is_part: bool
    ) -> Iterator[Share]:
        """Seekers of a group that are compared pair by pair, some at a time.

        If they are neither a part of the group nor many, there is nothing to slice.
        """
        compared = self._compared(last - first, share.sizes[1])
        n_slices = max(1, int(min(last - first, compared / least)))
        if first == last or (n_slices == 1 and not is_part):
            return
        edges = np.linspace(first, last, n_slices + 1).astype(np.int64)
        for begin, end in pairwise(edges):
            yield replace(
                share,
                seeker_starts=np.array([begin, end]),
                partner_starts=share.partner_starts[share.first : share.last + 1],
                first=0,
                last=1,
                seconds=compared / n_slices,
            )

    def _split(
        self, rows: Rows, edges: Array, feature: int, mask: int
    ) -> tuple[Rows, Array]:
        """A copy of a group, bucket by bucket, and where these begin."""
        start, stop = int(edges[0]), int(edges[-1])
        copied = Rows.empty(len(rows.words), stop - start)
        starts = np.empty(mask + 2, dtype=np.int64)
        values = self.layout.features[feature]
        split_group(rows, start, stop, values, mask, copied, starts)
        return copied, starts
