"""The numbers of a report are those of the rows."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, median, pstdev
from typing import Any

import polars as pl
import pytest

import cfsql
from cfsql.questions.report import Report
from tests.support.tables import mixed_table


def weights(ranking: cfsql.Ranking) -> list[tuple[dict[str, Any], float]]:
    """The optimal counterfactuals, each with its part of the row."""
    optimal = ranking.optimal.pl().to_dicts()
    n_optimal = Counter(record["row_id"] for record in optimal)
    return [(record, 1 / n_optimal[record["row_id"]]) for record in optimal]


def summed(pairs: list[tuple[Any, float]]) -> dict[Any, float]:
    sums: dict[Any, float] = {}
    for key, weight in pairs:
        sums[key] = sums.get(key, 0) + weight
    return sums


def test_features_are_counted_once_a_row_with_ties_shared(
    ranking: cfsql.Ranking, report: Report
) -> None:
    expected = summed(
        [
            (change["feature"], weight)
            for record, weight in weights(ranking)
            for change in record["changes"]
        ]
    )
    found = {each.feature: each.n_changed for each in report.features}
    expected = dict.fromkeys("abcde", 0.0) | expected
    assert found == pytest.approx(expected, abs=1e-6)
    assert found["e"] == 0
    counts = [each.n_changed for each in report.features]
    assert counts == sorted(counts, reverse=True)


def test_common_changes_are_the_most_common(
    ranking: cfsql.Ranking, report: Report
) -> None:
    expected = summed(
        [
            ((change["feature"], change["from_value"], change["to_value"]), weight)
            for record, weight in weights(ranking)
            for change in record["changes"]
        ]
    )
    assert len(report.changes) == 12
    for change in report.changes:
        key = (change.feature, change.from_value, change.to_value)
        assert change.n_changed == pytest.approx(expected.pop(key), abs=1e-6)
    least = report.changes[-1].n_changed
    assert max(expected.values()) <= least + 1e-5


def test_a_change_to_nothing_is_a_change() -> None:
    frame = pl.DataFrame({"a": ["x", None], "y": ["p", "q"]})
    changes = cfsql.connect().load(frame, label=-1).rank().report().changes
    assert [(each.from_value, each.to_value) for each in changes] == [
        (None, "x"),
        ("x", None),
    ]


def test_the_matrix_has_every_row_once(ranking: cfsql.Ranking, report: Report) -> None:
    found = report.transitions
    pairs = summed(
        [
            ((record["label"], record["counterfactual_label"]), weight)
            for record, weight in weights(ranking)
        ]
    )
    ends = summed([(end, weight) for pair, weight in pairs.items() for end in pair])
    assert len(found.classes) == 12
    assert found.n_others == len(ends) - 12 > 0
    others = set(ends) - set(found.classes)
    assert max(ends[label] for label in others) <= 1e-5 + min(
        ends[label] for label in found.classes
    )

    def place(label: str) -> int:
        return found.classes.index(label) if label in found.classes else 12

    expected = summed(
        [((place(a), place(b)), weight) for (a, b), weight in pairs.items()]
    )
    for row in range(13):
        for column in range(13):
            assert found.n_rows[row][column] == pytest.approx(
                expected.get((row, column), 0), abs=1e-6
            )
    n_answered = report.overview.n_answered
    assert sum(map(sum, found.n_rows)) == pytest.approx(n_answered, abs=1e-3)


def test_classes_are_summed_up(ranking: cfsql.Ranking, report: Report) -> None:
    summary = ranking.summary.pl()
    sizes = report.profile.classes
    assert [each.label for each in report.classes] == list(sizes)
    for each in report.classes:
        of_class = summary.filter(pl.col("label") == each.label)
        assert each.n_rows == sizes[each.label]
        assert each.n_ranked == len(of_class)
        assert each.n_answered == (of_class["n_minimal"] > 0).sum()
        assert each.n_unique == of_class["is_unique"].sum()
        assert each.n_contradicted == of_class["is_contradicted"].sum()
        assert each.mean_distance == pytest.approx(of_class["min_distance"].mean())


def test_steps_and_tenths_hold_every_row(
    ranking: cfsql.Ranking, report: Report
) -> None:
    summary = ranking.summary.pl()
    for step in report.minimal_steps:
        most = step.most if step.most is not None else 10**9
        inside = summary["n_minimal"].is_between(step.least, most)
        assert step.n_rows == inside.sum()
    assert sum(step.n_rows for step in report.minimal_steps) == len(summary)
    for tenth, n_rows in enumerate(report.gap_tenths):
        # Exactly, in whole numbers: as a float 0.7 * 10 would be above 7.
        of_tenth = [
            power * (tenth - 1) < 10 * (power - second) <= power * tenth
            for power, second in summary.select("power", "second_power").rows()
            if second is not None
        ]
        assert n_rows == sum(of_tenth)
    assert sum(report.gap_tenths) == summary["gap"].is_not_null().sum()


def test_means_and_spreads_are_those_of_the_rows(
    ranking: cfsql.Ranking, report: Report
) -> None:
    summary = ranking.summary.pl()
    first = ranking.pl().join(
        summary.select("row_id", counterfactual_id="optimal_id"),
        on=["row_id", "counterfactual_id"],
    )
    figures = {
        "distance": summary["min_distance"],
        "gap": summary["gap"],
        "clear_gap": summary.filter("is_unique")["gap"],
        "n_minimal": summary["n_minimal"],
        "typicality": first["typicality"],
        "capacity": first["capacity"],
        "universality": first["universality"],
    }
    for measure, column in figures.items():
        numbers = column.drop_nulls().cast(pl.Float64).to_list()
        if not numbers:
            # By disagreement set, ties may be everywhere.
            assert (measure, ranking.facts.by) == ("clear_gap", "dag")
            assert measure not in report.spreads
            continue
        spread = report.spreads[measure]
        assert spread.n_rows == len(numbers)
        assert spread.average == pytest.approx(fmean(numbers))
        assert spread.deviation == pytest.approx(pstdev(numbers))
        assert spread.middle == pytest.approx(median(numbers))
        assert (spread.smallest, spread.largest) == (min(numbers), max(numbers))
        quartile = column.cast(pl.Float64).quantile(0.25, "linear")
        assert spread.lower_quartile == pytest.approx(quartile)
    seen = report.overview
    assert seen.mean_gap == pytest.approx(report.spreads["gap"].average)
    assert seen.mean_metrics == pytest.approx(
        {name: report.spreads[name].average for name in seen.mean_metrics}
    )


def test_contradictions_are_the_largest_groups(
    ranking: cfsql.Ranking, report: Report
) -> None:
    source = ranking.database.sql("from mixed").pl()
    groups: dict[tuple[object, ...], Counter[str]] = {}
    for row in source.iter_rows(named=True):
        key = tuple(row[feature] for feature in "abcde")
        groups.setdefault(key, Counter())[row["y"]] += 1
    sizes = sorted(
        (group.total() for group in groups.values() if len(group) > 1), reverse=True
    )
    assert [group.n_rows for group in report.contradictions] == sizes[:5]
    for group in report.contradictions:
        assert sum(member.n_rows for member in group.members) == group.n_rows
        labels = dict(source.select("row_id", "y").rows())
        for member in group.members:
            assert labels[member.row_id] == member.label


def test_the_means_of_an_anonymous_ranking_agree() -> None:
    ranking = mixed_table(n_labels=3).rank(anonymous=True)
    seen, spreads = ranking.overview(), ranking.report().spreads
    assert list(seen.mean_metrics) == ["typicality", "capacity", "universality"]
    for measure, mean in seen.mean_metrics.items():
        assert spreads[measure].average == pytest.approx(mean)
        assert spreads[measure].n_rows == seen.n_answered
