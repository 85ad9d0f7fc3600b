"""Comparing and listing refuse what is wrong, and write nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.questions.macros.comparing import here
from tests.support.refusals import WRONG_USE, assert_refused


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("compare --table t --rows 1", "--rows takes two rows, such as 1,2; not '1'"),
        ("compare --table t --rows 1,2,3", "--rows takes two rows"),
        ("compare --table t --rows ,", "--rows needs at least one row id"),
        ("compare --table t --rows 1,99", "no row 99 in t; did you mean 6?"),
        ("compare --table t --rows x,1", "no row x in t"),
        ("compare --table keyed --rows b-2,B-2", "did you mean B-2?"),
        ("compare --table recidivsm --rows 1,2", "did you mean 'recidivism'?"),
        ("compare --table t --rows 1,2 --format csv", "--format is table, json"),
        ("compare --table t", "--rows"),
        ("explain --table t --row 99 --all", "no row 99 in t; did you mean 6?"),
        ("explain --table t --row 6 --all", "row 6 of t has no outcome"),
        ("explain --table t --row 1 --all --by dag", "--by"),
        ("explain --table t --row 1 --all --count distinct", "--count"),
        ("explain --table t --row 1 --all --show 0", "--show"),
        ("explain --table t --row 1 --all --format csv", "--format is table, json"),
    ],
)
def test_a_wrong_request_is_refused(file_once: Path, asked: str, said: str) -> None:
    assert_refused(here(file_once, *asked.split()), WRONG_USE, said)


@pytest.mark.parametrize(
    "asked", ["compare --table t --rows 1,2", "explain --table t --row 1 --all"]
)
def test_asking_leaves_the_file_as_it_is(file_once: Path, asked: str) -> None:
    before = file_once.read_bytes()

    assert here(file_once, *asked.split()).returncode == 0

    assert file_once.read_bytes() == before
