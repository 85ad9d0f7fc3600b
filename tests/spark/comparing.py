"""What Spark has written, beside what DuckDB ranks."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import polars as pl

import cfsql


def assert_same(table: cfsql.Table, out: Path | str, **options: Any) -> None:
    """The folder holds what DuckDB ranks, to the last digit, with the same types."""
    ranking = table.rank(**options)
    results = {"ranked": ranking, "summary": ranking.summary}
    with TemporaryDirectory() as folder, duckdb.connect() as connection:
        for name, result in (results | {"optimal": ranking.optimal}).items():
            file = f"{folder}/{name}.parquet"
            result.relation().write_parquet(file)
            expected = f"from read_parquet('{file}')"
            found = f"from read_parquet('{out}/{name}/*.parquet')"
            one, other = connection.sql(expected), connection.sql(found)
            assert other.columns == one.columns, name
            if len(one):
                assert other.types == one.types, name
            for first, second in ((found, expected), (expected, found)):
                differing = connection.sql(f"({first}) except all ({second}) limit 3")
                assert differing.fetchall() == [], name


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
