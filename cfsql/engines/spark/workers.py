"""The executors: whether they can run machine code, and how much room each task has."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from pyspark.errors import PySparkException

from cfsql.engines.spark.failures import explain_error
from cfsql.version import __version__

if TYPE_CHECKING:
    from pyspark import SparkContext

# What tasks import.
_NEEDED = ("cfsql", "numba", "numpy", "pyarrow")


def missing(context: SparkContext, n_cores: int) -> str | None:
    """Why executors cannot run machine code; None if all can.

    Every core is asked, and so every executor, before work begins.
    """
    if context.master.startswith("local") and context.pythonExec == sys.executable:
        return None
    try:
        asked = context.parallelize(range(n_cores), n_cores)
        found = asked.mapPartitions(_asking(_NEEDED)).collect()
    except PySparkException as error:
        return explain_error(error)
    executors = {host: (lacks, version) for host, lacks, version in found}
    lacking = {host: lacks for host, (lacks, _) in executors.items() if lacks}
    if lacking:
        what = sorted({name for lacks in lacking.values() for name in lacks})
        return (
            f"{_listed(what)} missing on {len(lacking)} of {len(executors)} machines "
            f"({', '.join(sorted(lacking))}): pip install 'cfsql[fast]' there, for "
            f"the Python of PYSPARK_PYTHON ({context.pythonExec})"
        )
    others = {host: has for host, (_, has) in executors.items() if has != __version__}
    if others:
        host, version = min(others.items())
        return f"{host} has cfsql {version}, and this is {__version__}"
    return None


def _listed(names: list[str]) -> str:
    return f"{', '.join(names)} {'are' if len(names) > 1 else 'is'}"


def _asking(
    needed: Iterable[str],
) -> Callable[[Iterable[int]], Iterator[tuple[str, list[str], str]]]:
    """What a task does, in one piece: it cannot import what may be missing."""

    def ask(_: Iterable[int]) -> Iterator[tuple[str, list[str], str]]:
        import socket
        import time
        from importlib import import_module
        from importlib.util import find_spec

        lacks = [name for name in needed if find_spec(name) is None]
        # All cores are asked at once: none is done before the last is.
        time.sleep(0.2)
        version = "" if lacks else import_module("cfsql.version").__version__
        yield socket.gethostname(), lacks, version

    return ask


def room(context: SparkContext, n_cores: int) -> tuple[int, int]:
    """The tasks that an executor runs at once, and the bytes that each may take.

    That is as much as its part of Spark's own memory.
    """
    conf, is_local = context.getConf(), context.master.startswith("local")
    given = conf.get("spark.executor.pyspark.memory", None)
    own = "spark.driver.memory" if is_local else "spark.executor.memory"
    text = given or conf.get(own, "1g")
    jvm = context._jvm
    assert jvm is not None
    in_all = int(jvm.org.apache.spark.network.util.JavaUtils.byteStringAsBytes(text))
    executors = context._jsc.sc().getExecutorMemoryStatus().size()
    # The driver is listed among them.
    n_executors = 1 if is_local else max(1, executors - 1)
    each = int(conf.get("spark.executor.cores", None) or n_cores // n_executors)
    return max(1, each), in_all // max(1, each)
