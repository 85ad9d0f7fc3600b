"""Ranking: from the rows that are asked about to the contract's result tables."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from cfsql.engines import Engine
from cfsql.engines.duckdb import Limit, Session
from cfsql.engines.queries import Query, query
from cfsql.method import encode
from cfsql.method.blame import blame
from cfsql.method.constraints import EACH, NONE, Constraints, Problem, pose
from cfsql.method.packing import Field
from cfsql.method.search.search import AUTO, PairSearch, PlanChoice, parse_choice
from cfsql.method.selection import Part, Selection, select_rows, take_part
from cfsql.options import (
    AnswerOptions,
    By,
    Count,
    MethodOptions,
    changed_options,
    given_among,
    refuse_wrong_values,
)
from cfsql.progress import Progress
from cfsql.speech import ENGLISH, Speech
from cfsql.tables import records
from cfsql.tables.catalog import RANKING, LoadedTable
from cfsql.tables.declarations import NOTHING, Declared
from cfsql.tables.stored import store_ranking

# What is not read once answers are ranked: its memory is for those who write them.
_SPENT = (
    "open_targets",
    "open_centres",
    "minimal",
    "centres",
    "ball_parts",
    "question_bests",
    "optimal_pairs",
)


@dataclass(frozen=True)
class Method:
    """What is asked for: which counterfactuals, ranked and counted how, by which plan.

    `nearest` are the distances to look at, the minimal one first; `diverse` keeps one
    counterfactual of those that change the same features; `anonymous` leaves the row
    ids of counterfactuals out of everything that is written. `speech` is how sentences
    are said.
    """

    by: By = "power"
    count: Count = "rows"
    plan: PlanChoice = AUTO
    constraints: Constraints = NONE
    nearest: int = 1
    diverse: bool = False
    anonymous: bool = False
    speech: Speech = ENGLISH
    # Of the constraints, those that are declared with the table.
    declared: Declared = NOTHING

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        refuse_wrong_values(AnswerOptions, vars(self))

    @classmethod
    def of(cls, options: Mapping[str, object]) -> Method:
        """The method that the options of a call ask for."""
        return cls(
            **given_among(options, AnswerOptions),
            plan=parse_choice(str(options.get("plan", AUTO.kind))),
            constraints=Constraints.of(options),
            speech=Speech.of(options),
            declared=Declared.of(
                cast("Mapping[str, Any]", options.get("declared", {}))
            ),
        )

    @property
    def options(self) -> dict[str, object]:
        """The method as cf.runs has it: always how it ranks and counts."""
        values = {
            **vars(self),
            **vars(self.constraints),
            "language": self.speech.code,
            "display_names": self.speech.names.each or None,
        }
        changed = changed_options(MethodOptions, values)
        always: dict[str, object] = {"by": self.by, "count": self.count, **changed}
        if self.declared.is_binding:
            always["declared"] = self.declared.options
        return always


def stage_population(session: Engine, problem: Problem, method: Method) -> None:
    """Stage S as the method counts it, for all threads to read, and what is unsure."""
    session.stage(query("constrain/contradicted_codes"))
    session.stage_shards(
        query("search/population"),
        key="instance_id",
        n_rows=problem.n_instances,
        count=method.count,
    )


def pose_problem(
    session: Engine,
    table: LoadedTable,
    fields: list[Field],
    method: Method,
    *,
    has_new_values: bool = False,
) -> Problem:
    """Pose the search that the method asks for, on a table that is bound."""
    problem = pose(
        session, table, fields, method.constraints, has_new_values=has_new_values
    )
    return replace(problem, n_nearest=method.nearest)


def compute(
    session: Session,
    table: LoadedTable,
    selection: Selection,
    method: Method,
    progress: Progress,
    *,
    is_stored: bool = False,
    part: Part | None = None,
) -> tuple[int, PairSearch]:
    """Stage `ranked` and `summary` for the selected rows; how many, and the run."""
    fields = encode.bind(session, table.name)
    n_rows, run = find(session, table, fields, selection, method, progress, part=part)
    with session.any_order():
        rank_found(session, run, method)
        show_instances(session)
        if is_stored:
            for relation in _SPENT:
                session.forget(relation)
        spell(session, run.problem, method, is_stored=is_stored)
    view_results(session, method)
    return n_rows, run


def find(
    session: Engine,
    table: LoadedTable,
    fields: list[Field],
    selection: Selection,
    method: Method,
    progress: Progress,
    *,
    part: Part | None = None,
) -> tuple[int, PairSearch]:
    """Stage `minimal` of the selected rows; how many rows, and the run."""
    problem = pose_problem(session, table, fields, method)
    n_rows = select_rows(session, table, selection)
    if part is not None:
        n_rows = take_part(session, problem, part)
    stage_population(session, problem, method)
    session.stage(query("search/targets"))
    run = PairSearch(session, problem, method.plan, progress)
    with session.any_order():
        run.search()
    return n_rows, run


def rank_found(session: Engine, run: PairSearch, method: Method) -> None:
    """Stage `measured_pairs` and `instance_summaries` of what a search has found."""
    measure(session, run, method)
    rank_measured(session, run.problem, method, session.size("labels"))


def measure(session: Engine, run: PairSearch, method: Method) -> None:
    """Stage `measured_balls` of what a search has found, and what is `blamed`."""
    if method.constraints.choose:
        blame(run)
    else:
        session.stage(query("constrain/nothing_blamed"))
    run.count()
    session.stage(query("rank/class_sizes"))
    session.stage(query("rank/measured_balls"))


def rank_measured(
    session: Engine, problem: Problem, method: Method, n_labels: int
) -> None:
    """Make `ranked_pairs` and `instance_summaries` of pairs whose balls are known."""
    has_targets = method.constraints.target == EACH
    is_new = problem.is_about_new_cases
    session.view(query("cases/new_label_balls" if is_new else "rank/label_balls"))
    n_targets = n_labels if has_targets else 1
    session.stage(query("rank/measured_pairs"), n_targets=n_targets)
    session.stage(query("rank/disagreement_sets"))
    summarise(session, method)
    session.view(query("rank/first_pairs"))


def summarise(session: Engine, method: Method) -> None:
    """Stage `instance_summaries` of the `measured_pairs`."""
    session.view(query("rank/by_dag" if method.by == "dag" else "rank/by_power"))
    if method.nearest > 1:
        session.view(query("rank/nearest_pairs"))
    else:
        session.bind("nearest_pairs", "merits")
    session.view(query("rank/diverse_listed" if method.diverse else "rank/all_listed"))
    session.stage(query("rank/question_bests"))
    session.stage(query("rank/optimal_pairs"))
    if method.constraints.target == EACH:
        session.stage(query("rank/target_summaries"))
    else:
        session.stage(query("rank/instance_summaries"))


def show_instances(session: Engine) -> None:
    """Stage the instances that the results name: those asked about, and answers."""
    session.view(query("results/named_instances"))
    session.stage(query("results/shown_instances"))


def spell(
    session: Engine, problem: Problem, method: Method, *, is_stored: bool = False
) -> None:
    """Stage the instances that the results name, with their features in words.

    Where results are stored, the words are written there and nowhere else before.
    """
    session.bind("wanted_rows", "shown_instances")
    session.view(
        query("encode/texts"),
        features=[field.feature for field in problem.fields],
    )
    make = session.view if is_stored else session.stage
    make(query("results/spelled_instances"), anonymous=method.anonymous)


def view_ranks(session: Engine, method: Method) -> None:
    """Let queries read `ranked_pairs`."""
    session.view(query("rank/ranked_pairs"), by=method.by)
    if method.diverse:
        session.view(query("rank/diverse_pairs"))


def view_results(session: Engine, method: Method) -> None:
    """Let queries read `ranked` and `summary`, once instances are spelled."""
    view_ranks(session, method)
    session.speak(method.speech)
    session.view(query("results/words"))
    session.view(query("results/spelled_pairs"))
    session.view(query("results/best_first"))
    session.view(query("results/first_spelled"))
    session.view(ranked_query(method))
    tell(session, method)
    session.view(query("results/summary"))


def tell(session: Engine, method: Method) -> None:
    """Let queries read what there is to say of each row, as `summarised`."""
    is_by_power = method.by == "power" and method.constraints.target != EACH
    session.view(query("results/told_instances"), is_by_power=is_by_power)
    session.view(query("results/summarised"))


def ranked_query(method: Method) -> Query:
    """The answers of each row; with weights, how many features they change, too."""
    is_weighted = bool(method.constraints.weight)
    return query("results/weighted_ranked" if is_weighted else "results/ranked")


def summary_query(method: Method) -> Query:
    """What there is to say of each row, and why nothing, if there are constraints."""
    plain, constrained = "results/summary", "results/constrained_summary"
    if method.constraints.weight:
        plain = "results/weighted_summary"
        constrained = "results/weighted_constrained_summary"
    return query(constrained if method.constraints.choose else plain)


def rank(
    session: Session,
    table: LoadedTable,
    selection: Selection,
    method: Method,
    progress: Progress,
    *,
    into: str | None = None,
    time_limit: float | None = None,
) -> str:
    """Rank the selected rows and store the result tables; the name they go by.

    After `time_limit` seconds it is stopped, unless it is all but stored by then.
    """
    started = time.monotonic()
    name = into or table.name
    with session.within(time_limit, progress) as limit:
        n_rows, run = compute(session, table, selection, method, limit, is_stored=True)
        store_answers(
            session,
            table,
            method,
            run,
            name=name,
            n_rows=n_rows,
            options={**selection.options, "into": into},
            started=started,
            limit=limit,
        )
    return name


def store_answers(
    session: Session,
    table: LoadedTable,
    method: Method,
    run: PairSearch,
    *,
    name: str,
    n_rows: int,
    options: Mapping[str, object],
    started: float,
    limit: Limit | None = None,
) -> None:
    """Store the result tables of a run, and how they were made."""
    with records.storing(
        session,
        RANKING,
        name,
        table.name,
        options={
            **replace(method, constraints=run.problem.constraints).options,
            **options,
        },
        facts={"by": method.by, "count": method.count, "n_rows": n_rows},
        plan=run.plan,
        steps=run.report,
        started=started,
        limit=limit,
    ):
        store_ranking(
            session,
            name,
            table,
            ranked_query(method),
            summary_query(method),
        )
