"""How often rows agree on a feature, among those that agree on what was kept before.

Features hang together: rows that have agreed on ten agree on most of the others, far
more often than any two rows do. What a walk costs depends on it.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from cfsql.method.plans.kernels.arrays import FLAG, WORD, Array, Layout
from cfsql.method.plans.kernels.machine import compiled
from cfsql.method.plans.lattice import MOST_DROPS, Agreement

# Of all pairs one in so many is looked at, within these bounds; of as many seekers.
_ONE_IN, _LEAST, _MOST, _N_SEEKERS = 2_000, 1 << 18, 1 << 23, 256

# Pairs that say something.
_ENOUGH = 32


def measured(
    seekers: Array, partners: Array, layout: Layout, stated: Agreement
) -> Agreement:
    """By feature and by the number of features dropped before it, from a sample.

    A group of a walk has the pairs that agree on all that was kept: a pair that
    differs in h of the f free features so far is in the groups of C(f - h, r - h) of
    the choices of r features to drop. Where too few pairs are left, those say it that
    have dropped more; and `stated`, where there are none.
    """
    n_pairs = seekers.shape[1] * partners.shape[1] // _ONE_IN
    n_pairs = min(_MOST, max(_LEAST, n_pairs))
    some = _sample(seekers, _N_SEEKERS)
    others = _sample(partners, n_pairs // some.shape[1])
    n_alike, n_unlike = differing(some, others, layout, MOST_DROPS)
    found = []
    for place in range(len(layout.features)):
        n_free = max(0, place - layout.n_frozen)
        by_drops: list[float] = []
        before = stated[place][0]
        for n_dropped in range(min(n_free, MOST_DROPS), -1, -1):
            so_far = slice(0, n_dropped + 1)
            ways = [comb(n_free - h, n_dropped - h) for h in range(n_dropped + 1)]
            alike, unlike = n_alike[place, so_far], n_unlike[place, so_far]
            if int(alike.sum() + unlike.sum()) >= _ENOUGH:
                agreeing = float(np.dot(alike, ways))
                before = agreeing / (agreeing + float(np.dot(unlike, ways)))
            by_drops.append(before)
        found.append(by_drops[::-1])
    return found


def _sample(words: Array, n_rows: int) -> Array:
    """Some of the rows, evenly spread."""
    places = np.linspace(0, words.shape[1] - 1, min(n_rows, words.shape[1]))
    return np.ascontiguousarray(words[:, np.unique(places.astype(np.int64))])


@compiled
def differing(seekers: Any, partners: Any, layout: Layout, most: int) -> Any:
    """Pairs that agree on a feature, and pairs that do not, by what differed before.

    They are those that agree on what is frozen, and differ in at most so many features
    before. A row and its like are in every group together, and are left out.
    """
    n_features, n_words = len(layout.features), len(layout.low)
    n_alike = np.zeros((n_features, most + 1), dtype=np.int64)
    n_unlike = np.zeros((n_features, most + 1), dtype=np.int64)
    differs = np.empty(n_words, dtype=np.int64)
    for seeker in range(seekers.shape[1]):
        for partner in range(partners.shape[1]):
            is_like = True
            for word in range(n_words):
                other = partners[word, partner] ^ seekers[word, seeker]
                differs[word] = (other + layout.low[word]) & layout.flags[word]
                is_like = is_like and differs[word] == 0
            if is_like:
                continue
            n_before = 0
            for place in range(n_features):
                feature = layout.features[place]
                if differs[feature[WORD]] & feature[FLAG] == 0:
                    n_alike[place, n_before] += 1
                    continue
                n_unlike[place, n_before] += 1
                n_before += 1
                if place < layout.n_frozen or n_before > most:
                    break
    return n_alike, n_unlike
