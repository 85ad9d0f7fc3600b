"""A label that is a number: its intervals are the classes, wherever it is asked."""

from __future__ import annotations

import random
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.errors import UnknownName
from cfsql.options import By
from tests.oracle.brute_force import Case, Ranking, rank
from tests.oracle.brute_force_bins import binned
from tests.support.examples import examples
from tests.support.random_tables import assert_equal, shared_database
from tests.tables.bins.test_definitions import cuts

NAMES = ["a", "b", "whole"]


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Case], str, str | None]:
    """Tables whose label is a number, how to cut it, and perhaps a feature."""
    word = st.one_of(st.none(), st.sampled_from("xyz"))
    number = st.one_of(st.none(), st.integers(-6, 6))
    price = st.one_of(st.none(), st.integers(-30, 30).map(lambda n: n / 10))
    rows = draw(st.lists(st.tuples(word, word, number, price), max_size=14))
    rows.append(("x", "y", 1, 0.5))
    cases = [Case(place, row[:3], row[3]) for place, row in enumerate(rows, start=1)]
    return cases, draw(cuts), draw(st.one_of(st.none(), cuts))


def frame_of(cases: list[Case]) -> pl.DataFrame:
    return pl.DataFrame(
        [[*case.values, case.label] for case in cases],
        schema={
            "a": pl.String,
            "b": pl.String,
            "whole": pl.Int64,
            "outcome": pl.Float64,
        },
        orient="row",
    )


def cut_by_hand(cases: list[Case], cut: str, other: str | None) -> list[Case]:
    prices = [None if case.label is None else str(case.label) for case in cases]
    labels = binned(prices, prices, cut)
    wholes: list[object] = [case.values[2] for case in cases]
    if other is not None:
        texts = [None if whole is None else str(whole) for whole in wholes]
        wholes = list(binned(texts, prices, other))
    return [
        Case(case.row_id, (*case.values[:2], whole), label)
        for case, whole, label in zip(cases, wholes, labels, strict=True)
    ]


BY = st.sampled_from(["power", "dag"])
COLUMNS = st.permutations([*NAMES, "outcome"])


@examples(25, whole=200)
@given(tables(), BY, COLUMNS)
def test_ranks_are_those_of_a_label_that_was_cut_by_hand(
    table: tuple[list[Case], str, str | None], by: By, columns: list[str]
) -> None:
    assert_cut(table, by, columns)


def assert_cut(
    table: tuple[list[Case], str, str | None], by: By, columns: list[str]
) -> None:
    """A ranking is that of a table whose label was cut before."""
    cases, cut, other = table
    bins = {"outcome": cut} | ({} if other is None else {"whole": other})
    names = [name for name in columns if name != "outcome"]
    places = [NAMES.index(name) for name in names]
    by_hand = [
        Case(case.row_id, tuple(case.values[i] for i in places), case.label)
        for case in cut_by_hand(cases, cut, other)
    ]
    expected = rank(names, by_hand, by=by)
    loaded = shared_database().load(
        frame_of(cases).select(columns),
        table="t",
        bins=bins,
        replace=True,
        label="outcome",
    )
    ranking = loaded.rank(by=by)
    found = Ranking(ranking.pl().to_dicts(), ranking.summary.pl().to_dicts())
    assert_equal(found, expected)


def houses(seed: int, n_rows: int = 60) -> pl.DataFrame:
    chance = random.Random(seed)
    return pl.DataFrame(
        {
            "rooms": [chance.randrange(1, 5) for _ in range(n_rows)],
            "town": [chance.choice("UVW") for _ in range(n_rows)],
            "price": [chance.randrange(0, 120) for _ in range(n_rows)],
        }
    )


CLASSES = ["< 9", "[9, 50)", "[50, 100)", "≥ 100"]


def test_a_number_stands_for_its_class_and_classes_are_in_order() -> None:
    with cfsql.connect() as database:
        table = database.load(
            houses(1), table="t", label="price", bins={"price": [100, 9, 50]}
        )
        labels = database.sql(
            "select label from cf_internal.t_labels order by label_id"
        )
        assert [label for (label,) in labels.fetchall()] == CLASSES
        case = {"rooms": 2, "town": "U"}
        for number, interval in ((8.5, "< 9"), (9, "[9, 50)"), ("1e3", "≥ 100")):
            own = table.explain(case, label=number)
            assert own.label == interval
            assert own == table.explain(case, label=interval)
            among = table.explain(case | {"price": number})
            assert among.sentence == own.sentence
            aimed = table.explain(case, target=number)
            assert aimed.target == interval
            with table.explainer() as explainer:
                assert explainer.explain(case, target=number) == aimed
                assert explainer.explain(case, label=number) == own
            assert table.rules(number).label == interval
            assert (
                table.rank(target=number)
                .summary.pl()
                .equals(table.rank(target=interval).summary.pl())
            )
        cases = pl.DataFrame([case | {"price": 70}, case | {"price": 110}])
        told = table.explain_cases(cases).summary.pl()
        assert told["label"].to_list() == ["[50, 100)", "≥ 100"]
        with pytest.raises(
            UnknownName, match="'cheap' in t; there is '< 9', '\\[9, 50"
        ):
            table.explain(case, label="cheap")
        assert table.explain(1).originals == {"price": str(houses(1)["price"][0])}
        assert table.check(rows=[1, 2, 3]).hold


def test_a_number_beyond_all_classes_is_refused() -> None:
    with cfsql.connect() as database:
        table = database.load(houses(1), table="t", label="price", bins={"price": "q4"})
        with pytest.raises(UnknownName, match="no price '> "):
            table.explain(1, target=5000)
        with pytest.raises(UnknownName, match="no price '< 0"):
            table.explain({"rooms": 1, "price": -1})


@pytest.mark.parametrize("rebin", [False, True])
def test_rows_that_come_have_the_classes_of_a_table_that_is_loaded_whole(
    rebin: bool,
) -> None:
    bins = {"price": "q3" if rebin else "40,80"}
    first, second = houses(2), houses(3)
    with cfsql.connect() as database:
        grown = database.load(first, table="grown", label="price", bins=bins)
        grown.append(second, rebin=rebin)
        whole = database.load(
            pl.concat([first, second]), table="whole", label="price", bins=bins
        )
        mine, theirs = database.table("grown").rank(), whole.rank()
        assert mine.pl().equals(theirs.pl())
        assert mine.summary.pl().equals(theirs.summary.pl())


def test_a_table_that_is_read_again_has_the_classes_that_it_had(tmp_path: Path) -> None:
    first, second = houses(4), houses(5)
    source = tmp_path / "houses.csv"
    first.write_csv(source)
    bins = {"price": "9,50,100"}
    with cfsql.connect() as database:
        table = database.load(source, table="t", label="price", bins=bins)
        table.rank(target=120)
        pl.concat([first, second]).write_csv(source)
        table.refresh()
        whole = database.load(source, table="whole", label="price", bins=bins)
        expected = whole.rank(target=120)
        found = database.ranking("t")
        assert found.summary.pl().equals(expected.summary.pl())
        assert found.pl().equals(expected.pl())


def test_the_tables_of_an_audit_have_classes_in_the_order_of_their_numbers() -> None:
    with cfsql.connect() as database:
        table = database.load(
            houses(6, 200), table="t", label="price", bins={"price": [100, 9, 50]}
        )
        table.rank(target="each")
        table.audit(["town"])
        for name, column in (
            ("labels", "from_label"),
            ("coverage", "label"),
            ("effort", "to_label"),
            ("effort_within", "to_label"),
            ("effort_features", "to_label"),
            ("features", "from_label"),
        ):
            found = database.sql(f"select {column} from t_audit_{name}").fetchall()
            listed = list(dict.fromkeys(each for (each,) in found if each is not None))
            assert listed == CLASSES, name
