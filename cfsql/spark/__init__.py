"""Spark as a caller of parts: it writes the source, and its tasks rank.

Nothing is imported here: without Spark, `sessions` must be able to say what is missing.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from cfsql.spark.ranking import Spark


def spark(session: SparkSession) -> Spark:
    """What cfsql does on a Spark session: `cfsql.spark(session).rank(path, out=…)`."""
    from cfsql.spark.ranking import Spark

    return Spark(session)


class _Room(ModuleType):
    """This room, whose name in `cfsql` is the function's until it is imported."""

    def __call__(self, session: SparkSession) -> Spark:
        """As `spark`."""
        return spark(session)


sys.modules[__name__].__class__ = _Room
