"""What joins cost on this machine, with the table at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from cfsql.engines import Engine
from cfsql.engines.queries import query
from cfsql.method.packing import Field, join_on
from cfsql.method.plans.joins import n_joined
from cfsql.method.plans.steps import COUNT, SEARCH

# Pairs that a timed scan compares, and that a timed join brings together: some
# hundredths of a second.
TIMED_PAIRS, TIMED_CANDIDATES = 4_000_000, 1_000_000

# Instances that a timed join begins with.
_TIMED_TARGETS = 2_000


@dataclass(frozen=True)
class JoinCosts:
    """Seconds of a statement, a joined row and a candidate pair; guesses at first."""

    statement: float = 1e-3
    joined_row: float = 5e-8
    searched_candidate: float = 3e-8
    counted_candidate: float = 6e-8

    def candidate(self, task: str) -> float:
        """A pair that a join brings together, for the search or the count."""
        return self.searched_candidate if task == SEARCH else self.counted_candidate

    def with_candidate(self, task: str, seconds: float) -> JoinCosts:
        """The same costs, but for a candidate of a task."""
        if task == SEARCH:
            return replace(self, searched_candidate=seconds)
        return replace(self, counted_candidate=seconds)

    @property
    def grouped_row(self) -> float:
        """A row that is grouped and joined: twice through a hash table."""
        return 2 * self.joined_row


def seconds_of(run: Callable[[], object]) -> float:
    """The time that something takes."""
    started = perf_counter()
    run()
    return perf_counter() - started


def stage_few(session: Engine, n_seekers: int) -> None:
    """Stage a few instances as targets and as centres, to time a plan with."""
    session.stage(query("plan/few_seekers"), n_seekers=n_seekers)
    session.bind("open_centres", "open_targets")


def measured_joins(
    session: Engine,
    fields: Sequence[Field],
    agreement: Mapping[int, float],
    *,
    n_instances: int,
) -> JoinCosts:
    """Time joins of a few instances with the population that is staged."""
    with session.scope():
        session.bind("candidates", "population")
        costs = _rows(session, fields, n_instances)
        kept = _key_of_candidates(fields, agreement, n_instances)
        return _candidates(session, fields, kept, n_instances, costs)


def _rows(session: Engine, fields: Sequence[Field], n_instances: int) -> JoinCosts:
    """Join on all features, which brings no pair together: none, then all rows."""
    session.define(*join_on(fields))
    joining = []
    for n_seekers in (0, n_instances):
        stage_few(session, n_seekers)
        joining.append(
            seconds_of(
                lambda: session.stage(
                    query("blocked/minimal"), into="timed", distance=1
                )
            )
        )
    joined_row = max(0.0, joining[1] - joining[0]) / (2 * n_instances)
    return JoinCosts(statement=joining[0], joined_row=joined_row)


def _key_of_candidates(
    fields: Sequence[Field], agreement: Mapping[int, float], n_instances: int
) -> list[Field]:
    """Features on which about as many pairs agree as a timed join needs."""
    kept: list[Field] = []
    expected = float(min(n_instances, _TIMED_TARGETS) * n_instances)
    for field in sorted(fields, key=lambda each: -agreement[each.feature_id]):
        if expected <= TIMED_CANDIDATES:
            break
        kept.append(field)
        expected *= agreement[field.feature_id]
    return kept


def _candidates(
    session: Engine,
    fields: Sequence[Field],
    kept: list[Field],
    n_instances: int,
    costs: JoinCosts,
) -> JoinCosts:
    n_seekers = min(n_instances, _TIMED_TARGETS)
    dropped = [field for field in fields if field not in kept]
    join = join_on(kept, [dropped])
    stage_few(session, n_seekers)
    session.bind("seekers", "open_targets")
    session.bind("partners", "population")
    n_candidates = n_joined(session, join)
    if n_candidates < TIMED_CANDIDATES / 10:
        return costs
    session.define(*join)
    rows = (n_seekers + n_instances) * costs.joined_row
    reach = len(dropped)
    for task, run in (
        (SEARCH, lambda: _stage_timed(session, "blocked/minimal", distance=reach)),
        (COUNT, lambda: _stage_timed(session, "blocked/balls", radius=reach)),
    ):
        seconds = seconds_of(run)
        candidate = max(seconds - rows, seconds / 4) / n_candidates
        costs = costs.with_candidate(task, candidate)
    return costs


def _stage_timed(session: Engine, path: str, **parameters: int) -> None:
    session.stage(query(path), into="timed", **parameters)
