"""A small table to audit, and how an audit is read."""

from __future__ import annotations

from typing import Any

import polars as pl

import cfsql

SCORES = pl.DataFrame(
    {
        "sex": ["f", "m", "f", "m", "m", "f"],
        "race": ["x", "x", "y", "x", "y", "y"],
        "priors": [0, 0, 0, 1, 1, 2],
        "score": ["low", "high", "low", "low", "high", "low"],
    }
)


def records(database: cfsql.Database, relation: str) -> list[dict[str, Any]]:
    """The rows of a result table."""
    found: pl.DataFrame = database.sql(f"from {relation}").pl()
    return found.to_dicts()
