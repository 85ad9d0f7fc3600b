"""The definitions of factual explanations and rules, written out: a second oracle.

Like `brute_force`, it shares no code with the package. It goes through every set of
features and every row, so it is for tables of ten features and some dozens of rows.
"""

from collections.abc import Collection
from itertools import combinations
from typing import TypeVar

from tests.oracle.brute_force import (
    Case,
    changes,
    disagreement,
    distance,
    duplicates,
    explanation,
    id_order,
    representative,
    text,
)

Rows = list[dict[str, object]]
Literal = tuple[int, object]  # The position of a feature, and a value of it.
Element = TypeVar("Element")


# What all of them need.


def in_s(sample: list[Case]) -> list[Case]:
    """S: the rows that have a label."""
    return [x for x in sample if x.label is not None]


def counted_rows(sample: list[Case], count: str) -> list[Case]:
    """The rows of S that count: all of them, or one of each (features, label)."""
    if count not in ("rows", "distinct"):
        raise ValueError(f"count is 'rows' or 'distinct', not {count!r}")
    rows = in_s(sample)
    if count == "rows":
        return rows
    return [x for x in rows if x == representative(x, rows)]


def subsets(
    elements: Collection[Element], max_size: int | None
) -> list[frozenset[Element]]:
    """Every subset of at most that size, the empty one first."""
    largest = len(elements) if max_size is None else min(max_size, len(elements))
    return [
        frozenset(chosen)
        for size in range(largest + 1)
        for chosen in combinations(elements, size)
    ]


def minimal_members(sets: Collection[frozenset[Element]]) -> list[frozenset[Element]]:
    """The sets of which no strict subset is a member too."""
    return [one for one in sets if not any(other < one for other in sets)]


def literals_on(a: Case, positions: Collection[int]) -> frozenset[Literal]:
    """The literals of a on these features."""
    return frozenset((i, a.values[i]) for i in positions)


def contains(x: Case, literals: frozenset[Literal]) -> bool:
    """Whether x has all of these values."""
    return all(x.values[i] == value for i, value in literals)


def covered(literals: frozenset[Literal], rows: list[Case]) -> list[Case]:
    """The rows that contain all of these literals, whatever their label."""
    return [x for x in rows if contains(x, literals)]


def share(literals: frozenset[Literal], label: object, counted: list[Case]) -> float:
    """The share of the covered rows that have this label."""
    rows = covered(literals, counted)
    return len([x for x in rows if x.label == label]) / len(rows)


def by_position(literals: frozenset[Literal]) -> list[Literal]:
    """The literals in column order."""
    return sorted(literals, key=lambda literal: literal[0])


def positions_of(literals: frozenset[Literal]) -> tuple[int, ...]:
    """The positions of the features of these literals, in column order."""
    return tuple(i for i, _ in by_position(literals))


def rule_columns(
    features: list[str],
    literals: frozenset[Literal],
    label: object,
    counted: list[Case],
) -> dict[str, object]:
    """The columns that a factual explanation and a rule have in common."""
    ordered = by_position(literals)
    return {
        "label": text(label),
        "features": [features[i] for i, _ in ordered],
        "literals": [
            {"feature": features[i], "value": text(value)} for i, value in ordered
        ],
        "size": len(literals),
        "coverage": len(covered(literals, counted)),
        "precision": share(literals, label, counted),
    }


# Factual explanations of one row.


def factual(
    a: Case,
    features: list[str],
    sample: list[Case],
    precision: float = 1.0,
    count: str = "rows",
    max_size: int | None = None,
) -> Rows:
    """The minimal factual explanations of a: the small ones, then the wide, first."""
    counted = counted_rows(sample, count)
    accepted = [
        chosen
        for chosen in subsets(range(len(features)), max_size)
        if share(literals_on(a, chosen), a.label, counted) >= precision
    ]
    minimal = [literals_on(a, chosen) for chosen in minimal_members(accepted)]
    minimal.sort(
        key=lambda psi: (len(psi), -len(covered(psi, counted)), positions_of(psi))
    )
    return [
        {"row_id": a.row_id} | rule_columns(features, psi, a.label, counted)
        for psi in minimal
    ]


def exceptions(
    a: Case, positions: Collection[int], sample: list[Case]
) -> list[int | str]:
    """The ids of the rows of S that equal a on these features and differ in label."""
    rows = covered(literals_on(a, positions), in_s(sample))
    return [x.row_id for x in sorted(rows, key=id_order) if x.label != a.label]


def factual_summary(
    a: Case,
    features: list[str],
    sample: list[Case],
    precision: float = 1.0,
    count: str = "rows",
    max_size: int | None = None,
) -> dict[str, object]:
    """How many minimal factual explanations a has, also when it has none."""
    found = factual(a, features, sample, precision, count, max_size)
    return {
        "row_id": a.row_id,
        "label": text(a.label),
        "smallest_size": found[0]["size"] if found else None,
        "n_factual": len(found),
        "is_complete": True,
        # A row that equals a on every feature and has another label.
        "is_contradicted": len(exceptions(a, range(len(features)), sample)) >= 1,
    }


# Rules of one class.


def rules(
    label: object,
    features: list[str],
    sample: list[Case],
    precision: float = 1.0,
    count: str = "rows",
    max_size: int | None = None,
) -> Rows:
    """The minimal rules of a class: those that cover most, then the small, first."""
    counted = counted_rows(sample, count)
    # Rows of the class share literals: each set of them is one candidate.
    candidates = {
        literals_on(x, chosen)
        for x in in_s(sample)
        if x.label == label
        for chosen in subsets(range(len(features)), max_size)
    }
    accepted = [psi for psi in candidates if share(psi, label, counted) >= precision]
    # Every strict subset of a candidate is a candidate, so none is overlooked.
    minimal = minimal_members(accepted)
    minimal.sort(
        key=lambda psi: (
            -len(covered(psi, counted)),
            len(psi),
            positions_of(psi),
            [null_first(value) for _, value in by_position(psi)],
        )
    )
    return [rule_columns(features, psi, label, counted) for psi in minimal]


def null_first(value: object) -> tuple[bool, str]:
    """Sort key of a value as text, NULL before all others."""
    as_text = text(value)
    return (as_text is not None, as_text or "")


# All counterfactuals of one row.


def counterfactuals(a: Case, features: list[str], sample: list[Case]) -> Rows:
    """Every counterfactual of a, the near ones first."""
    rows = in_s(sample)
    found = [
        b
        for b in rows
        if b.label != a.label and distance(a, b) >= 1 and b == representative(b, rows)
    ]
    found.sort(key=lambda b: (distance(a, b), id_order(b)))
    least = min((distance(a, b) for b in found), default=None)
    return [
        {
            "row_id": a.row_id,
            "label": text(a.label),
            "counterfactual_id": b.row_id,
            "counterfactual_label": text(b.label),
            "distance": distance(a, b),
            "changes": changes(features, a, b),
            "explanation": explanation(features, a, b),
            "support": len(duplicates(b, rows)),
            "is_minimal": distance(a, b) == least,
            "is_irreducible_subset": is_irreducible_subset(a, b, found),
            "is_irreducible_literal": is_irreducible_literal(a, b, rows),
        }
        for b in found
    ]


def psi_of(a: Case, b: Case) -> frozenset[Literal]:
    """The explanation ψ_b: the literals of b that are not a's."""
    return literals_on(b, disagreement(a, b))


def is_irreducible_subset(a: Case, b: Case, found: list[Case]) -> bool:
    """No counterfactual of a has an explanation that is a strict subset of b's."""
    return not any(psi_of(a, c) < psi_of(a, b) for c in found)


def is_irreducible_literal(a: Case, b: Case, rows: list[Case]) -> bool:
    """Without any one literal, the rest is in some row that has a's label."""
    like_a = [x for x in rows if x.label == a.label]
    return all(
        any(contains(x, psi_of(a, b) - {literal}) for x in like_a)
        for literal in psi_of(a, b)
    )
