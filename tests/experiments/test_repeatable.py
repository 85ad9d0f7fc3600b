"""The same seed gives the same numbers everywhere."""

from __future__ import annotations

from typing import Any, get_args

import pytest

import cfsql
from cfsql.experiments import samples
from cfsql.options import ALL, Experiment
from tests.experiments.measuring import (
    RESULTS,
    Rows,
    frame_of,
    kept,
    random_cases,
    rows,
)


def measured_by(threads: int, *, seed: int) -> tuple[Rows, Rows]:
    """All experiments on a table of several shards and on the synthetic ones."""
    frame = frame_of(random_cases(700, seed=1))
    with cfsql.connect(threads=threads) as database:
        database.load(frame, table="t", label=-1).experiment(
            sample=250, repeats=4, seed=seed
        )
        return kept(database)


def test_the_seed_decides_and_the_threads_do_not(small_synthetic: None) -> None:
    alone, together = measured_by(1, seed=7), measured_by(4, seed=7)
    assert alone == together
    # at_distance_1 to 4, n_minimal; unique_share; two gaps; six metrics.
    n_measures = 5 + 1 + 2 + 6
    n_synthetic = 2 * 2 * 4
    assert len(alone[0]) == 4 * (n_measures + n_synthetic)

    other, _ = measured_by(4, seed=8)
    assert [row[:4] for row in other] == [row[:4] for row in alone[0]]
    for experiment in (name for name in get_args(Experiment) if name != ALL):
        assert [row for row in other if row[0] == experiment] != [
            row for row in alone[0] if row[0] == experiment
        ]


def test_repeats_do_not_depend_on_each_other(
    only_tables: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    with cfsql.connect() as database:
        table = database.load(frame_of(random_cases(60, seed=2)), table="t", label=-1)
        # All repeats at once, two at a time, and one after the other.
        for pairs in (10_000_000, 2 * 30**2, 1):
            monkeypatch.setattr(samples, "_PAIRS_PER_BATCH", pairs)
            table.experiment(sample=30, repeats=5)
            found.append(kept(database))
        table.experiment(sample=30, repeats=3)
        fewer, _ = kept(database)
    assert found[0] == found[1] == found[2]
    assert fewer == [row for row in found[0][0] if row[2] <= 3]


def test_one_experiment_gives_what_it_gives_among_all(small_synthetic: None) -> None:
    protocol: dict[str, Any] = {"sample": 20, "repeats": 2, "seed": 3}
    with cfsql.connect() as database, cfsql.connect() as other:
        frame = frame_of(random_cases(50, seed=4))
        made = database.load(frame, table="t", label=-1).experiment(**protocol)
        table = other.load(frame, table="t", label=-1)
        for name in get_args(Experiment):
            if name != ALL:
                table.experiment(name, **protocol)
        assert kept(database) == kept(other)
        # What is returned is what is kept.
        assert [
            (m.experiment, m.table_name, m.repeat, m.measure, m.value)
            for m in made.measurements
        ] == rows(database, RESULTS)
        assert [(s.measure, s.mean, s.sd) for s in made.summaries] == rows(
            database,
            "select measure, mean, sd from cf.experiment_summary "
            "order by experiment, table_name, measure",
        )
