"""The figures of the experiments: what they draw, and that names stay text."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cfsql.errors import WrongUse
from cfsql.experiments.words import figure, percent
from cfsql.show.experiment_figures import experiment_figures
from tests.show.made_up_experiments import NAMES, ODD, experiments

SVG = "{http://www.w3.org/2000/svg}"
# Where an axis begins and ends.
LEFT, RIGHT = 200, 560


def texts(drawn: str) -> list[str]:
    """The words of a figure."""
    return [
        each.text or "" for each in ElementTree.fromstring(drawn).iter(f"{SVG}text")
    ]


def test_each_experiment_that_was_run_has_its_figures() -> None:
    found = experiments()
    assert list(experiment_figures(found)) == NAMES
    only = replace(found.studies[0], experiments=("unique",))
    assert list(experiment_figures(replace(found, studies=[only]))) == ["unique"]
    without = replace(only, has_counterfactuals=False)
    assert experiment_figures(replace(found, studies=[without])) == {}


@pytest.mark.parametrize(
    ("name", "measures", "end"),
    [
        ("n_minimal", ["n_minimal"], 8),
        ("unique", ["unique_share"], 1),
        ("gap", ["gap_unique", "gap_all"], 0.5),
        ("metrics", ["typicality_optimal", "capacity_random"], 1),
    ],
)
def test_points_stand_at_their_means_and_strokes_at_their_spread(
    name: str, measures: list[str], end: float
) -> None:
    found = experiments()
    root = ElementTree.fromstring(experiment_figures(found)[name])
    places = {float(each.attrib["cx"]) for each in root.iter(f"{SVG}circle")}
    strokes = [
        (float(each.attrib["x1"]), float(each.attrib["x2"]))
        for each in root.iter(f"{SVG}line")
        if each.attrib["class"] == "spread"
    ]
    for summary in found.summaries:
        if summary.measure in measures:
            assert summary.sd is not None
            low, at, high = (
                LEFT + (RIGHT - LEFT) * (summary.mean + side * summary.sd) / end
                for side in (-1, 0, 1)
            )
            assert any(abs(place - at) < 0.01 for place in places)
            assert any(abs(a - low) + abs(b - high) < 0.02 for a, b in strokes)


def test_figures_are_said_in_words_the_highest_first() -> None:
    found = experiments()
    drawn = experiment_figures(found)
    words = texts(drawn["unique"])
    assert [word for word in words if word in ("cars", "loan (stand-in)", "adult")] == [
        "cars",
        "loan (stand-in)",
        "adult",
    ]
    for summary in found.summaries:
        if summary.measure == "unique_share":
            assert percent(summary) in words
        if summary.measure == "n_minimal":
            assert figure(summary, 2) in texts(drawn["n_minimal"])
    assert "most at distance 3 of 4: 50.0" in " ".join(texts(drawn["hamming"]))


def test_shares_of_relevant_features_are_all_there() -> None:
    found = experiments()
    words = texts(experiment_figures(found)["relevance"])
    shares = [percent(each) for each in found.summaries if "relevant" in each.measure]
    for share in shares:
        assert words.count(share) == shares.count(share)
    assert words.count("–") == 4 * 4 * 6 - len(shares)


def test_what_the_paper_says_is_marked() -> None:
    drawn = experiment_figures(experiments())
    for name, n_rules in (("n_minimal", 2), ("unique", 1), ("gap", 1), ("metrics", 0)):
        assert drawn[name].count('class="paper"') == n_rules
        assert ("The paper" in drawn[name] or "the paper" in drawn[name]) == bool(
            n_rules
        )


def test_names_of_tables_are_text(tmp_path: Path) -> None:
    paths = experiments(("loan", *ODD), repeats=1).write(tmp_path / "new" / "folder")
    figures = [path for path in paths if path.suffix == ".svg"]
    assert [path.stem for path in figures] == NAMES
    for path in figures:
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        tags = {each.tag.removeprefix(SVG) for each in root.iter()}
        known = {"svg", "title", "desc", "style", "text", "line", "rect", "circle"}
        assert tags <= known
        if path.stem != "relevance":
            words = {each.text for each in root.iter(f"{SVG}text")}
            assert {"loan (stand-in)", 'my "odd" table', "a.b[0]", "it's"} <= words
            assert "x\ufffdy" in words


def test_figures_of_an_earlier_run_are_taken_away(tmp_path: Path) -> None:
    found = experiments()
    found.write(tmp_path)
    only = replace(found.studies[0], experiments=("gap",))
    replace(found, studies=[only]).write(tmp_path)
    assert [path.name for path in (tmp_path / "figures").iterdir()] == ["gap.svg"]
    text = (tmp_path / "experiments.md").read_text(encoding="utf-8")
    assert re.findall(r"!\[.*\]\((.*)\)", text) == ["figures/gap.svg"]


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(WrongUse, match="is a file"):
        experiments().write(path)
