"""NICE (NICEx): the nearest unlike case by HEOM, which is Hamming's on categories.

Its own environment has neither cfsql nor DuckDB.
"""

from __future__ import annotations

import numpy as np

from benchmarks.alternatives.explained import explain_rows
from benchmarks.measure import Outcome, Task
from benchmarks.packed import Array, read_codes


def explain(task: Task) -> Outcome:
    """One counterfactual for each of a few rows, all features as categories."""
    from nice import NICE  # type: ignore[import-not-found]
    from sklearn.tree import DecisionTreeClassifier

    codes = read_codes(task.folder)
    features = codes.features.astype(np.float64)
    model = DecisionTreeClassifier(random_state=0).fit(features, codes.labels)
    explainer = NICE(
        predict_fn=model.predict_proba,
        X_train=features,
        cat_feat=list(range(features.shape[1])),
        num_feat=[],
        y_train=codes.labels,
        optimization="none",
        justified_cf=True,
    )

    def explain_row(row: int) -> Array:
        [answer] = explainer.explain(features[row : row + 1])
        return np.asarray(answer)

    return explain_rows(
        task, codes, explain_row, "one answer for each row, without optimization"
    )
