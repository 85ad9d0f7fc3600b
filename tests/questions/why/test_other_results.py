"""Explanations replace no table of the user and no ranking, nor they them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cfsql
from tests.questions.why.answers import of, relations
from tests.support.refusals import WRONG_USE

# Names that are taken.


def refusal(table: cfsql.Table, **options: Any) -> str:
    """Why many rows are not explained."""
    with pytest.raises(cfsql.CfsqlError) as caught:
        table.why_rows(**options)
    assert caught.value.exit_code == WRONG_USE
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("kind", ["factual", "factual_summary", "FACTUAL"])
def test_a_table_of_the_user_is_never_replaced(
    opened: cfsql.Database, kind: str
) -> None:
    opened.connection.execute(f"create table recidivism_{kind} as select 42 as n")

    message = refusal(opened.table("recidivism"))

    assert f"'recidivism_{kind}' is in the database already" in message
    assert "into=" in message
    assert of(opened, f"recidivism_{kind}") == [{"n": 42}]
    assert len(opened.table("recidivism").why_rows(into="mine").summary) == 8


def test_results_of_another_table_are_never_replaced(opened: cfsql.Database) -> None:
    opened.table("clash").rank(into="ranked_clash")
    opened.table("clash").why_rows(into="explained_clash")

    for name in ("ranked_clash", "explained_clash", "Explained_Clash"):
        message = refusal(opened.table("recidivism"), into=name)
        assert "holds results of clash; choose another name with into=" in message
    assert len(opened.factual("explained_clash").summary) == 5


def test_a_ranking_whose_summary_would_be_that_of_explanations_is_refused(
    opened: cfsql.Database,
) -> None:
    table = opened.table("recidivism")
    table.why_rows()
    before = of(opened, "recidivism_factual_summary")

    with pytest.raises(cfsql.CfsqlError, match="'recidivism_factual' is what results"):
        table.rank(into="recidivism_factual")

    assert of(opened, "recidivism_factual_summary") == before


def test_a_load_never_replaces_explanations(
    opened: cfsql.Database, example_csv: Path
) -> None:
    opened.table("recidivism").why_rows()

    with pytest.raises(cfsql.CfsqlError, match="'recidivism_factual' is in"):
        opened.load(example_csv, table="recidivism_factual", replace=True, label=-1)

    assert len(of(opened, "recidivism_factual")) == 36


# Beside a ranking.


RANKING = ("recidivism_ranked", "recidivism_summary", "recidivism_optimal")
EXPLAINED = ("recidivism_factual", "recidivism_factual_summary")


def test_a_ranking_and_explanations_of_a_table_leave_each_other_alone(
    opened: cfsql.Database,
) -> None:
    table = opened.table("recidivism")
    table.rank()
    ranked = [of(opened, name) for name in RANKING]

    table.why_rows(rows=[1])
    table.why_rows()
    assert [of(opened, name) for name in RANKING] == ranked

    explained = [of(opened, name) for name in EXPLAINED]
    table.rank(rows=[1])
    assert [of(opened, name) for name in EXPLAINED] == explained
    kinds = [row["kind"] for row in of(opened, "cf_internal.results")]
    assert sorted(kinds) == ["explanation", "ranking"]


def test_dropping_one_kind_of_results_leaves_the_other(opened: cfsql.Database) -> None:
    table = opened.table("recidivism")
    table.rank(into="ranks")
    table.why_rows(into="whys")

    assert opened.drop("whys") == ["whys_factual", "whys_factual_summary"]
    assert len(opened.ranking("ranks").summary) == 8
    assert opened.table("recidivism").rankings()

    table.why_rows(into="whys")
    opened.drop("ranks")
    assert len(opened.factual("whys").summary) == 8


def test_both_kinds_of_results_under_one_name_are_dropped_together(
    opened: cfsql.Database,
) -> None:
    table = opened.table("recidivism")
    table.rank(into="both")
    table.why_rows(into="both")

    dropped = opened.drop("both")

    assert sorted(dropped) == sorted(
        f"both_{kind}"
        for kind in ("ranked", "summary", "optimal", "factual", "factual_summary")
    )
    assert not [name for name in relations(opened) if name.startswith("both")]
