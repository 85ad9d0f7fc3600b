"""What a ranking would do and cost, without doing it: `rank --dry-run`.

A part of the rows is searched in earnest. The steps are those that the ranking itself
would take, by the pairs that are counted for them. Seconds follow from these pairs, the
rows and their answers, by stated costs; a short probe says how fast this machine is.
They are meant within a factor of three.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from math import log2
from time import process_time
from typing import Any

from cfsql.engines import Engine
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.method.constraints import Problem
from cfsql.method.packing import Field
from cfsql.method.rank import Method, pose_problem, stage_population
from cfsql.method.search import blocked
from cfsql.method.search.search import AUTO, PairSearch
from cfsql.method.search.setting import COUNT, SEARCH, PlanStep
from cfsql.method.selection import Selection, select_rows
from cfsql.progress import Silent
from cfsql.questions.expected_memory import expected_memory
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Held, Rows
from cfsql.words import many

# Of the distinct rows, one in so many is tried, within these bounds.
_ONE_IN, _LEAST_SAMPLED, _MOST_SAMPLED = 8, 200, 1_000

# Seconds of the probe on the machine for which all others are stated: two cores.
_PROBE = 0.02
# Seconds of a pair of a scan; and what part of the work in SQL machine code has.
_PAIR, _COMPILED = 6e-9, 0.1
# Seconds that ranking, writing and showing take however few the rows; and for each
# answer, each row with its sentence, and each change and each feature of such a row.
_FIXED = {"rank": 0.15, "write": 0.2, "show": 0.05}
_RANKED_PAIR, _WRITTEN_PAIR, _SHOWN_PAIR = 2.3e-7, 1.2e-7, 4.5e-8
_RANKED_ROW, _WRITTEN_ROW, _WRITTEN_CHANGE, _WRITTEN_FEATURE = 7e-7, 1e-6, 9e-7, 5e-8


@dataclass(frozen=True)
class ExpectedStep:
    """A step that a ranking would take, and its seconds."""

    task: str
    distance: int
    kind: str
    n_seekers: int
    n_joins: int
    n_pairs: int
    seconds: float
    n_blocks: int | None = None

    @property
    def name(self) -> str:
        """The plan in a word."""
        return self.kind if self.n_blocks is None else f"{self.kind}:{self.n_blocks}"


@dataclass(frozen=True, repr=False)
class DryRun(Held):
    """The steps that a ranking would take, and what to expect of it.

    `parts` are the seconds of each part of the command, in the order in which they
    come; `memory` is the most that the process will have in RAM, in bytes.
    """

    n_rows: int
    n_targets: int
    n_sampled: int
    steps: list[ExpectedStep]
    n_counterfactuals: int
    memory: int
    parts: dict[str, float]

    @property
    def seconds(self) -> float:
        """The time that the whole command would take."""
        return sum(self.parts.values())

    def to_dict(self) -> dict[str, Any]:
        """For programs, as `cfsql rank --dry-run --format json` prints it."""
        return {**asdict(self), "seconds": self.seconds}

    @property
    def headline(self) -> str:
        """What to expect, in one line."""
        return (
            f"{many(self.n_rows, 'row')}, about {self.n_counterfactuals:,} "
            f"counterfactuals, {self.seconds:,.1f} s and {self.memory / 1e6:,.0f} MB"
        )

    def _rows(self) -> Rows:
        return Rows(ExpectedStep, self.steps)


def dry_run(
    session: Session, table: LoadedTable, selection: Selection, method: Method
) -> DryRun:
    """Plan a ranking of the selected rows; nothing is stored."""
    computed = process_time()
    session.fetch_one(query("plan/probe"))
    slowness = (process_time() - computed) / _PROBE
    started = process_time()
    fields = encode.bind(session, table.name)
    bound = process_time() - started
    plan = plan_ranking(session, table, fields, selection, method, slowness=slowness)
    parts = {**plan.parts, "prepare": plan.parts["prepare"] + bound}
    return DryRun(**{**vars(plan), "parts": parts})


def plan_ranking(
    session: Engine,
    table: LoadedTable,
    fields: list[Field],
    selection: Selection,
    method: Method,
    *,
    slowness: float = 1.0,
) -> DryRun:
    """The same, on a table that is bound; `slowness` multiplies the stated seconds."""
    started = process_time()
    problem = pose_problem(session, table, fields, method)
    n_rows = select_rows(session, table, selection)
    stage_population(session, problem, method)
    session.stage(query("search/targets"))
    n_targets = session.size("targets")
    prepared = process_time()
    n_sampled = min(max(n_targets // _ONE_IN, _LEAST_SAMPLED), _MOST_SAMPLED)
    session.stage(query("plan/sampled_targets"), n_sampled=n_sampled)
    session.stage(query("plan/sampled_rows"))
    PairSearch(session, problem, AUTO, Silent()).search()
    expected = _Expected(session, problem, method, n_targets)
    planning = process_time()
    steps = [*expected.search_steps(), *expected.count_steps()]
    timed = [expected.timed(step, slowness) for step in steps]
    n_answers, mean_distance = session.fetch_one(query("plan/sampled_answers"))
    n_counterfactuals = round(n_answers / session.size("asked_rows") * n_rows)
    parts = {
        "prepare": prepared - started,
        "plan": process_time() - planning,
        SEARCH: sum(step.seconds for step in timed if step.task == SEARCH),
        COUNT: sum(step.seconds for step in timed if step.task == COUNT),
    } | {
        part: slowness * seconds
        for part, seconds in _after(
            n_rows, n_counterfactuals, len(fields), mean_distance
        ).items()
    }
    memory = expected_memory(
        n_instances=problem.n_instances,
        n_words=max(field.word for field in problem.fields) + 1,
        n_features=len(problem.fields),
        n_shown=min(problem.n_instances, n_targets + sum(expected.centres.values())),
        n_pairs=session.size("minimal") * expected.scale,
        n_labels=session.size("labels"),
        centres=expected.centres,
    )
    return DryRun(
        n_rows=n_rows,
        n_targets=n_targets,
        n_sampled=expected.n_sampled,
        steps=timed,
        n_counterfactuals=n_counterfactuals,
        memory=memory,
        parts=parts,
    )


def _after(
    n_rows: int, n_pairs: int, n_features: int, mean_distance: float
) -> dict[str, float]:
    """What it takes to rank, write and show so many rows with so many answers."""
    row = _WRITTEN_ROW + _WRITTEN_CHANGE * mean_distance + _WRITTEN_FEATURE * n_features
    return {
        "rank": _FIXED["rank"] + n_rows * _RANKED_ROW + n_pairs * _RANKED_PAIR,
        "write": _FIXED["write"] + n_rows * row + n_pairs * _WRITTEN_PAIR,
        "show": _FIXED["show"] + n_pairs * _SHOWN_PAIR,
    }


class _Expected:
    """The steps for all targets, with a sample of them and its answers staged."""

    def __init__(
        self, session: Engine, problem: Problem, method: Method, n_targets: int
    ) -> None:
        self.session = session
        self.problem = problem
        self.pairs = PairSearch(session, problem, method.plan, Silent())
        self.n_sampled = session.size("targets")
        self.scale = n_targets / self.n_sampled if self.n_sampled else 1.0
        # How many centres are expected to have which radius as their largest.
        self.centres: dict[int, int] = {}

    def search_steps(self) -> list[PlanStep]:
        """The levels of the search, for any other label or for each target label."""
        steps = []
        for target_id in self.problem.targets:
            self.pairs.stage_candidates(target_id)
            levels = list(self._levels(target_id))
            if levels and self.pairs.is_compiled(SEARCH, levels[0].n_seekers):
                levels = [self._compiled(levels)]
            steps += levels
        return steps

    def _levels(self, target_id: int | None) -> Iterator[PlanStep]:
        """The levels by SQL; a scan finds all levels that are left."""
        spent, before = 0.0, 0
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
                return
            spent *= n_open / max(1, before)
            n_targets = round(n_open * self.scale)
            step = self.pairs.sql_step(SEARCH, distance, n_targets, spent=spent)
            yield step
            if step.kind != blocked.NAME:
                return
            spent, before = spent + step.work, n_open

    def count_steps(self) -> list[PlanStep]:
        """The hyperballs to count, around as many centres as are expected."""
        self.session.stage(query("count/centres"))
        self.centres = self._expected_centres()
        n_centres = sum(self.centres.values())

        def open_centres(radii: list[int], _: int) -> None:
            self.session.stage(query("count/open_centres"), radii=radii, n_batches=1)

        steps = list(self.pairs.sql_count_steps(self.centres, open_centres))
        if steps and self.pairs.is_compiled(COUNT, n_centres):
            steps = [self._compiled(steps)]
        return steps

    def _compiled(self, steps: list[PlanStep]) -> PlanStep:
        """The one step of machine code in the place of all steps by SQL of a task."""
        task, distances = steps[0].task, [step.distance for step in steps]
        is_search = task == SEARCH
        n_seekers = (
            steps[0].n_seekers if is_search else sum(step.n_seekers for step in steps)
        )
        distance = min(distances) if is_search else max(distances)
        work = round(_COMPILED * sum(step.work for step in steps))
        return replace(
            self.pairs.compiled.planned(task, distance, n_seekers), work=work
        )

    def timed(self, step: PlanStep, slowness: float) -> ExpectedStep:
        """A step with its seconds."""
        given = asdict(step)
        work = given.pop("work")
        return ExpectedStep(**given, seconds=slowness * _PAIR * work)

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
