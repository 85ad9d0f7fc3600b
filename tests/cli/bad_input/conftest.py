"""A database that wrong input must leave alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cfsql
from tests.cli.bad_input.people import PEOPLE


@pytest.fixture(scope="session")
def ranked_people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a ranked table, and with a table that is not of cfsql."""
    folder = tmp_path_factory.mktemp("ranked")
    (folder / "people.csv").write_text(PEOPLE)
    with cfsql.connect(folder / "cfsql.duckdb") as database:
        database.load(folder / "people.csv", label=-1).rank()
        database.connection.execute("create table notes_ranked as select 'mine' as n")
    return folder / "cfsql.duckdb"


@pytest.fixture
def database(ranked_people: Path, tmp_path: Path) -> Path:
    """A copy of that database, where `run` finds it."""
    return Path(shutil.copy(ranked_people, tmp_path / "cfsql.duckdb"))


@pytest.fixture
def people_csv(tmp_path: Path) -> Path:
    """The file that the table was loaded from."""
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path
