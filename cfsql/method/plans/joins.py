"""Joins of seekers and partners, one by one: progress shows, and Ctrl-C works."""

from __future__ import annotations

from collections.abc import Sequence

from cfsql.engines import Engine
from cfsql.engines.functions import Function
from cfsql.engines.queries import Query, query


def n_joined(session: Engine, join: Sequence[Function]) -> int:
    """The pairs that a join would look at."""
    candidates = query("blocked/candidates")
    _define_called(session, candidates, join)
    return int(session.fetch_one(candidates)[0])


def append_join(
    session: Engine, query: Query, join: Sequence[Function], **parameters: object
) -> None:
    """Run a query with the functions of a join."""
    _define_called(session, query, join)
    session.append(query, **parameters)


def _define_called(session: Engine, query: Query, join: Sequence[Function]) -> None:
    session.define(*(each for each in join if each.name in query.body))
