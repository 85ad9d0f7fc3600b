"""Spark gives the rows that DuckDB gives."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import cfsql
from cfsql.errors import WrongUse
from cfsql.options import Plan
from tests.engines.spark.comparing import (
    MIXED,
    assert_same,
    loaded,
    mixed_rows,
    written,
)
from tests.support.random_tables import Drawn, tables, wide_tables
from tests.support.spark_sessions import NEEDS_SPARK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = NEEDS_SPARK

OPTIONS = st.fixed_dictionaries(
    {
        "by": st.sampled_from(["power", "dag"]),
        "count": st.sampled_from(["rows", "distinct"]),
        "plan": st.sampled_from(["auto", "scan", "blocked"]),
    },
    optional={
        "freeze": st.just(["feature 1"]),
        "target": st.sampled_from(["c1", "each"]),
        "weight": st.just(["feature 1=3"]),
        "max_changes": st.integers(1, 3),
        "min_support": st.integers(1, 2),
        "min_share": st.sampled_from([0.3, 0.5, 1.0]),
        "nearest": st.integers(1, 2),
        "diverse": st.booleans(),
        "anonymous": st.booleans(),
        "where": st.just("row_id % 3 <> 0"),
        "sample": st.integers(1, 9),
    },
)

# A ranking takes seconds here: no search for a smaller one that fails.
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
            cfsql.spark(spark).rank(
                str(source), out=str(out), **{"label": -1, **options}
            )
        return
    cfsql.spark(spark).rank(str(source), out=str(out), **{"label": -1, **options})
    assert_same(table, out, **options)


@pytest.mark.parametrize("plan", ["auto", "scan"])
def test_outcomes_that_differ_by_enough_are_those_of_duckdb(
    spark: SparkSession, tmp_path: Path, plan: Plan
) -> None:
    rows = [
        (*row[:-1], (row[-2] * 7 % 19) / 10 if row[-1] else None)
        for row in mixed_rows(200)
    ]
    source = written(tmp_path / "mixed", MIXED, rows)
    options: dict[str, Any] = {"differs_by": 0.3, "freeze": ["flag"], "min_share": 0.2}
    out = tmp_path / "out"
    cfsql.spark(spark).rank(str(source), out=str(out), label=-1, plan=plan, **options)
    assert_same(loaded(source), out, **options)


def test_a_file_system_that_only_spark_knows_gets_the_same_rows(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cfsql.engines.spark import scratch
    from cfsql.lake import answers

    source = written(tmp_path / "mixed", MIXED, mixed_rows(300))
    monkeypatch.setattr(answers, "_LEAST_PAIRS", 100)
    # As if the driver could not read these paths, nor tasks write there.
    monkeypatch.setattr(scratch, "place_of", lambda _: None)
    monkeypatch.setattr(answers, "place_of", lambda _: None)
    options: dict[str, Any] = {"nearest": 2, "where": "row_id > 10"}
    out = tmp_path / "out"
    ranking = cfsql.spark(spark).rank(
        str(source), out=str(out), **{"label": -1, **options}
    )
    assert len(list((out / "ranked").glob("*.parquet"))) > 1
    assert ranking.overview.n_listed == ranking.ranked.count()
    assert_same(loaded(source), out, **options)
    in_order = [row["row_id"] for row in stored_in_order(out)]
    assert in_order == sorted(in_order)


def stored_in_order(out: Path) -> list[dict[str, Any]]:
    """The ranked rows, file by file in the order of their names."""
    frame = pl.read_parquet(out / "ranked" / "*.parquet", columns=["row_id"])
    return frame.to_dicts()


def test_what_executors_lack_is_said_before_work_begins(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cfsql.lake.ranking import Lake

    source = written(tmp_path / "mixed", MIXED, mixed_rows(60))
    lake = Lake(spark)
    out = str(tmp_path / "out")
    with monkeypatch.context() as patched:
        # A Python that has nothing installed.
        patched.setattr(spark.sparkContext, "pythonExec", bare_python())
        with pytest.raises(WrongUse, match=r"duckdb.* missing on 1 of 1 .*: pip insta"):
            lake.rank(str(source), out=out, label=-1)


def bare_python() -> str:
    """This Python without the packages of its environment."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    found = Path(sys.base_prefix, "bin", version)
    if not found.exists():
        pytest.skip("this Python has no other installation")
    return str(found)


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


def test_a_scan_of_files_leaves_nothing_but_its_results(
    spark: SparkSession, tmp_path: Path
) -> None:
    source = written(tmp_path / "mixed", MIXED, mixed_rows(300))
    out = tmp_path / "out"
    options: dict[str, Any] = {
        "plan": "scan",
        "require": "b.large >= a.large",
        "max_changes": 2,
        "limit": 90,
    }
    ranking = cfsql.spark(spark).rank(
        str(source), out=str(out), **{"label": -1, **options}
    )
    assert_same(loaded(source), out, **options)
    assert "scan" in ranking.plan
    assert "mixed, 90 rows" in repr(ranking)
    assert ranking.summary.count() == 90
    record = json.loads((out / "run.json").read_text(encoding="utf-8"))
    assert record["rows"] == 90
    assert record["plan"] == ranking.plan
    # Nothing else is left, here and in the session.
    assert sorted(each.name for each in tmp_path.iterdir()) == ["mixed", "out"]
    assert spark.catalog.listTables() == []


def test_conditions_add_up_and_ids_come_as_ranges(
    spark: SparkSession, tmp_path: Path
) -> None:
    source = written(tmp_path / "mixed", MIXED, mixed_rows(60))
    options: dict[str, Any] = {
        "require": ["b.large >= a.large or b.large is null", "b.row_id <> 7"],
        "where": ["row_id % 3 <> 0", "row_id > 10 or row_id = 1"],
        "rows": ["1-4,22-30", 41],
    }
    out = tmp_path / "out"
    ranking = cfsql.spark(spark).rank(
        str(source), out=str(out), **{"label": -1, **options}
    )
    rows = sorted(row.row_id for row in ranking.summary.collect())
    # Row 29 has no label.
    assert rows == [1, 22, 23, 25, 26, 28, 41]
    assert_same(loaded(source), out, **options)
    with pytest.raises(WrongUse, match="where: "):
        cfsql.spark(spark).rank(
            str(source),
            out=str(tmp_path / "b"),
            label=-1,
            where=["true", "1 = 2) or (true"],
        )


NAMED = ["case", *MIXED, "label"]


def named_rows() -> list[tuple[Any, ...]]:
    """The mixed rows, with texts as ids."""
    return [(f"case {n:03}", *row) for n, row in enumerate(mixed_rows(300))]


def named_table(**options: Any) -> cfsql.Table:
    """These rows in DuckDB."""
    frame = pl.DataFrame(named_rows(), schema=NAMED, orient="row")
    return cfsql.connect().load(frame, id="case", label="label", **options)


def test_blocks_of_a_table_of_the_catalog_with_text_ids(
    spark: SparkSession, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    options: dict[str, Any] = {"plan": "blocked:4", "freeze": ["flag"], "target": "Q"}
    spark.createDataFrame(named_rows(), NAMED).createOrReplaceTempView("cases")
    try:
        # The user's own view of that name is not in the way, and stays.
        ranking = cfsql.spark(spark).rank(
            "cases", out=str(out), id="case", label=-1, ignore=["large"], **options
        )
        assert spark.table("cases").count() == 300
    finally:
        spark.catalog.dropTempView("cases")
    assert "blocked" in ranking.plan
    assert_same(named_table(ignore=["large"]), out, **options)


def test_a_frame_is_ranked_whatever_the_case_of_its_names(
    spark: SparkSession, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    options: dict[str, Any] = {
        "plan": "blocked",
        "where": "large < 20 and label = 'P'",
        "nearest": 2,
    }
    frame = spark.createDataFrame(named_rows(), NAMED)
    ranking = cfsql.spark(spark).rank(
        frame, out=str(out), id="CASE", label="LABEL", **options
    )
    assert "blocked" in ranking.plan
    assert_same(named_table(), out, **options)


@pytest.mark.real
@pytest.mark.parametrize("name", ["cars", "contraception", "bach"])
def test_real_tables(
    spark: SparkSession, tmp_path: Path, datasets: Path, name: str
) -> None:
    source = datasets / f"{name}.csv"
    out = tmp_path / "out"
    cfsql.spark(spark).rank(str(source), out=str(out), label=-1)
    assert_same(cfsql.connect().load(str(source), label=-1), out)
