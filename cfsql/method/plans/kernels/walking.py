"""The walk through the lattice of kept and dropped features, in machine code.

Seekers and partners are split by one feature after the other. Each feature is *kept*,
and every group is split by its value, or *dropped*, and the group goes on as it is: a
pair that differs in exactly the dropped features is in one group of one such choice.
A group that is cheaper to compare pair by pair than to split is compared. So every
pair is found in one place only, and none is missed.

Groups are split stably: what is in order at first is in order in every group.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cfsql.method.plans.kernels.arrays import (
    FLAG,
    VALUES,
    WEIGHT,
    WORD,
    Costs,
    Layout,
    Partners,
    Room,
    Rows,
    Seekers,
)
from cfsql.method.plans.kernels.machine import compiled, inlined
from cfsql.method.plans.kernels.pairs import (
    BLOCK,
    count_pairs,
    find_pairs,
    first_from,
)
from cfsql.method.plans.kernels.splitting import (
    bucket_mask,
    split,
    split_from,
)

# What a walk does with a group that is not split: look, find pairs, or count.
LOOK, SEARCH, COUNT = 0, 1, 2

# A frame of the walk: its seekers and partners, its feature and drops, the next of its
# buckets (before the first, it is not split), how many there are, and where.
S_FIRST, S_LAST, P_FIRST, P_LAST, FEATURE, DROPS, BUCKET, N_BUCKETS, LISTED = range(9)
NOT_SPLIT = -1


@inlined
def are_alike(
    seekers: Any,
    first: int,
    last: int,
    partners: Any,
    start: int,
    stop: int,
    known: Seekers,
) -> bool:
    """Whether no partner of a group has another outcome than any of its seekers.

    Both are in order: the first and the last tell.
    """
    return bool(
        partners[start] >= known.like_starts[known.labels[seekers[last - 1]]]
        and partners[stop - 1] < known.like_stops[known.labels[seekers[first]]]
    )


@compiled
def walk(
    task: int,
    all_seekers: Rows,
    seeker_starts: Any,
    all_partners: Rows,
    partner_starts: Any,
    first_group: int,
    last_group: int,
    first_feature: int,
    first_dropped: Any,
    n_first_dropped: int,
    layout: Layout,
    reach: int,
    costs: Costs,
    known: Seekers,
    known_partners: Partners,
    counts: Any,
    room: Room,
    stop: Any,
) -> Any:
    """Walk through some groups that have come to one feature.

    Gives the pairs found, and how many groups and rows were split, and seekers and
    pairs compared.
    """
    n_features, n_words = len(layout.features), len(layout.low)
    seekers, partners = room.seekers, room.partners
    is_exact = task == SEARCH
    frame = np.empty((n_features + 2, 9), dtype=np.int64)
    dropped = np.zeros((n_features + 2, n_words), dtype=np.int64)
    found = np.empty((2, 1024 if task == SEARCH else 0), dtype=np.int32)
    block = np.empty(BLOCK, dtype=np.uint16)
    n_found, n_splits, n_split, n_compared, n_seen = 0, 0, 0, 0, 0
    for group in range(first_group, last_group):
        s_start, s_stop = seeker_starts[group], seeker_starts[group + 1]
        p_start, p_stop = partner_starts[group], partner_starts[group + 1]
        if s_start == s_stop or p_start == p_stop:
            continue
        s_used, p_used, listed, depth = s_stop - s_start, p_stop - p_start, 0, 0
        seekers.words[:, :s_used] = all_seekers.words[:, s_start:s_stop]
        seekers.ids[:s_used] = all_seekers.ids[s_start:s_stop]
        partners.words[:, :p_used] = all_partners.words[:, p_start:p_stop]
        partners.ids[:p_used] = all_partners.ids[p_start:p_stop]
        frame[0, S_FIRST], frame[0, S_LAST] = 0, s_used
        frame[0, P_FIRST], frame[0, P_LAST] = 0, p_used
        frame[0, FEATURE], frame[0, DROPS] = first_feature, n_first_dropped
        frame[0, BUCKET] = NOT_SPLIT
        dropped[0] = first_dropped
        while depth >= 0:
            first, last = frame[depth, S_FIRST], frame[depth, S_LAST]
            start, end = frame[depth, P_FIRST], frame[depth, P_LAST]
            feature, n_dropped = frame[depth, FEATURE], frame[depth, DROPS]
            if frame[depth, BUCKET] == NOT_SPLIT:
                if stop[0]:
                    break
                if task == SEARCH and are_alike(
                    seekers.ids, first, last, partners.ids, start, end, known
                ):
                    depth -= 1
                    continue
                n_partners = end - start
                begin = split_from(
                    seekers.ids,
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
                n_seekers = last - begin
                if s_used + n_seekers > len(seekers.ids) or p_used + n_partners > len(
                    partners.ids
                ):
                    # No room to split.
                    begin, n_seekers = last, 0
                # What is not split is compared, and done.
                if first < begin:
                    n_seen += begin - first
                    n_compared += (begin - first) * n_partners
                    if task == SEARCH:
                        found, n_found = find_pairs(
                            seekers,
                            first,
                            begin,
                            partners,
                            start,
                            end,
                            layout,
                            layout.decided[feature],
                            dropped[depth],
                            reach,
                            known,
                            found,
                            n_found,
                            block,
                        )
                    elif task == COUNT:
                        count_pairs(
                            seekers,
                            first,
                            begin,
                            partners,
                            start,
                            end,
                            layout,
                            layout.decided[feature],
                            dropped[depth],
                            n_dropped,
                            known.radii,
                            known_partners,
                            counts,
                            block,
                        )
                if begin == last:
                    depth -= 1
                    continue
                n_splits += 1
                n_split += n_seekers + n_partners
                values = layout.features[feature]
                mask = bucket_mask(n_seekers + n_partners, values[VALUES])
                split(
                    seekers,
                    begin,
                    last,
                    values,
                    mask,
                    seekers,
                    s_used,
                    room.starts[0],
                    listed,
                    room.at,
                )
                split(
                    partners,
                    start,
                    end,
                    values,
                    mask,
                    partners,
                    p_used,
                    room.starts[1],
                    listed,
                    room.at,
                )
                frame[depth, S_FIRST], frame[depth, BUCKET] = begin, 0
                frame[depth, N_BUCKETS], frame[depth, LISTED] = mask + 1, listed
                s_used += n_seekers
                p_used += n_partners
                listed += mask + 2
                continue
            bucket = frame[depth, LISTED] + frame[depth, BUCKET]
            n_left = frame[depth, N_BUCKETS] - frame[depth, BUCKET]
            while n_left > 0 and (
                room.starts[0, bucket] == room.starts[0, bucket + 1]
                or room.starts[1, bucket] == room.starts[1, bucket + 1]
            ):
                bucket += 1
                n_left -= 1
            if n_left > 0:
                # The feature is kept: on with the group of one of its values.
                frame[depth, BUCKET] = frame[depth, N_BUCKETS] - n_left + 1
                depth += 1
                frame[depth, S_FIRST] = room.starts[0, bucket]
                frame[depth, S_LAST] = room.starts[0, bucket + 1]
                frame[depth, P_FIRST] = room.starts[1, bucket]
                frame[depth, P_LAST] = room.starts[1, bucket + 1]
                frame[depth, FEATURE], frame[depth, DROPS] = feature + 1, n_dropped
                frame[depth, BUCKET] = NOT_SPLIT
                dropped[depth] = dropped[depth - 1]
                continue
            # All its values are gone through: it is dropped, where it may be.
            listed = frame[depth, LISTED]
            s_used, p_used = room.starts[0, listed], room.starts[1, listed]
            n_dropped += layout.features[feature, WEIGHT]
            if feature >= layout.n_frozen and n_dropped <= reach and not is_exact:
                enough = known.n_at_least[n_dropped]
                last = first_from(seekers.ids, first, last, enough)
            if feature < layout.n_frozen or n_dropped > reach or first == last:
                depth -= 1
                continue
            frame[depth, S_LAST] = last
            frame[depth, FEATURE], frame[depth, DROPS] = feature + 1, n_dropped
            frame[depth, BUCKET] = NOT_SPLIT
            word = layout.features[feature, WORD]
            dropped[depth, word] |= layout.features[feature, FLAG]
    return found[:, :n_found], n_splits, n_split, n_seen, n_compared
