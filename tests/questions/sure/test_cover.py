"""Cover: the chosen cases and all counts equal a choice by plain Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.errors import WrongUse
from cfsql.questions import cover as module
from tests.method.constraints import numbers as priced
from tests.method.constraints.samples import (
    PLANS,
    Asked,
    Sample,
    options_for,
    samples,
)
from tests.oracle.brute_force import (
    RUNNING_EXAMPLE,
    RUNNING_EXAMPLE_FEATURES,
    changes,
    distance,
    duplicates,
    text,
)
from tests.oracle.brute_force_cover import Choice, best_possible, cover
from tests.support.examples import WITHOUT_SHRINKING, examples
from tests.support.random_tables import (
    Drawn,
    crowded_tables,
    load,
    shared_database,
    tables,
)

numbers = st.integers(1, 4)
plans = st.sampled_from(PLANS)


def assert_chosen(
    table: cfsql.Table, expected: Choice, n_cases: int, **options: Any
) -> None:
    """Every figure of both tables, and of what is remembered of them."""
    if not expected.rows:
        with pytest.raises(WrongUse, match="there is none to reach"):
            table.cover(cases=n_cases, **options)
        return
    found = table.cover(cases=n_cases, **options)
    reached = [len(set().union(*expected.added[: n + 1])) for n in range(n_cases)]
    assert [
        {name: value for name, value in row.items() if name != "literals"}
        for row in found.pl().to_dicts()
    ] == [
        {
            "place": place,
            "counterfactual_id": case.row_id,
            "label": text(case.label),
            "support": len(duplicates(case, expected.sample)),
            "n_reached": len(expected.reach[case]),
            "n_added": len(expected.added[place - 1]),
            "n_together": reached[place - 1],
            "share": reached[place - 1] / len(expected.rows),
        }
        for place, case in enumerate(expected.cases, start=1)
    ]
    facts = found.facts
    assert facts.n_rows == len(expected.rows)
    assert facts.n_reachable == len(expected.reachable)
    best = best_possible(expected.reach, n_cases)
    largest = sorted(map(len, expected.reach.values()), reverse=True)[:n_cases]
    n_reached = found.overview().n_reached
    assert n_reached <= best <= facts.at_most <= min(sum(largest), facts.n_reachable)
    assert n_reached >= (1 - (1 - 1 / n_cases) ** n_cases) * best
    rows = found.rows.pl().to_dicts()
    assert [row["row_id"] for row in rows] == [a.row_id for a in expected.rows]
    for a, row in zip(expected.rows, rows, strict=True):
        assert row["is_reachable"] == (a.row_id in expected.reachable)
        places = [n for n, added in enumerate(expected.added) if a.row_id in added]
        if not places:
            left = [value for value in list(row.values())[2:-1] if value is not None]
            assert left == []
            continue
        case = expected.cases[places[0]]
        assert row["place"] == places[0] + 1
        assert row["counterfactual_id"] == case.row_id
        assert row["distance"] == distance(a, case)
        features = [each["feature"] for each in found.pl()["literals"][0]]
        assert row["changes"] == changes(features, a, case)


@examples(80, whole=130)
@given(
    st.one_of(tables(max_rows=9), crowded_tables()), numbers, numbers, plans, st.data()
)
def test_the_cases_are_those_that_a_greedy_choice_has(
    drawn: Drawn, n_cases: int, within: int, plan: str, data: st.DataObject
) -> None:
    features, cases = drawn
    labels = sorted({str(each.label) for each in cases if each.label is not None})
    target = data.draw(st.sampled_from([None, *labels]))
    asked = Asked({"target": target})
    expected = cover(
        features, cases, {}, asked.constraints, n_cases=n_cases, within=within
    )
    table = load(features, cases)
    options = {"within": within, "target": target, "plan": plan}
    assert_chosen(table, expected, n_cases, **options)


@examples(30, phases=WITHOUT_SHRINKING)
@given(priced.samples(), numbers, numbers, plans, st.sampled_from(priced.LEAST))
def test_an_outcome_that_differs_by_too_little_reaches_no_row(
    sample: Sample, n_cases: int, within: int, plan: str, least: float
) -> None:
    asked = Asked({"differs_by": least})
    expected = cover(
        *(sample.features, sample.cases, {}, asked.constraints),
        n_cases=n_cases,
        within=within,
    )
    table = priced.load(shared_database(), sample)
    options = {"within": within, "differs_by": least, "plan": plan}
    assert_chosen(table, expected, n_cases, **options)


@examples(50, whole=70, phases=WITHOUT_SHRINKING)
@given(samples(max_features=3), numbers, numbers, st.data())
def test_constraints_say_which_case_reaches_which_row(
    sample: Sample, n_cases: int, within: int, data: st.DataObject
) -> None:
    choices = {**options_for(sample), "only_up": st.just(("number",))}
    names = ["freeze", "require", "min_support", "min_share", "ignore", "only_up"]
    name = data.draw(st.sampled_from(names))
    asked = Asked({name: data.draw(choices[name])})
    ids = [each.row_id for each in sample.cases if each.label is not None]
    rows = data.draw(st.lists(st.sampled_from(ids), min_size=1, unique=True))
    expected = cover(
        sample.features,
        sample.cases,
        sample.records,
        asked.constraints,
        n_cases=n_cases,
        within=within,
        rows=rows,
    )
    options = {**asked.options, "within": within, "rows": rows}
    assert_chosen(sample.load(shared_database()), expected, n_cases, **options)


@pytest.fixture
def example() -> cfsql.Table:
    return load(RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE)


def test_few_cases_counted_at_a_time_give_the_same(
    example: cfsql.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = example.cover(cases=4, within=4, freeze=["sex"]).pl()
    monkeypatch.setattr(module, "_FIRST_TOGETHER", 1)
    monkeypatch.setattr(module, "_PAIRS_TOGETHER", 1)
    assert example.cover(cases=4, within=4, freeze=["sex"]).pl().equals(before)


def test_anonymous_cases_have_no_ids(example: cfsql.Table) -> None:
    found = example.cover(anonymous=True)
    assert found.pl()["counterfactual_id"].null_count() == len(found) > 0
    rows = found.rows.pl()
    assert rows["counterfactual_id"].null_count() == rows.height


def test_the_result_is_listed_described_exported_and_dropped(
    example: cfsql.Table, tmp_path: Path
) -> None:
    database = example.database
    found = example.cover(into="few", where=["sex = 'male'"])
    assert (found.name, found.rows.name) == ("few_cover", "few_cover_rows")
    assert database.cover("FEW").facts.n_rows == 3
    undescribed = database.sql(
        "select column_name from duckdb_columns() where comment is null "
        "and starts_with(table_name, 'few_cover')"
    )
    assert undescribed.fetchall() == []
    written = example.export(tmp_path)
    assert any(path.endswith("few_cover_rows.parquet") for path in written)
    assert database.drop("few") == ["few_cover", "few_cover_rows"]


def test_it_is_made_again_when_the_table_changes() -> None:
    table = load(RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE)
    options: dict[str, Any] = {"target": "Low", "cases": 2, "freeze": ["recid"]}
    table.cover(**options, within=3)
    table.remove(rows=[2])
    again = table.database.cover("t").rows.pl()
    assert table.check_fresh().hold
    assert table.cover(**options, within=3).rows.pl().equals(again)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cases": 0}, "cases.* from 1 on"),
        ({"within": 0}, "within.* from 1 on"),
        ({"max_changes": 2}, "max_changes.*within.* here"),
        ({"target": "each"}, "give one outcome"),
        ({"target": "Lo"}, "did you mean 'Low'"),
        ({"target": "Med", "rows": [1, 4]}, "there is none to reach"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    example: cfsql.Table, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(WrongUse, match=message):
        example.cover(**options)
