"""CSV files: their dialect and encoding, types that keep their words, their faults."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import dropwhile
from pathlib import Path
from typing import IO, Any

import duckdb

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import QueryFailed, WrongUse
from cfsql.tables.headers import N_COLUMNS, N_ROWS, doubtful_header, repeated_name
from cfsql.tables.reading import Reading

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


# No line of a table has more characters; cells of a million are read.
_LONGEST_LINE = 50_000_000


class CsvProblem(Exception):
    """What is wrong with a CSV file, and where."""


@dataclass(frozen=True)
class Dialect:
    """How a CSV file is written, as far as it was said or seen."""

    delimiter: str
    quote: str

    def reader(self, lines: IO[str], *, strict: bool = False) -> Iterator[list[str]]:
        """The records of the file."""
        csv.field_size_limit(sys.maxsize)
        return csv.reader(
            _bounded(lines),
            delimiter=self.delimiter,
            quotechar=self.quote or None,
            quoting=csv.QUOTE_MINIMAL if self.quote else csv.QUOTE_NONE,
            strict=strict,
        )


def stage(
    session: Session,
    path: Path,
    pattern: str,
    reading: Reading,
    *,
    text: bool,
    named: Sequence[str],
    texts: Sequence[str] = (),
) -> list[str]:
    """Read a CSV file into `incoming`; the names of its columns as they are written.

    `named` are columns that the user knows: a first line that has them is a header.
    `texts` are columns that stay as they are written.
    """
    codec = _codec(reading.encoding)
    _refuse_binary(path, codec)
    with ExitStack() as stack:
        if codec != "utf-8":
            path = _in_utf8(path, codec, reading.encoding, stack)
            pattern = str(path)
        first, dialect = _first_line(path, reading)
        if _has_odd_lines(path):
            path = _with_one_line_ending(path, dialect, stack)
            pattern = str(path)
        has_header = reading.header
        if has_header is None:
            has_header = not reading.names
        names = _names(reading, first, has_header=has_header)
        asked: dict[str, Any] = {
            "path": pattern,
            "header": has_header,
            "names": names,
            "delimiter": dialect.delimiter,
            "quote": dialect.quote,
            "decimal": reading.decimal,
            "nulls": reading.nulls,
        }
        try:
            _read(session, asked, text=text, texts=texts)
        except QueryFailed as error:
            above = "header" if has_header else "first line"
            problem = _fault(path, dialect, above)
            if problem is None:
                raise
            raise CsvProblem(problem) from error
        cells = {cell.strip().lower() for cell in first}
        if not named or not cells.issuperset(name.lower() for name in named):
            _refuse_doubtful_header(session, reading, first)
    written = names or first
    repeated = None if reading.rename_duplicates else repeated_name(written)
    if repeated is not None:
        raise CsvProblem(repeated)
    return written


def _names(reading: Reading, first: list[str], *, has_header: bool) -> list[str]:
    """The names that do not come from the file."""
    if reading.names:
        return reading.named(len(first))
    return [] if has_header else [f"column{n}" for n, _ in enumerate(first, start=1)]


def _refuse_doubtful_header(
    session: Session, reading: Reading, first: list[str]
) -> None:
    """Refuse to lose a row that was taken for names, or names taken for a row."""
    columns = session.columns("incoming")
    if reading.header is not None or not 1 < len(columns) == len(first):
        return
    skipped = int(bool(reading.names))
    rows = session.fetch(
        query("load/first_values"),
        names=columns[:N_COLUMNS],
        n_rows=N_ROWS,
    )
    doubt = doubtful_header(
        first[:N_COLUMNS], rows[skipped:], has_names=bool(reading.names)
    )
    if doubt is not None:
        raise CsvProblem(doubt)


def _read(
    session: Session, asked: dict[str, Any], *, text: bool, texts: Sequence[str]
) -> None:
    read = query("load/read_csv")
    try:
        session.stage(read, **asked, types=_ALL_TYPES, text=text)
    except QueryFailed as error:
        if not isinstance(error.__cause__, duckdb.ConversionException):
            raise
        session.stage(read, **asked, types=_SAFE_TYPES, text=text)
    types = dict(session.column_types("incoming"))
    changed = [*_changed_words(session, asked, types), *texts]
    if changed:
        kept = types | dict.fromkeys(changed, "VARCHAR")
        session.stage(query("load/read_csv_as"), **asked, types=kept)


def _changed_words(
    session: Session, asked: dict[str, Any], types: dict[str, str]
) -> list[str]:
    """The columns whose type would not keep what the file says."""
    changed: list[str] = []
    for kind, pattern in _LOST_WORDS.items():
        suspects = [name for name, column_type in types.items() if column_type == kind]
        if suspects:
            found = session.fetch_one(
                query("load/lost_words"), **asked, suspects=suspects, pattern=pattern
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


# Line endings.


def _has_odd_lines(path: Path) -> bool:
    """Whether lines end in more than one way, or the first ones are blank.

    DuckDB takes the first ending for all, and a blank line for the header.
    """
    n_lf = n_cr = n_both = 0
    with _open_bytes(path) as content:
        last = b""
        if content.read(4).removeprefix(codecs.BOM_UTF8)[:1] in (b"\n", b"\r"):
            return True
        content.seek(0)
        while part := content.read(1 << 20):
            n_lf += part.count(b"\n")
            n_cr += part.count(b"\r")
            n_both += part.count(b"\r\n") + (last == b"\r" and part[:1] == b"\n")
            last = part[-1:]
    return sum(n > 0 for n in (n_lf - n_both, n_cr - n_both, n_both)) > 1


def _with_one_line_ending(path: Path, dialect: Dialect, stack: ExitStack) -> Path:
    """The file with every line ended alike; those inside of cells are as they were."""
    folder = tempfile.TemporaryDirectory(prefix="cfsql-")
    copy = Path(stack.enter_context(folder)) / "input.csv"
    with (
        _open(path) as source,
        copy.open("w", newline="", encoding="utf-8") as target,
    ):
        writer = csv.writer(
            target,
            delimiter=dialect.delimiter,
            quotechar=dialect.quote or None,
            quoting=csv.QUOTE_MINIMAL if dialect.quote else csv.QUOTE_NONE,
            escapechar=None if dialect.quote else "\\",
            lineterminator="\n",
        )
        try:
            records = dialect.reader(source)
            writer.writerows(dropwhile(lambda record: not record, records))
        except UnicodeDecodeError as error:
            raise CsvProblem(_undecodable(path)) from error
    return copy


def _bounded(lines: IO[str]) -> Iterator[str]:
    """The lines of a file, none of which fills the memory.

    A few bytes of gzip can stand for a line of gigabytes.
    """
    number = 0
    while line := lines.readline(_LONGEST_LINE + 1):
        number += 1
        if len(line) > _LONGEST_LINE:
            raise CsvProblem(
                f"line {number} has more than {_LONGEST_LINE:,} characters"
            )
        yield line


# The first line, and what is wrong.


def _first_line(path: Path, reading: Reading) -> tuple[list[str], Dialect]:
    """The cells of the first line, and the delimiter that splits it most."""
    marks = reading.delimiter or _DELIMITERS.replace(reading.decimal, "")
    best: list[str] = []
    found = Dialect(marks[0], reading.quote)
    for mark in marks:
        dialect = Dialect(mark, reading.quote)
        try:
            with _open(path) as lines:
                cells = next(filter(None, dialect.reader(lines)), [])
        except UnicodeDecodeError as error:
            raise CsvProblem(_undecodable(path)) from error
        if len(cells) > len(best):
            best, found = cells, dialect
    return best, found


def _fault(path: Path, dialect: Dialect, above: str) -> str | None:
    """What is wrong with a CSV file that DuckDB refused, and in which line."""
    with _open(path) as lines:
        reader: Any = dialect.reader(lines, strict=True)
        begun = 1
        try:
            width = len(next(filter(None, reader), []))
            begun = reader.line_num + 1
            for record in reader:
                if record and len(record) != width:
                    found = f"{len(record)} column{'s' if len(record) != 1 else ''}"
                    return f"line {begun} has {found}, the {above} has {width}"
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
