"""Constraints: every column equals the definitions, by every plan."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.method.search import blocked, search
from tests.method.constraints.samples import (
    PLANS,
    Asked,
    Sample,
    assert_answers,
    options_for,
    random_sample,
    sample_of,
    samples,
)
from tests.support.examples import WITHOUT_SHRINKING, examples

plans = st.sampled_from(PLANS)
orders = st.sampled_from(["power", "dag"])
counts = st.sampled_from(["rows", "distinct"])


@st.composite
def compatible_options(draw: st.DrawFn, sample: Sample) -> Asked:
    """Any number of options, as long as a feature is left to change."""
    options = {
        name: draw(values)
        for name, values in options_for(sample).items()
        if name not in ("freeze", "ignore", "weight") and draw(st.booleans())
    }
    shuffled = draw(st.permutations(sample.features))
    n_frozen = draw(st.integers(0, len(shuffled) - 1))
    n_ignored = draw(st.integers(0, len(shuffled) - 1 - n_frozen))
    options["freeze"] = tuple(shuffled[:n_frozen])
    options["ignore"] = tuple(shuffled[n_frozen : n_frozen + n_ignored])
    if draw(st.booleans()):
        weighed = [each for each in shuffled if each not in options["ignore"]]
        options["weight"] = {each: draw(st.integers(1, 4)) for each in weighed}
    return Asked(options, draw(orders), draw(counts))


@examples(5, phases=WITHOUT_SHRINKING)
@given(samples(), st.data())
def test_each_option_alone_equals_the_definitions(
    database: cfsql.Database, sample: Sample, data: st.DataObject
) -> None:
    table = sample.load(database)
    for name, values in options_for(sample).items():
        asked = Asked({name: data.draw(values)}, data.draw(orders), data.draw(counts))
        assert_answers(table, sample, asked, data.draw(plans))


@examples(4, phases=WITHOUT_SHRINKING)
@given(samples(), st.data())
def test_all_options_together_equal_the_definitions_by_every_plan(
    database: cfsql.Database, sample: Sample, data: st.DataObject
) -> None:
    table = sample.load(database)
    for plan in PLANS:
        asked = data.draw(compatible_options(sample))
        assert_answers(table, sample, asked, plan)


@examples(4, phases=WITHOUT_SHRINKING)
@given(samples(), st.data())
def test_the_planner_is_right_whatever_it_chooses_under_constraints(
    database: cfsql.Database, sample: Sample, data: st.DataObject
) -> None:
    table = sample.load(database)
    with pytest.MonkeyPatch.context() as patch:
        # Joins cost nothing, and of many rows few are counted.
        patch.setattr(search, "_FEW_PAIRS", 0)
        for cost in ("_STATEMENT", "_ROW", "_COUNTING"):
            patch.setattr(blocked, cost, 0)
        patch.setattr(blocked, "_COUNTED_ROWS", 3)
        for _ in range(2):
            asked = data.draw(compatible_options(sample))
            assert_answers(table, sample, asked, "auto")


@pytest.mark.parametrize("plan", PLANS)
def test_every_other_label_is_a_target_by_every_plan(
    database: cfsql.Database, plan: str
) -> None:
    rows: list[tuple[Any, ...]] = [("a", 0, "c1"), ("b", 0, "c2"), ("c", 0, "c3")]
    sample = sample_of(["feature 1", "number"], rows, [None, None, None])
    assert_answers(sample.load(database), sample, Asked({"target": "each"}), plan)


@pytest.mark.parametrize(
    ("n_features", "values"),
    [
        pytest.param(26, "abcdefghi", id="codes of more than 63 bits"),
        pytest.param(75, "ab", id="more than 63 features"),
    ],
)
def test_codes_of_several_words_equal_the_definitions(
    database: cfsql.Database, n_features: int, values: str
) -> None:
    sample = random_sample(n_features, values, 40)
    table = sample.load(database)
    words = database.sql("select max(word) + 1 from cf_internal.t_features").fetchall()
    assert words > [(1,)]
    frozen = ("number", *sample.features[1:20:6])
    ignored = tuple(sample.features[:20:5])
    for plan, options in (
        ("scan", {"freeze": frozen, "target": "each", "nearest": 2}),
        (PLANS[-2], {"freeze": frozen, "ignore": ignored, "max_changes": 3}),
        ("blocked", {"require": "b.number >= a.number", "ignore": ignored}),
        ("auto", {"ignore": tuple(sample.features[4:]), "diverse": True}),
    ):
        assert_answers(table, sample, Asked(options), plan)
