"""The estimator behaves as scikit-learn expects, and answers as the table does."""

from __future__ import annotations

import pickle
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

pytest.importorskip("sklearn", reason="no scikit-learn: pip install '.[sklearn]'")

import pandas
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator

import cfsql
from cfsql import example
from cfsql.options import MethodOptions
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
    features, outcomes = people.drop("score"), people["score"].to_list()
    with cfsql.connect() as database:
        numbered = people.with_row_index("place")
        table = database.load(numbered, label="score", table="people", id="place")
        expected = table.explain_cases(numbered, freeze=["sex"])
        answers, rows = expected.pl(), expected.summary.pl()
    explainer = CounterfactualExplainer(options={"freeze": ["sex"]})
    explainer.fit(as_frame(features), outcomes)
    found = explainer.explain(as_frame(features), outcomes)
    same = ["row_id", "counterfactual_id", "distance", "explanation", "power"]
    assert_frame_equal(
        found.answers.pl().select(same), answers.select(same), check_dtypes=False
    )
    assert found.pl()["n_minimal"].to_list() == rows["n_minimal"].to_list()
    assert explainer.table.label == "outcome"


def test_rows_line_up_with_the_cases(people: pl.DataFrame) -> None:
    inputs, outcomes = people.drop("score").to_pandas(), people["score"].to_list()
    inputs.index = [f"p{place}" for place in range(8, 0, -1)]
    explainer = CounterfactualExplainer().fit(inputs, outcomes)
    asked = inputs.iloc[[5, 0, 0, 7, 2]]
    given = [outcomes[place] for place in (5, 0, 0, 7, 2)]
    found = explainer.explain(asked, given)
    assert found.df().index.tolist() == ["p3", "p8", "p8", "p1", "p6"]
    assert found.df()["label"].tolist() == given
    assert found.pl()["row_id"].to_list() == found.df().index.tolist()
    # Row 1 of the paper's example has two answers, which are p7 and p2 here.
    answers = found.answers.df()
    assert answers.loc["p8"]["counterfactual_id"].tolist() == ["p7", "p2"] * 2
    assert "row p7" in found.df().loc["p8", "sentence"].iloc[0]
    assert len(found) == len(asked)


@pytest.mark.parametrize(
    "index",
    [["a", "a", "b"] * 3, [0.5, None, 2] * 3, [("a", 1), ("b", 2), ("c", 3)] * 3],
)
def test_the_index_of_the_cases_may_be_any(people: pl.DataFrame, index: Any) -> None:
    inputs, outcomes = people.drop("score").to_pandas(), people["score"].to_list()
    made = (
        pandas.MultiIndex.from_tuples if isinstance(index[0], tuple) else pandas.Index
    )
    inputs.index = made(index[:8])
    explainer = CounterfactualExplainer().fit(inputs, outcomes)
    found = explainer.explain(inputs, outcomes)
    assert found.df().index.equals(inputs.index)
    # They go by their places, from 0 on, where the index does not tell them apart.
    assert "row 1" in found.df()["sentence"].iloc[0]
    assert len(found.pl()) == 8


def test_few_cases_are_explained_as_many_are(people: pl.DataFrame) -> None:
    mixed = people.drop("score").with_columns(
        pay=pl.Series([1.5, 2, None, 1e-7, 3, 4, 2, 1.5]),
        day=pl.Series(range(8)).cast(pl.Date),
        is_new=pl.Series([True, False] * 4),
    )
    outcomes = people["score"].to_list()
    asked: tuple[MethodOptions, ...] = (
        {},
        {"freeze": ["sex"], "max_changes": 2},
        {"weight": {"age": 2}},
    )
    for options in asked:
        explainer = CounterfactualExplainer(options=options).fit(mixed, outcomes)
        whole = explainer.explain(mixed, outcomes)
        for place in range(8):
            one = explainer.explain(mixed[place : place + 1], outcomes[place:][:1])
            rows = whole.pl().filter(pl.col("row_id") == place)
            answers = whole.answers.pl().filter(pl.col("row_id") == place)
            at_0 = pl.lit(0, pl.Int64).alias("row_id")
            assert_frame_equal(one.pl(), rows.with_columns(at_0))
            assert_frame_equal(one.answers.pl(), answers.with_columns(at_0))


def test_one_case_is_given_an_explanation(people: pl.DataFrame) -> None:
    inputs, outcomes = people.drop("score").to_pandas(), people["score"].to_list()
    model = make_pipeline(OneHotEncoder(), DecisionTreeClassifier(max_depth=1))
    model.fit(inputs, outcomes)
    explainer = CounterfactualExplainer(model).fit(inputs)
    sentence = explainer.explain(inputs).df()["sentence"].iloc[0]
    case = dict(reversed(inputs.iloc[0].to_dict().items()))
    assert explainer.explain(inputs.iloc[0]).sentence == sentence
    assert explainer.explain(case).sentence == sentence
    assert explainer.explain(case, freeze="sex").counterfactuals
    by_outcome = CounterfactualExplainer().fit(inputs.to_numpy(), outcomes)
    numbered = {f"x{place}": value for place, value in enumerate(inputs.iloc[0])}
    assert by_outcome.explain(numbered, "Med").label == "Med"
    with pytest.raises(ValueError, match="feature names"):
        explainer.explain({"sex": "male"})


def test_one_case_is_explained_by_what_is_ready(
    people: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    features, outcomes = people.drop("score"), people["score"].to_list()
    explainer = CounterfactualExplainer().fit(features, outcomes)
    first = explainer.explain(features[:1], outcomes[:1])
    # Whatever makes a table ready is not called again.
    monkeypatch.delattr("cfsql.method.encode.bind")
    assert explainer.explain(features[:1], outcomes[:1]).pl().equals(first.pl())


def test_a_model_predicts_the_outcomes(people: pl.DataFrame) -> None:
    inputs, outcomes = people.drop("score").to_pandas(), people["score"].to_list()
    model = make_pipeline(OneHotEncoder(), DecisionTreeClassifier(max_depth=1))
    model.fit(inputs, outcomes)
    explainer = CounterfactualExplainer(model).fit(inputs)
    assert explainer.classes_ == sorted(set(model.predict(inputs)))
    found = explainer.explain(inputs)
    assert found.df()["label"].tolist() == model.predict(inputs).tolist()
    for row in found.answers.pl().to_dicts():
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
    misspelt: Any = {"freez": ["sex"]}
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
    with pytest.raises(TypeError, match="did you mean 'freeze'"):
        explainer.explain(features, outcomes, **misspelt)
    with pytest.raises(cfsql.CfsqlError, match=r"option 'freez' .* mean 'freeze'"):
        CounterfactualExplainer(options=misspelt).fit(features, outcomes)
    wrong: Any = {"by": "powr"}
    with pytest.raises(cfsql.CfsqlError, match="power or dag"):
        CounterfactualExplainer(options=wrong).fit(features, outcomes)


def test_a_feature_may_be_called_outcome(people: pl.DataFrame) -> None:
    features = people.drop("score").rename({"sex": "Outcome"})
    explainer = CounterfactualExplainer().fit(features, people["score"].to_list())
    assert explainer.table.label == "outcome_"
