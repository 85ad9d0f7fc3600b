"""A process that is killed or interrupted leaves the database as it was."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import Run, run_in
from tests.support.plans import needs_kernel
from tests.support.stopped import contents, stop_at

N_ROWS = 20_000


@pytest.fixture(scope="session")
def large_csv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table whose ranking takes many seconds."""
    chance = random.Random(1)
    path = tmp_path_factory.mktemp("large") / "large.csv"
    with path.open("w") as file:
        file.write("a,b,c,d,e,f,g,h,label\n")
        for _ in range(N_ROWS):
            file.write(",".join(str(chance.randrange(40)) for _ in range(8)))
            file.write(f",{chance.choice('XY')}\n")
    return path


@pytest.fixture(scope="session")
def large_once(large_csv: Path) -> Path:
    """A database with that table, of which three rows are ranked."""
    folder = large_csv.parent
    assert run_in(folder, "load", large_csv).returncode == 0
    ranked = run_in(folder, "rank", "--table", "large", "--rows", "1,2,3")
    assert ranked.returncode == 0
    return folder / "cfsql.duckdb"


# test_killed.py kills commands at every statement.
@pytest.mark.parametrize(
    ("plan", "query", "how"),
    [
        ("scan", "scan/minimal", signal.SIGINT),
        ("blocked", "blocked/minimal", signal.SIGINT),
        ("scan", "scan/balls", signal.SIGINT),
        ("blocked", "blocked/balls", signal.SIGINT),
        pytest.param(
            *("compiled", "compiled/targets", signal.SIGINT), marks=needs_kernel
        ),
        pytest.param(
            *("compiled", "compiled/centres", signal.SIGKILL), marks=needs_kernel
        ),
        ("auto", "results/ranked", signal.SIGINT),
    ],
)
def test_a_stopped_rank_leaves_the_old_results(
    run: Run,
    large_once: Path,
    tmp_path: Path,
    how: signal.Signals,
    plan: str,
    query: str,
) -> None:
    shutil.copy(large_once, tmp_path / "cfsql.duckdb")
    before = contents(tmp_path / "cfsql.duckdb")

    code, last_line = stop_at(
        *(tmp_path, query, how, "rank", "--table", "large", "--limit", 2000),
        *("--plan", plan),
    )

    assert contents(tmp_path / "cfsql.duckdb") == before
    if how is signal.SIGINT:
        assert code == 130
        assert last_line == "cfsql: interrupted; the database is as it was"
    assert run("rank", "--table", "large", "--rows", "4").returncode == 0


@pytest.mark.parametrize(
    ("query", "how"),
    [("encode/coded_rows", signal.SIGKILL), ("catalog/run", signal.SIGINT)],
)
def test_a_stopped_load_leaves_the_old_table(
    run: Run,
    example_csv: Path,
    large_csv: Path,
    tmp_path: Path,
    how: signal.Signals,
    query: str,
) -> None:
    run("load", example_csv, "--table", "cases")
    run("rank", "--table", "cases")
    before = contents(tmp_path / "cfsql.duckdb")

    code, _ = stop_at(
        *(tmp_path, query, how),
        *("load", large_csv, "--table", "cases", "--replace"),
    )

    assert contents(tmp_path / "cfsql.duckdb") == before
    if how is signal.SIGINT:
        assert code == 130


def test_an_interrupted_first_load_leaves_no_file(
    large_csv: Path, tmp_path: Path
) -> None:
    code, _ = stop_at(tmp_path, "encode/texts", signal.SIGINT, "load", large_csv)

    assert code == 130
    assert not (tmp_path / "cfsql.duckdb").exists()


def test_what_a_killed_command_wrote_beside_the_database_is_taken_away(
    run: Run, tmp_path: Path
) -> None:
    killed = (
        "import os, signal, cfsql\n"
        "database = cfsql.connect('cfsql.duckdb', memory_limit='60MB')\n"
        "rows = 'select md5(range::varchar) as h from range(3_000_000)'\n"
        "database.connection.execute(f'create temp table large as {rows}')\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", killed], cwd=tmp_path, check=False)
    (left,) = tmp_path.glob("cfsql.duckdb-*.tmp")
    assert list(left.iterdir())

    in_use = left.with_name(re.sub(r"\d+\.tmp$", f"{os.getpid()}.tmp", left.name))
    elsewhere = left.with_name(f"cfsql.duckdb-another_machine-{left.stem[-1]}.tmp")
    for directory in (in_use, elsewhere):
        directory.mkdir()
    assert run("tables").returncode == 0

    assert not left.exists()
    assert in_use.exists()
    assert elsewhere.exists()
