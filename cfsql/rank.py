"""Ranking: from the rows that are asked about to the contract's result tables."""

from __future__ import annotations

import time
from dataclasses import dataclass

from cfsql import catalog, encode
from cfsql.catalog import LoadedTable
from cfsql.engines.duckdb import Session
from cfsql.errors import WrongUse
from cfsql.planner import AUTO, Planner, Wish
from cfsql.plans import Run
from cfsql.progress import Progress
from cfsql.queries import query
from cfsql.result_tables import store_ranking
from cfsql.selection import Selection, match_rows, select_rows

BY = ("power", "dag")
COUNT = ("rows", "distinct")


@dataclass(frozen=True)
class Method:
    """How counterfactuals are ranked, how rows are counted, and by which plan."""

    by: str = "power"
    count: str = "rows"
    plan: Wish = AUTO

    def __post_init__(self) -> None:
        """Refuse what is neither."""
        for name, value, known in (
            ("by", self.by, BY),
            ("count", self.count, COUNT),
        ):
            if value not in known:
                raise WrongUse(f"--{name} is {' or '.join(known)}, not '{value}'")


def stage_population(session: Session, table: LoadedTable, method: Method) -> None:
    """Stage S as the method counts it, for all threads to read."""
    session.stage_shards(
        query("search/population"),
        key="instance_id",
        n_rows=table.n_instances,
        count=method.count,
    )


def compute(
    session: Session,
    table: LoadedTable,
    selection: Selection,
    method: Method,
    progress: Progress,
) -> tuple[int, Run]:
    """Stage `ranked` and `summary` for the selected rows; how many, and the run."""
    match_rows(session, table, selection)
    fields = encode.bind(session, table.name)
    n_rows = select_rows(session, table, selection)
    stage_population(session, table, method)
    planner = Planner(session, fields, n_instances=table.n_instances, wish=method.plan)
    run = Run(session, planner, progress)
    with session.any_order():
        run.search()
        run.count()
        session.stage(query("rank/measured_balls"))
        session.stage(query("rank/measured_pairs"))
        session.stage(query("rank/disagreement_sets"))
        session.stage(query("rank/ranked_pairs"), by=method.by)
        session.stage(query("rank/instance_summaries"))
        session.stage(query("results/shown_instances"))
        session.bind("wanted_rows", "shown_instances")
        session.stage(
            query("encode/texts"),
            features=[field.feature for field in fields],
        )
        session.stage(query("results/spelled_instances"))
        session.stage(query("results/first_pairs"))
    session.view(query("results/spelled_pairs"))
    session.view_as(
        "first_spelled",
        query("results/spelled_pairs"),
        reads={"ranked_pairs": "from first_pairs"},
    )
    session.view(query("results/ranked"))
    session.view(query("results/summary"))
    return n_rows, run


def rank(
    session: Session,
    table: LoadedTable,
    selection: Selection,
    method: Method,
    progress: Progress,
    *,
    into: str | None = None,
) -> str:
    """Rank the selected rows and store the result tables; the name they go by."""
    started = time.monotonic()
    name = into or table.name
    n_rows, run = compute(session, table, selection, method, progress)
    with session.transaction():
        catalog.prepare(session)
        store_ranking(session, name, table)
        catalog.remember_ranking(
            session,
            result_name=name,
            table_name=table.name,
            rank_by=method.by,
            count_by=method.count,
            n_rows=n_rows,
        )
        catalog.remember_run(
            session,
            command="rank",
            table=table.name,
            result=name,
            options={
                **selection.options,
                "by": method.by,
                "count": method.count,
                "into": into,
            },
            plan=run.plan,
            steps=run.report,
            rows=n_rows,
            seconds=time.monotonic() - started,
        )
    return name
