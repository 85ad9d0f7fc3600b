"""`cfsql compare` shows two rows side by side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.questions.macros.comparing import here
from tests.support.commands import Run


def test_two_rows_are_shown_side_by_side(run: Run, file_once: Path) -> None:
    done = run("compare", "--table", "t", "--rows", "1,3", "--db", file_once)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Rows 1 and 3 differ in 2 of 2 features: f and g.",
        "",
        "           row 1     row 3",
        "  f        x      →  y",
        "  g        x      →  NULL",
        "  outcome  p      →  q",
    ]


def test_a_row_is_equal_to_itself(file_once: Path) -> None:
    done = here(file_once, "compare", "--table", "t", "--rows", "1,1")

    assert done.returncode == 0
    assert done.stdout.startswith("Rows 1 and 1 are equal in every feature.\n")
    assert "→" not in done.stdout


def test_rows_that_contradict_each_other_differ_in_their_label_only(
    file_once: Path,
) -> None:
    done = here(file_once, "compare", "--table", "t", "--rows", "1,5")

    assert done.stdout.startswith("Rows 1 and 5 are equal in every feature.\n")
    assert [line.split() for line in done.stdout.splitlines() if "→" in line] == [
        ["outcome", "p", "→", "q"]
    ]


@pytest.mark.parametrize("rows", ["1,6", "6,1"])
def test_a_row_without_a_label_is_compared_all_the_same(
    file_once: Path, rows: str
) -> None:
    asked = ("compare", "--table", "t", "--rows", rows)

    shown = here(file_once, *asked)
    found = json.loads(here(file_once, *asked, "--format", "json").stdout)

    labels = ["p", None] if rows == "1,6" else [None, "p"]
    assert shown.returncode == 0
    assert found["labels"] == labels
    own, other = (label or "NULL" for label in labels)
    assert shown.stdout.splitlines()[-1].split() == ["outcome", own, "→", other]
