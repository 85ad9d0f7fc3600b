"""Libraries that find nearest neighbours: one nearest row with another label, no more.

For each class: an index of the rows of all other classes, and the nearest of each row
of the class. Neither ties nor hyperballs are looked for, so this is less than half of
what `rank` does.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.measure import Outcome, Task, WrongAnswer, repeated
from benchmarks.ours import nearest_distances
from benchmarks.packed import Array, Codes, read_codes, sample_rows
from benchmarks.worker import peak_memory

# Given the rows of other classes and some rows: the distance of the nearest of each.
Search = Callable[[Array, Array], Array]


def with_sklearn(task: Task) -> Outcome:
    """scikit-learn's brute force, on integer codes."""
    from sklearn.neighbors import NearestNeighbors

    codes = read_codes(task.folder)
    n_features = codes.features.shape[1]

    def search(others: Array, rows: Array) -> Array:
        index = NearestNeighbors(
            n_neighbors=1, metric="hamming", algorithm="brute", n_jobs=-1
        ).fit(others)
        distances, _ = index.kneighbors(rows)
        return np.rint(distances[:, 0] * n_features)

    return _nearest_unlike(task, codes, codes.features.astype(np.float64), search)


def with_faiss(task: Task) -> Outcome:
    """FAISS, on a bit per value of each feature: two bits differ for each change."""
    import faiss  # type: ignore[import-not-found]

    codes = read_codes(task.folder)

    def search(others: Array, rows: Array) -> Array:
        index = faiss.IndexBinaryFlat(others.shape[1] * 8)
        index.add(others)
        distances, _ = index.search(rows, 1)
        return np.asarray(distances[:, 0] // 2)

    return _nearest_unlike(task, codes, _one_hot(codes), search)


def _one_hot(codes: Codes) -> Array:
    """Rows × bytes."""
    n_rows = len(codes.features)
    offsets = np.concatenate([[0], np.cumsum(codes.n_values)])
    bits = np.zeros((n_rows, -(-int(offsets[-1]) // 8)), dtype=np.uint8)
    for feature, offset in enumerate(offsets[:-1]):
        places = offset + codes.features[:, feature]
        bits[np.arange(n_rows), places // 8] |= (1 << (places % 8)).astype(np.uint8)
    return bits


def _nearest_unlike(task: Task, codes: Codes, rows: Array, search: Search) -> Outcome:
    """Search for all rows, or for a sample of them, class by class."""
    n_rows = len(rows)
    sample = sample_rows(n_rows, task.part)

    def run() -> Array:
        nearest = np.zeros(len(sample), dtype=np.int64)
        for label in range(codes.n_labels):
            asked = np.flatnonzero(codes.labels[sample] == label)
            if len(asked):
                others = rows[codes.labels != label]
                nearest[asked] = search(others, rows[sample[asked]])
        return nearest

    seconds, found = repeated(task, run)
    peak = peak_memory()
    # The nearest of a contradicted row is at distance 0, and no counterfactual.
    expected = nearest_distances(task.folder)[sample]
    differ = (found != expected) & (found > 0)
    if differ.any():
        raise WrongAnswer(f"another distance for {differ.sum()} of {len(sample)} rows")
    return Outcome(
        [each * n_rows / len(sample) for each in seconds],
        n_rows,
        codes.features.shape[1],
        len(sample),
        checked=f"distances of {int((found > 0).sum()):,} rows",
        note="one nearest row of each; no ties, no hyperballs",
        peak_memory=peak,
    )
