"""A session: one task's work on a database, with temporary relations of its own."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager

from cfsql.engines.duckdb.arrivals import Arrivals
from cfsql.engines.duckdb.conditions import Conditions
from cfsql.engines.duckdb.outside import Outside
from cfsql.engines.duckdb.running import Parsed, Trace

__all__ = ["Parsed", "Session", "Trace"]


class Session(Outside, Conditions, Arrivals):
    """DuckDB as the engine of one task.

    It runs on a cursor: what it stages hides no table of the caller's, and goes
    when the session is closed.
    """

    _is_lent = False

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def lent(self) -> Session:
        """This session for another task, which reads what is not committed yet."""
        lent = copy.copy(self)
        lent._is_lent = True
        return lent

    def close(self) -> None:
        """Give up the cursor and everything staged on it, unless it is lent."""
        if not self._is_lent:
            super().close()

    @contextmanager
    def any_order(self) -> Iterator[None]:
        """Let what is staged inside come in any order: all threads can write then.

        The setting is the session's own: others may load a file at the same time.
        """
        self._execute("set session preserve_insertion_order = false")
        try:
            yield
        finally:
            self._execute("set session preserve_insertion_order = true")
