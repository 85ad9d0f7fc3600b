"""The twelve tables of the paper: sources, downloads, preparation, checks."""

from cfsql.datasets.dataset import Dataset
from cfsql.datasets.registry import DATASETS, find

__all__ = ["DATASETS", "Dataset", "find"]
