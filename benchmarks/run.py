"""The whole suite in one go: every table, every rival, results after each.

python -m benchmarks.run --only adult,chess --quick
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.measure import HERE, VENV, Measurement, Task, measure
from benchmarks.report import is_part, markdown
from benchmarks.results import Results, new_results
from benchmarks.tables import FILES, Source, data_folder

NICE_PYTHON = VENV / "nice" / "bin" / "python"

RECIPES = ("easy", "hard")

# Pairs of rows that each may compare, so that a full run takes minutes, not hours.
# A table that needs more is timed on a part of its rows.
PAIRS = {
    "naive SQL": 50_000_000,
    "scikit-learn": 200_000_000,
    "FAISS": 50_000_000,
    "kernel": 5_000_000_000,
    "tuned kernel": 5_000_000_000,
}
KERNELS = ("kernel", "tuned kernel")

# Rows of which DiCE and NICE explain one after the other, and on which tables.
N_EXPLAINED = 10
EXPLAINED = ("mushrooms", "adult")

N_FIRST = 1000
QUICK_ROWS = 5000
QUICK_SIZES = [2_000, 8_000]
SIZES = [10_000, 100_000, 1_000_000]


@dataclass(frozen=True)
class Options:
    """What was asked for on the command line."""

    only: list[str]
    data: Path
    sizes: list[int]
    repeats: int
    limit: float
    out: Path
    is_quick: bool


class Suite:
    """A run: measures, tells, and keeps what it has after each measurement."""

    def __init__(self, options: Options, work: Path) -> None:
        """Measure in the folder `work`."""
        self.options = options
        self.work = work
        self.results = new_results(is_quick=options.is_quick, nice_python=NICE_PYTHON)

    def run(self) -> Results:
        """Everything, what is quick first."""
        for name in ("mushrooms", "chess", "adult", "connect4"):
            with self.real_table(name) as folder:
                if folder is not None:
                    self.table(name, folder)
        for recipe in RECIPES:
            if self.wants(recipe):
                for size in self.options.sizes:
                    self.growth(recipe, size)
        with self.real_table("census") as folder:
            if folder is not None:
                self.loading(folder)
                self.table("census", folder)
        return self.results

    def table(self, name: str, folder: Path) -> None:
        """One real table: cfsql, and everything that it is compared with."""
        task = self.task("cfsql", name, folder)
        ours = self.measure(task)
        if ours.outcome is None:
            return
        n_rows = ours.outcome.n_rows
        for what in ("tuned kernel", "kernel", "FAISS", "scikit-learn", "naive SQL"):
            self.measure(replace(task, what=what, part=self.part(what, n_rows)))
        if name == "adult":
            first = replace(task, table=f"adult, first {N_FIRST:,}", part=N_FIRST)
            self.measure(replace(first, what="cfsql command"))
            self.measure(replace(first, what="naive SQL, first rows"))
        if name in EXPLAINED:
            n_explained = 3 if self.options.is_quick else N_EXPLAINED
            some = replace(task, part=n_explained)
            self.measure(replace(some, what="cfsql explain"))
            self.measure(replace(some, what="NICE"), python=NICE_PYTHON)
            self.measure(replace(some, what="DiCE"))

    def growth(self, recipe: str, n_rows: int) -> None:
        """One size of a synthetic table: cfsql and the kernels."""
        name = f"{recipe} {n_rows:,}"
        with self.prepared(name, Source(None, recipe, n_rows)) as folder:
            if folder is None:
                return
            task = self.task("cfsql", name, folder)
            if self.measure(task).outcome is not None:
                for what in KERNELS:
                    self.measure(replace(task, what=what, part=self.part(what, n_rows)))

    def loading(self, folder: Path) -> None:
        """Loading a CSV file, against DuckDB alone."""
        task = self.task("cfsql load", "census, loading", folder)
        self.measure(task)
        self.measure(replace(task, what="DuckDB load"))

    # The steps of all of them.

    def wants(self, name: str) -> bool:
        """Whether a table was asked for."""
        return not self.options.only or name in self.options.only

    def part(self, what: str, n_rows: int) -> int | None:
        """How many rows to time, given how many pairs are compared for each."""
        part = max(1, PAIRS[what] // n_rows)
        if what == "naive SQL" and self.options.is_quick:
            part = 20
        return part if part < n_rows else None

    def task(self, what: str, table: str, folder: Path) -> Task:
        """A task on a prepared table, all rows."""
        repeats, limit = self.options.repeats, self.options.limit
        return Task(what, table, str(folder), repeats=repeats, limit=limit)

    def measure(self, task: Task, python: Path | None = None) -> Measurement:
        """Measure, tell, and write what there is so far."""
        _tell(f"{task.table}: {task.what} …")
        measurement = measure(task, python)
        self.results.measurements.append(measurement)
        self.write()
        _tell(f"{task.table}: {task.what}: {_summary(measurement)}")
        return measurement

    def write(self) -> None:
        """Write the results so far."""
        out = self.options.out
        out.parent.mkdir(parents=True, exist_ok=True)
        self.results.write(out.with_suffix(".json"))
        out.with_suffix(".md").write_text(markdown(self.results))

    def skip(self, reason: str) -> None:
        """Note what is left out, and why."""
        self.results.skipped.append(reason)
        _tell(reason)

    @contextmanager
    def real_table(self, name: str) -> Iterator[Path | None]:
        """A table from the data folder, prepared; None if it is not wanted or there."""
        path = self.options.data / FILES[name]
        if not self.wants(name):
            yield None
        elif not path.exists():
            self.skip(f"{name}: no {path.name} in the data folder")
            yield None
        else:
            n_rows = QUICK_ROWS if self.options.is_quick else None
            with self.prepared(name, Source(str(path), None, n_rows)) as folder:
                yield folder

    @contextmanager
    def prepared(self, name: str, source: Source) -> Iterator[Path | None]:
        """A prepared table, which is removed afterwards; None if that failed."""
        with tempfile.TemporaryDirectory(dir=self.work) as parent:
            folder = Path(parent) / "table"
            source.write(folder)
            _tell(f"{name}: preparing …")
            task = self.task("prepare", name, folder)
            done = measure(task)
            if done.outcome is None:
                self.skip(f"{name}: cannot be prepared: {done.failure}")
            yield folder if done.outcome else None


def _summary(measurement: Measurement) -> str:
    outcome = measurement.outcome
    if outcome is None:
        return measurement.failure
    about = "about " if is_part(outcome) else ""
    return f"{about}{min(outcome.seconds):.2f} s; checked: {outcome.checked}"


def _tell(message: str) -> None:
    print(f"bench: {message}", file=sys.stderr, flush=True)


def _options() -> Options:
    parser = argparse.ArgumentParser(description=__doc__)
    known = [*FILES, *RECIPES]
    parser.add_argument("--only", default="", help=f"some of {','.join(known)}")
    parser.add_argument("--data", type=Path, help="the folder with the real tables")
    parser.add_argument("--sizes", help="rows of the synthetic tables, comma-separated")
    parser.add_argument("--repeats", type=int, help="runs of which the best counts")
    parser.add_argument(
        "--limit", type=float, default=600, help="seconds after which one is stopped"
    )
    parser.add_argument("--out", type=Path, help="where to, without an ending")
    parser.add_argument(
        "--quick", action="store_true", help="small parts of all tables"
    )
    given = parser.parse_args()
    only = given.only.split(",") if given.only else []
    if unknown := set(only) - set(known):
        parser.error(f"--only takes {', '.join(known)}, not {', '.join(unknown)}")
    sizes = QUICK_SIZES if given.quick else SIZES
    if given.sizes:
        sizes = [int(size) for size in given.sizes.split(",")]
    out = HERE.parent / "build" / "benchmarks" if given.quick else HERE
    return Options(
        only=only,
        data=data_folder(given.data),
        sizes=sizes,
        repeats=given.repeats or (1 if given.quick else 3),
        limit=given.limit,
        out=given.out or out / "results",
        is_quick=given.quick,
    )


def main() -> None:
    """Run what was asked for."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="cfsql-bench-") as work:
        results = Suite(options, Path(work)).run()
    _tell(f"wrote {options.out.with_suffix('.md')} and .json")
    if any(each.is_wrong for each in results.measurements):
        raise SystemExit("bench: answers differ")


if __name__ == "__main__":
    main()
