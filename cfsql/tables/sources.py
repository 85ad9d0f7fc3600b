"""Where a table comes from: files by their format, standard input, data frames.

Whatever it is, it ends as the staged relation `incoming`, or as an error that says
what is wrong. What is wrong inside a CSV file is found in `csv_files`.
"""

from __future__ import annotations

import gzip
import re
import shutil
import sys
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import duckdb

from cfsql.engines.duckdb import Session, explain_error
from cfsql.engines.queries import query
from cfsql.errors import BadFile, QueryFailed, WrongUse
from cfsql.tables import csv_files
from cfsql.tables.headers import repeated_name
from cfsql.tables.reading import Reading

_FORMATS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".json": "json",
    ".jsonl": "json",
    ".ndjson": "json",
}
_GZIP, _PARQUET = b"\x1f\x8b", b"PAR1"


@dataclass(frozen=True)
class File:
    """A file to load: where it is, what it holds, and what to call it."""

    path: Path
    format: str
    name: str
    stem: str

    @property
    def pattern(self) -> str:
        """The path as DuckDB takes it, which reads `*`, `?` and `[` as wildcards."""
        return re.sub(r"([*?\[])", r"[\1]", str(self.path))


@contextmanager
def open_file(path: str) -> Iterator[File]:
    """Find the file at `path`, or save standard input for `-`, while it is read."""
    if path != "-":
        yield _find(Path(path))
        return
    with tempfile.TemporaryDirectory(prefix="cfsql-") as directory:
        yield _save_input(Path(directory))


def stage_file(
    session: Session,
    file: File,
    reading: Reading,
    *,
    text: bool = False,
    named: Sequence[str] = (),
) -> list[str]:
    """Read a file into `incoming`; the names of its columns as they are written.

    `named` are columns that the user knows it to have.
    """
    if file.format != "csv":
        reading.refuse_other_formats(file.name)
    if file.path.suffix == ".gz":
        _refuse_broken_gzip(file)
    try:
        if file.format == "csv":
            return csv_files.stage(
                session, file.path, file.pattern, reading, text=text, named=named
            )
        session.stage(query(f"load/read_{file.format}"), path=file.pattern)
    except csv_files.CsvProblem as problem:
        raise BadFile(f"{file.name}: {problem}") from problem
    except QueryFailed as error:
        raise BadFile(f"{file.name}: {_reason(file, error)}") from error
    return [name for name, _ in session.column_types("incoming")]


def stage_frame(session: Session, frame: object, reading: Reading) -> list[str]:
    """Read a polars, pandas or arrow table, or a DuckDB relation, into `incoming`.

    Returns the names of its columns as they are written.
    """
    reading.refuse_other_formats(f"a {type(frame).__name__}")
    if isinstance(frame, duckdb.DuckDBPyRelation):
        session.register_relation("incoming_frame", frame)
        session.stage(query("load/read_frame"))
        return list(frame.columns)
    if hasattr(frame, "collect") and hasattr(frame, "lazy"):
        frame = frame.collect()
    kind = type(frame).__name__
    names = getattr(frame, "column_names", getattr(frame, "columns", None))
    if names is not None and len(names) == 0:
        raise BadFile(f"{kind} has no columns and no rows")
    try:
        session.register("incoming_frame", frame)
    except (duckdb.Error, TypeError) as error:
        raise WrongUse(
            f"cannot load a {kind}; give a path, a polars, pandas or arrow table, "
            "or a DuckDB relation"
        ) from error
    session.stage(query("load/read_frame"))
    if names is None:
        return [name for name, _ in session.column_types("incoming")]
    written = [str(name) for name in names]
    repeated = None if reading.rename_duplicates else repeated_name(written)
    if repeated is not None:
        raise BadFile(f"{kind}: {repeated}")
    return written


def _find(path: Path) -> File:
    if path.is_dir():
        raise WrongUse(f"{path} is a directory; give a file in it")
    if not path.exists():
        raise WrongUse(f"no file {path}{similar_file(path)}")
    suffixes = [suffix.lower() for suffix in path.suffixes]
    zipped = suffixes[-1:] == [".gz"]
    suffix = suffixes[-2 if zipped else -1] if len(suffixes) > zipped else ""
    if suffix not in _FORMATS or (zipped and _FORMATS[suffix] == "parquet"):
        raise WrongUse(
            f"{path} is of an unknown format; cfsql reads "
            ".csv, .tsv, .json, .jsonl (also .gz) and .parquet"
        )
    stem = path.name[: -len(suffix) - (3 if zipped else 0)]
    with path.open("rb") as file:
        start = file.read(4)
    if not start and path.is_file():
        raise BadFile(f"{path} is empty")
    if not zipped and start.startswith(_GZIP):
        raise BadFile(f"{path} is compressed with gzip; its name should end in .gz")
    if _FORMATS[suffix] != "parquet" and start == _PARQUET:
        raise BadFile(f"{path} is a Parquet file; its name should end in .parquet")
    return File(path, _FORMATS[suffix], str(path), stem)


def similar_file(path: Path) -> str:
    """The end of a sentence that says that a file is missing: which may be meant."""
    if not path.parent.is_dir():
        return f"; there is no directory {path.parent} either"
    # By what comes before the ending: that alone makes no file like another.
    names = sorted(each.name for each in path.parent.iterdir())
    stems = {name.split(".")[0] for name in names}
    alike = get_close_matches(path.name.split(".")[0], sorted(stems), n=1)
    meant = [name for name in names if name.split(".")[0] in alike]
    near = get_close_matches(path.name, meant, n=1, cutoff=0)
    return f"; did you mean {path.parent / near[0]}?" if near else ""


def _save_input(directory: Path) -> File:
    saved = directory / "input"
    with saved.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    with saved.open("rb") as file:
        start = file.read(64)
    if not start:
        raise BadFile("standard input is empty")
    zipped = start.startswith(_GZIP)
    if zipped:
        saved = saved.rename(directory / "input.gz")
        _refuse_broken_gzip(File(saved, "csv", "standard input", "stdin"))
        with gzip.open(saved) as file:
            start = file.read(64)
    if start.startswith(_PARQUET):
        kind = "parquet"
    elif start.lstrip()[:1] in (b"{", b"["):
        kind = "json"
    else:
        kind = "csv"
    path = saved.rename(directory / f"input.{kind}{'.gz' if zipped else ''}")
    return File(path, kind, "standard input", "stdin")


def _refuse_broken_gzip(file: File) -> None:
    """Read to the end: DuckDB may take what comes before a cut for the whole."""
    try:
        with gzip.open(file.path) as content:
            while content.read(1 << 20):
                pass
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadFile(f"{file.name} is not a complete gzip file") from error


def _reason(file: File, error: QueryFailed) -> str:
    cause = error.__cause__ if isinstance(error.__cause__, duckdb.Error) else error
    reason = explain_error(cause).split(": ", 1)[-1].strip()
    if file.format == "parquet" and "magic bytes" in reason:
        return "is not a Parquet file"
    for quoted in (f'"{file.path}"', f"'{file.path}'", str(file.path)):
        reason = reason.replace(f" in file {quoted}", "").replace(quoted, "it")
    return reason
