"""One database for all clients, and what it answers here."""

from __future__ import annotations

import random
from pathlib import Path

import duckdb
import polars as pl
import pytest

import cfsql
from cfsql import example
from tests.clients.asking import as_text, asked

PEOPLE = {
    "age": [18, 24, 30, 31, 31, 44, 60, 61],
    "city": ["Ulm", "Ulm", "Bonn", "Bonn", "Bonn", "Ulm", "Kiel", "Ulm"],
    "outcome": ["no", "yes", "no", "yes", "yes", "yes", "no", None],
}


def _wide(n_features: int = 150, n_rows: int = 40) -> pl.DataFrame:
    """More features than two words have bits: sets of them are BIT strings."""
    chance = random.Random(1)
    columns = {
        f"feature {n}": [chance.choice("abcd") for _ in range(n_rows)]
        for n in range(n_features)
    }
    return pl.DataFrame(
        {**columns, "outcome": [chance.choice("xy") for _ in range(n_rows)]}
    )


@pytest.fixture(scope="session")
def shared_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with every kind of results."""
    folder = tmp_path_factory.mktemp("clients")
    path = folder / "cfsql.duckdb"
    (folder / "recidivism.csv").write_text(example.CSV, encoding="utf-8")
    with cfsql.connect(path) as database:
        scores = database.load(folder / "recidivism.csv", label="score")
        scores.rank().audit(["sex"])
        scores.why_rows()
        scores.experiment("unique", repeats=2)
        people = pl.DataFrame(PEOPLE)
        database.load(people, table="people", label="outcome", bins={"age": "25,45"})
        database.table("people").rank(freeze=["city"])
        database.load(_wide(), table='my "wide" one', label="outcome").rank()
    return path


@pytest.fixture(scope="session")
def expected(shared_file: Path) -> list[str | None]:
    """What is to be answered: here, in the file itself."""
    with duckdb.connect(str(shared_file), read_only=True) as connection:
        rows = [connection.execute(as_text(each)).fetchall() for each in asked()]
    return [answer for ((answer,),) in rows]
