"""The twelve tables of the paper: what they are, where they are, how they are made."""

from cfsql.datasets.dataset import Dataset
from cfsql.datasets.registry import DATASETS, find

__all__ = ["DATASETS", "Dataset", "find"]
