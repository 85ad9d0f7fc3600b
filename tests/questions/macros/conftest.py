"""A database file for clients and commands."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import cfsql
from cfsql import example
from tests.questions.macros.comparing import SMALL
from tests.support.random_tables import frame_of


@pytest.fixture(scope="session")
def file_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with a small table, and with the running example."""
    folder = tmp_path_factory.mktemp("macros")
    (folder / "recidivism.csv").write_text(example.CSV, encoding="utf-8")
    with cfsql.connect(folder / "cfsql.duckdb") as database:
        database.load(frame_of(*SMALL), table="t", label=-1)
        database.load(folder / "recidivism.csv", label=-1)
        keyed = pl.DataFrame({"key": ["a 1", "B-2"], "f": ["x", "y"], "y": ["p", "q"]})
        database.load(keyed, table="keyed", id="key", label=-1)
        database.load(
            keyed.with_columns(y=pl.lit("p")), table="same", ignore=["key"], label=-1
        )
    return folder / "cfsql.duckdb"
