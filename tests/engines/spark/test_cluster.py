"""A cluster of Spark, of which workers die."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cfsql
from cfsql.method.plans.kernels import spread
from tests.engines.spark.comparing import (
    MIXED,
    assert_same,
    loaded,
    mixed_rows,
    written,
)
from tests.support.spark_sessions import NEEDS_SPARK, spark_cluster, spark_session

pytestmark = NEEDS_SPARK

# A partition for each worker, Spark's own way to plan, and what is slow twice at once.
AS_SHIPPED = {
    "spark.executor.memory": "512m",
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.shuffle.partitions": "2",
    "spark.speculation": "true",
    "spark.speculation.multiplier": "1.1",
    "spark.speculation.quantile": "0.3",
}


def test_workers_that_are_killed_in_a_search_and_in_a_count_change_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cfsql.engines.spark import tasks
    from cfsql.engines.spark.tasks import Tasks

    # Many tasks, and a close look at them.
    monkeypatch.setattr(tasks, "_LOOK", 0.05)
    monkeypatch.setattr(spread, "TASKS_PER_CORE", 16)
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setattr(spread, "WORTH_A_JOB", 0.0)
    monkeypatch.setattr(spread, "LEAST_TASK", 1e-5)
    source = written(tmp_path / "mixed", MIXED, mixed_rows(2000))
    table = loaded(source)
    killed: list[str] = []
    with spark_cluster(tmp_path, n_workers=2) as cluster:

        def killing(step: str, name: str) -> Callable[..., Any]:
            """Run the step, and end a worker once some of its tasks are done."""
            usual = getattr(Tasks, step)

            def run(self: Any, *given: Any) -> Any:
                *before, n_tasks, done = given

                def note(n_done: int) -> None:
                    if 0 < n_done < n_tasks and name not in killed:
                        killed.append(name)
                        cluster.kill(name)
                        cluster.add_worker(f"{name}_again")
                    done(n_done)

                return usual(self, *before, n_tasks, note)

            return run

        monkeypatch.setattr(Tasks, "find_pairs", killing("find_pairs", "worker_1"))
        monkeypatch.setattr(Tasks, "count_rows", killing("count_rows", "worker_2"))
        with spark_session(cluster.url, **AS_SHIPPED) as session:
            ranking = cfsql.spark(session).rank(
                str(source), out=str(tmp_path / "out"), label=-1, plan="compiled"
            )
    assert killed == ["worker_1", "worker_2"]
    assert ranking.plan.count("compiled") == 2
    assert_same(table, tmp_path / "out")
