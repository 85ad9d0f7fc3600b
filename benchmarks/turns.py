"""Small questions, each beside something of its kind, run in turns.

    python -m benchmarks.turns --only explainer,small --data DIR

Of each way the least counts, and its ratio to the first of its table. Seconds are those
of the cores, unless said otherwise: a busy machine takes longer by the clock. Answers
are checked before, or as they come.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any
from unittest import mock

import duckdb
import polars as pl

import cfsql
from benchmarks.measure import HERE
from benchmarks.synthetic import synthetic
from benchmarks.tables import data_folder
from cfsql import example
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import Query
from cfsql.tables.changed import change


@dataclass(frozen=True)
class Group:
    """Ways that are run in turns, the first of which the others are compared with.

    A way gives its seconds. `most` is how many times the first another may take.
    """

    about: str
    ways: dict[str, Callable[[], float]]
    most: float | None = None


# A question gives its groups, one after the other, while its tables are there.
Question = Callable[[Path, Path], Iterator[Group]]


def cpu(work: Callable[[], object], n_times: int = 1) -> Callable[[], float]:
    """A way that takes seconds of all cores; a share of them, of several times."""

    def run() -> float:
        started = process_time()
        for _ in range(n_times):
            work()
        return (process_time() - started) / n_times

    return run


def clock(work: Callable[[], object]) -> Callable[[], float]:
    """A way that takes seconds by the clock."""

    def run() -> float:
        started = perf_counter()
        work()
        return perf_counter() - started

    return run


def process(folder: Path, *words: str, says: str = "") -> Callable[[], float]:
    """A way that is a process of Python, with an answer that it prints somewhere."""
    # As installed: modules are compiled once.
    settings = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}

    def run() -> float:
        begun = subprocess.Popen(
            [sys.executable, *words],
            cwd=folder,
            env=settings | {"PYTHONPATH": str(HERE.parent)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        assert begun.stdout is not None
        output = begun.stdout.read()
        _, status, used = os.wait4(begun.pid, 0)
        if status or says not in output:
            raise SystemExit(f"bench: {words} failed, or its answer is wrong: {output}")
        return used.ru_utime + used.ru_stime

    return run


# The questions.


def small(_: Path, work: Path) -> Iterator[Group]:
    """Commands on the paper's eight rows, beside DuckDB alone."""
    (work / "recidivism.csv").write_text(example.CSV, encoding="utf-8")
    of_table = ("--table", "recidivism")
    # In this order: the first makes the database that the others read.
    commands: dict[tuple[str, ...], str] = {
        ("load", "recidivism.csv", "--replace"): "",
        ("--help",): "",
        ("sql", "select 1"): "1\n─\n1\n",
        ("tables",): "",
        ("explain", *of_table, "--row", "1"): "as it was for row 2",
        ("why", *of_table, "--row", "1"): "",
        ("rank", *of_table): "21 minimal ones",
    }
    alone = "import duckdb; print(duckdb.sql('select 1'))"
    ways = {f'`python -c "{alone}"`': process(work, "-c", alone)}
    for words, says in commands.items():
        shown = " ".join(word for word in words if word not in of_table)
        ways[f"`cfsql {shown}`"] = process(work, "-m", "cfsql", *words, says=says)
    yield Group("the paper's eight rows", ways)


def explainer(data: Path, work: Path) -> Iterator[Group]:
    """New cases, beside one SQL statement that computes the same counts."""
    frame = pl.read_csv(data / "adult.csv", infer_schema=False)
    label, chance = frame.columns[-1], random.Random(11)
    rows = frame.to_dicts()

    def new_case() -> tuple[dict[str, object], object]:
        case, other = dict(chance.choice(rows)), chance.choice(rows)
        for name in chance.sample(frame.columns[:-1], 2):
            case[name] = other[name]
        return case, case.pop(label)

    path = work / "new.duckdb"
    with cfsql.connect(path) as database:
        table = database.load(frame, table="adult", label=label)
        plain = duckdb.connect()
        codes = frame.select(
            pl.int_range(pl.len()).alias("row_id"),
            pl.col(label).alias("outcome"),
            *(
                pl.col(name).fill_null("\0").rank("dense").cast(pl.Int32).alias(f"c{n}")
                for n, name in enumerate(frame.columns[:-1])
            ),
        )
        plain.execute("create table coded as from codes")
        n_features = len(frame.columns) - 1
        statement = _one_statement(n_features)
        known = codes.rows()

        def by_sql() -> list[tuple[Any, ...]]:
            _, outcome, *values = list(chance.choice(known))
            for place in chance.sample(range(n_features), 2):
                values[place] = chance.choice(known)[2 + place]
            return plain.execute(statement, [*values, outcome]).fetchall()

        _check_statement(table, frame, plain, statement, known)
        with table.explainer() as ready:

            def by_explainer() -> object:
                case, outcome = new_case()
                return ready.explain(case, label=outcome)

            drawn = (new_case() for _ in range(1000))
            cases = pl.DataFrame([{**case, label: outcome} for case, outcome in drawn])
            together = cpu(lambda: table.explain_cases(cases))
            yield Group(
                f"a new case of Adult, {len(rows):,} rows",
                {
                    "one SQL statement": cpu(by_sql, 5),
                    "a ready explainer": cpu(by_explainer, 5),
                    "1,000 in one call, each": lambda: together() / len(cases),
                },
                most=0.5,
            )


def _one_statement(n_features: int) -> str:
    """All distances, the nearest with another outcome, and their balls by outcome."""

    def differ(theirs: str, ours: str) -> str:
        pairs = (f"({theirs}c{n} <> {ours}c{n})::int" for n in range(n_features))
        return " + ".join(pairs)

    given = ", ".join(f"?::int as c{n}" for n in range(n_features))
    return f"""
        with asked as (select {given}, ? as outcome),
        distances as (
            select t.*, {differ("t.", "a.")} as distance
            from coded as t, asked as a where t.outcome <> a.outcome
        ),
        nearest as (
            select distinct on (columns('c[0-9]+')) * from distances
            where distance > 0 qualify distance = min(distance) over ()
        )
        select n.row_id, any_value(n.distance) as distance, t.outcome, count(*) as n
        from nearest as n, coded as t where {differ("t.", "n.")} <= n.distance
        group by n.row_id, t.outcome
    """


def _check_statement(
    table: cfsql.Table,
    frame: pl.DataFrame,
    plain: duckdb.DuckDBPyConnection,
    statement: str,
    known: list[tuple[Any, ...]],
) -> None:
    """Refuse a statement that finds another distance or other balls than cfsql."""
    case = dict(frame.row(0, named=True))
    outcome = case.pop(frame.columns[-1])
    _, coded_outcome, *values = known[0]
    found = plain.execute(statement, [*values, coded_outcome]).fetchall()
    best = table.explain(case, label=outcome).pl()
    assert {row[1] for row in found} == set(best["distance"]), "other distances"
    sizes: dict[int, int] = {}
    for row_id, _, _, n in found:
        sizes[row_id] = sizes.get(row_id, 0) + n
    assert sorted(sizes.values()) == sorted(best["ball_size"]), "other balls"


def processes(data: Path, work: Path) -> Iterator[Group]:
    """The first ranking of an environment, and its second."""
    loaded, path = work / "loaded.duckdb", work / "ranked.duckdb"
    with cfsql.connect(loaded) as database:
        database.load(data / "adult.csv", table="adult", label=-1)
    rank = process(work, "-m", "cfsql", "rank", "--table=adult", f"--db={path}")

    def first() -> float:
        shutil.copy(loaded, path)
        return rank()

    first()
    yield Group("ranking Adult", {"second process": rank, "first": first}, most=1.3)


def estimates(data: Path, work: Path) -> Iterator[Group]:
    """What a dry run expects, beside what the command takes by the clock."""
    asked: tuple[dict[str, Any], ...] = ({}, {"limit": 1000})
    for name in ("chess", "adult", "connect4"):
        path = work / f"{name}.duckdb"
        with cfsql.connect(path) as database:
            table = database.load(data / f"{name}.csv", table=name, label=-1)
            for options in asked:
                yield Group(
                    f"{name} {options or ''}".strip(),
                    {
                        "taken": clock(partial(table.rank, **options)),
                        "expected": partial(_expected, table, options),
                    },
                    most=3,
                )


def _expected(table: cfsql.Table, options: dict[str, Any]) -> float:
    return table.dry_run(**options).seconds


def directions(data: Path, work: Path) -> Iterator[Group]:
    """Rankings in which values only rise or fall, beside the same without."""
    up = ["age", "education-num"]
    asked: dict[str, dict[str, Any]] = {
        "nothing asked for": {},
        "age only up": {"only_up": ["age"]},
        "two only up, one only down": {"only_up": up, "only_down": ["hours-per-week"]},
        "two kept, age only up": {"freeze": ["sex", "race"], "only_up": ["age"]},
    }
    with cfsql.connect(work / "directions.duckdb") as database:
        table = database.load(data / "adult.csv", table="adult", label=-1)
        ways = {
            about: cpu(partial(table.rank, **options))
            for about, options in asked.items()
        }
        yield Group("Adult", ways, most=1.5)


def weights(data: Path, work: Path) -> Iterator[Group]:
    """Rankings with weights, beside those without, with the kernel and by SQL."""
    asked = {
        "chess": {"white_king_file": 2, "black_king_rank": 3},
        "adult": {"age": 3, "education": 2, "hours-per-week": 2},
        "connect4": {"a1": 2, "b1": 3},
    }
    columns = "select row_id, min_distance, n_minimal, n_optimal, power, optimal_id"
    for name, weight in asked.items():
        with cfsql.connect(work / f"weights_{name}.duckdb") as database:
            rows = pl.read_csv(data / f"{name}.csv", infer_schema_length=None)
            table = database.load(rows, table=name, label=rows.columns[-1])
            ways = {
                "without": cpu(table.rank),
                "with": cpu(partial(table.rank, weight=weight, into="w")),
            }
            yield Group(f"{name}, {weight}", ways, most=1.5)
            with mock.patch.dict(os.environ, CFSQL_KERNEL="off"):
                yield Group(f"{name}, by SQL alone", ways, most=1.5)
            # A feature that counts twice is one that stands twice.
            again = [
                pl.col(each).alias(f"{each} {copy}")
                for each, times in weight.items()
                for copy in range(2, times + 1)
            ]
            several = rows.select(*again, *rows.columns)
            database.load(several, table="several", label=rows.columns[-1]).rank()
            others = f"{columns} from w_summary except {columns} from several_summary"
            assert not database.sql(others).fetchall(), name


def audit(data: Path, work: Path) -> Iterator[Group]:
    """An audit of Adult with all its tests, beside the same without them."""
    # What tests and efforts are computed by: sql/questions/unequal.sql and effort.sql.
    steps, protected = ("unequal", "effort"), ["sex", "race"]
    stage, append = Session.stage, Session.append

    def staged(session: Session, query: Query, **options: Any) -> int:
        if query.step in steps:
            session.stage_empty(query, **options)
            return 0
        return stage(session, query, **options)

    def appended(session: Session, query: Query, **options: Any) -> int:
        return 0 if query.step in steps else append(session, query, **options)

    with cfsql.connect(work / "audit.duckdb") as database:
        table = database.load(
            data / "adult.csv", label=-1, table="adult", ignore=["fnlwgt"]
        )
        ranking = table.rank()

        def plain() -> None:
            with mock.patch.multiple(Session, stage=staged, append=appended):
                ranking.audit(protected)

        ranking.audit(protected)
        tests = next(t for t in ranking.audit_tables() if t.name.endswith("_tests"))
        columns = "n_pairs, n_reversed, p_value"
        for n_pairs, n_reversed, p in tests.relation().project(columns).fetchall():
            n_all = n_pairs + n_reversed
            tail = sum(math.comb(n_all, k) for k in range(n_reversed + 1))
            assert math.isclose(p, min(1.0, 2 * tail / 2**n_all), rel_tol=1e-9)
        tested = cpu(lambda: ranking.audit(protected))
        yield Group("Adult", {"without tests": cpu(plain), "with": tested}, most=1.3)


def stale(_: Path, work: Path) -> Iterator[Group]:
    """Whether a table is what was encoded, by the clock, beside one scan of it."""
    file, path = work / "easy.parquet", work / "stale.duckdb"
    # Ten columns: nine features and the label.
    synthetic("easy", 1_000_000).drop("f10").write_parquet(file)
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"create table held as from '{file}'")
        keyed = f"select row_number() over () as id, * from '{file}'"
        connection.execute(f"create table keyed as {keyed}")
    with cfsql.connect(path) as database:
        database.load(file, table="copied", label="outcome")
        database.load("table:held", label="outcome")
        database.load("table:keyed", label="outcome", id="id")
        for name in ("copied", "held", "keyed"):
            scan = f"select count(*), bit_xor(hash(t)) from {name} as t"
            with database.session() as session:

                def ask(session: Session = session, name: str = name) -> None:
                    assert change(session, name) is None

                def look(scan: str = scan) -> None:
                    database.connection.execute(scan).fetchall()

                ways = {"one scan": clock(look), "asked": clock(ask)}
                yield Group(f"a million rows, {name}", ways, most=1.2)
                edit = f"update {name} set f1 = 'other' where rowid = 7"
                database.connection.execute(edit)
                assert change(session, name) == "rows have other values"


QUESTIONS: dict[str, Question] = {
    "small": small,
    "explainer": explainer,
    "processes": processes,
    "estimates": estimates,
    "directions": directions,
    "weights": weights,
    "audit": audit,
    "stale": stale,
}


# Running and writing.


def lines(group: Group, repeats: int) -> list[str]:
    """Run the ways in turns, a first turn not counted; their lines of the table."""
    found: dict[str, list[float]] = {name: [] for name in group.ways}
    for turn in range(repeats + 1):
        for name, way in group.ways.items():
            seconds = way()
            if turn:
                found[name].append(seconds)
    base = min(next(iter(found.values())))
    made = []
    for place, (name, seconds_of) in enumerate(found.items()):
        ratio, goal = min(seconds_of) / base, ""
        if place and group.most is not None:
            verdict = "met" if ratio <= group.most else "**missed**"
            goal = f"at most {group.most:g}: {verdict}"
        figures = f"{min(seconds_of):.4f} | {max(seconds_of):.4f} | {ratio:.2f}"
        made.append(f"| {group.about} | {name} | {figures} | {goal} |")
    return made


def main() -> None:
    """Ask some questions, and write a page for each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", default=",".join(QUESTIONS))
    parser.add_argument("--data", type=Path, help="the folder with the real tables")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--out", type=Path, default=HERE / "results")
    given = parser.parse_args()
    for name in given.only.split(","):
        question = QUESTIONS[name]
        print(f"bench: {name} …", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix="cfsql-bench-") as work:
            made: list[str] = []
            for group in question(data_folder(given.data), Path(work)):
                made += lines(group, given.repeats)
                print("\n".join(made[-len(group.ways) :]), flush=True)
        about = (
            f"`python -m benchmarks.turns --only {name}`, {date.today()}: the least of "
            f"{given.repeats}, in turns;\ncfsql {cfsql.__version__}, DuckDB "
            f"{duckdb.__version__}, Python {platform.python_version()}, "
            f"{os.cpu_count()} cores, {platform.machine()}."
        )
        header = "|  |  | seconds, best | worst | ÷ the first | goal |"
        rule = "| --- | --- | ---: | ---: | ---: | --- |"
        page = [f"# {question.__doc__}", "", about, "", header, rule, *made, ""]
        given.out.mkdir(parents=True, exist_ok=True)
        (given.out / f"{name}.md").write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
