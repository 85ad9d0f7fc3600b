"""Numbers of every kind are compared exactly."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from cfsql.tables.bins import number_text, parse
from tests.oracle.brute_force_bins import binned
from tests.tables.bins.people import features_of, loaded


@pytest.mark.parametrize(
    ("kind", "values", "cut", "expected"),
    [
        (
            "BIGINT",
            [2**53, 2**53 + 1, 2**53 + 2],
            [2**53 + 1],
            ["< 9007199254740993", "≥ 9007199254740993", "≥ 9007199254740993"],
        ),
        ("HUGEINT", [10**30, 10**30 + 1], [10**30 + 1], None),
        ("BIGINT", [2, 3], "2.5", ["< 2.5", "≥ 2.5"]),
        (
            "DECIMAL(20, 18)",
            [Decimal("0.100000000000000001"), Decimal("0.1")],
            "0.100000000000000001",
            ["≥ 0.100000000000000001", "< 0.100000000000000001"],
        ),
        ("DOUBLE", [0.1, 0.2, 0.1 + 0.2], "0.1,0.3", None),
        ("FLOAT", [0.1, 0.09], "0.1", ["≥ 0.1", "< 0.1"]),
        ("DOUBLE", [-0.0, 0.0, -1.0], "0", ["≥ 0", "≥ 0", "< 0"]),
        (
            "DOUBLE",
            [float("inf"), float("-inf"), float("nan"), None, 1.0],
            "1",
            ["≥ 1", "< 1", "nan", None, "≥ 1"],
        ),
        (
            "DOUBLE",
            [float("inf"), float("-inf"), float("nan"), None, 1.0],
            "q2",
            ["[1, inf]", "[-inf, 1)", "nan", None, "[1, inf]"],
        ),
        ("DOUBLE", [1e300, 1e-300], "q2", ["[1e+300, 1e+300]", "[1e-300, 1e+300)"]),
        ("INTEGER", [5, 5, 5], "w3", ["[5, 5]"] * 3),
        ("INTEGER", [0, 1], "w3", ["[0, 0.333333)", "[0.666667, 1]"]),
        ("VARCHAR", [" 7", "07.0", "8"], "q2", ["[7, 8)", "[7, 8)", "[8, 8]"]),
    ],
)
def test_numbers_are_compared_exactly(
    kind: str, values: list[object], cut: object, expected: list[str | None] | None
) -> None:
    found = features_of(loaded(values, cut, kind), "x")
    if expected is None:
        texts = [str(value) for value in values]
        edges = cut if isinstance(cut, str) else ",".join(map(str, cut))  # type: ignore[call-overload]
        expected = binned(texts, texts, edges)
    assert found == expected


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("25.0", "25"),
        ("0.10", "0.1"),
        ("-0.0", "0"),
        ("1e3", "1000"),
        ("-1.5e-3", "-0.0015"),
        ("1e300", "1e+300"),
        ("-1.25e-20", "-1.25e-20"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
    ],
)
def test_numbers_are_written_short_and_exact(number: str, text: str) -> None:
    assert number_text(Fraction(number)) == text
    assert Fraction(text) == Fraction(number)


def test_a_cut_is_the_same_from_text_and_from_numbers() -> None:
    assert parse("x", "45, 25.0") == parse("x", [25, 45]) == parse("x", ("45", 25.0))
    assert str(parse("x", [Decimal("0.10"), 7])) == "0.1,7"
    assert parse("x", 30) == parse("x", "30")
    assert str(parse("x", "Q4")) == "q4"
