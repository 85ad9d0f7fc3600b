"""What the charts of the experiments draw."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from cfsql.experiments import RELEVANCE, Experiments
from cfsql.show import charts
from tests.show.charts.drawing import NAMES, Specs, experiments, order, records, spec_of

pytestmark = pytest.mark.skipif(
    not charts.available(), reason="needs the extra: pip install 'cfsql[charts]'"
)


def test_each_experiment_that_was_run_has_its_charts(
    found: Experiments, drawn: Specs
) -> None:
    assert list(drawn) == NAMES
    only_unique = replace(
        found, studies=[replace(found.studies[0], experiments=("unique",))]
    )
    assert list(charts.charts(only_unique)) == ["unique"]


@pytest.mark.parametrize(
    ("name", "measures"),
    [
        ("n_minimal", ["n_minimal"]),
        ("unique", ["unique_share"]),
        ("gap", ["gap_unique", "gap_all"]),
        (
            "metrics",
            [
                f"{metric}_{which}"
                for metric in ("typicality", "capacity", "universality")
                for which in ("optimal", "random")
            ],
        ),
    ],
)
def test_points_are_the_means_and_bars_their_standard_deviations(
    found: Experiments,
    drawn: Specs,
    name: str,
    measures: list[str],
) -> None:
    titles = {study.name: study.title for study in found.studies}
    expected = {
        (titles[each.table_name], each.mean, each.sd)
        for each in found.summaries
        if each.measure in measures
    }
    points = [each for each in records(drawn[name]) if "sd" in each]
    assert {(each["table"], each["mean"], each["sd"]) for each in points} == expected
    for each in points:
        assert each["low"] == each["mean"] - each["sd"]
        assert each["high"] == each["mean"] + each["sd"]


def test_the_bars_are_the_means_per_distance_and_the_peak_is_said(
    found: Experiments,
) -> None:
    spec = spec_of("hamming", experiments(("adult",)))
    bars = [each for each in records(spec) if "distance" in each]
    means = {
        f"at_distance_{each['distance']}": (each["mean"], each["is_peak"])
        for each in bars
    }
    assert means == {
        each.measure: (each.mean, each.measure == "at_distance_3")
        for each in found.summaries
        if each.table_name == "adult" and each.measure.startswith("at_distance")
    }
    assert "most at distance 3 of 4" in json.dumps(spec)


def test_charts_are_objects_that_can_be_changed(found: Experiments) -> None:
    drawn = found.charts()
    assert list(drawn) == list(charts.charts(found))
    spec = drawn["unique"].properties(title="Mine").to_dict()
    assert spec["title"] == "Mine"


def test_every_sample_is_a_tick(found: Experiments, drawn: Specs) -> None:
    ticks = [each for each in records(drawn["unique"]) if "value" in each]
    assert sorted(each["value"] for each in ticks) == sorted(
        each.value for each in found.measurements if each.measure == "unique_share"
    )


def test_the_lines_are_the_shares_by_size(found: Experiments, drawn: Specs) -> None:
    points = [each for each in records(drawn["relevance"]) if "size" in each]
    shares = {
        f"relevant_share_{each['function']}_{each['relevant']}_of_{each['size']}": (
            each["mean"]
        )
        for each in points
    }
    assert shares == {
        each.measure: each.mean
        for each in found.summaries
        if each.experiment == RELEVANCE
    }


def test_tables_are_sorted_by_what_is_shown(drawn: Specs) -> None:
    assert order(drawn["unique"]) == ["cars", "loan (stand-in)", "adult"]
    assert order(drawn["gap"]) == ["adult", "loan (stand-in)", "cars"]
    panels = [order(panel) for panel in drawn["metrics"]["hconcat"]]
    assert panels == [["cars", "loan (stand-in)", "adult"]] * 3


def test_where_the_optimal_one_is_lower_the_line_is_dashed(drawn: Specs) -> None:
    links = [each for each in records(drawn["metrics"]) if "is_lower" in each]
    assert len(links) == 9
    lower = [(each["table"], each["to"] < each["from"]) for each in links]
    assert [each["table"] for each in links if each["is_lower"]] == ["loan (stand-in)"]
    assert [table for table, is_lower in lower if is_lower] == ["loan (stand-in)"]


def test_what_the_paper_says_is_marked(drawn: Specs) -> None:
    texts = {name: json.dumps(spec) for name, spec in drawn.items()}
    assert "the paper: 2 to 6" in texts["n_minimal"]
    assert "the paper: more than 80%" in texts["unique"]
    assert "the paper: 0.2 or more" in texts["gap"]
    assert "below 60%" in texts["relevance"]
