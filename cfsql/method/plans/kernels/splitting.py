"""Splitting groups of rows by the values of a feature, and what that costs."""

from __future__ import annotations

from typing import Any

import numpy as np

from cfsql.method.plans.kernels.arrays import (
    SHIFT,
    VALUES,
    WORD,
    Costs,
    Layout,
    Rows,
    Seekers,
)
from cfsql.method.plans.kernels.machine import compiled, inlined
from cfsql.method.plans.kernels.pairs import first_from

# Buckets that a group is split into at most, and rows that a bucket is made for.
MOST_BUCKETS, ROWS_PER_BUCKET = 4096, 4


@inlined
def bucket_mask(n_rows: int, values: int) -> int:
    """Which bits of a value tell the buckets of a group of this size apart."""
    mask = 1
    while mask < values and mask < MOST_BUCKETS - 1 and mask * ROWS_PER_BUCKET < n_rows:
        mask = 2 * mask + 1
    return mask


@inlined
def split(
    rows: Rows,
    start: int,
    stop: int,
    feature: Any,
    mask: int,
    into: Rows,
    base: int,
    starts: Any,
    listed: int,
    at: Any,
) -> None:
    """Copy a group to another place, bucket by bucket, and list where each begins."""
    column, shift = rows.words[feature[WORD]], feature[SHIFT]
    for bucket in range(mask + 1):
        at[bucket] = 0
    for i in range(start, stop):
        at[(column[i] >> shift) & mask] += 1
    place = base
    for bucket in range(mask + 1):
        n = at[bucket]
        starts[listed + bucket] = place
        at[bucket] = place
        place += n
    starts[listed + mask + 1] = place
    for i in range(start, stop):
        code = column[i]
        bucket = (code >> shift) & mask
        place = at[bucket]
        at[bucket] = place + 1
        into.ids[place] = rows.ids[i]
        if len(rows.words) == 1:
            into.words[0, place] = code
        else:
            for word in range(len(rows.words)):
                into.words[word, place] = rows.words[word, i]


@compiled
def split_group(
    rows: Rows, start: int, stop: int, feature: Any, mask: int, into: Rows, starts: Any
) -> None:
    """Split one group, to share its parts among threads."""
    at = np.empty(mask + 1, dtype=np.int64)
    split(rows, start, stop, feature, mask, into, 0, starts, 0, at)


@inlined
def doublings(n: int) -> int:
    """The size of a group as costs know it."""
    size = 0
    while n > 1:
        n >>= 1
        size += 1
    return size


@inlined
def cost_of(costs: Any, feature: int, left: int, n_partners: int) -> float:
    """A cost of a group; those with many drops left have the last."""
    at, size = min(left, costs.shape[1] - 1), doublings(n_partners)
    cost = costs[feature, at, size]
    if n_partners & (n_partners - 1) == 0 or cost == np.inf:
        return float(cost)
    times = n_partners / 2.0**size
    larger = costs[feature, at, size + 1]
    return float(times * ((2 - times) * cost + (times - 1) * larger / 2))


@inlined
def may_be_split(
    layout: Layout, costs: Costs, feature: int, left: int, is_exact: bool
) -> bool:
    """Whether features are left to split by; not if all of them must be dropped."""
    must_drop = (
        is_exact and feature >= layout.n_frozen and left >= layout.weight_from[feature]
    )
    return feature < len(costs.splits) - 1 and not must_drop


@inlined
def first_to_split(
    ids: Any,
    first: int,
    last: int,
    n_partners: int,
    feature: int,
    n_dropped: int,
    known: Seekers,
    costs: Costs,
) -> int:
    """Where the centres of a group begin that it pays to split the group for.

    Those before are few, and of large radius. The last, if it pays for none.
    """
    each = costs.seeker + costs.pair * n_partners
    best, least, begin = last, (last - first) * each, first
    while begin < last:
        radius = known.radii[ids[begin]]
        split = cost_of(costs.splits, feature, radius - n_dropped, n_partners)
        if (begin - first) * each + split < least:
            best, least = begin, (begin - first) * each + split
        begin = first_from(ids, begin, last, known.n_at_least[radius])
    return best


@inlined
def split_from(
    ids: Any,
    first: int,
    last: int,
    n_partners: int,
    feature: int,
    n_dropped: int,
    layout: Layout,
    reach: int,
    known: Seekers,
    costs: Costs,
    is_exact: bool,
) -> int:
    """The first seeker of a group that it pays to split the group for.

    All before are compared. The last, if the group is not to be split.
    """
    left = reach - n_dropped
    if not may_be_split(layout, costs, feature, left, is_exact):
        return last
    if not is_exact:
        return first_to_split(
            ids, first, last, n_partners, feature, n_dropped, known, costs
        )
    compared = (last - first) * (costs.seeker + costs.pair * n_partners)
    if compared > cost_of(costs.splits, feature, left, n_partners):
        return first
    return last


@compiled
def decide(
    ids: Any,
    first: int,
    last: int,
    n_partners: int,
    feature: int,
    n_dropped: int,
    layout: Layout,
    reach: int,
    known: Seekers,
    costs: Costs,
    is_exact: bool,
) -> Any:
    """The same, to share a group among threads; and by which bits to split it."""
    begin = split_from(
        ids,
        first,
        last,
        n_partners,
        feature,
        n_dropped,
        layout,
        reach,
        known,
        costs,
        is_exact,
    )
    mask = 1
    if begin < last:
        values = layout.features[feature, VALUES]
        mask = bucket_mask(last - begin + n_partners, values)
    return begin, mask


@compiled
def group_costs(
    ids: Any,
    seeker_starts: Any,
    partner_starts: Any,
    feature: int,
    n_dropped: int,
    layout: Layout,
    reach: int,
    known: Seekers,
    costs: Costs,
    is_exact: bool,
) -> Any:
    """What groups cost, by the sizes that costs are known for."""
    found = np.zeros(len(seeker_starts) - 1)
    for group in range(len(found)):
        first, last = seeker_starts[group], seeker_starts[group + 1]
        n_partners = partner_starts[group + 1] - partner_starts[group]
        if first == last or n_partners == 0:
            continue
        each = costs.seeker + costs.pair * n_partners
        left, begin = reach - n_dropped, first
        if not is_exact and feature < len(costs.splits) - 1:
            begin = first_to_split(
                ids, first, last, n_partners, feature, n_dropped, known, costs
            )
            if begin < last:
                left = known.radii[ids[begin]] - n_dropped
        found[group] = (begin - first) * each
        n_seekers = last - begin
        if n_seekers > 0:
            # Known for the usual number of seekers.
            usual = max(1.0, n_seekers / (costs.ratio * n_partners))
            walked = cost_of(costs.best, feature, left, n_partners) * usual
            found[group] += min(n_seekers * each, walked)
    return found
