"""The executors: whether they can run machine code, and how much room each task has."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark.errors import PySparkException

from cfsql.engines.spark.failures import explain_error
from cfsql.errors import installing
from cfsql.version import __version__

if TYPE_CHECKING:
    from pyspark import SparkContext

# What tasks import: all of them, and those of machine code.
_NEEDED, _COMPILING = ("cfsql", "duckdb", "numpy", "pyarrow"), ("numba",)


@dataclass(frozen=True)
class Lacking:
    """Why executors cannot run any task, or no machine code; None where all can."""

    any_task: str | None = None
    machine_code: str | None = None


def missing(context: SparkContext, n_cores: int) -> Lacking:
    """What executors lack.

    Every core is asked, and so every executor, before work begins.
    """
    if context.master.startswith("local") and context.pythonExec == sys.executable:
        return Lacking()
    try:
        asked = context.parallelize(range(n_cores), n_cores)
        found = asked.mapPartitions(_asking([*_NEEDED, *_COMPILING])).collect()
    except PySparkException as error:
        return Lacking(any_task=explain_error(error))
    lacks = {host: set(names) for host, names, _ in found}
    others = {host: has for host, _, has in found if has not in ("", __version__)}
    any_task = _said(context, lacks, _NEEDED)
    if any_task is None and others:
        host, version = min(others.items())
        any_task = f"{host} has cfsql {version}, and this is {__version__}"
    return Lacking(any_task, _said(context, lacks, _COMPILING))


def _said(
    context: SparkContext, lacks: Mapping[str, set[str]], needed: Sequence[str]
) -> str | None:
    """Which packages are missing where, and how to get them."""
    hosts = sorted(host for host, names in lacks.items() if names & set(needed))
    if not hosts:
        return None
    what = sorted(set(needed) & set().union(*lacks.values()))
    return (
        f"{_listed(what)} missing on {len(hosts)} of {len(lacks)} machines "
        f"({', '.join(hosts)}): {installing('spark,fast')}, there, for the "
        f"Python of PYSPARK_PYTHON ({context.pythonExec})"
    )


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
        has_cfsql = "cfsql" not in lacks
        version = import_module("cfsql.version").__version__ if has_cfsql else ""
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
