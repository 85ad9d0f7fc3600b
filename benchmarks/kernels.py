"""A hand-written kernel that compares every pair of rows, on all cores.

It finds every minimal counterfactual and counts every hyperball by distance and label,
as fast as we could make it: a byte per value and feature, columns instead of rows,
tiles that stay in the cache, and loops that LLVM vectorises.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from benchmarks.packed import Array, Instances

Function = TypeVar("Function", bound=Callable[..., Any])

# Rows that a thread takes at a time.
CHUNK = 256

# Rows whose distances are computed before they are looked at, and
# the part of them whose flags are added up in a byte, so fewer than 256.
BLOCK = 2048
PART = 128

# Features whose columns are compared in one loop.
STRIDE = 4

FAR = 255


@dataclass(frozen=True)
class Pairs:
    """Minimal counterfactuals, as positions of instances."""

    rows: Array
    counterfactuals: Array
    distances: Array


def in_chunks(items: Array, run: Callable[[Array], Any]) -> list[Any]:
    """Run a function that releases the interpreter's lock on parts, on all cores."""
    chunks = [items[start : start + CHUNK] for start in range(0, len(items), CHUNK)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(run, chunks))


def _joined(found: list[tuple[Array, Array, Array]]) -> Pairs:
    columns = (np.concatenate(column) for column in zip(*found, strict=True))
    return Pairs(*columns)


def compiled(function: Function) -> Function:
    """Compile to machine code that runs without the interpreter's lock."""
    return cast(Function, njit(nogil=True)(function))


def inlined(function: Function) -> Function:
    """Compile into each function that calls it."""
    return cast(Function, njit(inline="always")(function))


class TunedKernel:
    """Columns of bytes, in tiles, vectorised.

    Instances are sorted by label and weight, so that a segment with the same of both
    needs neither to be looked up: flags are counted, and multiplied once.
    """

    def __init__(self, instances: Instances) -> None:
        """Sort the instances and put each feature into columns of bytes."""
        codes = instances.codes
        keys = (instances.weights, codes.labels)
        self._order = np.lexsort(keys)
        self._position = np.argsort(self._order)
        weights, labels = (key[self._order] for key in keys)
        starts = (np.diff(labels, prepend=-1) != 0) | (
            np.diff(weights, prepend=-1) != 0
        )
        first = np.flatnonzero(starts)
        self._segments = np.stack(
            [first, np.append(first[1:], len(labels)), labels[first], weights[first]],
            axis=1,
        ).astype(np.int64)
        self._labels = labels.astype(np.int64)
        self._columns = _byte_columns(codes.features[self._order], codes.n_values)
        self._shape = (codes.features.shape[1] + 1, codes.n_labels)

    def nearest_unlike(self, targets: Array) -> Pairs:
        """All instances with another label at the least distance of each target."""

        def run(chunk: Array) -> Any:
            return _tuned_nearest(*self._columns, self._segments, self._labels, chunk)

        found = _joined(in_chunks(self._position[targets], run))
        return Pairs(
            self._order[found.rows],
            self._order[found.counterfactuals],
            found.distances,
        )

    def balls(self, centres: Array, radii: Array) -> Array:
        """Weights around each centre to its radius: centres × distances × labels."""
        counts = np.zeros((len(centres), *self._shape), dtype=np.int64)
        places = self._position[centres]

        def run(chunk: Array) -> None:
            _tuned_balls(*self._columns, self._segments, places, radii, chunk, counts)

        in_chunks(np.arange(len(centres)), run)
        return counts


def _byte_columns(features: Array, n_values: list[int]) -> tuple[Array, Array]:
    """Features of at most 256 values, a byte each; the others, two bytes each.

    The first are filled up with columns of zeros, which agree everywhere, to a
    multiple of the stride.
    """
    if max(n_values) > 1 << 16:
        raise ValueError("the tuned kernel takes at most 65,536 values of a feature")
    narrow = [feature for feature, values in enumerate(n_values) if values <= 256]
    wide = [feature for feature, values in enumerate(n_values) if values > 256]
    narrow_bytes = np.zeros(
        (-(-len(narrow) // STRIDE) * STRIDE, len(features)), np.uint8
    )
    for column, feature in enumerate(narrow):
        narrow_bytes[column] = features[:, feature]
    wide_bytes = np.zeros((len(wide), 2, len(features)), dtype=np.uint8)
    for column, feature in enumerate(wide):
        wide_bytes[column, 0] = features[:, feature] & 255
        wide_bytes[column, 1] = features[:, feature] >> 8
    return narrow_bytes, wide_bytes


@inlined
def _distances(
    narrow: Any, wide: Any, row: int, start: int, stop: int, out: Any
) -> None:
    """The distances of a row from those of a block, a byte each."""
    n = stop - start
    out[:n] = 0
    for column in range(0, len(narrow), STRIDE):
        one = narrow[column, start:stop]
        two = narrow[column + 1, start:stop]
        three = narrow[column + 2, start:stop]
        four = narrow[column + 3, start:stop]
        is_one, is_two = narrow[column, row], narrow[column + 1, row]
        is_three, is_four = narrow[column + 2, row], narrow[column + 3, row]
        for i in range(n):
            out[i] += (
                np.uint8(one[i] != is_one)
                + np.uint8(two[i] != is_two)
                + np.uint8(three[i] != is_three)
                + np.uint8(four[i] != is_four)
            )
    for column in range(len(wide)):
        one = wide[column, 0, start:stop]
        two = wide[column, 1, start:stop]
        is_one, is_two = wide[column, 0, row], wide[column, 1, row]
        for i in range(n):
            out[i] += np.uint8(((one[i] ^ is_one) | (two[i] ^ is_two)) != 0)


@compiled
def _tuned_nearest(
    narrow: Any, wide: Any, segments: Any, labels: Any, targets: Any
) -> Any:
    nearest = np.full(len(targets), FAR, dtype=np.int64)
    n_of = np.zeros(len(targets), dtype=np.int64)
    # A list of ties for each target, as long as it has to be.
    ties = [np.empty(16, dtype=np.int64) for _ in range(len(targets))]
    block = np.empty(BLOCK, dtype=np.uint8)
    for segment in range(len(segments)):
        label = segments[segment, 2]
        for start in range(segments[segment, 0], segments[segment, 1], BLOCK):
            stop = min(start + BLOCK, segments[segment, 1])
            for target in range(len(targets)):
                if labels[targets[target]] == label:
                    continue
                _distances(narrow, wide, targets[target], start, stop, block)
                # One less, so that a distance of 0 is the farthest of all.
                least = np.uint8(FAR)
                for i in range(stop - start):
                    less = np.uint8(block[i] - np.uint8(1))
                    least = min(least, less)
                distance = np.int64(least) + 1
                if distance > nearest[target] or least == FAR:
                    continue
                if distance < nearest[target]:
                    nearest[target] = distance
                    n_of[target] = 0
                for i in range(stop - start):
                    if block[i] == distance:
                        if n_of[target] == len(ties[target]):
                            more = np.empty_like(ties[target])
                            ties[target] = np.append(ties[target], more)
                        ties[target][n_of[target]] = start + i
                        n_of[target] += 1
    n_found = n_of.sum()
    rows = np.empty(n_found, dtype=np.int64)
    found = np.empty_like(rows)
    distances = np.empty_like(rows)
    first = 0
    for target in range(len(targets)):
        last = first + n_of[target]
        rows[first:last] = targets[target]
        found[first:last] = ties[target][: n_of[target]]
        distances[first:last] = nearest[target]
        first = last
    return rows, found, distances


@compiled
def _tuned_balls(
    narrow: Any,
    wide: Any,
    segments: Any,
    centres: Any,
    radii: Any,
    chunk: Any,
    counts: Any,
) -> None:
    block = np.empty(BLOCK, dtype=np.uint8)
    for segment in range(len(segments)):
        label, weight = segments[segment, 2], segments[segment, 3]
        for start in range(segments[segment, 0], segments[segment, 1], BLOCK):
            stop = min(start + BLOCK, segments[segment, 1])
            for position in chunk:
                _distances(narrow, wide, centres[position], start, stop, block)
                for distance in range(radii[position] + 1):
                    n_at = _count(block[: stop - start], np.uint8(distance))
                    counts[position, distance, label] += n_at * weight


@inlined
def _count(block: Any, wanted: Any) -> int:
    """How often a distance occurs: parts of fixed length, which LLVM unrolls."""
    n_wanted = 0
    n_parts = len(block) // PART
    for number in range(n_parts):
        part = block[number * PART : (number + 1) * PART]
        n_of_part = np.uint8(0)
        for i in range(PART):
            n_of_part = np.uint8(n_of_part + np.uint8(part[i] == wanted))
        n_wanted += int(n_of_part)
    for i in range(n_parts * PART, len(block)):
        n_wanted += block[i] == wanted
    return n_wanted
