"""`cfsql explain --all` lists all counterfactuals of a row."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cfsql
from tests.questions.macros.comparing import here


def test_the_counterfactuals_that_are_not_shown_are_counted(file_once: Path) -> None:
    done = here(
        file_once,
        *("explain", "--table", "recidivism", "--row", 1, "--all", "--show", 3),
    )

    *_, last, more = done.stdout.splitlines()
    assert last.split()[0] == "8"
    assert more == "  … and 1 more; --show 4 lists them all"


@pytest.mark.parametrize("show", [1, 2, 3, 4, 9])
def test_the_nearest_counterfactuals_are_the_first_of_all(
    file_once: Path, show: int
) -> None:
    with cfsql.connect(file_once, read_only=True) as database:
        table = database.table("recidivism")
        everything = table.counterfactuals(1)
        nearest = table.counterfactuals(1, limit=show)

    assert nearest.n_counterfactuals == 4
    assert nearest.counterfactuals == everything.counterfactuals[:show]


def test_all_counterfactuals_are_there_for_programs(file_once: Path) -> None:
    asked = (
        "explain",
        "--table",
        "recidivism",
        "--row",
        1,
        "--all",
        "--format",
        "json",
    )
    done = here(file_once, *asked)

    with cfsql.connect(file_once, read_only=True) as database:
        wanted = database.table("recidivism").counterfactuals(1).to_dict()
    assert json.loads(done.stdout) == wanted
    assert len(wanted["counterfactuals"]) == wanted["n_counterfactuals"] == 4

    # Fewer where fewer are asked for; how many there are is said all the same.
    fewer = json.loads(here(file_once, *asked, "--show", 1).stdout)
    assert fewer == wanted | {"counterfactuals": wanted["counterfactuals"][:1]}


def test_a_contradicted_row_has_counterfactuals_that_differ_from_it(
    file_once: Path,
) -> None:
    done = here(file_once, "explain", "--table", "t", "--row", 1, "--all")

    *_, first, second = done.stdout.splitlines()
    assert first.split() == ["2", "q", "1", *["yes"] * 3, "1", "f:", "x", "→", "y"]
    assert second.split()[:7] == ["3", "q", "2", "no", "no", "no", "2"]


def test_a_row_without_counterfactual_is_said_to_have_none(file_once: Path) -> None:
    asked = ("explain", "--table", "same", "--row", 1, "--all")

    shown = here(file_once, *asked)
    found = json.loads(here(file_once, *asked, "--format", "json").stdout)

    assert shown.returncode == 0
    assert shown.stdout.splitlines()[-1] == "  It has no counterfactual."
    assert (found["n_counterfactuals"], found["counterfactuals"]) == (0, [])
