"""The plan `counted`: hyperballs from groups of rows, without a single pair."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import comb

from cfsql.engines.queries import query
from cfsql.method.packing import join_on
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
        if grouping + finding > QUICK and self.setting.session.can_be_timed:
            finding *= self._found_per_centre(distance)
        return Step(task, distance, self.name, n_seekers, n_sets, 0, grouping + finding)

    def _found_per_centre(self, radius: int) -> float:
        """The labels that a centre finds outside a set of features, on average.

        They are counted for a few of the largest sets, which are the most.
        """
        session, fields = self.setting.session, self.setting.problem.fields
        sets = list(combinations(fields, max(0, len(fields) - radius)))
        some = sets[:: max(1, len(sets) // _WEIGHED_SETS)][:_WEIGHED_SETS]
        n_centres = max(1, session.size("open_centres"))
        n_found = 0
        for kept in some:
            session.define(*join_on(kept))
            n_found += session.fetch_one(query("counted/n_found"))[0]
        return max(1.0, n_found / (n_centres * len(some)))

    def _n_sets(self, radius: int) -> int:
        n_features = len(self.setting.problem.fields)
        return sum(comb(n_features, dropped) for dropped in range(radius + 1))

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
        fields = setting.problem.fields
        largest = min(step.distance, len(fields))
        batches = [
            (n_dropped, sets[first : first + SETS_PER_SUM])
            for n_dropped in range(largest + 1)
            for sets in [list(combinations(fields, len(fields) - n_dropped))]
            for first in range(0, len(sets), SETS_PER_SUM)
        ]
        setting.bind(COUNT)
        session.forget("set_parts")
        for n_dropped, sets in setting.track(step, batches):
            for kept in sets:
                counts = query("counted/set_counts")
                append_join(session, counts, join_on(kept), n_dropped=n_dropped)
            session.stage(query("counted/summed_sets"))
        terms = coefficients(len(fields), largest)
        session.append(query("counted/balls"), coefficients=terms)


def coefficients(n_features: int, largest_radius: int) -> list[dict[str, int]]:
    """What the counts over sets of features weigh in the rows at each distance."""
    return [
        {
            "distance": distance,
            "n_dropped": n_dropped,
            "coefficient": (-1) ** (distance - n_dropped)
            * comb(n_features - n_dropped, distance - n_dropped),
        }
        for distance in range(largest_radius + 1)
        for n_dropped in range(distance + 1)
    ]
