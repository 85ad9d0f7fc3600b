"""One database for all constraints."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cfsql


@pytest.fixture(scope="session")
def database() -> Iterator[cfsql.Database]:
    """One database: opening one takes longer than ranking a small table."""
    with cfsql.connect(threads=1) as database:
        yield database
