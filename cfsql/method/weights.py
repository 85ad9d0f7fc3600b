"""Weights of features: some changes are harder than others.

A feature of weight K counts as if it stood K times in the table, in every distance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cfsql.errors import WrongUse
from cfsql.method.packing import Field
from cfsql.options import one_by_one

# A weight at most: what weighs more is as good as frozen. And all weights together:
# distances are numbers of 15 bits in machine code.
MOST, MOST_IN_ALL = 100, 30_000

_WHOLE = re.compile(r"[0-9]+")


def read_weights(
    given: Sequence[str], is_known: Callable[[str], bool], feature: Callable[[str], str]
) -> dict[str, int]:
    """The weights that --weight gives, by feature.

    `is_known` says whether a text is the name of a column, and `feature` gives the
    feature of that name, or refuses it.
    """

    def is_one(text: str) -> bool:
        column, number = _parts(text)
        return is_known(column) and "," not in number

    wanted = one_by_one("weight", given, is_one, of="feature")
    weights: dict[str, int] = {}
    for text in wanted:
        column, number = _parts(text)
        if not column or not number:
            raise WrongUse(
                f"--weight takes COL=K, a feature and a whole number, such as age=3, "
                f"not '{text}'"
            )
        name = feature(column)
        weight = _weight(name, number)
        if weights.setdefault(name, weight) != weight:
            raise WrongUse(
                f"--weight: {name} is given twice, as {weights[name]} and as {weight}"
            )
    return weights


def weigh(fields: Iterable[Field], weights: dict[str, int]) -> list[Field]:
    """The fields with their weights: 1 unless given."""
    weighed = [replace(field, weight=weights.get(field.feature, 1)) for field in fields]
    total = sum(field.weight for field in weighed)
    if weights and total > MOST_IN_ALL:
        raise WrongUse(
            f"--weight: all features together weigh {total:,}; distances go up to "
            f"{MOST_IN_ALL:,}"
        )
    return weighed


def distances(weights: Iterable[int], furthest: int) -> list[int]:
    """The distances up to the furthest that features of these weights can add up to."""
    reached = 1
    for weight in weights:
        reached |= reached << weight
    return [each for each in range(1, furthest + 1) if reached >> each & 1]


def _parts(text: str) -> tuple[str, str]:
    """The column and the number of an option such as age=3."""
    column, _, number = text.rpartition("=")
    return column.strip(), number.strip()


def _weight(feature: str, number: str) -> int:
    weight = int(number) if _WHOLE.fullmatch(number) else 0
    if not 1 <= weight <= MOST:
        hint = (
            f"; to leave {feature} as it is: --freeze {feature}"
            if weight > MOST
            else f"; to leave {feature} out: --ignore {feature}"
            if number == "0"
            else ""
        )
        raise WrongUse(
            f"--weight: {feature} takes a whole number from 1 to {MOST}, "
            f"not '{number}'{hint}"
        )
    return weight
