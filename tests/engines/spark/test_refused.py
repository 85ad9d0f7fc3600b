"""What Spark refuses, or only plans, leaves nothing behind."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import cfsql
from cfsql.errors import BadFile, WrongUse
from tests.engines.spark.comparing import MIXED, mixed_rows, written
from tests.support.spark_sessions import NEEDS_SPARK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = NEEDS_SPARK


def test_a_dry_run_plans_and_writes_nothing(
    spark: SparkSession, tmp_path: Path
) -> None:
    source = written(tmp_path / "mixed", MIXED, mixed_rows(300))
    table, plan = cfsql.spark(spark).dry_run(
        str(source), label=-1, scratch=str(tmp_path), plan="blocked"
    )
    assert table.n_rows == 300
    assert plan.steps[0].task == "search"
    assert [each.name for each in tmp_path.iterdir()] == ["mixed"]


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
        (
            {"out": str(taken)},
            WrongUse,
            "replace it with overwrite=True",
        ),
        ({"label": "lable"}, WrongUse, "did you mean 'label'?"),
        ({"id": "small"}, WrongUse, "an id must be unique"),
        ({"ignore": MIXED}, WrongUse, "no feature left"),
        ({"freeze": ["txt"]}, WrongUse, "did you mean 'text'?"),
        ({"target": "R"}, WrongUse, "no label 'R'"),
        ({"where": "nonsense >"}, WrongUse, "where: "),
        ({"where": "missing = 1"}, WrongUse, "where: "),
        ({"require": "b.larg > a.large"}, WrongUse, "did you mean 'large'?"),
        ({"require": "b.large + a.large"}, WrongUse, "should be true or false"),
        ({"require": "cast(b.text as int) > 1"}, WrongUse, "require: "),
        ({"rows": [31]}, WrongUse, "no row 31"),
    ]
    for options, kind, said in wrong:
        asked = {"source": str(source), "label": "label", "out": out}
        given: dict[str, Any] = {**asked, **options}
        with pytest.raises(kind) as error:
            lake.rank(given.pop("source"), **given)
        assert said in str(error.value), options
        assert "\n" not in str(error.value)
        assert sorted(each.name for each in tmp_path.iterdir()) == before, options
