"""A question of an agent: run in a thread, and stopped when nobody waits or in time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import anyio

from cfsql.api.database import Database
from cfsql.errors import TimeIsUp

T = TypeVar("T")

# Questions that are answered at the same time.
N_THREADS = 4

# Seconds between two interrupts: one that comes between two statements is lost.
_AGAIN = 0.05


class Calls:
    """All questions that are being answered."""

    def __init__(self, open_database: Callable[[], Database], seconds: float) -> None:
        """Open nothing yet; no question takes longer than so many seconds."""
        self._open = open_database
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(N_THREADS, "cfsql")

    async def answer(self, question: Callable[[Database], T]) -> T:
        """The answer of a question to the database, which is opened for it alone."""
        call = _Call(self._open)
        future = self._threads.submit(call.run, question)
        try:
            with anyio.fail_after(self._seconds):
                return await asyncio.shield(asyncio.wrap_future(future))
        except TimeoutError:
            raise TimeIsUp(self._seconds, "before there was an answer") from None
        finally:
            with anyio.CancelScope(shield=True):
                await _stop(call, future)

    def close(self) -> None:
        """Take no more questions."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Call:
    """One question, and the database that it is put to."""

    def __init__(self, open_database: Callable[[], Database]) -> None:
        """Open nothing yet."""
        self._open = open_database
        self._lock = threading.Lock()
        self._database: Database | None = None

    def run(self, question: Callable[[Database], T]) -> T:
        """Open the database, and answer."""
        with self._open() as database:
            with self._lock:
                self._database = database
            try:
                return question(database)
            finally:
                with self._lock:
                    self._database = None

    def interrupt(self) -> None:
        """Stop the statement that runs."""
        with self._lock:
            if self._database is not None:
                self._database.interrupt()


async def _stop(call: _Call, future: Future[T]) -> None:
    """Interrupt what still runs, until it does not."""
    future.cancel()
    while not future.done():
        call.interrupt()
        await asyncio.sleep(_AGAIN)
