"""Weights: every column equals the definitions, as if a feature stood K times."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from tests.method.constraints.samples import (
    PLANS,
    Asked,
    Sample,
    assert_answers,
    expected_of,
    found_of,
    options_for,
    random_sample,
    samples,
)
from tests.support.examples import WITHOUT_SHRINKING, examples


@examples(40, whole=200, phases=WITHOUT_SHRINKING)
@given(samples(max_features=5), st.sampled_from(PLANS), st.data())
def test_a_feature_of_weight_k_counts_as_if_it_stood_k_times(
    database: cfsql.Database, sample: Sample, plan: str, data: st.DataObject
) -> None:
    assert_weighed(database, sample, plan, data)


def assert_weighed(
    database: cfsql.Database, sample: Sample, plan: str, data: st.DataObject
) -> None:
    """A ranking with some weights is that of the definitions."""
    options: dict[str, Any] = {"weight": data.draw(options_for(sample)["weight"])}
    if data.draw(st.booleans()):
        options["nearest"] = data.draw(st.integers(2, 4))
    by = data.draw(st.sampled_from(["power", "dag"]))
    count = data.draw(st.sampled_from(["rows", "distinct"]))
    assert_answers(sample.load(database), sample, Asked(options, by, count), plan)


@pytest.mark.parametrize(
    ("n_features", "values"),
    [
        pytest.param(26, "abcdefghi", id="codes of more than 63 bits"),
        pytest.param(75, "ab", id="more than 63 features"),
    ],
)
def test_weights_of_many_features_equal_the_definitions_by_every_plan(
    database: cfsql.Database, n_features: int, values: str
) -> None:
    sample = random_sample(n_features, values, 25)
    weight = {name: 2 + place % 4 for place, name in enumerate(sample.features[::3])}
    heavy = dict.fromkeys(sample.features, 7)
    table = sample.load(database)
    for options in ({"weight": weight}, {"weight": heavy, "max_changes": 21}):
        expected = expected_of(sample, Asked(options))
        for plan in PLANS:
            found = found_of(table, Asked(options), plan)
            assert found.summary == expected.summary, plan
            assert found.ranked == expected.ranked, plan


@pytest.mark.parametrize("plan", PLANS)
def test_weights_of_one_are_as_none(database: cfsql.Database, plan: str) -> None:
    sample = random_sample(6, "abc", 40)
    table = sample.load(database)
    plain = found_of(table, Asked(), plan)
    ones = found_of(table, Asked({"weight": dict.fromkeys(sample.features, 1)}), plan)
    for row in [*ones.ranked, *ones.summary]:
        n_changes = row.pop("n_changes")
        assert n_changes == row.get("distance", row.get("min_distance"))
    assert ones == plain
