"""A `why` that is stopped leaves the old results."""

from __future__ import annotations

import random
import shutil
import signal
from pathlib import Path

import polars as pl
import pytest

import cfsql
from tests.support.stopped import contents as rows_of
from tests.support.stopped import stop_at


@pytest.fixture(scope="session")
def large_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table whose explanations take some seconds; three rows have theirs."""
    chance = random.Random(1)
    columns = {f"c{n}": [chance.randrange(30) for _ in range(3_000)] for n in range(8)}
    frame = pl.DataFrame(columns | {"y": [chance.choice("XY") for _ in range(3_000)]})
    path = tmp_path_factory.mktemp("large") / "cfsql.duckdb"
    with cfsql.connect(path) as database:
        database.load(frame, table="large", label=-1).why_rows(rows=[1, 2, 3])
    return path


@pytest.mark.parametrize(
    ("query", "how"),
    [
        ("why/exact_tests", signal.SIGINT),
        ("why/factual_summary", signal.SIGKILL),
    ],
)
def test_a_stopped_why_leaves_the_old_results(
    large_once: Path, tmp_path: Path, how: signal.Signals, query: str
) -> None:
    database = Path(shutil.copy(large_once, tmp_path / "cfsql.duckdb"))
    before = rows_of(database)

    code, last_line = stop_at(
        *(tmp_path, query, how, "why", "--table", "large", "--limit", 400)
    )

    assert rows_of(database) == before
    if how is signal.SIGINT:
        assert code == 130
        assert last_line == "cfsql: interrupted; the database is as it was"
    with cfsql.connect(database) as opened:
        assert len(opened.table("large").why_rows(rows=[4]).summary) == 1
