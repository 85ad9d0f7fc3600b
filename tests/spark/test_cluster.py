"""A cluster of Spark, of which a worker dies."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import cfsql
from cfsql.progress import Silent
from tests.spark.comparing import MIXED, assert_same, loaded, mixed_rows, written
from tests.spark.sessions import (
    IS_SAIL,
    NEEDS_SPARK,
    Cluster,
    spark_cluster,
    spark_session,
)

pytestmark = [
    *NEEDS_SPARK,
    pytest.mark.skipif(IS_SAIL, reason="Sail's server is its only worker"),
]

# A partition for each worker, Spark's own way to plan, and what is slow twice at once.
AS_SHIPPED = {
    "spark.executor.memory": "512m",
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.shuffle.partitions": "2",
    "spark.speculation": "true",
    "spark.speculation.multiplier": "1.1",
    "spark.speculation.quantile": "0.3",
}


class Killing(Silent):
    """Progress that ends a worker once some of its parts are done."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.n_done = 0

    def track(
        self, step: str, items: Sequence[int], *, until: float = 1.0
    ) -> Iterator[int]:
        for n_done, item in enumerate(super().track(step, items, until=until)):
            if "parts" in step and n_done == 1 and not self.n_done:
                self.n_done = n_done
                self.cluster.kill("worker_1")
                self.cluster.add_worker("worker_3")
            yield item


def test_a_worker_that_is_killed_changes_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    source = written(tmp_path / "mixed", MIXED, mixed_rows(2000))
    with spark_cluster(tmp_path, n_workers=2) as cluster:
        killing = Killing(cluster)
        with spark_session(cluster.url, **AS_SHIPPED) as session:
            ranking = cfsql.spark(session).rank(
                str(source),
                out=str(tmp_path / "out"),
                label=-1,
                parts=12,
                progress=killing,
            )
    assert killing.n_done == 1
    assert sorted(part.part for part in ranking.parts) == list(range(1, 13))
    assert_same(loaded(source), tmp_path / "out")
