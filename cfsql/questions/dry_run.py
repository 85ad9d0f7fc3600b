"""What a ranking would do and cost, without doing it: `rank --dry-run`.

A few of the rows are searched in earnest. How far they had to look, and how many
pairs the joins of each level would go through for them, is scaled up to all rows.
"""

from __future__ import annotations

from dataclasses import dataclass

from cfsql.engines import Engine
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.method.constraints import stage_candidates
from cfsql.method.packing import Field
from cfsql.method.plans.planner import Planner
from cfsql.method.plans.run import Run
from cfsql.method.plans.setting import Setting
from cfsql.method.plans.steps import AUTO, Step
from cfsql.method.rank import Method, pose_problem, stage_population
from cfsql.method.selection import Selection, select_rows
from cfsql.progress import Silent
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Held, Rows
from cfsql.words import many

_N_SAMPLED = 200

# Bytes that the process takes itself, that an instance takes while it is compared,
# besides its words, and that a counterfactual takes while it is found and written.
_BYTES_OF_PROCESS = 120_000_000
_BYTES_PER_INSTANCE, _BYTES_PER_WORD, _BYTES_PER_COUNTERFACTUAL = 48, 8, 300


@dataclass(frozen=True, repr=False)
class DryRun(Held):
    """The steps that a ranking would take, and what to expect of it."""

    n_rows: int
    n_targets: int
    n_sampled: int
    steps: list[Step]
    n_counterfactuals: int
    memory: int
    # Seconds that an engine takes besides, however little there is to do.
    overhead: float = 0.0

    @property
    def seconds(self) -> float:
        """The time that the steps would take, and what the engine takes besides."""
        return self.overhead + sum(step.seconds for step in self.steps)

    @property
    def headline(self) -> str:
        """What to expect, in one line."""
        return (
            f"{many(self.n_rows, 'row')}, about {self.n_counterfactuals:,} "
            f"counterfactuals, {self.seconds:,.1f} s and {self.memory / 1e6:,.0f} MB"
        )

    def _rows(self) -> Rows:
        return Rows(Step, self.steps)


def dry_run(
    session: Session, table: LoadedTable, selection: Selection, method: Method
) -> DryRun:
    """Plan a ranking of the selected rows; nothing is stored."""
    fields = encode.bind(session, table.name)
    return plan_ranking(session, table, fields, selection, method)


def plan_ranking(
    session: Engine,
    table: LoadedTable,
    fields: list[Field],
    selection: Selection,
    method: Method,
) -> DryRun:
    """The same, on a table that is bound, and matched."""
    problem = pose_problem(session, table, fields, method)
    fields, n_instances = problem.fields, problem.n_instances
    n_rows = select_rows(session, table, selection)
    stage_population(session, problem, method)
    session.stage(query("search/targets"))
    n_targets = session.size("targets")
    session.stage(query("plan/sampled_targets"), n_sampled=_N_SAMPLED)
    n_sampled = session.size("targets")
    scale = n_targets / n_sampled

    Run(session, problem, AUTO, Silent()).search_targets()
    answers = session.fetch(query("plan/sampled_answers"))

    setting = Setting(session, problem, Silent())
    planner = Planner(setting, method.plan)
    planner.look_through(stage_candidates(session, problem, problem.targets[0]))
    setting.scale = scale
    steps = []
    furthest = max((distance for distance, _, _ in answers), default=0)
    for distance in range(1, furthest + 1):
        session.stage_shards(
            query("plan/later_targets"),
            key="instance_id",
            n_rows=n_sampled,
            distance=distance,
        )
        n_open = session.size("open_targets")
        steps.append(planner.search_step(distance, round(n_open * scale)))
        if not planner.plan_of(steps[-1]).is_by_level:
            break
    session.stage(query("count/centres"))
    radii = dict(session.fetch(query("count/largest_radii")))
    # There are no more centres than instances, however many answers are expected.
    setting.scale = min(scale, n_instances / max(1, sum(radii.values())))
    expected = {radius: round(n * setting.scale) for radius, n in radii.items()}

    def open_centres(radii: list[int], _: int) -> None:
        session.stage(query("count/open_centres"), radii=radii, n_batches=1)

    steps += planner.count_steps(expected, open_centres)

    n_words = max(field.word for field in fields) + 1
    pairs_per_row = sum(n_pairs for _, _, n_pairs in answers) / n_sampled
    n_counterfactuals = round(pairs_per_row * n_rows)
    memory = _BYTES_OF_PROCESS
    memory += n_instances * (_BYTES_PER_INSTANCE + _BYTES_PER_WORD * n_words)
    memory += n_counterfactuals * _BYTES_PER_COUNTERFACTUAL
    return DryRun(n_rows, n_targets, n_sampled, steps, n_counterfactuals, memory)
