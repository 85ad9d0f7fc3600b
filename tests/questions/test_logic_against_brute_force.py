"""Factual explanations, rules and counterfactuals equal the definitions written out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import product

import polars as pl
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import cfsql
from tests.method.test_against_brute_force import (
    Drawn,
    crowded_tables,
    frame_of,
    many,
    tables,
    wide_tables,
)
from tests.oracle.brute_force import (
    RUNNING_EXAMPLE,
    RUNNING_EXAMPLE_FEATURES,
    Case,
    disagreement,
    distance,
    text,
)
from tests.oracle.brute_force_logic import (
    Rows,
    counted_rows,
    counterfactuals,
    exceptions,
    factual,
    factual_summary,
    in_s,
    literals_on,
    minimal_members,
    rules,
    share,
    subsets,
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


# Tables, and what is asked of them.


precisions = st.sampled_from([0.25, 0.5, 0.6, 2 / 3, 0.75, 0.8, 0.9, 0.95, 1.0])
counts = st.sampled_from(["rows", "distinct"])
max_sizes = st.none() | st.integers(1, 3)

# A wide table costs half a second, and what comes from a seed hardly gets smaller.
one_try = settings(many, phases=[Phase.explicit, Phase.reuse, Phase.generate])


@contextmanager
def loaded(features: Sequence[str], cases: Sequence[Case]) -> Iterator[cfsql.Table]:
    """The table in a database of its own."""
    with cfsql.connect() as database:
        yield database.load(frame_of(features, cases), table="t")


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
    count: str = "rows",
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


# The oracle itself.


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


@settings(many, max_examples=40)
@given(tables(max_features=7))
def test_the_oracle_s_factuals_are_the_minimal_hitting_sets(table: Drawn) -> None:
    features, cases = table
    for row in ids(cases)[:4]:
        a = by_id(cases, row)
        hitting = minimal_hitting_sets(disagreements(a, cases))
        for count in ("rows", "distinct"):
            found = factual(a, features, cases, count=count)
            assert sorted(str(one["features"]) for one in found) == sorted(
                str([features[i] for i in sorted(chosen)]) for chosen in hitting
            )


@settings(many, max_examples=40)
@given(st.one_of(tables(max_features=5), crowded_tables()), precisions, counts)
def test_the_oracle_s_rules_are_the_factuals_of_the_rows_of_the_class(
    table: Drawn, precision: float, count: str
) -> None:
    features, cases = table
    for label in {case.label for case in in_s(cases)}:
        found = rules(label, features, cases, precision, count)
        factuals = [
            {key: one[key] for key in RULE}
            for a in in_s(cases)
            if a.label == label
            for one in factual(a, features, cases, precision, count)
        ]
        assert {str(one) for one in found} == {str(one) for one in factuals}
        assert len(found) == len({str(one) for one in found})


# Factual explanations.


@settings(many, max_examples=20)
@given(st.one_of(tables(), crowded_tables()), precisions, counts, max_sizes)
def test_the_factuals_of_all_rows_equal_the_definitions(
    table: Drawn, precision: float, count: str, max_size: int | None
) -> None:
    features, cases = table
    with loaded(features, cases) as loaded_table:
        found = loaded_table.why_rows(
            precision=precision, count=count, max_size=max_size
        )
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


@settings(many, max_examples=12)
@given(st.one_of(tables(), crowded_tables()), st.data())
def test_the_factuals_of_a_few_rows_are_found_in_the_whole_table(
    table: Drawn, data: st.DataObject
) -> None:
    features, cases = table
    rows = data.draw(st.lists(st.sampled_from(ids(cases)), min_size=1, unique=True))
    with loaded(features, cases) as loaded_table:
        found = loaded_table.why_rows(rows=rows)
        factuals, summary = found.pl(), found.summary.pl()
    asked = [by_id(cases, row) for row in sorted(rows)]
    assert_rows(
        factuals, FACTUAL, [one for a in asked for one in factual(a, features, cases)]
    )
    assert summary.select(SUMMARY).to_dicts() == [
        factual_summary(a, features, cases) for a in asked
    ]


@settings(many, max_examples=20)
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
    count: str,
    max_size: int | None,
    data: st.DataObject,
) -> None:
    features, cases = table
    rows = data.draw(st.lists(st.sampled_from(ids(cases)), min_size=1, max_size=2))
    with loaded(features, cases) as loaded_table:
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


@settings(many, max_examples=10)
@given(
    st.one_of(tables(max_features=10), crowded_tables()),
    precisions,
    counts,
    st.integers(1, 6),
    st.data(),
)
def test_a_limit_keeps_the_first_factuals(
    table: Drawn, precision: float, count: str, limit: int, data: st.DataObject
) -> None:
    features, cases = table
    row = data.draw(st.sampled_from(ids(cases)))
    with loaded(features, cases) as loaded_table:
        why = loaded_table.why(row, precision=precision, count=count, limit=limit)
        expected = factual(by_id(cases, row), features, cases, precision, count)
        assert_rows(why.pl(), FACTUAL, expected[:limit])
        assert len(why.factuals) == len(expected[:limit])


def test_a_table_of_one_class_is_explained_by_nothing_at_all() -> None:
    features = ["f", "g"]
    cases = [
        Case(1, ("x", None), "P"),
        Case(2, ("y", "x"), "P"),
        Case(3, ("y", "x"), "P"),
        Case(4, ("y", "x"), None),
    ]
    with loaded(features, cases) as table:
        for count, coverage in (("rows", 3), ("distinct", 2)):
            assert_why(table, features, cases, 1, count=count)
            (one,) = table.why(1, count=count).factuals
            assert (list(one.features), one.size, one.coverage) == ([], 0, coverage)
            assert_rows(
                table.rules("P", count=count).pl(),
                RULE,
                rules("P", features, cases, count=count),
            )
        assert_rows(table.counterfactuals(1).pl(), COUNTERFACTUAL, [])


def test_a_contradicted_row_has_factuals_only_with_a_tolerance() -> None:
    features = ["f", "g"]
    cases = [
        Case(1, ("x", "x"), "P"),
        Case(2, ("x", "x"), "P"),
        Case(3, ("x", "x"), "Q"),
        Case(4, ("y", "x"), "Q"),
        Case(5, ("x", "y"), "Q"),
    ]
    with loaded(features, cases) as table:
        assert not table.why(1).factuals
        assert table.why(1).is_contradicted
        # Both features are needed: on f alone, and on g alone, half the rows are P.
        (one,) = table.why(1, precision=0.6).factuals
        assert list(one.features) == features
        assert [(each.row_id, each.label) for each in one.exceptions] == [(3, "Q")]
        # Rows 1 and 2 are then one, and one of two is too few.
        assert not table.why(1, precision=0.6, count="distinct").factuals
        for precision, count in product((0.5, 0.6, 1.0), ("rows", "distinct")):
            for row in firsts(cases):
                assert_why(
                    table, features, cases, row, precision=precision, count=count
                )


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
    with loaded(features, cases) as table:
        found = [list(one.features) for one in table.why(1, precision=0.75).factuals]
        assert found == [["f"]]
        found = [list(one.features) for one in table.why(1, precision=0.8).factuals]
        assert found == [["f", "g", "h"]]
        for precision, count in product((0.5, 0.75, 0.8, 1.0), ("rows", "distinct")):
            for row in firsts(cases):
                assert_why(
                    table, features, cases, row, precision=precision, count=count
                )
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
    count: str,
) -> bool:
    counted = counted_rows(cases, count)
    return share(literals_on(a, positions), a.label, counted) >= precision


@settings(one_try, max_examples=10)
@given(wide_tables(), precisions, counts, st.data())
def test_the_factuals_of_wide_tables_are_accepted_and_minimal(
    table: Drawn, precision: float, count: str, data: st.DataObject
) -> None:
    features, cases = table
    row = data.draw(st.sampled_from(ids(cases)))
    a = by_id(cases, row)
    with loaded(features, cases) as loaded_table:
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


# Rules.


@settings(many, max_examples=20)
@given(
    st.one_of(tables(), crowded_tables()),
    precisions,
    counts,
    max_sizes,
    st.integers(1, 12),
    st.data(),
)
def test_the_rules_of_a_class_equal_the_definitions(
    table: Drawn,
    precision: float,
    count: str,
    max_size: int | None,
    limit: int,
    data: st.DataObject,
) -> None:
    features, cases = table
    label = data.draw(st.sampled_from(sorted({str(c.label) for c in in_s(cases)})))
    expected = rules(label, features, cases, precision, count, max_size)
    with loaded(features, cases) as loaded_table:
        found = loaded_table.rules(
            label, limit=ALL, precision=precision, count=count, max_size=max_size
        )
        assert found.is_complete
        assert_rows(found.pl(), RULE, expected)
        first = loaded_table.rules(
            label, limit=limit, precision=precision, count=count, max_size=max_size
        )
        assert first.is_complete
        assert_rows(first.pl(), RULE, expected[:limit])


# Counterfactuals, and two rows side by side.


@settings(many, max_examples=20)
@given(st.one_of(tables(), crowded_tables()), st.data())
def test_all_counterfactuals_equal_the_definitions(
    table: Drawn, data: st.DataObject
) -> None:
    features, cases = table
    rows = data.draw(st.lists(st.sampled_from(ids(cases)), min_size=1, max_size=2))
    with loaded(features, cases) as loaded_table:
        for row in rows:
            assert_rows(
                loaded_table.counterfactuals(row).pl(),
                COUNTERFACTUAL,
                counterfactuals(by_id(cases, row), features, cases),
            )


@settings(one_try, max_examples=5)
@given(wide_tables())
def test_all_counterfactuals_of_wide_tables_equal_the_definitions(
    table: Drawn,
) -> None:
    features, cases = table
    with loaded(features, cases) as loaded_table:
        assert_rows(
            loaded_table.counterfactuals(1).pl(),
            COUNTERFACTUAL,
            counterfactuals(by_id(cases, 1), features, cases),
        )


@settings(many, max_examples=10)
@given(st.one_of(tables(), wide_tables()), st.data())
def test_two_rows_agree_and_disagree_on_all_features_in_column_order(
    table: Drawn, data: st.DataObject
) -> None:
    features, cases = table
    known = st.sampled_from(ids(cases))
    pairs = data.draw(st.lists(st.tuples(known, known), min_size=1, max_size=3))
    with loaded(features, cases) as loaded_table:
        for first, second in pairs:
            a, b = by_id(cases, first), by_id(cases, second)
            compared = loaded_table.compare(first, second)
            assert compared.distance == distance(a, b)
            assert [(one.feature, one.value) for one in compared.agreement] == [
                (feature, text(a.values[i]))
                for i, feature in enumerate(features)
                if i not in disagreement(a, b)
            ]
            assert [
                (one.feature, one.from_value, one.to_value)
                for one in compared.disagreement
            ] == [
                (features[i], text(a.values[i]), text(b.values[i]))
                for i in disagreement(a, b)
            ]


@settings(many, max_examples=8)
@given(tables())
def test_every_factual_and_every_counterfactual_share_a_feature(table: Drawn) -> None:
    features, cases = table
    with loaded(features, cases) as loaded_table:
        factuals = loaded_table.why_rows().pl().to_dicts()
        for row in sorted({one["row_id"] for one in factuals})[:4]:
            changed = [
                {change["feature"]: change["to_value"] for change in one["changes"]}
                for one in loaded_table.counterfactuals(row).pl().to_dicts()
            ]
            kept = [
                {literal["feature"]: literal["value"] for literal in one["literals"]}
                for one in factuals
                if one["row_id"] == row
            ]
            for one, other in product(kept, changed):
                assert any(
                    feature in other and other[feature] != value
                    for feature, value in one.items()
                )


def test_numbers_and_truth_values_are_told_and_ordered_as_text() -> None:
    features = ["number", "flag"]
    values: list[tuple[int | None, bool | None]] = [
        (9, True),
        (10, True),
        (None, True),
        (2, False),
        (9, None),
        (-1, None),
    ]
    labels = ["P", "P", "P", "Q", "Q", "P"]
    cases = [
        Case(row_id, pair, label)
        for row_id, (pair, label) in enumerate(zip(values, labels, strict=True), 1)
    ]
    frame = pl.DataFrame(
        {
            "number": [number for number, _ in values],
            "flag": [flag for _, flag in values],
            "outcome": labels,
        }
    )
    in_order = (
        [{"feature": "flag", "value": "true"}],
        *([{"feature": "number", "value": value}] for value in (None, "-1", "10")),
    )
    assert [one["literals"] for one in rules("P", features, cases)] == list(in_order)
    with cfsql.connect() as database:
        table = database.load(frame, table="t")
        assert_rows(table.rules("P").pl(), RULE, rules("P", features, cases))
        for a in cases:
            assert_why(table, features, cases, int(a.row_id))
            assert_rows(
                table.counterfactuals(int(a.row_id)).pl(),
                COUNTERFACTUAL,
                counterfactuals(a, features, cases),
            )


# The paper's running example.


@pytest.fixture(scope="module")
def example_table() -> Iterator[cfsql.Table]:
    """The paper's eight rows, loaded once."""
    with loaded(RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE) as table:
        yield table


def test_row_1_has_the_four_factuals_of_the_paper(example_table: cfsql.Table) -> None:
    why = example_table.why(1)
    assert (why.row_id, why.label, why.is_complete, why.is_contradicted) == (
        1,
        "Med",
        True,
        False,
    )
    # Row 6 is <25 and Caucasian too; no other row has what the three others say.
    assert [(list(one.features), one.coverage) for one in why.factuals] == [
        (["age", "race"], 2),
        (["sex", "age"], 1),
        (["sex", "race"], 1),
        (["sex", "recid"], 1),
    ]
    assert all(one.precision == 1.0 and not one.exceptions for one in why.factuals)


def test_row_1_needs_its_age_only_when_three_rows_of_four_are_enough(
    example_table: cfsql.Table,
) -> None:
    why = example_table.why(1, precision=0.75)
    # Rows 1, 2, 4 and 6 are <25, and all but row 2 are Med.
    assert [
        (list(one.features), one.coverage, one.precision) for one in why.factuals
    ] == [(["age"], 4, 0.75), (["sex", "race"], 1, 1.0), (["sex", "recid"], 1, 1.0)]
    assert [
        [(each.row_id, each.label) for each in one.exceptions] for one in why.factuals
    ] == [[(2, "Low")], [], []]


def test_the_factuals_of_the_eight_rows_equal_the_definitions(
    example_table: cfsql.Table,
) -> None:
    found = example_table.why_rows()
    assert_rows(
        found.pl(),
        FACTUAL,
        [
            one
            for a in RUNNING_EXAMPLE
            for one in factual(a, RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE)
        ],
    )
    assert found.summary.pl()["n_factual"].to_list() == [4, 4, 7, 4, 4, 5, 4, 4]


def test_the_limit_of_why_rows_is_a_number_of_rows_as_it_is_for_rank(
    example_table: cfsql.Table,
) -> None:
    found = example_table.why_rows(limit=3)
    assert found.summary.pl()["row_id"].to_list() == [1, 2, 3]
    assert found.summary.pl()["n_factual"].to_list() == [4, 4, 7]
    assert found.pl()["row_id"].to_list() == [1] * 4 + [2] * 4 + [3] * 7


def test_the_rules_of_the_class_high(example_table: cfsql.Table) -> None:
    found = example_table.rules("High")
    assert found.is_complete
    assert [
        (
            " and ".join(f"{each['feature']}={each['value']}" for each in literals),
            coverage,
        )
        for literals, coverage in found.pl().select("literals", "coverage").rows()
    ] == [
        ("recid=Yes", 2),
        ("sex=male and age=>45", 2),
        ("sex=male and race=African", 2),
        ("age=>45 and race=African", 2),
        ("sex=male and degree=F", 1),
        ("age=>45 and degree=F", 1),
        ("race=African and degree=F", 1),
    ]
    for label in ("Low", "Med"):
        assert_rows(
            example_table.rules(label, limit=ALL).pl(),
            RULE,
            rules(label, RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE),
        )


def test_the_third_row_s_explanation_is_reducible_to_the_eighth_s(
    example_table: cfsql.Table,
) -> None:
    found = example_table.counterfactuals(1).pl()
    shown = found.select(
        "counterfactual_id",
        "distance",
        "is_minimal",
        "is_irreducible_subset",
        "is_irreducible_literal",
    )
    # Each can lose a literal and keep African or >45, which no Med row is.
    assert shown.rows() == [
        (2, 2, True, True, False),
        (7, 2, True, True, False),
        (8, 3, False, True, False),
        (3, 4, False, False, False),
    ]
    third, eighth = found["changes"].to_list()[3], found["changes"].to_list()[2]
    assert all(change in third for change in eighth)
    assert [change for change in third if change not in eighth] == [
        {"feature": "degree", "from_value": "M", "to_value": "F"}
    ]


def test_both_readings_of_irreducibility_for_the_eight_rows(
    example_table: cfsql.Table,
) -> None:
    reducible = []
    for a in RUNNING_EXAMPLE:
        expected = counterfactuals(a, RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE)
        found = example_table.counterfactuals(int(a.row_id)).pl()
        assert_rows(found, COUNTERFACTUAL, expected)
        reducible += [
            (one["row_id"], one["counterfactual_id"])
            for one in found.to_dicts()
            if not one["is_irreducible_subset"]
        ]
        # On these rows, none is irreducible in the printed reading.
        assert not found["is_irreducible_literal"].any()
    assert reducible == [
        (1, 3),
        (2, 3),
        (4, 8),
        (5, 8),
        (6, 8),
        (7, 4),
        (7, 3),
        (8, 4),
        (8, 6),
    ]


def test_the_two_readings_of_irreducibility_differ_both_ways() -> None:
    features = ["f", "g"]
    cases = [
        Case(1, ("x", "x"), "P"),
        Case(2, ("y", "y"), "Q"),
        Case(3, ("y", "x"), "P"),
        Case(4, ("y", "x"), "Q"),
        Case(5, ("x", "y"), "P"),
        Case(6, ("z", "y"), "Q"),
    ]
    with loaded(features, cases) as table:
        found = table.counterfactuals(1).pl()
    # Row 2 changes more than row 4 does, but the half of it is always some row of P;
    # row 6 changes more than no other, but no row of P has z.
    assert found.select(
        "counterfactual_id", "is_irreducible_subset", "is_irreducible_literal"
    ).rows() == [(4, True, True), (2, False, True), (6, True, False)]
    assert_rows(found, COUNTERFACTUAL, counterfactuals(cases[0], features, cases))


def test_rows_1_and_7_side_by_side(example_table: cfsql.Table) -> None:
    compared = example_table.compare(1, 7)
    assert compared.distance == 2
    assert [(one.feature, one.value) for one in compared.agreement] == [
        ("race", "Caucasian"),
        ("degree", "M"),
        ("recid", "No"),
    ]
    assert [
        (one.feature, one.from_value, one.to_value) for one in compared.disagreement
    ] == [("sex", "male", "female"), ("age", "<25", ">45")]
