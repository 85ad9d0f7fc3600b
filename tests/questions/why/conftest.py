"""A database with odd tables, and `why` for it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import cfsql
from cfsql import example
from tests.questions.why.answers import CLASH, KEYED, RunWhy
from tests.support.commands import run_here


@pytest.fixture(scope="session")
def loaded_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the running example and some odd tables, none explained."""
    folder = tmp_path_factory.mktemp("why")
    for name, text in (
        ("recidivism", example.CSV),
        ("clash", CLASH),
        ("keyed", KEYED),
        ("same", "f,g,y\n1,m,p\n2,m,p\n2,m,p\n"),
    ):
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    with cfsql.connect(folder / "cfsql.duckdb") as database:
        for name in ("recidivism", "clash", "same"):
            database.load(folder / f"{name}.csv", label=-1)
        database.load(folder / "keyed.csv", id="key", label=-1)
        database.connection.execute("create table notes_factual as select 'mine' as n")
    return folder / "cfsql.duckdb"


@pytest.fixture
def database(loaded_once: Path, tmp_path: Path) -> Path:
    """A copy of that database, where `run` finds it."""
    return Path(shutil.copy(loaded_once, tmp_path / "cfsql.duckdb"))


@pytest.fixture
def why(database: Path) -> RunWhy:
    """Run `cfsql why` on that database, in this process."""

    def run_why(*arguments: object) -> subprocess.CompletedProcess[str]:
        return run_here("why", *arguments, "--db", database)

    return run_why


@pytest.fixture
def opened(database: Path) -> Iterator[cfsql.Database]:
    """The same, open for Python."""
    with cfsql.connect(database) as opened:
        yield opened
