"""`rank --time-limit`: it stops in time, stores nothing and says how far it came."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest

import cfsql
from cfsql.engines.duckdb import deadline as deadline_module
from cfsql.engines.duckdb.deadline import Deadline
from cfsql.errors import TimeIsUp, WrongUse
from cfsql.options import duration
from cfsql.progress import Silent
from tests.oracle.brute_force import Case
from tests.support.commands import Run
from tests.support.plans import PLANS
from tests.support.random_tables import frame_of


def wide_table(database: cfsql.Database, n_rows: int) -> cfsql.Table:
    chance = random.Random(2)
    features = [f"f{n}" for n in range(10)]
    cases = [
        Case(row, tuple(chance.choice("pqrstuvw") for _ in features), "xy"[row % 2])
        for row in range(1, n_rows + 1)
    ]
    return database.load(frame_of(features, cases), table="t", label=-1)


def contents(database: cfsql.Database) -> list[tuple[object, ...]]:
    return database.sql(
        "select schema_name, table_name, estimated_size from duckdb_tables() "
        "where not temporary order by all"
    ).fetchall()


@pytest.mark.parametrize("plan", ["auto", *PLANS])
def test_a_ranking_that_takes_too_long_is_stopped_and_stores_nothing(plan: Any) -> None:
    with cfsql.connect() as database:
        table = wide_table(database, 6000)
        table.rank(limit=3)
        before = contents(database)
        with pytest.raises(
            TimeIsUp, match=r"time limit of 0\.05 s .*nothing was stored"
        ):
            table.rank(plan=plan, time_limit=0.05)
        assert contents(database) == before
        assert database.ranking("t").facts.n_rows == 3
        # The database can be used as before: settings too.
        assert database.sql(
            "select current_setting('preserve_insertion_order')"
        ).fetchall() == [(True,)]
        assert table.rank(limit=4, time_limit="10m").facts.n_rows == 4


def test_a_ranking_in_time_is_stored() -> None:
    with cfsql.connect() as database:
        table = wide_table(database, 200)
        assert table.rank(time_limit=600).facts.n_rows == 200
        (options,) = database.sql("select options from cf.runs").fetchall()[-1]
    assert "time" not in options


def test_the_command_says_how_far_it_came_and_fails(run: Run, tmp_path: Path) -> None:
    with cfsql.connect(tmp_path / "cfsql.duckdb") as database:
        wide_table(database, 6000)
    done = run("rank", "--table", "t", "--time-limit", "0.1s")
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("cfsql: stopped by the time limit of 0.1 s ")
    assert line.endswith("; nothing was stored. --dry-run says how long it takes")
    assert "none" in run("tables").stdout
    assert run("rank", "--table", "t", "--limit", "2").returncode == 0


def test_a_dry_run_says_whether_the_time_will_do(run: Run, example_csv: Path) -> None:
    run("load", example_csv)
    asked = ("rank", "--table", "recidivism", "--dry-run", "--time-limit")
    assert "longer than --time-limit" in run(*asked, "0.001").stderr
    assert run(*asked, "1h").stderr == ""


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("30", 30), ("30s", 30), ("5m", 300), ("1.5 h", 5400), (7, 7), ("250ms", 0.25)],
)
def test_a_time_is_given_with_or_without_a_unit(text: object, seconds: float) -> None:
    assert duration(text, "time_limit") == seconds


@pytest.mark.parametrize("text", ["0", "-1", "5 days", "", "nan", "inf", "s", True])
def test_any_other_time_is_refused(text: object) -> None:
    with pytest.raises(WrongUse) as refused:
        duration(text, "time_limit")
    assert refused.value.line.startswith("--time-limit takes seconds, or a time such")


def test_time_is_up_once_and_says_how_far_it_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(deadline_module, "monotonic", lambda: now)
    deadline = Deadline(1000, lambda: None, Silent())
    assert deadline._how_far() == "before the first step"
    steps = deadline.track("three parts", range(3))
    next(steps)
    now = 1000.0
    with pytest.raises(TimeIsUp, match="at 'three parts', 33% done"):
        next(steps)
    # What cleans up is not stopped.
    deadline.check()
    deadline.end()


def test_a_statement_is_interrupted_until_it_stops() -> None:
    interrupts = threading.Semaphore(0)
    deadline = Deadline(0.01, interrupts.release, Silent())
    assert interrupts.acquire(timeout=60)
    assert interrupts.acquire(timeout=60)
    with pytest.raises(TimeIsUp, match="before the first step"):
        deadline.check()
