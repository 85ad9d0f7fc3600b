"""Many random sequences of changes, each compared with a ranking from the beginning.

    python -m tests.living.many --tables 200 --sequences 50 --seconds 3600

Every table is tiny, has a ranking with options by chance, and follows by what changed
wherever it can. A line is printed for each table, and for each difference the seed that
shows it again. The exit code is 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from contextlib import suppress
from typing import Any
from unittest.mock import patch

import cfsql
from cfsql.errors import WrongUse
from cfsql.living import choice
from tests.living.sequences import OPTIONS, Life, results


def rank(table: cfsql.Table, life: Life, options: dict[str, Any]) -> None:
    """Rank a table, if it can be."""
    given = dict(options)
    if "rows" in given:
        given["rows"] = life.there(given["rows"])
    with suppress(WrongUse):
        table.rank(**given)


def live(seed: int, n_sequences: int, until: float, seen: Counter[str]) -> None:
    """One table, changed by one sequence after the other."""
    with cfsql.connect() as living, cfsql.connect() as anew:
        for database in (living, anew):
            database.sql("set threads = 1")
        life = Life.drawn(seed)
        # Rows that cfsql numbers: others are made from the beginning.
        life.has_id, life.rows = False, dict(enumerate(life.rows.values(), 1))
        options = OPTIONS[seed % len(OPTIONS)]
        table = life.load(living, has_id=False)
        rank(table, life, options)
        for number in range(n_sequences):
            if time.monotonic() > until:
                return
            for _ in range(life.chance.randint(1, 3)):
                life.change(table)
            fresh = life.load(anew, has_id=True)
            if not living.results():
                # The change made it impossible, and it was dropped.
                rank(table, life, options)
            rank(fresh, life, options)
            seen["sequences"] += 1
            if results(living) != results(anew):
                seen["differences"] += 1
                print(f"seed {seed}, sequence {number}: {options}", flush=True)
                return
        followed = "select count(*) from cf.runs where starts_with(plan, 'followed')"
        ((n_followed,),) = living.sql(followed).fetchall()
        seen["followed"] += n_followed
        seen["tables"] += 1


def main() -> None:
    """Run as many as were asked for, or as there is time for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--sequences", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    until = time.monotonic() + options.seconds
    seen: Counter[str] = Counter()
    with patch.object(choice, "_logged", lambda *_: None):
        for seed in range(options.seed, options.seed + options.tables):
            live(seed, options.sequences, until, seen)
            print(seed, dict(seen), flush=True)
            if time.monotonic() > until:
                break
    sys.exit(seen["differences"] > 0)


if __name__ == "__main__":
    main()
