"""The steps that a run would take, as a sample that was searched lets expect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2

from cfsql.engines import Engine
from cfsql.engines.queries import query
from cfsql.method.constraints import Problem, stage_candidates
from cfsql.method.plans.blocks import Block
from cfsql.method.plans.plan import Plan
from cfsql.method.plans.planner import Planner
from cfsql.method.plans.setting import Setting
from cfsql.method.plans.steps import SEARCH, PlanChoice, Step
from cfsql.progress import Silent

# Partners among which pairs are counted: one in so many of a table with many more.
_COUNTED_PARTNERS = 10_000


class Expected:
    """Plans for all targets, with a sample of them and its answers staged."""

    def __init__(
        self,
        session: Engine,
        problem: Problem,
        choice: PlanChoice,
        *,
        n_targets: int,
        n_sampled: int,
    ) -> None:
        """Take a session in which `targets` and `minimal` are those of the sample."""
        self.session = session
        self.problem = problem
        self.n_sampled = n_sampled
        self.scale = n_targets / n_sampled
        self.setting = _SampledSetting(session, problem)
        self.planner = Planner(self.setting, choice)
        # How many centres are expected to have which radius as their largest.
        self.centres: dict[int, int] = {}

    @property
    def planning(self) -> float:
        """The seconds that a run would take to weigh the plans of these steps."""
        costs = self.setting.join_costs
        return (
            self.planner.measuring
            + self.setting.n_weighed * costs.statement
            + self.setting.n_weighed_rows * costs.grouped_row
        )

    def search_steps(self) -> Iterator[Step]:
        """The levels of the search, for any other label or for each target label."""
        self.setting.scale = self.scale
        for target_id in self.problem.targets:
            n_candidates = stage_candidates(self.session, self.problem, target_id)
            self.planner.look_through(n_candidates)
            yield from self._levels(target_id)

    def _levels(self, target_id: int | None) -> Iterator[Step]:
        """The levels, each by its plan; a plan may find all levels that are left."""
        plan: Plan | None = None
        levels: list[Step] = []
        for distance in self.problem.distances:
            self.session.stage_shards(
                query("plan/later_targets"),
                key="instance_id",
                n_rows=self.n_sampled,
                distance=distance,
                target_id=target_id,
                n_nearest=self.problem.n_nearest,
            )
            n_open = self.session.size("open_targets")
            if not n_open:
                break
            n_targets = round(n_open * self.scale)
            step = plan.weigh(SEARCH, distance, n_targets) if plan else None
            step = step or self.planner.search_step(distance, n_targets)
            plan = self.planner.plan_of(step)
            if plan.is_by_level:
                # Another may find the next level.
                plan = None
                yield step
                continue
            levels.append(step)
            if not plan.is_weighed_by_level:
                break
        if plan is not None:
            yield from plan.levels_run(levels)

    def count_steps(self) -> Iterator[Step]:
        """The hyperballs to count, around as many centres as are expected."""
        self.session.stage(query("count/centres"))
        sampled = dict(self.session.fetch(query("count/largest_radii")))
        self.centres = self._expected_centres()

        def open_centres(radii: list[int], n_centres: int) -> None:
            self.session.stage(query("count/open_centres"), radii=radii, n_batches=1)
            self.setting.scale = n_centres / sum(sampled[radius] for radius in radii)

        yield from self.planner.count_steps(self.centres, open_centres)

    def _expected_centres(self) -> dict[int, int]:
        """How many centres will have which radius as their largest.

        A centre has at least a radius if it is an answer at that distance, or further.
        """
        rows = self.session.fetch(query("plan/centre_growth"), n_sampled=self.n_sampled)
        expected: dict[int, int] = {}
        n_further = 0
        for radius, n_all, n_of_half, n_of_quarter in reversed(rows):
            n_centres = grown(n_all, n_of_half, n_of_quarter, self.scale)
            n_centres = min(n_centres, self.problem.n_instances)
            expected[radius] = max(0, round(n_centres) - n_further)
            n_further += expected[radius]
        return {radius: n for radius, n in sorted(expected.items()) if n}


def grown(n_all: int, n_of_half: int, n_of_quarter: int, scale: float) -> float:
    """How many distinct answers `scale` times as many rows will have.

    Rows share answers, so they grow more slowly than the rows, and ever more slowly.
    How much they grew when a quarter of the sample became a half, and the half all of
    it, says by how much each further doubling adds: as much as the last, or less in
    proportion. The truth is between; this is the mean.
    """
    last = _doubling(n_all, n_of_half)
    before = max(last, _doubling(n_of_half, n_of_quarter))
    slowing = last / before if before else 1.0
    n_doublings = log2(max(1.0, scale))
    steady = last * n_doublings
    slowed = sum(last * slowing**n for n in range(1, int(n_doublings) + 1))
    slowed += (n_doublings % 1) * last * slowing ** (int(n_doublings) + 1)
    return float(n_all * 2 ** ((steady + slowed) / 2))


def _doubling(n_all: int, n_of_half: int) -> float:
    """By which power of 2 the number grew; as much as the rows, if it was none."""
    return min(1.0, log2(n_all / n_of_half)) if n_of_half else 1.0


class _SampledSetting(Setting):
    """A setting that counts pairs with a sample of the partners."""

    def __init__(self, session: Engine, problem: Problem) -> None:
        """Take all partners where they are few."""
        super().__init__(session, problem, Silent())
        self.one_in = max(1, self.n_instances // _COUNTED_PARTNERS)
        # The joins that were weighed, and the rows that a run would group for that.
        self.n_weighed, self.n_weighed_rows = 0, 0

    def bind(self, task: str) -> None:
        """Let queries read the sample in place of the partners."""
        super().bind(task)
        if self.one_in > 1:
            self.session.stage(query("plan/sampled_partners"), one_in=self.one_in)
            self.session.bind("partners", "sampled_partners")

    def count_pairs(self, keys: Sequence[Block], n_rows: int) -> Iterator[int]:
        """The pairs with all partners, as the sample lets expect."""
        for key in keys:
            if key not in self._n_pairs:
                self.n_weighed += 1
                self.n_weighed_rows += n_rows
            yield from (n * self.one_in for n in super().count_pairs([key], n_rows))
