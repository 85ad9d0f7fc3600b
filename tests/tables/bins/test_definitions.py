"""Intervals and ranks equal the definitions written out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from cfsql.options import By, Count
from tests.oracle.brute_force import Case, Ranking, rank
from tests.oracle.brute_force_bins import binned, written
from tests.support.examples import examples
from tests.support.random_tables import assert_equal, shared_database
from tests.tables.bins.people import features_of, loaded

columns = {
    "BIGINT": st.one_of(st.integers(-20, 20), st.integers(-(2**63), 2**63 - 1)),
    "UHUGEINT": st.integers(0, 2**128 - 1),
    "DECIMAL(38, 10)": st.decimals(-1000, 1000, places=3).map(lambda d: d + 0),
    "DOUBLE": st.one_of(
        st.floats(-5, 5).map(lambda number: round(number, 1)),
        st.floats(allow_nan=False, allow_infinity=False),
    ),
    "VARCHAR": st.one_of(
        st.integers(-9, 9).map(str),
        st.decimals(-9, 9, places=2).map(str),
        st.sampled_from(["1e1", "+3", "007", ".5", "5.", " 2 ", "2.50"]),
    ),
}
cuts = st.one_of(
    st.integers(2, 8).map(lambda n: f"q{n}"),
    st.integers(2, 8).map(lambda n: f"w{n}"),
    st.lists(
        st.one_of(st.integers(-9, 9).map(str), st.decimals(-20, 20, places=1).map(str)),
        min_size=1,
        max_size=4,
        unique_by=Fraction,
    ).map(",".join),
)


@st.composite
def numbers(draw: st.DrawFn) -> tuple[str, list[object], str]:
    """A type, a column of it in which values come again, and how to cut it."""
    kind = draw(st.sampled_from(sorted(columns)))
    few = draw(st.lists(columns[kind], min_size=1, max_size=8))
    values = draw(
        st.lists(st.one_of(st.none(), st.sampled_from(few)), min_size=2, max_size=25)
    )
    return kind, [few[0], *values], draw(cuts)


@examples(25)
@given(numbers())
def test_every_value_is_in_the_interval_of_the_definition(
    given: tuple[str, list[object], str],
) -> None:
    kind, values, cut = given
    table = loaded(values, cut, kind)
    with table.database.connection.cursor() as cursor:
        texts = [
            text
            for (text,) in cursor.execute(
                'select cast("x" as varchar) from t order by row_id'
            ).fetchall()
        ]
    expected = binned(texts, ["label"] * len(texts), cut)
    assert [plain(text) for text in features_of(table, "x")] == expected


def plain(interval: str | None) -> str | None:
    """An interval in which numbers with an exponent are spelled out."""
    if interval is None or "e" not in interval:
        return interval
    parts = interval.replace("[", "[ ").replace(",", " ,").replace(")", " )")
    words = parts.replace("]", " ]").split(" ")
    spelled = [written(Fraction(word)) if "e" in word else word for word in words]
    text = " ".join(spelled).replace("[ ", "[").replace(" ,", ",")
    return text.replace(" )", ")").replace(" ]", "]")


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Case], dict[str, str]]:
    """Tables with two columns of numbers and one of words, and how to cut the first."""
    number = st.one_of(st.none(), st.integers(-6, 6))
    amount = st.one_of(st.none(), st.integers(0, 30).map(lambda n: n / 10))
    word = st.one_of(st.none(), st.sampled_from("xyz"))
    label = st.one_of(st.none(), st.sampled_from("PQR"))
    rows = draw(
        st.lists(st.tuples(number, amount, word, label), min_size=1, max_size=14)
    )
    rows.append((1, 0.5, "x", "P"))
    cases = [
        Case(row_id, (whole, part, text), label)
        for row_id, (whole, part, text, label) in enumerate(rows, start=1)
    ]
    chosen = {"whole": draw(cuts)}
    if draw(st.booleans()):
        chosen["part"] = draw(cuts)
    return cases, chosen


NAMES = ["whole", "part", "text"]


def frame_of(cases: Sequence[Case]) -> pl.DataFrame:
    kinds = {"whole": pl.Int64, "part": pl.Float64, "text": pl.String}
    given: dict[str, list[object]] = {
        name: [case.values[place] for case in cases] for place, name in enumerate(NAMES)
    }
    given["outcome"] = [case.label for case in cases]
    return pl.DataFrame(given, schema={**kinds, "outcome": pl.String})


def cut_by_hand(cases: Sequence[Case], chosen: dict[str, str]) -> list[Case]:
    sides: list[list[object]] = []
    labels = [case.label for case in cases]
    for place, name in enumerate(NAMES):
        values: list[object] = [case.values[place] for case in cases]
        if name in chosen:
            texts = [None if value is None else str(value) for value in values]
            values = list(binned(texts, labels, chosen[name]))
        sides.append(values)
    return [
        Case(case.row_id, values, case.label)
        for case, values in zip(cases, zip(*sides, strict=True), strict=True)
    ]


@examples(25)
@given(
    tables(), st.sampled_from(["power", "dag"]), st.sampled_from(["rows", "distinct"])
)
def test_ranks_are_those_of_a_table_that_was_cut_by_hand(
    table: tuple[list[Case], dict[str, str]], by: By, count: Count
) -> None:
    cases, chosen = table
    expected = rank(NAMES, cut_by_hand(cases, chosen), by=by, count=count)
    loaded_table = shared_database().load(
        frame_of(cases), table="t", bins=chosen, replace=True, label=-1
    )
    ranking = loaded_table.rank(by=by, count=count)
    found = Ranking(ranking.pl().to_dicts(), ranking.summary.pl().to_dicts())
    assert_equal(found, expected)
