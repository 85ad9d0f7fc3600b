"""The estimator behaves as scikit-learn expects, and answers as the table does."""

from __future__ import annotations

import pickle
from typing import Any

import polars as pl
import pytest

pytest.importorskip("sklearn", reason="no scikit-learn: pip install '.[sklearn]'")

from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator

import cfsql
from cfsql import example
from cfsql.sklearn import CounterfactualExplainer


@pytest.fixture(scope="module")
def people() -> pl.DataFrame:
    """The running example."""
    return pl.read_csv(example.CSV.encode())


def test_it_passes_the_checks_of_scikit_learn() -> None:
    results = check_estimator(CounterfactualExplainer(), on_fail=None, on_skip=None)
    failed = [each["check_name"] for each in results if each["status"] == "failed"]
    assert failed == []
    assert sum(each["status"] == "passed" for each in results) > 30


@pytest.mark.parametrize("as_frame", [pl.DataFrame, pl.DataFrame.to_pandas])
def test_answers_are_those_of_a_table(people: pl.DataFrame, as_frame: Any) -> None:
    features = people.drop("score")
    with cfsql.connect() as database:
        table = database.load(people, label="score", table="people")
        expected = table.explain_cases(people, freeze=["sex"]).pl()
    explainer = CounterfactualExplainer(options={"freeze": ["sex"]})
    explainer.fit(as_frame(features), people["score"].to_list())
    found = explainer.explain(as_frame(features), people["score"].to_list()).pl()
    same = ["row_id", "counterfactual_id", "distance", "explanation", "power"]
    assert found.select(same).equals(expected.select(same))
    assert explainer.table.label == "outcome"


def test_a_model_predicts_the_outcomes(people: pl.DataFrame) -> None:
    inputs, outcomes = people.drop("score").to_pandas(), people["score"].to_list()
    model = make_pipeline(OneHotEncoder(), DecisionTreeClassifier(max_depth=1))
    model.fit(inputs, outcomes)
    explainer = CounterfactualExplainer(model).fit(inputs)
    assert explainer.classes_ == sorted(set(model.predict(inputs)))
    for row in explainer.explain(inputs).pl().to_dicts():
        assert row["counterfactual_label"] != row["label"]


def test_it_is_cloned_and_pickled(people: pl.DataFrame) -> None:
    features, outcomes = people.drop("score"), people["score"].to_list()
    explainer = CounterfactualExplainer(options={"max_changes": 3})
    assert clone(explainer).get_params() == explainer.get_params()
    explainer.fit(features, outcomes)
    before = explainer.explain(features, outcomes).pl()
    again = pickle.loads(pickle.dumps(explainer))
    assert again.explain(features, outcomes).pl().equals(before)


def test_wrong_use_is_said(people: pl.DataFrame) -> None:
    features, outcomes = people.drop("score"), people["score"].to_list()
    with pytest.raises(ValueError, match="requires y"):
        CounterfactualExplainer().fit(features)
    explainer = CounterfactualExplainer().fit(features, outcomes)
    with pytest.raises(ValueError, match="or to explain a target"):
        explainer.explain(features)
    assert explainer.explain(features, target="Low").pl().height > 0
    with pytest.raises(ValueError, match="feature names"):
        explainer.explain(features.drop("sex"), outcomes)
    with pytest.raises(cfsql.CfsqlError, match="did you mean 'sex'"):
        explainer.explain(features, outcomes, freeze=["sexx"])


def test_a_feature_may_be_called_outcome(people: pl.DataFrame) -> None:
    features = people.drop("score").rename({"sex": "Outcome"})
    explainer = CounterfactualExplainer().fit(features, people["score"].to_list())
    assert explainer.table.label == "outcome_"
