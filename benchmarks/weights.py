"""Rankings with weights, beside those without them, in one process.

    python -m benchmarks.weights --repeats 5

Each table is ranked with and without weights in turns, with the native kernel and by
SQL alone; the least CPU time of each counts. The answers are those of a table in which
the features stand as often as they weigh.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from time import process_time

import polars as pl

import cfsql
from benchmarks.measure import HERE
from benchmarks.tables import data_folder

# Features that optimal answers change often, and how often they count.
_WEIGHTS: dict[str, dict[str, int]] = {
    "chess": {"white_king_file": 2, "black_king_rank": 3},
    "adult": {"age": 3, "education": 2, "hours-per-week": 2},
    "connect4": {"a1": 2, "b1": 3},
}
_GOAL = 1.5
_COMPARED = "select row_id, min_distance, n_minimal, n_optimal, power, optimal_id from"


def cpu_seconds(work: Callable[[], object]) -> float:
    """Seconds on the cores."""
    started = process_time()
    work()
    return process_time() - started


def measure(name: str, rows: pl.DataFrame, repeats: int) -> list[dict[str, object]]:
    """CPU seconds of both, with the kernel and without it."""
    weight = _WEIGHTS[name]
    label = rows.columns[-1]
    found: list[dict[str, object]] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        cfsql.connect(Path(folder) / "weights.duckdb") as database,
    ):
        table = database.load(rows, table=name, label=label)
        for is_fast in (True, False):
            if not is_fast:
                os.environ["CFSQL_KERNEL"] = "off"
            plain, weighted = [], []
            for _ in range(repeats):
                plain.append(cpu_seconds(table.rank))
                weighted.append(
                    cpu_seconds(lambda: table.rank(weight=weight, into="w"))
                )
            found.append(
                {
                    "table": name,
                    "rows": len(rows),
                    "plans": "with the kernel" if is_fast else "SQL alone",
                    "weight": weight,
                    "plain": min(plain),
                    "weighted": min(weighted),
                }
            )
        copies = [
            pl.col(each).alias(f"{each} {copy}")
            for each, times in weight.items()
            for copy in range(2, times + 1)
        ]
        several = rows.select(*copies, *rows.columns)
        database.load(several, table="several", label=label).rank()
        assert (
            database.sql(
                f"{_COMPARED} w_summary except {_COMPARED} several_summary"
            ).fetchall()
            == []
        ), f"{name}: weights are not what repeated features give"
    return found


def report(measured: list[dict[str, object]], repeats: int) -> str:
    """The measurements as Markdown."""
    lines = [
        "# Weights",
        "",
        f"`python -m benchmarks.weights --repeats {repeats}`, {date.today()}; "
        f"{os.cpu_count()} cores, cfsql {cfsql.__version__}.",
        "CPU seconds of a ranking, the best of all runs.",
        "",
        "|  | rows |  | weights | without | with | ratio | goal |",
        "| --- | ---: | --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for each in measured:
        plain, weighted = float(str(each["plain"])), float(str(each["weighted"]))
        assert isinstance(each["weight"], dict)
        weight = ", ".join(f"{name}={times}" for name, times in each["weight"].items())
        lines.append(
            f"| {each['table']} | {each['rows']:,} | {each['plans']} | {weight} | "
            f"{plain:.2f} | {weighted:.2f} | {weighted / plain:.2f} | {_GOAL} |"
        )
    return "\n".join([*lines, ""])


def main() -> None:
    """Measure, print, and write results/weights.md."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only", default=",".join(_WEIGHTS))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "weights")
    given = parser.parse_args()
    data = data_folder(given.data)
    measured = []
    for name in given.only.split(","):
        path = data / f"{name}.csv"
        if not path.exists():
            print(f"bench: {path} is not there, and left out")
            continue
        rows = pl.read_csv(path, infer_schema_length=None)
        measured += measure(name, rows, given.repeats)
        os.environ.pop("CFSQL_KERNEL")
    page = report(measured, given.repeats)
    given.out.with_suffix(".md").write_text(page, encoding="utf-8")
    given.out.with_suffix(".json").write_text(json.dumps(measured, indent=1) + "\n")
    print(page)


if __name__ == "__main__":
    main()
