"""What tasks do on the workers: look around, encode the table, rank a part of it.

A task is a function of its number. What it answers is sent as bytes. An error of
cfsql's is an answer too: else Spark would try three times more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import cfsql
from cfsql.errors import CfsqlError, DatabaseUnavailable, ExitCode, WrongUse
from cfsql.progress import Silent

if TYPE_CHECKING:
    from cfsql.api.coding import Coded
    from cfsql.method.parts import RankedPart

# What tasks import.
_NEEDED = ("cfsql", "duckdb", "polars", "pyarrow")

# The share of a machine's memory that the tasks on it may take.
_OF_MEMORY = 0.7

# Where tasks are threads of one process, as with Sail, all begin at once: so many work.
_CORES = os.cpu_count() or 1
_AT_WORK = BoundedSemaphore(_CORES)

_RAISED = {
    ExitCode.WRONG_USE: WrongUse,
    ExitCode.NO_DATABASE: DatabaseUnavailable,
}


@dataclass(frozen=True)
class Worker:
    """A process that runs tasks, and what it lacks."""

    host: str
    n_cores: int
    python: str
    lacks: tuple[str, ...]
    unread: tuple[str, ...]
    is_writing: bool
    version: str | None = None
    has_machine_code: bool = True


@dataclass(frozen=True)
class Job:
    """What all parts are told; the folder is there as long as they are wanted."""

    folder: Path
    coded: str
    table: str
    n_parts: int
    options: dict[str, Any]
    memory_limit: str | None


class Stopped(CfsqlError):
    """Nobody waits for the task any more."""


def looking(paths: Sequence[Path]) -> Callable[[int], dict[str, Any]]:
    """A task that says what its worker is: a `Worker`, by its fields.

    It is in one piece, because it cannot import what may be missing. The first of the
    paths is a file in the folder that all write to.
    """
    texts, own, needed = [str(path) for path in paths], cfsql.__version__, _NEEDED

    def look(_: int) -> dict[str, Any]:
        import os
        import socket
        import sys
        import time
        from importlib import import_module
        from importlib.util import find_spec

        found: dict[str, Any] = {
            "host": socket.gethostname(),
            "n_cores": os.cpu_count() or 1,
            "python": sys.executable,
            "lacks": tuple(name for name in needed if find_spec(name) is None),
            "unread": tuple(text for text in texts if not os.access(text, os.R_OK)),
            "is_writing": os.access(os.path.dirname(texts[0]), os.W_OK),
        }
        if not found["lacks"]:
            found["version"] = import_module("cfsql.version").__version__
            if found["version"] == own:
                kernel = import_module("cfsql.kernel")
                found["has_machine_code"] = kernel.is_there()
        # All cores are asked at once: none is done before the last is.
        time.sleep(0.2)
        return found

    return look


def answering(task: Callable[[int], Any], *, is_each: bool) -> Any:
    """What Spark maps numbers by: the answers of a task, as bytes.

    Each number is asked about, or one of all that a worker is given at once.
    """

    def answer(batches: Iterable[Any]) -> Iterator[Any]:
        import pickle

        import pyarrow

        numbers = (each for batch in batches for each in batch.column(0).to_pylist())
        for place, number in enumerate(numbers):
            if is_each or not place:
                content = pyarrow.array([pickle.dumps(task(number))], pyarrow.binary())
                yield pyarrow.record_batch({"answer": content})

    return answer


def _known(task: Callable[..., Any]) -> Callable[..., Any]:
    """The task, with errors of cfsql's as answers."""

    @wraps(task)
    def run(*given: Any) -> Any:
        try:
            return task(*given)
        except CfsqlError as error:
            return _RAISED.get(error.exit_code, CfsqlError)(error.line)

    return run


@_known
def encode(source: str, folder: Path, options: dict[str, Any], _: int) -> Coded:
    """Encode a table into a folder below this one."""
    _refuse_stopped(folder)
    out = folder / f"coded-{uuid4().hex}"
    return cfsql.encode(source, out=out, **options)


@_known
def rank(job: Job, number: int) -> RankedPart:
    """Rank a part into a folder below that of the job, as `rank --part` does."""
    out = job.folder / f"part-{number + 1}-{uuid4().hex}"
    memory_limit = job.memory_limit or _own_memory()
    with _AT_WORK:
        _refuse_stopped(job.folder)
        with cfsql.connect(job.coded, threads=1, memory_limit=memory_limit) as database:
            return database.table(job.table).rank_part(
                f"{number + 1}/{job.n_parts}",
                out=out,
                progress=_Wanted(job.folder),
                **job.options,
            )


class _Wanted(Silent):
    """Progress of what stops once nobody waits for it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def track(
        self, step: str, items: Sequence[int], *, until: float = 1.0
    ) -> Iterator[int]:
        for item in super().track(step, items, until=until):
            _refuse_stopped(self._folder)
            yield item


def _refuse_stopped(folder: Path) -> None:
    if not folder.exists():
        raise Stopped("the ranking was stopped")


def _own_memory() -> str:
    """What a task may take of the machine's memory, as DuckDB is told it."""
    in_all = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return f"{int(_OF_MEMORY * in_all / _CORES) >> 20}MB"
