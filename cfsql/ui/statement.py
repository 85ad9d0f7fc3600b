"""The answer of a page as one SQL statement, made from the steps of `sql/method.sql`.

It is for reading and for checking: it needs no function of cfsql and runs in any DuckDB
client. The pages are answered another way, from packed codes. The statement compares
values as plain text: 0.0 and -0.0 differ in it, and are equal everywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from textwrap import indent

from cfsql.engines.duckdb import INTERNAL_SCHEMA
from cfsql.engines.identifiers import literal, quote
from cfsql.engines.queries import SCRIPT, folder
from cfsql.method.order import DATES, Order
from cfsql.questions.explain import Explanation
from cfsql.tables.catalog import LoadedTable
from cfsql.ui.question import Question

_STEP = re.compile(
    r"(?P<about>(?:--[^\n]*\n)+)"
    r"create or replace temp table (?P<name>\w+) as\n(?P<body>[^;]*);"
)
# What a page needs of the script: the steps from the cells to the ranking, and the
# query that reads the answers for one row.
_FIRST, _LAST = "cells", "ranked"
_ANSWERS = re.compile(
    r"^(?P<select>select\n[^;]*)where row_id = 1\n(?P<order>[^;]*);", re.MULTILINE
)
# Where the cells name the table, its label and its features.
_TABLE, _LABEL = "from cases", "score"
_FEATURES = re.compile(r"(?<=\[\n).*(?=\n *\])", re.DOTALL)
# How outcomes that are numbers are compared, so that 0.3 and 0.2 differ by 0.1.
_EXACT = "decimal(38, 9)"
# Where a constraint on the answer goes.
_CONDITION = "where distance >= 1"


def same_answer(
    table: LoadedTable,
    question: Question,
    explanation: Explanation,
    orders: Mapping[str, Order],
) -> str:
    """The statement whose rows are the counterfactuals of the page, best first."""
    abouts, bodies, answers = _script()
    cells = bodies["cells"]
    if question.values is None:
        asked = f"{bodies['asked']}\n    where {_is_asked(explanation)}"
    else:
        asked = _cells_of_case(cells, explanation)
    chosen = "\n        and ".join(
        [_CONDITION, *_constraints(question, explanation, orders)]
    )
    bodies = {
        **bodies,
        "cells": _cells_of_table(cells, table, explanation),
        "asked": asked,
        "counterfactuals": bodies["counterfactuals"].replace(_CONDITION, chosen),
    }
    steps = [f"{abouts[name]}\n{name} as (\n{bodies[name]}\n)" for name in bodies]
    return "with\n" + ",\n\n".join(steps) + f"\n\n{answers}"


@cache
def _script() -> tuple[dict[str, str], dict[str, str], str]:
    """The definition and the query of each step, and the query of the answers."""
    text = (folder() / SCRIPT).read_text(encoding="utf-8")
    found = list(_STEP.finditer(text))
    names = [each["name"] for each in found]
    found = found[names.index(_FIRST) : names.index(_LAST) + 1]
    answers = _ANSWERS.search(text)
    assert answers is not None
    return (
        {each["name"]: _definition(each["about"]) for each in found},
        {each["name"]: indent(each["body"], "    ") for each in found},
        answers["select"] + answers["order"],
    )


def _definition(about: str) -> str:
    """A step's comment without its number, and without what the eight rows show."""
    definition, _, _ = about.partition("\n--\n")
    return re.sub(r"^-- \d+\. ", "-- ", definition)


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


def _directed(feature: str, order: Order | None, *, is_down: bool) -> str:
    """No value that falls where it may only rise, or rises where it may only fall."""

    def key(value: str) -> str:
        if order is not None and order.words:
            words = ", ".join(literal(word) for word in order.words)
            return f"list_position([{words}], {value})"
        kind = "timestamp" if order is not None and order.how == DATES else "double"
        return f"try_cast({value} as {kind})"

    sign = "<=" if is_down else ">="
    own, other = "asked.value", "cells.value"
    return (
        "not exists (\n"
        "            from asked inner join cells on asked.place = cells.place\n"
        f"            where asked.feature = {literal(feature)}\n"
        "                and cells.row_id = distances.counterfactual_id\n"
        f"                and {own} is distinct from {other}\n"
        f"                and not coalesce({key(other)} {sign} {key(own)}, false)\n"
        "        )"
    )


def _constraints(
    question: Question, explanation: Explanation, orders: Mapping[str, Order]
) -> list[str]:
    """What is asked of an answer, as conditions on the counterfactuals."""
    conditions = []
    if question.kept:
        frozen = ", ".join(literal(feature) for feature in question.kept)
        conditions.append(f"not list_has_any(disagreement_set, [{frozen}])")
    for feature in (*question.only_up, *question.only_down):
        is_down = feature in question.only_down
        conditions.append(_directed(feature, orders.get(feature), is_down=is_down))
    if question.target is not None:
        conditions.append(f"counterfactual_label = {literal(question.target)}")
    if question.differs_by is not None:
        own = f"{_text(explanation.label)}::{_EXACT}"
        conditions.append(
            f"abs(counterfactual_label::{_EXACT} - {own})"
            f" >= {question.differs_by!r}::{_EXACT}"
        )
    if question.max_changes is not None:
        conditions.append(f"distance <= {question.max_changes}")
    if question.min_support is not None:
        conditions.append(f"support >= {question.min_support}")
    if question.min_share is not None:
        conditions.append(f"share >= {question.min_share!r}::double")
    return conditions
