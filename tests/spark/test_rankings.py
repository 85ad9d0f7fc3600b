"""Spark gives the rows that DuckDB gives, a classic one and one of Spark Connect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import cfsql
from cfsql.errors import BadFile, CfsqlError, WrongUse
from tests.spark.comparing import (
    MIXED,
    assert_same,
    loaded,
    mixed_rows,
    written,
)
from tests.spark.sessions import NEEDS_SPARK
from tests.support.random_tables import OPTIONS, Drawn, tables, wide_tables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = NEEDS_SPARK


@settings(
    max_examples=4,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(st.one_of(tables(), wide_tables()), OPTIONS, st.integers(1, 4))
def test_random_tables_and_options(
    spark: SparkSession,
    tmp_path_factory: pytest.TempPathFactory,
    drawn: Drawn,
    options: dict[str, Any],
    n_parts: int,
) -> None:
    features, cases = drawn
    folder = tmp_path_factory.mktemp("drawn")
    rows = [(*case.values, case.label) for case in cases]
    table = loaded(written(folder / "source", features, rows))
    given: dict[str, Any] = {"out": str(folder / "out"), "label": -1, **options}
    given["parts"] = n_parts
    try:
        table.rank(**options)
    except WrongUse:
        with pytest.raises(WrongUse):
            cfsql.spark(spark).rank(str(folder / "source"), **given)
        return
    cfsql.spark(spark).rank(str(folder / "source"), **given)
    assert_same(table, folder / "out", **options)


def test_a_ranking_leaves_nothing_but_its_results(
    spark: SparkSession, tmp_path: Path
) -> None:
    source = written(tmp_path / "mixed", MIXED, mixed_rows(300))
    out, work = tmp_path / "out", tmp_path / "work"
    work.mkdir()
    options: dict[str, Any] = {
        "require": ["b.large >= a.large or b.large is null", "b.row_id <> 7"],
        "where": ["row_id % 3 <> 0", "row_id > 10 or row_id = 1"],
        "rows": "1-4,22-280",
        "nearest": 2,
    }
    ranking = cfsql.spark(spark).rank(
        str(source), out=str(out), work=str(work), label=-1, parts=3, **options
    )
    assert_same(loaded(source), out, **options)
    assert ranking.summary.count() == sum(part.n_rows for part in ranking.parts)
    assert ranking.optimal.where("row_id = 1").count() >= 1
    manifests = [json.loads(each.read_text()) for each in (out / "manifest").iterdir()]
    assert {(each["part"], each["parts"]) for each in manifests} == {
        (part, 3) for part in (1, 2, 3)
    }
    # Nothing else is left, here and in the session.
    names = sorted(str(each.relative_to(tmp_path)) for each in tmp_path.glob("*"))
    assert names == ["mixed", "out", "work"]
    assert list(work.iterdir()) == []
    assert spark.catalog.listTables() == []


NAMED = ["case", *MIXED, "label"]


def test_tables_of_the_catalog_frames_and_urls_are_those_of_duckdb(
    spark: SparkSession, tmp_path: Path
) -> None:
    rows = [(f"case {n:03}", *row) for n, row in enumerate(mixed_rows(300))]
    frame = pl.DataFrame(rows, schema=NAMED, orient="row")
    table = cfsql.connect().load(frame, id="case", label="label", ignore=["large"])
    frame.write_parquet(tmp_path / "cases.parquet")
    url = f"file://{tmp_path}/cases.parquet"
    spark.read.parquet(url).createOrReplaceTempView("cases")
    options: dict[str, Any] = {"freeze": ["flag"], "target": "Q", "plan": "blocked:4"}
    sources = ("cases", spark.table("cases"), url)
    for place, source in enumerate(sources):
        out = tmp_path / f"out {place}"
        # As `--out` a URL is Spark's to write.
        ranking = cfsql.spark(spark).rank(
            source,
            out=f"file://{out}" if place == 2 else str(out),
            work=str(tmp_path),
            id="CASE",
            label="LABEL",
            ignore=["large"],
            **options,
        )
        name = "data" if place == 1 else "cases"
        assert (ranking.table.name, ranking.ranked.count() > 0) == (name, True)
        assert_same(table, out, **options)
    # The user's own view of that name is not in the way, and stays.
    assert spark.table("cases").count() == 300
    spark.catalog.dropTempView("cases")
    again: dict[str, Any] = {"out": f"file://{out}", "work": str(tmp_path), "label": -1}
    with pytest.raises(WrongUse, match="exists already; choose another folder"):
        cfsql.spark(spark).rank(url, **again)
    names = {each.name for each in tmp_path.iterdir()}
    assert names == {"cases.parquet", *(f"out {place}" for place in range(3))}


def test_csv_files_of_a_folder_are_read_as_load_reads_them(
    spark: SparkSession, tmp_path: Path
) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    for number, n_rows in enumerate([3, 40, 7]):
        lines = [f"{n % 9};{number * 100 + n},5;{'PQ'[n % 2]}" for n in range(n_rows)]
        text = "\n".join(["a;b;y", *lines])
        (folder / f"part-{number}.csv").write_text(text, encoding="utf-8")
    options: dict[str, Any] = {"label": "y", "decimal": ",", "bins": {"b": [9.5]}}
    asked: dict[str, Any] = {"where": "a % 2 = 0", "language": "de"}
    asked["display_names"] = {"a": "Anzahl"}
    out = tmp_path / "out"
    cfsql.spark(spark).rank(str(folder), out=str(out), **options, **asked)
    assert_same(cfsql.connect().load(folder, **options), out, **asked)


def test_what_is_refused_leaves_nothing(spark: SparkSession, tmp_path: Path) -> None:
    source = written(tmp_path / "mixed", MIXED, mixed_rows(30))
    (tmp_path / "empty").mkdir()
    (tmp_path / "taken").mkdir()
    before = sorted(each.name for each in tmp_path.iterdir())
    out = str(tmp_path / "out")
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"source": str(tmp_path / "none.csv")}, WrongUse, "no file or folder"),
        ({"source": "no_such_table"}, WrongUse, "no file, folder or table"),
        ({"source": str(tmp_path / "empty")}, WrongUse, "no .csv, .json or .parquet"),
        ({"source": f"file://{tmp_path}/empty"}, BadFile, "Spark "),
        ({"out": str(tmp_path / "taken")}, WrongUse, "exists already; choose"),
        ({"out": "s3a://lake/why"}, WrongUse, "all workers share with work="),
        ({"work": str(tmp_path / "nowhere")}, CfsqlError, "cannot write to "),
        ({"label": "lable"}, WrongUse, "did you mean 'label'?"),
        ({"id": "small"}, WrongUse, "an id must be unique"),
        ({"ignore": MIXED}, WrongUse, "no feature left"),
        ({"freeze": ["txt"]}, WrongUse, "did you mean 'text'?"),
        ({"target": "R"}, WrongUse, "no label 'R'"),
        ({"where": "missing = 1"}, WrongUse, "where: "),
        ({"require": "cast(b.text as int) > 1"}, WrongUse, "require: "),
        ({"rows": [31]}, WrongUse, "no row 31"),
        ({"no_defaults": True}, WrongUse, "for a table that is loaded"),
    ]
    for options, kind, said in wrong:
        asked = {"source": str(source), "label": "label", "out": out}
        given: dict[str, Any] = {**asked, **options}
        with pytest.raises(kind) as error:
            cfsql.spark(spark).rank(given.pop("source"), **given)
        assert said in str(error.value), options
        assert "\n" not in str(error.value)
        assert sorted(each.name for each in tmp_path.iterdir()) == before, options


@pytest.mark.real
def test_adult_is_that_of_duckdb(
    spark: SparkSession, tmp_path: Path, datasets: Path
) -> None:
    source = datasets / "adult.csv"
    cfsql.spark(spark).rank(str(source), out=str(tmp_path / "out"), label=-1, parts=4)
    assert_same(cfsql.connect().load(source, label=-1), tmp_path / "out")


@pytest.mark.slow
def test_a_hundred_thousand_rows_are_those_of_duckdb(
    spark: SparkSession, tmp_path: Path
) -> None:
    from benchmarks.synthetic import synthetic

    source = tmp_path / "easy.parquet"
    synthetic("easy", 100_000).write_parquet(source)
    cfsql.spark(spark).rank(str(source), out=str(tmp_path / "out"), label=-1)
    assert_same(cfsql.connect().load(source, label=-1), tmp_path / "out")
