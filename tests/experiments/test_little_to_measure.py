"""Tables that have little to measure."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cfsql
from tests.experiments.measuring import (
    CONTRACT,
    ONE_CLASS,
    frame_of,
    kept,
    random_cases,
    types,
)
from tests.oracle.brute_force import Case

WITHOUT_COUNTERFACTUALS = {
    "one class": ONE_CLASS,
    "one row": ONE_CLASS[:1],
    "only contradictions": [
        Case(n, ("a", "x"), label) for n, label in enumerate("PQR", start=1)
    ],
}


@pytest.fixture
def unanswerable() -> Iterator[cfsql.Database]:
    """Tables in which no row has a counterfactual."""
    with cfsql.connect() as database:
        for name, cases in WITHOUT_COUNTERFACTUALS.items():
            database.load(frame_of(cases), table=name, label=-1)
        yield database


def test_nothing_is_found_where_nothing_is(
    only_tables: None, unanswerable: cfsql.Database
) -> None:
    unanswerable.experiment(tables=unanswerable.tables(), repeats=2)
    results, summary = kept(unanswerable)
    zeros = [
        ("hamming", "at_distance_1"),
        ("hamming", "at_distance_2"),
        ("hamming", "n_minimal"),
        ("unique", "unique_share"),
    ]
    assert results == sorted(
        (experiment, table, repeat, measure, 0)
        for experiment, measure in zeros
        for table in WITHOUT_COUNTERFACTUALS
        for repeat in (1, 2)
    )
    assert summary == sorted(
        (experiment, table, measure, 0, 0, 0, 0, 2, len(cases), 0)
        for experiment, measure in zeros
        for table, cases in WITHOUT_COUNTERFACTUALS.items()
    )


def test_an_experiment_may_have_nothing_to_say(unanswerable: cfsql.Database) -> None:
    for name in ("gap", "metrics"):
        made = unanswerable.experiment(name, tables=unanswerable.tables(), repeats=2)
        assert (made.measurements, made.summaries) == ([], [])
        assert {study.name for study in made.studies} == set(WITHOUT_COUNTERFACTUALS)
        assert kept(unanswerable) == ([], [])
        assert types(unanswerable) == CONTRACT


def test_a_run_with_nothing_to_say_takes_the_place_of_one_that_had() -> None:
    with cfsql.connect() as database:
        table = database.load(frame_of(random_cases(30, seed=6)), table="t", label=-1)
        table.experiment("gap", sample=20, repeats=2)
        assert kept(database)[0]
        table.experiment("gap", sample=1, repeats=2)
        assert kept(database) == ([], [])


def test_a_table_smaller_than_the_sample_is_the_sample(only_tables: None) -> None:
    cases = random_cases(25, seed=9)
    n_labelled = len([case for case in cases if case.label is not None])
    assert n_labelled < 25
    with cfsql.connect() as database:
        table = database.load(frame_of(cases), table="t", label=-1)
        table.experiment(repeats=4)
        sampled, summary = kept(database)
        table.experiment(whole=True)
        whole, _ = kept(database)
    for experiment, _, measure, _, sd, *_, n_repeats, size, _ in summary:
        assert (n_repeats, size) == (4, n_labelled)
        # What is drawn at random differs from repeat to repeat, and nothing else.
        if not measure.endswith("_random"):
            assert sd == 0, (experiment, measure)
    # One repeat is all there is of a whole table.
    assert whole == [row for row in sampled if row[2] == 1]
