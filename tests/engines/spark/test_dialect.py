"""DuckDB's SQL for Spark: what sqlglot would get wrong, without Spark itself."""

from __future__ import annotations

import pytest

from cfsql.engines.functions import Function
from cfsql.engines.queries import query
from cfsql.engines.spark.dialect import (
    common_functions,
    expression,
    query_text,
    references,
    translated,
)
from cfsql.errors import BadCondition


def test_an_exclusive_or_keeps_what_belongs_to_it() -> None:
    assert expression("(xor(a.w0, b.w0) + 7) & 8") == "((a.w0 ^ b.w0) + 7) & 8"
    assert expression("xor(xor(a, b), c) + 1") == "((a ^ b) ^ c) + 1"


def test_elements_of_lists_count_from_one_and_end_in_null() -> None:
    assert expression("powers[2]") == "TRY_ELEMENT_AT(powers, CAST(2 AS INT))"
    assert (
        expression("texts[change['feature_id']]")
        == "TRY_ELEMENT_AT(texts, CAST(change.feature_id AS INT))"
    )


def test_a_list_keeps_its_order() -> None:
    text = expression("list(feature order by feature_id)")
    assert text == (
        "TRANSFORM(ARRAY_SORT(COLLECT_LIST(STRUCT(feature_id AS key_0, "
        "feature AS listed))), pair -> pair.listed)"
    )


def test_the_largest_values_of_a_group_are_listed() -> None:
    assert expression("max(power, 2) filter (where is_minimal)") == (
        "SLICE(SORT_ARRAY(COLLECT_LIST(power) FILTER(WHERE is_minimal), FALSE), 1, 2)"
    )
    assert expression("max(power) filter (where x)") == "MAX(power) FILTER(WHERE x)"
    assert expression("max(power, 2)") == (
        "SLICE(SORT_ARRAY(COLLECT_LIST(power), FALSE), 1, 2)"
    )
    assert expression("max(power)") == "MAX(power)"


def test_what_aggregates_is_written_out() -> None:
    pack = Function("pack", ("word", "bits"), "{w0: bit_or(bits)}", of="groups")
    text = translated("select pack(a.word, a.bits) as code from a", {"pack": pack})
    assert "STRUCT(BIT_OR(a.bits) AS w0) AS code" in " ".join(text.split())


def test_common_functions_are_written_out_with_their_arguments_whole() -> None:
    text = translated("select capacity(a.n - a.k, a.n) from a", common_functions())
    assert "( a.n - a.k ) / a.n" in " ".join(text.split())


def test_a_text_of_sparks_own_takes_the_place_of_a_translation() -> None:
    text = query_text(query("encode/distinct_rows"), {})
    assert "monotonically_increasing_id()" in text
    assert "row_number" not in text
    assert ":fields" in query_text(query("encode/features"), {})


def test_a_condition_says_which_columns_it_names() -> None:
    assert references("b.age >= a.age and a.`odd name` = 'x'") == [
        ["b", "age"],
        ["a", "age"],
        ["a", "odd name"],
    ]


@pytest.mark.parametrize(
    "condition",
    [
        "a.x in (select 1)",
        "rand() < a.x",
        "a.x > now()",
        "1; drop table t",
        "a.x =",
        "count(*) > a.x",
        "",
    ],
)
def test_what_is_no_condition_over_two_rows_is_refused(condition: str) -> None:
    with pytest.raises(BadCondition):
        references(condition)
