"""The properties of the paper, checked on a table: each a query for what offends it.

The checks read the results as they are stored for users, and compare them with the
table itself, cell by cell.
"""

from __future__ import annotations

import functools
import json
from collections import Counter
from dataclasses import asdict, dataclass, replace
from time import monotonic
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import Query, queries, query
from cfsql.method import encode
from cfsql.method.constraints import Problem
from cfsql.method.order import find_orders, parse
from cfsql.method.packing import Field
from cfsql.method.plans.run import Run
from cfsql.method.plans.steps import AUTO
from cfsql.method.rank import Method, compute
from cfsql.method.selection import Selection, select_rows
from cfsql.options import ConstraintOptions, options_of
from cfsql.progress import Part, Progress
from cfsql.questions.factual import FactualOptions, Search
from cfsql.tables import catalog, renewal
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.frames import Held, Rows
from cfsql.words import many

# Rows that are checked first, to see how long one takes, or as many as make so many
# pairs with the cases; and rows that are checked at most.
N_FIRST, FIRST_PAIRS, N_IN_TURN = 2, 100_000, 10_000
# Of the time that is left, the share that the next rows are expected to take: they may
# take longer than the last.
_NEXT_SHARE = 0.7

# Pairs of a row and a case that are compared at once: what fits into memory.
N_PAIRS = 5_000_000

# Explanations that are checked of each row.
PER_ROW = 100

# What a stored ranking may have been made under, as the log of runs names it.
_CONSTRAINTS = {name.replace("_", "-") for name in options_of(ConstraintOptions)}

# In the shape of what may only rise or fall.
_NO_DIRECTIONS = [{"feature": None, "how": None, "words": [None], "is_down": None}]


@dataclass(frozen=True)
class Check:
    """One property, what it was looked for in, and what offends it."""

    name: str
    claim: str
    n_looked_at: int
    columns: list[str]
    offending: list[tuple[Any, ...]]

    @property
    def holds(self) -> bool | None:
        """Whether nothing offends the property; None if there was nothing to see."""
        return not self.offending if self.n_looked_at else None

    def __add__(self, other: Check) -> Check:
        """The same check of more rows."""
        return replace(
            self,
            n_looked_at=self.n_looked_at + other.n_looked_at,
            offending=self.offending + other.offending,
        )


@dataclass(frozen=True)
class Verdict:
    """A property, how much was looked at, and how many rows offend it."""

    name: str
    claim: str
    holds: bool | None
    n_looked_at: int
    n_offending: int


@dataclass(frozen=True, repr=False)
class Checks(Held):
    """All properties, checked for some rows of a table against all of its cases.

    `classes` says how many rows of each class were checked, and `n_contradicted` how
    many of all that were.
    """

    table: str
    n_rows: int
    n_in_all: int
    n_contradicted: int
    classes: dict[str, int]
    n_counterfactuals: int
    n_factual: int
    checks: list[Check]

    @property
    def hold(self) -> bool:
        """Whether nothing offends any property."""
        return all(check.holds is not False for check in self.checks)

    @property
    def headline(self) -> str:
        """The verdict in one line."""
        n_held, n_unseen = (
            sum(check.holds is verdict for check in self.checks)
            for verdict in (True, None)
        )
        unseen = f", and {n_unseen} had nothing to look at" if n_unseen else ""
        return (
            f"{n_held} of {len(self.checks)} properties hold for "
            f"{many(self.n_rows, 'row')} of {self.table}{unseen}"
        )

    def _rows(self) -> Rows:
        verdicts = [
            Verdict(
                each.name, each.claim, each.holds, each.n_looked_at, len(each.offending)
            )
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

    def __add__(self, other: Checks) -> Checks:
        """The same checks of more rows."""
        return replace(
            self,
            n_rows=self.n_rows + other.n_rows,
            n_contradicted=self.n_contradicted + other.n_contradicted,
            classes=dict(Counter(self.classes) + Counter(other.classes)),
            n_counterfactuals=self.n_counterfactuals + other.n_counterfactuals,
            n_factual=self.n_factual + other.n_factual,
            checks=[a + b for a, b in zip(self.checks, other.checks, strict=True)],
        )


def check(
    session: Session, table: LoadedTable, selection: Selection, progress: Progress
) -> Checks:
    """Check the results of the selected rows; nothing is stored."""
    fields = encode.bind(session, table.name)
    select_rows(session, table, selection)
    rows = [row for (row,) in session.fetch(query("checked/asked_ids"))]
    _stage_cases(session, table, fields)
    n_at_once = _n_at_once(table)
    found = [
        _check_rows(
            session,
            table,
            rows[first : first + n_at_once],
            Part(progress, first / len(rows), min(1, (first + n_at_once) / len(rows))),
        )
        for first in range(0, len(rows), n_at_once)
    ]
    return functools.reduce(Checks.__add__, found)


def check_in_time(
    session: Session,
    table: LoadedTable,
    *,
    seconds: float,
    seed: int,
    progress: Progress,
) -> Checks:
    """Check as many rows as the time allows, of all classes; nothing is stored.

    The first two, or all of a small table, are checked however long that takes.
    """
    started = monotonic()
    fields = encode.bind(session, table.name)
    in_turn = session.fetch(
        query("checked/rows_in_turn"), seed=str(seed), most=N_IN_TURN
    )
    rows = [row for (row,) in in_turn]
    _stage_cases(session, table, fields)
    found: Checks | None = None
    n_next = max(N_FIRST, FIRST_PAIRS // table.n_labelled)
    expected = seconds / 2
    while rows and n_next:
        begun = monotonic()
        so_far = (begun - started) / seconds
        part = Part(progress, min(1, so_far), min(1, so_far + expected / seconds))
        some, rows = rows[:n_next], rows[n_next:]
        checked = _check_rows(session, table, some, part)
        found = checked if found is None else found + checked
        per_row = (monotonic() - begun) / len(some)
        left = seconds - (monotonic() - started)
        n_next = min(_n_at_once(table), max(0, int(_NEXT_SHARE * left / per_row)))
        expected = n_next * per_row
    assert found is not None, "a loaded table has a row with a label"
    return found


def _n_at_once(table: LoadedTable) -> int:
    return max(1, N_PAIRS // table.n_labelled)


def _stage_cases(session: Session, table: LoadedTable, fields: list[Field]) -> None:
    """Stage what the checks compare rows with: the texts and labels of all cases."""
    session.bind("wanted_rows", "cases")
    session.stage(
        query("encode/texts"),
        into="case_texts",
        features=[field.feature for field in fields],
    )
    session.stage(query("encode/row_labels"), label=table.label)
    session.stage(query("checked/checked_features"))


def _check_rows(
    session: Session, table: LoadedTable, rows: list[object], progress: Progress
) -> Checks:
    """Check the results of some rows, with the cases staged."""
    selection = Selection(rows=rows)
    n_rows, run = compute(session, table, selection, Method(), Part(progress, 0, 0.4))
    with session.any_order():
        search = Search(
            session, FactualOptions(per_row=PER_ROW), Part(progress, 0.4, 0.8)
        )
        n_targets = session.stage(query("search/targets"))
        search.run(n_targets=n_targets, n_instances=table.n_instances)
        session.bind("texts", "case_texts")
        session.stage(query("why/factual"))
        session.view(query("encode/cells"))
        session.stage(query("checked/compared_cases"))
        session.stage(query("checked/true_counterfactuals"))
        session.stage(query("checked/case_sets"))
        session.stage(query("checked/factual_sets"))
        _search_half(session, table, run.problem.fields, Part(progress, 0.8, 1))
        _stage_stored(session, table, run.problem.fields)
    (looked_at,) = session.fetch_records(query("checked/looked_at"))
    classes = session.fetch(query("checked/checked_classes"))
    return Checks(
        table=table.name,
        n_rows=n_rows,
        n_in_all=table.n_labelled,
        n_contradicted=sum(n_contradicted for _, _, n_contradicted in classes),
        classes={label: n for label, n, _ in classes},
        n_counterfactuals=session.size("ranked"),
        n_factual=session.size("factual"),
        checks=[
            _checked(each, looked_at.get(each.name, 0), *session.fetch_table(each))
            for each in queries("checks")
        ],
    )


def _checked(
    query: Query, n_looked_at: int, columns: list[str], offending: list[tuple[Any, ...]]
) -> Check:
    # What offends was looked at.
    n_looked_at = max(n_looked_at, len(offending))
    return Check(query.name, query.about, n_looked_at, columns, offending)


def _stage_stored(session: Session, table: LoadedTable, fields: list[Field]) -> None:
    """Stage `stored_answers`: the stored rankings, and what they were made under."""
    session.bind("stored_ranked", "ranked")
    session.stage_empty(query("checked/stored_answers"), orders=_NO_DIRECTIONS)
    rankings = catalog.stored_rankings(session).values()
    for ranking in (each for each in rankings if each.table == table.name):
        session.bind("runs", session.cf("runs"))
        for options, _ in session.fetch(
            query("catalog/run_of"), command="rank", result=ranking.name
        ):
            given = json.loads(options)
            if not _CONSTRAINTS & given.keys():
                continue
            renewal.view_ranked(session, ranking, "stored_ranked")
            session.append(
                query("checked/stored_answers"),
                ranking=ranking.name,
                options=options,
                orders=_directions(session, table, fields, given) or _NO_DIRECTIONS,
            )


def _directions(
    session: Session, table: LoadedTable, fields: list[Field], given: dict[str, Any]
) -> list[dict[str, object]]:
    """What may only rise or fall in a stored ranking, and how that is compared."""
    ways = {
        name: is_down
        for option, is_down in (("only-up", False), ("only-down", True))
        for name in given.get(option, ())
    }
    directed = [field for field in fields if field.feature in ways]
    listed = parse(given.get("order", ()))
    orders = find_orders(session, directed, listed, has_bins=bool(table.bins))
    return [
        {
            "feature": name,
            "how": order.how,
            "words": list(order.words),
            "is_down": ways[name],
        }
        for name, order in orders.items()
    ]


def _search_half(
    session: Session, table: LoadedTable, fields: list[Field], progress: Progress
) -> None:
    """Stage `half_pairs`: the targets' counterfactuals among half of the cases."""
    n_half = session.stage_shards(
        query("checked/half_population"), key="instance_id", n_rows=table.n_instances
    )
    if not n_half:
        session.stage_empty(query("checked/half_pairs"))
        return
    # Ids go as far as in the whole table.
    problem = Problem(fields, table.n_instances)
    Run(session, problem, AUTO, progress).search_targets()
    session.stage(query("checked/half_pairs"))
