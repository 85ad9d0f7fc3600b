"""What type checkers say of a user's script; mypy reads this file as all tests.

A `type: ignore` that nothing needs is an error for mypy: so each wrong word below is
one that it finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import polars as pl
import pytest

import cfsql
from cfsql import example
from cfsql.experiments import EXPERIMENTS
from cfsql.method.search.search import PLANS
from cfsql.options import By, Count, Experiment, Plan, RankOptions, options_of


@pytest.fixture
def people() -> Iterator[cfsql.Table]:
    """The running example, without a column."""
    with cfsql.connect() as database:
        frame = pl.read_csv(example.CSV.encode())
        yield database.load(frame, label="score", ignore="degree")


def test_right_words_are_taken_and_one_text_is_a_list_of_one(
    people: cfsql.Table,
) -> None:
    by: By = "dag"
    count: Count = "distinct"
    plan: Plan = "scan"
    sentence: str = people.explain(1, freeze="sex", by=by, count=count).sentence
    assert sentence == people.explain(1, freeze=["sex"], by=by, count=count).sentence
    assert (
        people.rank(freeze="sex", plan=plan, weight={"age": 2}).overview().n_rows == 8
    )
    assert people.audit("race", no_defaults=True).protected == ["race"]
    assert "degree" not in people.profile().features
    lifted = people.declare(immutable="race", order={"age": ["<25", "25-45", ">45"]})
    assert lifted.columns


def test_wrong_words_are_found_before_a_script_runs(people: cfsql.Table) -> None:
    with pytest.raises(cfsql.CfsqlError, match="power or dag, not 'powr'"):
        people.rank(by="powr")  # type: ignore[arg-type]
    with pytest.raises(cfsql.CfsqlError, match="rows or distinct"):
        people.explain(1, count="row")  # type: ignore[call-overload]
    with pytest.raises(cfsql.CfsqlError, match="plan"):
        people.dry_run(plan="sacn")  # type: ignore[arg-type]
    with pytest.raises(cfsql.CfsqlError, match="no experiment 'gaps'"):
        people.experiment("gaps")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="did you mean 'freeze'"):
        people.rank(freez="sex")  # type: ignore[call-arg]


def test_the_words_are_those_that_there_are() -> None:
    assert set(get_args(Plan)) == {"auto", *PLANS}
    assert set(get_args(Experiment)) == {"all", *EXPERIMENTS}
    assert options_of(RankOptions)["by"].choices == get_args(By)
