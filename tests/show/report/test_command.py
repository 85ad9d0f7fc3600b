"""`cfsql report` writes a page, and refuses what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cfsql
from cfsql.errors import CfsqlError
from tests.show.report.pages import Seen
from tests.support.commands import Run


@pytest.fixture
def ranked(loaded: Run) -> Run:
    """The command, where the running example is ranked."""
    loaded("rank", "--table", "recidivism")
    return loaded


def test_the_command_writes_a_page_and_says_where(ranked: Run, tmp_path: Path) -> None:
    done = ranked("report", "--table", "RECIDIVISM")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "recidivism_report.html\n"
    assert "8 rows of recidivism summed up, 8 explained" in done.stderr
    page = (tmp_path / "recidivism_report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>\n<html")
    again = ranked("report", "--table", "recidivism", "--out", "a.htm", "-q")
    assert (again.stdout, again.stderr) == ("a.htm\n", "")
    assert (tmp_path / "a.htm").read_text(encoding="utf-8") == page
    assert not list(tmp_path.glob("*.unfinished"))


@pytest.mark.parametrize(
    ("n_changed", "told"),
    [(1, "them, 1 feature would"), (2, "them, 2 features or fewer would")],
)
def test_nothing_is_fewer_than_one_feature(n_changed: int, told: str) -> None:
    features = {f"f{place}": ["a", "b"] for place in range(n_changed)}
    with cfsql.connect() as database:
        table = database.load(
            pl.DataFrame(features | {"y": ["p", "q"]}), table="t", label=-1
        )
        table.rank()
        page = database.ranking("t").report().html()
    assert told in Seen(page).text


def test_the_command_takes_another_ranking_and_rows(
    ranked: Run, tmp_path: Path
) -> None:
    ranked("rank", "--table", "recidivism", "--limit", "3", "--into", "first")
    done = ranked("report", "--table", "first", "--rows", "1, 3")
    assert done.returncode == 0, done.stderr
    assert "3 rows of recidivism summed up, 2 explained" in done.stderr
    text = Seen((tmp_path / "first_report.html").read_text(encoding="utf-8")).text
    assert "2 rows of 3" in text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--table", "recidivsm"], "did you mean 'recidivism'?"),
        (["--out", "nowhere/x.html"], "no directory nowhere"),
        (["--out", "x.pdf"], "should end in .html, .htm"),
        (["--out", "folder.html"], "is a directory"),
        (["--rows", "9"], "no row 9 in recidivism; did you mean 8?"),
        (["--rows", ","], "--rows needs at least one row id"),
    ],
)
def test_a_wrong_command_is_told_what_would_be_right(
    ranked: Run, tmp_path: Path, options: list[str], told: str
) -> None:
    (tmp_path / "folder.html").mkdir()
    if "--table" not in options:
        options = ["--table", "recidivism", *options]
    done = ranked("report", *options)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stdout == ""
    assert not list(tmp_path.glob("*report.html"))


def test_a_row_that_was_not_ranked_can_be_explained(ranked: Run) -> None:
    ranked("rank", "--table", "recidivism", "--limit", "3")
    done = ranked("report", "--table", "recidivism", "--rows", "1,5")
    assert done.returncode == 2
    assert "row 5 is not among the 3 ranked rows" in done.stderr
    assert "cfsql explain --table recidivism --row 5" in done.stderr


def test_a_table_must_be_ranked_first(run: Run, example_csv: Path) -> None:
    done = run("report", "--table", "recidivism")
    assert done.returncode == 3
    run("load", example_csv)
    done = run("report", "--table", "recidivism")
    assert done.returncode == 2
    assert "not ranked yet; run: cfsql rank --table recidivism" in done.stderr
    run("rank", "--table", "recidivism", "--into", "mine")
    done = run("report", "--table", "recidivism")
    assert done.returncode == 2
    assert "not ranked yet under its own name, but as mine; run:" in done.stderr


def test_a_database_without_tables_says_what_to_do(run: Run, example_csv: Path) -> None:
    run("load", example_csv)
    run("drop", "recidivism")
    done = run("report", "--table", "recidivism")
    assert done.returncode == 2
    assert "nothing is loaded yet" in done.stderr


def test_a_page_that_cannot_be_written_leaves_the_old_one(
    example_csv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = cfsql.connect().load(example_csv, label=-1).rank().report()
    path = tmp_path / "page.html"
    path.write_text("old", encoding="utf-8")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    write: Callable[..., Any] = fail
    monkeypatch.setattr(Path, "write_text", write)
    with pytest.raises(CfsqlError, match="No space left"):
        report.write(path)
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.glob("*.html*")] == ["page.html"]


def test_names_that_are_no_file_names_are_made_some() -> None:
    frame = pl.DataFrame({"a": [1, 2], "y": ["p", "q"]})
    table = cfsql.connect().load(frame, table="../a/b" + "c" * 300, label=-1)
    name = table.rank().report().file_name
    assert "/" not in name
    assert len(name) < 100


def test_the_log_of_runs_may_be_dropped(example_csv: Path) -> None:
    database = cfsql.connect()
    ranking = database.load(example_csv, label=-1).rank(freeze="sex")
    page = ranking.report().html()
    assert "The ranking was made with" in page
    database.connection.execute("drop table cf.runs")
    assert ranking.report().html() == page
