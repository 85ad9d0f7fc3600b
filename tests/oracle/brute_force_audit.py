"""What an audit says of a table, by looking at every pair of rows: its oracle.

Rows are compared one by one and pairs are written out; nothing is grouped or packed.
Sums of parts are fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.oracle.brute_force import Case, Ranking, text

Key = tuple[Any, ...]


def optimal_parts(ranking: Ranking) -> list[tuple[dict[str, Any], Fraction]]:
    """The optimal counterfactuals, each with its part of the row."""
    optimal: list[dict[str, Any]] = [row for row in ranking.ranked if row["is_optimal"]]
    n_optimal = Counter(row["row_id"] for row in optimal)
    return [(row, Fraction(1, n_optimal[row["row_id"]])) for row in optimal]


def changed(
    features: Sequence[str], ranking: Ranking
) -> dict[Key, tuple[float, float]]:
    """By (from, to, feature): the rows that change it, and all rows that go there."""
    found: dict[Key, Fraction] = {(None, None, name): Fraction(0) for name in features}
    wholes: dict[Key, Fraction] = {(None, None): Fraction(0)}
    for row, part in optimal_parts(ranking):
        ends = (row["label"], row["counterfactual_label"])
        for key in ((None, None), ends):
            wholes[key] = wholes.get(key, Fraction(0)) + part
            for change in row["changes"]:
                of_feature = (*key, change["feature"])
                found[of_feature] = found.get(of_feature, Fraction(0)) + part
    return {key: (float(n), float(wholes[key[:2]])) for key, n in found.items()}


def label_matrix(ranking: Ranking) -> dict[Key, float]:
    """By (from, to): how many rows."""
    found: dict[Key, Fraction] = {}
    for row, part in optimal_parts(ranking):
        key = (row["label"], row["counterfactual_label"])
        found[key] = found.get(key, Fraction(0)) + part
    return {key: float(n) for key, n in found.items()}


def answers(ranking: Ranking) -> list[tuple[Any, Fraction, int]]:
    """The counterfactuals with the rows they answer, by parts and as whole ones."""
    parts: dict[Any, Fraction] = {}
    wholes: Counter[Any] = Counter()
    for row, part in optimal_parts(ranking):
        answer = row["counterfactual_id"]
        parts[answer] = parts.get(answer, Fraction(0)) + part
        wholes[answer] += 1
    best_first = sorted(parts, key=lambda answer: (-parts[answer], answer))
    return [(answer, parts[answer], wholes[answer]) for answer in best_first]


def coverage(ranking: Ranking, target: str | None = None) -> dict[Key, tuple[int, int]]:
    """By (label, changes): the rows of the class, and those that are reached.

    Rows with the target have nothing to reach.
    """
    rows: list[tuple[Any, Any]] = [
        (row["label"], row["min_distance"])
        for row in ranking.summary
        if row["label"] != target
    ]
    if not rows:
        return {}
    farthest = max([1, *(distance for _, distance in rows if distance is not None)])
    found: dict[Key, tuple[int, int]] = {}
    for wanted in {None, *(label for label, _ in rows)}:
        own = [distance for label, distance in rows if wanted in (None, label)]
        for n_changes in range(1, farthest + 1):
            reached = [d for d in own if d is not None and d <= n_changes]
            found[wanted, n_changes] = (len(own), len(reached))
    return found


# Unequal treatment.


@dataclass(frozen=True)
class Side:
    """A row as an audit sees it."""

    row_id: int
    kept: tuple[object, ...]
    protected: tuple[str | None, ...]
    label: str


def sides(
    features: Sequence[str], cases: Sequence[Case], protected: Sequence[str]
) -> list[Side]:
    """The rows of S, their protected values apart."""
    found = []
    for case in cases:
        if case.label is None:
            continue
        values = dict(zip(features, case.values, strict=True))
        found.append(
            Side(
                int(case.row_id),
                tuple(v for name, v in values.items() if name not in protected),
                tuple(text(values[name]) for name in features if name in protected),
                str(text(case.label)),
            )
        )
    return found


def first_of(side: Side, rows: Sequence[Side]) -> int:
    """The smallest id of the rows that are the same case."""
    return min(
        x.row_id
        for x in rows
        if (x.kept, x.protected, x.label) == (side.kept, side.protected, side.label)
    )


def row_pairs(rows: Sequence[Side]) -> list[tuple[Side, Side]]:
    """Unordered pairs of rows that agree on everything that is not protected."""
    return [
        (a, b) for a in rows for b in rows if a.row_id < b.row_id and a.kept == b.kept
    ]


def unequal_pairs(rows: Sequence[Side]) -> dict[Key, tuple[int, int, bool]]:
    """By both cases: the rows of each, and whether one of them is contradicted."""
    found = {}
    for pair in row_pairs(rows):
        if pair[0].protected == pair[1].protected or pair[0].label == pair[1].label:
            continue
        a, b = sorted(pair, key=lambda side: first_of(side, rows))
        sizes = [
            sum(first_of(x, rows) == first_of(side, rows) for x in rows)
            for side in (a, b)
        ]
        is_contradicted = any(
            (x.kept, x.protected) == (side.kept, side.protected)
            and x.label != side.label
            for x in rows
            for side in (a, b)
        )
        key = (first_of(a, rows), a.label, first_of(b, rows), b.label)
        found[key] = (sizes[0], sizes[1], is_contradicted)
    return found


def differ_in(a: Side, b: Side) -> list[int]:
    """The protected columns in which two rows differ."""
    both = enumerate(zip(a.protected, b.protected, strict=True))
    return [place for place, (x, y) in both if x != y]


def value_counts(rows: Sequence[Side], place: int) -> dict[Any, tuple[int, ...]]:
    """By value of a protected column: rows, comparable ones, unequal ones, and pairs.

    The pairs are those of cases, of rows, and of rows with different labels; a pair
    counts for both of its values.
    """
    alone = [(a, b) for a, b in row_pairs(rows) if differ_in(a, b) == [place]]
    found: dict[Any, tuple[int, ...]] = {}
    for value in {row.protected[place] for row in rows}:
        own = [row for row in rows if row.protected[place] == value]
        pairs = [
            p for p in alone if value in (p[0].protected[place], p[1].protected[place])
        ]
        unequal = [(a, b) for a, b in pairs if a.label != b.label]
        found[value] = (
            len(own),
            sum(any(row in pair for pair in pairs) for row in own),
            sum(any(row in pair for pair in unequal) for row in own),
            len(
                {frozenset((first_of(a, rows), first_of(b, rows))) for a, b in unequal}
            ),
            len(pairs),
            len(unequal),
        )
    return found


def directions(rows: Sequence[Side], place: int) -> dict[Key, tuple[int, int]]:
    """By value, label, other value, other label: the pairs of cases, and of rows."""
    cases: dict[Key, set[frozenset[int]]] = {}
    n_rows: Counter[Key] = Counter()
    for pair in row_pairs(rows):
        if differ_in(*pair) != [place] or pair[0].label == pair[1].label:
            continue
        a, b = sorted(
            pair,
            key=lambda x: (x.protected[place] is not None, x.protected[place] or ""),
        )
        key = (a.protected[place], a.label, b.protected[place], b.label)
        both = frozenset((first_of(a, rows), first_of(b, rows)))
        cases.setdefault(key, set()).add(both)
        n_rows[key] += 1
    return {key: (len(pairs), n_rows[key]) for key, pairs in cases.items()}


def twins(rows: Sequence[Side]) -> tuple[int, int]:
    """The pairs of rows that are equal in everything, and those with other labels.

    Only of rows that can be compared with one that differs in what is protected.
    """
    compared = {x for pair in row_pairs(rows) if differ_in(*pair) for x in pair}
    equal = [
        (a, b) for a, b in row_pairs(rows) if not differ_in(a, b) and a in compared
    ]
    return len(equal), sum(a.label != b.label for a, b in equal)
