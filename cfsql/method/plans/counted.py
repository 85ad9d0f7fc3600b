"""The plan `counted`: hyperballs from groups of rows, without a single pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from cfsql.engines.queries import query
from cfsql.method.packing import Field, join_on
from cfsql.method.plans.blocked import MOST_SETS, QUICK
from cfsql.method.plans.joins import append_join
from cfsql.method.plans.plan import Plan
from cfsql.method.plans.setting import Setting
from cfsql.method.plans.steps import COUNT, Step

# Sets of features after which partial counts are added up, to keep them small.
SETS_PER_SUM = 16

# Sets of features for which it is counted what a centre finds.
_WEIGHED_SETS = 3


class Counted(Plan):
    """Groups by every set of features: best for full hyperballs of small radius."""

    name = "counted"

    def __init__(self, setting: Setting) -> None:
        """Defer no step yet."""
        super().__init__(setting)
        self._deferred: dict[int, Step] = {}

    def needs_met(self, task: str) -> bool:
        """It counts hyperballs, and finds no pairs."""
        return task == COUNT

    def weigh(
        self,
        task: str,
        distance: int,
        n_seekers: int,
        *,
        best: Step | None = None,
        n_blocks: int | None = None,
    ) -> Step | None:
        """A grouping for each set, but for those that deferred steps need anyway."""
        n_sets = self._n_sets(distance)
        if n_sets > MOST_SETS:
            return None
        n_grouped = self._n_sets(max(self._deferred, default=-1))
        costs = self.setting.join_costs
        n_instances = self.setting.n_instances
        per_grouping = costs.statement + n_instances * costs.grouped_row
        # What is found for a centre is joined, written, and added up with the others.
        per_found = costs.joined_row + 2 * costs.grouped_row
        grouping = (n_sets - n_grouped) * per_grouping
        finding = n_sets * n_seekers * per_found
        if best is not None and grouping + finding >= best.seconds:
            return None
        if grouping + finding > QUICK:
            finding *= self._found_per_centre(distance)
        return Step(task, distance, self.name, n_seekers, n_sets, 0, grouping + finding)

    def _found_per_centre(self, radius: int) -> float:
        """The labels that a centre finds outside a set of features, on average.

        They are counted for a few of the largest sets, which are the most.
        """
        session, fields = self.setting.session, self.setting.problem.fields
        largest = max(kinds_of_sets(self._weights, radius), key=len)
        sets = list(_kept(fields, largest))
        some = sets[:: max(1, len(sets) // _WEIGHED_SETS)][:_WEIGHED_SETS]
        n_centres = max(1, session.size("open_centres"))
        n_found = 0
        for kept in some:
            session.define(*join_on(kept))
            n_found += session.fetch_one(query("counted/n_found"))[0]
        return max(1.0, n_found / (n_centres * len(some)))

    def _n_sets(self, radius: int) -> int:
        return sum(set_counts(self._weights, radius)) if radius >= 0 else 0

    @property
    def _weights(self) -> list[int]:
        return [field.weight for field in self.setting.problem.fields]

    def defer(self, step: Step) -> bool:
        """The rows are grouped once for all radii."""
        self._deferred[step.distance] = step
        return True

    def deferred(self) -> tuple[Step, list[int]] | None:
        """All radii as one step."""
        if not self._deferred:
            return None
        steps = self._deferred
        n_centres = sum(step.n_seekers for step in steps.values())
        seconds = sum(step.seconds for step in steps.values())
        last = steps[max(steps)]
        return replace(last, n_seekers=n_centres, seconds=seconds), list(steps)

    def search(self, step: Step) -> None:
        """Never planned."""
        raise AssertionError("the plan 'counted' finds no pairs")

    def count(self, step: Step) -> None:
        """Group by each set of features to keep, then sum up by distance."""
        setting, session = self.setting, self.setting.session
        fields, weights = setting.problem.fields, self._weights
        largest = min(step.distance, sum(weights))
        kinds = kinds_of_sets(weights, largest)
        batches = [
            (kind, sets[first : first + SETS_PER_SUM])
            for kind in kinds
            for sets in [list(_kept(fields, kind))]
            for first in range(0, len(sets), SETS_PER_SUM)
        ]
        setting.bind(COUNT)
        session.forget("set_parts")
        for kind, sets in setting.track(step, batches):
            for kept in sets:
                append_join(
                    session,
                    query("counted/set_counts"),
                    join_on(kept),
                    kind_id=kinds.index(kind),
                    weight=sum(kind),
                )
            session.stage(query("counted/summed_sets"))
        terms = coefficients(weights, largest)
        session.append(query("counted/balls"), coefficients=terms)


# The weights of the features of a set, in order: all that its counts depend on.
Kind = tuple[int, ...]


def kinds_of_sets(weights: Sequence[int], largest_radius: int) -> list[Kind]:
    """The kinds of sets of features that weigh no more than a radius."""
    found: list[Kind] = [()]
    for weight, n_features in sorted(Counter(weights).items()):
        found = [
            (*kind, *[weight] * n_more)
            for kind in found
            for n_more in range(n_features + 1)
            if sum(kind) + weight * n_more <= largest_radius
        ]
    return found


def _kept(fields: Sequence[Field], kind: Kind) -> Iterator[tuple[Field, ...]]:
    """The features outside each set of a kind."""
    chosen: list[tuple[Field, ...]] = [()]
    for weight in sorted({field.weight for field in fields}):
        own = [field for field in fields if field.weight == weight]
        n_kept = len(own) - kind.count(weight)
        chosen = [
            (*before, *kept) for before in chosen for kept in combinations(own, n_kept)
        ]
    yield from chosen


def set_counts(weights: Sequence[int], largest_weight: int) -> list[int]:
    """How many sets of features weigh 0, 1, … and so on."""
    counts = [1] + [0] * largest_weight
    for weight in weights:
        for total in range(largest_weight, weight - 1, -1):
            counts[total] += counts[total - weight]
    return counts


def coefficients(weights: Sequence[int], largest_radius: int) -> list[dict[str, int]]:
    """What the counts over sets of features weigh in the rows at each distance.

    By inclusion and exclusion: the sets of what is kept that weigh what is missing to
    the distance, those of an even number of features less those of an odd one.
    """
    found = []
    for kind_id, kind in enumerate(kinds_of_sets(weights, largest_radius)):
        # The product of 1 - z^weight over the features that are kept.
        signed = [1] + [0] * (largest_radius - sum(kind))
        for weight in (Counter(weights) - Counter(kind)).elements():
            for total in range(len(signed) - 1, weight - 1, -1):
                signed[total] -= signed[total - weight]
        found += [
            {
                "distance": sum(kind) + more,
                "kind_id": kind_id,
                "coefficient": coefficient,
            }
            for more, coefficient in enumerate(signed)
            if coefficient
        ]
    return found
