"""Where a table was loaded from, to be read again."""

from __future__ import annotations

import json
import shlex
from typing import Any

from cfsql.engines.duckdb import CF_SCHEMA, Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.options import FileOptions, Keep, given_among
from cfsql.tables import catalog, row_sources
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.reading import Reading
from cfsql.tables.sources import find_again
from cfsql.words import listing


def sources_of(
    session: Session, table: LoadedTable, reading: Reading, keep: Keep | None
) -> tuple[list[object], Reading]:
    """The sources of a table, and how they were read unless `reading` says more."""
    kept = "" if keep is None else f" --keep {keep}"
    known = row_sources.sources(session).get(table.name)
    if known is None or known.address is None:
        raise WrongUse(
            f"{table.name} was loaded from {table.source}, which cannot be read again; "
            f"say where it is now: cfsql refresh {table.name} SOURCE{kept}"
        )
    if known.place is not None:
        return [], reading
    found = find_again(session, known)
    if reading == Reading():
        reading = Reading(**given_among(_keywords(known.reading), FileOptions))
    if "runs" not in catalog.relations(session, CF_SCHEMA):
        return [found], reading
    session.bind("runs", session.cf("runs"))
    for (text,) in session.fetch(query("change/append_runs"), table_name=table.name):
        appended = json.loads(text)["source"]
        words = ["cfsql", "refresh", table.name, table.source, *appended]
        raise WrongUse(
            f"rows were appended to {table.name} from {listing(appended)}, which "
            f"{table.source} may not have; name all that it is to hold: "
            f"{shlex.join(words)}{kept}"
        )
    return [found], reading


def _keywords(options: dict[str, Any]) -> dict[str, Any]:
    return {name.replace("-", "_"): value for name, value in options.items()}
