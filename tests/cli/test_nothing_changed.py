"""A command that ends with another code than 0 has changed nothing."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

import cfsql
from cfsql.engines.duckdb import Session
from cfsql.errors import WrongUse
from tests.support.commands import run_in
from tests.support.refusals import (
    FAILED,
    INTERRUPTED,
    WRONG_USE,
    assert_refused,
    unchanged,
)

ROWS = "a,b,l\n1,x,p\n2,y,q\n3,x,p\n4,y,q\n1,y,q\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of one table, which is ranked."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "t.csv").write_text(ROWS)
    for command in (("load", "t.csv"), ("rank", "--table", "t")):
        assert run_in(folder, *command).returncode == 0
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(made, tmp_path, dirs_exist_ok=True)


STORING = {
    "load": ("load", "t.csv", "--table", "other"),
    "load, replacing": ("load", "t.csv", "--replace"),
    "rank": ("rank", "--table", "t", "--freeze", "a"),
    "audit": ("audit", "--table", "t"),
    "why": ("why", "--table", "t"),
    "stability": ("stability", "--table", "t", "--repeats", "2"),
    "cover": ("cover", "--table", "t"),
    "append": ("append", "t.csv", "--table", "t"),
    "remove": ("remove", "--table", "t", "--rows", "1"),
}


def run_full(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run cfsql where what it shows cannot be written."""
    with open("/dev/full", "w") as full:
        return subprocess.run(
            [sys.executable, "-m", "cfsql", *command],
            cwd=folder,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.mark.parametrize("command", STORING.values(), ids=STORING)
def test_what_cannot_be_shown_is_stored_and_said(
    folder: Path, command: tuple[str, ...]
) -> None:
    with cfsql.connect(folder / "cfsql.duckdb", read_only=True) as database:
        (before,) = database.sql("select count(*) from cf.runs").fetchall()
    done = run_full(folder, *command)
    assert done.returncode == 0, done.stderr
    assert "No space left on device, but it is stored" in done.stderr
    with cfsql.connect(folder / "cfsql.duckdb", read_only=True) as database:
        assert database.sql("select count(*) from cf.runs").fetchall() != [before]


@pytest.mark.parametrize(
    ("command", "format"),
    [("rank", "csv"), *((each, "json") for each in STORING if "load" not in each)],
)
def test_data_that_cannot_be_written_are_not_stored(
    folder: Path, command: str, format: str
) -> None:
    with unchanged(folder / "cfsql.duckdb"):
        done = run_full(folder, *STORING[command], "--format", format)
    assert done.returncode == FAILED, done.stderr
    assert "cannot write the result: No space left on device" in done.stderr


@pytest.mark.parametrize("command", ["audit", "rank"])
def test_an_audit_that_fails_leaves_no_ranking(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """An audit ranks a table that is not ranked, and what is shown is asked last."""
    run_in(folder, "load", "t.csv", "--table", "u")
    asked = "audit/" if command == "audit" else "overview/"
    fetch = Session.fetch_table

    def failing(self: Session, query: Any, **parameters: object) -> Any:
        if query.label.startswith(f"sql/questions/{asked[:-1]}.sql"):
            raise duckdb.OutOfMemoryException("out of memory")
        return fetch(self, query, **parameters)

    monkeypatch.setattr(Session, "fetch_table", failing)
    with unchanged(folder / "cfsql.duckdb"):
        assert run_in(folder, command, "--table", "u").returncode == FAILED


def test_a_ranking_without_the_memory_to_show_it_is_not_stored(tmp_path: Path) -> None:
    chance = random.Random(5)
    rows = [[chance.randrange(9) for _ in range(6)] for _ in range(4000)]
    text = "".join(f"{','.join(map(str, row))},{sum(row) % 3}\n" for row in rows)
    (tmp_path / "t.csv").write_text(f"a,b,c,d,e,f,y\n{text}")
    assert run_in(tmp_path, "load", "t.csv").returncode == 0
    codes = set()
    for megabytes in (16, 20, 24, 30, 40, 60, 120):
        name = f"n{megabytes}"
        limit = ("--memory-limit", f"{megabytes}MB", "--threads", 1)
        done = run_in(tmp_path, "rank", "--table", "t", "--into", name, *limit)
        with cfsql.connect(tmp_path / "cfsql.duckdb", read_only=True) as database:
            stored = name in [each.name for each in database.rankings()]
        assert stored == (done.returncode == 0), done.stderr
        assert stored or "allow more with --memory-limit" in done.stderr
        codes.add(done.returncode)
    assert codes == {0, FAILED}


EMPTY = [
    ("rank", "--table", "t", "--into", ""),
    ("rank", "--table", "t", "--into", "  "),
    ("rank", "--table", ""),
    ("rank", "--table", "t", "--freeze", ""),
    ("explain", "--table", "t", "--row", ""),
    ("rank", "--table", "t", "--out", ""),
    ("rank", "--table", "t", "--db", ""),
    ("rank", "--table", "t", "--memory-limit", ""),
    ("rank", "--table", "t", "--time-limit", ""),
    ("rank", ""),
    ("stability", "--table", "t", "--into", ""),
    ("cover", "--table", "t", "--into", ""),
    ("why", "--table", "t", "--into", ""),
    ("load", ""),
    ("load", "t.csv", "--table", ""),
    ("load", "t.csv", "--id", "", "--table", "u"),
    ("load", "t.csv", "--label", "", "--table", "u"),
    ("load", "t.csv", "--ignore", "", "--table", "u"),
    ("audit", "--table", "t", "--protected", ""),
    ("audit", "--table", "t", "--out", ""),
    ("report", "--table", "t", "--out", ""),
    ("export", "--table", "t", "--out", ""),
    ("drop", ""),
    ("refresh", ""),
    ("append", "", "--table", "t"),
]


def test_an_empty_name_is_refused(made: Path) -> None:
    """A variable of the shell that is not set is an empty word."""
    with unchanged(made / "cfsql.duckdb"):
        for command in EMPTY:
            done = run_in(made, *command)
            assert_refused(done, WRONG_USE, "is empty; give a name, or leave it out")


def test_an_empty_name_is_refused_in_python(tmp_path: Path) -> None:
    database = cfsql.connect()
    frame = pl.DataFrame({"a": [1, 2, 3], "y": ["p", "q", "p"]})
    table = database.load(frame, table="t", label="y")
    ranking = table.rank()
    for call in (
        lambda: table.rank(into=""),
        lambda: table.stability(into=""),
        lambda: table.cover(into=" "),
        lambda: table.why_rows(into=""),
        lambda: database.load(frame, table="", label="y"),
        lambda: database.load(frame, table="u", label=""),
        lambda: database.load(frame, table="u", label="y", id=""),
        lambda: ranking.to_file(""),
        lambda: table.export(""),
        lambda: cfsql.connect(""),
    ):
        with pytest.raises(WrongUse):
            call()
    assert [each.name for each in database.rankings()] == ["t"]
    assert [each.name for each in database.tables()] == ["t"]


def test_a_name_that_results_of_a_table_have_is_refused(made: Path) -> None:
    with unchanged(made / "cfsql.duckdb"):
        for name in ("t_ranked", "T_optimal", "t_factual", "t_changes"):
            for command in ("rank", "stability", "cover", "why"):
                done = run_in(made, command, "--table", "t", "--into", name)
                assert_refused(done, WRONG_USE, "is what results of t are called")


@pytest.fixture
def own(folder: Path) -> Path:
    """The same, with a table that was read from this very folder."""
    for command in (("load", "t.csv", "--replace"), ("rank", "--table", "t")):
        assert run_in(folder, *command).returncode == 0
    return folder


def test_a_result_is_not_written_over_what_a_table_was_read_from(own: Path) -> None:
    (own / "link.csv").symlink_to("t.csv")
    (own / "more").mkdir()
    (own / "more" / "u.csv").write_text(ROWS)
    run_in(own, "load", "more/*.csv", "--table", "u")
    for command in ("rank", "cover", "why", "stability"):
        for out in ("t.csv", "./t.csv", "link.csv", "more/u.csv"):
            with unchanged(own / "cfsql.duckdb"):
                done = run_in(own, command, "--table", "t", "--out", out)
            assert_refused(done, WRONG_USE, f"{out} is what", "was loaded from")
    assert (own / "t.csv").read_text() == ROWS
    assert (own / "more" / "u.csv").read_text() == ROWS


def test_nor_over_a_source_in_memory_or_in_a_folder(own: Path) -> None:
    done = run_in(own, "rank", "t.csv", "--out", "t.csv")
    assert_refused(done, WRONG_USE, "t.csv is what t was loaded from")
    cases = ("explain", "--table", "t", "--file", "t.csv", "--out", "./t.csv")
    assert_refused(run_in(own, *cases), WRONG_USE, "./t.csv has the cases")
    (own / "new.csv").write_text(ROWS)
    cases = ("explain", "--table", "t", "--file", "new.csv", "--out", "t.csv")
    assert_refused(run_in(own, *cases), WRONG_USE, "t.csv is what t was loaded")
    pl.read_csv(own / "t.csv").write_parquet(own / "p.parquet")
    for command in (("load", "p.parquet"), ("rank", "--table", "p")):
        assert run_in(own, *command).returncode == 0
    done = run_in(own, "export", "--table", "p", "--out", ".", "--overwrite")
    assert_refused(done, WRONG_USE, "p.parquet is what p was loaded from")
    with cfsql.connect(own / "cfsql.duckdb") as database, pytest.raises(WrongUse):
        database.ranking("p").to_parquet(own / "p.parquet")
    assert pl.read_parquet(own / "p.parquet").columns == ["a", "b", "l"]


@pytest.mark.parametrize(
    "statement", ["delete from t", "alter table t rename a to z", "drop table t"]
)
def test_a_check_of_a_changed_table_says_so(folder: Path, statement: str) -> None:
    with duckdb.connect(str(folder / "cfsql.duckdb")) as connection:
        connection.execute(statement)
    for options in (("--fresh",), ()):
        done = run_in(folder, "check", "--table", "t", "--quiet", *options)
        assert_refused(done, FAILED, "t has changed since it was encoded", "--keep")


# While the second module of each is imported, Ctrl-C comes.
@pytest.mark.parametrize(
    ("module", "how"),
    [
        ("typer", "python -m cfsql"),
        ("cfsql.cli.app", "the script"),
        ("cfsql.cli.rank", "python -m cfsql"),
        ("duckdb", "the script"),
        ("cfsql.method", "python -m cfsql"),
    ],
)
def test_ctrl_c_during_imports_is_one_line(folder: Path, module: str, how: str) -> None:
    start = (
        "runpy.run_module('cfsql', run_name='__main__')"
        if how == "python -m cfsql"
        else "from cfsql.cli import main; main()"
    )
    code = (
        "import os, runpy, signal, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "sys.argv = ['cfsql', 'rank', '--table', 't']\n"
        f"{start}"
    )
    with unchanged(folder / "cfsql.duckdb"):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True
        )
    assert_refused(done, INTERRUPTED, "interrupted; the database is as it was")


def test_a_pipe_without_a_writer_is_answered_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "f.csv")
    done = run_in(tmp_path, "load", "f.csv")
    assert_refused(done, WRONG_USE, "f.csv is a pipe", "cfsql load - < f.csv")
    assert not (tmp_path / "cfsql.duckdb").exists()


def test_no_file_is_guessed_from_noise(tmp_path: Path) -> None:
    (tmp_path / "norace.txt").write_text(ROWS)
    done = run_in(tmp_path, "load", "nothere.csv")
    assert done.stderr == "cfsql: no file nothere.csv\n"
