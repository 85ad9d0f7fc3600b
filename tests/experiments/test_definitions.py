"""Every measure of the experiments equals its definition."""

from __future__ import annotations

import math
import statistics
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import cfsql
from cfsql.options import Random
from tests.experiments.measuring import (
    CROWDED,
    SMALL,
    Drawn,
    Rows,
    frame_of,
    kept,
    protocols,
    random_cases,
    rows,
    shrink,
    tables,
)
from tests.oracle.brute_force_experiments import (
    Measures,
    drawn_sample,
    on_table,
    relevance,
)
from tests.support.examples import WITHOUT_SHRINKING, examples

# Python's sums and DuckDB's may differ by this much.
TOLERANCE = 1e-12


def is_close(found: float | None, expected: float | None) -> bool:
    """Whether two numbers are the same but for rounding, or both NULL."""
    if found is None or expected is None:
        return found is expected
    return abs(found - expected) <= TOLERANCE


def assert_measures(found: Rows, expected: Measures, table: str) -> None:
    """The rows of cf.experiment_results for a table equal the brute force."""
    keys = [
        (experiment, repeat, measure)
        for experiment, name, repeat, measure, _ in found
        if name == table
    ]
    assert sorted(keys) == sorted(expected)
    for experiment, name, repeat, measure, value in found:
        if name == table:
            wanted = float(expected[experiment, repeat, measure])
            assert is_close(value, wanted), (name, experiment, repeat, measure)


def assert_summary(
    found: Rows, expected: Measures, table: str, *, sample_size: int, seed: int
) -> None:
    """The rows of cf.experiment_summary for a table equal Python's statistics."""
    values: dict[tuple[str, str], list[float]] = {}
    for (experiment, _, measure), value in expected.items():
        values.setdefault((experiment, measure), []).append(float(value))
    summaries = [row for row in found if row[1] == table]
    assert sorted((row[0], row[2]) for row in summaries) == sorted(values)
    for experiment, _, measure, *spread, n_repeats, size, seeded in summaries:
        measured = values[experiment, measure]
        for value, wanted in zip(spread, statistics_of(measured), strict=True):
            assert is_close(value, wanted), (table, experiment, measure)
        assert (n_repeats, size, seeded) == (len(measured), sample_size, seed)


def statistics_of(measured: list[float]) -> list[float | None]:
    """The mean, its standard deviation and its interval; one value has a mean only."""
    mean = statistics.fmean(measured)
    if len(measured) == 1:
        return [mean, None, None, None]
    sd = statistics.stdev(measured)
    margin = 1.96 * sd / math.sqrt(len(measured))
    return [mean, sd, mean - margin, mean + margin]


@examples(
    6,
    # Shrinking would take minutes; what fails names its table, which is small.
    phases=WITHOUT_SHRINKING,
    suppress=(HealthCheck.large_base_example, HealthCheck.function_scoped_fixture),
)
@given(
    st.lists(tables(), min_size=5, max_size=5),
    st.lists(protocols, min_size=2, max_size=2),
)
def test_every_measure_equals_its_definition(
    only_tables: None, drawn: list[Drawn], chosen: list[dict[str, Any]]
) -> None:
    with cfsql.connect() as database:
        for number, table in enumerate(drawn):
            frame = frame_of(table.cases, table.id)
            database.load(frame, table=f"t{number}", id=table.id, label=-1)
        for protocol in chosen:
            names = [f"t{number}" for number in range(len(drawn))]
            database.experiment(tables=names, **protocol)
            results, summary = kept(database)
            for name, table in zip(names, drawn, strict=True):
                expected = on_table(table.n_features, table.cases, **protocol)
                assert_measures(results, expected, name)
                size = table.n_labelled
                if not protocol["whole"]:
                    size = min(size, protocol["sample"])
                assert_summary(
                    summary, expected, name, sample_size=size, seed=protocol["seed"]
                )


@pytest.mark.parametrize("random", ["any", "remaining"])
def test_a_larger_table_equals_the_definitions(
    only_tables: None, random: Random
) -> None:
    cases = random_cases(120, seed=3)
    with cfsql.connect() as database:
        database.load(frame_of(cases), table="t", label=-1).experiment(
            sample=50, repeats=2, seed=11, random=random
        )
        expected = on_table(4, cases, sample=50, repeats=2, seed=11, random=random)
        results, summary = kept(database)
    assert_measures(results, expected, "t")
    assert_summary(summary, expected, "t", sample_size=50, seed=11)


@pytest.mark.parametrize("shape", [SMALL, CROWDED], ids=["small", "crowded"])
def test_relevance_equals_its_definition(
    monkeypatch: pytest.MonkeyPatch, shape: dict[str, Any]
) -> None:
    shrink(monkeypatch, shape)
    with cfsql.connect() as database:
        database.experiment("relevance", repeats=2, seed=5)
        results, summary = kept(database)
    expected = {
        ("relevance", *key): value
        for key, value in relevance(**shape, repeats=2, seed=5).items()
    }
    n_tables = len(shape["sizes"]) * len(shape["n_relevant"]) * 4
    assert len(expected) == 2 * n_tables
    assert_measures(results, expected, "synthetic")
    assert_summary(
        summary,
        expected,
        "synthetic",
        sample_size=shape["n_elements"],
        seed=5,
    )


def test_a_sample_as_a_table_of_its_own_is_ranked_alike(only_tables: None) -> None:
    cases = random_cases(90, seed=8)
    sample = drawn_sample(cases, 40, "2:1")
    with cfsql.connect() as database:
        source = database.load(frame_of(cases), table="source", label=-1)
        table = database.load(
            frame_of(sample, "case"), table="sample", id="case", label=-1
        )
        source.experiment(sample=40, repeats=1, seed=2)
        table.experiment(whole=True, seed=2)
        measured = {
            name: {row[2]: row[3] for row in rows(database, statement)}
            for name in ("source", "sample")
            for statement in [
                f"select * exclude (table_name) from cf.experiment_results "
                f"where table_name = '{name}'"
            ]
        }
        ranking = table.rank()
        ranked, summary = ranking.pl(), ranking.summary.pl()

    # Even what is drawn at random is the same, as the row ids are.
    assert measured["source"] == measured["sample"]

    several = summary.filter(pl.col("n_minimal") >= 2)
    unique = several.filter(pl.col("is_unique"))
    first = ranked.join(
        summary.select("row_id", counterfactual_id="optimal_id"),
        on=["row_id", "counterfactual_id"],
    )
    # Ties, single counterfactuals and duplicates are all there to be got wrong.
    assert 0 < len(unique) < len(several) < len(first) <= len(summary) == 40
    assert ranked["support"].max() != 1
    expected = {
        "n_minimal": summary["n_minimal"].mean(),
        "unique_share": summary["is_unique"].mean(),
        "gap_all": several["gap"].mean(),
        "gap_unique": unique["gap"].mean(),
        "typicality_optimal": first["typicality"].mean(),
        "capacity_optimal": first["capacity"].mean(),
        "universality_optimal": first["universality"].mean(),
    }
    found = {measure: measured["sample"][measure] for measure in expected}
    assert found == pytest.approx(expected, abs=TOLERANCE)
