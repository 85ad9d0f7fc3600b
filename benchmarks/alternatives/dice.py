"""DiCE (dice-ml): the nearest case in a KD-tree, as its users would call it.

Columns of numbers are continuous features, all others are categories.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.alternatives.explained import explain_rows
from benchmarks.measure import Outcome, Task
from benchmarks.packed import Array, Codes, read_codes


def explain(task: Task) -> Outcome:
    """One counterfactual for each of a few rows, without post-hoc sparsity."""
    import dice_ml  # type: ignore[import-not-found]
    import pandas as pd

    logging.disable(logging.WARNING)
    codes = read_codes(task.folder)
    texts = pd.read_parquet(Path(task.folder) / "rows.parquet").iloc[:, :-1]
    cases = texts.apply(_as_numbers)
    numbers = [name for name in cases if pd.api.types.is_numeric_dtype(cases[name])]
    explainer = dice_ml.Dice(
        dice_ml.Data(
            dataframe=cases.assign(outcome=codes.labels),
            continuous_features=numbers,
            outcome_name="outcome",
        ),
        dice_ml.Model(model=_model(cases, codes), backend="sklearn"),
        method="kdtree",
    )

    def explain_row(row: int) -> Array | None:
        answer = explainer.generate_counterfactuals(
            cases.iloc[[row]],
            total_CFs=1,
            desired_class="opposite",
            posthoc_sparsity_param=0,
        )
        found = answer.cf_examples_list[0].final_cfs_df
        if found is None or not len(found):
            return None
        return _coded(found.iloc[0], cases, codes)

    return explain_rows(
        task, codes, explain_row, "one answer for each row, numbers as continuous"
    )


def _as_numbers(column: Any) -> Any:
    """A column of numbers as numbers, any other as it is."""
    try:
        return column.astype(float)
    except ValueError:
        return column


def _model(cases: Any, codes: Codes) -> Any:
    """A decision tree that says what the table says."""
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OrdinalEncoder
    from sklearn.tree import DecisionTreeClassifier

    encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1)
    tree = DecisionTreeClassifier(random_state=0)
    return make_pipeline(encoder, tree).fit(cases, codes.labels)


def _coded(answer: Any, cases: Any, codes: Codes) -> Array:
    """The codes of an answer's values; -1 for a value that the table does not have."""
    coded = []
    for feature, name in enumerate(cases):
        value = type(cases[name].iloc[0])(answer[name])
        having = np.flatnonzero(cases[name] == value)
        coded.append(codes.features[having[0], feature] if len(having) else -1)
    return np.array(coded)
