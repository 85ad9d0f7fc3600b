"""For whom an outcome takes more changes, and what is chance: the oracle.

Distances are looked up row by row, means are drawn out in full, tests are sums of
binomials in whole numbers, and shares are fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from hashlib import md5
from math import sqrt
from typing import Any

from tests.oracle.brute_force import Ranking
from tests.oracle.brute_force_audit import Key, Side, differ_in, first_of

Z = 1.959963984540054
EACH = "each"

# A protected column and its value; both None are all rows.
Group = tuple[str | None, str | None]


def wilson(part: float, whole: float) -> tuple[float, float]:
    """The shares that a share of so many rows is within, by solving for them."""
    share = part / whole
    middle = share + Z * Z / (2 * whole)
    spread = Z * sqrt(share * (1 - share) / whole + Z * Z / (4 * whole * whole))
    below = 1 + Z * Z / whole
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)


def sign_test(one_way: int, other_way: int) -> Fraction:
    """The chance of a split as uneven as this, or more, if both ways are as likely."""
    n, fewer = one_way + other_way, min(one_way, other_way)
    n_ways, as_uneven = 1, 0
    for k in range(n + 1):
        as_uneven += n_ways if min(k, n - k) <= fewer else 0
        n_ways = n_ways * (n - k) // (k + 1)
    return Fraction(as_uneven, 2**n)


def holm(p_values: Sequence[Fraction]) -> list[Fraction]:
    """The smallest level at which the step-down procedure rejects each."""
    in_order = sorted(p_values)
    found = []
    for p in p_values:
        before = [k for k, each in enumerate(in_order) if each <= p]
        steps = [(len(in_order) - k) * in_order[k] for k in before]
        found.append(min(Fraction(1), max(steps)))
    return found


def effect(distance: Fraction, limits: Sequence[str]) -> str:
    """How far something is from a half, in words."""
    words = ("negligible", "small", "medium", "large")
    return words[sum(distance >= Fraction(limit) for limit in limits)]


def resampled_mean(values: Sequence[int], quantile: Fraction) -> float:
    """A quantile of the mean of as many draws, every draw of them counted."""
    ways: Counter[int] = Counter({0: 1})
    for _ in values:
        more: Counter[int] = Counter()
        for total, n_ways in ways.items():
            for value in values:
                more[total + value] += n_ways
        ways = more
    needed = quantile * len(values) ** len(values)
    seen = 0
    for total in sorted(ways):
        seen += ways[total]
        if seen >= needed:
            return total / len(values)
    raise AssertionError("a quantile is at most 1")


def quantile(values: Sequence[float], share: Fraction) -> float:
    """The smallest value that so large a share of them does not exceed."""
    in_order = sorted(values)
    return next(
        value
        for k, value in enumerate(in_order, start=1)
        if Fraction(k, len(values)) >= share
    )


# How many changes rows need.


def aims(labels: Sequence[str], target: str | None) -> list[str | None]:
    """The outcomes to reach that a ranking knows of; None is any other."""
    if target not in (None, EACH):
        return [target]
    if target == EACH or len(labels) == 2:
        return [*labels]
    return [None]


def answers_to(ranking: Ranking, row_id: object, aim: str | None) -> list[Any]:
    """The nearest optimal counterfactuals of a row with an outcome."""
    found: list[Any] = [
        row
        for row in ranking.ranked
        if row["row_id"] == row_id
        and row["is_optimal"]
        and aim in (None, row["counterfactual_label"])
    ]
    return [
        row for row in found if row["distance"] == min(x["distance"] for x in found)
    ]


def groups(sides: Sequence[Side], protected: Sequence[str]) -> dict[Group, set[object]]:
    """The rows with each protected value, and all rows."""
    found: dict[Group, set[object]] = {(None, None): {side.row_id for side in sides}}
    for place, name in enumerate(protected):
        for side in sides:
            found.setdefault((name, side.protected[place]), set()).add(side.row_id)
    return found


def needed(ranking: Ranking, rows: set[object], aim: str | None) -> list[float]:
    """The changes that each of the rows without an outcome needs to reach it."""
    found = []
    for row in ranking.summary:
        if row["row_id"] in rows and row["label"] != aim:
            answers = answers_to(ranking, row["row_id"], aim)
            found.append(answers[0]["distance"] if answers else float("inf"))
    return found


def by_group(
    ranking: Ranking, groups: dict[Group, set[object]], aim: str | None, column: str
) -> dict[str | None, list[float]]:
    """What the rows of each value of a column need to reach an outcome."""
    found = {
        value: needed(ranking, rows, aim)
        for (name, value), rows in groups.items()
        if name == column
    }
    return {value: changes for value, changes in found.items() if changes}


def share_and_mean(changes: Sequence[float]) -> tuple[Fraction, float]:
    """How badly off a group is, the worst least: who reaches it, then how easily."""
    reached = [n for n in changes if n != float("inf")]
    mean = sum(reached) / len(reached) if reached else float("inf")
    return Fraction(len(reached), len(changes)), -mean


def never(found: dict[str | None, list[float]]) -> list[str | None]:
    """The largest groups that never reach the outcome, if others do."""
    out_of_reach = {
        value: len(changes)
        for value, changes in found.items()
        if min(changes) == float("inf")
    }
    if not out_of_reach or len(out_of_reach) == len(found):
        return []
    most = max(out_of_reach.values())
    return [value for value, n in out_of_reach.items() if n == most]


def superiority(own: Sequence[float], others: Sequence[float]) -> Fraction:
    """The chance that one of the first is above one of the second, half if equal."""
    won = sum(2 * (x > y) + (x == y) for x in own for y in others)
    return Fraction(won, 2 * len(own) * len(others))


def changed_by(
    ranking: Ranking, rows: set[object], aim: str | None
) -> dict[str, Fraction]:
    """How many of the rows change each feature to reach an outcome, by parts."""
    found: dict[str, Fraction] = {}
    for row_id in rows:
        answers = answers_to(ranking, row_id, aim)
        for answer in answers:
            for change in answer["changes"]:
                part = Fraction(1, len(answers))
                found[change["feature"]] = found.get(change["feature"], 0) + part
    return found


# Which way unequal pairs fall.


def matched(rows: Sequence[Side], place: int, seed: int) -> Counter[Key]:
    """Pairs of rows that differ in one column alone, each row in one at most.

    Counted by the column's two values and their labels, where the labels differ.
    """
    firsts = sorted({first_of(row, rows) for row in rows})
    copies: Counter[int] = Counter()
    strata: dict[Key, dict[Any, list[tuple[str, Side]]]] = {}
    for row in rows:
        case = firsts.index(first_of(row, rows)) + 1
        drawn = md5(f"{seed}:{case}:{copies[case]}".encode()).hexdigest()
        copies[case] += 1
        others = tuple(v for k, v in enumerate(row.protected) if k != place)
        values = strata.setdefault((row.kept, others), {})
        values.setdefault(row.protected[place], []).append((drawn, row))
    found: Counter[Key] = Counter()
    for values in strata.values():
        in_order = sorted(values, key=lambda value: (value is not None, value or ""))
        for k, value in enumerate(in_order):
            for other in in_order[k + 1 :]:
                ours = [row for _, row in sorted(values[value], key=lambda x: x[0])]
                theirs = [row for _, row in sorted(values[other], key=lambda x: x[0])]
                for a, b in zip(ours, theirs, strict=False):
                    assert differ_in(a, b) == [place]
                    if a.label != b.label:
                        found[value, a.label, other, b.label] += 1
    return found


def near(rows: Sequence[Side], most: int) -> list[tuple[int, int, int, int]]:
    """By the number of unprotected differences: pairs, and those of unequal labels.

    First of rows that differ in a protected column, then of those that do not.
    """
    found = [[0, 0, 0, 0] for _ in range(most + 1)]
    for a in rows:
        for b in rows:
            n = sum(x != y for x, y in zip(a.kept, b.kept, strict=True))
            if a.row_id < b.row_id and n <= most:
                offset = 0 if differ_in(a, b) else 2
                found[n][offset] += 1
                found[n][offset + 1] += a.label != b.label
    return [(a, b, c, d) for a, b, c, d in found]
