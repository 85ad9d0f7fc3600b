"""The plan `scan`: every pair, one by one. The definition, and always possible."""

from __future__ import annotations

from cfsql.engines.queries import query
from cfsql.method.search.blocked import PairCounts
from cfsql.method.search.setting import COUNT, SEARCH, PlanStep, Setting

NAME = "scan"

# What a statement costs, and a pair; the unit is a pair of a search. Where features are
# frozen, pairs are joined on them.
_STATEMENT, _PAIR, _JOINED = 150_000, {SEARCH: 1.0, COUNT: 1.4}, 2.5


def planned(
    setting: Setting, task: str, distance: int, n_seekers: int, counts: PairCounts
) -> PlanStep:
    """A step that compares every seeker with every partner, or with those of its key.

    A search takes two passes: how far the nearest is, then which they are.
    """
    n_pairs, cost = n_seekers * setting.n_partners(task), _PAIR[task]
    key = setting.key(task)
    if key:
        n_pairs, cost = counts.of(key), _JOINED
    passes = 2 if task == SEARCH else 1
    n_pairs *= passes
    work = round(passes * _STATEMENT + cost * n_pairs)
    return PlanStep(task, distance, NAME, n_seekers, passes, n_pairs, work)


def search(setting: Setting, step: PlanStep) -> None:
    """Find how far the nearest are, then which, a batch of targets at a time."""
    session = setting.session
    for batch in setting.track(step, range(setting.n_batches)):
        session.stage(
            query("scan/nearest"),
            distance=step.distance,
            furthest=setting.problem.furthest,
            batch=batch,
        )
        session.append(query("scan/minimal"), batch=batch)


def count(setting: Setting, step: PlanStep) -> None:
    """Count by distance and label, a batch of centres at a time."""
    for batch in setting.track(step, range(setting.n_batches)):
        setting.session.append(query("scan/balls"), batch=batch)
