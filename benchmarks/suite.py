"""A run of measurements: its options, and the steps that all runs take."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import HERE, Measurement, Task, measure
from benchmarks.record import Results
from benchmarks.tables import FILES, Source, data_folder

QUICK_ROWS = 5000


@dataclass(frozen=True)
class Options:
    """What was asked for on the command line."""

    only: list[str]
    data: Path
    repeats: int
    limit: float
    out: Path
    is_quick: bool


class Suite:
    """Measures, tells, and keeps what it has after each measurement."""

    def __init__(
        self,
        options: Options,
        work: Path,
        results: Results,
        report: Callable[[Results], str],
    ) -> None:
        """Measure in the folder `work`; `report` makes Markdown of the results."""
        self.options = options
        self.work = work
        self.results = results
        self.report = report

    def wants(self, name: str) -> bool:
        """Whether a table was asked for."""
        return not self.options.only or name in self.options.only

    def task(self, what: str, table: str, folder: Path) -> Task:
        """A task on a prepared table, all rows."""
        repeats, limit = self.options.repeats, self.options.limit
        return Task(what, table, str(folder), repeats=repeats, limit=limit)

    def measure(self, task: Task) -> Measurement:
        """Measure, tell, and write what there is so far."""
        tell(f"{task.table}: {task.what} …")
        measurement = measure(task)
        self.results.measurements.append(measurement)
        self.write()
        tell(f"{task.table}: {task.what}: {_summary(measurement)}")
        return measurement

    def write(self) -> None:
        """Write the results so far."""
        out = self.options.out
        out.parent.mkdir(parents=True, exist_ok=True)
        self.results.write(out.with_suffix(".json"))
        out.with_suffix(".md").write_text(self.report(self.results))

    def skip(self, reason: str) -> None:
        """Note what is left out, and why."""
        self.results.skipped.append(reason)
        tell(reason)

    def finish(self) -> None:
        """Say where the results are; end with an error if an answer was wrong."""
        tell(f"wrote {self.options.out.with_suffix('.md')} and .json")
        if any(each.is_wrong for each in self.results.measurements):
            raise SystemExit("bench: answers differ")

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
            tell(f"{name}: preparing …")
            task = self.task("prepare", name, folder)
            done = measure(task)
            if done.outcome is None:
                self.skip(f"{name}: cannot be prepared: {done.failure}")
            yield folder if done.outcome else None


def tell(message: str) -> None:
    """Say how far it is."""
    print(f"bench: {message}", file=sys.stderr, flush=True)


def option_parser(
    about: str | None, known: Sequence[str], *, limit: float = 600
) -> argparse.ArgumentParser:
    """The options that all runs have; `known` are the names that --only takes."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--only", default="", help=f"some of {','.join(known)}")
    parser.add_argument("--data", type=Path, help="the folder with the real tables")
    parser.add_argument("--repeats", type=int, help="runs of which the best counts")
    parser.add_argument(
        "--limit", type=float, default=limit, help="seconds after which one is stopped"
    )
    parser.add_argument("--out", type=Path, help="where to, without an ending")
    parser.add_argument(
        "--quick", action="store_true", help="small parts of all tables"
    )
    return parser


def read_options(
    parser: argparse.ArgumentParser, known: Sequence[str], out: str
) -> tuple[Options, argparse.Namespace]:
    """What was asked for, and all that was given; `out` is how results are called."""
    given = parser.parse_args()
    only = given.only.split(",") if given.only else []
    if unknown := set(only) - set(known):
        parser.error(f"--only takes {', '.join(known)}, not {', '.join(unknown)}")
    folder = HERE.parent / "build" / "benchmarks" if given.quick else HERE / "results"
    options = Options(
        only=only,
        data=data_folder(given.data),
        repeats=given.repeats or (1 if given.quick else 3),
        limit=given.limit,
        out=given.out or folder / out,
        is_quick=given.quick,
    )
    return options, given


def _summary(measurement: Measurement) -> str:
    outcome = measurement.outcome
    if outcome is None:
        return measurement.failure
    about = "about " if outcome.is_part else ""
    return f"{about}{min(outcome.seconds):.2f} s; checked: {outcome.checked}"
