"""Fewer or smaller explanations, and the word that there are more."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import cfsql
from tests.questions.why.answers import RunWhy


def test_a_limit_shows_the_first_of_all_explanations(why: RunWhy) -> None:
    asked = ("--table", "recidivism", "--row", 3, "--format", "jsonl")

    everything = why(*asked).stdout.splitlines()
    first = why(*asked, "--limit", 3).stdout.splitlines()

    assert len(everything) == 7
    assert first == everything[:3]


def test_what_is_said_to_be_known_is_shown(opened: cfsql.Database) -> None:
    table = opened.table("recidivism")

    limits: list[dict[str, Any]] = [{"limit": 1}, {"limit": 3}, {"max_size": 1}]

    everything = table.why(1).factuals
    for limit in limits:
        why = table.why(1, **limit)
        known = -1 if why.complete_size is None else why.complete_size
        wanted = [one for one in everything if one.size <= known]
        assert [one for one in why.factuals if one.size <= known] == wanted


def test_with_a_limit_that_is_not_reached_the_answer_is_complete(
    opened: cfsql.Database,
) -> None:
    assert opened.table("recidivism").why(1, limit=5).is_complete
    assert not opened.table("recidivism").why(1, limit=3).is_complete


def test_explanations_of_no_feature_are_none_where_there_are_two_classes(
    why: RunWhy,
) -> None:
    done = why("--table", "recidivism", "--row", 1, "--max-size", 0)

    assert done.returncode == 0
    assert "No explanation was found within the limits that were set." in done.stdout
    assert "--max-size" in done.stdout


@pytest.mark.parametrize("max_size", [1, 2])
def test_no_explanation_is_larger_than_asked_for(
    opened: cfsql.Database, max_size: int
) -> None:
    table = opened.table("recidivism")
    everything = table.why_rows().pl()

    small = table.why_rows(max_size=max_size).pl()

    assert small.equals(everything.filter(pl.col("size") <= max_size))


def test_the_explanations_that_are_not_shown_are_counted(why: RunWhy) -> None:
    done = why("--table", "recidivism", "--row", 3, "--show", 2)

    assert "7 minimal explanations, smallest first" in done.stdout
    assert "… and 5 more; --show 7 lists them all" in done.stdout
