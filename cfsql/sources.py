"""Where a table comes from: files by their format, standard input, data frames.

Whatever it is, it ends as the staged relation `incoming`, or as an error that names
the line.
"""

from __future__ import annotations

import csv
import gzip
import io
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import duckdb

from cfsql.engines.duckdb import Session, first_line
from cfsql.errors import BadFile, QueryFailed, WrongUse
from cfsql.queries import query

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
_DELIMITERS = ",;\t|"
# What DuckDB may take a column of a CSV file for, besides BOOLEAN.
_TYPES = ["BIGINT", "DOUBLE", "TIME", "DATE", "TIMESTAMP", "TIMESTAMPTZ", "VARCHAR"]
_SNIFFED_ROWS = 20_480
_ALL_ROWS = -1


@dataclass(frozen=True)
class File:
    """A file to load: where it is, what it holds, and what to call it."""

    path: Path
    format: str
    name: str
    stem: str


@contextmanager
def open_file(path: str) -> Iterator[File]:
    """Find the file at `path`, or save standard input for `-`, while it is read."""
    if path != "-":
        yield _find(Path(path))
        return
    with tempfile.TemporaryDirectory(prefix="cfsql-") as directory:
        yield _save_input(Path(directory))


def _find(path: Path) -> File:
    if path.is_dir():
        raise WrongUse(f"{path} is a directory; give a file in it")
    if not path.exists():
        raise WrongUse(f"no file {path}{_similar_file(path)}")
    suffixes = [suffix.lower() for suffix in path.suffixes]
    zipped = suffixes[-1:] == [".gz"]
    suffix = suffixes[-2 if zipped else -1] if len(suffixes) > zipped else ""
    if suffix not in _FORMATS or (zipped and _FORMATS[suffix] == "parquet"):
        raise WrongUse(
            f"{path} is of an unknown format; cfsql reads "
            ".csv, .tsv, .json, .jsonl (also .gz) and .parquet"
        )
    stem = path.name[: -len(suffix) - (3 if zipped else 0)]
    if path.stat().st_size == 0:
        raise BadFile(f"{path} is empty")
    return File(path, _FORMATS[suffix], str(path), stem)


def _similar_file(path: Path) -> str:
    from difflib import get_close_matches

    if not path.parent.is_dir():
        return f"; there is no directory {path.parent} either"
    near = get_close_matches(path.name, [p.name for p in path.parent.iterdir()], n=1)
    return f"; did you mean {path.parent / near[0]}?" if near else ""


def _save_input(directory: Path) -> File:
    saved = directory / "input"
    with saved.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    with saved.open("rb") as file:
        start = file.read(64)
    if not start:
        raise BadFile("standard input is empty")
    zipped = start.startswith(b"\x1f\x8b")
    if zipped:
        with gzip.open(saved) as file:
            start = file.read(64)
    if start.startswith(b"PAR1"):
        kind = "parquet"
    elif start.lstrip()[:1] in (b"{", b"["):
        kind = "json"
    else:
        kind = "csv"
    path = saved.rename(directory / f"input.{kind}{'.gz' if zipped else ''}")
    return File(path, kind, "standard input", "stdin")


def stage_file(
    session: Session, file: File, *, text: bool = False, encoding: str = "utf-8"
) -> None:
    """Read a file into `incoming`."""
    try:
        if file.format == "csv":
            _stage_csv(session, file, text=text, encoding=encoding)
        else:
            session.stage(query(f"load/read_{file.format}"), path=str(file.path))
    except QueryFailed as error:
        cause = error.__cause__ if isinstance(error.__cause__, duckdb.Error) else error
        problem = first_line(cause).split(": ", 1)[-1].strip()
        raise BadFile(f"{file.name}: {problem}") from error


def stage_frame(session: Session, frame: object) -> None:
    """Read a polars, pandas or arrow table, or a DuckDB relation, into `incoming`."""
    if isinstance(frame, duckdb.DuckDBPyRelation):
        frame = frame.to_arrow_table()
    elif hasattr(frame, "collect") and hasattr(frame, "lazy"):
        frame = frame.collect()
    try:
        session.register("incoming_frame", frame)
    except duckdb.Error as error:
        raise WrongUse(
            f"cannot load a {type(frame).__name__}; give a path, a polars, pandas or "
            "arrow table, or a DuckDB relation"
        ) from error
    session.stage(query("load/read_frame"))


def _stage_csv(session: Session, file: File, *, text: bool, encoding: str) -> None:
    dialect = {
        "path": str(file.path),
        "delimiter": _delimiter(file, encoding),
        "encoding": encoding,
    }

    def read(types: list[str], sample_size: int) -> None:
        session.stage(
            query("load/read_csv"),
            **dialect,
            types=types,
            sample_size=sample_size,
            text=text,
        )

    def read_with(types: list[str]) -> None:
        try:
            read(types, _SNIFFED_ROWS)
        except QueryFailed as error:
            # A value further down does not fit the type of the first rows.
            if not isinstance(error.__cause__, duckdb.ConversionException):
                raise
            read(types, _ALL_ROWS)

    try:
        read_with([*_TYPES, "BOOLEAN"])
        columns = session.fetch(query("load/incoming_columns"))
        flags = [name for name, kind in columns if kind == "BOOLEAN"]
        if flags and any(
            session.fetch_one(query("load/other_booleans"), **dialect, flags=flags)
        ):
            # Yes, no, t and f are words: an explanation must say what the file says.
            read_with(_TYPES)
    except QueryFailed as error:
        problem = _csv_problem(file, dialect["delimiter"], encoding)
        if problem is None:
            raise
        raise BadFile(f"{file.name}: {problem}") from error


def _open_text(file: File, encoding: str) -> IO[str]:
    name = "utf-8-sig" if encoding == "utf-8" else encoding
    if file.path.suffix == ".gz":
        return io.TextIOWrapper(gzip.open(file.path), encoding=name, newline="")
    return file.path.open(encoding=name, newline="")


def _delimiter(file: File, encoding: str) -> str:
    """The delimiter that splits the header most: the header has no free text."""
    try:
        with _open_text(file, encoding) as lines:
            header = lines.readline()
    except LookupError as error:
        raise WrongUse(
            f"no encoding '{encoding}'; try utf-8, latin-1 or utf-16"
        ) from error
    except (UnicodeDecodeError, gzip.BadGzipFile, EOFError):
        # DuckDB will fail on this too, and the cause is then looked for.
        return ","
    return max(
        _DELIMITERS,
        key=lambda mark: len(next(csv.reader([header], delimiter=mark), [])),
    )


def _csv_problem(file: File, delimiter: str, encoding: str) -> str | None:
    """What is wrong with a CSV file that DuckDB refused, and in which line."""
    try:
        with _open_text(file, encoding) as lines:
            reader = csv.reader(lines, delimiter=delimiter, strict=True)
            try:
                width = len(next(reader))
                for record in reader:
                    if record and len(record) != width:
                        return (
                            f"line {reader.line_num} has {len(record)} columns, "
                            f"the header has {width}"
                        )
            except csv.Error as error:
                return f"line {reader.line_num}: {error}"
    except UnicodeDecodeError:
        return (
            f"line {_undecodable_line(file, encoding)} is not {encoding}; "
            "name the file's encoding, such as --encoding latin-1"
        )
    except (gzip.BadGzipFile, EOFError):
        return "is not a complete gzip file"
    return None


def _undecodable_line(file: File, encoding: str) -> int:
    opener = gzip.open if file.path.suffix == ".gz" else open
    with opener(file.path, "rb") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                line.decode(encoding)
            except UnicodeDecodeError:
                return number
    return 1
