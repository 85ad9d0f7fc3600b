"""A report of a mixed table."""

from __future__ import annotations

import pytest

import cfsql
from cfsql.questions.report import Report
from tests.support.tables import mixed_table


@pytest.fixture(scope="session", params=["power", "dag"])
def ranking(request: pytest.FixtureRequest) -> cfsql.Ranking:
    """A ranking of a mixed table."""
    return mixed_table().rank(by=request.param)


@pytest.fixture(scope="session")
def report(ranking: cfsql.Ranking) -> Report:
    """Its report."""
    return ranking.report()
