"""Fewer or smaller explanations, and the word that there are more."""

from __future__ import annotations

import cfsql
from tests.questions.why.answers import RunWhy


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


def test_the_explanations_that_are_not_shown_are_counted(why: RunWhy) -> None:
    done = why("--table", "recidivism", "--row", 3, "--show", 2)

    assert "7 minimal explanations, smallest first" in done.stdout
    assert "… and 5 more; --show 7 lists them all" in done.stdout
