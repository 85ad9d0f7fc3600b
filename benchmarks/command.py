"""cfsql as a command, from the start of Python to its end.

Imports nothing large before the command ran: see `measure`.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Outcome, Task, repeated
from benchmarks.tables import CASES, FIRST_ROWS
from benchmarks.worker import peak_memory


def rank_first(task: Task) -> Outcome:
    """`cfsql rank --limit` on a loaded table."""
    database = str(Path(task.folder) / "table.duckdb")
    command = [sys.executable, "-m", "cfsql", "rank", "--table", CASES, "--quiet"]
    command += ["--db", database, "--limit", str(task.part), "--into", FIRST_ROWS]

    def run() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    seconds, _ = repeated(task, run)
    peak = peak_memory(resource.RUSAGE_CHILDREN)

    import cfsql

    with cfsql.connect(database, read_only=True) as opened:
        n_rows = opened.ranking(FIRST_ROWS).facts.n_rows
        n_features = opened.table(CASES).facts.n_features
    return Outcome(
        seconds,
        n_rows,
        n_features,
        n_rows,
        checked="by naive SQL, below",
        peak_memory=peak,
    )
