"""A cluster of Spark."""

from __future__ import annotations

import threading
from pathlib import Path

import cfsql
from cfsql.engines.queries import query
from tests.engines.spark.comparing import (
    MIXED,
    assert_same,
    loaded,
    mixed_rows,
    written,
)
from tests.support.spark_sessions import NEEDS_SPARK, spark_cluster, spark_session

pytestmark = NEEDS_SPARK

# A partition for each worker, and Spark's own way to plan.
AS_SHIPPED = {
    "spark.executor.memory": "512m",
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.shuffle.partitions": "2",
}


def test_a_cluster_answers_also_when_a_worker_is_killed(tmp_path: Path) -> None:
    source = written(tmp_path / "mixed", MIXED, mixed_rows(2000))
    table = loaded(source)
    with (
        spark_cluster(tmp_path, n_workers=2) as cluster,
        spark_session(cluster.url, **AS_SHIPPED) as session,
    ):
        lake = cfsql.spark(session)
        killed = threading.Event()

        def kill_a_worker(statement: str) -> None:
            if query("spark/blocked/balls").label in statement and not killed.is_set():
                killed.set()
                cluster.kill("worker_1")

        lake.trace = kill_a_worker
        lake.rank(str(source), out=str(tmp_path / "out"), label=-1, plan="blocked")
        assert killed.is_set()
    assert_same(table, tmp_path / "out")
