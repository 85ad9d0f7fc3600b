"""Lists of rows and pairs that pages ask for, each a piece of work for a job."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.questions.overview import bind_ranking
from cfsql.ui.jobs import Job
from cfsql.ui.store import Store, TableFacts


@dataclass(frozen=True)
class Listed:
    """Some rows of a list, and how many there are."""

    rows: list[dict[str, Any]]
    n_rows: int


def listed_rows(
    store: Store, facts: TableFacts, **chosen: object
) -> Callable[[Job], Listed]:
    """Rows of the table by label and value."""

    def work(job: Job) -> Listed:
        with store.session(job) as session:
            encode.bind(session, facts.name)
            return _listed(
                session.fetch_records(query("explorer/listed_rows"), **chosen)
            )

    return work


def listed_answers(
    store: Store, facts: TableFacts, ranking: str, **chosen: object
) -> Callable[[Job], Listed]:
    """Rows of a ranking that are counted together in a figure."""

    def work(job: Job) -> Listed:
        with store.session(job) as session:
            bind_ranking(session, facts.rankings[ranking])
            return _listed(
                session.fetch_records(query("explorer/listed_answers"), **chosen)
            )

    return work


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
