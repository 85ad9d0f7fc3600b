"""The plain Python that `why` is measured against, by the definitions."""

from __future__ import annotations

import io
from itertools import combinations

import numpy as np
import polars as pl
import pytest

from benchmarks.explanations import disagreements, explanations
from benchmarks.packed import Codes, instances
from benchmarks.tables import coded
from cfsql import example


def test_row_1_of_the_paper_has_four_explanations() -> None:
    rows = pl.read_csv(io.StringIO(example.CSV), infer_schema=False)
    table = instances(coded(rows))
    found = explanations(disagreements(table, int(table.of_row[0])))
    names = rows.columns[:-1]
    assert {
        tuple(name for place, name in enumerate(names) if bits >> place & 1): coverage
        for bits, coverage in found.items()
    } == {
        ("age", "race"): 2,
        ("sex", "age"): 1,
        ("sex", "race"): 1,
        ("sex", "recid"): 1,
    }


@pytest.mark.parametrize("seed", range(12))
def test_explanations_equal_the_definition(seed: int) -> None:
    draw = np.random.default_rng(seed)
    codes = Codes(draw.integers(0, 3, (60, 6)), draw.integers(0, 2, 60))
    table = instances(codes)
    for row in range(len(codes.labels)):
        target = int(table.of_row[row])
        assert explanations(disagreements(table, target)) == by_definition(codes, row)


def by_definition(codes: Codes, row: int) -> dict[int, int]:
    """Every set of features that has one label, and no part that has one."""
    found: dict[int, int] = {}
    n_features = codes.features.shape[1]
    for size in range(n_features + 1):
        for chosen in combinations(range(n_features), size):
            bits = sum(1 << feature for feature in chosen)
            if any(smaller & bits == smaller for smaller in found):
                continue
            columns = codes.features[:, list(chosen)]
            agree = (columns == columns[row]).all(axis=1)
            if (codes.labels[agree] == codes.labels[row]).all():
                found[bits] = int(agree.sum())
    return found
