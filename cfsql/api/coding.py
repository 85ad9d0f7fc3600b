"""Coding a table for many processes: read and encoded once, into a folder."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cfsql.api.database import connect
from cfsql.keywords import takes
from cfsql.options import LoadOptions
from cfsql.tables.coded import write_coded
from cfsql.tables.folders import new_folder

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from cfsql.engines.duckdb import Trace
    from cfsql.tables.catalog import LoadedTable
    from cfsql.tables.profile import Profile

_DATABASE = "coding.duckdb"


@dataclass(frozen=True)
class Coded:
    """A coded table in a folder, and what was noticed when it was read."""

    folder: str
    facts: LoadedTable
    profile: Profile
    remarks: Sequence[str]


@takes(LoadOptions)
def encode(
    source: object = None,
    *,
    out: str | os.PathLike[str],
    from_: str | None = None,
    sql: str | None = None,
    label: str | int | None = None,
    table: str | None = None,
    ignore: Sequence[str] = (),
    bins: Mapping[str, object] | None = None,
    threads: int | None = None,
    memory_limit: str | None = None,
    trace: Trace | None = None,
    **options: Unpack[LoadOptions],
) -> Coded:
    """Read and encode a table into a new folder, which any number of processes read.

    `connect` opens the folder, to rank parts of the table. Whatever does not fit into
    memory is on disk, in that folder, while it is made.

    Parameters:
        source: what `load` takes.
        out: the folder.
        from_: the table of the other database that is the source.
        sql: a query on the other database.
        label: the column with the outcome; a number is its place, -1 the last.
        table: the name to give it; the file's own, or "data" for a frame.
        ignore: columns to keep, but not as features.
        bins: columns of numbers to compare by intervals, as for `load`.
        threads: the number of threads, by default all cores.
        memory_limit: a size such as "4GB", by default most of the memory.
        trace: a function that is given the text of every statement.
    """
    with new_folder(out) as folder:
        file = folder / _DATABASE
        with connect(
            file, threads=threads, memory_limit=memory_limit, trace=trace
        ) as database:
            loaded = database.load(
                source,
                from_=from_,
                sql=sql,
                label=label,
                table=table,
                ignore=ignore,
                bins=bins,
                **options,
            )
            profile = loaded.profile()
            with database.session() as session:
                write_coded(session, loaded.facts, folder)
        file.unlink()
    return Coded(os.fspath(out), loaded.facts, profile, loaded.remarks)
