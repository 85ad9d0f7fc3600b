"""Values in Spark: parameters as literals, and columns as DuckDB's texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql import types as T  # noqa: N812

from cfsql.engines.identifiers import backtick

if TYPE_CHECKING:
    from pyspark.sql import Column


def text_of(column: T.StructField) -> str:
    """A column as the texts that stand for its values, as DuckDB has them."""
    name = backtick(column.name)
    if isinstance(column.dataType, T.StringType):
        return name
    if isinstance(column.dataType, (T.FloatType, T.DoubleType)):
        return f"number_text(cast({name} as string))"
    if isinstance(column.dataType, T.TimestampType):
        return f"concat(cast({name} as string), '+00')"
    if isinstance(column.dataType, T.BinaryType):
        return f"hex({name})"
    return f"cast({name} as string)"


def literal(value: object) -> Column:
    """A parameter as Spark takes it."""
    if isinstance(value, dict):
        return F.struct(*[literal(each).alias(name) for name, each in value.items()])
    if isinstance(value, (list, tuple)):
        return F.array(*[literal(each) for each in value])
    return F.lit(value)
