"""CSV files: their dialect and encoding, types that keep their words, their faults."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import duckdb

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import QueryFailed, WrongUse

_DELIMITERS = ",;\t|"

# What DuckDB may take a column for: all that it knows, or, where dates are not all
# written alike and trip it up, only what is safe.
_SAFE_TYPES = ["BIGINT", "DOUBLE", "VARCHAR"]
_ALL_TYPES = ["BOOLEAN", "DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", *_SAFE_TYPES]


# Words that a type does not keep: yes and no are words, and an explanation must not
# say `true → false`; long numbers, such as account numbers, would be rounded; and in
# a long file DuckDB drops the time zones.
_LOST_WORDS = {
    "BOOLEAN": "t|f|y|n|yes|no|1|0",
    "DOUBLE": "[+-]?[0-9]{16,}",
    "TIMESTAMP": ".*:[0-9.]+ ?(z|[+-][0-9]{2}(:?[0-9]{2})?)",
}


# Text has zero bytes in these encodings only; the start of a file says as much.
_WIDE_CODECS = ("utf-16", "utf-32")
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_N_LOOKED_AT = 8192


class CsvProblem(Exception):
    """What is wrong with a CSV file, and where."""


def stage(
    session: Session, path: Path, pattern: str, *, text: bool, encoding: str
) -> list[str]:
    """Read a CSV file into `incoming`; the names of its columns as they are written."""
    codec = _codec(encoding)
    _refuse_binary(path, codec)
    with ExitStack() as stack:
        if codec != "utf-8":
            path = _in_utf8(path, codec, encoding, stack)
            pattern = str(path)
        header, delimiter = _header(path)
        dialect = {"path": pattern, "delimiter": delimiter}
        try:
            _read(session, dialect, text=text)
        except QueryFailed as error:
            problem = _fault(path, delimiter)
            if problem is None:
                raise
            raise CsvProblem(problem) from error
    return header


def _read(session: Session, dialect: dict[str, str], *, text: bool) -> None:
    read = query("load/read_csv")
    try:
        session.stage(read, **dialect, types=_ALL_TYPES, text=text)
    except QueryFailed as error:
        if not isinstance(error.__cause__, duckdb.ConversionException):
            raise
        session.stage(read, **dialect, types=_SAFE_TYPES, text=text)
    types = dict(session.column_types("incoming"))
    changed = _changed_words(session, dialect, types)
    if changed:
        kept = types | dict.fromkeys(changed, "VARCHAR")
        session.stage(query("load/read_csv_as"), **dialect, types=kept)


def _changed_words(
    session: Session, dialect: dict[str, str], types: dict[str, str]
) -> list[str]:
    """The columns whose type would not keep what the file says."""
    changed: list[str] = []
    for kind, pattern in _LOST_WORDS.items():
        suspects = [name for name, column_type in types.items() if column_type == kind]
        if suspects:
            found = session.fetch_one(
                query("load/lost_words"), **dialect, suspects=suspects, pattern=pattern
            )
            changed += [
                name for name, is_so in zip(suspects, found, strict=True) if is_so
            ]
    return changed


# Encodings.


def _codec(encoding: str) -> str:
    try:
        # Python has codecs that are no encodings of text; these it does not decode.
        b"a".decode(encoding, errors="ignore")
        return codecs.lookup(encoding).name
    except LookupError as error:
        raise WrongUse(
            f"no encoding '{encoding}'; try utf-8, latin-1 or utf-16"
        ) from error


def _in_utf8(path: Path, codec: str, encoding: str, stack: ExitStack) -> Path:
    """The file in UTF-8, in a folder that goes with the stack."""
    folder = tempfile.TemporaryDirectory(prefix="cfsql-")
    copy = Path(stack.enter_context(folder)) / "input.csv"
    try:
        with _open(path, codec) as source, copy.open("w", newline="") as target:
            while part := source.read(1 << 20):
                target.write(part.removeprefix("\ufeff"))
    except UnicodeError as error:
        raise CsvProblem(f"is not {encoding}: {error}") from error
    return copy


def _open(path: Path, codec: str = "utf-8-sig") -> IO[str]:
    if path.suffix == ".gz":
        return io.TextIOWrapper(gzip.open(path), encoding=codec, newline="")
    return path.open(encoding=codec, newline="")


def _refuse_binary(path: Path, codec: str) -> None:
    """Refuse what is no text in any encoding: advice on encodings would not help."""
    if codec.startswith(_WIDE_CODECS):
        return
    with _open_bytes(path) as content:
        start = content.read(_N_LOOKED_AT)
    if b"\0" not in start or start.startswith(_WIDE_MARKS):
        return
    # Latin letters in UTF-16: every second byte is zero, and none between them.
    for first, encoding in enumerate(("utf-16-be", "utf-16-le")):
        zeros, letters = start[first::2], start[1 - first :: 2]
        if 2 * zeros.count(0) > len(zeros) and 0 not in letters:
            raise CsvProblem(f"is in UTF-16; say so with --encoding {encoding}")
    raise CsvProblem("is not a CSV or Parquet file; what it holds is no text")


def _open_bytes(path: Path) -> gzip.GzipFile | io.BufferedReader:
    return gzip.open(path) if path.suffix == ".gz" else path.open("rb")


# The header, and what is wrong.


def _header(path: Path) -> tuple[list[str], str]:
    """The names in the header, and the delimiter that splits it most."""
    best: list[str] = []
    delimiter = _DELIMITERS[0]
    csv.field_size_limit(sys.maxsize)
    for mark in _DELIMITERS:
        try:
            with _open(path) as lines:
                names = next(csv.reader(lines, delimiter=mark), [])
        except UnicodeDecodeError as error:
            raise CsvProblem(_undecodable(path)) from error
        if len(names) > len(best):
            best, delimiter = names, mark
    return best, delimiter


def _fault(path: Path, delimiter: str) -> str | None:
    """What is wrong with a CSV file that DuckDB refused, and in which line."""
    with _open(path) as lines:
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        begun = 1
        try:
            width = len(next(reader))
            begun = reader.line_num + 1
            for record in reader:
                if record and len(record) != width:
                    found = f"{len(record)} column{'s' if len(record) != 1 else ''}"
                    return f"line {begun} has {found}, the header has {width}"
                begun = reader.line_num + 1
        except UnicodeDecodeError:
            return _undecodable(path)
        except csv.Error as error:
            if "unexpected end of data" in str(error):
                return f"line {begun} opens a quote that is never closed"
            return f"line {begun}: {error}"
    return None


def _undecodable(path: Path) -> str:
    with _open_bytes(path) as lines:
        for number, line in enumerate(lines, start=1):
            if number == 1 and line.startswith(_WIDE_MARKS):
                return "is in UTF-16; say so with --encoding utf-16"
            try:
                line.decode()
            except UnicodeDecodeError:
                break
    return (
        f"line {number} is not utf-8; "
        "name the file's encoding, such as --encoding latin-1"
    )
