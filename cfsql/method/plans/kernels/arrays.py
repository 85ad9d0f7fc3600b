"""The arrays that kernels work on, by what they belong to."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = Any

# Of a feature: its word, its place there, its values, the bit that says it differs, and
# how often it counts.
WORD, SHIFT, VALUES, FLAG, WEIGHT = 0, 1, 2, 3, 4

# Of a word: the bits that are turned round, those of places, above them, and of kinds.
TURNED, PLACES, TOPS, KINDS = 0, 1, 2, 3


class Rows(NamedTuple):
    """Packed rows, a column for each word, and the numbers they are known by."""

    words: Array
    ids: Array

    @classmethod
    def empty(cls, n_words: int, n_rows: int) -> Rows:
        """Room for some rows."""
        return cls(
            np.empty((n_words, n_rows), dtype=np.int64),
            np.empty(n_rows, dtype=np.int32),
        )


class Layout(NamedTuple):
    """Where features are in the words, most selective first but after frozen ones.

    `low` and `flags` are those of cfsql/method/packing.py. `decided[f]` has the flags
    of the features before f, and of all that are frozen. `directions` has the bits of
    cfsql/method/order.py in which directions are decided, of each word; none if there
    are none. `weight_from[f]` is what f and all after it weigh. Of features that count
    more than once, `heavy` has the flags, by how often more they count, which is in
    `more`.
    """

    features: Array
    n_frozen: int
    low: Array
    flags: Array
    decided: Array
    directions: Array
    weight_from: Array
    heavy: Array
    more: Array


class Partners(NamedTuple):
    """What is known of partners by their numbers, which ascend by label.

    Within a label those come first that weigh one, up to `one_stops`.
    """

    label_starts: Array
    one_stops: Array
    weights: Array


class Seekers(NamedTuple):
    """What is known of seekers by their numbers.

    Those of a search ascend by label, whose number is in `labels`: the partners from
    `like_starts` to `like_stops` of that number have no other outcome. Those of a count
    descend by radius: `n_at_least[r]` of them have a radius of r or more.
    """

    labels: Array
    like_starts: Array
    like_stops: Array
    radii: Array
    n_at_least: Array


class Costs(NamedTuple):
    """Seconds of a pair and of a seeker in a group, and to split groups.

    `splits` and `best`, the better of to split and to compare, are by feature, drops
    that are left, and doublings of partners, for `ratio` seekers to a partner.
    """

    pair: float
    seeker: float
    ratio: float
    splits: Array
    best: Array


class Room(NamedTuple):
    """Room for one thread to split groups in."""

    seekers: Rows
    partners: Rows
    starts: Array
    at: Array
