"""What `rank --dry-run` expects, beside what the command then takes.

    python -m benchmarks.estimates --only adult,chess --repeats 3

Both are run as commands, one after the other, so that they meet the same machine. The
ratio of each pair of runs is taken, and the median of those. Imports nothing large: a
child's peak memory begins with its parent's.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.measure import HERE
from benchmarks.tables import CASES, FILES, data_folder

# The rows of Census-Income that are ranked: the first.
_CENSUS_ROWS = 30_000
_SIZES = (10_000, 100_000)
_RECIPES = ("easy", "hard")
_WHOLE = ("cars", "mushrooms", "phishing", "chess", "adult", "connect4")
# Commands on a part of the rows, and with constraints.
_OPTIONS = {
    "adult": (
        ("--limit", "1000"),
        ("--freeze", "sex", "--freeze", "race"),
        ("--target", ">50K", "--max-changes", "3"),
    ),
    "chess": (("--target", "each"),),
    "connect4": (("--limit", "1000"),),
    "hard 100,000": (("--limit", "1000"),),
}

# An estimate is good within this factor.
_FACTOR = 3


@dataclass(frozen=True)
class Once:
    """One command: seconds on the clock and on the cores, and its peak memory."""

    seconds: float
    cpu: float
    memory: int
    output: str


@dataclass(frozen=True)
class Compared:
    """A command and its dry runs, as often as they were repeated."""

    table: str
    options: str
    expected: list[float]
    taken: list[float]
    taken_cpu: list[float]
    dry: list[float]
    dry_cpu: list[float]
    expected_memory: list[int]
    taken_memory: list[int]

    @property
    def ratios(self) -> list[float]:
        """What was expected ÷ what was taken, of each pair of runs."""
        return [a / b for a, b in zip(self.expected, self.taken, strict=True)]

    @property
    def fair_ratios(self) -> list[float]:
        """The same on the cores: expected as if the dry run had waited for none.

        On a machine that others use, what the command meets is not what its dry run
        met. This takes the waiting out of both.
        """
        rows = zip(self.expected, self.dry, self.dry_cpu, self.taken_cpu, strict=True)
        return [
            expected * dry_cpu / dry / taken_cpu
            for expected, dry, dry_cpu, taken_cpu in rows
        ]

    @property
    def memory_ratio(self) -> float:
        """The same for memory, of all runs together."""
        return median(self.expected_memory) / median(self.taken_memory)

    @property
    def dry_share(self) -> float:
        """How much of the command's time on the cores its dry run takes."""
        return median(self.dry_cpu) / median(self.taken_cpu)

    @property
    def is_good(self) -> bool:
        """Whether time and memory are within the factor."""
        both = (median(self.ratios), self.memory_ratio)
        return all(1 / _FACTOR <= ratio <= _FACTOR for ratio in both)


def run_command(*words: str) -> Once:
    """A command of cfsql in a process of its own."""
    started = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "cfsql", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    seconds = perf_counter() - started
    if status:
        assert process.stderr is not None
        raise SystemExit(f"bench: {' '.join(words)}: {process.stderr.read()}")
    unit = 1 if sys.platform == "darwin" else 1024
    cpu = used.ru_utime + used.ru_stime
    return Once(seconds, cpu, used.ru_maxrss * unit, output)


def compare(name: str, path: str, options: Sequence[str], repeats: int) -> Compared:
    """A dry run and the command, as often as asked, in turns."""
    found = Compared(name, " ".join(options), [], [], [], [], [], [], [])
    asked = ("rank", "--table", CASES, "--db", path, *options)
    for _ in range(repeats):
        dry = run_command(*asked, "--dry-run", "--format", "json")
        real = run_command(*asked, "--into", "tried")
        plan = json.loads(dry.output)
        found.expected.append(plan["seconds"])
        found.expected_memory.append(plan["memory"])
        found.dry.append(dry.seconds)
        found.dry_cpu.append(dry.cpu)
        found.taken.append(real.seconds)
        found.taken_cpu.append(real.cpu)
        found.taken_memory.append(real.memory)
    ratios = ", ".join(f"{ratio:.2f}" for ratio in found.ratios)
    fair = ", ".join(f"{ratio:.2f}" for ratio in found.fair_ratios)
    tell(
        f"{name} {found.options}: expected {median(found.expected):.2f} s, took "
        f"{median(found.taken):.2f} s ({ratios}; on the cores {fair}); "
        f"memory {found.memory_ratio:.2f}; dry run {found.dry_share:.0%} of the CPU"
    )
    return found


def load(source: str, path: str) -> None:
    """Load a file, or rows of one, in a process of its own."""
    run_command("load", source, "--table", CASES, "--db", path, "--quiet")


def write_rows(name: str, data: Path, out: Path) -> None:
    """Write the rows of a table that is no file as it stands, by a process."""
    if name == "census":
        code = (
            "import sys, polars; polars.read_parquet(sys.argv[1])"
            f".head({_CENSUS_ROWS}).write_parquet(sys.argv[2])"
        )
        words = ["-c", code, str(data / FILES["census"])]
    else:
        recipe, n_rows = name.split()
        words = ["-m", "benchmarks.synthetic", recipe, n_rows.replace(",", "")]
    subprocess.run([sys.executable, *words, str(out)], cwd=HERE.parent, check=True)


def markdown(results: Sequence[Compared], about: str) -> str:
    """The table of all commands."""
    n_good = sum(each.is_good for each in results)
    lines = [
        "# Estimates of `rank --dry-run`",
        "",
        about,
        "",
        f"{n_good} of {len(results)} are within a factor of {_FACTOR}, in time and in "
        "memory. Expected ÷ taken is the median of",
        "the runs, with the least and the greatest. *On the cores* takes out of both "
        "what they waited for others.",
        "",
        "| table | options | expected, s | taken, s | expected ÷ taken | "
        "on the cores | memory, MB | taken, MB | expected ÷ taken | "
        "CPU of the dry run ÷ of the command |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for each in results:
        ratios = each.ratios
        lines.append(
            f"| {each.table} | {f'`{each.options}`' if each.options else ''} | "
            f"{median(each.expected):.2f} | {median(each.taken):.2f} | "
            f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f}) | "
            f"{median(each.fair_ratios):.2f} | "
            f"{median(each.expected_memory) / 1e6:.0f} | "
            f"{median(each.taken_memory) / 1e6:.0f} | {each.memory_ratio:.2f} | "
            f"{each.dry_share:.2f} |"
        )
    return "\n".join([*lines, ""])


def tell(message: str) -> None:
    """Say how far it is."""
    print(f"bench: {message}", file=sys.stderr, flush=True)


def main() -> None:
    """Compare the tables that were asked for, and write the results after each."""
    synthetic = [f"{recipe} {n:,}" for recipe in _RECIPES for n in _SIZES]
    known = [*_WHOLE, "census", *synthetic]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help=f"some of {'; '.join(known)}")
    parser.add_argument("--data", type=Path, help="the folder with the real tables")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "estimates")
    given = parser.parse_args()
    wanted = given.only.split(";") if given.only else known
    data = data_folder(given.data)
    about = (
        f"{date.today()}, {os.cpu_count()} cores, Python {platform.python_version()}; "
        f"{given.repeats} runs of each, a dry run and the command in turns."
    )
    results: list[Compared] = []
    with tempfile.TemporaryDirectory(prefix="cfsql-bench-") as work:
        for name in wanted:
            path = str(Path(work) / f"{name.replace(' ', '_')}.duckdb")
            source = data / FILES.get(name, "")
            if name in FILES and not source.exists():
                tell(f"{name}: no {source.name} in the data folder")
                continue
            if name not in _WHOLE:
                source = Path(work) / "rows.parquet"
                write_rows(name, data, source)
            load(str(source), path)
            for options in ((), *_OPTIONS.get(name, ())):
                results.append(compare(name, path, options, given.repeats))
                given.out.parent.mkdir(parents=True, exist_ok=True)
                records = json.dumps([asdict(each) for each in results], indent=1)
                given.out.with_suffix(".json").write_text(records + "\n")
                given.out.with_suffix(".md").write_text(markdown(results, about))
            Path(path).unlink()


if __name__ == "__main__":
    main()
