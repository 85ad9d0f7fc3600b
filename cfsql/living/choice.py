"""Which is cheaper for a stored ranking: to follow a change, or to start over.

Seconds of this machine are known from the log: what the ranking took when it was made.
To follow means to go through all stored pairs once, and to rank those again that are
near what changed. How many that are is told by the sizes of the stored hyperballs.
"""

from __future__ import annotations

from dataclasses import dataclass

from cfsql.engines.duckdb import CF_SCHEMA, Session
from cfsql.engines.queries import query
from cfsql.living.changing import Sizes
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.runs import FOLLOWED

# Seconds to begin with, of a stored pair that is gone through, and of one that is
# weighed again, as seen on two cores.
_BEGIN, _SEEN_PAIR, _RANKED_PAIR = 0.5, 2e-7, 1e-6
# Seconds to start over besides the ranking, and of a row that is encoded anew and
# compared with what it was told before.
_BEGIN_ANEW, _ROW_ANEW = 0.3, 8e-6
# What has fewer pairs and takes no longer is made anew without a thought.
_FEW_PAIRS, _FEW_SECONDS = 50_000, 5.0


@dataclass(frozen=True)
class Choice:
    """What both ways are expected to take."""

    n_pairs: int
    follow: float
    fresh: float | None

    @property
    def is_little(self) -> bool:
        """Whether it is as soon made from the beginning as thought about."""
        if self.fresh is None:
            return False
        return self.n_pairs < _FEW_PAIRS and self.fresh < _FEW_SECONDS

    @property
    def is_fresh(self) -> bool:
        """Whether to start over."""
        if self.fresh is None:
            return False
        return self.is_little or self.fresh < self.follow

    @property
    def why(self) -> str:
        """The reason in words."""
        if self.fresh is None:
            return "looks at what changed"
        if self.is_little:
            return "it is small"
        follow, fresh = f"about {self.follow:.1f} s", f"about {self.fresh:.1f} s"
        if self.is_fresh:
            return f"takes {fresh}, by what changed {follow}"
        return f"takes {follow}, from the beginning {fresh}"


def choose(session: Session, table: LoadedTable, name: str, sizes: Sizes) -> Choice:
    """What it is expected to take to bring a ranking up to date."""
    for relation, stored in (
        ("stored_pairs", "pairs"),
        ("stored_balls", "label_balls"),
        ("stored_summaries", "instance_summaries"),
    ):
        session.bind(relation, session.internal(f"{name}_{stored}"))
    n_changed = sizes.n_in_all + sizes.n_changed
    n_pairs, n_near = session.fetch_one(
        query("follow/near_share"), n_changed=n_changed, n_rows=table.n_labelled
    )
    follow = _BEGIN + n_pairs * _SEEN_PAIR + n_near * _RANKED_PAIR
    return Choice(n_pairs, follow, _logged(session, table, name))


def _logged(session: Session, table: LoadedTable, name: str) -> float | None:
    """What it took to make the ranking, and to encode the table."""
    if "runs" not in catalog.relations(session, CF_SCHEMA):
        return None
    session.bind("runs", session.cf("runs"))
    for (seconds,) in session.fetch(
        query("follow/ranked_seconds"), result=name, followed=FOLLOWED
    ):
        return float(seconds) + _BEGIN_ANEW + table.n_rows * _ROW_ANEW
    return None
