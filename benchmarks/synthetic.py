"""Seeded synthetic tables: an easy one and a hard one, of any number of rows.

    python -m benchmarks.synthetic easy 1000000 easy.parquet

Every value is drawn on its own, the k-th most frequent with a weight of 1 / k^skew. The
label says whether a weighted sum of some features is above its median, and is flipped
for some rows. The same name, number of rows and seed give the same table.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

# What part of the rows gets the other label.
NOISE = 0.1


@dataclass(frozen=True)
class Recipe:
    """How many values each feature has, and how unevenly they are drawn."""

    n_values: tuple[int, ...]
    skew: float
    n_relevant: int


RECIPES = {
    # Minimal distances 1 to 4 at a million rows.
    "easy": Recipe((3, 4, 5, 6, 8, 10, 12, 16, 24, 32), skew=1.3, n_relevant=4),
    # Minimal distances 4 to 6 at a million rows.
    "hard": Recipe((5, 6, 7, 8, 9, 10, 12) * 2, skew=0.3, n_relevant=6),
}


def synthetic(name: str, n_rows: int, seed: int = 0) -> pl.DataFrame:
    """A table with features f1, f2, … and the label `outcome`."""
    recipe = RECIPES[name]
    draw = np.random.default_rng(seed)
    columns = {}
    score = np.zeros(n_rows)
    for position, n_values in enumerate(recipe.n_values):
        weights = 1 / np.arange(1, n_values + 1) ** recipe.skew
        codes = draw.choice(n_values, size=n_rows, p=weights / weights.sum())
        columns[f"f{position + 1}"] = pl.Series(codes, dtype=pl.Int32)
        if position < recipe.n_relevant:
            score += codes / n_values
    flipped = draw.random(n_rows) < NOISE
    columns["outcome"] = pl.Series((score > np.median(score)) ^ flipped)
    outcome = pl.when("outcome").then(pl.lit("yes")).otherwise(pl.lit("no"))
    return pl.DataFrame(columns).select(
        *(pl.format("v{}", name).alias(name) for name in columns if name != "outcome"),
        outcome.alias("outcome"),
    )


def main() -> None:
    """Write a table as Parquet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=RECIPES)
    parser.add_argument("n_rows", type=int)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    synthetic(options.name, options.n_rows, options.seed).write_parquet(options.out)


if __name__ == "__main__":
    main()
