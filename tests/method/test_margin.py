"""The margin: however few rows go, the unique optimal counterfactual stays the one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from cfsql.options import By, Count
from tests.oracle.brute_force import Case, rank
from tests.support.examples import examples
from tests.support.random_tables import answers

FEATURES = ["a", "b", "c"]


def small_table(seed: int) -> list[Case]:
    """Few rows on few values: with duplicates, ties and contradictions."""
    chance = random.Random(seed)
    n_different = chance.randint(2, 4)
    rows = [tuple(chance.choice("xy") for _ in FEATURES) for _ in range(n_different)]
    return [
        Case(row_id, chance.choice(rows), chance.choice("PPQ"))
        for row_id in range(1, chance.randint(6, 10))
    ]


def without(cases: list[Case], a: int | str, n_rows: int) -> Iterator[list[Case]]:
    """The table without each set of so many rows, a never among them."""
    others = [case for case in cases if case.row_id != a]
    for gone in combinations(others, n_rows):
        yield [case for case in cases if case not in gone]


def deletions_before_the_margin(seed: int, by: By, count: Count) -> int:
    """Take out every set of fewer rows than the margin; how many sets there were."""
    n_deletions = 0
    cases = small_table(seed)
    by_id = {case.row_id: case for case in cases}
    for found in answers(FEATURES, cases, by=by, count=count).summary:
        margin, best = found["margin"], found["optimal_id"]
        assert (margin is not None) == found["is_unique"]
        if margin is None:
            continue
        assert isinstance(margin, int)
        assert isinstance(best, int)
        assert isinstance(found["row_id"], int)
        told = by_id[best].values, by_id[best].label
        for n_rows in range(1, margin):
            for left in without(cases, found["row_id"], n_rows):
                n_deletions += 1
                (after,) = rank(
                    FEATURES, left, rows=[found["row_id"]], by=by, count=count
                ).summary
                assert after["is_unique"], (cases, found, left)
                now = by_id[after["optimal_id"]]  # type: ignore[index]
                assert (now.values, now.label) == told, (cases, found, left)
    return n_deletions


@examples(200)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(["power", "dag"]),
    st.sampled_from(["rows", "distinct"]),
)
def test_no_smaller_deletion_changes_the_unique_optimal_one(
    seed: int, by: By, count: Count
) -> None:
    deletions_before_the_margin(seed, by, count)


def test_rows_were_taken_out_and_not_a_few() -> None:
    assert deletions_before_the_margin(9, "power", "rows") > 20


def test_the_margin_is_as_large_as_it_can_be_for_one_answer() -> None:
    cases = [
        Case(1, ("x", "x", "x"), "P"),
        *(Case(row_id, ("y", "x", "x"), "Q") for row_id in (2, 3, 4)),
    ]
    (first, *_) = answers(FEATURES, cases).summary
    assert first["margin"] == 3
    (left,) = rank(FEATURES, cases[:1], rows=[1]).summary
    assert left["optimal_id"] is None
