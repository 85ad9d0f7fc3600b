"""Opening a database file: what is refused, and who holds the file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb

from cfsql.engines.duckdb import explain_error, open_database
from cfsql.errors import DatabaseUnavailable, WrongUse

MEMORY = ":memory:"

# How a DuckDB file begins, and the names under which DuckDB would not make one.
_MAGIC, _MAGIC_AT = b"DUCK", 8
_DATA_FILES = (".csv", ".tsv", ".json", ".jsonl", ".parquet", ".sqlite", ".xlsx")

_SIZE = re.compile(r"[0-9]+(\.[0-9]+)?\s*([KMGT]i?B|%)", re.IGNORECASE)


def open_file(
    path: str,
    *,
    read_only: bool,
    external_access: bool = True,
    threads: int | None,
    memory_limit: str | None,
) -> duckdb.DuckDBPyConnection:
    """A connection to the file of this path, or to a database in memory."""
    settings: dict[str, Any] = {}
    if threads is not None:
        settings["threads"] = threads
    if memory_limit is not None:
        if not _SIZE.fullmatch(memory_limit.strip()):
            raise WrongUse(
                f"--memory-limit takes a size such as 4GB, not '{memory_limit}'"
            )
        settings["memory_limit"] = memory_limit
    if path != MEMORY:
        _refuse_other_files(Path(path), read_only=read_only)
    try:
        return open_database(
            path,
            read_only=read_only,
            settings=settings,
            external_access=external_access,
        )
    except duckdb.Error as error:
        raise DatabaseUnavailable(_why_unavailable(path, error)) from error


def _refuse_other_files(path: Path, *, read_only: bool) -> None:
    """Refuse what DuckDB would open as something else than a database of its own."""
    if not path.exists():
        if read_only:
            raise DatabaseUnavailable(
                f"no database {path}; make one with: cfsql load FILE --db {path}"
            )
        if path.suffix.lower() in _DATA_FILES:
            raise DatabaseUnavailable(
                f"{path} would be no database by its name; choose another --db"
            )
    elif path.is_file() and path.stat().st_size:
        with path.open("rb") as file:
            start = file.read(_MAGIC_AT + len(_MAGIC))
        if start[_MAGIC_AT:] != _MAGIC:
            raise DatabaseUnavailable(
                f"{path} is not a DuckDB database; choose another --db"
            )


def _why_unavailable(path: str, error: duckdb.Error) -> str:
    message = str(error)
    if "set lock" in message or "Conflicting lock" in message:
        holder = re.search(r"PID (\d+)", message)
        by = _process_name(holder[1]) if holder else "another process"
        waiting = (
            ", or wait: it lets go when nobody has asked for 45 seconds"
            if by.startswith("cfsql ui")
            else ""
        )
        return (
            f"{path} is in use by {by}; close it there, or choose another --db{waiting}"
        )
    if Path(path).is_dir():
        return f"{path} is a directory; --db takes a file"
    if "we can only read versions" in message:
        return (
            f"{path} was made by a DuckDB that is newer than {duckdb.__version__}; "
            "open it with: pip install --upgrade duckdb"
        )
    return f"cannot open {path}: {explain_error(error)}"


def _process_name(process_id: str) -> str:
    """A process, with the command that it runs where the system tells that."""
    try:
        line = Path(f"/proc/{process_id}/cmdline").read_bytes()
    except OSError:
        return f"process {process_id}"
    words = line.decode("utf-8", "replace").rstrip("\0").split("\0")
    for place, word in enumerate(words[:-1]):
        if Path(word).name == "cfsql" or (place and word == "cfsql"):
            return f"cfsql {words[place + 1]} (process {process_id})"
    return f"{Path(words[0]).name} (process {process_id})"
