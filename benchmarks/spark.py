"""DuckDB against Spark, on the same tables and with the same answers.

    python -m benchmarks.spark --sizes 1000,100000,1000000

Each ranks a Parquet file from reading to results on disk: all rows, or after a colon so
many, drawn at random, which are compared with all. The start of Spark's virtual machine
is not part of its time; the first run is the first in it. Seconds of all cores are
noted too, because others may use the machine. What Spark moved between tasks comes from
its event log.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import duckdb

import cfsql
from benchmarks.layout import document, grid
from benchmarks.measure import HERE, WrongAnswer
from benchmarks.synthetic import synthetic

# What both must agree on: how many rows, and a sum that depends on every one of them.
_CHECKED = """
    select
        count(*) as n_rows,
        sum(hash(row_id, counterfactual_id, distance, explanation, rank, power,
                 ball_size, typicality, capacity, universality, dag_count, support)
            % 1000003) as checksum
    from {relation}
"""


@dataclass(frozen=True)
class Run:
    """One measurement."""

    name: str
    n_rows: int
    n_asked: int
    engine: str
    seconds: float
    # Of all cores.
    computed: float
    # Of all runs, this one among them, in their order.
    every_time: tuple[float, ...]
    plan: str
    pairs: int
    shuffled: int
    staged: int
    tasks: int
    longest_task: float
    n_counterfactuals: int


def on_duckdb(
    name: str, source: Path, n_rows: int, sample: int | None, n_cores: int
) -> tuple[Run, Any]:
    """Load and rank a file with DuckDB."""
    with tempfile.TemporaryDirectory() as folder:
        started, before = perf_counter(), computed()
        database = cfsql.connect(f"{folder}/bench.duckdb", threads=n_cores)
        table = database.load(str(source), table="bench", label=-1)
        ranking = table.rank(sample=sample)
        out = Path(folder, "ranked.parquet")
        ranking.relation().write_parquet(str(out))
        seconds, spent = perf_counter() - started, computed() - before
        steps = _steps(database)
        checked = _checked(str(out))
        database.close()
    run = Run(
        name=name,
        n_rows=n_rows,
        n_asked=sample or n_rows,
        engine="duckdb",
        seconds=seconds,
        computed=spent,
        every_time=(seconds,),
        plan=_plan(steps),
        pairs=sum(step["n_pairs"] for step in steps),
        shuffled=0,
        staged=0,
        tasks=0,
        longest_task=0.0,
        n_counterfactuals=checked[0],
    )
    return run, checked


def on_spark(
    name: str, source: Path, n_rows: int, sample: int | None, n_cores: int
) -> tuple[Run, Any]:
    """Rank the same file with Spark on as many cores."""
    from cfsql.lake.sessions import open_session

    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "events")
        log.mkdir()
        settings = {
            "spark.driver.memory": "8g",
            "spark.eventLog.enabled": "true",
            "spark.eventLog.dir": log.as_uri(),
            "spark.eventLog.compress": "false",
            "spark.ui.enabled": "false",
        }
        with open_session(f"local[{n_cores}]", settings) as session:
            started, before = perf_counter(), computed()
            ranking = cfsql.spark(session).rank(
                str(source), label=-1, out=f"{folder}/out", sample=sample
            )
            seconds, spent = perf_counter() - started, computed() - before
        record = json.loads(Path(folder, "out", "run.json").read_text())
        checked = _checked(f"{folder}/out/ranked/*.parquet")
        tasks = list(_tasks(log))
    run = Run(
        name=name,
        n_rows=n_rows,
        n_asked=sample or n_rows,
        engine="spark",
        seconds=seconds,
        computed=spent,
        every_time=(seconds,),
        plan=_plan(record["steps"]),
        pairs=sum(step["n_pairs"] for step in record["steps"]),
        shuffled=sum(task["shuffled"] for task in tasks),
        staged=sum(task["written"] for task in tasks),
        tasks=len(tasks),
        longest_task=max(task["seconds"] for task in tasks),
        n_counterfactuals=ranking.overview.n_counterfactuals,
    )
    return run, checked


def computed() -> float:
    """The seconds of cores that this process and all that it started have used."""
    started: dict[int, list[int]] = {}
    used = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        process = int(place.parent.name)
        started.setdefault(int(fields[1]), []).append(process)
        # Its own, and of those that it has seen end.
        used[process] = sum(map(int, fields[11:15]))
    left, ticks = [os.getpid()], 0
    while left:
        process = left.pop()
        ticks += used.get(process, 0)
        left += started.get(process, [])
    return ticks / os.sysconf("SC_CLK_TCK")


def _steps(database: cfsql.Database) -> list[dict[str, Any]]:
    ((steps,),) = database.sql(
        "select steps from cf.runs where command = 'rank'"
    ).fetchall()
    return list(json.loads(steps))


def _plan(steps: list[dict[str, Any]]) -> str:
    return ", ".join(
        f"{step['task']} {step['distance']} {step['kind']}"
        + (f":{step['n_blocks']}" if step["n_blocks"] else "")
        for step in steps
    )


def _checked(path: str) -> tuple[Any, ...]:
    relation = f"read_parquet('{path}')"
    found = duckdb.connect().execute(_CHECKED.format(relation=relation)).fetchall()
    return tuple(found[0])


def _tasks(log: Path) -> Iterator[dict[str, Any]]:
    """What each task of an event log took, moved and wrote."""
    for file in log.rglob("*"):
        if not file.is_file():
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            if '"SparkListenerTaskEnd"' not in line:
                continue
            metrics = json.loads(line).get("Task Metrics") or {}
            shuffle = metrics.get("Shuffle Write Metrics", {})
            yield {
                "seconds": metrics.get("Executor Run Time", 0) / 1000,
                "shuffled": shuffle.get("Shuffle Bytes Written", 0),
                "written": metrics.get("Output Metrics", {}).get("Bytes Written", 0),
            }


def report(runs: list[Run]) -> str:
    """The measurements as a page."""
    lines = [
        "| table | rows | asked about | engine | seconds | every run | times DuckDB "
        "| of cores "
        "| counterfactuals | pairs | moved between tasks | staged and written "
        "| tasks | longest task |",
        f"| --- | --: | --: | --- | --: | --- {'| --: ' * 8}|",
    ]
    ours = {
        (run.name, run.n_rows): run.seconds for run in runs if run.engine == "duckdb"
    }
    for run in runs:
        times = ", ".join(f"{seconds:.1f}" for seconds in run.every_time)
        ratio = run.seconds / ours[run.name, run.n_rows]
        moved = "| | |"
        if run.engine == "spark":
            sizes = [f"{size / 1e6:,.0f} MB" for size in (run.shuffled, run.staged)]
            tasks = [f"{run.tasks:,}", f"{run.longest_task:.1f} s"]
            moved = " | ".join([*sizes, *tasks])
        lines.append(
            f"| {run.name} | {run.n_rows:,} | {run.n_asked:,} | {run.engine} "
            f"| {run.seconds:.1f} | {times} "
            f"| {ratio:.1f} | {run.computed:.1f} | {run.n_counterfactuals:,} "
            f"| {run.pairs:,} | {moved} |"
        )
    plans = [[run.name, f"{run.n_rows:,}", run.engine, run.plan] for run in runs]
    return document(
        [
            "# DuckDB and Spark",
            f"cfsql {cfsql.__version__}, {os.cpu_count()} cores, {platform.machine()}, "
            f"Python {platform.python_version()}, DuckDB {duckdb.__version__}. Made by "
            "`python -m benchmarks.spark`.",
            "Both engines rank rows of a Parquet file, from reading to results on "
            "disk, on the same cores. The results were compared first, row by row "
            "through a checksum. The start of Spark's virtual machine takes about "
            "eight seconds and is not counted; the first run of Spark is the first in "
            "that machine. Seconds are those of the best run; of cores: what all "
            "processes used, which depends less on who else uses the machine.",
            "\n".join(lines),
            "## The plans",
            grid(["table", "rows", "engine", "plan"], plans, "<><<"),
        ]
    )


def main() -> None:
    """Measure, compare, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000,100000,1000000")
    parser.add_argument("--only", default="easy")
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "spark")
    given = parser.parse_args()
    runs: list[Run] = []
    folder = Path(tempfile.mkdtemp())
    try:
        for name in given.only.split(","):
            for wanted in given.sizes.split(","):
                rows, _, asked = wanted.partition(":")
                size, sample = int(rows), int(asked) if asked else None
                source = folder / f"{name}_{size}.parquet"
                synthetic(name, size).write_parquet(source)
                answers = []
                for engine in (on_duckdb, on_spark):
                    found = [
                        engine(name, source, size, sample, given.cores)
                        for _ in range(given.repeats)
                    ]
                    times = tuple(run.seconds for run, _ in found)
                    best = min((run for run, _ in found), key=_seconds)
                    runs.append(replace(best, every_time=times))
                    answers += [checked for _, checked in found]
                    told = ", ".join(f"{seconds:.1f}" for seconds in times)
                    print(f"{name} {size:,} {engine.__name__}: {told} s", flush=True)
                if len(set(answers)) != 1:
                    raise WrongAnswer(f"{name}, {size:,} rows: {answers}")
                text = json.dumps([asdict(run) for run in runs], indent=2)
                given.out.with_suffix(".json").write_text(f"{text}\n")
                given.out.with_suffix(".md").write_text(report(runs))
    finally:
        shutil.rmtree(folder)


def _seconds(run: Run) -> float:
    return run.seconds


if __name__ == "__main__":
    main()
