"""The properties of the paper, checked on a table: each a query for what offends it.

The checks read the results as they are stored for users, and compare them with the
table itself, cell by cell.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import queries, query
from cfsql.method.constraints import Problem
from cfsql.method.packing import Field
from cfsql.method.plans.run import Run
from cfsql.method.plans.steps import AUTO
from cfsql.method.rank import Method, compute
from cfsql.method.selection import Selection
from cfsql.progress import Part, Progress
from cfsql.questions.factual import FactualOptions, Search
from cfsql.questions.overview import refuse_older
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Held, Rows
from cfsql.words import many

# Rows to check, unless others are asked for; fewer of a table with very many.
N_CHECKED = 100
N_PAIRS = 1_000_000

# Explanations that are checked of each row.
PER_ROW = 100


@dataclass(frozen=True)
class Check:
    """One property, and the rows that offend it: none, if it holds."""

    name: str
    claim: str
    columns: list[str]
    offending: list[tuple[Any, ...]]

    @property
    def holds(self) -> bool:
        """Whether nothing offends the property."""
        return not self.offending


@dataclass(frozen=True)
class Verdict:
    """A property, and how many rows offend it."""

    name: str
    claim: str
    holds: bool
    n_offending: int


@dataclass(frozen=True, repr=False)
class Checks(Held):
    """All properties, checked for some rows of a table against all of its cases."""

    table: str
    n_rows: int
    n_counterfactuals: int
    n_factual: int
    checks: list[Check]

    @property
    def hold(self) -> bool:
        """Whether every property holds."""
        return all(check.holds for check in self.checks)

    @property
    def headline(self) -> str:
        """The verdict in one line."""
        n_held = sum(check.holds for check in self.checks)
        return (
            f"{n_held} of {len(self.checks)} properties hold for "
            f"{many(self.n_rows, 'row')} of {self.table}"
        )

    def _rows(self) -> Rows:
        verdicts = [
            Verdict(each.name, each.claim, each.holds, len(each.offending))
            for each in self.checks
        ]
        return Rows(Verdict, verdicts)

    def to_dict(self) -> dict[str, Any]:
        """For programs, as `cfsql check --format json` prints it."""
        record = asdict(self)
        for check, given in zip(self.checks, record["checks"], strict=True):
            columns = given.pop("columns")
            given["holds"] = check.holds
            given["offending"] = [
                dict(zip(columns, row, strict=True)) for row in check.offending
            ]
        return record


def default_selection(table: LoadedTable, seed: int) -> Selection:
    """A sample that can be compared with every case, cell by cell."""
    n_sampled = max(1, min(N_CHECKED, N_PAIRS // table.n_labelled))
    return Selection(sample=n_sampled, seed=seed)


def check(
    session: Session, table: LoadedTable, selection: Selection, progress: Progress
) -> Checks:
    """Check the results of the selected rows; nothing is stored."""
    n_rows, run = compute(session, table, selection, Method(), Part(progress, 0, 0.4))
    fields = run.problem.fields
    with session.any_order():
        search = Search(
            session, FactualOptions(per_row=PER_ROW), Part(progress, 0.4, 0.8)
        )
        n_targets = session.stage(query("search/targets"))
        search.run(n_targets=n_targets, n_instances=table.n_instances)
        session.bind("wanted_rows", "cases")
        session.stage(
            query("encode/texts"), features=[field.feature for field in fields]
        )
        session.stage(query("why/factual"))
        session.stage(query("encode/row_labels"), label=table.label)
        session.view(query("encode/cells"))
        session.stage(query("checked/checked_features"))
        session.stage(query("checked/compared_cases"))
        session.stage(query("checked/true_counterfactuals"))
        session.stage(query("checked/case_sets"))
        session.stage(query("checked/factual_sets"))
        _search_half(session, table, fields, Part(progress, 0.8, 1))
        _stage_stored(session, table)
    return Checks(
        table=table.name,
        n_rows=n_rows,
        n_counterfactuals=session.size("ranked"),
        n_factual=session.size("factual"),
        checks=[
            Check(each.name, each.about, *session.fetch_table(each))
            for each in queries("checks")
        ],
    )


def _stage_stored(session: Session, table: LoadedTable) -> None:
    """Stage `stored_answers`: the stored rankings, and what they were made under."""
    session.bind("stored_ranked", "ranked")
    session.stage_empty(query("checked/stored_answers"))
    rankings = catalog.stored_rankings(session).values()
    for ranking in (each for each in rankings if each.table == table.name):
        with session.scope():
            refuse_older(session, ranking)
        session.bind("runs", session.cf("runs"))
        for options, _ in session.fetch(
            query("catalog/ranked_run"), result=ranking.name
        ):
            session.bind("stored_ranked", session.public(f"{ranking.name}_ranked"))
            session.append(
                query("checked/stored_answers"), ranking=ranking.name, options=options
            )


def _search_half(
    session: Session, table: LoadedTable, fields: list[Field], progress: Progress
) -> None:
    """Stage `half_pairs`: the counterfactuals among half of the cases."""
    session.stage_shards(
        query("checked/half_population"), key="instance_id", n_rows=table.n_instances
    )
    Run(session, Problem(fields, table.n_instances), AUTO, progress).search()
    session.stage(query("checked/half_pairs"))
