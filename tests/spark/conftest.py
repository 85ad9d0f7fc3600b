"""A Spark session, on Sail or on a classic Spark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.spark.sessions import IS_SAIL, sail, spark_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What --master is told: a server of Sail's, or two cores of this machine."""
    if not IS_SAIL:
        yield "local[2]"
        return
    with sail(tmp_path_factory.mktemp("sail") / "log") as address:
        yield address


@pytest.fixture(scope="module")
def spark(address: str) -> Iterator[SparkSession]:
    """One session for the tests of a module: a Java starts once."""
    with spark_session(address) as session:
        yield session
