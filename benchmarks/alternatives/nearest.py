"""Libraries that find nearest neighbours: one nearest row with another label, no more.

For each class: an index of the rows of all other classes, and the nearest of each row
of the class. Neither ties nor hyperballs are looked for, so this is less than half of
what `rank` does.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np

from benchmarks.measure import Outcome, Task, WrongAnswer, repeated
from benchmarks.ours import nearest_distances
from benchmarks.packed import Array, Codes, read_codes, sample_rows
from benchmarks.worker import peak_memory

# Given the rows of other classes: a search that gives the distance of the nearest of
# them for each of some rows.
Search = Callable[[Array], Array]
Index = Callable[[Array], Search]


def with_sklearn(task: Task) -> Outcome:
    """scikit-learn's brute force, on integer codes."""
    from sklearn.neighbors import NearestNeighbors

    codes = read_codes(task.folder)
    n_features = codes.features.shape[1]

    def index(others: Array) -> Search:
        neighbours = NearestNeighbors(
            n_neighbors=1, metric="hamming", algorithm="brute", n_jobs=-1
        ).fit(others)

        def search(rows: Array) -> Array:
            distances, _ = neighbours.kneighbors(rows)
            return np.asarray(np.rint(distances[:, 0] * n_features))

        return search

    return _nearest_unlike(task, codes, codes.features.astype(np.float64), index)


def with_faiss(task: Task) -> Outcome:
    """FAISS, on a bit per value of each feature: two bits differ for each change."""
    import faiss  # type: ignore[import-not-found]

    codes = read_codes(task.folder)

    def index(others: Array) -> Search:
        flat = faiss.IndexBinaryFlat(others.shape[1] * 8)
        flat.add(others)

        def search(rows: Array) -> Array:
            distances, _ = flat.search(rows, 1)
            return np.asarray(distances[:, 0] // 2)

        return search

    return _nearest_unlike(task, codes, _one_hot(codes), index)


def _one_hot(codes: Codes) -> Array:
    """Rows × bytes."""
    n_rows = len(codes.features)
    offsets = np.concatenate([[0], np.cumsum(codes.n_values)])
    bits = np.zeros((n_rows, -(-int(offsets[-1]) // 8)), dtype=np.uint8)
    for feature, offset in enumerate(offsets[:-1]):
        places = offset + codes.features[:, feature]
        bits[np.arange(n_rows), places // 8] |= (1 << (places % 8)).astype(np.uint8)
    return bits


def _nearest_unlike(task: Task, codes: Codes, rows: Array, index: Index) -> Outcome:
    """Search for all rows, or for a sample of them, class by class."""
    n_rows = len(rows)
    sample = sample_rows(n_rows, task.part)
    taken: list[tuple[float, float]] = []

    def run() -> Array:
        nearest = np.zeros(len(sample), dtype=np.int64)
        indexing = searching = 0.0
        for label in range(codes.n_labels):
            asked = np.flatnonzero(codes.labels[sample] == label)
            if not len(asked):
                continue
            started = perf_counter()
            search = index(rows[codes.labels != label])
            indexed = perf_counter()
            nearest[asked] = search(rows[sample[asked]])
            indexing += indexed - started
            searching += perf_counter() - indexed
        taken.append((indexing, searching))
        return nearest

    _, found = repeated(task, run)
    peak = peak_memory()
    # The nearest of a contradicted row is at distance 0, and no counterfactual.
    expected = nearest_distances(task.folder)[sample]
    differ = (found != expected) & (found > 0)
    if differ.any():
        raise WrongAnswer(f"another distance for {differ.sum()} of {len(sample)} rows")
    scale = n_rows / len(sample)
    return Outcome(
        [indexing + searching * scale for indexing, searching in taken],
        n_rows,
        codes.features.shape[1],
        len(sample),
        checked=f"distances of {int((found > 0).sum()):,} rows",
        note="one nearest row of each; no ties, no hyperballs",
        peak_memory=peak,
    )
