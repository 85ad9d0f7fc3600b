"""What Spark has written, beside what DuckDB ranks."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

import cfsql

RELATIONS = ("ranked", "summary", "optimal")


def read(out: Path | str, relation: str) -> list[dict[str, Any]]:
    """What Spark has written, as any other program reads it."""
    return records(stored(out, relation))


def stored(out: Path | str, relation: str) -> duckdb.DuckDBPyRelation:
    """The files of a result table."""
    return duckdb.connect().read_parquet(f"{out}/{relation}/*.parquet")


def records(relation: duckdb.DuckDBPyRelation) -> list[dict[str, Any]]:
    """Rows by column name, in an order that does not depend on how they are stored."""
    rows = [
        dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()
    ]
    return sorted(rows, key=lambda row: json.dumps(row, default=str, sort_keys=True))


def assert_same(table: cfsql.Table, out: Path | str, **options: Any) -> None:
    """The folder holds what DuckDB ranks, to the last digit, with the same types."""
    ranking = table.rank(**options)
    results = (ranking, ranking.summary, ranking.optimal)
    for relation, result in zip(RELATIONS, results, strict=True):
        expected = result.relation()
        assert read(out, relation) == records(expected), relation
        found = stored(out, relation)
        assert found.columns == expected.columns
        if expected.fetchall():
            assert found.types == expected.types


def written(path: Path, features: list[str], rows: list[tuple[Any, ...]]) -> Path:
    """Rows as two Parquet files of a folder."""
    path.mkdir(parents=True)
    frame = pl.DataFrame(rows, schema=[*features, "label"], orient="row")
    half = (len(rows) + 1) // 2
    frame[:half].write_parquet(path / "part-0.parquet")
    frame[half:].write_parquet(path / "part-1.parquet")
    return path


def loaded(folder: Path, **options: Any) -> cfsql.Table:
    """The same files in DuckDB."""
    frame = pl.read_parquet(folder / "*.parquet")
    return cfsql.connect().load(frame, **{"label": -1, **options})


def mixed_rows(n_rows: int) -> list[tuple[Any, ...]]:
    """Rows with NULLs, numbers of all kinds, duplicates and contradictions."""
    chance = random.Random(7)
    return [
        (
            chance.choice(["x", "y", None, "", " "]),
            chance.randrange(4),
            chance.choice([0.5, -0.0, 0.0, 1e20, 1e7, 1e-5, 0.0001, 123456.75]),
            chance.choice([True, False]),
            chance.randrange(60),
            chance.choice(["P", "P", "Q", None]),
        )
        for _ in range(n_rows)
    ]


MIXED = ["text", "small", "number", "flag", "large"]
