"""The experiments: every measure equals its definition, and is kept as promised."""

from __future__ import annotations

import math
import random
import shutil
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import cfsql
from cfsql import experiments
from cfsql.engines.duckdb import Session
from cfsql.errors import WrongUse
from tests.oracle.brute_force import Case
from tests.oracle.brute_force_experiments import (
    Measures,
    drawn_sample,
    on_table,
    relevance,
)

# Python's sums and DuckDB's may differ by this much.
TOLERANCE = 1e-12

Rows = list[tuple[Any, ...]]

RESULTS = "from cfsql.experiment_results order by all"
SUMMARY = "from cfsql.experiment_summary order by all"


@dataclass(frozen=True)
class Drawn:
    """A table that hypothesis has drawn; with `id`, its row ids are texts."""

    n_features: int
    cases: list[Case]
    id: str | None

    @property
    def n_labelled(self) -> int:
        return len([case for case in self.cases if case.label is not None])


def frame_of(cases: Sequence[Case], id: str | None = None) -> pl.DataFrame:
    """The cases as a user would have them, with the label last."""
    columns: dict[str, list[Any]] = {}
    if id is not None:
        columns[id] = [case.row_id for case in cases]
    for position in range(len(cases[0].values)):
        columns[f"feature {position}"] = [case.values[position] for case in cases]
    columns["outcome"] = [case.label for case in cases]
    # A column without any value would have no type.
    texts = {name: pl.String for name in columns if name != id}
    return pl.DataFrame(columns, schema_overrides=texts)


@st.composite
def tables(draw: st.DrawFn) -> Drawn:
    """Tables with duplicates, contradictions, NULLs, and one class or more."""
    n_features = draw(st.integers(1, 5))
    values = [
        st.sampled_from(["v1", "v2", "v3", None][: draw(st.integers(1, 4))])
        if draw(st.booleans())
        else st.sampled_from([None, "v1", "v2", "v3"][: draw(st.integers(1, 4))])
        for _ in range(n_features)
    ]
    classes = ["c1", "c2", "c3", "c4"][: draw(st.integers(1, 4))]
    labels = st.sampled_from([*classes, *classes, None])
    n_rows = draw(st.sampled_from([1, 6, 8]))
    rows = draw(
        st.lists(st.tuples(st.tuples(*values), labels), min_size=n_rows, max_size=9)
    )
    # More copies make duplicates likely, and other labels contradictions.
    rows += draw(st.lists(st.sampled_from(rows), max_size=3))
    rows += [(rows[0][0], draw(st.sampled_from(classes)))]
    rows += [(draw(st.tuples(*values)), draw(st.sampled_from(classes)))]
    id = draw(st.sampled_from([None, "case"]))
    # Texts sort "10" before "9"; and not in the order of the file.
    numbers = draw(st.permutations(range(5, 5 + len(rows))))
    return Drawn(
        n_features,
        [
            Case(row_id if id is None else str(number), features, label)
            for row_id, (number, (features, label)) in enumerate(
                zip(numbers, rows, strict=True), start=1
            )
        ],
        id,
    )


protocols = st.fixed_dictionaries(
    {
        "sample": st.integers(1, 16),
        "repeats": st.integers(1, 3),
        "seed": st.integers(-3, 2**40),
        "random": st.sampled_from(["any", "remaining"]),
        "whole": st.sampled_from([False, False, False, True]),
    }
)


def random_cases(n_rows: int, seed: int, n_features: int = 4) -> list[Case]:
    """A table with duplicates, contradictions and NULLs in features and labels."""
    chance = random.Random(seed)
    return [
        Case(
            row_id,
            tuple(chance.choice(["x", "y", None]) for _ in range(n_features)),
            chance.choice(["P", "P", "Q", "R", None]),
        )
        for row_id in range(1, n_rows + 1)
    ]


@pytest.fixture
def only_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """`all` means the experiments on tables."""
    monkeypatch.setattr(experiments, "EXPERIMENTS", experiments.ON_TABLES)


SMALL = {"sizes": (20, 50), "n_features": 6, "n_relevant": (2, 3), "n_elements": 10}
CROWDED = {"sizes": (9, 10, 90), "n_features": 3, "n_relevant": (1, 3), "n_elements": 9}


def shrink(monkeypatch: pytest.MonkeyPatch, shape: dict[str, Any]) -> None:
    """Give the synthetic tables another shape."""
    for name, value in shape.items():
        monkeypatch.setattr(experiments, name.upper(), value)


@pytest.fixture
def small_synthetic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Synthetic tables that take no time."""
    shrink(monkeypatch, SMALL)


def rows(database: cfsql.Database, statement: str) -> Rows:
    return database.sql(statement).fetchall()


def kept(database: cfsql.Database) -> tuple[Rows, Rows]:
    """What is kept of all experiments."""
    return rows(database, RESULTS), rows(database, SUMMARY)


# Against the definitions.


def is_close(found: float | None, expected: float | None) -> bool:
    """Whether two numbers are the same but for rounding, or both NULL."""
    if found is None or expected is None:
        return found is expected
    return abs(found - expected) <= TOLERANCE


def assert_measures(found: Rows, expected: Measures, table: str) -> None:
    """The rows of cfsql.experiment_results for a table equal the brute force."""
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
    """The rows of cfsql.experiment_summary for a table equal Python's statistics."""
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


@settings(
    max_examples=6,
    deadline=None,
    # Shrinking would take minutes; what fails names its table, which is small.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
        HealthCheck.function_scoped_fixture,
    ],
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
            database.load(frame, table=f"t{number}", id=table.id)
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
def test_a_larger_table_equals_the_definitions(only_tables: None, random: str) -> None:
    cases = random_cases(120, seed=3)
    with cfsql.connect() as database:
        database.load(frame_of(cases), table="t").experiment(
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
        source = database.load(frame_of(cases), table="source")
        table = database.load(frame_of(sample, "case"), table="sample", id="case")
        source.experiment(sample=40, repeats=1, seed=2)
        table.experiment(whole=True, seed=2)
        measured = {
            name: {row[2]: row[3] for row in rows(database, statement)}
            for name in ("source", "sample")
            for statement in [
                f"select * exclude (table_name) from cfsql.experiment_results "
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


# The same numbers everywhere.


def measured_by(threads: int, *, seed: int) -> tuple[Rows, Rows]:
    """All experiments on a table of several shards and on the synthetic ones."""
    frame = frame_of(random_cases(700, seed=1))
    with cfsql.connect(threads=threads) as database:
        database.load(frame, table="t").experiment(sample=250, repeats=4, seed=seed)
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
    for experiment in experiments.EXPERIMENTS:
        assert [row for row in other if row[0] == experiment] != [
            row for row in alone[0] if row[0] == experiment
        ]


def test_repeats_do_not_depend_on_each_other(
    only_tables: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    with cfsql.connect() as database:
        table = database.load(frame_of(random_cases(60, seed=2)), table="t")
        # All repeats at once, two at a time, and one after the other.
        for pairs in (10_000_000, 2 * 30**2, 1):
            monkeypatch.setattr(experiments, "_PAIRS_PER_BATCH", pairs)
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
        made = database.load(frame, table="t").experiment(**protocol)
        table = other.load(frame, table="t")
        for name in experiments.EXPERIMENTS:
            table.experiment(name, **protocol)
        assert kept(database) == kept(other)
        # What is returned is what is kept.
        assert [
            (m.experiment, m.table_name, m.repeat, m.measure, m.value)
            for m in made.measurements
        ] == rows(database, RESULTS)
        assert [(s.measure, s.mean, s.sd) for s in made.summaries] == rows(
            database,
            "select measure, mean, sd from cfsql.experiment_summary "
            "order by experiment, table_name, measure",
        )


# Tables that have little to measure.

ONE_CLASS = [Case(n, (value, "x"), "P") for n, value in enumerate("aabc", start=1)]
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
            database.load(frame_of(cases), table=name)
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
        table = database.load(frame_of(random_cases(30, seed=6)), table="t")
        table.experiment("gap", sample=20, repeats=2)
        assert kept(database)[0]
        table.experiment("gap", sample=1, repeats=2)
        assert kept(database) == ([], [])


def test_a_table_smaller_than_the_sample_is_the_sample(only_tables: None) -> None:
    cases = random_cases(25, seed=9)
    n_labelled = len([case for case in cases if case.label is not None])
    assert n_labelled < 25
    with cfsql.connect() as database:
        table = database.load(frame_of(cases), table="t")
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


# What is kept, and for how long.

CONTRACT = {
    "experiment_results": {
        "experiment": "VARCHAR",
        "table_name": "VARCHAR",
        "repeat": "BIGINT",
        "measure": "VARCHAR",
        "value": "DOUBLE",
    },
    "experiment_summary": {
        "experiment": "VARCHAR",
        "table_name": "VARCHAR",
        "measure": "VARCHAR",
        "mean": "DOUBLE",
        "sd": "DOUBLE",
        "ci_low": "DOUBLE",
        "ci_high": "DOUBLE",
        "n_repeats": "BIGINT",
        "sample_size": "BIGINT",
        "seed": "BIGINT",
    },
}


def types(database: cfsql.Database) -> dict[str, dict[str, str]]:
    """The columns of both tables, in order, with their types."""
    return {
        name: {row[0]: row[1] for row in rows(database, f"describe cfsql.{name}")}
        for name in CONTRACT
    }


def test_the_tables_have_the_columns_of_the_contract(small_synthetic: None) -> None:
    with cfsql.connect() as database:
        table = database.load(frame_of(random_cases(30, seed=1)), table="t")
        table.experiment(sample=10, repeats=1)
        found = types(database)
    assert found == CONTRACT
    # Dictionaries are equal in any order, and the order of columns is promised too.
    assert [list(columns) for columns in found.values()] == [
        list(columns) for columns in CONTRACT.values()
    ]


@pytest.fixture(scope="module")
def measured_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables and the synthetic ones, with all experiments run on them."""
    path = tmp_path_factory.mktemp("experiments") / "measured.duckdb"
    with pytest.MonkeyPatch.context() as patch, cfsql.connect(path) as database:
        shrink(patch, SMALL)
        for name in ("first", "Second"):
            frame = frame_of(random_cases(30, seed=len(name)))
            database.load(frame, table=name)
        database.experiment(tables=["first", "Second"], sample=15, repeats=2)
    return path


@pytest.fixture
def measured(
    measured_file: Path, tmp_path: Path, small_synthetic: None
) -> Iterator[cfsql.Database]:
    """A copy of that database."""
    with cfsql.connect(shutil.copy(measured_file, tmp_path)) as database:
        yield database


def test_a_run_replaces_the_same_experiment_on_the_same_table(
    measured: cfsql.Database,
) -> None:
    def others(found: tuple[Rows, Rows]) -> list[Rows]:
        return [[r for r in part if r[:2] != ("unique", "first")] for part in found]

    before = kept(measured)
    measured.table("first").experiment("unique", sample=12, repeats=3, seed=4)
    after = kept(measured)
    assert others(after) == others(before)
    results, summary = (
        [r for r in part if r[:2] == ("unique", "first")] for part in after
    )
    assert [row[2] for row in results] == [1, 2, 3]
    assert [row[-3:] for row in summary] == [(3, 12, 4)]

    measured.table("first").experiment("unique", sample=15, repeats=2)
    assert kept(measured) == before


def test_the_synthetic_tables_are_replaced_alone(measured: cfsql.Database) -> None:
    before = kept(measured)
    measured.experiment("relevance", repeats=1, seed=1)
    results, summary = kept(measured)
    for part, earlier in zip((results, summary), before, strict=True):
        assert [r for r in part if r[1] != "synthetic"] == [
            r for r in earlier if r[1] != "synthetic"
        ]
    assert {r[2] for r in results if r[1] == "synthetic"} == {1}


def test_a_table_that_is_named_twice_is_measured_once(
    measured: cfsql.Database,
) -> None:
    before = kept(measured)
    measured.experiment("unique", tables=["first", "FIRST"], sample=15, repeats=2)
    assert kept(measured) == before


def test_a_table_may_be_called_synthetic(small_synthetic: None) -> None:
    with cfsql.connect() as database:
        table = database.load(frame_of(random_cases(20, seed=1)), table="synthetic")
        table.experiment(sample=12, repeats=2)
        _, summary = kept(database)
    assert len({(row[0], row[2]) for row in summary}) == len(summary)
    # The first rows of a synthetic table are asked about, and no sample.
    assert {(row[0] == "relevance", row[-2]) for row in summary} == {
        (True, SMALL["n_elements"]),
        (False, 12),
    }


@pytest.mark.parametrize("name", ["Second", "SECOND"])
def test_a_dropped_table_takes_its_measurements_along(
    measured: cfsql.Database, name: str
) -> None:
    before = kept(measured)
    measured.drop(name)
    assert kept(measured) == tuple(
        [row for row in part if row[1] != "Second"] for part in before
    )
    assert {row[1] for row in kept(measured)[0]} == {"first", "synthetic"}


def test_a_table_loaded_anew_has_no_measurements(measured: cfsql.Database) -> None:
    frame = frame_of(random_cases(10, seed=1))
    measured.load(frame, table="first", replace=True)
    assert {row[1] for row in kept(measured)[0]} == {"Second", "synthetic"}
    assert {row[1] for row in kept(measured)[1]} == {"Second", "synthetic"}


# Runs that fail.


class Stop(Exception):
    """What goes wrong in these tests."""


class Stopping:
    """Progress that ends a run after its first step."""

    def track(self, step: str, items: Sequence[int]) -> Iterator[int]:
        yield items[0]
        raise Stop


def everything(database: cfsql.Database) -> dict[str, Rows]:
    """The rows of all tables of a database."""
    names = rows(
        database,
        "select schema_name, table_name from duckdb_tables() "
        "where not temporary order by all",
    )
    return {
        f'"{schema}"."{name}"': rows(database, f'from "{schema}"."{name}" order by all')
        for schema, name in names
    }


def test_an_unknown_table_leaves_the_database_as_it_was(
    measured: cfsql.Database,
) -> None:
    before = everything(measured)
    with pytest.raises(WrongUse, match=r"no table 'secnd'.*'Second'"):
        measured.experiment("unique", tables=["first", "secnd"], seed=1, repeats=1)
    assert everything(measured) == before


def test_a_run_that_is_stopped_leaves_the_database_as_it_was(
    measured: cfsql.Database,
) -> None:
    before = everything(measured)
    with pytest.raises(Stop):
        measured.experiment(
            tables=["first"], seed=1, repeats=2, sample=5, progress=Stopping()
        )
    assert everything(measured) == before


@pytest.mark.parametrize("relation", list(CONTRACT))
def test_a_run_that_cannot_be_stored_leaves_the_database_as_it_was(
    measured: cfsql.Database, monkeypatch: pytest.MonkeyPatch, relation: str
) -> None:
    add_rows = Session.add_rows

    def fail(session: Session, query: Any, table: str, **parameters: object) -> None:
        if table == relation:
            raise Stop
        add_rows(session, query, table, **parameters)

    with cfsql.connect() as empty:
        empty.load(frame_of(ONE_CLASS), table="t")
        for database, name in ((measured, "first"), (empty, "t")):
            before = everything(database)
            with monkeypatch.context() as patch:
                patch.setattr(Session, "add_rows", fail)
                with pytest.raises(Stop):
                    database.experiment("hamming", tables=[name], seed=1, repeats=1)
            assert everything(database) == before
            database.experiment("hamming", tables=[name], seed=1, repeats=1)
            assert everything(database) != before


def test_what_cannot_be_meant_is_refused(measured: cfsql.Database) -> None:
    table = measured.table("first")
    before = everything(measured)
    refused: list[dict[str, Any]] = [{"sample": 0}, {"repeats": 0}, {"random": "all"}]
    for wrong in refused:
        (option,) = wrong
        with pytest.raises(WrongUse, match=f"--{option}"):
            table.experiment("unique", **wrong)
    with pytest.raises(WrongUse, match="no experiment 'hammming'"):
        table.experiment("hammming")
    assert everything(measured) == before
