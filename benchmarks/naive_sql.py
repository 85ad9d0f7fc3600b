"""cfsql against the SQL that one would write first: a self-join on text columns.

Both rank the same rows of the same table in the same process. The rows are compared
before any time is reported.

    python -m benchmarks.naive_sql --data DIR --table adult --limit 1000
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import duckdb

import cfsql
from cfsql.identifiers import quote

# row_id, counterfactual_id, distance, power, ball_size
Answer = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Timing:
    """The seconds of repeated runs, and what the last one answered."""

    seconds: list[float]
    answers: list[Answer]

    @property
    def best(self) -> float:
        """The run that the machine disturbed least."""
        return min(self.seconds)


def timed(task: Callable[[], list[Answer]], repeats: int) -> Timing:
    """Run a task several times."""
    seconds: list[float] = []
    answers: list[Answer] = []
    for _ in range(repeats):
        started = perf_counter()
        answers = task()
        seconds.append(perf_counter() - started)
    return Timing(seconds, answers)


def with_cfsql(table: cfsql.Table, limit: int, plan: str = "auto") -> list[Answer]:
    """The whole of `rank`: searched, counted, ranked, measured and stored."""
    ranking = table.rank(limit=limit, plan=plan)
    return (
        ranking.relation()
        .project("row_id, counterfactual_id, distance, power, ball_size")
        .order("row_id, counterfactual_id")
        .fetchall()
    )


def with_naive_sql(table: cfsql.Table, limit: int) -> list[Answer]:
    """Minimal counterfactuals, powers and ball sizes; nothing else."""
    features = [name for name, _, role, _ in table.columns() if role == "feature"]
    label = quote(table.label)
    cursor = table.database.connection.cursor()
    texts = ", ".join(
        f"cast({quote(name)} as varchar) as {quote(name)}" for name in features
    )
    cursor.execute(
        f"create or replace temp table naive as "
        f"select row_id, {texts}, cast({label} as varchar) as {label}, "
        f"min(row_id) over (partition by {', '.join(map(quote, features))}, {label}) "
        f"as representative from {quote(table.name)}"
    )

    def distance(left: str, right: str) -> str:
        return " + ".join(
            f"({left}.{quote(name)} is distinct from {right}.{quote(name)})::int"
            for name in features
        )

    cursor.execute(
        f"create or replace temp table distances as "
        f"select a.row_id, b.representative, {distance('a', 'b')} as distance "
        f"from naive as a inner join naive as b on a.{label} <> b.{label} "
        f"where a.row_id <= {limit}"
    )
    cursor.execute(
        "create or replace temp table minimal as "
        "select distinct row_id, representative, distance from distances "
        "semi join (select row_id, min(distance) as distance from distances "
        "where distance > 0 group by row_id) as nearest using (row_id, distance)"
    )
    cursor.execute(
        f"create or replace temp table balls as "
        f"select centres.representative, centres.distance, count(*) as ball_size, "
        f"count(*) filter (where b.{label} <> x.{label}) as power "
        f"from (select distinct representative, distance from minimal) as centres "
        f"inner join naive as b on b.row_id = centres.representative "
        f"inner join naive as x on {distance('b', 'x')} <= centres.distance "
        f"group by all"
    )
    return cursor.execute(
        "select row_id, representative, distance, power, ball_size "
        "from minimal inner join balls using (representative, distance) "
        "order by row_id, representative"
    ).fetchall()


def main() -> None:
    """Compare, check, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/datasets"))
    parser.add_argument("--table", default="adult")
    parser.add_argument("--limit", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()

    with cfsql.connect() as database:
        table = database.load(options.data / f"{options.table}.csv")
        ours = timed(lambda: with_cfsql(table, options.limit), options.repeats)
        naive = timed(lambda: with_naive_sql(table, options.limit), options.repeats)
        n_rows, n_features = table.facts.n_rows, table.facts.n_features
    if ours.answers != naive.answers:
        raise SystemExit("the answers differ: no comparison")

    print(
        f"{options.table}: {options.limit:,} of {n_rows:,} rows, "
        f"{n_features} features; {len(ours.answers):,} answers, equal. "
        f"cfsql {cfsql.__version__}, "
        f"DuckDB {duckdb.__version__}, Python {platform.python_version()}; "
        f"best of {options.repeats}.\n"
    )
    print("| | best s | worst s | ratio |\n| --- | ---: | ---: | ---: |")
    for name, timing in (("cfsql rank", ours), ("naive SQL on text", naive)):
        ratio = timing.best / ours.best
        print(
            f"| {name} | {timing.best:.2f} | {max(timing.seconds):.2f} | {ratio:.1f} |"
        )


if __name__ == "__main__":
    main()
