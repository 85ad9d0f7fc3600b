"""The rows that a report explains."""

from __future__ import annotations

from pathlib import Path

import cfsql
from cfsql.questions.report import Report


def test_explained_rows_are_as_explain_says(
    ranking: cfsql.Ranking, report: Report
) -> None:
    table = ranking.database.table("mixed")
    for row in report.rows[::5]:
        explanation = row.explanation
        whole = table.explain(explanation.row_id, by=ranking.facts.by)
        assert explanation.sentence == whole.sentence
        assert explanation.values == whole.values
        assert explanation.gap == whole.gap
        assert explanation.counterfactuals == whole.counterfactuals[:5]


def test_rows_are_chosen_from_every_kind(
    ranking: cfsql.Ranking, report: Report
) -> None:
    summary = ranking.summary.pl()
    shown = [row.explanation for row in report.rows]
    assert len({row.row_id for row in shown}) == len(shown) == 30
    gaps = summary["gap"].drop_nulls()
    clearest = [row.explanation.gap or 0 for row in report.rows if row.is_clearest]
    assert (
        sorted(clearest, reverse=True) == gaps.top_k(3).sort(descending=True).to_list()
    )
    least = [row.explanation.gap or 0 for row in report.rows if row.is_least_clear]
    assert sorted(least) == gaps.bottom_k(3).sort().to_list()
    assert any(row.is_contradicted for row in shown)
    assert {row.min_distance for row in shown} == set(summary["min_distance"])
    # Class by class, the largest first, and the nearest first in each.
    places = list(report.profile.classes)
    order = [
        (places.index(str(row.label)), row.min_distance, row.row_id) for row in shown
    ]
    assert order == sorted(order)


def test_a_small_table_is_explained_whole(example_csv: Path) -> None:
    ranking = cfsql.connect().load(example_csv, label=-1).rank()
    assert len(ranking.report().rows) == 8


def test_rows_can_be_asked_for(ranking: cfsql.Ranking) -> None:
    rows = ranking.report(rows=[7, "3", 7]).rows
    assert sorted(str(row.explanation.row_id) for row in rows) == ["3", "7"]


def test_the_page_is_the_same_each_time(ranking: cfsql.Ranking, report: Report) -> None:
    assert ranking.report().html() == report.html()
