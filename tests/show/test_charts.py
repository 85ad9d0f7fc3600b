"""The charts of the experiments: their data, their words, and the files they become."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from statistics import fmean, stdev
from typing import Any
from xml.etree import ElementTree

import pytest

from cfsql.errors import CfsqlError, WrongUse
from cfsql.experiments import (
    LABEL_FUNCTIONS,
    ON_TABLES,
    RELEVANCE,
    REMAINING,
    SYNTHETIC,
    Experiments,
    Measurement,
    Protocol,
    Study,
    Summary,
)
from cfsql.show import charts
from tests.conftest import HOSTILE

pytestmark = pytest.mark.skipif(
    not charts.available(), reason="needs the extra: pip install 'cfsql[charts]'"
)

Specs = dict[str, dict[str, Any]]

NAMES = ["hamming", "n_minimal", "unique", "gap", "metrics", "relevance"]
ENDINGS = ["png", "svg", "html"]
ODD = ('my "odd" table', "a.b[0]", "it's", "x\x01y", HOSTILE[1])


def experiments(
    tables: Sequence[str] = ("adult", "loan", "cars"),
    *,
    repeats: int = 3,
    without: Sequence[tuple[str, str]] = (),
    protocol: Protocol | None = None,
) -> Experiments:
    """Made up experiments; a table called loan is a stand-in."""
    found = [
        Measurement(experiment, table, repeat, measure, value + 0.01 * repeat)
        for place, table in enumerate(tables)
        for experiment, measures in on_table(place).items()
        for measure, value in measures.items()
        for repeat in range(1, repeats + 1)
        if (table, measure) not in without
    ]
    found += [
        Measurement(
            RELEVANCE,
            SYNTHETIC,
            repeat,
            f"relevant_share_{function}_{n_relevant}_of_{size}",
            0.7 - 0.1 * n_relevant + 0.01 * repeat,
        )
        for function in LABEL_FUNCTIONS
        for n_relevant in (2, 3)
        for size in (500, 1000)
        for repeat in range(1, repeats + 1)
    ]
    studies = [
        Study(table, tuple(ON_TABLES), 1000, repeats, 4, is_stand_in=table == "loan")
        for table in tables
    ]
    studies.append(Study(SYNTHETIC, (RELEVANCE,), 100, repeats, 20))
    return Experiments(
        protocol=protocol or Protocol(repeats=repeats, seed=7),
        studies=studies,
        measurements=found,
        summaries=list(summaries(found)),
    )


def on_table(place: int) -> dict[str, dict[str, float]]:
    """Measures of a table; the optimal one of the second is less typical."""
    return {
        "hamming": {
            **{f"at_distance_{each}": 50 - (each - 3) ** 2 for each in range(1, 5)},
            "n_minimal": 1.5 + place,
        },
        "unique": {"unique_share": 0.7 + 0.02 * (place % 10)},
        "gap": {"gap_unique": 0.4 - 0.02 * place, "gap_all": 0.3 - 0.02 * place},
        "metrics": {
            "typicality_optimal": 0.2 + 0.01 * place,
            "typicality_random": 0.15 + 0.1 * (place == 1),
            "capacity_optimal": 0.8,
            "capacity_random": 0.7,
            "universality_optimal": 0.6,
            "universality_random": 0.5,
        },
    }


def summaries(found: Sequence[Measurement]) -> Iterator[Summary]:
    """Means and spread, as the queries have them."""
    keys = dict.fromkeys(
        (each.experiment, each.table_name, each.measure) for each in found
    )
    for key in keys:
        values = [
            each.value
            for each in found
            if (each.experiment, each.table_name, each.measure) == key
        ]
        sd = stdev(values) if len(values) > 1 else None
        yield Summary(*key, fmean(values), sd, None, None, len(values), 1000, 7)


def specs(found: Experiments) -> Specs:
    """The charts as Vega-Lite."""
    return {name: chart.to_dict() for name, chart in charts.charts(found).items()}


def spec_of(experiment: str, found: Experiments) -> dict[str, Any]:
    """The first chart of one experiment; the others are not drawn."""
    studies = [
        replace(study, experiments=(experiment,))
        for study in found.studies
        if experiment in study.experiments
    ]
    return specs(replace(found, studies=studies))[experiment]


def records(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """All data of a chart."""
    return [record for values in spec["datasets"].values() for record in values]


def words(spec: dict[str, Any]) -> str:
    """What stands above a chart."""
    return "\n".join([spec["title"]["text"], *spec["title"]["subtitle"]])


@pytest.fixture(scope="module")
def found() -> Experiments:
    """Three tables, three repeats."""
    return experiments()


@pytest.fixture(scope="module")
def drawn(found: Experiments) -> Specs:
    """Their charts."""
    return specs(found)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The files of charts of tables with odd names."""
    folder = tmp_path_factory.mktemp("charts") / "new" / "folder"
    return charts.write(experiments(("loan", *ODD), repeats=2), folder)


# What is drawn.


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


def order(spec: dict[str, Any]) -> list[str]:
    """The tables from top to bottom."""
    domains = [
        layer["encoding"]["y"]["scale"]["domain"]
        for layer in spec["layer"]
        if "scale" in layer.get("encoding", {}).get("y", {})
    ]
    assert all(domain == domains[0] for domain in domains)
    names: list[str] = domains[0]
    return names


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


# What is said.


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


# Files.


def test_each_chart_is_a_picture_twice_and_a_page(written: list[Path]) -> None:
    names = [path.name for path in written]
    assert names == [f"{name}.{ending}" for name in NAMES for ending in ENDINGS]
    assert sorted(written[0].parent.iterdir()) == sorted(written)
    for path in written:
        if path.suffix == ".png":
            assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        elif path.suffix == ".svg":
            root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
            assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_names_of_tables_are_text_in_pictures(written: list[Path]) -> None:
    for path in written:
        if path.suffix != ".svg" or path.stem == "relevance":
            continue
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        texts = {element.text for element in root.iter() if element.text}
        assert {"loan (stand-in)", 'my "odd" table', "a.b[0]", "it's"} <= texts
        assert "x\ufffdy" in texts
        tags = {element.tag.partition("}")[2] for element in root.iter()}
        assert tags <= {"svg", "g", "path", "rect", "text", "line", "tspan"}


class Seen(HTMLParser):
    """The elements of a page and what they ask for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.links: list[str | None] = []
        self.policy = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements.append(tag)
        self.links += [text for name, text in attrs if name in ("href", "src")]
        if ("http-equiv", "Content-Security-Policy") in attrs:
            self.policy = dict(attrs)["content"] or ""


def test_a_page_loads_nothing_and_no_name_leaves_its_script(
    written: list[Path],
) -> None:
    for path in written:
        if path.suffix == ".html":
            seen = Seen(path.read_text(encoding="utf-8"))
            assert seen.elements == [
                *("html", "head", "meta", "meta", "title", "link"),
                *("body", "div", "script", "script"),
            ]
            assert seen.links == ["data:,"]
            assert seen.policy.startswith("default-src 'none'")
            assert "http" not in seen.policy


def test_the_same_experiments_give_the_same_picture(
    drawn: Specs,
) -> None:
    import vl_convert

    for name in ("hamming", "metrics"):
        again = spec_of(name, experiments())
        assert again == drawn[name]
        first, second = map(vl_convert.vegalite_to_svg, (drawn[name], again))
        assert first == second


def test_a_file_in_the_place_of_the_directory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    nothing = Experiments(Protocol(), [], [], [])
    with pytest.raises(WrongUse, match="is a file"):
        charts.write(nothing, path)
    with pytest.raises(CfsqlError, match="cannot make"):
        charts.write(nothing, path / "below")


# Without the extra.


def test_the_extra_is_named_when_it_is_missing(
    found: Experiments, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(charts, "find_spec", lambda name: None)
    assert not charts.available()
    expected = re.escape("charts need the extra: pip install 'cfsql[charts]'")
    with pytest.raises(WrongUse, match=f"^{expected}$"):
        charts.charts(found)
    with pytest.raises(WrongUse, match=f"^{expected}$"):
        charts.write(found, tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_altair_is_imported_only_when_charts_are_drawn() -> None:
    code = (
        "import sys, cfsql.show.charts, cfsql.cli.app\n"
        "cfsql.show.charts.available()\n"
        "assert not {'altair', 'vl_convert'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
