"""The explorer on tables of many kinds, and clients for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.ui_server import Served, serving_pages, write_tables
from tests.ui.reading import opened


@pytest.fixture(scope="session")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with tables of many kinds."""
    path = tmp_path_factory.mktemp("ui") / "tables.duckdb"
    write_tables(path)
    return path


@pytest.fixture(scope="session")
def served(path: Path) -> Iterator[Served]:
    """A server that shows it."""
    with serving_pages(path) as served:
        yield served


@pytest.fixture(scope="session")
def client(served: Served) -> Iterator[httpx.Client]:
    """A client that has opened the link."""
    with opened(served) as client:
        yield client


@pytest.fixture
def outside(served: Served) -> Iterator[httpx.Client]:
    """A client without the key."""
    with httpx.Client(base_url=served.address) as client:
        yield client
