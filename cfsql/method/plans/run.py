"""Running the plans: the search for minimal counterfactuals, the count of hyperballs.

Each level and each radius is run as the planner says. Every plan gives the same rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from itertools import combinations
from math import comb
from time import perf_counter

from cfsql.engines import Engine
from cfsql.engines.queries import query
from cfsql.errors import QueryFailed, WrongUse
from cfsql.method.constraints import Problem, stage_candidates
from cfsql.method.packing import Function, key_function
from cfsql.method.plans.blocks import Choice, choices, partition
from cfsql.method.plans.planner import PAIRS_PER_BATCH, Planner, Step, Wish
from cfsql.progress import Progress

# Sets of features after which partial counts are added up, to keep them small.
SETS_PER_SUM = 16


def plan_for(session: Engine, problem: Problem, wish: Wish) -> Planner:
    """A planner of the problem as it is posed."""
    return Planner(
        session,
        problem.fields,
        n_instances=problem.n_instances,
        wish=wish,
        frozen=problem.frozen,
        has_condition=problem.is_refined,
        is_free=not problem.constraints.choose,
    )


def targets_of(problem: Problem) -> str:
    """The query for the instances that are asked about."""
    return "constrain/refined_targets" if problem.is_refined else "search/targets"


class Run:
    """One run: it makes its plans as it goes, and notes what they took."""

    def __init__(
        self,
        session: Engine,
        problem: Problem,
        wish: Wish,
        progress: Progress,
    ) -> None:
        """Take a session in which `asked_rows` and `population` are staged."""
        self.session = session
        self.problem = problem
        self.planner = plan_for(session, problem, wish)
        self.progress = progress
        self.steps: list[tuple[Step, float]] = []
        self._n_targets = 0

    @property
    def plan(self) -> str:
        """The plans of all steps, in words."""
        return ", ".join(
            f"{step.task} {step.distance} {step.name}" for step, _ in self.steps
        )

    @property
    def report(self) -> list[dict[str, object]]:
        """Each step as planned, and the seconds that it took, as cfsql.runs has it."""
        return [
            {**asdict(step), "estimate": step.seconds, "seconds": round(seconds, 4)}
            for step, seconds in self.steps
        ]

    def search(self) -> None:
        """Stage `minimal`: level by level, the rest by a scan."""
        self.session.stage(query(targets_of(self.problem)))
        self.search_targets(self.session.size("targets"))

    def search_targets(self, n_open: int) -> None:
        """Stage `minimal` for the targets that are staged."""
        try:
            self._search_all(n_open)
        except QueryFailed as error:
            reason = self.session.unfit(error) if self.problem.is_refined else None
            if reason is None:
                raise
            raise WrongUse(f"--require: {reason}") from error

    def _search_all(self, n_open: int) -> None:
        session, problem = self.session, self.problem
        for place, target_id in enumerate(problem.targets):
            n_candidates = stage_candidates(session, problem, target_id)
            self.planner.look_through(n_candidates)
            self._search(n_open)
            if len(problem.targets) > 1:
                gather = session.append if place else session.stage
                gather(query("constrain/further_pairs"))
        if len(problem.targets) > 1:
            session.rename("all_minimal", "minimal")
        if problem.is_refined:
            session.stage(query("constrain/one_of_each_case"))
            session.rename("distinct_minimal", "minimal")

    def _search(self, n_open: int) -> None:
        """Stage `minimal` with the candidates that are staged."""
        session = self.session
        session.stage(query("search/no_pairs"))
        (n_classes,) = session.fetch_one(query("plan/class_count"))
        if n_classes < 2 and not self.problem.is_about_new_cases:
            return
        self._n_targets = n_open = self._open_targets(n_open)
        for distance in range(1, self.problem.furthest + 1):
            if not n_open:
                return
            step = self.planner.search_step(distance, n_open)
            if step.kind == "blocked":
                self._run(step, self._join_targets)
                n_open = self._open_targets(n_open)
                continue
            runner = self._scan_targets if step.kind == "scan" else self._slice_targets
            self._run(step, runner)
            return

    def count(self) -> None:
        """Stage `balls`: around each centre, out to its largest radius."""
        session = self.session
        session.stage(query("count/centres"))
        session.stage(query("count/no_parts"))
        session.stage(query("count/no_sets"))
        runners = {
            "scan": self._scan_centres,
            "sliced": self._slice_centres,
            "blocked": self._join_centres,
            "counted": self._count_centres,
        }
        radii = dict(session.fetch(query("count/largest_radii")))
        for step in self.planner.count_steps(radii, self._open_centres):
            self._run(step, runners[step.kind])
        counted = (step.distance for step, _ in self.steps if step.kind == "counted")
        weights = coefficients(len(self.planner.all_fields), max(counted, default=0))
        session.stage(query("count/coefficients"), weights=weights)
        session.stage(query("count/balls"))

    def _run(self, step: Step, runner: Callable[[Step], None]) -> None:
        started = perf_counter()
        runner(step)
        seconds = perf_counter() - started
        self.planner.observe(step, seconds)
        self.steps.append((step, seconds))

    def blame(self) -> None:
        """Stage `blamed`: which constraint took a target's last counterfactual."""
        session, problem = self.session, self.problem
        asked = problem.constraints
        session.stage(query("constrain/none_blamed"))
        session.stage(query("constrain/unanswered"))
        if not session.size("unanswered"):
            return
        for step, limits, frozen in problem.steps:
            session.define(key_function(frozen))
            session.append(query("constrain/blocked"), step=step, **limits)
        if asked.require is not None and asked.max_changes is not None:
            self._blame_distance()
        if asked.require is not None or asked.max_changes is not None:
            last = "require" if asked.require is not None else "max-changes"
            session.append(query("constrain/blocked_at_last"), step=last)

    def _blame_distance(self) -> None:
        """Search once more without the condition, for those that it may have kept."""
        session = self.session
        session.rename("minimal", "all_found")
        session.rename("targets", "all_targets")
        session.stage(query("constrain/not_blamed"))
        session.stage_as("targets", query("constrain/not_blamed"))
        session.define(Function("required", ("a", "b"), "true", of="case"))
        self.search_targets(session.size("targets"))
        session.append(query("constrain/blocked_by_distance"))
        session.rename("all_found", "minimal")
        session.rename("all_targets", "targets")

    # The search.

    def _open_targets(self, at_most: int) -> int:
        self.session.stage_shards(
            query("search/open_targets"),
            key="instance_id",
            n_rows=at_most,
            n_nearest=self.problem.n_nearest,
            n_batches=self._n_batches(at_most),
        )
        return self.session.size("open_targets")

    def _scan_targets(self, step: Step) -> None:
        found = self.session.fetch(query("search/target_batches"))
        batches = sorted({batch for _, batch, _ in found})
        for batch in self.progress.track(self._about(step), batches):
            self.session.stage(
                query("search/scan_nearest"), **self._reach(step), batch=batch
            )
            self.session.append(query("search/scan_minimal"), batch=batch)

    def _slice_targets(self, step: Step) -> None:
        session, slices = self.session, self.planner.search_slices
        slices.stage(self.planner.n_instances)
        batches = session.fetch(query("search/target_batches"))
        for position in self.progress.track(self._about(step), range(len(batches))):
            label_id, batch, n_targets = batches[position]
            slices.seek(
                query("search/spread_targets"),
                n_seekers=n_targets,
                furthest=self.problem.furthest,
                label_id=label_id,
                batch=batch,
            )
            session.stage(
                query("search/sliced_nearest"), label_id=label_id, **self._reach(step)
            )
            session.append(query("search/sliced_minimal"), label_id=label_id)

    def _join_targets(self, step: Step) -> None:
        self.session.stage(query("search/no_found_pairs"))
        self._join(step, "search/blocked_minimal")
        self.session.append(query("search/distinct_pairs"))

    # The count.

    def _open_centres(self, radii: list[int], n_centres: int) -> None:
        self.session.stage_shards(
            query("count/open_centres"),
            key="centre_id",
            n_rows=n_centres,
            radii=radii,
            n_batches=self._n_batches(n_centres),
        )

    def _scan_centres(self, step: Step) -> None:
        batches = range(self._n_batches(step.n_seekers))
        for batch in self.progress.track(self._about(step), batches):
            self.session.append(query("count/scan_balls"), **step.reach, batch=batch)

    def _slice_centres(self, step: Step) -> None:
        slices = self.planner.slices
        slices.stage(self.planner.n_instances)
        batches = range(self._n_batches(step.n_seekers))
        for batch in self.progress.track(self._about(step), batches):
            slices.seek(
                query("count/spread_centres"),
                n_seekers=step.n_seekers // len(batches),
                furthest=step.distance,
                batch=batch,
            )
            self.session.append(query("count/sliced_balls"))

    def _join_centres(self, step: Step) -> None:
        self._join(step, "count/blocked_balls")

    def _count_centres(self, step: Step) -> None:
        fields = self.planner.all_fields
        n_at_once = max(SETS_PER_SUM, self._n_at_once(step))
        batches = [
            (n_dropped, sets[first : first + n_at_once])
            for n_dropped in range(min(step.distance, len(fields)) + 1)
            for sets in [list(combinations(fields, len(fields) - n_dropped))]
            for first in range(0, len(sets), n_at_once)
        ]
        self.planner.bind(step.task)
        for place in self.progress.track(self._about(step), range(len(batches))):
            n_dropped, sets = batches[place]
            self.session.append_joins(
                query("count/set_counts"),
                [Choice(kept, must_differ=()) for kept in sets],
                n_of_one_key=0,
                n_dropped=n_dropped,
            )
            if place != len(batches) - 1:
                self.session.stage(query("count/summed_sets"))

    # Either.

    def _join(self, step: Step, path: str) -> None:
        planner = self.planner
        assert step.n_blocks is not None
        fields = planner.fields(step.task)
        blocks = partition(fields, planner.agreement, step.n_blocks)
        n_dropped = min(step.distance, step.n_blocks)
        joins = list(choices(blocks, n_dropped, frozen=planner.key(step.task)))
        n_at_once = self._n_at_once(step)
        batches = range(0, len(joins), n_at_once)
        planner.bind(step.task)
        for first in self.progress.track(self._about(step), batches):
            batch = joins[first : first + n_at_once]
            n_of_one_key = planner.n_of_one_key(choice.kept for choice in batch)
            self.session.append_joins(
                query(path), batch, n_of_one_key=n_of_one_key, **step.reach
            )

    def _n_at_once(self, step: Step) -> int:
        return self.session.joins_at_once(step.n_seekers + self.planner.n_instances)

    def _reach(self, step: Step) -> dict[str, int]:
        """The distances that a scan looks at."""
        return {"distance": step.distance, "furthest": self.problem.furthest}

    def _about(self, step: Step) -> str:
        """The step, for whoever waits for it."""
        if step.task == "count":
            return f"counting {step.n_seekers:,} hyperballs to radius {step.distance}"
        n_answered = self._n_targets - step.n_seekers
        further = "" if step.kind == "blocked" else " and more"
        return (
            f"{step.distance}{further} changes: "
            f"{n_answered:,} of {self._n_targets:,} answered"
        )

    def _n_batches(self, n_seekers: int) -> int:
        return max(1, n_seekers * self.planner.n_instances // PAIRS_PER_BATCH)


def coefficients(n_features: int, largest_radius: int) -> list[dict[str, int]]:
    """What the counts over sets of features weigh in the balls of each radius."""
    return [
        {"radius": radius, "n_dropped": n_dropped, "coefficient": coefficient}
        for radius in range(largest_radius + 1)
        for n_dropped in range(radius + 1)
        if (coefficient := _coefficient(n_features, radius, n_dropped))
    ]


def _coefficient(n_features: int, radius: int, n_dropped: int) -> int:
    """The weight of the counts over sets of `n_dropped` features in a hyperball."""
    if radius >= n_features:
        # The ball is everything: the one set of all features.
        return int(n_dropped == n_features)
    sign = -1 if (radius - n_dropped) % 2 else 1
    return sign * comb(n_features - 1 - n_dropped, radius - n_dropped)
