"""Outcomes that are numbers: which of them differ by enough to be another outcome.

Classes are numbered in the order of their numbers. The id of a class then has three
parts: the first place that is too near, the place after the last one, and its own.
`unlike` reads them, so that every plan compares ids and none looks a number up. What is
too near is decided once for each class, with exact fractions.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from fractions import Fraction

from cfsql.engines import Engine
from cfsql.engines.functions import Function
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.tables.catalog import LoadedTable
from cfsql.words import said

# Bits of each part of an id. Ids ascend as numbers do, and so does each part.
BITS = 21
_MASK = (1 << BITS) - 1

# A number as a table writes it. No power of ten is so large that fractions take long.
_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*", re.IGNORECASE)


def number_of(text: str) -> Fraction | None:
    """The number that a text is, if it is one."""
    return Fraction(text.strip()) if _NUMBER.fullmatch(text) else None


def unlike_function(*, is_apart: bool) -> Function:
    """Whether the outcome b is another than a; or differs from it by enough."""
    if not is_apart:
        return Function("unlike", ("a", "b"), "a <> b")
    place, first = f"(b & {_MASK})", f"(a >> {2 * BITS})"
    stop = f"((a >> {BITS}) & {_MASK})"
    return Function("unlike", ("a", "b"), f"({place} < {first} or {place} >= {stop})")


def number_outcomes(
    session: Engine, table: LoadedTable, differs_by: float | None
) -> None:
    """Number the classes of a bound table, and give its instances these ids.

    Without a least difference, they get the ids that they have when a table is bound.
    """
    if differs_by is None:
        labels = sorted(label for label, _ in _label_ids(session))
        ids = [{"label": each, "label_id": n} for n, each in enumerate(labels)]
    else:
        _refuse_intervals(table)
        numbers = _known_numbers(session, table)
        ids = _ids(numbers, numbers, differs_by)
    session.stage(query("constrain/apart_ids"), outcomes=ids)
    session.stage(query("constrain/apart_instances"))
    session.stage(query("constrain/apart_labels"))


def _refuse_intervals(table: LoadedTable) -> None:
    if table.label in table.bins:
        raise WrongUse(
            f"--differs-by needs numbers, and {table.label} of {table.name} is cut "
            f"into intervals; ask for one with --target, or load the table without "
            f"--bin {table.label}"
        )


def add_apart(
    session: Engine, table: LoadedTable, new: Mapping[str, object], differs_by: float
) -> None:
    """Number outcomes that only new cases have, each given with its first case."""
    if not new:
        return
    known = _known_numbers(session, table)
    given = {}
    for label, case in new.items():
        number = number_of(label)
        if number is None:
            raise WrongUse(
                f"the {table.label} of case {case} is {said(label)}; --differs-by "
                "needs a number"
            )
        given[label] = number
    ids = _ids(known, given, differs_by, first=len(known))
    session.append(query("constrain/new_labels"), outcomes=ids)


def known_label(session: Engine, label: str) -> str:
    """A number as the table writes it, if some row has it as its outcome."""
    known = [each for each, _ in _label_ids(session)]
    number = number_of(label)
    if label in known or number is None:
        return label
    return next((each for each in known if number_of(each) == number), label)


def outcome_range(
    session: Engine, differs_by: float | None
) -> tuple[float | None, float | None]:
    """The least and the greatest outcome, where a difference is asked for."""
    labels = [] if differs_by is None else [label for label, _ in _label_ids(session)]
    numbers = [each for each in map(number_of, labels) if each is not None]
    if not numbers:
        return None, None
    return float(min(numbers)), float(max(numbers))


def _label_ids(session: Engine) -> list[tuple[str, int]]:
    return session.fetch(query("constrain/label_ids"))


def _known_numbers(session: Engine, table: LoadedTable) -> dict[str, Fraction]:
    """The classes of a bound table as numbers."""
    found = {}
    for label, _ in _label_ids(session):
        number = number_of(label)
        if number is None:
            raise WrongUse(
                f"--differs-by needs numbers, and {table.label} of {table.name} is "
                f"{said(label)} in some row; ask for one outcome with --target"
            )
        found[label] = number
    return found


def _ids(
    known: Mapping[str, Fraction],
    given: Mapping[str, Fraction],
    differs_by: float,
    *,
    first: int = 0,
) -> list[dict[str, object]]:
    """The ids of given classes among those that are known, numbered from one on."""
    ascending = sorted(known.values())
    least = Fraction(str(differs_by))
    if first + len(given) > _MASK:
        raise WrongUse(
            f"--differs-by takes up to {_MASK:,} different outcomes; round them"
        )
    found: list[dict[str, object]] = []
    in_order = sorted(given, key=lambda label: (given[label], label))
    for place, label in enumerate(in_order, start=first):
        near = bisect_right(ascending, given[label] - least)
        stop = bisect_left(ascending, given[label] + least)
        id = (near << 2 * BITS) | (stop << BITS) | place
        found.append({"label": label, "label_id": id})
    return found
