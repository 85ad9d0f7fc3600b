"""Answers beside `sql/method.sql`, which has the definitions.

Rows are drawn, answered as always, and answered by the script, which compares the texts
of all cells with each other and knows no codes, plans or stored results. What is stored
of these rows is compared with the script, too. Nothing is stored.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from time import monotonic
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import CfsqlError
from cfsql.method import encode
from cfsql.method.constraints import NONE, Constraints
from cfsql.method.order import Order, find_orders, parse
from cfsql.method.packing import Field
from cfsql.method.rank import Method, compute
from cfsql.method.selection import Selection, select_rows
from cfsql.options import ConstraintOptions, SelectionOptions, options_of
from cfsql.progress import Part, Progress
from cfsql.questions.definition import chosen, script
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable, Stored
from cfsql.tables.frames import Held, Rows
from cfsql.words import many

# Rows that are checked first, to see how long one takes, or as many as make so many
# pairs with the cases; and rows that are checked at most.
N_FIRST, FIRST_PAIRS, N_IN_TURN = 2, 20_000, 10_000
# Of the time that is left, the share that the next rows are expected to take: they may
# take longer than the last.
_NEXT_SHARE = 0.7

# Pairs of a row and a case that are compared at once: what fits into memory.
N_PAIRS = 500_000

# A division may be rounded in another way; nothing else may differ.
_ROUNDING = 1e-12

# The constraints that the script takes as conditions, and what changes no figure of a
# ranking. A ranking that was made with anything else is not compared.
_CONDITIONS = frozenset(options_of(ConstraintOptions)) - {"require", "ignore", "weight"}
_NO_MATTER = frozenset(options_of(SelectionOptions)) | {"plan", "into", "declared"}

# The answers that are made anew, beside those of the stored rankings.
MADE_NOW = "the answers made now"


@dataclass(frozen=True)
class Compared:
    """Answers that were compared with the definitions, or why they were not."""

    answers: str
    n_rows: int
    n_counterfactuals: int
    not_compared: str | None = None

    def __add__(self, other: Compared) -> Compared:
        """The same answers to more rows."""
        return replace(
            self,
            n_rows=self.n_rows + other.n_rows,
            n_counterfactuals=self.n_counterfactuals + other.n_counterfactuals,
        )


@dataclass(frozen=True)
class Difference:
    """A figure that is not what the definitions say."""

    answers: str
    row_id: object
    counterfactual_id: object
    column: str
    found: object
    by_definition: object


@dataclass(frozen=True, repr=False)
class Checked(Held):
    """Answers to some rows of a table, compared with the definitions.

    `classes` says how many rows of each class were checked, and `n_contradicted` how
    many of all that were.
    """

    table: str
    n_rows: int
    n_in_all: int
    n_contradicted: int
    classes: dict[str, int]
    compared: list[Compared]
    differences: list[Difference]

    @property
    def hold(self) -> bool:
        """Whether all figures are what the definitions say."""
        return not self.differences

    def refuse(self) -> None:
        """Fail where anything differs, and name the first figure that does."""
        if self.hold:
            return
        first = self.differences[0]
        raise CfsqlError(
            f"{self.headline}; the first: {first.column} of row {first.row_id} in "
            f"{first.answers}"
        )

    @property
    def headline(self) -> str:
        """The verdict in one line."""
        rows = f"{self.n_rows:,} of {many(self.n_in_all, 'row')}"
        if self.hold:
            return f"{self.table}: {rows} as by definition"
        differ = many(len(self.differences), "figure")
        return f"{self.table}: {differ} of {rows} not as by definition"

    def _rows(self) -> Rows:
        return Rows(Compared, self.compared)

    def to_dict(self) -> dict[str, Any]:
        """For programs, as `cfsql check --format json` prints it."""
        return {**asdict(self), "hold": self.hold}

    def __add__(self, other: Checked) -> Checked:
        """The same check of more rows."""
        return replace(
            self,
            n_rows=self.n_rows + other.n_rows,
            n_contradicted=self.n_contradicted + other.n_contradicted,
            classes=dict(Counter(self.classes) + Counter(other.classes)),
            compared=[
                a + b for a, b in zip(self.compared, other.compared, strict=True)
            ],
            differences=self.differences + other.differences,
        )


def check(
    session: Session, table: LoadedTable, selection: Selection, progress: Progress
) -> Checked:
    """Check the answers to the selected rows."""
    fields = encode.bind(session, table.name)
    select_rows(session, table, selection)
    rows = [row for (row,) in session.fetch(query("check/asked_ids"))]
    _stage_cells(session, table, fields)
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
    return functools.reduce(Checked.__add__, found)


def check_in_time(
    session: Session,
    table: LoadedTable,
    *,
    seconds: float,
    seed: int,
    progress: Progress,
) -> Checked:
    """Check the answers to as many rows as the time allows, of all classes.

    The first two, or all of a small table, are checked however long that takes.
    """
    started = monotonic()
    fields = encode.bind(session, table.name)
    in_turn = session.fetch(query("check/rows_in_turn"), seed=str(seed), most=N_IN_TURN)
    rows = [row for (row,) in in_turn]
    _stage_cells(session, table, fields)
    found: Checked | None = None
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


def _stage_cells(session: Session, table: LoadedTable, fields: list[Field]) -> None:
    """Stage the texts of all cells, which are what the definitions compare."""
    session.bind("wanted_rows", "cases")
    session.stage(query("encode/texts"), features=[field.feature for field in fields])
    session.stage(query("encode/row_labels"), label=table.label)
    session.stage(query("check/case_cells"))


def _check_rows(
    session: Session, table: LoadedTable, rows: list[object], progress: Progress
) -> Checked:
    """Check the answers to some rows, with the cells staged."""
    n_rows, run = compute(
        session, table, Selection(rows=rows), Method(), Part(progress, 0, 0.3)
    )
    fields = run.problem.fields
    session.bind("checked_rows", "asked_rows")
    found = session.fetch_records(query("check/answers"))
    compared = [_compared(MADE_NOW, found)]
    differences = [*_differences(MADE_NOW, found, _by_definition(session))]
    rankings = catalog.stored_by_name(session, catalog.RANKING).values()
    own = [ranking for ranking in rankings if ranking.table == table.name]
    for place in progress.track("by definition", range(len(own))):
        ranking = own[place]
        options = _options(ranking)
        unlike = ", ".join(sorted(options.keys() - _CONDITIONS - _NO_MATTER))
        if unlike:
            compared.append(Compared(ranking.name, 0, 0, f"made with {unlike}"))
            continue
        found = _stored(session, ranking)
        compared.append(_compared(ranking.name, found))
        constraints = Constraints.of(options)
        orders = _orders(session, table, fields, constraints)
        expected = _by_definition(session, constraints, orders)
        differences += _differences(ranking.name, found, expected)
    classes = session.fetch(query("check/checked_classes"))
    return Checked(
        table=table.name,
        n_rows=n_rows,
        n_in_all=table.n_labelled,
        n_contradicted=sum(n_contradicted for _, _, n_contradicted in classes),
        classes={label: n for label, n, _ in classes},
        compared=compared,
        differences=differences,
    )


# The two sides.


def _by_definition(
    session: Session,
    constraints: Constraints = NONE,
    orders: Mapping[str, Order] | None = None,
) -> list[dict[str, Any]]:
    """What the script says of the rows: its steps in front of the query of answers."""
    bodies = {
        **script().bodies,
        "cells": "    select * from case_cells",
        "asked": "    select * from cells\n"
        "    where row_id in (select checked_rows.row_id from checked_rows)",
        "counterfactuals": chosen(constraints, orders or {}),
    }
    steps = ",\n\n".join(f"{name} as (\n{body}\n)" for name, body in bodies.items())
    answers = query("check/answers")
    return session.fetch_records(
        replace(answers, body=answers.body.replace("with ", f"with {steps},\n\n", 1))
    )


def _stored(session: Session, ranking: Stored) -> list[dict[str, Any]]:
    """What a stored ranking says of the rows, of those that it has."""
    session.bind("stored_ranked", session.public(f"{ranking.name}_ranked"))
    session.bind("stored_summary", session.public(f"{ranking.name}_summary"))
    session.view(query("check/stored_answered"))
    session.view(
        query("check/answers"),
        into="listed_answers",
        reads={"ranked": "stored_ranked", "summary": "stored_answered"},
    )
    return session.fetch_records(query("check/stored_answers"))


def _options(ranking: Stored) -> dict[str, Any]:
    """What a ranking was made with, without what is the same by default."""
    given = {name.replace("-", "_"): each for name, each in ranking.options.items()}
    usual = {"by": "power", "count": "rows"}
    return {name: each for name, each in given.items() if usual.get(name) != each}


def _orders(
    session: Session, table: LoadedTable, fields: list[Field], constraints: Constraints
) -> Mapping[str, Order]:
    """How the features are compared that may only rise or fall."""
    directed = {*constraints.only_up, *constraints.only_down}
    return find_orders(
        session,
        [field for field in fields if field.feature in directed],
        parse(constraints.order),
        has_bins=bool(table.bins),
    )


# The comparison.


def _compared(answers: str, found: Sequence[Mapping[str, Any]]) -> Compared:
    n_counterfactuals = sum(len(each["answers"] or ()) for each in found)
    return Compared(answers, len(found), n_counterfactuals)


def _differences(
    answers: str,
    found: Sequence[Mapping[str, Any]],
    expected: Sequence[Mapping[str, Any]],
) -> Iterator[Difference]:
    """Every figure of the rows that were found which the definitions have otherwise."""
    by_row = {each["row_id"]: each for each in expected}
    for row in found:
        right = by_row[row["row_id"]]
        ids = {
            each["counterfactual_id"]: each
            for side in (row, right)
            for each in side["answers"] or ()
        }
        sides = (
            (None, row, {**right, "answers": None}),
            *(
                (id, _answer(row, id), _answer(right, id))
                for id in sorted(ids, key=str)
            ),
        )
        for id, own, by_definition in sides:
            # The definitions have fewer columns: no sentence, for one.
            for column in by_definition or own or ():
                if column == "answers":
                    continue
                both = (own or {}).get(column), (by_definition or {}).get(column)
                if not _equal(*both):
                    yield Difference(answers, row["row_id"], id, column, *both)


def _answer(row: Mapping[str, Any], id: object) -> Mapping[str, Any] | None:
    return next(
        (each for each in row["answers"] or () if each["counterfactual_id"] == id), None
    )


def _equal(found: object, expected: object) -> bool:
    if isinstance(found, float) and isinstance(expected, float):
        return math.isclose(found, expected, rel_tol=_ROUNDING)
    return found == expected
