"""Tables of Spark from files, frames and the catalog."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cfsql
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
        str(folder), out=str(out), ignore=["place"], where="place % 2 = 0"
    )
    found = {row["row_id"]: row["label"] for row in read(out, "summary")}
    places = [number * 100 + n for number, m in enumerate([3, 40, 7]) for n in range(m)]
    assert sorted(found) == [
        row_id for row_id, place in enumerate(places, start=1) if place % 2 == 0
    ]
    assert ranking.table.n_rows == 50
