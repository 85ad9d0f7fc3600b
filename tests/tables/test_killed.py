"""A command that is killed at any statement leaves all as it was, or all done."""

from __future__ import annotations

import random
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from cfsql.engines.identifiers import quote
from tests.support.commands import run_in
from tests.support.examples import TAKES_ALL

N_ROWS = 400

# Columns that no two runs have alike: when it was, how long it took, a number drawn.
CHANGING = {
    "run_id",
    "finished_at",
    "seconds",
    "steps",
    "plan",
    "loaded_at",
    "made_at",
}

COMMANDS = {
    "load": ("load", "more.csv"),
    "replace": ("load", "more.csv", "--table", "people", "--replace"),
    "rank": ("rank", "--table", "people", "--by", "dag"),
    "into": ("rank", "--table", "people", "--into", "others"),
    "why": ("why", "--table", "people", "--limit", "20"),
    "audit": ("audit", "--table", "people", "--protected", "a", "--replace"),
    "export": ("export", "--table", "people", "--out", "exported", "--overwrite"),
    "drop": ("drop", "people"),
    "append": ("append", "more.csv", "--table", "people"),
    "remove": ("remove", "--table", "people", "--where", "c = 2 and b < 3"),
    "refresh": ("refresh", "people", "more.csv"),
}
# These write in all their parts, and are killed in more places.
CHANGES = ("append", "remove", "refresh")

# The places of the kills, as shares of what the command prints with --show-sql. It
# writes to the database in the last part. Each fifth one, unless all are wanted.
PLACES = (0.05, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.94, 0.97, 0.99, 1)
CLOSE_PLACES = tuple(number / 34 for number in range(1, 35))
STRIDE = 1 if TAKES_ALL else 5


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ranked, explained and audited table, and a file to load."""
    folder = tmp_path_factory.mktemp("prepared")
    chance = random.Random(2)
    for name in ("people", "more"):
        rows = "".join(
            f"{chance.randrange(3)},{chance.randrange(4)},{chance.randrange(5)},"
            f"{chance.choice('XYZ')}\n"
            for _ in range(N_ROWS)
        )
        (folder / f"{name}.csv").write_text(f"a,b,c,y\n{rows}")
    for arguments in (
        ("load", "people.csv"),
        ("rank", "--table", "people"),
        ("rank", "--table", "people", "--into", "slow", "--freeze", "a"),
        ("why", "--table", "people", "--limit", "10"),
        ("audit", "--table", "people", "--protected", "b"),
    ):
        assert run_in(folder, *arguments).returncode == 0
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_killed_command_leaves_everything_before_or_everything_after(
    prepared: Path, tmp_path: Path, command: str
) -> None:
    arguments = COMMANDS[command]
    before = state(prepared)
    whole = tmp_path / "whole"
    shutil.copytree(prepared, whole)
    n_lines = killed_after(whole, None, *arguments)
    after = state(whole)
    assert command == "export" or before != after

    places = CLOSE_PLACES if command in CHANGES else PLACES
    for number, place in enumerate(places[::STRIDE]):
        folder = tmp_path / str(number)
        shutil.copytree(prepared, folder)
        killed_after(folder, max(1, round(place * n_lines)), *arguments)

        assert state(folder) in (before, after), f"killed at {place} of {command}"
        if state(folder) == before:
            assert run_in(folder, *arguments).returncode == 0
        assert state(folder) == after
        assert left_over(folder) == left_over(whole)
        shutil.rmtree(folder)


def killed_after(folder: Path, n_lines: int | None, *arguments: str) -> int:
    """Run cfsql with --show-sql and kill it after some lines; how many there were."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cfsql", *arguments, "--show-sql"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    seen = 0
    for seen, _ in enumerate(process.stderr, start=1):
        if seen == n_lines:
            process.send_signal(signal.SIGKILL)
            break
    process.stderr.read()
    process.wait(timeout=30)
    return seen


def state(folder: Path) -> dict[str, list[str]]:
    """Every table and view of the database, with its rows, but for what varies."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{folder / 'cfsql.duckdb'}' as held (read_only)")
        connection.execute("use held")
        names = connection.execute(
            "select schema_name, table_name from duckdb_tables() "
            "where database_name = 'held' union all "
            "select schema_name, view_name from duckdb_views() "
            "where database_name = 'held' and not internal "
            # The file's own mark is another one after each write.
            "and view_name not like 'file%' order by all"
        ).fetchall()
        found = {}
        for name in names:
            rows = connection.execute(f"from {quote(*name)}")
            columns = [column[0] for column in rows.description or []]
            kept = [n for n, column in enumerate(columns) if column not in CHANGING]
            # Where a file was is remembered, and each try has a folder of its own.
            found[quote(*name)] = sorted(
                re.sub(r"/[^'\"]*/(?=\w+\.csv)", "", str([row[n] for n in kept]))
                for row in rows.fetchall()
            )
    return found


def left_over(folder: Path) -> list[str]:
    """The files of a folder, but for the log that DuckDB takes in when it opens."""
    paths = (path for path in folder.rglob("*") if path.suffix != ".wal")
    return sorted(str(path.relative_to(folder)) for path in paths)
