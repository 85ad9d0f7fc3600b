"""Work in the background: waited for, shown while it lasts, and stopped when nobody is.

A job belongs to what it answers. As long as a browser waits for it, or looks again
within a few seconds, it goes on; when the browser has gone, or asks for something else,
its statement is interrupted.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from starlette.requests import Request

from cfsql.engines.duckdb import Session, Trace

T = TypeVar("T")

# How long a browser waits before it is shown how far its answer is.
PATIENCE = 1.5
# How long a job goes on that nobody waits for.
_ABANDONED = 4.0
# Answers that are kept for whoever comes back to them.
_N_KEPT = 400

_N_THREADS = 4


class Dropped(Exception):
    """Nobody waits for the answer any more."""


class Job:
    """One answer in the making; it is its own progress, and can be stopped."""

    def __init__(self, trace: Trace | None = None) -> None:
        """Begin now."""
        self.started = time.monotonic()
        self.last_seen = self.started
        self.n_waiting = 0
        self.about = ""
        self.n_done = self.n_items = 0
        self.is_dropped = False
        self._trace = trace
        self._session: Session | None = None
        self._lock = threading.Lock()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self.started

    def track(
        self, step: str, items: Sequence[int], *, until: float = 1.0
    ) -> Iterator[int]:
        """Yield the items of a step, taking note of each that is done."""
        self.about, self.n_items = step, len(items)
        for self.n_done, item in enumerate(items):
            yield item
        self.about = ""

    @contextmanager
    def using(self, session: Session) -> Iterator[None]:
        """Run statements in a session that `drop` interrupts."""
        with self._lock:
            self._session = session
        session.trace = self._before_statement
        try:
            yield
        except KeyboardInterrupt as error:
            raise Dropped from error
        finally:
            with self._lock:
                self._session = None
            session.trace = None

    def _before_statement(self, statement: str) -> None:
        if self.is_dropped:
            raise KeyboardInterrupt
        if self._trace is not None:
            self._trace(statement)

    def drop(self) -> None:
        """Stop; an interrupt between statements is lost, so this may be repeated."""
        self.is_dropped = True
        with self._lock:
            if self._session is not None:
                self._session.interrupt()


@dataclass(frozen=True)
class Waiting:
    """No answer yet: the step that runs, and the seconds so far."""

    about: str
    n_done: int
    n_items: int
    seconds: float


class Jobs:
    """All answers that are in the making, and the last ones that were made."""

    def __init__(self, trace: Trace | None = None) -> None:
        """Begin with none."""
        self._trace = trace
        self._threads = ThreadPoolExecutor(_N_THREADS, "cfsql")
        self._running: dict[Hashable, tuple[Job, Future[object]]] = {}
        self._made: OrderedDict[Hashable, object] = OrderedDict()
        self._stopping: set[asyncio.Task[None]] = set()
        self.n_dropped = 0

    @property
    def is_busy(self) -> bool:
        """Whether any job is running."""
        return bool(self._running)

    def forget(self) -> None:
        """Forget the answers that were made: the data may be others."""
        self._made.clear()

    async def wait(
        self,
        request: Request,
        key: Hashable,
        work: Callable[[Job], T],
        *,
        patience: float = PATIENCE,
        is_kept: bool = True,
    ) -> T | Waiting:
        """The answer of this key, or how far it is when patience is at its end.

        An answer is made once for all who wait for it, and kept unless it is not to be.
        What `work` raises is raised here, and `Dropped` when the browser has gone.
        """
        if key in self._made:
            self._made.move_to_end(key)
            return cast(T, self._made[key])
        if key not in self._running:
            job = Job(self._trace)
            # A thread speaks as the request does.
            run = contextvars.copy_context().run
            self._running[key] = job, self._threads.submit(run, work, job)
        job, future = self._running[key]
        job.n_waiting += 1
        waiter = asyncio.wrap_future(future)
        gone = asyncio.create_task(_gone(request))
        try:
            ends: set[asyncio.Future[Any]] = {waiter, gone}
            await asyncio.wait(
                ends, timeout=patience, return_when=asyncio.FIRST_COMPLETED
            )
            if waiter.done():
                self._finish(key, future, is_kept=is_kept)
                return cast(T, waiter.result())
            if gone.done():
                raise Dropped
            return Waiting(job.about, job.n_done, job.n_items, job.seconds)
        finally:
            gone.cancel()
            job.n_waiting -= 1
            job.last_seen = time.monotonic()
            if gone.done() and not gone.cancelled() and not job.n_waiting:
                self._drop(key)
            if not waiter.done():
                # Not cancelled: others may wait for the same.
                waiter.add_done_callback(_retrieve_failure)

    def _finish(
        self, key: Hashable, future: Future[object], *, is_kept: bool = True
    ) -> None:
        if self._running.pop(key, None) is None or future.exception() is not None:
            return
        if not is_kept:
            return
        self._made[key] = future.result()
        while len(self._made) > _N_KEPT:
            self._made.popitem(last=False)

    def _drop(self, key: Hashable) -> None:
        job, future = self._running.pop(key, (None, None))
        if job is None or future is None or future.done():
            return
        self.n_dropped += 1
        task = asyncio.create_task(_stop(job, future))
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    def sweep(self) -> None:
        """Stop the jobs that no browser looks at, and keep finished answers."""
        now = time.monotonic()
        for key, (job, future) in list(self._running.items()):
            if job.n_waiting or now - job.last_seen < _ABANDONED:
                continue
            if future.done():
                self._finish(key, future)
                self._running.pop(key, None)
            else:
                self._drop(key)

    async def stop(self) -> None:
        """Stop everything."""
        for key in list(self._running):
            self._drop(key)
        await asyncio.gather(*self._stopping, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)


async def _gone(request: Request) -> None:
    """Until the browser has closed the connection, or stopped loading."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _stop(job: Job, future: Future[object]) -> None:
    future.cancel()
    while not future.done():
        job.drop()
        await asyncio.sleep(0.05)


def _retrieve_failure(waiter: asyncio.Future[object]) -> None:
    """Retrieve a failure, because asyncio complains of one that nobody retrieves."""
    with suppress(BaseException):
        waiter.exception()
