"""The scratch folder: what Spark writes for the driver, and the driver for Spark."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def place_of(path: str) -> Path | None:
    """Where a path of Hadoop's is for everyone; None on other file systems."""
    parts = urlsplit(path)
    return Path(url2pathname(parts.path)) if parts.scheme in ("", "file") else None


class Scratch:
    """A folder that all workers can write to, and files of which the driver reads.

    Where it is on a file system that only Spark knows, they are copied.
    """

    def __init__(self, spark: SparkSession, path: str) -> None:
        """Name a folder; it is made when something is written."""
        self.path = path
        self.is_shared = place_of(path) is not None
        self._spark: Any = spark
        self._numbers = count(1)
        self._copies: list[Path] = []

    def fresh(self, name: str) -> str:
        """A path that nothing is at."""
        return f"{self.path}/{name}_{next(self._numbers)}"

    def fetched(self, path: str) -> Path:
        """Where the driver can read what is at a path."""
        place = place_of(path)
        if place is not None:
            return place
        copy = self._copy()
        files, named = self._files(path)
        files.copyToLocalFile(False, named, self._named(copy.as_uri()), True)
        return copy / path.rpartition("/")[2]

    def begun(self, path: str) -> Path:
        """A folder that the driver can write to, to be `sent` to a path."""
        place = place_of(path) or self._copy() / "sent"
        place.mkdir(parents=True)
        return place

    def sent(self, place: Path, path: str) -> None:
        """Let Spark read from a path what the driver has written."""
        if place_of(path) is None:
            files, named = self._files(path)
            files.copyFromLocalFile(True, self._named(place.as_uri()), named)

    def close(self) -> None:
        """Take copies away."""
        for copy in self._copies:
            shutil.rmtree(copy, ignore_errors=True)

    def _copy(self) -> Path:
        self._copies.append(Path(mkdtemp(prefix="cfsql-")))
        return self._copies[-1]

    def _named(self, path: str) -> Any:
        return self._spark._jvm.org.apache.hadoop.fs.Path(path)

    def _files(self, path: str) -> tuple[Any, Any]:
        named = self._named(path)
        return named.getFileSystem(self._spark._jsc.hadoopConfiguration()), named
