"""What the charts of the experiments say."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from cfsql.experiments import ON_TABLES, REMAINING, Experiments, Protocol
from cfsql.show import charts
from tests.show.charts.drawing import (
    NAMES,
    Specs,
    experiments,
    on_table,
    order,
    records,
    spec_of,
    specs,
    words,
)

pytestmark = pytest.mark.skipif(
    not charts.available(), reason="needs the extra: pip install 'cfsql[charts]'"
)


def test_the_subtitle_says_what_was_drawn_and_what_the_spread_is(
    drawn: Specs,
) -> None:
    for name in NAMES[:-1]:
        assert "3 samples of 1,000 rows, seed 7" in words(drawn[name])
    for spec in drawn.values():
        assert "± 1 standard deviation" in words(spec)
    assert "3 synthetic tables of each size, 100 cases" in words(drawn["relevance"])


def test_samples_of_several_sizes_and_whole_tables_are_called_so(
    found: Experiments,
) -> None:
    first, *others = found.studies
    mixed = replace(found, studies=[replace(first, sample_size=600), *others])
    assert "3 samples of 600 to 1,000 rows" in words(spec_of("gap", mixed))
    whole = replace(mixed, protocol=Protocol(whole=True))
    assert "Whole tables, 600 to 1,000 rows" in words(spec_of("gap", whole))


def test_what_the_random_one_is_drawn_from_is_said(drawn: Specs) -> None:
    assert "all minimal counterfactuals" in words(drawn["metrics"])
    other = experiments(protocol=Protocol(repeats=3, random=REMAINING))
    assert "the other minimal counterfactuals" in words(spec_of("metrics", other))


def test_a_stand_in_is_called_so_in_every_chart_of_tables(drawn: Specs) -> None:
    for name, spec in drawn.items():
        text = json.dumps(spec)
        assert ('"loan (stand-in)"' in text) == (name != "relevance")
        assert '"loan"' not in text


def test_one_repeat_has_no_spread() -> None:
    single = specs(experiments(("loan",), repeats=1))
    for spec in single.values():
        assert "deviation" not in words(spec)
        assert not any({"sd", "low", "value"} <= set(each) for each in records(spec))
    assert "1 sample of 1,000 rows, seed 7" in words(single["gap"])


def test_a_table_without_a_measure_stays_and_says_so() -> None:
    measures = [measure for each in on_table(0).values() for measure in each]
    nothing = experiments(
        ("adult", "cars"), without=[("cars", each) for each in measures]
    )
    for experiment in ON_TABLES:
        spec = spec_of(experiment, nothing)
        assert "nothing to measure" in json.dumps(spec)
    assert order(spec_of("gap", nothing))[-1] == "cars"
    half = experiments(without=[("cars", "typicality_random")])
    links = [each for each in records(spec_of("metrics", half)) if "is_lower" in each]
    assert len(links) == 8


def test_no_text_is_small(drawn: Specs) -> None:
    for name, spec in drawn.items():
        sizes = re.findall(r'"\w*[fF]ontSize": ([\d.]+)', json.dumps(spec))
        assert min(map(float, sizes)) >= 11, name
