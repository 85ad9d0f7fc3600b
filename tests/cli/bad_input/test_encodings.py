"""Text in another encoding is named by its line and its option."""

from __future__ import annotations

from pathlib import Path

import pytest

import cfsql
from tests.cli.bad_input.people import MANY_ROWS, refusal
from tests.support.refusals import FAILED, WRONG_USE


@pytest.fixture
def latin_csv(tmp_path: Path) -> Path:
    """A file in another encoding than is expected."""
    path = tmp_path / "latin.csv"
    path.write_bytes("name,age,income\nann,30,low\nJosé,40,high\n".encode("latin-1"))
    return path


def test_another_encoding_is_named_by_its_line_and_its_option(
    database: Path, latin_csv: Path
) -> None:
    message = refusal(database, latin_csv, FAILED)

    assert "line 3 is not utf-8" in message
    assert "encoding='latin-1'" in message


def test_another_encoding_after_many_rows_is_named_by_its_line(
    database: Path, tmp_path: Path
) -> None:
    path = tmp_path / "late.csv"
    path.write_bytes(f"a,b,y\n{MANY_ROWS}José,1,2\n".encode("latin-1"))

    assert "line 30002 is not utf-8" in refusal(database, path, FAILED)


@pytest.mark.parametrize("name", ["latin-1", "latin1", "ISO-8859-1", "LATIN-1"])
def test_a_file_loads_with_its_encoding_however_it_is_spelled(
    latin_csv: Path, name: str
) -> None:
    with cfsql.connect() as opened:
        table = opened.load(latin_csv, encoding=name, label=-1)

        assert table.explain(2).values["name"] == "José"


@pytest.mark.parametrize("name", ["utf-8", "utf8", "UTF-8", "UTF8"])
def test_the_usual_encoding_may_be_named_however_it_is_spelled(
    people_csv: Path, name: str
) -> None:
    with cfsql.connect() as opened:
        assert opened.load(people_csv, encoding=name, label=-1).facts.n_rows == 4


@pytest.mark.parametrize("name", ["klingon", "rot13", "", "utf-77"])
def test_an_unknown_encoding_is_a_wrong_use(
    database: Path, latin_csv: Path, name: str
) -> None:
    message = refusal(database, latin_csv, WRONG_USE, encoding=name)

    assert f"no encoding '{name}'; try utf-8, latin-1 or utf-16" in message


def test_a_file_that_is_not_in_the_named_encoding_is_refused(
    database: Path, people_csv: Path
) -> None:
    assert "not utf-16" in refusal(database, people_csv, FAILED, encoding="utf-16")
