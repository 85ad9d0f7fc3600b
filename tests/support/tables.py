"""Tables that many tests ask about: mixed, and hostile."""

from __future__ import annotations

import random

import cfsql

# What data may hold to make a page do something: for names, labels and values.
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</title></style></script><script>alert(2)</script>",
    '" onmouseover="alert(3)" x=\'',
    "<svg/onload=alert(4)>&lt;b&gt;",
    "<!-- -->]]><style>*{display:none}</style>",
    "javascript:alert(5)",
    "\u202eevil\u202d {{7*7}} ${7*7}",
)


def mixed_table(n_labels: int = 20, n_rows: int = 400) -> cfsql.Table:
    """A table with ties, contradictions, duplicates, NULLs and many classes."""
    import polars as pl

    chance = random.Random(5)
    rows = [
        {
            "a": chance.choice(["x", None]),
            "b": chance.randrange(5),
            "c": chance.choice(["p", "q"]),
            "d": chance.randrange(4),
            "e": "always",
            "y": f"class {min(chance.randrange(n_labels), chance.randrange(n_labels))}",
        }
        for _ in range(n_rows)
    ]
    return cfsql.connect().load(pl.DataFrame(rows), table="mixed", label="y")


def hostile_table(database: cfsql.Database) -> cfsql.Table:
    """A table whose name, columns, labels and values are all hostile."""
    import polars as pl

    table, label, first, second, *more = HOSTILE
    frame = pl.DataFrame(
        {
            first: [*HOSTILE, HOSTILE[0], HOSTILE[1]],
            second: ["a", "b", "<i>", *HOSTILE[:6]],
            "plain": ["x", "x", "x", *more, *more],
            label: [table, label, *HOSTILE],
        }
    )
    return database.load(frame, table=table, label=label)
