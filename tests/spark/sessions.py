"""Spark for the tests: Sail where it is installed, else a classic one with Java.

Both are asked the same. The package `pyspark` is all of Spark, or the client that Sail
is asked by: so each has an environment of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

IS_SAIL = find_spec("pysail") is not None

# Small tables: one partition, no second plan for a query, no page that nobody looks at,
# and Java that starts at once: its second compiler takes as long as the queries.
SETTINGS = {
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.adaptive.enabled": "false",
    "spark.ui.enabled": "false",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.driver.memory": "2g",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
}

_PATIENCE = 60


def missing() -> str | None:
    """Why there is no Spark here, if there is none."""
    if find_spec("pyspark") is None:
        return "needs the extra: pip install 'cfsql[spark]'"
    has_java = shutil.which("java") is not None or os.environ.get("JAVA_HOME")
    return None if IS_SAIL or has_java else "needs Java 17 or later"


NEEDS_SPARK = [
    pytest.mark.spark,
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
]


@contextmanager
def sail(log: Path, **environment: str) -> Iterator[str]:
    """A server of Sail's; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = Path(sys.executable).with_name("sail")
    with log.open("wb") as file:
        process = subprocess.Popen(
            [command, "spark", "server", "--ip", "127.0.0.1", "--port", str(port)],
            stdout=file,
            stderr=subprocess.STDOUT,
            env=os.environ | environment,
            cwd=log.parent,
        )
    try:
        end = time.monotonic() + _PATIENCE
        while socket.socket().connect_ex(("127.0.0.1", port)):
            assert process.poll() is None, log.read_text(errors="replace")
            assert time.monotonic() < end
            time.sleep(0.1)
        yield f"sc://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


@contextmanager
def spark_session(master: str, **more: str) -> Iterator[SparkSession]:
    """A session, as the command line opens it."""
    from cfsql.spark.sessions import open_session

    settings = {} if IS_SAIL else {**SETTINGS, **more}
    with open_session(master, settings) as session:
        yield session


@dataclass
class Cluster:
    """A master and its workers."""

    folder: Path
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    url: str = ""

    def start(self, name: str, *arguments: str) -> str:
        """Start a process through `spark-class`; what it says when it is ready."""
        import pyspark

        home = Path(pyspark.__file__).parent
        log = self.folder / f"{name}.log"
        environment = os.environ | {
            "SPARK_HOME": str(home),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_WORKER_DIR": str(self.folder / name),
            "PYSPARK_PYTHON": sys.executable,
        }
        with log.open("wb") as file:
            self.processes[name] = subprocess.Popen(
                [str(home / "bin" / "spark-class"), *arguments],
                stdout=file,
                stderr=subprocess.STDOUT,
                env=environment,
                cwd=self.folder,
                start_new_session=True,
            )
        return self.wait(name, r"(spark://\S+:\d+)|Successfully registered")

    def add_worker(self, name: str) -> None:
        """Start a worker of one core."""
        self.start(
            name,
            "org.apache.spark.deploy.worker.Worker",
            *("--host", "127.0.0.1", "--webui-port", "0"),
            *("--cores", "1", "--memory", "1g", self.url),
        )

    def wait(self, name: str, pattern: str) -> str:
        """Wait until a process has said something."""
        log = self.folder / f"{name}.log"
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            found = re.search(pattern, log.read_text(errors="replace"))
            if found:
                return found[0]
            assert self.processes[name].poll() is None, log.read_text(errors="replace")
            time.sleep(0.2)
        raise TimeoutError(log.read_text(errors="replace"))

    def kill(self, name: str) -> None:
        """End a process and all that it started, at once."""
        os.killpg(self.processes.pop(name).pid, signal.SIGKILL)


@contextmanager
def spark_cluster(folder: Path, n_workers: int) -> Iterator[Cluster]:
    """A standalone cluster on loopback, ended in the end."""
    cluster = Cluster(folder)
    try:
        cluster.url = cluster.start(
            "master",
            "org.apache.spark.deploy.master.Master",
            *("--host", "127.0.0.1", "--port", "0", "--webui-port", "0"),
        )
        for number in range(1, n_workers + 1):
            cluster.add_worker(f"worker_{number}")
        yield cluster
    finally:
        for name in list(cluster.processes):
            cluster.kill(name)
