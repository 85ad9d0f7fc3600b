"""Folders on whatever file system Spark writes to: made whole, or not at all."""

from __future__ import annotations

from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from py4j.protocol import Py4JJavaError

from cfsql.engines.spark.failures import explain_error
from cfsql.errors import CfsqlError, NotResults, OutputExists, WrongUse

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


# What a folder of results has besides them: how they were made.
RECORD = "run.json"


class Folder:
    """A path on a file system of Hadoop's: local, HDFS, or an object store."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        """Name a path; nothing is made."""
        jvm: Any = spark._jvm
        self._jvm = jvm
        try:
            named = jvm.org.apache.hadoop.fs.Path(path)
            configuration = spark._jsc.hadoopConfiguration()
            self._files = named.getFileSystem(configuration)
        except Py4JJavaError as error:
            reason = explain_error(error)
            raise WrongUse(f"Spark cannot use the path {path}: {reason}") from error
        self._path = self._files.makeQualified(named)
        # As Spark is told it, wherever its own working folder is.
        self.path = str(self._path.toString())

    def exists(self) -> bool:
        """Whether there is a file or a folder."""
        return bool(self._files.exists(self._path))

    def is_empty_or_has(self, name: str) -> bool:
        """Whether a folder has nothing in it, or a file of this name."""
        if not self._files.getFileStatus(self._path).isDirectory():
            return False
        names = {
            each.getPath().getName() for each in self._files.listStatus(self._path)
        }
        return not names or name in names

    def delete(self) -> None:
        """Take it away with all that is in it, if it is there."""
        self._files.delete(self._path, True)

    def rename(self, other: Folder) -> None:
        """Move it to where nothing is yet."""
        self._files.mkdirs(other._path.getParent())
        if not self._files.rename(self._path, other._path):
            raise CfsqlError(f"{self.path} could not be moved to {other.path}")

    def write_text(self, name: str, text: str) -> None:
        """Write a small file into the folder."""
        path = self._jvm.org.apache.hadoop.fs.Path(self._path, name)
        stream = self._files.create(path, True)
        try:
            stream.write(bytearray(text.encode() + b"\n"))
        finally:
            stream.close()

    def data_file(self) -> str | None:
        """Some file with data: itself, or in it, or of those that the path matches."""
        for status in self._files.globStatus(self._path) or ():
            if status.isFile():
                return str(status.getPath().toString())
            found = self._files.listFiles(status.getPath(), True)
            root = len(str(status.getPath().toString()))
            while found.hasNext():
                path = str(found.next().getPath().toString())
                if not any(_is_hidden(part) for part in path[root:].split("/")):
                    return path
        return None


def _is_hidden(part: str) -> bool:
    """Whether Spark passes over what has such a name."""
    return part.startswith((".", "_")) and "=" not in part


class ScratchFolder:
    """A folder for what is staged, gone in the end."""

    def __init__(self, spark: SparkSession, parent: str) -> None:
        """Choose a name in a folder; it is made when something is written."""
        self._folder = Folder(spark, f"{parent}/cfsql-{uuid4().hex}")
        self.path = self._folder.path

    def __enter__(self) -> ScratchFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.delete()


class OutputFolder:
    """Where results go. They are beside it until all are there, and then in it.

    What is staged on the way is beside it, too: all workers can write there.
    """

    def __init__(self, spark: SparkSession, path: str, *, overwrite: bool) -> None:
        """Refuse a folder that exists, unless it is to be overwritten."""
        self._target = Folder(spark, path.rstrip("/") or path)
        if self._target.exists() and not overwrite:
            raise OutputExists(path)
        if self._target.exists() and not self._target.is_empty_or_has(RECORD):
            raise NotResults(path)
        parent, _, name = self._target.path.rpartition("/")
        beside = f"{parent}/.{name}-{uuid4().hex}"
        self._staged = Folder(spark, f"{beside}/results")
        self._beside = Folder(spark, beside)
        self._replaced = Folder(spark, f"{beside}/replaced")
        self.staged = self._staged.path
        self.scratch = f"{beside}/scratch"

    def write_text(self, name: str, text: str) -> None:
        """Write a small file among the results."""
        self._staged.write_text(name, text)

    def __enter__(self) -> OutputFolder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self._publish()
        finally:
            # Whatever failed is what the user should hear of.
            with suppress(Py4JJavaError):
                self._beside.delete()

    def _publish(self) -> None:
        if self._target.exists():
            self._target.rename(self._replaced)
        self._staged.rename(self._target)
