"""Starting Spark, or asking one that runs: what is needed, and why it does not start.

A classic session starts Java here. One of Spark Connect needs the address of a server.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from cfsql.errors import CfsqlError, WrongUse, installing

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_STANDALONE = re.compile(r"(?P<kind>spark|sc)://(?P<hosts>[^/;]+)")
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
        opened = (
            _connected(master, conf)
            if is_remote
            else _started(master, conf, Path(folder))
        )
        with opened as session:
            try:
                yield session
            finally:
                session.stop()


@contextmanager
def _connected(address: str, conf: Mapping[str, str]) -> Iterator[SparkSession]:
    """A session on a server, which is not ours to stop."""
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
        reason = str(error).partition("\n")[0]
        raise SparkUnavailable(f"{address} does not answer: {reason}") from error
    yield session


@contextmanager
def _started(
    master: str, conf: Mapping[str, str], folder: Path
) -> Iterator[SparkSession]:
    """A session with a Java of its own.

    What this says goes to a file: it is much, and little of it is for the user.
    """
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    builder, log = SparkSession.builder.master(master), folder / "spark.log"
    # Else Spark makes a folder where the command is run.
    own = {**_SETTINGS, "spark.sql.warehouse.dir": f"{folder}/warehouse"}
    for name, value in {**own, **conf}.items():
        builder = builder.config(name, value)
    try:
        with (
            _errors_to(log),
            _held_interrupts() as interrupts,
            _python_of_workers(master, conf),
        ):
            session = builder.getOrCreate()
    except (PySparkException, Py4JError, OSError) as error:
        raise _reason(error, log, master) from error
    if interrupts:
        session.stop()
        raise KeyboardInterrupt
    yield session


@contextmanager
def _python_of_workers(master: str, conf: Mapping[str, str]) -> Iterator[None]:
    """Let tasks of Python on this machine run by this Python, unless another is named.

    Spark would take whichever is first on the path.
    """
    before = os.environ.get("PYSPARK_PYTHON")
    named = conf.get("spark.pyspark.python") or before
    if named is None and master.startswith("local"):
        named = sys.executable
    if named is not None:
        os.environ["PYSPARK_PYTHON"] = named
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("PYSPARK_PYTHON", None)


def _refuse_without_java() -> None:
    if find_spec("py4j") is None:
        raise SparkUnavailable(
            "this is Spark's client alone: name a server with --master sc://HOST:PORT, "
            f"or start Spark here, with Java: {installing('spark')}"
        )
    home = os.environ.get("JAVA_HOME")
    if home and Path(home, "bin", "java").exists():
        return
    if home:
        raise SparkUnavailable(
            f"Spark needs Java 17 or later, and JAVA_HOME is {home}, where there is "
            "none; set it to where Java is"
        )
    if shutil.which("java") is None:
        raise SparkUnavailable(
            "Spark needs Java 17 or later, and there is none; install it, such as "
            "Debian's openjdk-17-jre-headless, or set JAVA_HOME"
        )


def _refuse_unreachable(master: str) -> None:
    """Spark itself would try for minutes."""
    found = _STANDALONE.match(master)
    if found is None:
        return
    for address in found["hosts"].split(","):
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            raise WrongUse(f"--master is {found['kind']}://HOST:PORT, not '{master}'")
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
def _held_interrupts() -> Iterator[list[int]]:
    """Note Ctrl-C instead of raising it: half-started, Spark would go on by itself."""
    noted: list[int] = []
    if current_thread() is not main_thread():
        yield noted
        return
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, _: object) -> None:
        noted.append(number)

    signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        # Spark has a way of its own to be interrupted, once it has started.
        if signal.getsignal(signal.SIGINT) is note:
            signal.signal(signal.SIGINT, before)


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


def _reason(error: Exception, log: Path, master: str) -> CfsqlError:
    said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    if "UnsupportedClassVersionError" in said:
        return SparkUnavailable(
            "Spark needs Java 17 or later, and the one that is found is older"
        )
    java = getattr(error, "java_exception", None)
    text = str(java.getMessage() if java is not None else error)
    if "Could not parse Master URL" in text:
        return WrongUse(
            "--master is local[N], local[*], spark://HOST:PORT or sc://HOST:PORT, "
            f"not '{master}'"
        )
    # A virtual machine that did not start has said why, but not to us.
    lines = [line for line in said.splitlines() if "rror" in line or "xception" in line]
    own = [] if "JAVA_GATEWAY_EXITED" in text and lines else text.splitlines()
    first = next(iter([*own, *lines]), type(error).__name__)
    return SparkUnavailable(f"Spark did not start: {first.strip()}")
