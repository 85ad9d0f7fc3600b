"""Tables whose answers are right."""

from __future__ import annotations

import io
from collections.abc import Iterator

import polars as pl
import pytest

import cfsql
from cfsql import example
from tests.questions.checks.answers import ONE_CLASS, TWO_CLASSES, Checked


@pytest.fixture(scope="session")
def recidivism() -> Iterator[Checked]:
    """The running example, which has three classes."""
    frame = pl.read_csv(io.StringIO(example.CSV))
    with cfsql.connect() as database, database.session() as session:
        yield Checked(session, database.load(frame, label=-1))


@pytest.fixture(scope="session")
def two_classes() -> Iterator[Checked]:
    """A table with two classes."""
    with cfsql.connect() as database, database.session() as session:
        yield Checked(session, database.load(TWO_CLASSES, label=-1))


@pytest.fixture(scope="session")
def one_class() -> Iterator[Checked]:
    """A table in which nothing could have been different."""
    with cfsql.connect() as database, database.session() as session:
        yield Checked(session, database.load(ONE_CLASS, label=-1))
