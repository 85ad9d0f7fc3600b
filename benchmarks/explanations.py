"""Minimal factual explanations in numpy and plain Python: an independent answer.

A set of features explains a row when it meets the disagreement set with every case of
another label. The minimal ones are found by branching on a set that is not met, as in
MMCS (Murakami and Uno, 2014), one row after the other, on one core. Sets of features
are the bits of an integer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.packed import Array, Instances

# An explanation: its features, as bits, and how many rows contain it.
Explanations = dict[int, int]

# Features that fit into the bits of a number that numpy can compare.
MOST_FEATURES = 62


@dataclass(frozen=True)
class Disagreements:
    """On which features a row differs from the cases of a table."""

    # Minimal sets, with cases of other labels; one is empty if the row is contradicted.
    unlike: list[int]
    # All sets, with cases of the row's label, and how many rows these are.
    like: Array
    n_like: Array

    def coverage(self, chosen: int) -> int:
        """The rows of the same label that agree with the row on the chosen features."""
        return int(self.n_like[self.like & chosen == 0].sum())


def disagreements(table: Instances, target: int) -> Disagreements:
    """Compare an instance with all others."""
    features, labels = table.codes.features, table.codes.labels
    if features.shape[1] > MOST_FEATURES:
        raise ValueError(f"at most {MOST_FEATURES} features, not {features.shape[1]}")
    differs = np.zeros(len(labels), dtype=np.int64)
    for feature in range(features.shape[1]):
        column = features[:, feature]
        differs |= (column != column[target]).astype(np.int64) << feature
    is_like = labels == labels[target]
    like, place = np.unique(differs[is_like], return_inverse=True)
    n_like = np.zeros(len(like), dtype=np.int64)
    np.add.at(n_like, place, table.weights[is_like])
    return Disagreements(_minimal(np.unique(differs[~is_like])), like, n_like)


def explanations(found: Disagreements) -> Explanations:
    """All minimal factual explanations of the row."""
    if found.unlike == [0]:
        return {}
    return {chosen: found.coverage(chosen) for chosen in _hitting_sets(found.unlike)}


def _minimal(sets: Array) -> list[int]:
    """The sets of which no other is a part, the smallest first."""
    sets = sets[np.argsort(np.bitwise_count(sets), kind="stable")]
    minimal: list[int] = []
    while len(sets):
        least = sets[0]
        minimal.append(int(least))
        sets = sets[sets & least != least]
    return minimal


def _hitting_sets(sets: list[int]) -> Iterator[int]:
    """Every minimal set of features that meets all of the sets, each once.

    `open_` are the sets that are not met yet; `alone` has, for each chosen feature, the
    sets that no other chosen one meets: where none is left, the feature is not needed.
    """
    everything = 0
    for each in sets:
        everything |= each
    stack: list[tuple[int, int, list[int], list[list[int]]]]
    stack = [(0, everything, sets, [])]
    while stack:
        chosen, allowed, open_, alone = stack.pop()
        if not open_:
            yield chosen
            continue
        branching = min((each & allowed for each in open_), key=int.bit_count)
        allowed &= ~branching
        while branching:
            feature = branching & -branching
            branching ^= feature
            still_alone = []
            for owned in alone:
                owned = [each for each in owned if not each & feature]
                if not owned:
                    break
                still_alone.append(owned)
            else:
                met = [each for each in open_ if each & feature]
                unmet = [each for each in open_ if not each & feature]
                stack.append((chosen | feature, allowed, unmet, [*still_alone, met]))
            # What has this feature and a later one of the set is found by the later.
            allowed |= feature
