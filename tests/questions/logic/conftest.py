"""The running example, loaded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cfsql
from tests.oracle.brute_force import RUNNING_EXAMPLE, RUNNING_EXAMPLE_FEATURES
from tests.questions.logic.comparing import loaded


@pytest.fixture(scope="session")
def example_table() -> Iterator[cfsql.Table]:
    """The paper's eight rows, loaded once."""
    with loaded(RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE) as table:
        yield table
