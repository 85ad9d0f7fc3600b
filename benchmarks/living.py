"""A table that changes: brought up to date, beside ranked from the beginning.

    python -m benchmarks.living --rows 1000000

Each table is loaded without its last rows and ranked. Then these are appended, the
table is ranked from the beginning, ten rows are removed, and it is ranked once more:
ratios are those of one process. That the answers are the same is checked by
`cfsql check --fresh`, with --check.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import tempfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from time import perf_counter

import polars as pl

import cfsql
from benchmarks.measure import HERE
from benchmarks.synthetic import synthetic
from benchmarks.tables import data_folder

_GOALS = {"adult appended": 5, "easy appended": 20, "easy removed": 20}
_N_REMOVED = 10


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock, and on the cores."""
    started, before = perf_counter(), _cpu()
    work()
    return perf_counter() - started, _cpu() - before


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def tables(data: Path, n_rows: int) -> Iterator[tuple[str, pl.DataFrame, int, str]]:
    """Each table, how many rows of it are appended, and its label."""
    adult = data / "adult.csv"
    if adult.exists():
        rows = pl.read_csv(adult, infer_schema_length=None)
        yield "adult", rows, 488, rows.columns[-1]
    if n_rows:
        n_new = max(1, n_rows // 1000)
        yield "easy", synthetic("easy", n_rows + n_new), n_new, "outcome"


def measure(
    name: str, rows: pl.DataFrame, n_new: int, label: str, *, is_checked: bool
) -> Iterator[dict[str, object]]:
    """What each change takes, and what a ranking from the beginning does."""
    n_old = len(rows) - n_new
    with (
        tempfile.TemporaryDirectory() as folder,
        cfsql.connect(Path(folder) / "living.duckdb") as database,
    ):
        table = database.load(rows[:n_old], table=name, label=label)
        table.rank()
        removed = list(range(7, n_old, n_old // _N_REMOVED))[:_N_REMOVED]
        for verb, change in (
            ("appended", lambda: table.append(rows[n_old:])),
            ("removed", lambda: table.remove(removed)),
        ):
            followed = timed(change)
            if is_checked:
                assert table.check_fresh().hold
            ranked = timed(table.rank)
            yield {
                "what": f"{name} {verb}",
                "rows": table.facts.n_rows,
                "changed": n_new if verb == "appended" else len(removed),
                "followed": followed,
                "ranked": ranked,
            }


def report(measured: list[dict[str, object]]) -> str:
    """The measurements as Markdown."""
    lines = [
        "# Tables that change",
        "",
        f"{date.today()}; {os.cpu_count()} cores, cfsql {cfsql.__version__}. Seconds "
        "by the clock, and on the cores.",
        "",
        "|  | rows | changed | followed | ranked anew | ratio | on the cores | goal |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for each in measured:
        followed, ranked = each["followed"], each["ranked"]
        assert isinstance(followed, tuple)
        assert isinstance(ranked, tuple)
        goal = _GOALS.get(str(each["what"]))
        lines.append(
            f"| {each['what']} | {each['rows']:,} | {each['changed']:,} | "
            f"{followed[0]:.2f} | {ranked[0]:.2f} | {ranked[0] / followed[0]:.1f} × | "
            f"{ranked[1] / followed[1]:.1f} × | {f'{goal} ×' if goal else ''} |"
        )
    return "\n".join([*lines, ""])


def main() -> None:
    """Measure, print, and write results/living.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "living")
    options = parser.parse_args()
    measured = []
    for table in tables(data_folder(options.data), options.rows):
        for each in measure(*table, is_checked=options.check):
            measured.append(each)
            print(json.dumps(each), flush=True)
    options.out.with_suffix(".md").write_text(report(measured), encoding="utf-8")
    options.out.with_suffix(".json").write_text(json.dumps(measured, indent=1))


if __name__ == "__main__":
    main()
