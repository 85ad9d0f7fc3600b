"""Rankings with directions, beside the same ranking without.

    python -m benchmarks.directions --data DIR

All are run in turns on Adult, by the plans that are chosen. CPU seconds
are compared, the least of each: a busy machine takes longer by the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

import cfsql
from benchmarks.measure import HERE
from cfsql.options import Plan

# With directions a ranking may cost so many times one without.
MOST = 1.5

QUESTIONS: dict[str, dict[str, Any]] = {
    "nothing asked for": {},
    "age only up": {"only_up": ["age"]},
    "age and education-num only up, hours-per-week only down": {
        "only_up": ["age", "education-num"],
        "only_down": ["hours-per-week"],
    },
    "sex and race kept, age only up": {"freeze": ["sex", "race"], "only_up": ["age"]},
}
PLANS: tuple[Plan, ...] = ("auto",)


def measure(file: Path, repeats: int) -> dict[str, dict[str, list[float]]]:
    """The CPU seconds of every ranking, by plan and question."""
    found: dict[str, dict[str, list[float]]] = {}
    with cfsql.connect() as database:
        table = database.load(file, label=-1, table="adult")
        # A first turn is not counted.
        for turn in range(repeats + 1):
            for plan in PLANS:
                for about, options in QUESTIONS.items():
                    started = time.process_time()
                    table.rank(**options, plan=plan)
                    seconds = time.process_time() - started
                    if turn:
                        each = found.setdefault(plan, {}).setdefault(about, [])
                        each.append(seconds)
    return found


def markdown(found: dict[str, dict[str, list[float]]], about: str) -> str:
    """The page of results."""
    rows = []
    for plan, by_question in found.items():
        plain = min(by_question["nothing asked for"])
        for question, each in by_question.items():
            ratio = min(each) / plain
            verdict = "met" if ratio <= MOST else "missed"
            goal = f"at most {MOST}: {verdict}" if QUESTIONS[question] else ""
            rows.append(
                f"| {plan} | {question} | {min(each):.2f} | {ratio:.2f} | {goal} |"
            )
    return "\n".join(
        [
            "# What only rises, and what only falls",
            "",
            about,
            "",
            "| plan | question | CPU, s | ratio | goal |",
            "| --- | --- | ---: | ---: | --- |",
            *rows,
            "",
        ]
    )


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, default=os.environ.get("CFSQL_DATASETS"))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "directions")
    given = parser.parse_args()
    if given.data is None:
        parser.error("where is adult.csv? Give --data DIR, or set CFSQL_DATASETS")
    found = measure(Path(given.data) / "adult.csv", given.repeats)
    about = (
        f"By `python -m benchmarks.directions` on {date.today()}: all rows of Adult "
        f"ranked and stored,\nleast of {given.repeats} in turns; DuckDB "
        f"{duckdb.__version__}, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, {platform.machine()}."
    )
    page = markdown(found, about)
    given.out.with_suffix(".md").write_text(page, encoding="utf-8")
    given.out.with_suffix(".json").write_text(json.dumps(found, indent=2) + "\n")
    print(page)


if __name__ == "__main__":
    main()
