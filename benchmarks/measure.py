"""A measurement: what is asked of a process of its own, and what it answers.

Each runs in a fresh process, so that its peak memory is its own. This process imports
nothing large: on Linux a child's peak begins with its parent's size.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TypeVar

Answer = TypeVar("Answer")

# How the failure of a wrong answer begins.
WRONG = "wrong answer"

HERE = Path(__file__).parent

# What cfsql is compared with has to share the cores with nobody: idle OpenMP threads
# that spin would slow the others down.
WORKER_SETTINGS = {"OMP_WAIT_POLICY": "passive"}


class WrongAnswer(Exception):
    """Raised when two ways of computing the same thing disagree."""


class TooLong(Exception):
    """Raised when it is known before that the time will not do."""


@dataclass(frozen=True)
class Task:
    """What to measure, on which prepared table."""

    what: str
    table: str
    folder: str
    # How many rows to time when all would take too long; None: all of them.
    part: int | None = None
    repeats: int = 3
    # No repeat starts once the earlier ones took this many seconds.
    enough: float = 60.0
    # Seconds after which the process is stopped.
    limit: float = 600.0


@dataclass(frozen=True)
class Outcome:
    """What a worker found: seconds for all rows, also where it timed a part."""

    seconds: list[float]
    n_rows: int
    n_features: int
    n_timed: int
    checked: str
    note: str = ""
    plan: str = ""
    details: dict[str, float] = field(default_factory=dict)
    peak_memory: int | None = None

    @property
    def is_part(self) -> bool:
        """Whether the seconds are extrapolated."""
        return self.n_timed < self.n_rows


@dataclass(frozen=True)
class Measurement:
    """An outcome with its task, or why there is none."""

    table: str
    what: str
    outcome: Outcome | None
    failure: str = ""

    @property
    def best(self) -> float | None:
        """The run that the machine disturbed least."""
        return min(self.outcome.seconds) if self.outcome else None

    @property
    def is_wrong(self) -> bool:
        """Whether the answer was compared, and was another one."""
        return self.failure.startswith(WRONG)

    @classmethod
    def from_json(cls, record: dict[str, object]) -> Measurement:
        """What `asdict` made of one, again as one."""
        outcome = record["outcome"]
        found = Outcome(**outcome) if isinstance(outcome, dict) else None
        table, what, failure = (
            str(record[name]) for name in ("table", "what", "failure")
        )
        return cls(table, what, found, failure)


def repeated(task: Task, run: Callable[[], Answer]) -> tuple[list[float], Answer]:
    """The seconds of each run, and what the last one returned."""
    seconds: list[float] = []
    while True:
        started = perf_counter()
        answer = run()
        seconds.append(perf_counter() - started)
        if len(seconds) == task.repeats or sum(seconds) > task.enough:
            return seconds, answer


def measure(task: Task) -> Measurement:
    """Do a task in a fresh process, and stop it when it takes too long."""
    command = [sys.executable, "-m", "benchmarks.worker"]
    try:
        done = subprocess.run(
            [*command, json.dumps(asdict(task))],
            cwd=HERE.parent,
            env=os.environ | WORKER_SETTINGS,
            capture_output=True,
            text=True,
            timeout=task.limit,
        )
    except subprocess.TimeoutExpired:
        stopped = f"stopped after {task.limit:.0f} s"
        return Measurement(task.table, task.what, None, stopped)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        return Measurement(task.table, task.what, None, _reason(lines[-1]))
    # Libraries may print as well; the outcome is the last line.
    outcome = Outcome(**json.loads(done.stdout.splitlines()[-1]))
    return Measurement(task.table, task.what, outcome)


def _reason(last_line: str) -> str:
    """The last line of a traceback, for a table."""
    kind, _, message = last_line.partition(": ")
    if kind.endswith("ModuleNotFoundError"):
        return "not installed"
    if kind.endswith("WrongAnswer"):
        return f"{WRONG}: {message}"
    if kind.endswith("TooLong"):
        return f"not run: {message}"
    return last_line
