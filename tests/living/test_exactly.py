"""After any changes, everything stored is what it would be made from the beginning."""

from __future__ import annotations

import atexit
from collections.abc import Iterable
from functools import cache
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

import cfsql
from cfsql.errors import WrongUse
from cfsql.living import choice
from tests.living.sequences import OPTIONS, Life, results


@cache
def databases() -> tuple[cfsql.Database, cfsql.Database]:
    """One that lives, and one that is made anew each time."""
    atexit.register(databases.cache_clear)
    return cfsql.connect(), cfsql.connect()


RANKINGS = st.lists(st.sampled_from(OPTIONS), min_size=1, max_size=3, unique_by=str)
# The fixture is the same for all examples.
SHARED = [HealthCheck.function_scoped_fixture]


@settings(max_examples=4, suppress_health_check=SHARED)
@given(st.integers(0, 2**32 - 1), RANKINGS, st.integers(1, 3))
def test_results_follow_a_few_changes_as_if_made_from_the_beginning(
    seed: int, rankings: list[dict[str, Any]], n_changes: int
) -> None:
    follow(seed, rankings, n_changes)


@pytest.mark.slow
@settings(suppress_health_check=SHARED)
@given(st.integers(0, 2**32 - 1), RANKINGS, st.integers(1, 5))
def test_results_follow_changes_as_if_made_from_the_beginning(
    seed: int, rankings: list[dict[str, Any]], n_changes: int
) -> None:
    follow(seed, rankings, n_changes)


@pytest.fixture(autouse=True)
def never_start_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rankings follow wherever they can: to start over is cheaper here."""
    monkeypatch.setattr(choice, "_logged", lambda *_: None)


def follow(seed: int, rankings: list[dict[str, Any]], n_changes: int) -> None:
    """Change a table at random, and compare with the same made anew each time."""
    living, anew = databases()
    life = Life.drawn(seed)
    table = life.load(living, has_id=life.has_id)
    wanted = make(table, life, rankings, range(len(rankings)))

    for _ in range(n_changes):
        note(life.change(table))
        assert living.sql("from t").pl().sort("row_id").equals(life.sorted_frame)

        fresh = life.load(anew, has_id=True)
        wanted = make(fresh, life, rankings, wanted)
        assert results(living) == results(anew)
        assert table.profile() == fresh.profile()


def make(
    table: cfsql.Table,
    life: Life,
    rankings: list[dict[str, Any]],
    places: Iterable[int],
) -> list[int]:
    """Store some rankings of all that can be made; which these are."""
    made = []
    for place in places:
        options = dict(rankings[place])
        try:
            if "rows" in options:
                options["rows"] = life.there(options["rows"])
            table.rank(into=f"r{place}", **options)
        except WrongUse:
            continue
        made.append(place)
    if life.n_features % 2:
        table.why_rows(limit=3, time_limit=None)
    if 0 in made:
        table.database.ranking("r0").audit(["f1"])
    return made


def test_words_follow_where_no_figure_does() -> None:
    # Of two equal rows, of which one counts, one goes: only the support is another.
    rows = [(0, "x"), (0, "x"), (1, "y")]
    with cfsql.connect() as database:
        frame = pl.DataFrame(rows, schema=["f", "y"], orient="row")
        table = database.load(frame, table="t", label="y")
        table.rank(count="distinct")
        (followed,) = table.remove([2]).results
        assert followed.how == "incremental"
        assert table.check_fresh().hold
