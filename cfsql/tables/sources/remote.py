"""Files far away: https:// and s3://, where DuckDB's httpfs is installed."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

import duckdb

from cfsql.engines.duckdb import Session, explain_error
from cfsql.engines.queries import query
from cfsql.errors import BadFile, QueryFailed, WrongUse
from cfsql.tables.reading import Reading
from cfsql.tables.sources.files import FORMATS, find_file
from cfsql.tables.sources.source import Source

_SCHEMES = ("http", "https", "s3", "gs", "r2")


@dataclass(frozen=True)
class Remote(Source):
    """A file that DuckDB fetches, or Parquet files that it reads where they are."""

    format: str = ""

    def stage(
        self,
        session: Session,
        reading: Reading,
        *,
        text: bool = False,
        named: Sequence[str] = (),
    ) -> list[str]:
        """Read the rows into `incoming`."""
        if not session.load_extension("httpfs"):
            scheme = self.name.partition(":")[0]
            raise WrongUse(
                f"{scheme}:// needs DuckDB's extension httpfs; install it once, in any "
                f"client of DuckDB {duckdb.__version__}, with: install httpfs"
            )
        try:
            if self.format == "parquet":
                reading.refuse_other_formats(self.name)
                session.stage(query("load/read_parquet"), path=self.name)
                return session.columns("incoming")
            with tempfile.TemporaryDirectory(prefix="cfsql-") as directory:
                path = Path(directory) / PurePosixPath(urlsplit(self.name).path).name
                ((content,),) = session.fetch(query("load/fetched"), path=self.name)
                path.write_bytes(content)
                file = replace(find_file(path), name=self.name)
                return file.stage(session, reading, text=text, named=named)
        except QueryFailed as error:
            cause = error.__cause__ or error
            raise BadFile(f"{self.name}: {explain_error(cause)}") from error


def is_remote(given: str) -> bool:
    """Whether an address is one of a file far away."""
    return given.partition("://")[0].lower() in _SCHEMES and "://" in given


def find(address: str) -> Remote:
    """The file, or with wildcards the Parquet files, of an address."""
    path = PurePosixPath(urlsplit(address).path)
    suffixes = [suffix.lower() for suffix in path.suffixes]
    zipped = suffixes[-1:] == [".gz"]
    suffix = suffixes[-2 if zipped else -1] if len(suffixes) > zipped else ""
    if suffix not in FORMATS:
        raise WrongUse(
            f"{address} is of an unknown format; its path should end in "
            ".csv, .tsv, .json, .jsonl (also .gz) or .parquet"
        )
    stem = path.name.lower().removesuffix(".gz")[: -len(suffix)]
    stem = path.parent.name if set(stem) & set("*?[") else path.name[: len(stem)]
    return Remote(
        "a remote file", address, stem, {"source": address}, format=FORMATS[suffix]
    )
