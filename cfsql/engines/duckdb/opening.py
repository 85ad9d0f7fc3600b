"""Opening a database file, and the directory that it spills to."""

from __future__ import annotations

import os
import platform
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import duckdb

from cfsql.engines.duckdb.schemas import CF_SCHEMA, INTERNAL_SCHEMA
from cfsql.engines.identifiers import literal

# What a new file is written as; one that is there stays as it is. This DuckDB and all
# later ones read it, and it holds all that is stored. DuckDB's own choice may be a
# version that nobody else has.
_STORAGE_VERSION = "v1.2.0"

# Each table of a new file takes whole blocks of so many bytes. With a quarter of what
# is usual a small file is a third as large and Adult is not larger; with less it is.
_BLOCK_SIZE = 65_536

# How a directory is called that a process writes to while it runs.
_TEMPORARY = ".tmp"


def open_database(
    path: str,
    *,
    read_only: bool,
    settings: dict[str, Any],
    external_access: bool = True,
) -> duckdb.DuckDBPyConnection:
    """Connect to a file, or to ":memory:".

    Opened as itself, cf.duckdb would be the database `cf` with the schema `cf`, and
    `from cf.runs` ambiguous; it is attached under another name.
    """
    settings = {
        "temp_directory": _temporary(path),
        "storage_compatibility_version": _STORAGE_VERSION,
        "default_block_size": _BLOCK_SIZE,
        **settings,
    }
    connection = duckdb.connect(path, read_only=read_only, config=settings)
    if _is_ambiguous(connection):
        connection.close()
        connection = duckdb.connect(config=settings)
        options = " (read_only)" if read_only else ""
        connection.execute(f"attach {literal(path)} as db{options}")
        connection.execute("use db")
    # Texts of instants must not depend on where the machine is.
    connection.execute("set TimeZone = 'UTC'")
    if not external_access:
        # Last, because what is set above counts as access; it cannot be undone.
        connection.execute("set enable_external_access = false")
    return connection


def _is_ambiguous(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether the database has the name of a schema that is in it, or will be."""
    ((name, schemas),) = connection.execute(
        "select current_database(), list(schema_name) from duckdb_schemas() "
        "where database_name = current_database()"
    ).fetchall()
    return name.lower() in (CF_SCHEMA, INTERNAL_SCHEMA, *schemas)


def _temporary(path: str) -> str:
    """Where to write what does not fit into memory: beside the file, if there is one.

    DuckDB makes the directory when it needs it, and takes it away again; a process
    that is killed cannot, and the next one that opens the database does.
    """
    beside = Path(path if path != ":memory:" else f"{tempfile.gettempdir()}/cfsql")
    prefix = f"{beside.name}-{_host()}-"
    for left in _directories(beside.parent, prefix):
        process = left.name.removeprefix(prefix).removesuffix(_TEMPORARY)
        if process.isdecimal() and not _is_running(int(process)):
            shutil.rmtree(left, ignore_errors=True)
    return str(beside.parent / f"{prefix}{os.getpid()}{_TEMPORARY}")


def _host() -> str:
    """This machine, as a file can be called: others may see the same directory."""
    return re.sub(r"\W", "_", platform.node())


def _directories(parent: Path, prefix: str) -> list[Path]:
    """The temporary directories of this machine's processes."""
    try:
        return [
            each
            for each in parent.iterdir()
            if each.name.startswith(prefix) and each.name.endswith(_TEMPORARY)
        ]
    except OSError:
        return []


def _is_running(process: int) -> bool:
    if os.name == "nt":
        # To ask would be to stop it there; so what is left stays.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        # It is another user's, or the system will not say.
        return True
    return True
