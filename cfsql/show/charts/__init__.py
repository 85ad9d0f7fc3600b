"""The figures of the paper, drawn from measurements: a chart for each finding.

A chart is a Vega-Lite specification made by altair; vl-convert turns it into pictures
and pages, without a browser and without the network. Both come with the extra `charts`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfsql.errors import WrongUse, installing
from cfsql.experiments.results import Experiments
from cfsql.export import make_folder, write_bytes, write_text
from cfsql.show.markup import Html, element, fragment

if TYPE_CHECKING:
    from altair.typing import ChartType


def available() -> bool:
    """Whether charts can be drawn, which is when the extra is installed."""
    return all(find_spec(name) is not None for name in ("altair", "vl_convert"))


def charts(found: Experiments) -> dict[str, ChartType]:
    """The charts of the experiments that were run, by name."""
    if not available():
        raise WrongUse(f"charts need the extra: {installing('charts')}")
    from cfsql.show.charts.drawings import CHARTS

    drawn = {}
    for name, (experiment, draw) in CHARTS.items():
        rows = [row for row in found.rows(experiment) if row[0].has_counterfactuals]
        if any(measures for _, measures in rows):
            drawn[name] = draw(found, rows)
    return drawn


def write(found: Experiments, directory: Path) -> list[Path]:
    """Write each chart as a picture (PNG, SVG) and as a page that works offline."""
    drawn = charts(found)
    import vl_convert

    make_folder(directory)
    _remove_others(directory, drawn)
    library = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    paths = []
    for name, chart in drawn.items():
        spec = chart.to_dict()
        svg = vl_convert.vegalite_to_svg(spec)
        png, vector, page = (
            directory / f"{name}.{ending}" for ending in ("png", "svg", "html")
        )
        write_bytes(vl_convert.svg_to_png(svg, scale=2), str(png))
        write_text(svg, str(vector))
        write_text(_page(spec, library), str(page))
        paths += [png, vector, page]
    return paths


def _remove_others(directory: Path, drawn: Iterable[str]) -> None:
    """Take away the charts of an earlier run that this one does not draw."""
    from cfsql.show.charts.drawings import CHARTS

    for name in set(CHARTS).difference(drawn):
        for ending in ("png", "svg", "html"):
            (directory / f"{name}.{ending}").unlink(missing_ok=True)


def _page(spec: dict[str, Any], library: str) -> str:
    """A chart as a page that loads nothing from elsewhere."""
    # With each `<` escaped, no name can end the script that it stands in.
    data = json.dumps(spec).replace("<", "\\u003c")
    options = json.dumps({"renderer": "svg", "actions": {"export": True}})
    # Vega compiles its expressions, which are ours, with `Function`.
    policy = (
        "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; "
        "style-src 'unsafe-inline'; img-src data: blob:"
    )
    return fragment(
        Html("<!doctype html>\n"),
        element(
            "html",
            element(
                "head",
                element("meta", charset="utf-8"),
                element("meta", http_equiv="Content-Security-Policy", content=policy),
                element("title", spec["title"]["text"]),
                element("link", rel="icon", href="data:,"),
            ),
            element(
                "body",
                element("div", id="chart"),
                element("script", Html(library)),
                element("script", Html(f"vegaEmbed('#chart', {data}, {options});")),
            ),
            lang="en",
        ),
        "\n",
    )
