"""The pairs of an audit that pages ask for, as a piece of work for a job."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cfsql.engines.queries import query
from cfsql.ui.jobs import Job
from cfsql.ui.store import Store


@dataclass(frozen=True)
class Listed:
    """Some rows of a list, and how many there are."""

    rows: list[dict[str, Any]]
    n_rows: int


def listed_pairs(
    store: Store, ranking: str, **chosen: object
) -> Callable[[Job], Listed]:
    """Pairs of an audit that are counted together in a figure."""

    def work(job: Job) -> Listed:
        with store.session(job) as session:
            name = session.public(f"{ranking}_audit_unequal")
            session.bind("audit_unequal", name)
            return _listed(
                session.fetch_records(query("explorer/listed_pairs"), **chosen)
            )

    return work


def _listed(records: list[dict[str, Any]]) -> Listed:
    return Listed(records, records[0]["n_rows"] if records else 0)
