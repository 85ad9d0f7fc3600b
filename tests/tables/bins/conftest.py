"""People with ages and hours."""

from __future__ import annotations

from pathlib import Path

import pytest

import cfsql
from tests.tables.bins.people import PEOPLE


@pytest.fixture
def people_csv(tmp_path: Path) -> Path:
    """Seven people, of whom one has no age and one no hours."""
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


@pytest.fixture(scope="session")
def ranked_people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which they are ranked, by one cut."""
    folder = tmp_path_factory.mktemp("people")
    (folder / "people.csv").write_text(PEOPLE)
    with cfsql.connect(folder / "cfsql.duckdb") as database:
        database.load(folder / "people.csv", bins={"age": "25"}, label=-1).rank()
    return folder / "cfsql.duckdb"
