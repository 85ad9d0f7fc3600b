"""What tasks do on the workers: look around, encode the table, rank a part of it.

A task is a function of its number. What it answers is sent as bytes. An error of
cfsql's is an answer too: else Spark would try three times more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import cfsql
from cfsql.errors import CfsqlError
from cfsql.progress import Silent

if TYPE_CHECKING:
    from cfsql.api.coding import Coded
    from cfsql.method.parts import RankedPart

# The share of a machine's memory that the tasks on it may take.
_OF_MEMORY = 0.7

# Where tasks are threads of one process, as with Sail, all begin at once: so many work.
_CORES = os.cpu_count() or 1
_AT_WORK = BoundedSemaphore(_CORES)


def looking(folder: Path, sources: Sequence[str]) -> Callable[[int], Any]:
    """A task that says where it is, and how many cores and which kernel are there.

    What is lacking there to rank, if anything is, it says too. It is in one piece,
    because it cannot import what may be missing. The folder has a file `token`.
    """
    shared, own = str(folder), cfsql.__version__

    def look(_: int) -> Any:
        import os
        import socket
        import sys
        import time
        from importlib import import_module
        from importlib.util import find_spec

        version, lacks, has_kernel = "missing", None, False
        if find_spec("cfsql"):
            version = import_module("cfsql.version").__version__
        unread = [source for source in sources if not os.access(source, os.R_OK)]
        if version != own:
            lacks = (
                f"cfsql is {version}, and {own} here: install it for {sys.executable}"
            )
        elif not os.path.exists(f"{shared}/token"):
            lacks = (
                f"{os.path.dirname(shared)} is not the folder that it is here; give "
                "one that all workers share with --work FOLDER"
            )
        elif unread:
            lacks = f"{unread[0]} cannot be read; put it where all workers find it"
        else:
            has_kernel = import_module("cfsql.kernel").is_there()
        # All cores are asked at once: none is done before the last is.
        time.sleep(0.2)
        return socket.gethostname(), os.cpu_count() or 1, lacks, has_kernel

    return look


def answering(task: Callable[[int], Any], *, is_each: bool) -> Any:
    """What Spark maps numbers by: the answers of a task, as bytes, and its errors.

    Each number is asked about, or one of all that a worker is given at once.
    """

    def answer(batches: Iterable[Any]) -> Iterator[Any]:
        import pickle

        import pyarrow

        numbers = (each for batch in batches for each in batch.column(0).to_pylist())
        for place, number in enumerate(numbers):
            if is_each or not place:
                try:
                    answered = task(number), 0, ""
                except Exception as error:
                    # Those of cfsql have a line to show, and a code.
                    line = getattr(error, "line", None)
                    if line is None:
                        raise
                    answered = None, getattr(error, "exit_code", 1), line
                content = pyarrow.array([pickle.dumps(answered)], pyarrow.binary())
                yield pyarrow.record_batch({"answer": content})

    return answer


def encode(source: str, folder: Path, options: dict[str, Any], _: int) -> Coded:
    """Encode a table into a folder below this one."""
    _refuse_stopped(folder)
    out = folder / f"coded-{uuid4().hex}"
    return cfsql.encode(source, out=out, **options)


def rank(
    folder: Path,
    coded: Coded,
    n_parts: int,
    memory_limit: str | None,
    options: dict[str, Any],
    number: int,
) -> RankedPart:
    """Rank a part into a folder below this one, as `rank --part` does."""
    out = folder / f"part-{number + 1}-{uuid4().hex}"
    limit = memory_limit or _own_memory()
    with _AT_WORK:
        _refuse_stopped(folder)
        with cfsql.connect(coded.folder, threads=1, memory_limit=limit) as database:
            return database.table(coded.facts.name).rank_part(
                f"{number + 1}/{n_parts}", out=out, progress=_Wanted(folder), **options
            )


class _Wanted(Silent):
    """Progress of what stops once nobody waits for it: its folder is gone."""

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
        raise CfsqlError("the ranking was stopped")


def _own_memory() -> str:
    """What a task may take of the machine's memory, as DuckDB is told it."""
    in_all = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return f"{int(_OF_MEMORY * in_all / _CORES) >> 20}MB"
