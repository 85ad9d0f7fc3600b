"""Tables that are invented, and expected to be so."""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import replace

from cfsql.datasets import DATASETS, Dataset
from cfsql.datasets.tables import csv_bytes
from tests.support.public_files import invented, public_file

PAGE = b"<!DOCTYPE html>\n<html><p>Sorry, this is not here.</p></html>\n"


def small(name: str) -> tuple[Dataset, bytes]:
    """A dataset that expects a small invented table, and that table's public file."""
    dataset = DATASETS[name]
    rows = invented(dataset)
    by_features: dict[tuple[str, ...], set[str]] = {}
    for *features, label in rows:
        by_features.setdefault(tuple(features), set()).add(label)
    expecting = replace(
        dataset,
        n_rows=len(rows),
        n_classes=2,
        n_contradicted=sum(
            len(by_features[tuple(features)]) > 1 for *features, _ in rows
        ),
        sha256=hashlib.sha256(csv_bytes(dataset.columns, rows)).hexdigest(),
    )
    return expecting, public_file(dataset, rows)


# The paper's cars are all combinations of their values; these have other labels.
CARS = [
    [*values, f"class {sum(map(len, values)) % 4}"]
    for values in itertools.product(
        ("vhigh", "high", "med", "low"),
        ("vhigh", "high", "med", "low"),
        ("2", "3", "4", "5more"),
        ("2", "4", "more"),
        ("small", "med", "big"),
        ("low", "med", "high"),
    )
]
