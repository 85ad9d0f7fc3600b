"""An audit with all its tests, beside the same audit without them.

    python -m benchmarks.audit --data DIR

Both are run in turns on Adult, once it is ranked. Without: who is treated unequally,
what answers change, and whom they serve. With: also how many changes each group needs,
with intervals, and the sign tests. CPU seconds are compared, the least of each: a busy
machine takes longer by the clock. First the answers are checked: what both have is
equal, and each p-value is a sum of binomials.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any
from unittest import mock

import duckdb

import cfsql
from benchmarks.measure import HERE
from cfsql.api.results import Ranking
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import Query

# With all tests an audit may cost so many times one without.
MOST = 1.3

PROTECTED = ["sex", "race"]
WITHOUT, WITH = "without tests", "with all tests"

# What tests and efforts are computed by: sql/questions/unequal.sql and effort.sql.
_STEPS = ("unequal", "effort")


@contextmanager
def without_tests() -> Iterator[None]:
    """Stage nothing of tests and efforts: their tables are there, and empty."""
    stage, append = Session.stage, Session.append

    def staged(session: Session, query: Query, **options: Any) -> int:
        if query.step in _STEPS:
            session.stage_empty(query, **options)
            return 0
        return stage(session, query, **options)

    def appended(session: Session, query: Query, **options: Any) -> int:
        return 0 if query.step in _STEPS else append(session, query, **options)

    with mock.patch.multiple(Session, stage=staged, append=appended):
        yield


def audited(ranking: Ranking, kind: str) -> dict[str, list[tuple[Any, ...]]]:
    """Audit once; the rows of all result tables."""
    if kind == WITHOUT:
        with without_tests():
            ranking.audit(PROTECTED)
    else:
        ranking.audit(PROTECTED)
    return {
        each.name: sorted(each.relation().fetchall(), key=repr)
        for each in ranking.audit_tables()
    }


def check(ranking: Ranking) -> None:
    """Refuse answers that are not the same, or p-values that are wrong."""
    plain, tested = (audited(ranking, kind) for kind in (WITHOUT, WITH))
    for name, rows in plain.items():
        assert not rows or rows == tested[name], name
    tests = next(t for t in ranking.audit_tables() if t.name.endswith("_tests"))
    found = tests.relation().project("n_pairs, n_reversed, p_value").fetchall()
    assert found
    for n_pairs, n_reversed, p_value in found:
        n_all = n_pairs + n_reversed
        tail = sum(math.comb(n_all, k) for k in range(n_reversed + 1))
        exact = min(1.0, 2 * tail / 2**n_all)
        assert math.isclose(p_value, exact, rel_tol=1e-9), (n_pairs, n_reversed)


def measure(file: Path, repeats: int) -> dict[str, list[float]]:
    """The CPU seconds of both audits."""
    found: dict[str, list[float]] = {WITHOUT: [], WITH: []}
    with cfsql.connect() as database:
        table = database.load(file, label=-1, table="adult", ignore=["fnlwgt"])
        ranking = table.rank()
        check(ranking)
        for _ in range(repeats):
            started = time.process_time()
            with without_tests():
                ranking.audit(PROTECTED)
            found[WITHOUT].append(time.process_time() - started)
            started = time.process_time()
            ranking.audit(PROTECTED)
            found[WITH].append(time.process_time() - started)
    return found


def markdown(found: dict[str, list[float]], about: str) -> str:
    """The page of results."""
    plain, tested = min(found[WITHOUT]), min(found[WITH])
    ratio = tested / plain
    goal = f"at most {MOST}: {'met' if ratio <= MOST else 'missed'}"
    return "\n".join(
        [
            "# An audit with all its tests",
            "",
            about,
            "",
            "| audit | CPU, s | ratio | goal |",
            "| --- | ---: | ---: | --- |",
            f"| {WITHOUT} | {plain:.2f} | 1.00 |  |",
            f"| {WITH} | {tested:.2f} | {ratio:.2f} | {goal} |",
            "",
        ]
    )


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, default=os.environ.get("CFSQL_DATASETS"))
    parser.add_argument("--repeats", type=int, default=11)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "audit")
    given = parser.parse_args()
    if given.data is None:
        parser.error("where is adult.csv? Give --data DIR, or set CFSQL_DATASETS")
    found = measure(Path(given.data) / "adult.csv", given.repeats)
    about = (
        f"By `python -m benchmarks.audit` on {date.today()}: Adult, ranked before, "
        f"audited by sex and race and stored,\nleast of {given.repeats} in turns; "
        f"DuckDB {duckdb.__version__}, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, {platform.machine()}."
    )
    page = markdown(found, about)
    given.out.with_suffix(".md").write_text(page, encoding="utf-8")
    given.out.with_suffix(".json").write_text(json.dumps(found, indent=2) + "\n")
    print(page)


if __name__ == "__main__":
    main()
