"""Threads that take shares of work one by one, and stop when they are told to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

import numpy as np

from cfsql.method.plans.kernels.arrays import Array

Share = TypeVar("Share")
Result = TypeVar("Result")

# Shares that wait for a thread to take them, for each thread.
_WAITING = 3

# How often whoever waits looks whether to stop, in seconds.
_LOOK = 0.2


def in_shares(
    shares: Iterable[Share],
    run: Callable[[Share, Array], Result],
    *,
    n_threads: int,
    check: Callable[[], None],
) -> Iterator[tuple[Share, Result]]:
    """Run something on each share, on some threads; each as it is done.

    `run` is given an array besides, and returns soon after its element is not 0: that
    is so when `check`, which is called now and then, raises an error.
    """
    stop = np.zeros(1, dtype=np.int64)
    running: dict[Future[Result], Share] = {}
    left = iter(shares)
    with ThreadPoolExecutor(n_threads) as pool:
        try:
            while True:
                while len(running) < n_threads * (1 + _WAITING):
                    share = next(left, None)
                    if share is None:
                        break
                    running[pool.submit(run, share, stop)] = share
                if not running:
                    return
                done, _ = wait(running, _LOOK, FIRST_COMPLETED)
                check()
                for future in done:
                    yield running.pop(future), future.result()
        finally:
            stop[0] = 1
            for future in running:
                future.cancel()
