"""Pairs of packed rows, in machine code: how far they are, which to find or count.

Rows are columns of words, in the layout of cfsql/method/packing.py. A row is compared
with a block of others in loops that LLVM vectorises. What a pair differs in is a bit
per feature, so that one comparison says whether it differs in all features that were
dropped, and in none that was kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cfsql.method.plans.kernels.arrays import (
    KINDS,
    PLACES,
    TOPS,
    TURNED,
    Layout,
    Partners,
    Rows,
    Seekers,
)
from cfsql.method.plans.kernels.machine import add_to, compiled, inlined, popcount

# Rows whose distances are computed before they are looked at: they stay in the cache.
BLOCK = 1024

# Rows that are compared one by one, without a block.
FEW = 12

# The distance of a pair that is none: it differs where it should not, or the reverse.
NOT_OURS = 0x8000


@inlined
def distances(
    words: Any,
    start: int,
    stop: int,
    own: Any,
    row: int,
    layout: Layout,
    decided: Any,
    dropped: Any,
    block: Any,
) -> None:
    """How far the rows of a block are from a row of `own`.

    Of the features that are decided, a pair must differ in those that are dropped and
    in no other.
    """
    n = stop - start
    for word in range(len(layout.low)):
        others, code = words[word, start:stop], own[word, row]
        low, flags = layout.low[word], layout.flags[word]
        known, wanted = decided[word], dropped[word]
        if word == 0:
            for i in range(n):
                differs = ((others[i] ^ code) + low) & flags
                is_other = np.int64((differs & known) != wanted)
                block[i] = np.uint16(popcount(differs) | (is_other << 15))
        else:
            for i in range(n):
                differs = ((others[i] ^ code) + low) & flags
                is_other = np.int64((differs & known) != wanted)
                block[i] = np.uint16((popcount(differs) + block[i]) | (is_other << 15))
    for kind in range(len(layout.more)):
        for word in range(len(layout.low)):
            others, code = words[word, start:stop], own[word, row]
            low, heavy = layout.low[word], layout.heavy[kind, word]
            more = layout.more[kind]
            if heavy != 0:
                for i in range(n):
                    differs = ((others[i] ^ code) + low) & heavy
                    block[i] = np.uint16(block[i] + more * popcount(differs))


@inlined
def distance(
    words: Any,
    other: int,
    own: Any,
    row: int,
    layout: Layout,
    decided: Any,
    dropped: Any,
) -> int:
    """The same, of one pair: quicker where a group has only a few."""
    far = 0
    for word in range(len(layout.low)):
        differs = words[word, other] ^ own[word, row]
        differs = (differs + layout.low[word]) & layout.flags[word]
        if (differs & decided[word]) != dropped[word]:
            return NOT_OURS
        far += popcount(differs)
        for kind in range(len(layout.more)):
            far += layout.more[kind] * popcount(differs & layout.heavy[kind, word])
    return far


@inlined
def is_directed(words: Any, other: int, own: Any, row: int, directions: Any) -> bool:
    """Whether nothing falls that may only rise from a row of `own` to another.

    A top bit is left of each place that is not below the row's. The pair is compared
    in full only where it would be found, so that all others cost nothing.
    """
    for word in range(len(directions)):
        turned, places = directions[word, TURNED], directions[word, PLACES]
        tops, kinds = directions[word, TOPS], directions[word, KINDS]
        theirs, ours = words[word, other], own[word, row]
        above = (((theirs ^ turned) & places) | tops) - ((ours ^ turned) & places)
        if (above & tops) != tops or ((theirs ^ ours) & kinds) != 0:
            return False
    return True


@inlined
def number_at(block: Any, n: int, wanted: Any) -> int:
    """How many of a block are at a distance; a block has fewer than 65,536."""
    found = np.uint16(0)
    for i in range(n):
        found = np.uint16(found + np.uint16(block[i] == wanted))
    return int(found)


@inlined
def number_within(block: Any, n: int, reach: Any) -> int:
    """How many of a block are within a distance."""
    found = np.uint16(0)
    for i in range(n):
        found = np.uint16(found + np.uint16(block[i] <= reach))
    return int(found)


@inlined
def first_from(ids: Any, start: int, stop: int, least: int) -> int:
    """Where ids that ascend are no longer below some number."""
    while start < stop:
        middle = (start + stop) >> 1
        if ids[middle] < least:
            start = middle + 1
        else:
            stop = middle
    return start


@inlined
def find_pairs(
    seekers: Rows,
    first: int,
    last: int,
    partners: Rows,
    start: int,
    stop: int,
    layout: Layout,
    decided: Any,
    dropped: Any,
    reach: int,
    known: Seekers,
    found: Any,
    n_found: int,
    block: Any,
) -> Any:
    """Add the pairs of a group at one distance that have different labels."""
    last_label, before, after = -1, stop, stop
    for row in range(first, last):
        label = known.labels[seekers.ids[row]]
        if label != last_label:
            # The partners of no other outcome are beside each other, and left out.
            last_label = label
            before = first_from(partners.ids, start, stop, known.like_starts[label])
            after = first_from(partners.ids, before, stop, known.like_stops[label])
        begin, end = start, before
        for _ in range(2):
            while begin < end:
                n = min(BLOCK, end - begin)
                if n_found + n > found.shape[1]:
                    more = np.empty((2, 2 * found.shape[1] + n), dtype=np.int32)
                    more[:, :n_found] = found[:, :n_found]
                    found = more
                if n <= FEW:
                    for i in range(begin, begin + n):
                        far = distance(
                            partners.words,
                            i,
                            seekers.words,
                            row,
                            layout,
                            decided,
                            dropped,
                        )
                        if far == reach and is_directed(
                            partners.words,
                            i,
                            seekers.words,
                            row,
                            layout.directions,
                        ):
                            found[0, n_found] = seekers.ids[row]
                            found[1, n_found] = partners.ids[i]
                            n_found += 1
                else:
                    distances(
                        partners.words,
                        begin,
                        begin + n,
                        seekers.words,
                        row,
                        layout,
                        decided,
                        dropped,
                        block,
                    )
                    if number_at(block, n, np.uint16(reach)) > 0:
                        for i in range(n):
                            if block[i] == reach and is_directed(
                                partners.words,
                                begin + i,
                                seekers.words,
                                row,
                                layout.directions,
                            ):
                                found[0, n_found] = seekers.ids[row]
                                found[1, n_found] = partners.ids[begin + i]
                                n_found += 1
                begin += n
            begin, end = after, stop
    return found, n_found


@inlined
def count_pairs(
    centres: Rows,
    first: int,
    last: int,
    partners: Rows,
    start: int,
    stop: int,
    layout: Layout,
    decided: Any,
    dropped: Any,
    nearest: int,
    radii: Any,
    known: Partners,
    counts: Any,
    block: Any,
) -> None:
    """Add the weights of a group to those around its centres, by distance and label."""
    ids, weights = partners.ids, known.weights
    label, begin = 0, start
    while begin < stop:
        # A run of one label: first those that weigh one, then the others.
        while known.label_starts[label + 1] <= ids[begin]:
            label += 1
        is_one = ids[begin] < known.one_stops[label]
        limit = known.one_stops[label] if is_one else known.label_starts[label + 1]
        end = first_from(ids, begin, stop, limit)
        while begin < end:
            n = min(BLOCK, end - begin)
            for row in range(first, last):
                centre = centres.ids[row]
                reach = radii[centre]
                if n <= FEW:
                    for i in range(begin, begin + n):
                        far = distance(
                            partners.words,
                            i,
                            centres.words,
                            row,
                            layout,
                            decided,
                            dropped,
                        )
                        if far <= reach:
                            add_to(counts, centre, far, label, weights[ids[i]])
                    continue
                distances(
                    partners.words,
                    begin,
                    begin + n,
                    centres.words,
                    row,
                    layout,
                    decided,
                    dropped,
                    block,
                )
                left, far = number_within(block, n, np.uint16(reach)), nearest
                while left > 0:
                    n_far = number_at(block, n, np.uint16(far))
                    if n_far > 0:
                        weight = n_far
                        if not is_one:
                            weight = 0
                            for i in range(n):
                                if block[i] == far:
                                    weight += weights[ids[begin + i]]
                        add_to(counts, centre, far, label, weight)
                    left -= n_far
                    far += 1
            begin += n


@compiled
def scan_nearest(
    targets: Rows,
    known: Seekers,
    n_wanted: Any,
    first: int,
    last: int,
    candidates: Rows,
    label_starts: Any,
    layout: Layout,
    nearest: int,
    furthest: int,
    stop: Any,
) -> Any:
    """The pairs at the nearest distances of some targets, over all candidates."""
    n_targets, frozen = last - first, layout.decided[0]
    none = np.zeros_like(frozen)
    is_there = np.zeros((n_targets, furthest + 1), dtype=np.bool_)
    bound = np.full(n_targets, furthest, dtype=np.int64)
    found = np.empty((3, 4 * n_targets + BLOCK), dtype=np.int32)
    n_found = 0
    block = np.empty(BLOCK, dtype=np.uint16)
    for label in range(len(label_starts) - 1):
        for start in range(label_starts[label], label_starts[label + 1], BLOCK):
            if stop[0]:
                break
            n = min(BLOCK, label_starts[label + 1] - start)
            for target in range(n_targets):
                row = first + target
                own = known.labels[row]
                if known.like_starts[own] <= start < known.like_stops[own]:
                    continue
                distances(
                    candidates.words,
                    start,
                    start + n,
                    targets.words,
                    row,
                    layout,
                    frozen,
                    none,
                    block,
                )
                least = np.uint16(0xFFFF)
                for i in range(n):
                    # What is nearer than the nearest wraps around.
                    least = min(least, np.uint16(block[i] - np.uint16(nearest)))
                if np.int64(least) + nearest > bound[target]:
                    continue
                if len(layout.directions) > 0:
                    for i in range(n):
                        if nearest <= block[i] <= bound[target] and not is_directed(
                            candidates.words,
                            start + i,
                            targets.words,
                            row,
                            layout.directions,
                        ):
                            block[i] = NOT_OURS
                # The distances that are wanted, with those of this block.
                n_more = n_wanted[row]
                for far in range(nearest, bound[target] + 1):
                    if not is_there[target, far]:
                        n_far = number_at(block, n, np.uint16(far))
                        is_there[target, far] = n_far > 0
                    n_more -= is_there[target, far]
                    if n_more == 0:
                        bound[target] = far
                        break
                if n_found + n > found.shape[1]:
                    n_found = _keep_nearest(found, n_found, bound, first)
                if n_found + n > found.shape[1]:
                    more = np.empty((3, 2 * found.shape[1] + n), dtype=np.int32)
                    more[:, :n_found] = found[:, :n_found]
                    found = more
                for i in range(n):
                    if nearest <= block[i] <= bound[target]:
                        found[0, n_found] = row
                        found[1, n_found] = start + i
                        found[2, n_found] = block[i]
                        n_found += 1
    n_found = _keep_nearest(found, n_found, bound, first)
    return found[:, :n_found].copy()


@inlined
def _keep_nearest(found: Any, n_found: int, bound: Any, first: int) -> int:
    """Leave out the pairs that nearer ones have replaced."""
    kept = 0
    for i in range(n_found):
        if found[2, i] <= bound[found[0, i] - first]:
            found[0, kept], found[1, kept] = found[0, i], found[1, i]
            found[2, kept] = found[2, i]
            kept += 1
    return kept


@compiled
def counted(counts: Any) -> Any:
    """What is not 0 of counts by centre, distance and label: where, and how many."""
    n_centres, n_distances, n_labels = counts.shape
    n_found = 0
    for centre in range(n_centres):
        for far in range(n_distances):
            for label in range(n_labels):
                n_found += counts[centre, far, label] != 0
    centres = np.empty(n_found, dtype=np.int32)
    distances_ = np.empty(n_found, dtype=np.int32)
    labels = np.empty(n_found, dtype=np.int32)
    n_rows = np.empty(n_found, dtype=np.int64)
    place = 0
    for centre in range(n_centres):
        for far in range(n_distances):
            for label in range(n_labels):
                if counts[centre, far, label] != 0:
                    centres[place], distances_[place] = centre, far
                    labels[place] = label
                    n_rows[place] = counts[centre, far, label]
                    place += 1
    return centres, distances_, labels, n_rows
