"""Factual explanations equal the definitions written out."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from cfsql.options import Count
from tests.oracle.brute_force import Case
from tests.oracle.brute_force_logic import (
    counted_rows,
    factual,
    factual_summary,
    in_s,
    literals_on,
    rules,
    share,
    subsets,
)
from tests.questions.logic.comparing import (
    ALL,
    FACTUAL,
    RULE,
    SUMMARY,
    assert_complete,
    assert_rows,
    assert_why,
    by_id,
    counts,
    disagreements,
    firsts,
    ids,
    max_sizes,
    minimal_hitting_sets,
    named,
    precisions,
)
from tests.support.examples import WITHOUT_SHRINKING, examples
from tests.support.random_tables import Drawn, crowded_tables, load, tables, wide_tables


@examples(20)
@given(st.one_of(tables(), crowded_tables()), precisions, counts, max_sizes)
def test_the_factuals_of_all_rows_equal_the_definitions(
    table: Drawn, precision: float, count: Count, max_size: int | None
) -> None:
    features, cases = table
    loaded_table = load(features, cases)
    found = loaded_table.why_rows(precision=precision, count=count, max_size=max_size)
    rows, summary = found.pl(), found.summary.pl()
    asked = in_s(cases)
    assert_rows(
        rows,
        FACTUAL,
        [
            one
            for a in asked
            for one in factual(a, features, cases, precision, count, max_size)
        ],
    )
    assert summary.columns == [*SUMMARY, "explanation"]
    figures = [name for name in SUMMARY if name != "is_complete"]
    for a, found_row in zip(asked, summary.to_dicts(), strict=True):
        wanted = factual_summary(a, features, cases, precision, count, max_size)
        assert {name: found_row[name] for name in figures} == {
            name: wanted[name] for name in figures
        }
        assert_complete(
            found_row["is_complete"],
            factual(a, features, cases, precision, count, max_size),
            factual(a, features, cases, precision, count),
            max_size,
        )


@examples(12)
@given(
    st.one_of(tables(max_features=5), crowded_tables()),
    precisions,
    st.integers(1, 5),
    st.none() | st.integers(1, 3),
    st.data(),
)
def test_without_a_column_and_with_enough_cases_they_are_as_defined(
    table: Drawn,
    precision: float,
    min_cases: int,
    per_row: int | None,
    data: st.DataObject,
) -> None:
    """A column that is ignored might as well not be there."""
    features, cases = table
    ignored = data.draw(st.sets(st.sampled_from(features), max_size=1))
    kept = [name for name in features if name not in ignored]
    if not kept:
        return
    places = [features.index(name) for name in kept]
    left = [
        Case(x.row_id, tuple(x.values[place] for place in places), x.label)
        for x in cases
    ]
    wanted = [
        [
            one
            for one in factual(a, kept, left, precision)
            if int(str(one["coverage"])) >= min_cases
        ]
        for a in in_s(left)
    ]
    loaded_table = load(features, cases)
    options: dict[str, Any] = {
        "precision": precision,
        "min_cases": min_cases,
        "ignore": sorted(ignored),
    }
    stored = loaded_table.why_rows(per_row=per_row, **options)
    sizes = [[one["size"] for one in each][:per_row] for each in wanted]
    found = stored.pl()
    assert [list(found.filter(row_id=a.row_id)["size"]) for a in in_s(left)] == sizes
    if per_row is None:
        assert_rows(found, FACTUAL, [one for each in wanted for one in each])
    summary = stored.summary.pl()
    assert list(summary["is_contradicted"]) == [
        factual_summary(a, kept, left)["is_contradicted"] for a in in_s(left)
    ]
    a = in_s(left)[0]
    assert_rows(loaded_table.why(a.row_id, **options).pl(), FACTUAL, wanted[0])
    label = str(a.label)
    strong = [
        one
        for one in rules(label, kept, left, precision)
        if int(str(one["coverage"])) >= min_cases
    ]
    for limit in (ALL, 2):
        assert_rows(
            loaded_table.rules(label, limit=limit, **options).pl(), RULE, strong[:limit]
        )


@examples(12)
@given(st.one_of(tables(), crowded_tables()), st.data())
def test_the_factuals_of_a_few_rows_are_found_in_the_whole_table(
    table: Drawn, data: st.DataObject
) -> None:
    features, cases = table
    rows = data.draw(st.lists(st.sampled_from(ids(cases)), min_size=1, unique=True))
    loaded_table = load(features, cases)
    found = loaded_table.why_rows(rows=rows)
    factuals, summary = found.pl(), found.summary.pl()
    asked = [by_id(cases, row) for row in sorted(rows)]
    assert_rows(
        factuals, FACTUAL, [one for a in asked for one in factual(a, features, cases)]
    )
    assert summary.select(SUMMARY).to_dicts() == [
        factual_summary(a, features, cases) for a in asked
    ]


@examples(20)
@given(
    st.one_of(tables(max_features=10), crowded_tables()),
    precisions,
    counts,
    max_sizes,
    st.data(),
)
def test_why_equals_the_definitions_and_names_every_exception(
    table: Drawn,
    precision: float,
    count: Count,
    max_size: int | None,
    data: st.DataObject,
) -> None:
    features, cases = table
    rows = data.draw(st.lists(st.sampled_from(ids(cases)), min_size=1, max_size=2))
    loaded_table = load(features, cases)
    for row in rows:
        assert_why(
            loaded_table,
            features,
            cases,
            row,
            precision=precision,
            count=count,
            max_size=max_size,
        )


@examples(10)
@given(
    st.one_of(tables(max_features=10), crowded_tables()),
    precisions,
    counts,
    st.integers(1, 6),
    st.data(),
)
def test_a_limit_keeps_the_first_factuals(
    table: Drawn, precision: float, count: Count, limit: int, data: st.DataObject
) -> None:
    features, cases = table
    row = data.draw(st.sampled_from(ids(cases)))
    loaded_table = load(features, cases)
    why = loaded_table.why(row, precision=precision, count=count, limit=limit)
    expected = factual(by_id(cases, row), features, cases, precision, count)
    assert_rows(why.pl(), FACTUAL, expected[:limit])
    assert len(why.factuals) == len(expected[:limit])


def test_with_a_tolerance_a_set_between_two_accepted_ones_may_be_refused() -> None:
    features = ["f", "g", "h"]
    # Of the rows with f=x, six of eight are P; with any two x, one of two.
    cases = [
        Case(1, ("x", "x", "x"), "P"),
        *(Case(row_id, ("x", "y", "y"), "P") for row_id in range(2, 7)),
        Case(7, ("x", "x", "y"), "Q"),
        Case(8, ("x", "y", "x"), "Q"),
        Case(9, ("y", "x", "x"), "Q"),
    ]
    table = load(features, cases)
    found = [list(one.features) for one in table.why(1, precision=0.75).factuals]
    assert found == [["f"]]
    found = [list(one.features) for one in table.why(1, precision=0.8).factuals]
    assert found == [["f", "g", "h"]]
    for precision, count in product((0.5, 0.75, 0.8, 1.0), get_args(Count)):
        for row in firsts(cases):
            assert_why(table, features, cases, row, precision=precision, count=count)
        for label in ("P", "Q"):
            assert_rows(
                table.rules(label, precision=precision, count=count).pl(),
                RULE,
                rules(label, features, cases, precision, count),
            )


# Tables of more features than there is time to go through the sets of.


def is_accepted(
    a: Case,
    positions: Collection[int],
    cases: list[Case],
    precision: float,
    count: Count,
) -> bool:
    counted = counted_rows(cases, count)
    return share(literals_on(a, positions), a.label, counted) >= precision


@examples(10, phases=WITHOUT_SHRINKING)
@given(wide_tables(), precisions, counts, st.data())
def test_the_factuals_of_wide_tables_are_accepted_and_minimal(
    table: Drawn, precision: float, count: Count, data: st.DataObject
) -> None:
    features, cases = table
    row = data.draw(st.sampled_from(ids(cases)))
    a = by_id(cases, row)
    loaded_table = load(features, cases)
    why = loaded_table.why(row, precision=precision, count=count, limit=200)
    exact = loaded_table.why(row)
    small = loaded_table.why(row, precision=precision, count=count, max_size=2).pl()
    label = str(a.label)
    small_rules = loaded_table.rules(
        label, limit=ALL, precision=precision, count=count, max_size=2
    ).pl()

    found = [
        frozenset(features.index(feature) for feature in one.features)
        for one in why.factuals
    ]
    assert len(found) == len(set(found))
    assert [len(one) for one in found] == sorted(len(one) for one in found)
    for chosen in found:
        assert is_accepted(a, chosen, cases, precision, count)
        for fewer in subsets(chosen, len(chosen) - 1):
            assert not is_accepted(a, fewer, cases, precision, count)

    hitting = named(features, minimal_hitting_sets(disagreements(a, cases)))
    assert {frozenset(one.features) for one in exact.factuals} <= hitting
    if exact.is_complete:
        assert {frozenset(one.features) for one in exact.factuals} == hitting

    assert_rows(
        small, FACTUAL, factual(a, features, cases, precision, count, max_size=2)
    )
    assert_rows(
        small_rules, RULE, rules(label, features, cases, precision, count, max_size=2)
    )
