"""What may only rise, or only fall: every column equals the definitions."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.errors import WrongUse
from tests.method.constraints.samples import PLANS, Asked, Sample, expected_of, found_of
from tests.oracle.brute_force import Case
from tests.oracle.brute_force_constraints import allowed
from tests.support.examples import WITHOUT_SHRINKING, examples

FEATURES = ["number", "written", "day", "word", "plain"]
WORDS = ["low", "a, b", "high", "top"]
VALUES: dict[str, list[Any]] = {
    # As texts, 9 is above 10, and -3 above -20.
    "number": [None, -20, -3, 9, 10, 100],
    # Numbers as texts: some are equal, and are different values all the same.
    "written": [None, "1", "1.0", "01", "2", "1e1", "9.5"],
    "day": [None, date(2019, 12, 31), date(2020, 1, 1), date(2020, 10, 1)],
    "word": [None, *WORDS],
    "plain": ["x", "y"],
}
KINDS = {"number": pl.Int64, "day": pl.Date}
DIRECTED = FEATURES[:-1]
ORDER = {"word": WORDS}


def table_of(chance: random.Random, n_rows: int, missing: bool) -> Sample:
    """Rows that are like some other but for a few features."""
    rows: list[list[Any]] = []
    pools = {
        name: values if missing else [each for each in values if each is not None]
        for name, values in VALUES.items()
    }
    for _ in range(n_rows):
        if len(rows) < 3 or chance.random() < 0.3:
            row = [chance.choice(pools[name]) for name in FEATURES]
        else:
            row = chance.choice(rows)[:-1]
            place = chance.randrange(len(FEATURES))
            row[place] = chance.choice(pools[FEATURES[place]])
        rows.append([*row, chance.choice(["c1", "c2", "c3"])])
    cases = [Case(n, tuple(row[:-1]), row[-1]) for n, row in enumerate(rows, start=1)]
    records: dict[int | str, Any] = {
        case.row_id: {
            "row_id": case.row_id,
            **dict(zip(FEATURES, case.values, strict=True)),
            "outcome": case.label,
        }
        for case in cases
    }
    return Sample(FEATURES, cases, records)


def load(database: cfsql.Database, sample: Sample, **options: Any) -> cfsql.Table:
    columns = [*FEATURES, "outcome"]
    frame = pl.DataFrame(
        [[each[name] for name in columns] for each in sample.records.values()],
        schema={name: KINDS.get(name, pl.String) for name in columns},
        orient="row",
    )
    return database.load(frame, table="t", label="outcome", replace=True, **options)


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    return table_of(chance, chance.choice([4, 12, 40]), draw(st.booleans()))


@st.composite
def asked(draw: st.DrawFn, sample: Sample) -> Asked:
    """Directions for some features, and now and then other constraints beside them."""
    ways = {name: draw(st.sampled_from(["up", "down", "any"])) for name in DIRECTED}
    options: dict[str, Any] = {
        "only_up": tuple(name for name in DIRECTED if ways[name] == "up"),
        "only_down": tuple(name for name in DIRECTED if ways[name] == "down"),
        "order": ORDER,
    }
    free = [name for name in FEATURES if ways.get(name, "any") == "any"]
    others: dict[str, st.SearchStrategy[Any]] = {
        # What is frozen may be directed, too: it stays.
        "freeze": st.sampled_from([("number",), ("plain", "day")]),
        "target": st.sampled_from([*sample.labels, "each"]),
        "max_changes": st.integers(1, 3),
        "min_support": st.integers(1, 2),
        "nearest": st.integers(2, 3),
        "diverse": st.just(True),
        "weight": st.just({"number": 3}),
    }
    if free:
        others["ignore"] = st.just((free[0],))
    for name in draw(st.lists(st.sampled_from(list(others)), max_size=2, unique=True)):
        options[name] = draw(others[name])
    if set(options.get("freeze", ())) & set(options.get("ignore", ())):
        del options["ignore"]
    if "number" in options.get("ignore", ()):
        options.pop("weight", None)
    if "word" in options.get("ignore", ()):
        options["order"] = {}
    count = draw(st.sampled_from(["rows", "distinct"]))
    return Asked(options, draw(st.sampled_from(["power", "dag"])), count)


@examples(25, whole=100, phases=WITHOUT_SHRINKING)
@given(samples(), st.data())
def test_answers_fall_and_rise_only_where_they_may(
    database: cfsql.Database, sample: Sample, data: st.DataObject
) -> None:
    table = load(database, sample)
    wanted = data.draw(asked(sample))
    expected = expected_of(sample, wanted)
    for plan in data.draw(st.permutations(PLANS))[:3]:
        found = found_of(table, wanted, plan)
        assert found.summary == expected.summary, (wanted, plan)
        assert found.ranked == expected.ranked, (wanted, plan)


@pytest.mark.parametrize("plan", PLANS)
def test_a_wide_table_has_the_same_answers_by_every_plan(
    database: cfsql.Database, plan: str
) -> None:
    sample = table_of(random.Random(5), 60, missing=True)
    wanted = Asked(
        {"only_up": ("number", "word"), "only_down": ("day",), "order": ORDER}
    )
    found = found_of(load(database, sample), wanted, plan)
    expected = expected_of(sample, wanted)
    assert found.summary == expected.summary
    assert found.ranked == expected.ranked
    blamed = {row["blocked_by"] for row in expected.summary}
    assert {"only-up number", "only-down day"} & blamed


@examples(8, phases=WITHOUT_SHRINKING)
@given(samples(), st.data())
def test_values_of_a_new_case_are_compared_where_they_would_be(
    database: cfsql.Database, sample: Sample, data: st.DataObject
) -> None:
    table = load(database, sample)
    wanted = data.draw(asked(sample))
    if "freeze" in wanted.options:
        del wanted.options["freeze"]
    label = data.draw(st.sampled_from(sample.labels))
    new = Case(
        "new",
        (
            data.draw(st.sampled_from([None, -4, 0, 9, 50, 500, "many"])),
            data.draw(st.sampled_from([None, "1.00", "0.5", "1e2", "none"])),
            data.draw(st.sampled_from([None, date(2020, 1, 2), date(1999, 1, 1)])),
            data.draw(st.sampled_from([None, "unheard of", *WORDS])),
            data.draw(st.sampled_from(["x", "z"])),
        ),
        label,
    )
    options = wanted.options
    values = dict(zip(FEATURES, new.values, strict=True))
    explained = table.explain(values, label=label, **options)
    left = [
        i for i, name in enumerate(FEATURES) if name not in options.get("ignore", ())
    ]
    shown = [FEATURES[i] for i in left]
    seen = [
        Case(each.row_id, tuple(each.values[i] for i in left), each.label)
        for each in sample.cases
    ]
    asking = Case("new", tuple(new.values[i] for i in left), label)
    found, blocked_by = allowed(shown, asking, seen, {}, wanted.constraints)
    weights = [options.get("weight", {}).get(name, 1) for name in shown]
    far = {
        each.row_id: sum(
            weight * (x != y)
            for weight, x, y in zip(weights, asking.values, each.values, strict=True)
        )
        for each in found
    }
    assert explained.blocked_by == blocked_by
    assert explained.min_distance == (min(far.values()) if far else None)


@pytest.fixture(scope="module")
def people() -> cfsql.Table:
    frame = pl.DataFrame(
        {
            "age": [20, 30, 40, 50],
            "size": ["S", "M", "L", "S"],
            "note": ["x", "y", None, "z"],
            "score": ["Low", "High", "Low", "High"],
        }
    )
    database = cfsql.connect()
    return database.load(frame, table="people", label="score", ignore=["note"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"only_up": ["agee"]}, "no feature 'agee' in people; did you mean 'age'?"),
        ({"only_down": ["score"]}, "score is the label of people"),
        ({"only_up": ["note"]}, "note was left out of people"),
        ({"only_up": ["age"], "only_down": ["AGE"]}, "contradict each other on age"),
        ({"only_up": ["age"], "ignore": ["age"]}, "contradict each other on age"),
        ({"only_up": ["size"]}, "size of people has words, such as L"),
        (
            {"only_up": ["size"], "order": {"size": ["S", "M", "XL"]}},
            "size of people is L in some row, which its order S, M, XL does not have",
        ),
        ({"order": {"size": ["S", "M", "S"]}}, "size has 'S' twice"),
        ({"order": {"size": ["S"]}}, "order= takes COL=WORDS"),
        ({"order": ["size"]}, "order= takes COL=WORDS"),
        ({"order": ["size=S,M", "Size=M,S"]}, "names column 'Size' twice"),
        ({"order": {"sise": ["S", "M"]}}, "no feature 'sise' in people"),
        ({"order": {"score": ["Low", "High"]}}, "score is the label of people"),
        (
            {"order": {"size": ["S", "M", "L"]}, "ignore": ["size"]},
            "order= and ignore= contradict each other on size",
        ),
    ],
)
def test_a_direction_that_cannot_be_meant_is_refused(
    people: cfsql.Table, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(WrongUse) as refused:
        people.rank(**options)
    assert message in str(refused.value)
