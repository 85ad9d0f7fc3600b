"""Starting Spark, or asking one that runs: what is needed, and why it does not start.

A classic session starts Java here. One of Spark Connect needs the address of a server.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cfsql.errors import CfsqlError, WrongUse, installing

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ADDRESS = re.compile(r"(?:spark|sc)://(?P<hosts>[^/;]+)")


@contextmanager
def open_session(master: str, conf: Mapping[str, str]) -> Iterator[SparkSession]:
    """A session of Spark's, stopped in the end: sc://HOST:PORT is Spark Connect."""
    _refuse_unavailable(master)
    from pyspark.sql import SparkSession

    with tempfile.TemporaryDirectory(prefix="cfsql-spark-") as folder:
        try:
            if master.startswith("sc://"):
                with warnings.catch_warnings():
                    # Of versions of pandas, which is not used.
                    warnings.simplefilter("ignore", FutureWarning)
                    builder = SparkSession.builder.remote(master)
                    session = builder.config(map=dict(conf)).create()
            else:
                session = _started(master, conf, Path(folder))
        except Exception as error:
            reason = str(error).partition("\n")[0]
            raise CfsqlError(f"{master} does not start: {reason}") from error
        try:
            yield session
        finally:
            session.stop()


def _started(master: str, conf: Mapping[str, str], folder: Path) -> SparkSession:
    """A session with a Java of its own, which says much, and little for the user."""
    from pyspark.sql import SparkSession

    if master.startswith("local"):
        # Spark would take whichever Python is first on the path.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    # Else Spark makes a folder where the command is run.
    own = {"spark.sql.warehouse.dir": f"{folder}/warehouse"}
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with (folder / "spark.log").open("wb") as file:
            os.dup2(file.fileno(), 2)
        builder = SparkSession.builder.master(master).appName("cfsql")
        return builder.config(map={**own, **conf}).getOrCreate()
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _refuse_unavailable(master: str) -> None:
    """Say what is missing, before anything is imported."""
    if find_spec("pyspark") is None:
        raise CfsqlError(
            f"--engine spark needs the extra: {installing('spark')}; "
            "or 'spark-connect' for a server of Spark Connect"
        )
    if not master.startswith("sc://"):
        if find_spec("py4j") is None:
            raise CfsqlError(
                "this is Spark's client alone: name a server with --master "
                f"sc://HOST:PORT, or get all of Spark: {installing('spark')}"
            )
        home = os.environ.get("JAVA_HOME")
        java = f"{home}/bin/java" if home else "java"
        if shutil.which(java) is None:
            raise CfsqlError(
                f"Spark needs Java 17 or later, and there is no {java}; install it, "
                "such as Debian's openjdk-17-jre-headless, or set JAVA_HOME"
            )
    found = _ADDRESS.match(master)
    if found is None:
        return
    addresses = [each.rpartition(":") for each in found["hosts"].split(",")]
    if not all(host and port.isdigit() for host, _, port in addresses):
        raise WrongUse(f"--master is spark://HOST:PORT or sc://HOST:PORT, not {master}")
    for host, _, port in addresses:
        # Spark itself would try for minutes.
        with suppress(OSError), socket.create_connection((host, int(port)), timeout=5):
            return
    raise CfsqlError(
        f"no Spark answers at {master}; start it, or use this machine "
        "alone with --master 'local[*]'"
    )
