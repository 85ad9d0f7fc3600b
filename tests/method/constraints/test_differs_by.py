"""Outcomes that differ by at least so much: every column equals the definitions."""

from __future__ import annotations

import random
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.errors import WrongUse
from tests.method.constraints.numbers import FEATURES, LEAST, load, samples, table_of
from tests.method.constraints.samples import PLANS, Asked, Sample, expected_of, found_of
from tests.oracle.brute_force import Case
from tests.oracle.brute_force_constraints import allowed
from tests.support.examples import WITHOUT_SHRINKING, examples


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    """A least difference, and now and then other constraints beside it."""
    options: dict[str, Any] = {"differs_by": draw(st.sampled_from(LEAST))}
    others: dict[str, st.SearchStrategy[Any]] = {
        "freeze": st.sampled_from([("number",), ("plain", "last")]),
        "only_up": st.just(("number",)),
        "max_changes": st.integers(1, 3),
        "min_support": st.integers(1, 2),
        "min_share": st.sampled_from([0.4, 0.6]),
        "require": st.sampled_from(["b.number >= a.number", "b.row_id < a.row_id"]),
        "nearest": st.integers(2, 3),
        "diverse": st.just(True),
        "weight": st.just({"plain": 3}),
        "ignore": st.just(("word",)),
    }
    for name in draw(st.lists(st.sampled_from(list(others)), max_size=3, unique=True)):
        options[name] = draw(others[name])
    count = draw(st.sampled_from(["rows", "distinct"]))
    return Asked(options, draw(st.sampled_from(["power", "dag"])), count)


def assert_far_enough(
    database: cfsql.Database, sample: Sample, wanted: Asked, plans: list[str]
) -> None:
    table, expected = load(database, sample), expected_of(sample, wanted)
    for plan in plans:
        found = found_of(table, wanted, plan)
        assert found.summary == expected.summary, (wanted, plan)
        assert found.ranked == expected.ranked, (wanted, plan)


@examples(25, whole=150, phases=WITHOUT_SHRINKING)
@given(samples(), asked(), st.permutations(PLANS))
def test_an_answer_differs_by_enough(
    database: cfsql.Database, sample: Sample, wanted: Asked, plans: list[str]
) -> None:
    assert_far_enough(database, sample, wanted, plans[:3])


def test_all_plans_give_the_same_rows_and_a_row_without_an_answer_says_why(
    database: cfsql.Database,
) -> None:
    sample = table_of(random.Random(38), 60)
    wanted = Asked(
        {"differs_by": 90, "freeze": ("number", "word"), "max_changes": 1},
    )
    assert_far_enough(database, sample, wanted, PLANS)
    blamed = {row["blocked_by"] for row in expected_of(sample, wanted).summary}
    assert blamed == {"freeze number", "freeze word", "max-changes", None}
    wanted = Asked({"differs_by": 1e6})
    assert_far_enough(database, sample, wanted, PLANS)
    (row, *_) = found_of(load(database, sample), wanted).summary
    said = f"No case differs from {row['label']} in outcome by 1000000 or more: the "
    assert said in str(row["sentence"])


def test_that_no_outcome_differs_by_enough_is_said_with_the_largest_difference(
    database: cfsql.Database,
) -> None:
    frame = pl.DataFrame({"f": list("xyz"), "price": [9.5, 10, 12]})
    table = database.load(frame, table="t", label="price", replace=True)
    assert table.explain(row=2, differs_by=50).sentence == (
        "No case differs from 10.0 in price by 50 or more: the largest difference is 2."
    )
    assert "is 2.5." in table.explain({"f": "w"}, label=9.5, differs_by=3).sentence


def test_what_differs_at_all_differs_by_little(database: cfsql.Database) -> None:
    frame = pl.DataFrame({"f": list("xyzxyz"), "price": [9, 10, 11, 9, -9, 100]})
    table = database.load(frame, table="t", label="price", replace=True)
    plain = table.rank().pl()
    assert table.rank(differs_by=1).pl().equals(plain)
    assert not table.rank(differs_by=2).pl().equals(plain)


@examples(10, phases=WITHOUT_SHRINKING)
@given(samples(), st.sampled_from(LEAST), st.data())
def test_a_new_case_may_have_any_number(
    database: cfsql.Database, sample: Sample, least: float, data: st.DataObject
) -> None:
    table = load(database, sample)
    label = data.draw(st.sampled_from(["0.15", "-400", "7", "9.9", "1e9", "250000"]))
    values = (data.draw(st.integers(0, 5)), *data.draw(st.permutations("xyq")))
    new = Case("new", values, label)
    found, blocked_by = allowed(
        *(FEATURES, new, sample.cases, {}, Asked({"differs_by": least}).constraints)
    )
    far = [
        sum(x != y for x, y in zip(new.values, each.values, strict=True))
        for each in found
    ]
    given = dict(zip(FEATURES, values, strict=True))
    explained = table.explain(given, label=label, differs_by=least)
    assert explained.blocked_by == blocked_by
    assert explained.min_distance == (min(far) if far else None)
    assert explained.label == label
    frame = pl.DataFrame({**{name: [str(x)] for name, x in given.items()}})
    listed = table.explain_cases(
        frame.with_columns(outcome=pl.lit(label)), differs_by=least
    )
    assert listed.summary.pl()["min_distance"].to_list() == [explained.min_distance]


def test_a_number_that_is_written_in_another_way_is_the_same_outcome(
    database: cfsql.Database,
) -> None:
    frame = pl.DataFrame({"f": ["x", "y", "y"], "price": [1.0, 2.0, 9.0]})
    table = database.load(frame, table="t", label="price", replace=True)
    explained = table.explain({"f": "x"}, label=2, differs_by=2)
    assert explained.label == "2.0"
    assert [each.counterfactual_label for each in explained.counterfactuals] == ["9.0"]


def test_a_ranking_is_made_again_when_rows_come_and_go(
    database: cfsql.Database,
) -> None:
    frame = pl.DataFrame({"f": list("xyzx"), "g": list("ppqq"), "price": [1, 2, 9, 4]})
    table = database.load(frame, table="t", label="price", replace=True)
    table.rank(differs_by=3.0)
    more = pl.DataFrame({"f": ["y"], "g": ["q"], "price": [6]})
    table.append(more)
    table.remove(["2"])
    found = database.ranking("t").summary.pl()
    assert found.equals(table.rank(differs_by=3, into="again").summary.pl())
    assert found["blocked_by"].is_null().all()
    assert database.ranking("t").overview().constraints == "--differs-by 3"


def test_questions_with_other_differences_follow_each_other(
    database: cfsql.Database,
) -> None:
    sample = table_of(random.Random(11), 30)
    table = load(database, sample)
    questions: list[dict[str, Any]] = [
        {"differs_by": 1},
        {"target": "each"},
        {"differs_by": 90, "only_up": ["number"]},
        {"only_down": ["number"]},
        {"differs_by": 0.1},
    ]
    case = {"number": 7, "word": "x", "plain": "q", "last": None}
    with table.explainer() as explainer:
        for options in questions:
            for asked, label in ((3, None), (case, sample.labels[0]), (case, "5.5")):
                if label == "5.5" and "differs_by" not in options:
                    continue
                found = explainer.explain(asked, label=label, **options)
                expected = table.explain(asked, label=label, **options)
                assert found.to_dict() == expected.to_dict(), options


@pytest.fixture(scope="module")
def houses() -> cfsql.Table:
    frame = pl.DataFrame(
        {"rooms": [1, 2, 3, 4], "price": [100, 200, 300, 400], "kind": list("abab")}
    )
    return cfsql.connect().load(frame, table="houses", label="price")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"differs_by": 0}, "differs_by= takes a number above 0, not 0"),
        ({"differs_by": -5}, "differs_by= takes a number above 0, not -5"),
        ({"differs_by": float("nan")}, "takes a number above 0, not nan"),
        ({"differs_by": float("inf")}, "takes a number above 0, not inf"),
        ({"differs_by": 5, "target": 100}, "give one of them"),
        ({"differs_by": 5, "target": "each"}, "give one of them"),
    ],
)
def test_a_difference_that_cannot_be_meant_is_refused(
    houses: cfsql.Table, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(WrongUse) as refused:
        houses.rank(**options)
    assert message in str(refused.value)


def test_outcomes_that_are_no_numbers_are_refused(database: cfsql.Database) -> None:
    frame = pl.DataFrame({"f": list("xyz"), "price": ["1", "dear", "3"]})
    table = database.load(frame, table="t", label="price", replace=True)
    with pytest.raises(WrongUse, match="price of t is dear in some row"):
        table.rank(differs_by=1)
    frame = pl.DataFrame({"f": list("xyz"), "price": [1, 2, 3]})
    table = database.load(frame, table="t", label="price", replace=True)
    with pytest.raises(WrongUse, match=r"the price of case 1 is dear; .* a number"):
        table.explain({"f": "x"}, label="dear", differs_by=1)
    bins: dict[str, Any] = {"price": [1.5]}
    table = database.load(frame, table="t", label="price", replace=True, bins=bins)
    with pytest.raises(WrongUse, match="price of t is cut into intervals"):
        table.rank(differs_by=1)
