"""The running example, loaded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cfsql
from tests.oracle.brute_force import RUNNING_EXAMPLE, RUNNING_EXAMPLE_FEATURES
from tests.support.random_tables import frame_of


@pytest.fixture(scope="session")
def example_table() -> Iterator[cfsql.Table]:
    """The paper's eight rows, loaded once."""
    with cfsql.connect() as database:
        frame = frame_of(RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE)
        yield database.load(frame, table="t", label=-1)
