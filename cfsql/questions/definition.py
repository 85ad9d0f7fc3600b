"""`sql/method.sql` as parts that can be put together for any table.

The script is the method by its definitions, and shares nothing with the way in which
answers are found: it compares cells, all with all. The explorer shows it as one
statement for a page's answer; `check` runs it, and compares.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from textwrap import indent

from cfsql.engines.identifiers import literal
from cfsql.engines.queries import SCRIPT, folder
from cfsql.method.constraints import Constraints
from cfsql.method.order import DATES, Order

_STEP = re.compile(
    r"(?P<about>(?:--[^\n]*\n)+)"
    r"create or replace temp table (?P<name>\w+) as\n(?P<body>[^;]*);"
)
_ANSWERS = re.compile(
    r"^(?P<select>select\n[^;]*)where row_id = 1\n(?P<order>[^;]*);", re.MULTILINE
)
# How outcomes that are numbers are compared, so that 0.3 and 0.2 differ by 0.1.
_EXACT = "decimal(38, 9)"
# Where a constraint on the answer goes.
_CONDITION = "where distance >= 1"


@dataclass(frozen=True)
class Script:
    """The steps of the script from the cells on, and how answers are listed."""

    abouts: Mapping[str, str]
    bodies: Mapping[str, str]
    answers: str


@cache
def script() -> Script:
    """The definition and the query of each step, without the eight rows."""
    text = (folder() / SCRIPT).read_text(encoding="utf-8")
    _, *found = _STEP.finditer(text)
    answers = _ANSWERS.search(text)
    assert answers is not None
    return Script(
        {each["name"]: _definition(each["about"]) for each in found},
        {each["name"]: indent(each["body"], "    ") for each in found},
        answers["select"] + answers["order"],
    )


def chosen(constraints: Constraints, orders: Mapping[str, Order]) -> str:
    """The step of the counterfactuals, with the constraints as conditions on them."""
    conditions = "\n        and ".join([_CONDITION, *_conditions(constraints, orders)])
    return script().bodies["counterfactuals"].replace(_CONDITION, conditions)


def _definition(about: str) -> str:
    """A step's comment without its number, and without what the eight rows show."""
    definition, _, _ = about.partition("\n--\n")
    return re.sub(r"^-- \d+\. ", "-- ", definition)


def _conditions(constraints: Constraints, orders: Mapping[str, Order]) -> list[str]:
    conditions = []
    if constraints.freeze:
        frozen = ", ".join(map(literal, constraints.freeze))
        conditions.append(f"not list_has_any(disagreement_set, [{frozen}])")
    for features, sign in ((constraints.only_up, ">="), (constraints.only_down, "<=")):
        conditions += [_directed(each, orders.get(each), sign) for each in features]
    if constraints.target is not None:
        conditions.append(f"counterfactual_label = {literal(constraints.target)}")
    if constraints.differs_by is not None:
        conditions.append(
            f"abs(counterfactual_label::{_EXACT} - label::{_EXACT})"
            f" >= {constraints.differs_by!r}::{_EXACT}"
        )
    if constraints.max_changes is not None:
        conditions.append(f"distance <= {constraints.max_changes}")
    if constraints.min_support is not None:
        conditions.append(f"support >= {constraints.min_support}")
    if constraints.min_share is not None:
        conditions.append(f"share >= {constraints.min_share!r}::double")
    return conditions


def _directed(feature: str, order: Order | None, sign: str) -> str:
    """No value that falls where it may only rise, or rises where it may only fall."""

    def key(value: str) -> str:
        if order is not None and order.words:
            words = ", ".join(map(literal, order.words))
            return f"list_position([{words}], {value})"
        kind = "timestamp" if order is not None and order.how == DATES else "double"
        return f"try_cast({value} as {kind})"

    own, other = "asked.value", "cells.value"
    return (
        "not exists (\n"
        "            from asked inner join cells on asked.place = cells.place\n"
        f"            where asked.feature = {literal(feature)}\n"
        "                and asked.row_id = distances.row_id\n"
        "                and cells.row_id = distances.counterfactual_id\n"
        f"                and {own} is distinct from {other}\n"
        f"                and not coalesce({key(other)} {sign} {key(own)}, false)\n"
        "        )"
    )
