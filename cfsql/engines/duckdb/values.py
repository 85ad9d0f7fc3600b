"""Relations of values that Python holds, apart from any database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import duckdb

from cfsql.engines.duckdb.forms import FRAME, in_form
from cfsql.engines.identifiers import quote

if TYPE_CHECKING:
    import pyarrow


def relation_of(
    columns: Mapping[str, Sequence[object]],
    types: Mapping[str, pyarrow.DataType],
    *,
    id_type: str,
) -> duckdb.DuckDBPyRelation:
    """Columns as a relation; those without a type hold ids, or texts of ids."""
    import pyarrow as pa

    connection = duckdb.connect()
    listed = f"select unnest(cast($ids as {id_type}[])) as ids"
    arrays = {}
    for name, values in columns.items():
        if name in types:
            arrays[name] = pa.array(values, types[name])
        else:
            ids = connection.sql(listed, params={"ids": list(values)})
            arrays[name] = in_form(ids, FRAME).to_arrow_table()["ids"]
    relation = connection.from_arrow(pa.table(arrays))
    # Arrow has no word for some types of ids, such as UUID.
    typed = [
        f"cast({quote(name)} as {id_type}) as {quote(name)}"
        for name in columns
        if name not in types
    ]
    return relation.project(f"* replace ({', '.join(typed)})") if typed else relation
