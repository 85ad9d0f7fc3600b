"""Experiments that take little time, and a database with some."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import cfsql
from cfsql.experiments import ON_TABLES, protocol
from tests.experiments.measuring import SMALL, frame_of, random_cases, shrink


@pytest.fixture
def only_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """`all` means the experiments on tables."""
    monkeypatch.setattr(protocol, "EXPERIMENTS", ON_TABLES)


@pytest.fixture
def small_synthetic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Synthetic tables that take no time."""
    shrink(monkeypatch, SMALL)


@pytest.fixture(scope="session")
def measured_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables and the synthetic ones, with all experiments run on them."""
    path = tmp_path_factory.mktemp("experiments") / "measured.duckdb"
    with pytest.MonkeyPatch.context() as patch, cfsql.connect(path) as database:
        shrink(patch, SMALL)
        for name in ("first", "Second"):
            frame = frame_of(random_cases(30, seed=len(name)))
            database.load(frame, table=name, label=-1)
        database.experiment(tables=["first", "Second"], sample=15, repeats=2)
    return path


@pytest.fixture
def measured(
    measured_file: Path, tmp_path: Path, small_synthetic: None
) -> Iterator[cfsql.Database]:
    """A copy of that database."""
    with cfsql.connect(shutil.copy(measured_file, tmp_path)) as database:
        yield database
