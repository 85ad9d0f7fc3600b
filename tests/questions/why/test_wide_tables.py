"""Wide tables, and too little time for all of their explanations."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

import cfsql
import cfsql.questions.factual
from cfsql.questions.why import Factual, Literal
from tests.support.commands import Run, run_here


def wide_frame(n_features: int, n_rows: int, seed: int = 1) -> pl.DataFrame:
    """Two values and two classes, drawn at random."""
    chance = random.Random(seed)
    columns = {
        f"c{n}": [chance.choice("xy") for _ in range(n_rows)] for n in range(n_features)
    }
    return pl.DataFrame(columns | {"y": [chance.choice("PQ") for _ in range(n_rows)]})


def covered_labels(frame: pl.DataFrame, literals: Sequence[Literal]) -> list[str]:
    """The labels of the rows with these values."""
    for each in literals:
        frame = frame.filter(pl.col(each.feature) == each.value)
    return frame["y"].to_list()


def assert_minimal(frame: pl.DataFrame, label: str, found: Factual) -> None:
    """The label follows from all of the values, and from no fewer."""
    labels = covered_labels(frame, found.literals)
    assert set(labels) == {label}
    assert len(labels) == found.coverage
    for left_out in found.literals:
        fewer = [each for each in found.literals if each != left_out]
        assert set(covered_labels(frame, fewer)) != {label}


@pytest.fixture(scope="module")
def wide_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table with more explanations than a moment is enough for."""
    path = tmp_path_factory.mktemp("wide") / "wide.duckdb"
    with cfsql.connect(path) as database:
        database.load(wide_frame(45, 60), table="wide", label=-1)
    return path


def test_without_time_for_all_the_answer_says_that_there_may_be_more(
    run: Run, wide_once: Path
) -> None:
    why = ("why", "--table", "wide", "--row", 1, "--time-limit", "0.05")

    done = run(*why, "--db", wide_once)
    found = run_here(*why, "--format", "json", "--db", wide_once)

    assert done.returncode == 0
    said = " ".join(done.stdout.split())
    assert "There may be" in said
    assert "--time-limit" in said
    assert not json.loads(found.stdout)["is_complete"]


def test_without_time_for_all_the_stored_answers_say_so_too(wide_once: Path) -> None:
    done = run_here("why", "--table", "wide", "--time-limit", "0.05", "--db", wide_once)

    assert done.returncode == 0
    assert "not complete" in done.stdout
    with cfsql.connect(wide_once, read_only=True) as opened:
        summary = opened.factual("wide").summary.pl()
    assert summary.height == 60
    assert not summary["is_complete"].all()


def test_rules_that_were_found_in_too_little_time_are_said_not_to_be_all(
    wide_once: Path,
) -> None:
    done = run_here(
        *("why", "--table", "wide", "--label", "P", "--time-limit", "0.001"),
        *("--db", wide_once),
    )

    assert done.returncode == 0
    assert "There may be rules that cover more" in done.stdout


def test_without_time_for_all_what_is_found_is_right_and_the_smallest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Chunks so small that time is up in the middle of a level.
    monkeypatch.setattr(cfsql.questions.factual, "TESTS_PER_CHUNK", (20_000, 20_000))
    frame = wide_frame(45, 60)
    with cfsql.connect() as database:
        table = database.load(frame, label=-1)
        why = table.why(1, time_limit=0.7)
        sure = table.why(1, max_size=3, time_limit=None)

    assert not why.is_complete
    assert why.complete_size is not None
    sizes = [one.size for one in why.factuals]
    assert sizes == sorted(sizes)
    for one in random.Random(1).sample(why.factuals, min(50, len(why.factuals))):
        assert_minimal(frame, why.label, one)
    known = min(why.complete_size, 3)
    assert [one for one in why.factuals if one.size <= known] == [
        one for one in sure.factuals if one.size <= known
    ]


@pytest.mark.parametrize("n_features", [70, 200])
def test_a_wide_table_is_explained(n_features: int) -> None:
    frame = wide_frame(n_features, 16)
    with cfsql.connect() as database:
        table = database.load(frame, label=-1)
        why = table.why(1, limit=5)
        stored = table.why_rows(limit=3, per_row=2)
        assert stored.summary.pl()["n_factual"].to_list() == [2] * 3
        assert stored.summary.pl()["is_complete"].to_list() == [False] * 3
    assert len(why.factuals) == 5
    for one in why.factuals:
        assert_minimal(frame, why.label, one)


def test_rules_are_found_in_a_wide_table() -> None:
    frame = wide_frame(70, 16)
    with cfsql.connect() as database:
        found = database.load(frame, label=-1).rules("P", limit=3)

    assert len(found.rules) == 3
    for rule in found.rules:
        labels = covered_labels(frame, rule.literals)
        assert set(labels) == {"P"}
        assert len(labels) == rule.coverage
