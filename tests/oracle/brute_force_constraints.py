"""Counterfactuals under constraints, written out literally: the oracle of their tests.

It shares no code with the package. What is allowed is decided row by row, in the order
in which the constraints are applied; power and metrics are those of `brute_force`, over
the whole of S.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Any

from tests.oracle.brute_force import (
    Case,
    Ranking,
    changes,
    disagreement,
    distance,
    duplicates,
    explanation,
    gap,
    hyperball,
    id_order,
    margin,
    power,
    representative,
    share,
    text,
    twins,
)
from tests.oracle.brute_force_sure import how_sure
from tests.oracle.brute_force_words import sentence

EACH = "each"

# A row as the user has it: all its columns, whatever they are to the method.
Record = Mapping[str, object]
# A condition over both rows; None is what SQL calls unknown.
Condition = Callable[[Record, Record], bool | None]


@dataclass(frozen=True)
class Constraints:
    """What may be chosen, and how much of it is listed."""

    freeze: tuple[str, ...] = ()
    only_up: tuple[str, ...] = ()
    only_down: tuple[str, ...] = ()
    order: Mapping[str, list[str]] = field(default_factory=dict)
    target: str | None = None
    differs_by: float | None = None
    require: Condition | None = None
    max_changes: int | None = None
    min_support: int | None = None
    min_share: float | None = None
    ignore: tuple[str, ...] = ()
    weight: Mapping[str, int] | None = None
    nearest: int = 1
    diverse: bool = False

    @property
    def choose(self) -> bool:
        """Whether some counterfactual may be taken away from some row."""
        return bool(self.freeze or self.only_up or self.only_down) or any(
            option is not None
            for option in (
                self.target,
                self.differs_by,
                self.require,
                self.max_changes,
                self.min_support,
                self.min_share,
            )
        )


@dataclass(frozen=True)
class Listed:
    """One counterfactual that is listed, with its place among those of its target."""

    case: Case
    distance: int
    dag_count: int
    rank: int
    is_minimal: bool


def rank(
    features: list[str],
    cases: list[Case],
    records: Mapping[int | str, Record],
    constraints: Constraints,
    *,
    rows: Collection[int | str] | None = None,
    by: str = "power",
    count: str = "rows",
    label_column: str = "outcome",
) -> Ranking:
    """Rank what the constraints allow for each row, or for those in `rows`.

    A feature of weight K stands K times in the table.
    """
    weights = constraints.weight or {}
    left = [
        i
        for i, name in enumerate(features)
        if name not in constraints.ignore
        for _ in range(weights.get(name, 1))
    ]
    features = [features[i] for i in left]
    sample = [
        replace(case, values=tuple(case.values[i] for i in left))
        for case in cases
        if case.label is not None
    ]
    representatives = [x for x in sample if x == representative(x, sample)]
    counted = sample if count == "rows" else representatives

    ranking = Ranking(ranked=[], summary=[])
    for a in sorted(sample, key=id_order):
        if rows is not None and a.row_id not in rows:
            continue
        left_over, blocked_by = allowed(features, a, sample, records, constraints)
        groups = [
            listed(a, group, counted, constraints, by)
            for group in by_target(shown_cases(left_over), constraints)
        ]
        best_first = sorted(
            (b for group in groups for b in kept(a, group, constraints)),
            key=lambda b: (b.rank, id_order(b.case)),
        )
        rows_of_a = [ranked_row(features, a, b, sample, counted) for b in best_first]
        summary = summary_row(
            *(features, a, groups, sample, counted, constraints, blocked_by),
            label_column,
        )
        if constraints.choose:
            summary["blocked_by"] = blocked_by
        if constraints.weight is not None:
            for row, b in zip(rows_of_a, best_first, strict=True):
                row["n_changes"] = len(changes(features, a, b.case))
            first = [b for b in sample if b.row_id == summary["optimal_id"]]
            n_changes = [len(changes(features, a, b)) for b in first]
            summary["n_changes"] = n_changes[0] if n_changes else None
        summary["n_listed"] = len(best_first)
        summary["sureness"], summary["sureness_reason"] = sureness_of(
            a, groups, sample, counted, constraints, by
        )
        ranking.ranked.extend(rows_of_a)
        ranking.summary.append(summary)
    return ranking


# What may be chosen.


def steps(
    features: list[str],
    a: Case,
    sample: list[Case],
    records: Mapping[int | str, Record],
    constraints: Constraints,
) -> Iterator[tuple[str | None, Callable[[Case], bool]]]:
    """The conditions on a counterfactual of a, in the order in which they apply."""
    yield None, lambda b: b.label != a.label and distance(a, b) >= 1
    if constraints.differs_by is not None:
        least = Fraction(str(constraints.differs_by))
        own = Fraction(str(a.label))
        yield "differs-by", lambda b: abs(Fraction(str(b.label)) - own) >= least
    target, require = constraints.target, constraints.require
    min_support, max_changes = constraints.min_support, constraints.max_changes
    min_share = constraints.min_share
    if target is not None and target != EACH:
        yield "target", lambda b: b.label == target
    if min_support is not None:
        yield "min-support", lambda b: len(duplicates(b, sample)) >= min_support
    if min_share is not None:
        yield "min-share", lambda b: share(b, sample) >= min_share
    for i, feature in enumerate(features):
        if feature in constraints.freeze:
            yield f"freeze {feature}", agrees(a, i)
    for option, names in (
        ("only-up", constraints.only_up),
        ("only-down", constraints.only_down),
    ):
        for i, feature in enumerate(features):
            if feature in names and feature not in constraints.freeze:
                listed = constraints.order.get(feature)
                yield f"{option} {feature}", goes(a, i, option, listed)
    if max_changes is not None:
        yield "max-changes", lambda b: distance(a, b) <= max_changes
    if require is not None:
        yield (
            "require",
            lambda b: require(records[a.row_id], records[b.row_id]) is True,
        )


def agrees(a: Case, i: int) -> Callable[[Case], bool]:
    """Whether a case has the value that a has in the i-th feature."""
    return lambda b: a.values[i] == b.values[i]


def goes(
    a: Case, i: int, option: str, listed: list[str] | None
) -> Callable[[Case], bool]:
    """Whether the i-th value of a case is not below (above) that of a.

    What is missing can stay missing, and cannot be compared.
    """

    def holds(b: Case) -> bool:
        own, other = a.values[i], b.values[i]
        if own is None or other is None:
            return own is None and other is None
        low, high = place(own, listed), place(other, listed)
        if low is None or high is None:
            return False
        return bool(low <= high if option == "only-up" else low >= high)

    return holds


def place(value: object, listed: list[str] | None) -> Any:
    """Where a value is: by the order of words, or as a number or a date.

    None where it is nowhere, as a word of a new case may be.
    """
    if listed is not None:
        return listed.index(str(value)) if str(value) in listed else None
    try:
        return Fraction(str(value))
    except ValueError:
        return value if isinstance(value, date) else None


def allowed(
    features: list[str],
    a: Case,
    sample: list[Case],
    records: Mapping[int | str, Record],
    constraints: Constraints,
) -> tuple[list[Case], str | None]:
    """The rows that may be chosen for a, and what has taken the last one, if any."""
    found = sample
    for name, holds in steps(features, a, sample, records, constraints):
        found = [b for b in found if holds(b)]
        if not found:
            return [], name
    return found, None


def shown_cases(rows: list[Case]) -> list[Case]:
    """One row per features and label: the smallest row id of those that are left."""
    return [b for b in rows if b == representative(b, rows)]


def by_target(rows: list[Case], constraints: Constraints) -> list[list[Case]]:
    """The counterfactuals that are ranked with each other."""
    if constraints.target != EACH:
        return [rows]
    labels = {b.label for b in rows}
    return [[b for b in rows if b.label == label] for label in labels]


# Which of them are listed.


def listed(
    a: Case, group: list[Case], counted: list[Case], constraints: Constraints, by: str
) -> list[Listed]:
    """The counterfactuals of a at the nearest distances, with their ranks."""
    distances = sorted({distance(a, b) for b in group})
    near = [b for b in group if distance(a, b) in distances[: constraints.nearest]]
    dag_counts = [
        len([c for c in near if disagreement(a, c) == disagreement(a, b)]) for b in near
    ]
    scores = dag_counts if by == "dag" else [power(a, b, counted) for b in near]
    order = [(distance(a, b), -score) for b, score in zip(near, scores, strict=True)]
    return [
        Listed(
            case=b,
            distance=distance(a, b),
            dag_count=dag_counts[place],
            rank=1 + len([other for other in order if other < order[place]]),
            is_minimal=distance(a, b) == distances[0],
        )
        for place, b in enumerate(near)
    ]


def kept(a: Case, found: list[Listed], constraints: Constraints) -> list[Listed]:
    """What is shown of them: with `diverse`, one for each set of features."""
    if not constraints.diverse:
        return found
    return [b for b in found if b == best_alike(a, b, found)]


def best_alike(a: Case, b: Listed, found: list[Listed]) -> Listed:
    """Of the counterfactuals that change what b changes, the best, then the first."""
    alike = [c for c in found if disagreement(a, c.case) == disagreement(a, b.case)]
    return min(alike, key=lambda c: (c.rank, id_order(c.case)))


# What is shown.


def ranked_row(
    features: list[str], a: Case, b: Listed, sample: list[Case], counted: list[Case]
) -> dict[str, object]:
    """The row of `_ranked` for a and b."""
    ball = hyperball(a, b.case, counted)
    of_class = [x for x in counted if x.label == b.case.label]
    return {
        "row_id": a.row_id,
        "label": text(a.label),
        "counterfactual_id": b.case.row_id,
        "counterfactual_label": text(b.case.label),
        "distance": b.distance,
        "changes": changes(features, a, b.case),
        "explanation": explanation(features, a, b.case),
        "rank": b.rank,
        "is_optimal": b.rank == 1,
        "power": power(a, b.case, counted),
        "ball_size": len(ball),
        "typicality": len([x for x in ball if x in of_class]) / len(of_class),
        "capacity": power(a, b.case, counted) / len(ball),
        "universality": len([x for x in ball if x.label == a.label]) / len(ball),
        "dag_count": b.dag_count,
        "support": len(duplicates(b.case, sample)),
        "share": share(b.case, sample),
    }


def summary_row(
    features: list[str],
    a: Case,
    groups: list[list[Listed]],
    sample: list[Case],
    counted: list[Case],
    constraints: Constraints,
    blocked_by: str | None,
    label_column: str,
) -> dict[str, object]:
    """The row of `_summary` for a: the powers are those of the nearest label."""
    optimal = sorted(
        (b for group in groups for b in group if b.rank == 1),
        key=lambda b: (b.distance, id_order(b.case)),
    )
    first = optimal[0] if optimal else None
    powers: list[int] = []
    for group in groups:
        if first in group:
            minimal = [b for b in group if b.is_minimal]
            powers = sorted((power(a, b.case, counted) for b in minimal), reverse=True)
    contradictions = [x for x in twins(a, sample) if x.label != a.label]
    return {
        "row_id": a.row_id,
        "label": text(a.label),
        "min_distance": first.distance if first else None,
        "n_minimal": len([b for group in groups for b in group if b.is_minimal]),
        "n_optimal": len(optimal),
        "is_unique": len(optimal) == 1,
        "power": powers[0] if powers else None,
        "second_power": powers[1] if len(powers) >= 2 else None,
        "gap": gap(powers),
        "margin": margin([len(duplicates(b.case, sample)) for b in optimal], powers),
        "is_contradicted": len(contradictions) >= 1,
        "optimal_id": first.case.row_id if first else None,
        "explanation": explanation(features, a, first.case) if first else None,
        "sentence": sentence(
            features,
            label_column,
            a,
            first.case if first else None,
            sample,
            blocked_by=blocked_by,
            target=constraints.target,
            differs_by=constraints.differs_by,
            is_required=constraints.require is not None,
        ),
    }


def sureness_of(
    a: Case,
    groups: list[list[Listed]],
    sample: list[Case],
    counted: list[Case],
    constraints: Constraints,
    by: str,
) -> tuple[str | None, str | None]:
    """How sure the first answer of a is: a word and why, where power decides alone."""
    if by == "dag" or constraints.target == EACH:
        return None, None
    minimal = [b for group in groups for b in group if b.is_minimal]
    best = sorted((b.case for b in minimal if b.rank == 1), key=id_order)
    return how_sure(
        a,
        best[0] if best else None,
        [power(a, b.case, counted) for b in minimal],
        sample,
    )
