"""A coded table as a folder of Parquet files, which any number of processes can read.

It holds the rows of a loaded table, their encoding, and what is registered of both. It
is opened as a database in memory, whose tables are views of the files.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from cfsql.engines.duckdb import CF_SCHEMA, INTERNAL_SCHEMA, Session
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import query
from cfsql.errors import DatabaseUnavailable
from cfsql.tables.catalog import LoadedTable
from cfsql.version import __version__

CODED = "coded.json"

# What is logged, and what only a change of the table asks for.
_LEFT_OUT = ("runs", "layout")
_OF_CHANGES = "_row_hashes"


@dataclass(frozen=True)
class CodedRelation:
    """A table of a database in a file, with the types that Parquet may not have."""

    schema: str
    name: str
    file: str
    size: int
    types: Mapping[str, str]


def write_coded(session: Session, table: LoadedTable, folder: Path) -> None:
    """Write a loaded table, its encoding and its registers to files of a folder."""
    found: list[CodedRelation] = []
    rows = session.fetch(query("catalog/relations"), catalog=session.catalog)
    for schema, name, kind in rows:
        is_left_out = name in _LEFT_OUT or name.endswith(_OF_CHANGES)
        is_wanted = schema in (CF_SCHEMA, INTERNAL_SCHEMA) or name == table.name
        if kind != "table" or is_left_out or not is_wanted:
            continue
        path = folder / f"{len(found) + 1:02}.parquet"
        with session.scope():
            session.bind("written", quote(session.catalog, schema, name))
            types = session.write_out("written", path)
        found.append(CodedRelation(schema, name, path.name, path.stat().st_size, types))
    record = {
        "version": __version__,
        "table": table.name,
        "relations": [asdict(each) for each in found],
    }
    text = json.dumps(record, indent=1, ensure_ascii=False)
    (folder / CODED).write_text(text, encoding="utf-8")


def is_coded(path: str | os.PathLike[str]) -> bool:
    """Whether a path is such a folder."""
    return (Path(path) / CODED).is_file()


def view_coded(session: Session, path: str) -> str:
    """Make the views of a folder in a database; the name of the table."""
    folder = Path(path)
    try:
        record = json.loads((folder / CODED).read_text(encoding="utf-8"))
        relations = [CodedRelation(**each) for each in record["relations"]]
        version, table = record["version"], str(record["table"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DatabaseUnavailable(
            f"{folder / CODED} cannot be read ({error}); make it again with: "
            "cfsql encode SOURCE --out FOLDER"
        ) from error
    if version != __version__:
        raise DatabaseUnavailable(
            f"{path} was encoded by cfsql {version}, and this is {__version__}; make "
            "it again with: cfsql encode SOURCE --out FOLDER"
        )
    session.create_schemas()
    for each in relations:
        file = folder / each.file
        if not file.exists() or file.stat().st_size != each.size:
            raise DatabaseUnavailable(
                f"{file} is not as it was written; make the folder again with: "
                "cfsql encode SOURCE --out FOLDER"
            )
        rows = session.written([file.resolve()], each.types)
        session.store_rows(quote(session.catalog, each.schema, each.name), rows)
    return table
