"""The rules of a class equal the definitions written out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cfsql.options import Count
from tests.oracle.brute_force_logic import in_s, rules
from tests.questions.logic.comparing import (
    ALL,
    RULE,
    assert_rows,
    counts,
    max_sizes,
    precisions,
)
from tests.support.examples import examples
from tests.support.random_tables import Drawn, crowded_tables, load, tables


@examples(20)
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
    count: Count,
    max_size: int | None,
    limit: int,
    data: st.DataObject,
) -> None:
    features, cases = table
    label = data.draw(st.sampled_from(sorted({str(c.label) for c in in_s(cases)})))
    expected = rules(label, features, cases, precision, count, max_size)
    loaded_table = load(features, cases)
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
