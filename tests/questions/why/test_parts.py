"""The answers do not depend on how the work is cut up."""

from __future__ import annotations

import random
from typing import Any

import polars as pl
import pytest

import cfsql
import cfsql.questions.factual


def random_frame(seed: int) -> pl.DataFrame:
    """Rows with gaps, duplicates and contradictions."""
    chance = random.Random(seed)
    n_features, n_rows = chance.randint(3, 5), chance.randint(10, 14)
    columns = {
        f"c{n}": [chance.choice(["x", "y", None]) for _ in range(n_rows)]
        for n in range(n_features)
    }
    schema = dict.fromkeys([*columns, "y"], pl.String)
    labels = [chance.choice("PPPQQR") for _ in range(n_rows)]
    return pl.DataFrame(columns | {"y": labels}, schema=schema)


def all_of(frame: pl.DataFrame, **options: Any) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The explanations of all rows, and what is said of each row."""
    with cfsql.connect() as database:
        found = database.load(frame, label=-1).why_rows(**options)
        return found.pl(), found.summary.pl()


@pytest.mark.parametrize("precision", [1.0, 0.8])
@pytest.mark.parametrize("seed", [0, 1])
def test_small_parts_give_the_answers_of_large_ones(
    monkeypatch: pytest.MonkeyPatch, seed: int, precision: float
) -> None:
    frame = random_frame(seed)
    whole = all_of(frame, precision=precision)

    monkeypatch.setattr(cfsql.questions.factual, "TESTS_PER_CHUNK", (50, 50))
    monkeypatch.setattr(cfsql.questions.factual, "PAIRS_PER_BATCH", 200)
    parts = all_of(frame, precision=precision)

    assert parts[0].equals(whole[0])
    assert parts[1].equals(whole[1])
    assert whole[1]["is_complete"].all()


@pytest.mark.parametrize("precision", [1.0, 0.8])
def test_the_first_explanations_of_each_row_are_the_first_of_all(
    monkeypatch: pytest.MonkeyPatch, precision: float
) -> None:
    frame = random_frame(5)
    everything, _ = all_of(frame, precision=precision)
    wanted = everything.filter(pl.int_range(pl.len()).over("row_id") < 2)

    found, summary = all_of(frame, precision=precision, per_row=2)
    assert found.equals(wanted)
    assert summary["n_factual"].max() == 2

    monkeypatch.setattr(cfsql.questions.factual, "TESTS_PER_CHUNK", (50, 50))
    monkeypatch.setattr(cfsql.questions.factual, "PAIRS_PER_BATCH", 200)
    assert all_of(frame, precision=precision, per_row=2)[0].equals(wanted)


def test_only_rows_with_more_explanations_than_shown_are_incomplete() -> None:
    frame = random_frame(5)
    _, whole = all_of(frame)

    _, summary = all_of(frame, per_row=2)

    assert summary["is_complete"].to_list() == (whole["n_factual"] <= 2).to_list()
