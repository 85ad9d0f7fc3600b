"""What reaches a terminal, a pipe and a file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import polars as pl
import pytest

import cfsql
from cfsql.errors import WrongUse
from tests.support.commands import Run, run_in

# A title of the window, a cleared screen, an 8-bit introducer, a bell, a reversed text.
ATTACK = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eevil\x7f"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run `cfsql` where names and values of a table would control a terminal."""
    folder = tmp_path_factory.mktemp("attacked")
    frame = pl.DataFrame(
        {
            f"a{ATTACK}": [f"x{ATTACK}", "y", "z"],
            "b": ["p", "p", "p\tq"],
            f"label{ATTACK}": [f"no{ATTACK}", "yes", "yes"],
        }
    )
    frame.write_parquet(folder / f"t{ATTACK}.parquet")
    assert run_in(folder, "load", f"t{ATTACK}.parquet").returncode == 0
    return partial(run_in, folder)


TABLE = ("--table", f"t{ATTACK}")


@pytest.mark.parametrize(
    "arguments",
    [
        ("load", f"t{ATTACK}.parquet", "--replace"),
        ("rank", *TABLE, "--show-sql"),
        ("rank", *TABLE, "--format", "markdown"),
        ("rank", *TABLE, "--dry-run"),
        ("rank", f"t{ATTACK}.parquet"),
        ("explain", *TABLE, "--row", 1),
        ("explain", *TABLE, "--row", 1, "--format", "json"),
        ("explain", *TABLE, "--row", 1, "--all"),
        ("explain", *TABLE, "--row", f"1{ATTACK}"),
        ("explain", *TABLE, "--values", f'{{"{ATTACK[0]}": 1}}'),
        ("why", *TABLE, "--row", 1),
        ("why", *TABLE, "--label", f"no{ATTACK}"),
        ("why", *TABLE, "--label", f"n{ATTACK}"),
        ("compare", *TABLE, "--rows", "1,2"),
        ("audit", *TABLE),
        ("audit", *TABLE, "--protected", f"c{ATTACK}"),
        ("check", *TABLE),
        ("tables",),
        ("describe", f"t{ATTACK}"),
        ("describe", f"u{ATTACK}"),
        ("sql", f'select 1 as "{ATTACK}"'),
        ("sql", f"select '{ATTACK}' as a", "--format", "jsonl"),
        ("sql", f"selekt '{ATTACK}'"),
        ("load", f"{ATTACK}.csv"),
        ("tables", "--db", f"{ATTACK}.duckdb"),
        ("rank", *TABLE, f"--{ATTACK}"),
        (ATTACK,),
    ],
    ids=lambda arguments: " ".join(map(str, arguments)).encode("unicode_escape")[:40],
)
def test_nothing_controls_a_terminal(
    attacked: Run, arguments: tuple[object, ...]
) -> None:
    done = attacked(*arguments)

    assert not CONTROLS.search(done.stdout + done.stderr)
    assert "Traceback" not in done.stderr
    assert done.stdout + done.stderr


def test_errors_in_python_control_no_terminal() -> None:
    with cfsql.connect() as database, pytest.raises(WrongUse) as raised:
        database.table(ATTACK)

    assert not CONTROLS.search(str(raised.value))


def test_formats_for_programs_keep_the_data(attacked: Run) -> None:
    done = attacked("sql", f"select '{ATTACK}' as a", "--format", "csv")

    assert done.stdout == f"a\n{ATTACK}\n"


@pytest.mark.parametrize(
    ("format", "shown"),
    [
        ("json", '[\n{"x": 1, "x_1": 2}\n]\n'),
        ("jsonl", '{"x": 1, "x_1": 2}\n'),
        ("csv", "x,x_1\n1,2\n"),
    ],
)
def test_columns_of_one_name_are_told_apart(run: Run, format: str, shown: str) -> None:
    run("demo", "--write", "a.csv")
    run("load", "a.csv")
    done = run("sql", "select 1 as x, 2 as x", "--format", format)

    assert done.stdout == shown


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
@pytest.mark.parametrize("format", ["table", "csv", "json"])
def test_a_terminal_gets_symbols_in_every_format(tmp_path: Path, format: str) -> None:
    import pty

    cfsql.connect(tmp_path / "a.duckdb").close()
    query = f"select '{ATTACK}' as a"
    ours, theirs = pty.openpty()
    subprocess.run(
        [
            *(sys.executable, "-m", "cfsql", "sql", "--db", tmp_path / "a.duckdb"),
            *(query, "--format", format),
        ],
        stdout=theirs,
        stderr=theirs,
        timeout=60,
    )
    os.close(theirs)
    shown = os.read(ours, 10_000).decode().replace("\r\n", "\n")
    os.close(ours)

    assert "evil" in shown
    assert not CONTROLS.search(shown)


@pytest.mark.skipif(os.name == "nt", reason="no such pipes")
@pytest.mark.parametrize(
    "arguments",
    [
        ("rank", "--table", "recidivism", "--out", "out.csv", "--format", "csv"),
        ("why", "--table", "recidivism", "--out", "out.json"),
        ("audit", "--table", "recidivism", "--out", "out"),
        (
            *("explain", "--table", "recidivism", "--file", "recidivism.csv"),
            *("--out", "out.parquet"),
        ),
        ("load", "recidivism.csv", "--db", "out"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_file_is_written_whoever_reads_the_output(
    loaded: Run, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)

    done = subprocess.run(
        [sys.executable, "-m", "cfsql", *arguments],
        cwd=tmp_path,
        stdout=writer,
        stderr=subprocess.PIPE,
        env={k: v for k, v in os.environ.items() if k != "CFSQL_DB"},
        timeout=60,
        text=True,
    )
    os.close(writer)

    assert done.returncode == 0
    assert "Error" not in done.stderr
    assert [each.name for each in tmp_path.glob("out*")]
    assert not list(tmp_path.glob("*.unfinished"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_an_export_holds_the_table_and_replaces_only_its_own_files(
    loaded: Run, tmp_path: Path
) -> None:
    export = ("export", "--table", "recidivism", "--out", "out")
    loaded("rank", "--table", "recidivism")

    done = loaded(*export)
    again = loaded(*export)
    replaced = loaded(*export, "--overwrite")
    (tmp_path / "out" / "recidivism.parquet").write_text("my own notes")
    (tmp_path / "out" / "mine.txt").write_text("mine")
    refused = loaded(*export, "--overwrite")

    assert done.stdout.splitlines() == replaced.stdout.splitlines()
    assert done.stdout.splitlines()[0] == "out/recidivism.parquet"
    assert again.returncode == refused.returncode == 2
    assert "out/recidivism.parquet exists already; " in again.stderr
    assert "--overwrite replaces nothing else" in refused.stderr
    assert (tmp_path / "out" / "mine.txt").read_text() == "mine"
