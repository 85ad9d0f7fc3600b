"""The process of one measurement: does one task, prints its outcome as JSON."""

from __future__ import annotations

import importlib
import json
import resource
import sys
from dataclasses import asdict, replace

from benchmarks.measure import Outcome, Task

# The module and the function of each task. A module is imported only by its own worker:
# what another task needs may not be installed.
TASKS = {
    "prepare": ("tables", "prepare"),
    "cfsql": ("ours", "rank_all"),
    "cfsql, SQL alone": ("ours", "rank_all_in_sql"),
    "cfsql why": ("factual", "why_first"),
    "cfsql load": ("ours", "load"),
    "DuckDB load": ("alternatives.plain_duckdb", "load"),
    "naive SQL": ("alternatives.naive", "rank_all"),
    "plain Python": ("alternatives.plain_python", "why_first"),
    "scikit-learn": ("alternatives.nearest", "with_sklearn"),
    "FAISS": ("alternatives.nearest", "with_faiss"),
    "tuned kernel": ("alternatives.kernel", "tuned"),
}


def peak_memory(who: int = resource.RUSAGE_SELF) -> int:
    """The most memory that this process, or its children, ever had, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(who).ru_maxrss * unit


def main() -> None:
    """Do the task that is the one argument."""
    task = Task(**json.loads(sys.argv[1]))
    module, function = TASKS[task.what]
    run = getattr(importlib.import_module(f"benchmarks.{module}"), function)
    outcome: Outcome = run(task)
    if outcome.peak_memory is None:
        outcome = replace(outcome, peak_memory=peak_memory())
    print(json.dumps(asdict(outcome)))


if __name__ == "__main__":
    main()
