"""How the pairs are compared: the one place that knows which plan is run.

A plan answers two questions. `search` finds all minimal counterfactuals of the
targets; `count` finds how many rows of each label the hyperballs around them hold.
Every plan gives the same rows.
"""

from __future__ import annotations

from cfsql.engines.duckdb import Session
from cfsql.progress import Progress
from cfsql.queries import query

# Pairs that one statement compares: enough to keep the cores busy, few enough for
# progress to move and for an interrupt to be heard.
PAIRS_PER_BATCH = 100_000_000


class Scan:
    """Compare every target, and every centre of a ball, with every instance."""

    name = "scan"

    def __init__(self, n_instances: int) -> None:
        """Make batches of equal work."""
        self._batch_size = max(1, PAIRS_PER_BATCH // max(1, n_instances))

    def search(self, session: Session, progress: Progress) -> None:
        """Stage `minimal`."""
        n_targets = session.stage(query("search/targets"), batch_size=self._batch_size)
        batches = self._batches(n_targets)
        session.stage_empty(query("search/scan_nearest"), batch=0)
        session.stage_empty(query("search/scan_minimal"), batch=0)
        for batch in progress.track("comparing rows", batches):
            session.append(query("search/scan_nearest"), batch=batch)
            session.append(query("search/scan_minimal"), batch=batch)

    def count(self, session: Session, progress: Progress) -> None:
        """Stage `balls`."""
        n_balls = session.stage(query("count/centres"), batch_size=self._batch_size)
        session.stage_empty(query("count/scan_balls"), batch=0)
        for batch in progress.track("counting hyperballs", self._batches(n_balls)):
            session.append(query("count/scan_balls"), batch=batch)

    def _batches(self, n_items: int) -> range:
        return range(-(-n_items // self._batch_size))
