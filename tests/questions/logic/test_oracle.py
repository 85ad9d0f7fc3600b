"""The brute force of the logic agrees with itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.oracle.brute_force_logic import factual, in_s, rules
from tests.questions.logic.comparing import (
    RULE,
    by_id,
    counts,
    disagreements,
    ids,
    minimal_hitting_sets,
    precisions,
)
from tests.support.examples import examples
from tests.support.random_tables import Drawn, crowded_tables, tables


@examples(40)
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


@examples(40)
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
