"""Random tables for hypothesis, and how cfsql ranks them."""

from __future__ import annotations

import atexit
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import polars as pl
from hypothesis import strategies as st

import cfsql
from cfsql.options import By, Count, Plan
from tests.oracle.brute_force import Case, Ranking

Drawn = tuple[list[str], list[Case]]

# What a ranking of any of these tables may be asked.
OPTIONS = st.fixed_dictionaries(
    {
        "by": st.sampled_from(["power", "dag"]),
        "count": st.sampled_from(["rows", "distinct"]),
    },
    optional={
        "plan": st.sampled_from(["scan", "blocked"]),
        "freeze": st.just(["feature 1"]),
        "ignore": st.just(["feature 2"]),
        "target": st.sampled_from(["c1", "each"]),
        "weight": st.just(["feature 1=3"]),
        "only_up": st.just(["feature 1"]),
        "require": st.just(['b."feature 1" is not null']),
        "max_changes": st.integers(1, 3),
        "min_support": st.integers(1, 2),
        "min_share": st.sampled_from([0.3, 1.0]),
        "nearest": st.integers(1, 2),
        "diverse": st.booleans(),
        "anonymous": st.booleans(),
        "language": st.sampled_from(["de", "fr"]),
        "where": st.just(["row_id % 3 <> 0"]),
        "sample": st.integers(1, 9),
        "rows": st.just(["1-4,6"]),
    },
)


@st.composite
def tables(
    draw: st.DrawFn, *, max_features: int = 6, max_rows: int = 14
) -> tuple[list[str], list[Case]]:
    """Tables with duplicates, contradictions, NULLs and up to five classes."""
    n_features = draw(st.integers(1, max_features))
    widths = draw(st.lists(st.integers(1, 5), min_size=n_features, max_size=n_features))
    values = [
        st.one_of(st.none(), st.integers(0, width).map(lambda n: f"v{n}"))
        for width in widths
    ]
    n_classes = draw(st.integers(1, 5))
    labels = st.one_of(st.none(), st.integers(1, n_classes).map(lambda n: f"c{n}"))
    rows = draw(
        st.lists(st.tuples(st.tuples(*values), labels), min_size=1, max_size=max_rows)
    )
    # A table needs one label at least; more copies make duplicates likely.
    rows += draw(st.lists(st.sampled_from(rows), max_size=4))
    first = rows[0][0], draw(st.integers(1, n_classes).map(lambda n: f"c{n}"))
    cases = [
        Case(row_id, features, label)
        for row_id, (features, label) in enumerate([first, *rows], start=1)
    ]
    return [f"feature {n}" for n in range(1, n_features + 1)], cases


@st.composite
def crowded_tables(draw: st.DrawFn) -> Drawn:
    """Many rows on few values, mostly of one class: with many ties and dense balls."""
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    n_features = draw(st.integers(2, 5))
    n_values = draw(st.integers(2, 3))
    rare = draw(st.sampled_from([0.1, 0.2, 0.4]))
    cases = [
        Case(
            row_id,
            tuple(
                chance.choice([None, "10", "9"][:n_values]) for _ in range(n_features)
            ),
            "rare" if chance.random() < rare else chance.choice(["P", "P", "Q"]),
        )
        for row_id in range(1, draw(st.integers(10, 30)) + 1)
    ]
    return [f"feature {n}" for n in range(1, n_features + 1)], cases


@st.composite
def wide_tables(draw: st.DrawFn) -> Drawn:
    """Few rows of 70 to 90 features, which differ from one another on some."""
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    n_features = draw(st.integers(70, 90))
    most_changes = draw(st.sampled_from([2, 4, 6]))
    common = [chance.choice(["x", "y", None]) for _ in range(n_features)]
    cases = []
    for row_id in range(1, draw(st.integers(3, 7)) + 1):
        values = list(common)
        for _ in range(chance.randint(0, most_changes)):
            values[chance.randrange(n_features)] = chance.choice(["x", "y", "z"])
        cases.append(Case(row_id, tuple(values), chance.choice("PQ")))
    return [f"feature {n}" for n in range(1, n_features + 1)], cases


def frame_of(features: Sequence[str], cases: Sequence[Case]) -> pl.DataFrame:
    """The table as a user would have it."""
    columns: dict[str, list[object]] = {
        feature: [case.values[position] for case in cases]
        for position, feature in enumerate(features)
    }
    schema = dict.fromkeys([*features, "outcome"], pl.String)
    return pl.DataFrame(
        columns | {"outcome": [case.label for case in cases]}, schema=schema
    )


@cache
def shared_database() -> cfsql.Database:
    """One database for the random tables of a process: a new one each takes longer."""
    atexit.register(shared_database.cache_clear)
    return cfsql.connect()


def load(features: Sequence[str], cases: Sequence[Case], **options: Any) -> cfsql.Table:
    """The table, in the place of the one before it."""
    frame = frame_of(features, cases)
    return shared_database().load(
        frame, table="t", replace=True, **{"label": -1, **options}
    )


def answers(
    features: Sequence[str],
    cases: Sequence[Case],
    *,
    rows: Sequence[int] | None = None,
    by: By = "power",
    count: Count = "rows",
    plan: Plan = "auto",
) -> Ranking:
    """What cfsql says."""
    ranking = load(features, cases).rank(rows=rows, by=by, count=count, plan=plan)
    return Ranking(
        ranked=ranking.pl().to_dicts(), summary=ranking.summary.pl().to_dicts()
    )


def assert_equal(found: Ranking, expected: Ranking) -> None:
    assert found.summary == expected.summary
    assert found.ranked == expected.ranked
    for rows, wanted in (
        (found.ranked, expected.ranked),
        (found.summary, expected.summary),
    ):
        if wanted:
            assert list(rows[0]) == list(wanted[0])
