"""Results on Spark: files in order of their row ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql import types as T  # noqa: N812

from cfsql.engines.identifiers import backtick
from cfsql.engines.queries import Query
from cfsql.engines.spark import dialect
from cfsql.engines.spark.staging import Staging

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class Writing(Staging):
    """What is written for others to read."""

    def write(self, query: Query, target: str) -> None:
        """Write a result, in its order over all files."""
        with self._failing(query.label):
            self._in_order(query).write.parquet(target)

    def _in_order(self, query: Query) -> DataFrame:
        """A query in its order.

        To sort by ranges, Spark would run it twice: first to see what the ranges are.
        Ids that are numbers are taken to be spread evenly.
        """
        text, columns, keys = dialect.unordered(query.body, self._written_out)
        asked = self.spark.table("asked_rows")
        if not keys or not isinstance(asked.schema["row_id"].dataType, T.IntegralType):
            return self._frame(query, {})
        first, last = asked.select(F.min("row_id"), F.max("row_id")).first() or (0, 0)
        n_parts = int(self.spark.conf.get("spark.sql.shuffle.partitions") or 1)
        first, width = first or 0, ((last or 0) - (first or 0)) // n_parts + 1
        part = F.expr(f"cast((row_id - {first}) div {width} as int)")
        rows = self._sql(text, label=query.label).repartitionById(n_parts, part)
        in_order = rows.sortWithinPartitions(*keys)
        if "*" in columns:
            return in_order
        return in_order.select(*map(backtick, columns))
