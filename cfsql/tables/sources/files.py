"""Files by their format, and standard input.

What is wrong inside a CSV file is found in `csv_files`.
"""

from __future__ import annotations

import gzip
import re
import shutil
import sys
import tempfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import duckdb

from cfsql.engines.duckdb import Session, explain_error
from cfsql.engines.queries import query
from cfsql.errors import BadFile, QueryFailed, WrongUse
from cfsql.tables import csv_files
from cfsql.tables.reading import Reading
from cfsql.tables.sources.source import Source

FORMATS = {
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

_INPUT = "standard input"


@dataclass(frozen=True)
class File:
    """A file: where it is, what it holds, and what messages call it."""

    path: Path
    format: str
    name: str
    stem: str

    @property
    def pattern(self) -> str:
        """The path as DuckDB takes it, which reads `*`, `?` and `[` as wildcards."""
        return re.sub(r"([*?\[])", r"[\1]", str(self.path))

    def stage(
        self,
        session: Session,
        reading: Reading,
        *,
        text: bool = False,
        named: Sequence[str] = (),
        texts: Sequence[str] = (),
    ) -> list[str]:
        """Read the file into `incoming`; the names of its columns as they are written.

        `texts` are columns of a CSV file that stay as they are written, whatever they
        look like.
        """
        if self.format != "csv":
            reading.refuse_other_formats(self.name)
        if self.path.suffix == ".gz":
            _refuse_broken_gzip(self)
        try:
            if self.format == "csv":
                return csv_files.stage(
                    session,
                    self.path,
                    self.pattern,
                    reading,
                    text=text,
                    named=named,
                    texts=texts,
                )
            session.stage(query(f"load/read_{self.format}"), path=self.pattern)
        except csv_files.CsvProblem as problem:
            raise BadFile(f"{self.name}: {problem}") from problem
        except QueryFailed as error:
            raise BadFile(f"{self.name}: {_reason(self, error)}") from error
        return [name for name, _ in session.column_types("incoming")]


@dataclass(frozen=True)
class OneFile(Source):
    """One file, or standard input, whose path is None."""

    file: File | None = None

    def stage(
        self,
        session: Session,
        reading: Reading,
        *,
        text: bool = False,
        named: Sequence[str] = (),
    ) -> list[str]:
        """Read the file into `incoming`."""
        if self.file is not None:
            return self.file.stage(session, reading, text=text, named=named)
        with tempfile.TemporaryDirectory(prefix="cfsql-") as directory:
            saved = _save_input(Path(directory))
            return saved.stage(session, reading, text=text, named=named)


def find(path: str) -> OneFile:
    """The file at a path; standard input for `-`."""
    if path == "-":
        return OneFile(_INPUT, _INPUT, "stdin")
    file = find_file(Path(path))
    address = {"source": str(file.path.absolute())}
    return OneFile("a file", file.name, file.stem, address, file=file)


def find_file(path: Path) -> File:
    """The file at a path, which is of a known format."""
    if not path.exists():
        raise WrongUse(f"no file {path}{similar_file(path)}")
    suffixes = [suffix.lower() for suffix in path.suffixes]
    zipped = suffixes[-1:] == [".gz"]
    suffix = suffixes[-2 if zipped else -1] if len(suffixes) > zipped else ""
    if suffix not in FORMATS or (zipped and FORMATS[suffix] == "parquet"):
        raise WrongUse(
            f"{path} is of an unknown format; cfsql reads "
            ".csv, .tsv, .json, .jsonl (also .gz) and .parquet"
        )
    stem = path.name[: -len(suffix) - (3 if zipped else 0)]
    with path.open("rb") as file:
        start = file.read(4)
    if not start and path.is_file():
        raise BadFile(f"{path} is empty; it needs a header and a row for each case")
    if not zipped and start.startswith(_GZIP):
        raise BadFile(f"{path} is compressed with gzip; its name should end in .gz")
    if FORMATS[suffix] != "parquet" and start == _PARQUET:
        raise BadFile(f"{path} is a Parquet file; its name should end in .parquet")
    return File(path, FORMATS[suffix], str(path), stem)


def similar_file(path: Path) -> str:
    """The end of a sentence that says that a file is missing: which may be meant."""
    if not path.parent.is_dir():
        return f"; there is no directory {path.parent} either"
    # By what comes before the ending: that alone makes no file like another.
    names = sorted(each.name for each in path.parent.iterdir())
    stems = {name.split(".")[0] for name in names}
    alike = get_close_matches(path.name.split(".")[0], sorted(stems), n=1, cutoff=0.7)
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
        raise BadFile(
            "standard input is empty; it needs a header and a row for each case"
        )
    zipped = start.startswith(_GZIP)
    if zipped:
        saved = saved.rename(directory / "input.gz")
        _refuse_broken_gzip(File(saved, "csv", _INPUT, "stdin"))
        with gzip.open(saved) as file:
            start = file.read(64)
    if start.startswith(_PARQUET):
        kind = "parquet"
    elif start.lstrip()[:1] in (b"{", b"["):
        kind = "json"
    else:
        kind = "csv"
    path = saved.rename(directory / f"input.{kind}{'.gz' if zipped else ''}")
    return File(path, kind, _INPUT, "stdin")


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
