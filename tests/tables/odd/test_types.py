"""Features, labels and ids may have any type."""

from __future__ import annotations

import datetime
import decimal
import json
from pathlib import Path

import polars as pl
import pytest

import cfsql
from tests.support.commands import Run
from tests.tables.odd.answers import BOTH, Answer, answers, answers_of, smallest


def of_type(first: str, second: str) -> str:
    """SQL for two rows of different outcome, with these values of one type."""
    return (
        f"select {first} as f, 'x' as g, 'p' as y union all "
        f"select {second} as f, 'x' as g, 'q' as y order by y"
    )


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        ("true", "false", "true → false"),
        ("date '2020-01-31'", "date '2020-02-01'", "2020-01-31 → 2020-02-01"),
        ("1.50::decimal(9, 2)", "2::decimal(9, 2)", "1.50 → 2.00"),
        ("1.5::double", "'nan'::double", "1.5 → nan"),
        ("'inf'::float", "0.1::float", "inf → 0.1"),
        ("time '10:00:00'", "time '10:00:00.5'", "10:00:00 → 10:00:00.5"),
        ("[1, 2]", "[1, NULL]", "[1, 2] → [1, NULL]"),
        ("['a, b']", "['a', 'b']", "['a, b'] → [a, b]"),
        ("{'k': 1}", "{'k': 2}", "{'k': 1} → {'k': 2}"),
        ("'a'::blob", "'b'::blob", "a → b"),
        ("9223372036854775808", "9223372036854775809", None),
        ("'a'::enum('b', 'a')", "'b'::enum('b', 'a')", "a → b"),
        ("'a'", "'a '", "a → a "),
        ("''", "NULL", " → NULL"),
    ],
    ids=str,
)
def test_a_feature_may_have_any_type(
    first: str, second: str, change: str | None
) -> None:
    with cfsql.connect() as database:
        there, back = answers_of(
            database.load(database.connection.sql(of_type(first, second)), label=-1)
        )

    assert there[2] == f"f: {change or f'{first} → {second}'}"
    assert back[:2] == (2, 1)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_instants_read_the_same_wherever_the_machine_is(zone: str) -> None:
    noon, later = "'2020-01-01 12:00:00+01'", "'2020-01-01 12:00:00+00'"
    with cfsql.connect() as database:
        database.connection.execute(f"set TimeZone = '{zone}'")
        query = of_type(f"{noon}::timestamptz", f"{later}::timestamptz")
        there, _ = answers_of(database.load(database.connection.sql(query), label=-1))

    assert there[2] == "f: 2020-01-01 11:00:00+00 → 2020-01-01 12:00:00+00"


EQUAL_VALUES = [
    ("0.0::double", "'-0.0'::double"),
    ("0.0::float", "'-0.0'::float"),
    ("'nan'::double", "'-nan'::double"),
    ("1.5::decimal(9, 2)", "1.50::decimal(9, 2)"),
    ("'2020-01-01 12:00:00+01'::timestamptz", "'2020-01-01 11:00:00+00'::timestamptz"),
    ("[0.0::double]", "['-0.0'::double]"),
    ("{'k': 0.0::double}", "{'k': '-0.0'::double}"),
    ("interval '1 month'", "interval '30 days'"),
]


@pytest.mark.parametrize(("first", "second"), EQUAL_VALUES)
def test_values_that_sql_takes_for_equal_are_one_value(first: str, second: str) -> None:
    with cfsql.connect() as database:
        query = of_type(first, second)
        ((is_equal,),) = database.connection.execute(
            f"select count(distinct f) = 1 from ({query})"
        ).fetchall()
        assert is_equal, "the example is wrong"

        profile = database.load(database.connection.sql(query), label=-1).profile()

    assert profile.features["f"] == 1
    assert profile.n_contradicted == 2


def test_a_nan_is_a_nan_whatever_its_sign() -> None:
    zero = pl.Series([0.0, 0.0])
    frame = pl.DataFrame({"f": [float("nan"), -float("nan")], "y": ["p", "q"]})

    assert answers(frame) == []
    assert answers(frame.with_columns(f=zero / zero)) == []


@pytest.mark.parametrize(
    ("labels", "n_classes"),
    [
        ([True, False], 2),
        ([1.5, 2.5], 2),
        ([0.0, -0.0], 1),
        ([datetime.date(2020, 1, 1), datetime.date(2020, 1, 2)], 2),
        ([[1], [2]], 2),
        ([{"k": 1}, {"k": 2}], 2),
    ],
    ids=str,
)
def test_a_label_may_have_any_type(labels: list[object], n_classes: int) -> None:
    with cfsql.connect() as database:
        table = database.load(pl.DataFrame({"a": [1, 2], "y": labels}), label=-1)

        assert len(table.profile().classes) == n_classes
        assert answers_of(table) == (BOTH if n_classes == 2 else [])


@pytest.mark.parametrize(
    "ids",
    [
        ["b-2", "a-1"],
        ["1", "01"],
        ["it's", 'two "words"'],
        [decimal.Decimal("1.10"), decimal.Decimal("2.20")],
        [1.5, -0.5],
        [datetime.date(2020, 1, 2), datetime.date(2020, 1, 1)],
        [True, False],
    ],
    ids=str,
)
def test_ids_may_have_other_types_than_numbers(ids: list[object]) -> None:
    first, second = ids

    found = answers(smallest(key=ids), id="key")

    there: Answer = [(first, second, "a: 1 → 2"), (second, first, "a: 2 → 1")]
    assert sorted(found, key=str) == sorted(there, key=str)


def test_text_ids_work_on_the_command_line(run: Run, tmp_path: Path) -> None:
    smallest(key=["b 2", "A-1"]).write_csv(tmp_path / "keyed.csv")
    run("load", "keyed.csv", "--id", "KEY")

    explained = run("explain", "--table", "keyed", "--row", "b 2")
    wrong = run("explain", "--table", "keyed", "--row", "a-1")
    ranked = run("rank", "--table", "keyed", "--rows", "b 2", "--format", "jsonl")

    assert explained.stdout.startswith("Row b 2 of keyed: y is p\n")
    assert wrong.returncode == 2
    assert "did you mean A-1?" in wrong.stderr
    assert json.loads(ranked.stdout)["counterfactual_id"] == "A-1"


def test_an_ignored_column_is_kept_and_changes_nothing() -> None:
    with cfsql.connect() as database:
        table = database.load(smallest(weight=[7, 8]), ignore=["weight"], label=-1)

        assert answers_of(table) == BOTH
        roles = {name: role for name, _, role, _ in table.columns()}
        assert roles["weight"] == "ignored"
        ranking = table.rank(where="weight = 8")
        assert ranking.summary.pl()["row_id"].to_list() == [2]
