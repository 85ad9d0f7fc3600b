"""Commands on the paper's eight rows, beside DuckDB alone: what starting up costs.

    python -m benchmarks.small --repeats 15

Everything is run in turns, in processes of their own. The least CPU time of each
counts, and the ratio to a process that imports DuckDB and runs `select 1`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from benchmarks.measure import HERE
from cfsql import example

_BARE = "python -c \"import duckdb; print(duckdb.sql('select 1'))\""
_ALONE = ["-c", "import duckdb; print(duckdb.sql('select 1'))"]

# In this order: the first makes the database that the others read.
_COMMANDS = {
    "cfsql load recidivism.csv --replace": ["load", "recidivism.csv", "--replace"],
    "cfsql --help": ["--help"],
    "cfsql sql 'select 1'": ["sql", "select 1"],
    "cfsql tables": ["tables"],
    "cfsql explain --row 1": ["explain", "--table", "recidivism", "--row", "1"],
    "cfsql why --row 1": ["why", "--table", "recidivism", "--row", "1"],
    "cfsql rank": ["rank", "--table", "recidivism"],
}

# What each prints, somewhere.
_ANSWERS = {
    "cfsql sql 'select 1'": "1\n─\n1\n",
    "cfsql explain --row 1": "as it was for row 2",
    "cfsql rank": "21 minimal ones",
}


def cpu_seconds(name: str, words: list[str], folder: Path) -> float:
    """The time that a process of Python takes on the cores, its answer checked."""
    # As installed: modules are compiled once.
    settings = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    process = subprocess.Popen(
        [sys.executable, *words],
        cwd=folder,
        env=settings | {"PYTHONPATH": str(HERE.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    if status or _ANSWERS.get(name, "") not in output:
        raise SystemExit(f"bench: {name} failed, or its answer is wrong:\n{output}")
    return used.ru_utime + used.ru_stime


def measure(repeats: int) -> dict[str, list[float]]:
    """The CPU seconds of every run; a first one of each is not counted."""
    asked = {_BARE: _ALONE}
    asked |= {name: ["-m", "cfsql", *words] for name, words in _COMMANDS.items()}
    found: dict[str, list[float]] = {name: [] for name in asked}
    with tempfile.TemporaryDirectory(prefix="cfsql-bench-") as work:
        folder = Path(work)
        (folder / "recidivism.csv").write_text(example.CSV, encoding="utf-8")
        for turn in range(repeats + 1):
            for name, words in asked.items():
                seconds = cpu_seconds(name, words, folder)
                if turn:
                    found[name].append(seconds)
    return found


def markdown(found: dict[str, list[float]], about: str) -> str:
    """The page of results."""
    bare = min(found[_BARE])
    rows = [
        f"| `{name}` | {min(each):.3f} | {min(each) / bare:.2f} |"
        for name, each in found.items()
    ]
    return "\n".join(
        [
            "# Small cases",
            "",
            about,
            "",
            "| | CPU seconds, best | ÷ DuckDB alone |",
            "| --- | ---: | ---: |",
            *rows,
            "",
        ]
    )


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "small")
    given = parser.parse_args()
    found = measure(given.repeats)
    about = (
        f"By `make bench-small` on {date.today()}: the paper's eight rows, best of "
        f"{given.repeats} runs in turns; Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, {platform.machine()}."
    )
    page = markdown(found, about)
    given.out.with_suffix(".md").write_text(page, encoding="utf-8")
    given.out.with_suffix(".json").write_text(json.dumps(found, indent=2) + "\n")
    print(page)


if __name__ == "__main__":
    main()
