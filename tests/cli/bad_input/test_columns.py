"""Columns that are not there, are two things, or are no ids."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cfsql
from tests.cli.bad_input.people import refusal
from tests.support.refusals import WRONG_USE


@pytest.mark.parametrize("option", ["label", "id", "ignore"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("incme", "did you mean 'income'?"),
        ("zzz", "there is 'name', 'age', 'income'"),
    ],
)
def test_an_unknown_column_is_answered_with_the_nearest_one(
    database: Path, people_csv: Path, option: str, name: str, said: str
) -> None:
    chosen = [name] if option == "ignore" else name

    message = refusal(database, people_csv, WRONG_USE, **{option: chosen})

    assert f"no column '{name}' in {people_csv}; {said}" in message


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"id": "income"}, "both the label and the id"),
        ({"ignore": ["income"]}, "both the label and ignored"),
        ({"ignore": ["name", "age"]}, "no feature left"),
    ],
)
def test_a_column_cannot_be_two_things(
    database: Path, people_csv: Path, options: dict[str, Any], said: str
) -> None:
    assert said in refusal(database, people_csv, WRONG_USE, **options)


@pytest.mark.parametrize(
    ("keys", "said"),
    [("7,8,7", "'key'"), ("7,,8", "NULL in 1 row"), ("7,8,7", "7 in 2 rows")],
)
def test_an_id_that_repeats_or_is_missing_is_refused(
    database: Path, tmp_path: Path, keys: str, said: str
) -> None:
    path = tmp_path / "keys.csv"
    rows = zip(keys.split(","), "abc", "pqp", strict=True)
    path.write_text("key,f,y\n" + "".join(f"{','.join(row)}\n" for row in rows))

    assert said in refusal(database, path, WRONG_USE, id="key")


@pytest.mark.parametrize("name", ["row_id", "ROW_ID"])
def test_a_column_called_row_id_must_be_the_id(
    database: Path, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "numbered.csv"
    path.write_text(f"{name},f,y\n70,a,p\n80,b,q\n")

    assert f"id='{name}'" in refusal(database, path, WRONG_USE)
    assert f"id='{name}'" in refusal(database, path, WRONG_USE, id="f")
    with cfsql.connect() as opened:
        assert opened.load(path, id=name, label=-1).explain(70).optimal_id == 80
