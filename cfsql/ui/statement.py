"""The answer of a page as one SQL statement, made from the steps of `sql/method.sql`.

It is for reading and for checking: it needs no function of cfsql and runs in any DuckDB
client. The pages are answered another way, from packed codes. The statement compares
values as plain text: 0.0 and -0.0 differ in it, and are equal everywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from cfsql.engines.duckdb import INTERNAL_SCHEMA
from cfsql.engines.identifiers import literal, quote
from cfsql.method.order import Order
from cfsql.questions.definition import chosen, script
from cfsql.questions.explanation import Explanation
from cfsql.tables.catalog import LoadedTable
from cfsql.ui.question import Question

# What a page needs of the script: the steps to the ranking.
_LAST = "ranked"
# Where the cells name the table, its label and its features.
_TABLE, _LABEL = "from cases", "score"
_FEATURES = re.compile(r"(?<=\[\n).*(?=\n *\])", re.DOTALL)


def same_answer(
    table: LoadedTable,
    question: Question,
    explanation: Explanation,
    orders: Mapping[str, Order],
) -> str:
    """The statement whose rows are the counterfactuals of the page, best first."""
    bodies = dict(script().bodies)
    cells = bodies["cells"]
    if question.values is None:
        asked = f"{bodies['asked']}\n    where {_is_asked(explanation)}"
    else:
        asked = _cells_of_case(cells, explanation)
    bodies |= {
        "cells": _cells_of_table(cells, table, explanation),
        "asked": asked,
        "counterfactuals": chosen(question.method.constraints, orders),
    }
    names = list(bodies)
    steps = [
        f"{script().abouts[name]}\n{name} as (\n{bodies[name]}\n)"
        for name in names[: names.index(_LAST) + 1]
    ]
    return "with\n" + ",\n\n".join(steps) + f"\n\n{script().answers}"


# The cells, where alone the names of columns stand.


def _cells_of_table(cells: str, table: LoadedTable, explanation: Explanation) -> str:
    values = {
        feature: f"cast({quote(feature)} as varchar)" for feature in explanation.values
    }
    names = {_LABEL: quote(table.label), _TABLE: f"from {_rows(table)}"}
    return _filled(cells, names, values)


def _cells_of_case(cells: str, explanation: Explanation) -> str:
    """The cells of a new case, which is in no table."""
    selected, _, _ = cells.partition(f"\n    {_TABLE}\n")
    values = {feature: _text(text) for feature, text in explanation.values.items()}
    names = {"row_id": "'new case' as row_id", _LABEL: _text(explanation.label)}
    return _filled(selected, names, values)


def _filled(cells: str, names: Mapping[str, str], values: Mapping[str, str]) -> str:
    """The cells with other names, put in at once: one may hold the other."""
    named = re.compile("|".join(rf"\b{name}\b" for name in names))
    own = ",\n".join(
        f"            {{ 'place': {place}, 'feature': {literal(feature)},"
        f" 'value': {value} }}"
        for place, (feature, value) in enumerate(values.items(), start=1)
    )
    head, tail = _FEATURES.split(cells)
    head, tail = (
        named.sub(lambda found: names[found[0]], part) for part in (head, tail)
    )
    return f"{head}{own}{tail}"


def _rows(table: LoadedTable) -> str:
    """Where the values are that are compared: intervals, where numbers are cut."""
    if table.bins:
        return quote(INTERNAL_SCHEMA, f"{table.name}_feature_rows")
    return quote(table.name)


def _text(value: str | None) -> str:
    return "cast(null as varchar)" if value is None else literal(value)


# Which row is asked about, and which answers.


def _is_asked(explanation: Explanation) -> str:
    row = explanation.row_id
    if isinstance(row, int):
        return f"row_id = {row}"
    return f"cast(row_id as varchar) = {literal(str(row))}"
