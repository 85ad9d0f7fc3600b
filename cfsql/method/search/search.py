"""Search and count: level by level and radius by radius, each by the best plan.

All plans give the same rows. Which is best follows from counted pairs alone, so the
choice is the same each time, on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from math import inf
from time import perf_counter

from cfsql.engines import Engine
from cfsql.engines.queries import query
from cfsql.errors import QueryFailed, WrongUse
from cfsql.method.constraints import Problem, stage_candidates
from cfsql.method.search import blocked, compiled, scan
from cfsql.method.search.blocked import PairCounts
from cfsql.method.search.compiled import Compiled
from cfsql.method.search.setting import COUNT, SEARCH, PlanStep, Setting
from cfsql.progress import Progress

PLANS = (scan.NAME, blocked.NAME, compiled.NAME)
_IN_SQL = {scan.NAME: scan, blocked.NAME: blocked}

# Below this many pairs the hyperballs of all radii are counted by one scan.
_FEW_PAIRS = 5_000_000


@dataclass(frozen=True)
class PlanChoice:
    """The plan that the user chose, or `auto`; `blocked` may say how many blocks."""

    kind: str = "auto"
    n_blocks: int | None = None


AUTO = PlanChoice()


def parse_choice(text: str) -> PlanChoice:
    """Read `auto`, a plan, or `blocked:6`."""
    kind, _, number = text.partition(":")
    takes_number = kind == blocked.NAME and number.isdigit()
    if kind not in (AUTO.kind, *PLANS) or (":" in text and not takes_number):
        names = ", ".join([AUTO.kind, *PLANS])
        raise WrongUse(f"--plan is {names} or blocked:M, not '{text}'")
    if number and int(number) < 1:
        raise WrongUse("--plan blocked:M needs at least one block")
    if kind == compiled.NAME:
        compiled.refuse_without_kernel()
    return PlanChoice(kind, int(number) if number else None)


class PairSearch:
    """The search and the count of one run; it notes how long its steps took."""

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
        self.choice = choice
        self.setting = Setting(session, problem, progress)
        self.compiled = Compiled(self.setting)
        self.steps: list[tuple[PlanStep, float]] = []

    @property
    def plan(self) -> str:
        """The plans of all steps, in words."""
        return ", ".join(
            f"{step.task} {step.distance} {step.name}" for step, _ in self.steps
        )

    @property
    def report(self) -> list[dict[str, object]]:
        """Each step and the seconds that it took, as cf.runs has it."""
        return [
            {**asdict(step), "seconds": round(seconds, 4)}
            for step, seconds in self.steps
        ]

    def search(self) -> None:
        """Stage `minimal` for the targets that are staged.

        It is searched for any other label, or for one target label after the other.
        """
        session, labels = self.session, self.problem.targets
        session.forget("all_minimal")
        for target_id in labels:
            self.stage_candidates(target_id)
            session.stage_empty(query("search/minimal"))
            for step in self._levels():
                with self._noted(step):
                    if step.kind == compiled.NAME:
                        self.compiled.search(step)
                    else:
                        _IN_SQL[step.kind].search(self.setting, step)
            if len(labels) > 1:
                session.append(query("search/all_minimal"))
        if len(labels) > 1:
            session.rename("all_minimal", "minimal")
        if self.problem.is_refined:
            session.stage(query("search/one_of_each_case"))

    def stage_candidates(self, target_id: int | None) -> None:
        """Stage the cases that may be answers, of one label or of any."""
        self.compiled.forget_candidates()
        self.setting.n_candidates = stage_candidates(
            self.session, self.problem, target_id
        )

    def _levels(self) -> Iterator[PlanStep]:
        """The levels of a search, each to be run before the next is asked for."""
        if self.session.size("labels") < 2 and not self.problem.is_about_new_cases:
            return
        n_open = self._open_targets(self.session.size("targets"))
        self.setting.n_targets = n_open
        spent = 0.0
        for distance in self.problem.distances:
            if not n_open:
                return
            if self.is_compiled(SEARCH, n_open):
                step = self.compiled.planned(SEARCH, distance, n_open)
            else:
                step = self.sql_step(SEARCH, distance, n_open, spent=spent)
            yield step
            if step.kind != blocked.NAME:
                # It has found all that are further.
                return
            before, n_open = n_open, self._open_targets(n_open)
            spent = (spent + step.work) * n_open / before

    def _open_targets(self, at_most: int) -> int:
        """Stage the targets that want more answers; how many they are."""
        self.setting.open(
            query("search/open_targets"),
            key="instance_id",
            n_rows=at_most,
            n_nearest=self.problem.n_nearest,
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
        for step in self.count_steps(radii, self._open_centres):
            with self._noted(step):
                if step.kind == compiled.NAME:
                    self.compiled.count(step)
                else:
                    _IN_SQL[step.kind].count(self.setting, step)
        session.stage(query("count/balls"))

    def _open_centres(self, radii: list[int], n_centres: int) -> None:
        self.setting.open(
            query("count/open_centres"), key="centre_id", n_rows=n_centres, radii=radii
        )

    def count_steps(
        self, radii: Mapping[int, int], open_centres: Callable[[list[int], int], None]
    ) -> Iterator[PlanStep]:
        """How to count the hyperballs, given how many centres have which radius.

        Before each step the centres of its radii are opened.
        """
        n_all = sum(radii.values())
        if n_all and self.is_compiled(COUNT, n_all):
            open_centres(list(radii), n_all)
            yield self.compiled.planned(COUNT, max(radii), n_all)
        else:
            yield from self.sql_count_steps(radii, open_centres)

    def sql_count_steps(
        self, radii: Mapping[int, int], open_centres: Callable[[list[int], int], None]
    ) -> Iterator[PlanStep]:
        """The same by SQL. What is scanned is scanned at once, for all its radii."""
        scanned = []
        is_small = sum(radii.values()) * self.setting.n_instances < _FEW_PAIRS
        for radius, n_centres in radii.items():
            if self.choice.kind == scan.NAME or (
                is_small and self.choice.kind == AUTO.kind
            ):
                scanned.append(radius)
                continue
            open_centres([radius], n_centres)
            step = self.sql_step(COUNT, radius, n_centres)
            if step.kind == scan.NAME:
                scanned.append(radius)
            else:
                yield step
        if scanned:
            n_centres = sum(radii[radius] for radius in scanned)
            open_centres(scanned, n_centres)
            counts = PairCounts(self.setting, COUNT, n_centres)
            yield scan.planned(self.setting, COUNT, max(scanned), n_centres, counts)

    def is_compiled(self, task: str, n_seekers: int) -> bool:
        """Whether a step goes by machine code."""
        is_chosen = self.choice.kind == compiled.NAME
        is_worth = self.choice.kind == AUTO.kind and self.compiled.is_worth(
            task, n_seekers
        )
        return (is_chosen or is_worth) and self.compiled.can_run(task, n_seekers)

    def sql_step(
        self, task: str, distance: int, n_seekers: int, *, spent: float = 0
    ) -> PlanStep:
        """The plan in SQL with the least work, or the chosen one.

        Joins find one level of a search. `spent` is the work on the levels before that
        brought the targets nothing: once it is as much as a scan, they are scanned.
        """
        setting, kind = self.setting, self.choice.kind
        counts = PairCounts(setting, task, n_seekers)
        scanned = scan.planned(setting, task, distance, n_seekers, counts)
        if kind == scan.NAME:
            return scanned
        joined = blocked.planned(
            setting,
            task,
            distance,
            n_seekers,
            counts,
            most_work=inf if kind == blocked.NAME else scanned.work - spent,
            n_blocks=self.choice.n_blocks,
        )
        return joined or scanned

    @contextmanager
    def _noted(self, step: PlanStep) -> Iterator[None]:
        """Note how long a step takes; say whose fault it is if a condition fails."""
        started = perf_counter()
        try:
            yield
        except QueryFailed as error:
            reason = None
            if self.problem.is_refined:
                reason = self.session.condition_failure(error)
            if reason is None:
                raise
            raise WrongUse(f"--require: {reason}") from error
        self.steps.append((step, perf_counter() - started))
