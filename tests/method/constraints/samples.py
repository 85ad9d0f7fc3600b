"""Random tables and constraints, and what both sides say of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from hypothesis import strategies as st

import cfsql
from tests.oracle.brute_force import Case, Ranking
from tests.oracle.brute_force_constraints import Condition, Constraints, Record, rank
from tests.support import plans
from tests.support.random_tables import tables

PLANS = ["auto", *plans.PLANS, "blocked:3"]


@dataclass(frozen=True)
class Sample:
    """A table as the user has it, and as the method sees it."""

    features: list[str]
    cases: list[Case]
    records: dict[int | str, Record]

    @property
    def labels(self) -> list[str]:
        return sorted({str(each.label) for each in self.cases if each.label})

    def load(self, database: cfsql.Database) -> cfsql.Table:
        kinds = {"row_id": pl.Int64, "number": pl.Int64, "note": pl.Float64}
        columns = ["row_id", *self.features, "note", "outcome"]
        frame = pl.DataFrame(
            list(self.records.values()),
            schema={name: kinds.get(name, pl.String) for name in columns},
            orient="row",
        ).drop("row_id")
        return database.load(
            frame, table="t", label="outcome", ignore=["note"], replace=True
        )


@st.composite
def samples(draw: st.DrawFn, *, max_features: int = 4) -> Sample:
    """Tables with a number among the features, and a note that was left out.

    To a small table rows are added that mix its values: what is equal to something
    is then equal to several things.
    """
    features, cases = draw(tables(max_features=max_features, max_rows=8))
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    rows = [
        (*case.values, draw(st.sampled_from([None, 0, 1, 2])), case.label)
        for case in cases
    ]
    pools = list(zip(*rows, strict=True))
    for _ in range(draw(st.sampled_from([0, 6, 25]))):
        row = chance.choice(rows)
        changed = chance.sample(range(len(row)), chance.randrange(min(4, len(row))))
        rows.append(
            tuple(
                chance.choice(pools[place]) if place in changed else value
                for place, value in enumerate(row)
            )
        )
    features = [*features, "number"]
    notes = [chance.choice([None, 0.5, 1.5, 2.0]) for _ in rows]
    return sample_of(features, rows, notes)


def sample_of(
    features: list[str], rows: list[tuple[Any, ...]], notes: list[float | None]
) -> Sample:
    cases = [
        Case(row_id, row[:-1], row[-1]) for row_id, row in enumerate(rows, start=1)
    ]
    records: dict[int | str, Record] = {
        case.row_id: {
            "row_id": case.row_id,
            **dict(zip(features, case.values, strict=True)),
            "note": note,
            "outcome": case.label,
        }
        for case, note in zip(cases, notes, strict=True)
    }
    return Sample(features, cases, records)


def compared(a: Any, b: Any, holds: Any) -> bool | None:
    return None if a is None or b is None else bool(holds(a, b))


# Conditions in SQL, and what they mean; NULL makes a comparison unknown.
CONDITIONS: dict[str, Condition] = {
    "b.number >= a.number": lambda a, b: compared(
        a["number"], b["number"], lambda x, y: y >= x
    ),
    "b.note = A.Note": lambda a, b: compared(a["note"], b["note"], lambda x, y: x == y),
    "b.note > 1 -- what is dear": lambda a, b: compared(
        b["note"], 1, lambda x, y: x > y
    ),
    "b.row_id < a.row_id": lambda a, b: b["row_id"] < a["row_id"],  # type: ignore[operator]
    "b.outcome <> 'c1'": lambda a, b: b["outcome"] != "c1",
    "b.\"feature 1\" = 'v1' or a.number is null": lambda a, b: (
        b["feature 1"] == "v1" or a["number"] is None
    ),
    "a.row_id = b.row_id": lambda a, b: False,
}


def all_hold(given: str | tuple[str, ...]) -> Condition:
    """What conditions mean together; one that is unknown does not hold."""
    texts = [given] if isinstance(given, str) else given
    return lambda a, b: all(CONDITIONS[text](a, b) is True for text in texts)


@dataclass(frozen=True)
class Asked:
    """The options of one ranking, for cfsql and for the brute force."""

    options: dict[str, Any] = field(default_factory=dict)
    by: str = "power"
    count: str = "rows"

    @property
    def constraints(self) -> Constraints:
        options = dict(self.options)
        if options.get("require") is not None:
            options["require"] = all_hold(options["require"])
        return Constraints(**options)

    @property
    def everything(self) -> dict[str, Any]:
        return {**self.options, "by": self.by, "count": self.count}


def expected_of(sample: Sample, asked: Asked) -> Ranking:
    return rank(
        sample.features,
        sample.cases,
        sample.records,
        asked.constraints,
        by=asked.by,
        count=asked.count,
    )


def found_of(table: cfsql.Table, asked: Asked, plan: Any = "auto") -> Ranking:
    ranking = table.rank(**asked.everything, plan=plan)
    return Ranking(
        ranked=ranking.pl().to_dicts(), summary=ranking.summary.pl().to_dicts()
    )


def options_for(sample: Sample) -> dict[str, st.SearchStrategy[Any]]:
    """What each option may be, for this table."""
    return {
        "freeze": st.lists(
            st.sampled_from(sample.features),
            min_size=1,
            max_size=len(sample.features) - 1,
            unique=True,
        ).map(tuple),
        "target": st.sampled_from([*sample.labels, "each"]),
        "require": st.sampled_from(list(CONDITIONS))
        | st.lists(st.sampled_from(list(CONDITIONS)), min_size=2, max_size=3).map(
            tuple
        ),
        "max_changes": st.integers(1, 3),
        "min_support": st.integers(1, 3),
        "min_share": st.sampled_from([0.0, 0.25, 0.5, 0.6, 1.0]),
        "ignore": st.lists(
            st.sampled_from(sample.features),
            min_size=1,
            max_size=len(sample.features) - 1,
            unique=True,
        ).map(tuple),
        "weight": st.dictionaries(
            st.sampled_from(sample.features),
            st.integers(1, 4),
            min_size=1,
            max_size=len(sample.features),
        ),
        "nearest": st.integers(2, 4),
        "diverse": st.just(True),
    }


def assert_answers(table: cfsql.Table, sample: Sample, asked: Asked, plan: str) -> None:
    found, expected = found_of(table, asked, plan), expected_of(sample, asked)
    about = f"{asked.everything}, plan {plan}"
    assert found.summary == expected.summary, about
    assert found.ranked == expected.ranked, about
    assert list(found.summary[0]) == list(expected.summary[0]), about


def random_sample(n_features: int, values: str, n_rows: int) -> Sample:
    """A table in which each row is like some other but for a few features."""
    chance = random.Random(n_features)
    features = [f"feature {n}" for n in range(1, n_features)]
    rows: list[tuple[Any, ...]] = []
    for _ in range(n_rows):
        if len(rows) < 3:
            row: list[Any] = [chance.choice(values) for _ in features]
            row += [chance.randrange(3), "c1"]
        else:
            row = list(chance.choice(rows))
            for place in chance.sample(range(len(features)), chance.randrange(4)):
                row[place] = chance.choice([*values, None])
        row[-1] = chance.choice(["c1", "c2", "c3"])
        rows.append(tuple(row))
    notes = [chance.choice([None, 0.5, 1.5]) for _ in rows]
    return sample_of([*features, "number"], rows, notes)
