"""What a ranking would do and cost, without doing it: `rank --dry-run`.

A part of the rows is searched, ranked and written in earnest, to a place that is gone
afterwards. What the steps of the search and the count would take for all rows, the
planner says from exact numbers of pairs and from what it learnt of the sample. What
comes after them grows with the rows and their answers, by stated costs.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from time import perf_counter, process_time
from typing import Any

from cfsql.engines import Engine
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.method.packing import Field
from cfsql.method.plans.compiled import Compiled
from cfsql.method.plans.expected import Expected
from cfsql.method.plans.planner import MANY_PAIRS
from cfsql.method.plans.run import Run
from cfsql.method.plans.steps import AUTO, COUNT, SEARCH, PlanChoice, Step
from cfsql.method.rank import (
    Method,
    pose_problem,
    rank_found,
    show_instances,
    spell,
    stage_population,
    store_answers,
    view_results,
)
from cfsql.method.selection import Selection, select_rows
from cfsql.progress import Silent
from cfsql.questions.expected_memory import expected_memory
from cfsql.questions.overview import read_overview
from cfsql.tables.catalog import LoadedTable, StoredRanking
from cfsql.tables.frames import Held, Rows
from cfsql.tables.runs import StoredRun
from cfsql.words import many

# Of the distinct rows, one in so many is tried, within these bounds.
_ONE_IN, _LEAST_SAMPLED, _MOST_SAMPLED = 8, 200, 1_000

# Seconds on two cores for each answer that is ranked, written and shown; for each row
# that is ranked and written, with its sentence; and for each change and each feature
# of such a row.
_RANKED_PAIR, _WRITTEN_PAIR, _SHOWN_PAIR = 2.3e-7, 1.2e-7, 4.5e-8
_RANKED_ROW, _WRITTEN_ROW, _WRITTEN_CHANGE, _WRITTEN_FEATURE = 7e-7, 1e-6, 9e-7, 5e-8


@dataclass(frozen=True, repr=False)
class DryRun(Held):
    """The steps that a ranking would take, and what to expect of it.

    `parts` are the seconds of each part of the command, in the order in which they
    come; `memory` is the most that the process will have in RAM, in bytes.
    """

    n_rows: int
    n_targets: int
    n_sampled: int
    steps: list[Step]
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
        return Rows(Step, self.steps)


def dry_run(
    session: Session, table: LoadedTable, selection: Selection, method: Method
) -> DryRun:
    """Plan a ranking of the selected rows; nothing is stored."""
    started = perf_counter()
    fields = encode.bind(session, table.name)
    bound = perf_counter() - started
    plan = plan_ranking(session, table, fields, selection, method, timed=session)
    parts = {**plan.parts, "prepare": plan.parts["prepare"] + bound}
    return DryRun(**{**vars(plan), "parts": parts})


def plan_ranking(
    session: Engine,
    table: LoadedTable,
    fields: list[Field],
    selection: Selection,
    method: Method,
    *,
    timed: Session | None = None,
) -> DryRun:
    """The same, on a table that is bound.

    `timed` is the session again, if it does all by itself: then the sample is ranked
    and written as well.
    """
    started, computed = perf_counter(), process_time()
    problem = pose_problem(session, table, fields, method)
    n_rows = select_rows(session, table, selection)
    stage_population(session, problem, method)
    session.stage(query("search/targets"))
    n_targets = session.size("targets")
    parts = {"prepare": perf_counter() - started}
    n_sampled = _n_sampled(n_targets) if timed else _LEAST_SAMPLED
    session.stage(query("plan/sampled_targets"), n_sampled=n_sampled)
    session.stage(query("plan/sampled_rows"))
    n_sampled = session.size("targets")

    n_pairs = 2 * n_sampled * problem.n_instances
    is_long = n_pairs > MANY_PAIRS and timed and not problem.frozen
    # Quick for a few rows, and no other plan need be weighed.
    choice = PlanChoice("sliced") if is_long else AUTO
    run = Run(session, problem, choice, Silent())
    run.search_targets()
    expected = Expected(
        session, problem, method.plan, n_targets=n_targets, n_sampled=n_sampled
    )
    expected.planner.take_costs(run.planner)
    steps = [*expected.search_steps(), *expected.count_steps()]
    parts["plan"] = expected.planning
    for task in (SEARCH, COUNT):
        parts[task] = sum(step.seconds for step in steps if step.task == task)
    n_answers, mean_distance = session.fetch_one(query("plan/sampled_answers"))
    n_counterfactuals = round(n_answers / session.size("asked_rows") * n_rows)
    parts |= _after(
        n_rows=n_rows - n_sampled if timed else n_rows,
        n_pairs=n_counterfactuals - n_answers if timed else n_counterfactuals,
        n_features=len(fields),
        mean_distance=mean_distance,
    )
    if timed is not None:
        tried = _try_after(timed, table, run, method, n_sampled)
        # Short times are those of the cores, because others may have these for a
        # while; how long that is on the clock, the whole of the dry run says.
        waiting = (perf_counter() - started) / (process_time() - computed)
        parts |= {
            name: seconds * waiting + max(0.0, parts[name])
            for name, seconds in tried.items()
        }

    scale = n_targets / n_sampled
    memory = expected_memory(
        n_instances=problem.n_instances,
        n_words=max(field.word for field in problem.fields) + 1,
        n_features=len(problem.fields),
        n_shown=min(problem.n_instances, n_targets + sum(expected.centres.values())),
        n_pairs=session.size("minimal") * scale,
        n_labels=expected.setting.n_labels,
        centres=expected.centres,
        is_compiled=any(step.kind == Compiled.name for step in steps),
    )
    return DryRun(
        n_rows=n_rows,
        n_targets=n_targets,
        n_sampled=n_sampled,
        steps=steps,
        n_counterfactuals=n_counterfactuals,
        memory=memory,
        parts=parts,
    )


def _n_sampled(n_targets: int) -> int:
    return min(max(n_targets // _ONE_IN, _LEAST_SAMPLED), _MOST_SAMPLED)


def _after(
    *, n_rows: int, n_pairs: int, n_features: int, mean_distance: float
) -> dict[str, float]:
    """What it takes to rank, write and show so many rows with so many answers."""
    row = _WRITTEN_ROW + _WRITTEN_CHANGE * mean_distance + _WRITTEN_FEATURE * n_features
    return {
        "rank": n_rows * _RANKED_ROW + n_pairs * _RANKED_PAIR,
        "write": n_rows * row + n_pairs * _WRITTEN_PAIR,
        "show": n_pairs * _SHOWN_PAIR,
    }


def _try_after(
    session: Session, table: LoadedTable, run: Run, method: Method, n_sampled: int
) -> dict[str, float]:
    """Rank, write and show the answers of the first sampled targets."""
    with session.scope():
        session.stage(query("plan/sampled_targets"), n_sampled=n_sampled)
        session.stage(query("plan/sampled_rows"))
        session.stage(query("plan/sampled_pairs"))
        session.stage(query("plan/assumed_balls"))
        started = process_time()
        rank_found(session, run, method, is_counted=True)
        show_instances(session)
        spell(session, run.problem, method, is_stored=True)
        view_results(session, method)
        ranked = process_time()
        with session.scratch(), session.transaction():
            store_answers(
                session,
                table,
                method,
                run,
                name=table.name,
                n_rows=n_sampled,
                options={},
                seconds=0.0,
            )
        written = process_time()
        read_overview(session, _unnamed(table, method), StoredRun())
        shown = process_time()
    return {
        "rank": ranked - started,
        "write": written - ranked,
        "show": shown - written,
    }


def _unnamed(table: LoadedTable, method: Method) -> StoredRanking:
    """The ranking that is tried, as if it were stored."""
    now = datetime.now(UTC)
    return StoredRanking("", table.name, method.by, method.count, 0, now)
