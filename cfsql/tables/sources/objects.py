"""Objects of Python that hold rows: frames, streams, and relations of DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import BadFile, WrongUse
from cfsql.tables.headers import repeated_name
from cfsql.tables.reading import Reading
from cfsql.tables.sources.source import Source


@dataclass(frozen=True)
class PythonObject(Source):
    """A frame of polars, pandas or Arrow, a stream, or a relation of DuckDB.

    What comes in parts is read part by part, and is never in memory as a whole.
    """

    held: object = None

    @classmethod
    def of(cls, held: object) -> PythonObject:
        """The source that an object is."""
        kind = type(held).__name__
        return cls(f"a {kind}", kind, "data", held=held)

    def stage(
        self,
        session: Session,
        reading: Reading,
        *,
        text: bool = False,
        named: Sequence[str] = (),
    ) -> list[str]:
        """Read the rows into `incoming`."""
        reading.refuse_other_formats(self.kind)
        held: Any = self.held
        if isinstance(held, duckdb.DuckDBPyRelation):
            session.register_relation("incoming_frame", held)
            session.stage(query("load/read_frame"))
            return list(held.columns)
        if hasattr(held, "collect") and hasattr(held, "lazy"):
            held = _in_batches(held)
        names = getattr(held, "column_names", getattr(held, "columns", None))
        if names is not None and len(names) == 0:
            raise BadFile(f"{self.name} has no columns and no rows")
        try:
            session.register("incoming_frame", held)
        except (duckdb.Error, TypeError) as error:
            raise WrongUse(
                f"cannot load a {self.name}; give a path, a polars, pandas or arrow "
                "table, or a DuckDB relation"
            ) from error
        session.stage(query("load/read_frame"))
        if names is None:
            return [name for name, _ in session.column_types("incoming")]
        written = [str(name) for name in names]
        repeated = None if reading.rename_duplicates else repeated_name(written)
        if repeated is not None:
            raise BadFile(f"{self.name}: {repeated}")
        return written


def _in_batches(lazy: Any) -> Any:
    """The rows of a lazy frame of polars as a stream, where it can give one."""
    if not hasattr(lazy, "collect_batches"):
        return lazy.collect()
    import pyarrow as pa

    schema = lazy.collect_schema().to_frame().to_arrow().schema
    batches = (
        batch
        for frame in lazy.collect_batches(maintain_order=True)
        for batch in frame.to_arrow().cast(schema).to_batches()
    )
    return pa.RecordBatchReader.from_batches(schema, batches)
