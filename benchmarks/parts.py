"""What parts of a ranking cost beside the whole, and what more of them would.

    python -m benchmarks.parts --rows 1000000 --parts 1,4,16,64

A synthetic table is encoded. The whole is ranked on all cores, and then each part by
one thread, each in a process of its own, one after the other. CPU seconds are compared:
the clock says more of who else is at work. First the answers are compared, row by row
through a checksum.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import log
from pathlib import Path
from time import process_time
from typing import Any

import duckdb

import cfsql
from benchmarks.layout import document, grid
from benchmarks.measure import HERE, WrongAnswer

# What all must agree on: how many rows, and a sum that depends on every one of them.
_CHECKED = """
    select
        count(*) as n_rows,
        sum(hash(row_id, counterfactual_id, distance, explanation, rank, power,
                 ball_size, typicality, capacity, universality, dag_count, support)
            % 1000003) as checksum
    from read_parquet('{files}')
"""

# The steps of a part; the rest is to start, to read and to prepare.
STEPS = ("search", "count", "write")

# What the model is asked for.
_SIZES, _CORES = (10**7, 10**8, 10**9), (1, 16, 128, 1024)


@dataclass(frozen=True)
class Parts:
    """What N parts took together: CPU seconds, also by step, and bytes of memory."""

    n_parts: int
    total: float
    most: float
    memory: int
    steps: dict[str, float]

    @property
    def rest(self) -> float:
        """What is no step."""
        return self.total - sum(self.steps.values())

    @property
    def evenness(self) -> float:
        """The most expensive part beside the mean one."""
        return self.most * self.n_parts / self.total


@dataclass(frozen=True)
class Measured:
    """One table: what it took to encode it, to rank it at once, and in parts.

    Parts write every answer in words, as `export` does after `rank`: `exported`.
    """

    n_rows: int
    n_answers: int
    encoded: float
    whole: float
    exported: float
    # What a part of a table of a hundred rows takes: nearly all of it is to start.
    started: float
    parts: list[Parts]


def rank_one(coded: str, part: str, out: str) -> None:
    """Rank a part in this process, and print what its steps took."""
    from cfsql.method import parts
    from cfsql.method.search.search import PairSearch

    took = dict.fromkeys(STEPS, 0.0)

    def timed(owner: Any, name: str) -> None:
        usual: Callable[..., Any] = getattr(owner, name)

        def run(*given: Any, **options: Any) -> Any:
            before = process_time()
            try:
                return usual(*given, **options)
            finally:
                took[name] += process_time() - before

        setattr(owner, name, run)

    timed(PairSearch, "search")
    timed(PairSearch, "count")
    timed(parts, "write")
    with cfsql.connect(coded, threads=1) as database:
        database.tables()[0].rank_part(part, out=out)
    print(json.dumps(took))


def cpu(*command: object) -> tuple[float, int, str]:
    """The CPU seconds of a process, the most bytes that it took, and what it said."""
    given = [sys.executable, "-m", *map(str, command)]
    with subprocess.Popen(given, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, given)
    return used.ru_utime + used.ru_stime, used.ru_maxrss << 10, said


def measure(n_rows: int, all_parts: list[int], folder: Path) -> Measured:
    """Encode a table, and rank it at once and in parts."""
    # polars takes 0.2 s to import, which no part of a ranking does.
    from benchmarks.synthetic import synthetic

    answers: dict[object, tuple[int, int]] = {}
    encoded, started = 0.0, 0.0
    for size in (100, n_rows):
        source, coded = folder / f"{size}.parquet", folder / f"coded-{size}"
        synthetic("easy", size).write_parquet(source)
        read = (source, "--table", "easy", "--label", "outcome", "--quiet")
        took, *_ = cpu("cfsql", "encode", *read, "--out", coded)
        # Without what it takes to start.
        encoded = took - encoded
        if size != n_rows:
            started, *_ = cpu("benchmarks.parts", "--one", coded, "1/1", folder / "few")
    cpu("cfsql", "load", *read, "--db", folder / "whole.db")
    ranked = ("rank", "--table", "easy", "--db", folder / "whole.db", "--quiet")
    # The first one may have compiled.
    whole = min(cpu("cfsql", *ranked)[0] for _ in range(2))
    places = ("--db", folder / "whole.db", "--out", folder / "whole", "--quiet")
    exported, *_ = cpu("cfsql", "export", "--table", "easy", *places)
    answers["whole"] = checked(folder / "whole" / "easy_ranked.parquet")
    print(
        f"{n_rows:,} rows: encoded in {encoded:.1f}, ranked in {whole:.1f}, "
        f"exported in {exported:.1f}",
        flush=True,
    )
    done = []
    for n_parts in all_parts:
        outs = folder / f"parts-{n_parts}"
        runs = [
            cpu("benchmarks.parts", "--one", coded, f"{n}/{n_parts}", outs / f"{n}")
            for n in range(1, n_parts + 1)
        ]
        answers[n_parts] = checked(outs / "*" / "ranked.parquet")
        if len(set(answers.values())) != 1:
            raise WrongAnswer(f"{n_rows:,} rows: {answers}")
        steps = [json.loads(said) for *_, said in runs]
        seconds = [took for took, *_ in runs]
        done.append(
            Parts(
                n_parts,
                sum(seconds),
                max(seconds),
                max(memory for _, memory, _ in runs),
                {name: sum(each[name] for each in steps) for name in STEPS},
            )
        )
        print(
            f"  {n_parts} parts: {sum(seconds):.1f}, most {max(seconds):.1f}",
            flush=True,
        )
    n_answers, _ = answers["whole"]
    return Measured(n_rows, n_answers, encoded, whole, exported, started, done)


def checked(files: Path) -> tuple[int, int]:
    """How many answers there are, and their checksum."""
    with duckdb.connect() as connection:
        found = connection.execute(_CHECKED.format(files=files)).fetchone()
    assert found is not None
    return int(found[0]), int(found[1])


# The model.


@dataclass(frozen=True)
class Model:
    """What N parts of n rows take, from what was measured.

    A step grows with a power of the rows, by the tables, and with a power of the parts,
    by the largest of them: 0 if parts had nothing in common, and 1 if they had all of
    it. What is no step is done in each part: to start, and something for each row.
    """

    tables: list[Measured]

    @property
    def last(self) -> Measured:
        """The largest table."""
        return self.tables[-1]

    def in_common(self, step: str) -> float:
        """The power of the number of parts."""
        one, other = self.last.parts[0], self.last.parts[-1]
        return _power(one.steps[step], other.steps[step], one.n_parts, other.n_parts)

    def growth(self, step: str) -> float:
        """The power of the number of rows; without two tables, 1."""
        one, other = self.tables[0], self.last
        if one is other:
            return 1.0
        first, last = one.parts[0].steps[step], other.parts[0].steps[step]
        return _power(first, last, one.n_rows, other.n_rows)

    @property
    def reading(self) -> float:
        """Seconds of each part for each row: small parts do little else."""
        part = self.last.parts[-1]
        each = part.rest / part.n_parts - self.last.started
        return max(0.0, each) / self.last.n_rows

    def seconds(self, n_rows: float, n_parts: int) -> dict[str, float]:
        """What all parts take, by step."""
        one, times = self.last.parts[0], n_rows / self.last.n_rows
        found = {
            step: one.steps[step]
            * times ** self.growth(step)
            * (n_parts / one.n_parts) ** self.in_common(step)
            for step in STEPS
        }
        return {**found, "rest": n_parts * (self.last.started + self.reading * n_rows)}

    def elapsed(self, n_rows: float, n_cores: int) -> float:
        """Seconds by the clock with a part for each core; one encodes before."""
        evenness = max(part.evenness for part in self.last.parts)
        encoding = self.last.encoded * n_rows / self.last.n_rows
        in_all = sum(self.seconds(n_rows, n_cores).values())
        return encoding + in_all / n_cores * (evenness if n_cores > 1 else 1)


def _power(one: float, other: float, before: float, after: float) -> float:
    return log(other / one) / log(after / before) if one and after != before else 0.0


def report(tables: list[Measured]) -> str:
    """The measurements and the model as a page."""
    model = Model(tables)
    rows = [
        [
            f"{table.n_rows:,}",
            str(part.n_parts),
            f"{part.total:.1f}",
            f"{part.total / table.whole:.2f}",
            f"{part.total / (table.whole + table.exported):.2f}",
            f"{part.evenness:.2f}",
            *(f"{part.steps[step]:.1f}" for step in STEPS),
            f"{part.rest:.1f}",
            f"{part.memory / (1 << 20):,.0f} MB",
            f"{sum(model.seconds(table.n_rows, part.n_parts).values()):.1f}",
        ]
        for table in tables
        for part in table.parts
    ]
    header = ["rows", "parts", "CPU seconds", "/ the whole", "/ the whole in words"]
    header += ["most / mean", *STEPS, "rest", "memory of a part", "by the model"]
    once = [
        [
            f"{table.n_rows:,}",
            f"{table.n_answers:,}",
            *(
                f"{each:.1f}"
                for each in (table.encoded, table.whole, table.exported, table.started)
            ),
        ]
        for table in tables
    ]
    steps = [
        [step, f"{model.growth(step):.2f}", f"{model.in_common(step):.2f}"]
        for step in STEPS
    ]
    planned = [
        [f"{size:,}", *(_clock(model.elapsed(size, each)) for each in _CORES)]
        for size in _SIZES
    ]
    return document(
        [
            "# Parts of a ranking",
            f"cfsql {cfsql.__version__}, {os.cpu_count()} cores, {platform.machine()}, "
            f"Python {platform.python_version()}, DuckDB {duckdb.__version__}. Made by "
            "`python -m benchmarks.parts`.",
            "All rows of `easy` are ranked, at once on all cores, and in parts of one "
            "thread each, in processes of their own, one after the other. The answers "
            "of all parts are those of the whole, by a checksum over all rows. Parts "
            "write every answer in words, as `export` does after `rank`. Seconds are "
            "of CPU: others used the machine.",
            grid(
                ["rows", "answers", "encode", "rank the whole", "export it", "start"],
                once,
                ">>>>>>",
            ),
            grid(header, rows, ">" * len(header)),
            "## The model",
            "Seconds of a step grow with these powers of the rows and of the parts. A "
            f"part starts in {model.last.started:.2f} s and takes "
            f"{1e6 * model.reading:.2f} s for a million rows of the table, however "
            "small it is.",
            grid(["step", "rows", "parts"], steps, "<>>"),
            "By the clock, with a part for each core, after one machine has encoded "
            "the table with one core:",
            grid(
                ["rows", *(f"{each:,} cores" for each in _CORES)],
                planned,
                ">" * (1 + len(_CORES)),
            ),
        ]
    )


def _clock(seconds: float) -> str:
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.0f} s"


def main() -> None:
    """Measure, compare, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", default="100000")
    parser.add_argument("--parts", default="1,4,16")
    parser.add_argument("--one", nargs=3, help="rank a part: coded, I/N, folder")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "parts")
    given = parser.parse_args()
    if given.one:
        rank_one(*given.one)
        return
    n_parts = [int(each) for each in given.parts.split(",")]
    tables: list[Measured] = []
    for n_rows in map(int, given.rows.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            tables.append(measure(n_rows, n_parts, Path(folder)))
        text = json.dumps([asdict(table) for table in tables], indent=2)
        given.out.with_suffix(".json").write_text(f"{text}\n")
        given.out.with_suffix(".md").write_text(report(tables))


if __name__ == "__main__":
    main()
