"""The paper's tables by name."""

from __future__ import annotations

from collections.abc import Iterable

from cfsql.datasets.dataset import Dataset
from cfsql.datasets.paper_tables import PAPER_TABLES
from cfsql.errors import UnknownName

DATASETS = {dataset.name: dataset for dataset in PAPER_TABLES}


def find(name: str) -> Dataset:
    """The dataset of this name."""
    if name.lower() not in DATASETS:
        raise UnknownName("dataset", name, DATASETS, "cfsql datasets list")
    return DATASETS[name.lower()]


def is_stand_in(label: str, features: Iterable[str]) -> bool:
    """Whether a table with these columns is one that stands in for the paper's."""
    columns = {*features, label}
    return any(
        dataset.is_stand_in
        and dataset.label == label
        and columns == set(dataset.columns)
        for dataset in DATASETS.values()
    )
