"""Spark gives the rows that DuckDB gives."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import cfsql
from cfsql import example
from cfsql.engines.queries import query
from cfsql.errors import BadFile, WrongUse
from tests.support import spark_sessions
from tests.support.commands import run_here
from tests.support.random_tables import Drawn, tables, wide_tables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = [
    pytest.mark.spark,
    pytest.mark.skipif(
        spark_sessions.missing() is not None, reason=str(spark_sessions.missing())
    ),
]

RELATIONS = ("ranked", "summary", "optimal")


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    """One session for all tests: it takes its time to start."""
    with spark_sessions.spark_session("local[2]") as session:
        yield session


def read(out: Path | str, relation: str) -> list[dict[str, Any]]:
    """What Spark has written, as any other program reads it."""
    return records(stored(out, relation))


def stored(out: Path | str, relation: str) -> duckdb.DuckDBPyRelation:
    """The files of a result table."""
    return duckdb.connect().read_parquet(f"{out}/{relation}/*.parquet")


def records(relation: duckdb.DuckDBPyRelation) -> list[dict[str, Any]]:
    """Rows by column name, in an order that does not depend on how they are stored."""
    rows = [
        dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()
    ]
    return sorted(rows, key=lambda row: json.dumps(row, default=str, sort_keys=True))


def assert_same(table: cfsql.Table, out: Path | str, **options: Any) -> None:
    """The folder holds what DuckDB ranks, to the last digit, with the same types."""
    ranking = table.rank(**options)
    results = (ranking, ranking.summary, ranking.optimal)
    for relation, result in zip(RELATIONS, results, strict=True):
        expected = result.relation()
        assert read(out, relation) == records(expected), relation
        found = stored(out, relation)
        assert found.columns == expected.columns
        if expected.fetchall():
            assert found.types == expected.types


def written(path: Path, features: list[str], rows: list[tuple[Any, ...]]) -> Path:
    """Rows as two Parquet files of a folder."""
    path.mkdir(parents=True)
    frame = pl.DataFrame(rows, schema=[*features, "label"], orient="row")
    half = (len(rows) + 1) // 2
    frame[:half].write_parquet(path / "part-0.parquet")
    frame[half:].write_parquet(path / "part-1.parquet")
    return path


def loaded(folder: Path, **options: Any) -> cfsql.Table:
    """The same files in DuckDB."""
    return cfsql.connect().load(pl.read_parquet(folder / "*.parquet"), **options)


def test_the_running_example(spark: SparkSession, tmp_path: Path) -> None:
    source = tmp_path / "recidivism.csv"
    source.write_text(example.CSV, encoding="utf-8")
    lake = cfsql.spark(spark)
    ranking = lake.rank(str(source), out=str(tmp_path / "out"))
    assert "recidivism, 8 rows" in repr(ranking)
    assert ranking.summary.count() == 8
    table = cfsql.connect().load(str(source))
    assert_same(table, tmp_path / "out")
    record = json.loads((tmp_path / "out" / "run.json").read_text(encoding="utf-8"))
    assert record["rows"] == 8
    assert record["plan"] == ranking.plan
    # Nothing but the results is left, here and in the session.
    assert sorted(each.name for each in tmp_path.iterdir()) == ["out", source.name]
    assert spark.catalog.listTables() == []


OPTIONS = st.fixed_dictionaries(
    {
        "by": st.sampled_from(["power", "dag"]),
        "count": st.sampled_from(["rows", "distinct"]),
        "plan": st.sampled_from(["auto", "scan", "blocked", "blocked:3", "counted"]),
    },
    optional={
        "freeze": st.just(["feature 1"]),
        "target": st.sampled_from(["c1", "each"]),
        "max_changes": st.integers(1, 3),
        "min_support": st.integers(1, 2),
        "nearest": st.integers(1, 2),
        "diverse": st.booleans(),
        "anonymous": st.booleans(),
        "where": st.just("row_id % 3 <> 0"),
        "sample": st.integers(1, 9),
    },
)

# A run takes seconds here: few, and no search for a smaller one that fails.
few = settings(
    max_examples=3,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def compare(
    spark: SparkSession, folder: Path, drawn: Drawn, options: dict[str, Any]
) -> None:
    features, cases = drawn
    if options.get("freeze") and len(features) == 1:
        del options["freeze"]
    if options.get("target", "each") not in {"each", *(case.label for case in cases)}:
        del options["target"]
    rows = [(*case.values, case.label) for case in cases]
    out = folder / f"out-{time.monotonic_ns()}"
    source = written(Path(f"{out}-source"), features, rows)
    table = loaded(source)
    try:
        table.rank(**options)
    except WrongUse:
        with pytest.raises(WrongUse):
            cfsql.spark(spark).rank(str(source), out=str(out), **options)
        return
    cfsql.spark(spark).rank(str(source), out=str(out), **options)
    assert_same(table, out, **options)


@few
@given(drawn=tables(), options=OPTIONS)
def test_random_tables_and_options(
    spark: SparkSession,
    tmp_path_factory: pytest.TempPathFactory,
    drawn: Drawn,
    options: dict[str, Any],
) -> None:
    compare(spark, tmp_path_factory.mktemp("drawn"), drawn, options)


@settings(few, max_examples=1)
@given(drawn=wide_tables())
def test_tables_with_more_features_than_a_word_has_bits(
    spark: SparkSession, tmp_path_factory: pytest.TempPathFactory, drawn: Drawn
) -> None:
    compare(spark, tmp_path_factory.mktemp("wide"), drawn, {})


def mixed_rows(n_rows: int) -> list[tuple[Any, ...]]:
    """Rows with NULLs, numbers of all kinds, duplicates and contradictions."""
    chance = random.Random(7)
    return [
        (
            chance.choice(["x", "y", None, "", " "]),
            chance.randrange(4),
            chance.choice([0.5, -0.0, 0.0, 1e20, 1e7, 1e-5, 0.0001, 123456.75]),
            chance.choice([True, False]),
            chance.randrange(60),
            chance.choice(["P", "P", "Q", None]),
        )
        for _ in range(n_rows)
    ]


MIXED = ["text", "small", "number", "flag", "large"]

PLANS = [
    {"plan": "scan", "require": "b.large >= a.large", "max_changes": 2, "limit": 90},
    {"plan": "blocked:4", "freeze": ["flag"], "target": "Q", "ignore": ["large"]},
    {"plan": "counted", "where": "large < 20 and label = 'P'", "nearest": 2},
]


@pytest.mark.parametrize("options", PLANS, ids=lambda options: options["plan"])
def test_every_plan_on_a_table_of_many_types(
    spark: SparkSession, tmp_path: Path, options: dict[str, Any]
) -> None:
    source = written(tmp_path / "mixed", MIXED, mixed_rows(300))
    out = tmp_path / "out"
    ranking = cfsql.spark(spark).rank(str(source), out=str(out), **options)
    assert options["plan"].split(":")[0] in ranking.plan
    options = dict(options)
    table = loaded(source, ignore=options.pop("ignore", ()))
    assert_same(table, out, **options)


def test_a_key_that_many_rows_share_is_split(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cfsql.engines.spark import joins as engine

    statements: list[str] = []
    chance = random.Random(3)
    rows: list[tuple[Any, ...]] = [
        (
            "same" if chance.random() < 0.8 else f"own {n}",
            chance.randrange(40),
            chance.randrange(40),
            chance.choice("PQ"),
        )
        for n in range(400)
    ]
    source = written(tmp_path / "skewed", ["one", "two", "three"], rows)
    monkeypatch.setattr(engine, "PAIRS_PER_TASK", 30)
    monkeypatch.setattr(engine, "_MOST_JOINS", 2)
    lake = cfsql.spark(spark)
    lake.trace = statements.append
    lake.rank(str(source), out=str(tmp_path / "out"), plan="blocked:3")
    for path in ("join/heavy_keys", "blocked/minimal", "blocked/balls"):
        label = query(f"spark/{path}").label
        assert any(label in each for each in statements), path
    assert_same(loaded(source), tmp_path / "out")


@pytest.mark.real
@pytest.mark.parametrize("name", ["cars", "contraception", "bach"])
def test_real_tables(
    spark: SparkSession, tmp_path: Path, datasets: Path, name: str
) -> None:
    source = datasets / f"{name}.csv"
    out = tmp_path / "out"
    cfsql.spark(spark).rank(str(source), out=str(out))
    assert_same(cfsql.connect().load(str(source)), out)


# Sources.


def test_csv_files_are_numbered_in_the_order_of_their_names(
    spark: SparkSession, tmp_path: Path
) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    # The largest is the first that Spark reads.
    for number, n_rows in enumerate([3, 40, 7]):
        lines = [f"{number * 100 + n},{n % 5},{'PQ'[n % 2]}" for n in range(n_rows)]
        text = "\n".join(["place,a,y", *lines])
        (folder / f"part-{number}.csv").write_text(text, encoding="utf-8")
    out = tmp_path / "out"
    ranking = cfsql.spark(spark).rank(
        str(folder), out=str(out), ignore=["place"], where="place % 2 = 0"
    )
    found = {row["row_id"]: row["label"] for row in read(out, "summary")}
    places = [number * 100 + n for number, m in enumerate([3, 40, 7]) for n in range(m)]
    assert sorted(found) == [
        row_id for row_id, place in enumerate(places, start=1) if place % 2 == 0
    ]
    assert ranking.table.n_rows == 50


def test_a_frame_and_a_table_of_the_catalog_with_text_ids(
    spark: SparkSession, tmp_path: Path
) -> None:
    rows = [(f"case {n:02}", n % 3, "PQ"[n % 2], n % 4) for n in range(20)]
    frame = spark.createDataFrame(rows, ["case", "a", "y", "b"])
    expected = cfsql.connect().load(
        pl.DataFrame(rows, schema=["case", "a", "y", "b"], orient="row"),
        id="case",
        label="y",
    )
    lake = cfsql.spark(spark)
    lake.rank(frame, out=str(tmp_path / "frame"), id="CASE", label="Y")
    assert_same(expected, tmp_path / "frame")
    frame.createOrReplaceTempView("cases")
    try:
        # The user's own view of that name is not in the way, and stays.
        lake.rank("cases", out=str(tmp_path / "view"), id="case", label="y")
        assert spark.table("cases").count() == 20
    finally:
        spark.catalog.dropTempView("cases")
    assert read(tmp_path / "view", "ranked") == read(tmp_path / "frame", "ranked")


def test_a_dry_run_plans_and_writes_nothing(
    spark: SparkSession, tmp_path: Path
) -> None:
    source = written(tmp_path / "mixed", MIXED, mixed_rows(300))
    table, plan = cfsql.spark(spark).dry_run(
        str(source), scratch=str(tmp_path), plan="blocked"
    )
    assert table.n_rows == 300
    assert plan.steps[0].task == "search"
    assert [each.name for each in tmp_path.iterdir()] == ["mixed"]


# Bad input.


def test_what_is_refused_leaves_nothing(spark: SparkSession, tmp_path: Path) -> None:
    source = written(tmp_path / "mixed", MIXED, mixed_rows(30))
    empty = tmp_path / "empty"
    empty.mkdir()
    (tmp_path / "notes.txt").write_text("a,b\n1,2\n", encoding="utf-8")
    taken = tmp_path / "taken"
    taken.mkdir()
    before = sorted(each.name for each in tmp_path.iterdir())
    lake = cfsql.spark(spark)
    out = str(tmp_path / "out")
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"source": str(tmp_path / "none.csv")}, WrongUse, "no file or folder"),
        ({"source": "no_such_table"}, WrongUse, "no file, folder or table"),
        ({"source": str(empty)}, BadFile, "no files with data"),
        ({"source": str(tmp_path / "notes.txt")}, WrongUse, "Parquet and CSV"),
        ({"source": 5}, WrongUse, "a path, a table"),
        ({"out": str(taken)}, WrongUse, "exists already; replace it with --overwrite"),
        ({"label": "lable"}, WrongUse, "did you mean 'label'?"),
        ({"id": "small"}, WrongUse, "an id must be unique"),
        ({"ignore": MIXED}, WrongUse, "no feature left"),
        ({"freeze": ["txt"]}, WrongUse, "did you mean 'text'?"),
        ({"target": "R"}, WrongUse, "no label 'R'"),
        ({"where": "nonsense >"}, WrongUse, "--where: "),
        ({"where": "missing = 1"}, WrongUse, "--where: "),
        ({"require": "b.larg > a.large"}, WrongUse, "did you mean 'large'?"),
        ({"require": "b.large + a.large"}, WrongUse, "should be true or false"),
        ({"require": "cast(b.text as int) > 1"}, WrongUse, "--require: "),
        ({"rows": [31]}, WrongUse, "no row 31"),
        ({"plan": "sliced"}, WrongUse, "on Spark --plan is"),
    ]
    for options, kind, said in wrong:
        given: dict[str, Any] = {"source": str(source), "out": out, **options}
        with pytest.raises(kind) as error:
            lake.rank(given.pop("source"), **given)
        assert said in str(error.value), options
        assert "\n" not in str(error.value)
        assert sorted(each.name for each in tmp_path.iterdir()) == before, options


def test_a_scan_that_would_never_end_is_refused(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cfsql.engines.spark import session as engine

    source = written(tmp_path / "mixed", MIXED, mixed_rows(30))
    monkeypatch.setattr(engine, "_MOST_SECONDS", 1e-6)
    with pytest.raises(WrongUse, match="would never end: --max-changes, --limit"):
        cfsql.spark(spark).rank(str(source), out=str(tmp_path / "out"), plan="scan")
    assert not (tmp_path / "out").exists()


def test_the_command_line(tmp_path: Path, spark: SparkSession) -> None:
    source = tmp_path / "recidivism.csv"
    source.write_text(example.CSV, encoding="utf-8")
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine").touch()
    rank = ("rank", source, "--engine", "spark", "--out", out)
    refused = run_here(*rank)
    assert refused.returncode == 2
    assert refused.stderr.endswith("or choose another folder with --out\n")
    assert refused.stderr.count("\n") == 1
    # What is not cfsql's is not replaced, and what is only when all is there.
    on_two = ("--overwrite", "--master", "local[2]", "--conf", "spark.ui.enabled=false")
    refused = run_here(*rank, *on_two)
    assert refused.returncode == 2
    assert "holds no results of cfsql, and --overwrite replaces" in refused.stderr
    assert (out / "mine").exists()
    (out / "run.json").touch()
    assert run_here(*rank, *on_two, "--target", "None").returncode == 2
    assert (out / "mine").exists()
    done = run_here(*rank, *on_two, "--freeze", "age")
    assert done.returncode == 0, done.stderr
    assert "recidivism: 8 of 8 rows ranked by power" in done.stdout
    assert "taken by freeze age" in done.stdout
    assert f"wrote ranked, summary, optimal to {out}" in done.stderr
    names = sorted(each.name for each in out.iterdir() if each.name[0] != ".")
    assert names == ["optimal", "ranked", "run.json", "summary"]


# A cluster.


def test_a_cluster_answers_also_when_a_worker_is_killed(tmp_path: Path) -> None:
    source = written(tmp_path / "mixed", MIXED, mixed_rows(2000))
    table = loaded(source)
    with (
        spark_sessions.spark_cluster(tmp_path, n_workers=2) as cluster,
        spark_sessions.spark_session(
            cluster.url, **{"spark.executor.memory": "512m"}
        ) as session,
    ):
        lake = cfsql.spark(session)
        killed = threading.Event()

        def kill_a_worker(statement: str) -> None:
            if query("spark/blocked/balls").label in statement and not killed.is_set():
                killed.set()
                cluster.kill("worker_1")

        lake.trace = kill_a_worker
        lake.rank(str(source), out=str(tmp_path / "out"), plan="blocked")
        assert killed.is_set()
    assert_same(table, tmp_path / "out")
