"""A table as arrays: codes of its values, its instances, and packed words.

Made without cfsql, so that what is computed from it is an independent answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

WORD_BITS = 62


@dataclass(frozen=True)
class Codes:
    """Each value of each row as a small integer, and each row's label."""

    features: Array  # rows × features
    labels: Array

    @classmethod
    def read(cls, path: Path) -> Codes:
        """What `write` wrote."""
        with np.load(path) as arrays:
            return cls(arrays["features"], arrays["labels"])

    def write(self, path: Path) -> None:
        """Keep them in a file."""
        np.savez(path, features=self.features, labels=self.labels)

    @property
    def n_values(self) -> list[int]:
        """The number of values of each feature."""
        return [int(most) + 1 for most in self.features.max(axis=0)]

    @property
    def n_labels(self) -> int:
        """The number of classes."""
        return int(self.labels.max()) + 1


@dataclass(frozen=True)
class Instances:
    """The distinct rows: codes, label, weight, first row, and which is each row's."""

    codes: Codes
    weights: Array
    first_rows: Array
    of_row: Array


def read_codes(folder: str) -> Codes:
    """The codes of a prepared table."""
    return Codes.read(Path(folder) / "codes.npz")


def sample_rows(n_rows: int, part: int | None) -> Array:
    """Positions of some rows, drawn with a fixed seed; of all in their order."""
    if part is None or part >= n_rows:
        return np.arange(n_rows)
    return np.random.default_rng(0).permutation(n_rows)[:part]


def pack(features: Array, n_values: list[int]) -> Array:
    """Words by rows: each feature in the bits that it needs, in words of at most 62."""
    fields: list[list[tuple[int, int]]] = [[]]
    used = 0
    for feature, values in enumerate(n_values):
        n_bits = max(1, (values - 1).bit_length())
        if used + n_bits > WORD_BITS:
            fields.append([])
            used = 0
        fields[-1].append((feature, used))
        used += n_bits
    words = np.zeros((len(fields), len(features)), dtype=np.int64)
    for word, members in enumerate(fields):
        for feature, shift in members:
            words[word] |= features[:, feature].astype(np.int64) << shift
    return words


def instances(codes: Codes) -> Instances:
    """Rows with the same features and label are one, with a weight."""
    keys = [*pack(codes.features, codes.n_values), codes.labels]
    order = np.lexsort(keys)
    starts = np.ones(len(order), dtype=bool)
    starts[1:] = False
    for key in keys:
        starts[1:] |= key[order][1:] != key[order][:-1]
    groups = np.cumsum(starts) - 1
    of_row = np.empty(len(order), dtype=np.int64)
    of_row[order] = groups
    # The sort is stable: the first row of a group is the smallest.
    first_rows = order[starts]
    return Instances(
        Codes(codes.features[first_rows], codes.labels[first_rows]),
        np.bincount(groups).astype(np.int64),
        first_rows,
        of_row,
    )
