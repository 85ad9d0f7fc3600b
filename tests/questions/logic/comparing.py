"""How the answers of the logic are compared with the definitions."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import polars as pl
from hypothesis import strategies as st

import cfsql
from cfsql.options import Count
from tests.oracle.brute_force import Case, disagreement, text
from tests.oracle.brute_force_logic import (
    Rows,
    exceptions,
    factual,
    factual_summary,
    minimal_members,
)

ALL = 1_000_000  # More than any table here has of anything.
RULE = ["label", "features", "literals", "size", "coverage", "precision"]
FACTUAL = ["row_id", *RULE]
SUMMARY = [
    "row_id",
    "label",
    "smallest_size",
    "n_factual",
    "is_complete",
    "is_contradicted",
]
COUNTERFACTUAL = [
    "row_id",
    "label",
    "counterfactual_id",
    "counterfactual_label",
    "distance",
    "changes",
    "explanation",
    "support",
    "is_minimal",
    "is_irreducible_subset",
    "is_irreducible_literal",
]


precisions = st.sampled_from([0.25, 0.5, 0.6, 2 / 3, 0.75, 0.8, 0.9, 0.95, 1.0])
counts = st.sampled_from(["rows", "distinct"])
max_sizes = st.none() | st.integers(1, 3)


def by_id(cases: Sequence[Case], row_id: int) -> Case:
    return next(case for case in cases if case.row_id == row_id)


def ids(cases: Sequence[Case]) -> list[int]:
    """The row ids of S."""
    return [int(case.row_id) for case in cases if case.label is not None]


def firsts(cases: Sequence[Case]) -> list[int]:
    """The same, but of equal rows only the first: the others are answered alike."""
    known = [case for case in cases if case.label is not None]
    first = {(case.values, case.label): int(case.row_id) for case in reversed(known)}
    return sorted(first.values())


def assert_rows(found: pl.DataFrame, columns: list[str], expected: Rows) -> None:
    """The same columns and the same rows, both in the same order."""
    assert found.columns == columns
    assert found.to_dicts() == expected


def assert_complete(
    is_complete: bool, found: Rows, everything: Rows, max_size: int | None
) -> None:
    """A search without a limit is complete; one with a limit may say so if it is."""
    assert is_complete or max_size is not None
    assert not is_complete or found == everything


def assert_why(
    table: cfsql.Table,
    features: list[str],
    cases: list[Case],
    row: int,
    *,
    precision: float = 1.0,
    count: Count = "rows",
    max_size: int | None = None,
) -> None:
    """All that `why` says of the row, as objects and as a frame."""
    a = by_id(cases, row)
    expected = factual(a, features, cases, precision, count, max_size)
    summary = factual_summary(a, features, cases, precision, count, max_size)
    why = table.why(row, precision=precision, count=count, max_size=max_size)
    assert_rows(why.pl(), FACTUAL, expected)
    assert why.row_id == summary["row_id"]
    assert why.label == summary["label"]
    everything = factual(a, features, cases, precision, count)
    assert_complete(why.is_complete, expected, everything, max_size)
    assert why.is_contradicted == summary["is_contradicted"]
    assert len(why.factuals) == summary["n_factual"]
    for one, wanted in zip(why.factuals, expected, strict=True):
        assert list(one.features) == wanted["features"]
        assert [
            {"feature": literal.feature, "value": literal.value}
            for literal in one.literals
        ] == wanted["literals"]
        assert one.size == wanted["size"]
        assert one.coverage == wanted["coverage"]
        assert one.precision == wanted["precision"]
        positions = [features.index(feature) for feature in one.features]
        assert [(each.row_id, each.label) for each in one.exceptions] == [
            (row_id, text(by_id(cases, int(row_id)).label))
            for row_id in exceptions(a, positions, cases)
        ]


def minimal_hitting_sets(sets: Collection[frozenset[int]]) -> set[frozenset[int]]:
    """The minimal sets that share an element with every one, found set by set."""
    hitting: set[frozenset[int]] = {frozenset()}
    for one in sets:
        longer = {
            chosen if chosen & one else chosen | {element}
            for chosen in hitting
            for element in one
        }
        hitting = set(minimal_members(longer))
    return hitting


def disagreements(a: Case, cases: Sequence[Case]) -> list[frozenset[int]]:
    """Dag(a,b) for every b in S_a."""
    return [
        frozenset(disagreement(a, b))
        for b in cases
        if b.label is not None and b.label != a.label
    ]


def named(features: list[str], sets: Collection[frozenset[int]]) -> set[frozenset[str]]:
    return {frozenset(features[i] for i in one) for one in sets}
