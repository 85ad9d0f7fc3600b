"""What things cost on this machine, with the table at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from cfsql.engines import Engine
from cfsql.engines.queries import query
from cfsql.method.packing import Field, join_functions, key_function
from cfsql.method.plans.sliced import Slices

# Pairs that a timed scan compares, and that a timed join brings together: some
# hundredths of a second.
TIMED_PAIRS, TIMED_CANDIDATES = 4_000_000, 1_000_000

# Instances that a timed join begins with.
_TIMED_TARGETS = 2_000

# Instances that are sliced to see what it takes, and those compared with them.
_TIMED_INSTANCES, _TIMED_SEEKERS = 8_000, 4_000


@dataclass(frozen=True)
class Costs:
    """Seconds of a statement, and of what it goes through; guesses until measured."""

    statement: float = 1e-3
    scanned_pair: float = 8e-9
    sliced_pair: float = 2e-9
    sliced_instance: float = 2e-6
    sliced_statement: float = 5e-2
    searched_candidate: float = 3e-8
    counted_candidate: float = 6e-8
    joined_row: float = 5e-8

    def candidate(self, task: str) -> float:
        """A pair that a join brings together, for the search or the count."""
        return self.searched_candidate if task == "search" else self.counted_candidate

    def with_candidate(self, task: str, seconds: float) -> Costs:
        """The same costs, but for a candidate of a task."""
        if task == "search":
            return replace(self, searched_candidate=seconds)
        return replace(self, counted_candidate=seconds)

    @property
    def grouped_row(self) -> float:
        """A row that is grouped and joined: twice through a hash table."""
        return 2 * self.joined_row


def measured(
    session: Engine,
    fields: Sequence[Field],
    agreement: Mapping[int, float],
    *,
    n_instances: int,
    slices: Slices,
) -> Costs:
    """Time a scan, joins and slices of the population that is staged."""
    costs = _scan_and_join(session, fields, n_instances)
    kept = _key_of_candidates(fields, agreement, n_instances)
    costs = _candidates(session, fields, kept, n_instances, costs)
    return _slices(session, slices, n_instances, costs)


def _scan_and_join(session: Engine, fields: Sequence[Field], n_instances: int) -> Costs:
    few = max(1, TIMED_PAIRS // n_instances)
    session.stage(query("plan/few_seekers"), n_seekers=few)
    scanning = _seconds(session, "plan/time_scan")
    session.define_all(join_functions(fields))
    joining = []
    for n_seekers in (0, n_instances):
        session.stage(query("plan/few_seekers"), n_seekers=n_seekers)
        joining.append(_seconds(session, "plan/time_search", distance=1))
    return Costs(
        statement=joining[0],
        scanned_pair=scanning / (few * n_instances),
        joined_row=max(0.0, joining[1] - joining[0]) / (2 * n_instances),
    )


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
    costs: Costs,
) -> Costs:
    n_seekers = min(n_instances, _TIMED_TARGETS)
    dropped = [field for field in fields if field not in kept]
    session.define_all([key_function(kept), *join_functions(kept, [dropped])])
    session.stage(query("plan/few_seekers"), n_seekers=n_seekers)
    session.bind("seekers", "few_seekers")
    session.bind("partners", "population")
    n_candidates, _ = session.fetch_one(query("plan/candidates"))
    if n_candidates < TIMED_CANDIDATES / 10:
        return costs
    rows = (n_seekers + n_instances) * costs.joined_row
    reach = len(dropped)
    for task, seconds in (
        ("search", _seconds(session, "plan/time_search", distance=reach)),
        ("count", _seconds(session, "plan/time_count", radius=reach)),
    ):
        candidate = max(seconds - rows, seconds / 4) / n_candidates
        costs = costs.with_candidate(task, candidate)
    return costs


def _slices(session: Engine, slices: Slices, n_instances: int, costs: Costs) -> Costs:
    """Slices of a few instances, less what slices of none take."""
    n_sliced = min(n_instances, _TIMED_INSTANCES)
    n_seekers = min(n_instances, _TIMED_SEEKERS)
    slicing, comparing = [], []
    for share in (0, 1):
        started = perf_counter()
        slices.stage(share * n_sliced)
        slicing.append(perf_counter() - started)
        session.stage(query("plan/few_seekers"), n_seekers=share * n_seekers)
        slices.seek(query("plan/spread_few"), n_seekers=n_seekers, furthest=4)
        comparing.append(_seconds(session, "plan/time_slices"))
    return replace(
        costs,
        sliced_statement=comparing[0],
        sliced_instance=max(0.0, slicing[1] - slicing[0]) / n_sliced,
        sliced_pair=max(0.0, comparing[1] - comparing[0]) / (n_sliced * n_seekers),
    )


def _seconds(session: Engine, path: str, **parameters: int) -> float:
    started = perf_counter()
    session.fetch(query(path), **parameters)
    return perf_counter() - started
