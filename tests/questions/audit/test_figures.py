"""Every figure of an audit equals brute force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfsql
from cfsql.questions.audit import Audit
from tests.oracle import brute_force_audit as oracle
from tests.oracle.brute_force import Case, rank
from tests.questions.audit.scores import records
from tests.support.examples import examples
from tests.support.random_tables import frame_of, load, shared_database, tables


def assert_ranking_figures(
    database: cfsql.Database, features: Sequence[str], ranking: Any
) -> None:
    changed = oracle.changed(features, ranking)
    found = records(database, "t_audit_features")
    assert len(found) == len(changed)
    for row in found:
        n_changed, n_rows = changed[row["from_label"], row["to_label"], row["feature"]]
        assert row["n_changed"] == pytest.approx(n_changed, abs=1e-5)
        assert row["n_rows"] == pytest.approx(n_rows, abs=1e-5)
        if n_rows:
            assert row["share"] == pytest.approx(n_changed / n_rows, abs=1e-5)
        else:
            assert row["share"] is None

    matrix = oracle.label_matrix(ranking)
    found = records(database, "t_audit_labels")
    assert {
        (row["from_label"], row["to_label"]): row["n_rows"] for row in found
    } == pytest.approx(matrix, abs=1e-5)
    for row in found:
        of_class = sum(n for ends, n in matrix.items() if ends[0] == row["from_label"])
        assert row["share"] == pytest.approx(row["n_rows"] / of_class, abs=1e-5)

    answers = oracle.answers(ranking)
    found = records(database, "t_audit_answers")
    whole = sum(part for _, part, _ in answers)
    cumulated = 0
    assert [row["place"] for row in found] == list(range(1, len(answers) + 1))
    labels = {row["counterfactual_id"]: row for row in ranking.ranked}
    for row, (answer, part, n_optimal_for) in zip(found, answers, strict=True):
        cumulated += part  # type: ignore[assignment]
        assert row["counterfactual_id"] == answer
        assert row["label"] == labels[answer]["counterfactual_label"]
        assert row["support"] == labels[answer]["support"]
        assert row["n_optimal_for"] == n_optimal_for
        assert row["n_rows"] == pytest.approx(float(part), abs=1e-5)
        assert row["share"] == pytest.approx(float(part / whole), abs=1e-5)
        assert row["cumulated_share"] == pytest.approx(float(cumulated / whole))

    assert {
        (row["label"], row["n_changes"]): (row["n_rows"], row["n_reached"])
        for row in records(database, "t_audit_coverage")
    } == oracle.coverage(ranking)


def assert_unequal_figures(
    database: cfsql.Database,
    found: Audit,
    features: Sequence[str],
    cases: Sequence[Case],
    protected: Sequence[str],
) -> None:
    rows = oracle.sides(features, cases, protected)
    pairs = oracle.unequal_pairs(rows)
    by_id = {row.row_id: row for row in rows}
    listed = records(database, "t_audit_unequal")
    assert len(listed) == len(pairs) == found.n_pairs
    in_order = [each for each in features if each in protected]
    for row in listed:
        key = (row["row_id"], row["label"], row["other_id"], row["other_label"])
        sizes = (row["n_rows"], row["n_other_rows"], row["is_contradicted"])
        assert sizes == pairs[key]
        own, other = by_id[row["row_id"]], by_id[row["other_id"]]
        assert row["changes"] == [
            {
                "feature": in_order[place],
                "from_value": own.protected[place],
                "to_value": other.protected[place],
            }
            for place in oracle.differ_in(own, other)
        ]
    assert found.n_clear_pairs == sum(not pair[2] for pair in pairs.values())
    comparable = [(a, b) for a, b in oracle.row_pairs(rows) if oracle.differ_in(a, b)]
    unequal = [(a, b) for a, b in comparable if a.label != b.label]
    assert found.n_comparable == len({x for pair in comparable for x in pair})
    assert found.n_unequal == len({x for pair in unequal for x in pair})
    rate = len(unequal) / len(comparable) if comparable else None
    assert found.unequal_rate == (pytest.approx(rate) if comparable else None)
    n_twins, n_unlike = oracle.twins(rows)
    assert found.twin_rate == (pytest.approx(n_unlike / n_twins) if n_twins else None)
    for place, feature in enumerate(in_order):
        assert {
            each.value: (
                *(each.n_rows, each.n_comparable, each.n_unequal),
                *(each.n_pairs, each.n_row_pairs, each.n_unequal_row_pairs),
            )
            for each in found.values
            if each.feature == feature
        } == oracle.value_counts(rows, place)
        assert {
            (each.value, each.label, each.other_value, each.other_label): (
                each.n_pairs,
                each.n_row_pairs,
            )
            for each in found.directions
            if each.feature == feature
        } == oracle.directions(rows, place)
    for each in found.values:
        assert each.share == (
            each.n_unequal / each.n_comparable if each.n_comparable else None
        )


@examples(12)
@given(tables(max_features=4), st.data())
def test_every_figure_equals_brute_force(
    table: tuple[list[str], list[Case]], data: st.DataObject
) -> None:
    features, cases = table
    protected = data.draw(st.lists(st.sampled_from(features), unique=True))
    database = shared_database()
    loaded = load(features, cases)
    found = loaded.audit(protected, n_shown=None)
    assert_ranking_figures(database, features, rank(features, cases))
    assert_unequal_figures(database, found, features, cases, protected)
    assert len(found.pairs) == found.n_pairs
    summary = records(database, "t_summary")
    contradicted = [row for row in summary if row["is_contradicted"]]
    assert found.n_contradicted == len(contradicted)
    groups = {
        case.values
        for case in cases
        if case.row_id in {row["row_id"] for row in contradicted}
    }
    assert found.n_contradictions == len(groups)


@examples(8)
@given(tables(max_features=4), st.data())
def test_a_protected_column_may_be_no_feature(
    table: tuple[list[str], list[Case]], data: st.DataObject
) -> None:
    features, cases = table
    ignored = data.draw(st.sampled_from(features))
    protected = [ignored, *data.draw(st.lists(st.sampled_from(features), max_size=1))]
    if len(features) == 1:
        return
    database = shared_database()
    loaded = load(features, cases, ignore=[ignored])
    found = loaded.audit(protected, n_shown=None)
    assert_unequal_figures(database, found, features, cases, protected)


@examples(8)
@given(tables(max_features=4), st.data())
def test_unequal_rows_contradict_each_other_without_the_protected_columns(
    table: tuple[list[str], list[Case]], data: st.DataObject
) -> None:
    features, cases = table
    if len(features) == 1:
        return
    protected = data.draw(
        st.lists(
            st.sampled_from(features),
            min_size=1,
            max_size=len(features) - 1,
            unique=True,
        )
    )
    database = shared_database()
    found = load(features, cases).audit(protected, n_shown=None)
    frame = frame_of(features, cases)
    blind = database.load(
        frame, table="blind", ignore=protected, replace=True, label=-1
    ).rank()
    contradicted = {
        row["row_id"] for row in blind.summary.pl().to_dicts() if row["is_contradicted"]
    }
    in_full = {
        row["row_id"]
        for row in records(database, "t_summary")
        if row["is_contradicted"]
    }
    paired = {x for each in found.pairs for x in (each.row_id, each.other_id)}
    assert paired <= contradicted
    first = {
        oracle.first_of(row, rows): row.row_id
        for rows in [oracle.sides(features, cases, protected)]
        for row in rows
    }
    assert contradicted & set(first) <= paired | in_full


@examples(8)
@given(tables(max_features=3), st.data())
def test_a_part_of_the_rows_is_audited_as_a_part(
    table: tuple[list[str], list[Case]], data: st.DataObject
) -> None:
    features, cases = table
    known = [int(case.row_id) for case in cases if case.label is not None]
    rows = data.draw(st.lists(st.sampled_from(known), min_size=1, unique=True))
    database = shared_database()
    load(features, cases).rank(rows=rows)
    found = database.ranking("t").audit(features[:1], n_shown=None)
    assert_ranking_figures(database, features, rank(features, cases, rows=rows))
    # The protected part looks at the whole table.
    assert_unequal_figures(database, found, features, cases, features[:1])
    assert (found.n_rows, found.n_table_rows) == (len(rows), len(cases))
