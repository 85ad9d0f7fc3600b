"""The forms in which Python callers take a result: DuckDB, polars, arrow, pandas."""

from __future__ import annotations

import os
from abc import abstractmethod
from typing import TYPE_CHECKING

from cfsql import export
from cfsql.engines import duckdb as engine
from cfsql.errors import WrongUse

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars
    import pyarrow


class Frames:
    """Something with rows."""

    @abstractmethod
    def relation(self) -> duckdb.DuckDBPyRelation:
        """The rows as a DuckDB relation."""

    def pl(self) -> polars.DataFrame:
        """The rows as a polars frame."""
        frame: polars.DataFrame = engine.in_form(self.relation(), engine.FRAME).pl()
        return frame

    def arrow(self) -> pyarrow.Table:
        """The rows as an arrow table."""
        return engine.in_form(self.relation(), engine.FRAME).to_arrow_table()

    def df(self) -> pandas.DataFrame:
        """The rows as a pandas frame; pandas must be installed."""
        try:
            import pandas  # noqa: F401
        except ImportError as error:
            raise WrongUse("df() needs pandas: pip install pandas") from error
        return engine.in_form(self.relation(), engine.PANDAS).df()

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a Parquet file."""
        export.write(self.relation(), os.fspath(path), ending=".parquet")
