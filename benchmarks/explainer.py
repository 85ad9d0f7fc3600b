"""How long `table.explainer()` takes for a new case, and for a row: seconds of CPU.

For example: python -m benchmarks.explainer --table adult.csv
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import polars as pl

import cfsql

# Questions of each kind before the clock runs, and values that a new case takes from
# another row.
N_BEFORE = 3
N_MIXED = 2


def new_case(
    rows: list[dict[str, object]], label: str, chance: random.Random
) -> tuple[dict[str, object], object]:
    """A row with two values of another one, and its label."""
    case, other = dict(chance.choice(rows)), chance.choice(rows)
    for name in chance.sample(sorted(case), N_MIXED):
        case[name] = other[name]
    return case, case.pop(label)


def measure(ask: Callable[[], object], n_times: int) -> str:
    """The median and the 90th percentile of a question, on the clock and of CPU."""
    for _ in range(N_BEFORE):
        ask()
    walls, cpus = [], []
    for _ in range(n_times):
        wall, cpu = time.perf_counter(), time.process_time()
        ask()
        walls.append(1000 * (time.perf_counter() - wall))
        cpus.append(1000 * (time.process_time() - cpu))
    found = []
    for name, each in (("CPU", cpus), ("clock", walls)):
        median = statistics.median(each)
        late = sorted(each)[int(0.9 * len(each))]
        found.append(f"{name} {median:.0f} ms, 90th percentile {late:.0f} ms")
    return "; ".join(found)


def main() -> None:
    """Explain new cases and rows, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", required=True, help="a CSV file; label: the last")
    parser.add_argument("--times", type=int, default=60)
    given = parser.parse_args()
    frame = pl.read_csv(given.table, infer_schema_length=None)
    rows, chance = frame.to_dicts(), random.Random(11)
    with cfsql.connect() as database:
        table = database.load(given.table, label=-1, table="t")

        def ask_alone() -> None:
            case, label = new_case(rows, frame.columns[-1], chance)
            table.explain(case, label=label)

        with table.explainer() as explainer:

            def ask_case() -> None:
                case, label = new_case(rows, frame.columns[-1], chance)
                explainer.explain(case, label=label)

            def ask_row() -> None:
                explainer.explain(chance.randint(1, len(rows)))

            print("explainer, new case:", measure(ask_case, given.times))
            print("explainer, row:     ", measure(ask_row, given.times))
        print("table, new case:    ", measure(ask_alone, max(3, given.times // 10)))


if __name__ == "__main__":
    main()
