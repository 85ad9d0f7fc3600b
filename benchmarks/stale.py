"""Is a table still what was encoded? What that costs, beside one scan of the table.

    python -m benchmarks.stale --rows 1000000

Both are run in turns, on a table that cfsql has copied and on tables that are used
where they are. The best of each counts, and the ratio of the two. Then one value is
changed: it must be seen.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
import time
from datetime import date
from pathlib import Path

import duckdb

import cfsql
from benchmarks.measure import HERE
from benchmarks.synthetic import synthetic
from cfsql.tables.changed import change

# To ask may cost so many times the scan.
MOST = 1.2

_ABOUT = {
    "copied": "copied by cfsql",
    "held": "used where it is, rows by their place",
    "keyed": "used where it is, rows by a key",
}


def measure(n_rows: int, repeats: int) -> dict[str, dict[str, list[float]]]:
    """The seconds of every time, by where the rows are."""
    with tempfile.TemporaryDirectory(prefix="cfsql-bench-") as work:
        file, path = Path(work) / "easy.parquet", Path(work) / "stale.duckdb"
        # Ten columns: nine features and the label.
        synthetic("easy", n_rows).drop("f10").write_parquet(file)
        with duckdb.connect(str(path)) as connection:
            connection.execute(f"create table held as from '{file}'")
            connection.execute(
                f"create table keyed as select row_number() over () as id, * "
                f"from '{file}'"
            )
        with cfsql.connect(path) as database:
            database.load(file, table="copied", label="outcome")
            database.load("table:held", label="outcome")
            database.load("table:keyed", label="outcome", id="id")
            return {name: _turns(database, name, repeats) for name in _ABOUT}


def _turns(
    database: cfsql.Database, table: str, repeats: int
) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {"asked": [], "scanned": []}
    scan = f"select count(*), bit_xor(hash(t)) from {table} as t"
    with database.session() as session:
        # A first turn is not counted.
        for turn in range(repeats + 1):
            started = time.perf_counter()
            how = change(session, table)
            asked = time.perf_counter()
            database.connection.execute(scan).fetchall()
            scanned = time.perf_counter()
            assert how is None, how
            if turn:
                found["asked"].append(asked - started)
                found["scanned"].append(scanned - asked)
        database.connection.execute(f"update {table} set f1 = 'other' where rowid = 7")
        assert change(session, table) == "rows have other values"
    return found


def markdown(found: dict[str, dict[str, list[float]]], about: str) -> str:
    """The page of results."""
    rows = []
    for name, each in found.items():
        asked, scanned = min(each["asked"]), min(each["scanned"])
        verdict = "met" if asked <= MOST * scanned else "missed"
        rows.append(
            f"| {_ABOUT[name]} | {1000 * asked:.1f} | {1000 * scanned:.1f} "
            f"| {asked / scanned:.2f} | at most {MOST}: {verdict} |"
        )
    return "\n".join(
        [
            "# Is a table still what was encoded?",
            "",
            about,
            "",
            "| table | cfsql, ms | scan, ms | ratio | goal |",
            "| --- | ---: | ---: | ---: | --- |",
            *rows,
            "",
            "The scan is `select count(*), bit_xor(hash(t)) from t`.",
            "",
        ]
    )


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "stale")
    given = parser.parse_args()
    found = measure(given.rows, given.repeats)
    about = (
        f"By `make bench-stale` on {date.today()}: {given.rows:,} rows, ten columns, "
        f"best of {given.repeats} in turns;\nDuckDB {duckdb.__version__}, Python "
        f"{platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}."
    )
    page = markdown(found, about)
    given.out.with_suffix(".md").write_text(page, encoding="utf-8")
    given.out.with_suffix(".json").write_text(json.dumps(found, indent=2) + "\n")
    print(page)


if __name__ == "__main__":
    main()
