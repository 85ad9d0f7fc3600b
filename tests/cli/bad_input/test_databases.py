"""Databases that are missing, in use, full or none at all."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

import cfsql
from tests.cli.bad_input.people import PEOPLE
from tests.support.commands import Run
from tests.support.refusals import (
    FAILED,
    NO_DATABASE,
    WRONG_USE,
    assert_refused,
    contents,
    unchanged,
)


@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", "--table", "people", "--row", "1"),
        ("tables",),
        ("rank", "--table", "people"),
        ("sql", "select 1"),
    ],
    ids=" ".join,
)
def test_without_a_database_there_is_nothing_to_ask(
    run: Run, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    assert_refused(run(*arguments), NO_DATABASE, "no database cfsql.duckdb", "load")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["cfsql.duckdb", "other.duckdb"])
def test_a_database_in_use_is_refused_with_the_process_that_has_it(
    run: Run, database: Path, people_csv: Path, name: str
) -> None:
    held = database.rename(database.with_name(name))
    hold = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(); input()"
    with subprocess.Popen(
        [sys.executable, "-c", hold, held],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        asked = run("tables", "--db", name)
        loaded = run("load", people_csv, "--table", "new", "--db", name)
        holder.communicate(b"\n")

    for done in (asked, loaded):
        assert_refused(done, NO_DATABASE, name, f"process {holder.pid}")
    assert not [table for table in contents(held) if "new" in table]


def write_text(path: Path) -> None:
    path.write_text("hello\n")


def write_csv(path: Path) -> None:
    path.write_text(PEOPLE)


def write_parquet(path: Path) -> None:
    pl.DataFrame({"a": [1], "y": [2]}).write_parquet(path)


def write_sqlite(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("create table people (a, y)")


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("text.duckdb", write_text),
        ("block.duckdb", write_text),
        ("other.csv", write_csv),
        ("other.json", write_text),
        ("other.parquet", write_parquet),
        ("other.sqlite", write_sqlite),
    ],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, name: str, write: Any, read_only: bool
) -> None:
    write(tmp_path / name)
    before = (tmp_path / name).read_bytes()

    with pytest.raises(cfsql.CfsqlError) as caught:
        cfsql.connect(tmp_path / name, read_only=read_only)

    assert f"{name} is not a DuckDB database" in str(caught.value)
    assert caught.value.exit_code == NO_DATABASE
    assert (tmp_path / name).read_bytes() == before
    assert list(tmp_path.iterdir()) == [tmp_path / name]


def test_a_load_into_what_is_no_database_does_not_claim_to_be_done(
    run: Run, people_csv: Path, tmp_path: Path
) -> None:
    (tmp_path / "other.csv").write_text("a,y\n1,2\n")

    done = run("load", people_csv, "--db", "other.csv")

    assert_refused(done, NO_DATABASE, "other.csv is not a DuckDB database")


def test_a_directory_is_no_database(run: Run, people_csv: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()

    for arguments in (["tables"], ["load", people_csv]):
        done = run(*arguments, "--db", "folder")
        assert_refused(done, NO_DATABASE, "folder is a directory")
    assert list((tmp_path / "folder").iterdir()) == []


def test_a_database_in_a_missing_directory_is_not_said_to_be_in_use(
    run: Run, people_csv: Path
) -> None:
    done = run("load", people_csv, "--db", "clock/people.duckdb")

    assert_refused(done, NO_DATABASE, "clock", "directory")
    assert "in use" not in done.stderr


@pytest.mark.parametrize("path", ["/proc/people.duckdb", "/dev/full"])
def test_a_database_that_cannot_be_written_is_refused(
    run: Run, people_csv: Path, path: str
) -> None:
    # File permissions do not bind root, and tests may run as root.
    if not Path(path).parent.is_dir():
        pytest.skip(f"there is no {Path(path).parent} here")
    existed = Path(path).exists()

    assert_refused(run("load", people_csv, "--db", path), NO_DATABASE, path)

    assert Path(path).exists() == existed


def test_a_file_of_a_newer_duckdb_says_what_to_do(
    run: Run, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise duckdb.IOException(
            "IO Error: Trying to read a database file with version number 99, but we "
            "can only read versions between 64 and 69.\nThe database file was created "
            "with a newer version of DuckDB."
        )

    monkeypatch.setattr("cfsql.api.opening.open_database", refuse)
    assert_refused(run("tables"), NO_DATABASE, "pip install --upgrade duckdb")


# So many that the log of the transaction has no room, or so many that a table has none.
@pytest.mark.parametrize("n_rows", [40_000, 150_000])
def test_a_full_disk_is_one_line_and_loses_nothing(
    database: Path, tmp_path: Path, n_rows: int
) -> None:
    resource = pytest.importorskip("resource")
    rows = "".join(f"{n},{n * 7919 % 30_011},{n % 2}\n" for n in range(n_rows))
    (tmp_path / "large.csv").write_text(f"a,b,y\n{rows}")
    limit = database.stat().st_size // 4

    before = contents(database)

    done = subprocess.run(
        [sys.executable, "-m", "cfsql", "load", "large.csv"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )

    assert contents(database) == before
    assert_refused(done, FAILED, "cfsql.duckdb")


@pytest.mark.parametrize(
    ("limit", "code"), [("much", WRONG_USE), ("1MB", FAILED)], ids=["words", "small"]
)
def test_a_memory_limit_that_is_too_small_is_not_taken_for_a_lock(
    run: Run, database: Path, people_csv: Path, limit: str, code: int
) -> None:
    with unchanged(database):
        done = run("load", people_csv, "--table", "new", "--memory-limit", limit)

    assert_refused(done, code, "emory")
    assert "in use" not in done.stderr


def test_an_ending_alone_makes_no_file_like_another(run: Run, tmp_path: Path) -> None:
    (tmp_path / "n6.csv").write_text("a,y\n1,2\n")
    assert "did you mean" not in run("load", "nosuch.csv").stderr
    assert "did you mean n6.csv?" in run("load", "n66.csv").stderr
