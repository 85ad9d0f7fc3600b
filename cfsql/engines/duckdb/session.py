"""A session: one task's work on a database, with temporary relations of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cfsql.engines.duckdb.arrivals import Arrivals
from cfsql.engines.duckdb.conditions import Conditions
from cfsql.engines.duckdb.outside import Outside
from cfsql.engines.duckdb.running import Trace
from cfsql.engines.functions import Join
from cfsql.engines.queries import Query, query

__all__ = ["Session", "Trace"]


class Session(Outside, Conditions, Arrivals):
    """DuckDB as the engine of one task.

    It runs on a cursor: what it stages hides no table of the caller's, and goes
    when the session is closed.
    """

    name = "duckdb"
    can_be_timed = True
    has_wide_numbers = True
    most_scanned_pairs: int | None = None

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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

    # Joins of seekers and partners.

    def joins_at_once(self, n_rows: int) -> int:
        """Always 1, so that progress shows and Ctrl-C works."""
        return 1

    def count_pairs(self, joins: Sequence[Join]) -> list[tuple[int, int]]:
        """For each join, its pairs, and the most of them that share one key."""
        counts = []
        for join in joins:
            self._define_called(query("blocked/candidates"), join)
            n_pairs, n_of_one_key = self.fetch_one(query("blocked/candidates"))
            counts.append((n_pairs, n_of_one_key))
        return counts

    def append_joins(
        self,
        query: Query,
        joins: Sequence[Join],
        *,
        n_of_one_key: int,
        **parameters: object,
    ) -> None:
        """Run a query for each join.

        A hash join here is none the slower for keys that many rows share.
        """
        for join in joins:
            self._define_called(query, join)
            self.append(query, **parameters)

    def _define_called(self, query: Query, join: Join) -> None:
        self.define(*(each for each in join.functions if each.name in query.body))

    def stated_costs(self) -> dict[str, float]:
        """Costs are measured here."""
        return {}
