"""Calls in a stored macro are written out."""

from __future__ import annotations

import duckdb
import pytest

from cfsql.engines.duckdb.written_out import renamed, written_out
from cfsql.engines.functions import Function

FUNCTIONS = {
    each.name: each
    for each in (
        Function("twice", ("number",), "number * 2"),
        Function("thrice", ("number",), "number + twice(number)"),
        Function("keyed", ("low", "high"), "{low: low, high: high}"),
        Function("least", ("pair",), "pair.low"),
        Function("texts", ("number",), "['number', cast(number as varchar)]"),
    )
}


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("twice(1 + 2)", 6),
        ("thrice(twice(5) - 1)", 27),
        ("keyed(1, greatest(2, 3))", {"low": 1, "high": 3}),
        ("least(keyed(7, 8))", 7),
        ("texts(twice(4))", ["number", "8"]),
        ("'twice(1)'", "twice(1)"),
        ("keyed('a, b', [1, 2])", {"low": "a, b", "high": [1, 2]}),
    ],
)
def test_a_call_becomes_the_body_with_its_arguments(call: str, value: object) -> None:
    written = written_out(call, FUNCTIONS)
    with duckdb.connect() as connection:
        assert connection.execute(f"select {written}").fetchall() == [(value,)]


def test_a_word_is_replaced_outside_texts_and_quoted_names() -> None:
    text = "select 'mark', mark, \"mark\" -- mark"
    assert renamed(text, {"mark": "'m'"}) == "select 'mark', 'm', \"mark\" -- mark"
