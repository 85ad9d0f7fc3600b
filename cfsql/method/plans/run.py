"""Running a search and a count: each level and each radius by its own plan."""

from __future__ import annotations

from dataclasses import asdict
from time import perf_counter

from cfsql.engines import Engine
from cfsql.engines.queries import query
from cfsql.errors import QueryFailed, WrongUse
from cfsql.method.constraints import Problem, stage_candidates
from cfsql.method.plans.planner import Planner
from cfsql.method.plans.setting import Setting
from cfsql.method.plans.steps import SEARCH, PlanChoice, Step
from cfsql.progress import Progress


class Run:
    """One run: it makes its plans as it goes, and notes how long they took."""

    def __init__(
        self,
        session: Engine,
        problem: Problem,
        choice: PlanChoice,
        progress: Progress,
    ) -> None:
        """Take a session in which `asked_rows` and `population` are staged."""
        self.session = session
        self.problem = problem
        self.setting = Setting(session, problem, progress)
        self.planner = Planner(self.setting, choice)
        self.steps: list[tuple[Step, float]] = []

    @property
    def plan(self) -> str:
        """The plans of all steps, in words."""
        return ", ".join(
            f"{step.task} {step.distance} {step.name}" for step, _ in self.steps
        )

    @property
    def report(self) -> list[dict[str, object]]:
        """Each step as planned, and the seconds that it took, as cf.runs has it."""
        return [
            {**asdict(step), "estimate": step.seconds, "seconds": round(seconds, 4)}
            for step, seconds in self.steps
        ]

    def search(self) -> None:
        """Stage `minimal` for the rows that are asked about."""
        self.session.stage(query("search/targets"))
        self.search_targets()

    def search_targets(self) -> None:
        """Stage `minimal` for the targets that are staged."""
        try:
            self._search_labels()
        except QueryFailed as error:
            reason = None
            if self.problem.is_refined:
                reason = self.session.condition_failure(error)
            if reason is None:
                raise
            raise WrongUse(f"--require: {reason}") from error

    def _search_labels(self) -> None:
        """Search for any other label, or for one target label after the other."""
        session, labels = self.session, self.problem.targets
        session.forget("all_minimal")
        for target_id in labels:
            n_candidates = stage_candidates(session, self.problem, target_id)
            self.planner.look_through(n_candidates)
            self._search_levels()
            if len(labels) > 1:
                session.append(query("search/all_minimal"))
        if len(labels) > 1:
            session.rename("all_minimal", "minimal")
        if self.problem.is_refined:
            session.stage(query("search/one_of_each_case"))

    def _search_levels(self) -> None:
        """Search with the candidates that are staged, level by level."""
        self.session.stage_empty(query("search/minimal"))
        if self.session.size("labels") < 2 and not self.problem.is_about_new_cases:
            return
        n_open = self._open_targets(self.session.size("targets"))
        self.setting.n_targets = n_open
        for distance in self.problem.distances:
            if not n_open:
                return
            step = self.planner.search_step(distance, n_open)
            self._run(step)
            if not self.planner.plan_of(step).is_by_level:
                return
            n_open = self._open_targets(n_open)

    def _open_targets(self, at_most: int) -> int:
        """Stage the targets that want more answers; how many they are."""
        self.session.stage_shards(
            query("search/open_targets"),
            key="instance_id",
            n_rows=at_most,
            n_nearest=self.problem.n_nearest,
            n_batches=self.setting.n_batches(at_most),
        )
        return self.session.size("open_targets")

    def count(self) -> None:
        """Stage `balls`: around each counterfactual, out to its largest distance."""
        self.session.stage(query("count/centres"))
        self.count_centres()

    def count_centres(self) -> None:
        """Stage `balls`: around each of the `centres`, out to its largest radius."""
        session = self.session
        self._open_centres([], 0)
        # `ball_parts`, empty: every plan appends in this shape.
        session.stage_empty(query("scan/balls"))
        radii = dict(session.fetch(query("count/largest_radii")))
        self.setting.n_centres = sum(radii.values())
        for step in self.planner.count_steps(radii, self._open_centres):
            self._run(step)
        session.stage(query("count/balls"))

    def _open_centres(self, radii: list[int], n_centres: int) -> None:
        self.session.stage_shards(
            query("count/open_centres"),
            key="centre_id",
            n_rows=n_centres,
            radii=radii,
            n_batches=self.setting.n_batches(n_centres),
        )

    def _run(self, step: Step) -> None:
        plan = self.planner.plan_of(step)
        started = perf_counter()
        if step.task == SEARCH:
            plan.search(step)
        else:
            plan.count(step)
        seconds = perf_counter() - started
        self.planner.learn(step, seconds)
        self.steps.append((step, seconds))
