"""What a walk through the lattice of dropped features costs.

A group of seekers and partners is compared pair by pair, or split by a feature: into
groups of its values where the feature is kept, and once more as it is, with one drop
fewer to come, where it is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil, inf, log2

# Drops that may be left, and features gone through, where a group is still split: with
# more there are more choices of features than pairs.
MOST_DROPS, MOST_FEATURES = 16, 64


# How often rows agree on each feature, by how many were dropped before it; the last is
# for all that are more.
Agreement = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Seconds:
    """What each part of a walk takes: to split, by group and row, and to compare.

    Measured on one core: see docs/decisions.md.
    """

    split: float = 1.5e-6
    row: float = 2.5e-9
    seeker: float = 6e-8
    # The words of a pair.
    pair: float = 1e-10
    # The same where no group is split, and the nearest are looked for.
    scanned: float = 1.5e-10

    def for_words(self, n_words: int) -> Seconds:
        """The same for rows of so many words."""
        return replace(self, pair=self.pair * n_words, scanned=self.scanned * n_words)

    def compared(self, n_seekers: float, n_partners: float) -> float:
        """All pairs of a group."""
        return n_seekers * (self.seeker + self.pair * n_partners)


# By the number of features gone through, drops that are left, and doublings of the
# number of partners.
Table = list[list[list[float]]]


@dataclass(frozen=True)
class WalkCosts:
    """What it costs to split a group, and the better of to split and to compare.

    The last of features, and the last of more drops than are counted, are compared.
    """

    splits: Table
    best: Table

    def of_all(self, reach: int, n_partners: int) -> float:
        """The cost of the group of all."""
        costs = self.best[0]
        walked = costs[min(reach, len(costs) - 1)]
        size = n_partners.bit_length() - 1
        times = n_partners / 2.0**size
        # What it costs for each partner grows from one size to the next.
        return times * ((2 - times) * walked[size] + (times - 1) * walked[size + 1] / 2)


def walk_costs(
    agreement: Agreement,
    reach: int,
    *,
    weights: Sequence[int],
    usual: int,
    n_frozen: int,
    n_seekers: int,
    n_partners: int,
    is_exact: bool,
    seconds: Seconds,
) -> WalkCosts:
    """The costs of groups with as many seekers to a partner as there are in all.

    The first `n_frozen` features are never dropped. An exact walk looks for pairs at
    one distance, and drops so many features; others drop at most so many. Most seekers
    of a group drop `usual` ones in the end. A feature counts as often as it weighs.
    """
    n_features, n_known = len(agreement), min(len(agreement), MOST_FEATURES)
    weight_from = [*accumulate(reversed(weights))][::-1]
    n_sizes = 2 + ceil(log2(n_partners + 1))
    ratio = n_seekers / n_partners
    sizes = [2.0**size for size in range(n_sizes)]
    compared = [seconds.compared(ratio * size, size) for size in sizes]
    none = [inf] * n_sizes
    n_lefts = min(reach, MOST_DROPS + 1) + 1
    splits: Table = [[none] * n_lefts for _ in range(n_known + 1)]
    best: Table = [[compared] * n_lefts for _ in range(n_known + 1)]
    for feature in range(n_known - 1, -1, -1):
        is_free = feature >= n_frozen
        for left in range(min(reach, MOST_DROPS) + 1):
            if is_exact and is_free and left >= weight_from[feature]:
                continue
            known = agreement[feature]
            n_dropped = max(0, usual - left) * n_features // weight_from[0]
            agreed = known[min(n_dropped, len(known) - 1)]
            shift = max(log2(max(agreed, 1e-9)), -float(n_sizes))
            below = best[feature + 1][left]
            costs = [
                seconds.split
                + seconds.row * (1 + ratio) * size
                + size * _per_partner(below, place + shift)
                for place, size in enumerate(sizes)
            ]
            if left >= weights[feature] and is_free:
                fewer = best[feature + 1][left - weights[feature]]
                costs = [a + b for a, b in zip(costs, fewer, strict=True)]
            splits[feature][left] = costs
            best[feature][left] = list(map(min, costs, compared))
    return WalkCosts(splits, best)


def _per_partner(costs: list[float], size: float) -> float:
    """The cost of a group for each of its partners, by its size in doublings."""
    if size <= 0:
        # Of groups this small, most seekers are alone, and done.
        return float(costs[0] * 2.0**size)
    below = int(size)
    part = size - below
    found = (1 - part) * costs[below] / 2.0**below
    if part > 0:
        found += part * costs[below + 1] / 2.0 ** (below + 1)
    return float(found)
