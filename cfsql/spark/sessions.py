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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cfsql.errors import CfsqlError, WrongUse, installing

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MASTERS = "--master is local[N], local[*], spark://HOST:PORT or sc://HOST:PORT"
_ADDRESS = re.compile(r"(?:spark|sc)://(?P<hosts>[^/;]+)")
_PATIENCE = 5.0

# The comma before the next setting; the others belong to a value.
_BETWEEN = re.compile(r",(?=\s*spark\.[\w.-]+\s*=)")

_SETTINGS = {
    "spark.app.name": "cfsql",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
}


class SparkUnavailable(CfsqlError):
    """Spark cannot be started, or not be reached."""


def refuse_without_spark() -> None:
    """Say what is missing, before anything is imported."""
    if find_spec("pyspark") is None:
        raise SparkUnavailable(
            f"--engine spark needs the extra: {installing('spark')}; "
            "or 'spark-connect' for a server of Spark Connect"
        )


def settings(given: Sequence[str]) -> dict[str, str]:
    """The settings of options such as spark.executor.memory=4g."""
    found = {}
    for option in (each for text in given for each in _BETWEEN.split(text)):
        name, sign, value = option.partition("=")
        if not sign or not name.strip():
            raise WrongUse(
                f"--conf is KEY=VALUE, such as spark.executor.memory=4g, not '{option}'"
            )
        found[name.strip()] = value.strip()
    return found


@contextmanager
def open_session(master: str, conf: Mapping[str, str]) -> Iterator[SparkSession]:
    """A session of Spark's, stopped in the end: sc://HOST:PORT is Spark Connect."""
    refuse_without_spark()
    is_remote = master.startswith("sc://")
    if not is_remote:
        _refuse_without_java()
    _refuse_unreachable(master)
    with tempfile.TemporaryDirectory(prefix="cfsql-spark-") as folder:
        start = _connected if is_remote else _started
        session = start(master, conf, Path(folder))
        try:
            yield session
        finally:
            session.stop()


def _connected(address: str, conf: Mapping[str, str], _: Path) -> SparkSession:
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    try:
        with warnings.catch_warnings():
            # Of versions of pandas, which is not used.
            warnings.simplefilter("ignore", FutureWarning)
            session = SparkSession.builder.remote(address).create()
        for name, value in conf.items():
            session.conf.set(name, value)
    except PySparkException as error:
        raise SparkUnavailable(f"{address} does not answer: {_first(error)}") from error
    return session


def _started(master: str, conf: Mapping[str, str], folder: Path) -> SparkSession:
    """A session with a Java of its own, which says much, and little for the user."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    if master.startswith("local"):
        # Spark would take whichever Python is first on the path.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    # Else Spark makes a folder where the command is run.
    own = {**_SETTINGS, "spark.sql.warehouse.dir": f"{folder}/warehouse"}
    log = folder / "spark.log"
    try:
        with _errors_to(log):
            settings = {**own, **conf}
            return (
                SparkSession.builder.master(master).config(map=settings).getOrCreate()
            )
    except (PySparkException, Py4JError, OSError) as error:
        said = log.read_text(encoding="utf-8", errors="replace")
        if "Could not parse Master URL" in said + str(error):
            raise WrongUse(f"{_MASTERS}, not '{master}'") from error
        # A virtual machine that did not start has said why, but not to us.
        told = [line for line in said.splitlines() if "rror" in line]
        reason = told[0] if "GATEWAY" in str(error) and told else _first(error)
        raise SparkUnavailable(
            f"Spark did not start: {reason.strip()}; it needs Java 17 or later"
        ) from error


def _first(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _refuse_without_java() -> None:
    if find_spec("py4j") is None:
        raise SparkUnavailable(
            "this is Spark's client alone: name a server with --master sc://HOST:PORT, "
            f"or start Spark here, with Java: {installing('spark')}"
        )
    home = os.environ.get("JAVA_HOME")
    if home and not Path(home, "bin", "java").exists():
        raise SparkUnavailable(
            f"Spark needs Java 17 or later, and JAVA_HOME is {home}, where there is "
            "none; set it to where Java is"
        )
    if not home and shutil.which("java") is None:
        raise SparkUnavailable(
            "Spark needs Java 17 or later, and there is none; install it, such as "
            "Debian's openjdk-17-jre-headless, or set JAVA_HOME"
        )


def _refuse_unreachable(master: str) -> None:
    """Spark itself would try for minutes."""
    found = _ADDRESS.match(master)
    if found is None:
        return
    for address in found["hosts"].split(","):
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            raise WrongUse(f"{_MASTERS}, not '{master}'")
        try:
            socket.create_connection((host, int(port)), timeout=_PATIENCE).close()
        except OSError:
            continue
        return
    raise SparkUnavailable(
        f"no Spark answers at {master}; start it, or use this machine "
        "alone with --master 'local[*]'"
    )


@contextmanager
def _errors_to(log: Path) -> Iterator[None]:
    """Let what is started inside have another standard error than this process."""
    sys.stderr.flush()
    kept = os.dup(2)
    with log.open("wb") as file:
        os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
