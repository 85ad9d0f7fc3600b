"""The planner: which plan is cheapest for each level and each radius.

It weighs before it spends. Plans are timed on the table at hand when a step would take
long, and corrected by the steps that were run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from time import perf_counter
from typing import cast

from cfsql.method.plans.blocked import QUICK, Blocked
from cfsql.method.plans.compiled import Compiled, refuse_without_extra
from cfsql.method.plans.counted import Counted
from cfsql.method.plans.plan import Plan
from cfsql.method.plans.scan import Scan
from cfsql.method.plans.setting import Setting
from cfsql.method.plans.sliced import Sliced
from cfsql.method.plans.steps import COUNT, SEARCH, PlanChoice, Step

# All plans, in the order in which they are weighed: the quick ones to weigh first.
PLANS: tuple[type[Plan], ...] = (Scan, Sliced, Compiled, Counted, Blocked)

# Below this many pairs hyperballs of one radius are counted, and below that many all
# hyperballs, or all counterfactuals found, before a plan is made.
_FEW_PAIRS, MANY_PAIRS = 20_000_000, 100_000_000


def plan_names() -> tuple[str, ...]:
    """The names that --plan takes besides `auto`."""
    return tuple(dict.fromkeys(plan.name for plan in PLANS))


def parse_choice(text: str) -> PlanChoice:
    """Read what --plan was given."""
    choice = PlanChoice.parse(text, plan_names())
    refuse_without_extra(choice.kind)
    return choice


class Planner:
    """Plans the steps of one run on one table."""

    def __init__(self, setting: Setting, choice: PlanChoice) -> None:
        """Make the plans that the engine can run."""
        self.setting = setting
        self.choice = choice
        self.session = setting.session
        engine = self.session.name
        self.plans: dict[str, Plan] = {
            plan.name: plan(setting) for plan in PLANS if engine in plan.runs_on
        }
        self._is_measured = False
        # What it took to time the plans.
        self.measuring = 0.0

    def take_costs(self, other: Planner) -> None:
        """Take over what another run on the same table has measured and learnt."""
        self._is_measured = other._is_measured
        self.measuring = other.measuring
        self.setting.join_costs = other.setting.join_costs
        for name, plan in self.plans.items():
            plan.take_costs(other.plans[name])

    def plan_of(self, step: Step) -> Plan:
        """The plan that a step goes by."""
        return self.plans[step.kind]

    def look_through(self, n_candidates: int) -> None:
        """Take note of other candidates."""
        self.setting.n_candidates = n_candidates
        for plan in self.plans.values():
            plan.forget_candidates()

    def search_step(self, distance: int, n_targets: int) -> Step:
        """How to find the counterfactuals at a distance, or at all from there on."""
        return self._step(SEARCH, distance, n_targets)

    def count_steps(
        self, radii: Mapping[int, int], open_centres: Callable[[list[int], int], None]
    ) -> Iterator[Step]:
        """How to count the hyperballs, given how many centres have which radius.

        Before each step the centres of its radii are opened.
        """
        largest = max(radii, default=0)
        for radius, n_centres in radii.items():
            open_centres([radius], n_centres)
            step = self._step(COUNT, radius, n_centres)
            left = [further for further in radii if further >= radius]
            n_left = sum(radii[further] for further in left)
            rest = self._all_radii(largest, n_left)
            if radius < largest and self._is_better(rest, step):
                open_centres(left, n_left)
                yield rest
                break
            if not self.plan_of(step).defer(step):
                yield step
        for plan in self.plans.values():
            deferred = plan.deferred()
            if deferred is not None:
                step, merged = deferred
                open_centres(merged, step.n_seekers)
                yield step

    def learn(self, step: Step, seconds: float) -> None:
        """Learn from a step that was run."""
        self.plan_of(step).learn(step, seconds)

    def _step(self, task: str, distance: int, n_seekers: int) -> Step:
        step = self._chosen(task, distance, n_seekers)
        self.plan_of(step).note_planned(step)
        return step

    def _chosen(self, task: str, distance: int, n_seekers: int) -> Step:
        """The best step by the costs known; these are measured if it takes long."""
        self.setting.open_step(task)
        if self.choice.is_auto:
            weighed = [
                plan.weigh(task, distance, n_seekers)
                for plan in self.plans.values()
                if plan.is_quick_to_weigh and plan.needs_met(task)
            ]
            quick = [step for step in weighed if step is not None]
            few = MANY_PAIRS if task == SEARCH else _FEW_PAIRS
            if min(step.n_pairs for step in quick) < few:
                return min(quick, key=lambda step: step.seconds)
        step = self._best(task, distance, n_seekers)
        if step.seconds > QUICK and not self._is_measured:
            self._measure()
            self.setting.bind(task)
            step = self._best(task, distance, n_seekers)
        return step

    def _measure(self) -> None:
        """Time the plans on the table at hand."""
        started = perf_counter()
        self._is_measured = True
        self.setting.measure()
        for plan in self.plans.values():
            plan.measure()
        self.measuring = perf_counter() - started

    def _best(self, task: str, distance: int, n_seekers: int) -> Step:
        """The cheapest plan, or the chosen one where it can do the task."""
        plans = list(self.plans.values())
        if not self.choice.is_auto:
            plans = [plan for plan in plans if plan.name == self.choice.kind]
        best: Step | None = None
        for plan in plans:
            if not plan.needs_met(task):
                continue
            step = plan.weigh(
                task, distance, n_seekers, best=best, n_blocks=self.choice.n_blocks
            )
            if step is not None and (best is None or step.seconds < best.seconds):
                best = step
        return best or self._stand_in(task, distance, n_seekers)

    def _stand_in(self, task: str, distance: int, n_seekers: int) -> Step:
        """Joins in the place of some plans, or a scan, for what a plan cannot do."""
        if self.choice.kind in (Counted.name, Compiled.name):
            joins = self.plans[Blocked.name]
            step = joins.weigh(task, distance, n_seekers)
            if step is not None:
                return step
        return cast(Step, self.plans[Scan.name].weigh(task, distance, n_seekers))

    def _all_radii(self, largest: int, n_centres: int) -> Step:
        """All hyperballs that are left, at once."""
        plans = [plan for plan in self.plans.values() if plan.takes_all_radii]
        plan = plans[0] if plans else self.plans[Scan.name]
        return cast(Step, plan.weigh(COUNT, largest, n_centres))

    def _is_better(self, rest: Step, step: Step) -> bool:
        """Whether to count this and all larger hyperballs at once.

        A plan that takes all radii costs as much however large the hyperballs are,
        and joins more for larger ones. From a scan, or from a few, nothing follows
        for many.
        """
        if not self.choice.is_auto or self.plan_of(step).takes_all_radii:
            return self.plan_of(step).takes_all_radii
        if rest.n_pairs >= MANY_PAIRS and (
            step.kind == Scan.name or step.seconds < QUICK
        ):
            return False
        return rest.seconds <= step.seconds * rest.n_seekers / step.n_seekers
