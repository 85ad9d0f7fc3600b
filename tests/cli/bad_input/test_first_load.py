"""A first load that fails leaves no database."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.commands import Run
from tests.support.refusals import FAILED, WRONG_USE, assert_refused


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["peple.csv"], WRONG_USE, "no file peple.csv; did you mean people.csv?"),
        (["nosuch.csv"], WRONG_USE, "no file nosuch.csv"),
        (["nowhere/people.csv"], WRONG_USE, "no directory nowhere"),
        (["folder"], WRONG_USE, "no .csv, .json or .parquet file is in folder"),
        (["people.xlsx"], WRONG_USE, "unknown format"),
        (["people"], WRONG_USE, "unknown format"),
        (["ragged.csv"], FAILED, "line 3"),
        (["unlabelled.csv"], FAILED, "'income' is NULL in every row"),
        (["people.csv", "--id", "age"], WRONG_USE, "unique"),
        (["people.csv", "--label", "incme"], WRONG_USE, "did you mean 'income'?"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_failed_first_load_leaves_no_database(
    run: Run,
    people_csv: Path,
    tmp_path: Path,
    arguments: list[str],
    code: int,
    said: str,
) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("people.xlsx", "people"):
        shutil.copy(people_csv, tmp_path / name)
    (tmp_path / "ragged.csv").write_text("a,b,y\n1,2,p\n1,2\n")
    (tmp_path / "unlabelled.csv").write_text("name,age,income\nann,30,\nbob,40,\n")
    before = sorted(tmp_path.iterdir())

    assert_refused(run("load", *arguments), code, said)

    assert sorted(tmp_path.iterdir()) == before
