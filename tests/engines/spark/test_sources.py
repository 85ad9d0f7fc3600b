"""Tables of Spark from files, frames and the catalog."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import cfsql
from cfsql.errors import BadFile, WrongUse
from tests.engines.spark.comparing import read
from tests.support.spark_sessions import NEEDS_SPARK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = NEEDS_SPARK


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
        str(folder),
        out=str(out),
        label="y",
        ignore=["place"],
        where="place % 2 = 0",
    )
    found = {row["row_id"]: row["label"] for row in read(out, "summary")}
    places = [number * 100 + n for number, m in enumerate([3, 40, 7]) for n in range(m)]
    assert sorted(found) == [
        row_id for row_id, place in enumerate(places, start=1) if place % 2 == 0
    ]
    assert ranking.table.n_rows == 50


def test_a_file_without_a_header_loses_no_row(
    spark: SparkSession, tmp_path: Path
) -> None:
    source = tmp_path / "raw.csv"
    source.write_text("39;x;no\n50;?;yes\n39;x;no\n41;x;yes\n", encoding="utf-8")
    lake, out = cfsql.spark(spark), str(tmp_path / "out")
    with pytest.raises(BadFile, match=r"looks like a row.*header=False"):
        lake.rank(str(source), out=out, label=-1, delimiter=";")
    options: dict[str, Any] = {"names": "a,b,y", "delimiter": ";", "missing": "?"}
    ranking = lake.rank(str(source), out=out, label="y", features="a", **options)
    assert (ranking.table.n_rows, ranking.table.ignored) == (4, ["b"])
    source.write_text("a,b,A,y\n1,2,3,p\n4,5,6,q\n", encoding="utf-8")
    with pytest.raises(BadFile, match="columns 1 and 3 are called 'a' and 'A'"):
        lake.rank(str(source), out=str(tmp_path / "other"), label="y")
    wrong: list[dict[str, Any]] = [{"decimal": ","}, {"missing": "?,NA"}]
    for refused in wrong:
        with pytest.raises(WrongUse, match=next(iter(refused))):
            lake.rank(str(source), out=out, overwrite=True, label="y", **refused)
