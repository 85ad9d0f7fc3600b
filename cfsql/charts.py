"""The figures of the paper, drawn from what was measured: a chart for each finding.

A chart is a Vega-Lite specification made by altair; vl-convert turns it into pictures
and pages, without a browser and without the network. Both come with the extra `charts`.

Shape and lightness tell apart what colour does, so that a chart can be printed in grey.
Names of tables are data everywhere, never fields or expressions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cfsql.errors import CfsqlError, WrongUse
from cfsql.experiments import (
    LABEL_FUNCTIONS,
    N_FEATURES,
    RELEVANCE,
    REMAINING,
    Experiments,
    Study,
    Summary,
)
from cfsql.export import write_bytes, write_text
from cfsql.markup import Html, element, fragment
from cfsql.words import many

if TYPE_CHECKING:
    import altair as alt
    from altair.typing import ChartType

Measures = dict[str, Summary]
Rows = list[tuple[Study, Measures]]
Record = dict[str, Any]
Align = Literal["left", "center"]

# What the paper says: minimal counterfactuals of a case, cases with a unique optimal
# one, its lead over the second, and the relevant features that it changes.
_FEW = (2, 6)
_MOST = 0.8
_LEAD = 0.2
_BELOW = 0.6

_METRICS = {
    "typicality": "share of its class that is in the ball",
    "capacity": "share of the ball in other classes",
    "universality": "share of the ball in the class of the case",
}
_FUNCTIONS = {
    "sum_mod_2": "sum modulo 2",
    "sum_mod_3": "sum modulo 3",
    "threshold": "sum above its mean",
    "maximum": "maximum",
}
_AT_DISTANCE = re.compile(r"at_distance_(\d+)")
_RELEVANT_SHARE = re.compile(r"relevant_share_(\w+)_(\d+)_of_(\d+)")
_NOTHING = "nothing to measure"

_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
_INK, _QUIET, _LINE, _GRID = "#222222", "#555555", "#8c8c8c", "#e2e2e2"
_DARK, _PEAK, _PALE, _BRIGHT = "#12436d", "#3f7cb3", "#bccfe0", "#eba53f"
_LINES = ("#0b2545", "#1f5f99", "#4f98cf", "#93bfe0")
_SHAPES = ("circle", "square", "triangle-up", "diamond")
_DASHES = ([1, 0], [7, 3], [2, 2], [9, 3, 2, 3])
_LONGEST_NAME = 220


def available() -> bool:
    """Whether charts can be drawn, which is when the extra is installed."""
    return all(find_spec(name) is not None for name in ("altair", "vl_convert"))


def charts(found: Experiments) -> dict[str, ChartType]:
    """The charts of the experiments that were run, by name."""
    if not available():
        raise WrongUse("charts need the extra: pip install 'cfsql[charts]'")
    drawn = {}
    for name, (experiment, draw) in _CHARTS.items():
        rows = _rows(found, experiment)
        if any(measures for _, measures in rows):
            drawn[name] = draw(found, rows)
    return drawn


def write(found: Experiments, directory: Path) -> list[Path]:
    """Write each chart as a picture (PNG, SVG) and as a page that works offline."""
    drawn = charts(found)
    import vl_convert

    if directory.exists() and not directory.is_dir():
        raise WrongUse(f"{directory} is a file; charts go into a directory")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CfsqlError(f"cannot make {directory}: {error.strerror}") from error
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


def _page(spec: dict[str, Any], library: str) -> str:
    """A chart as a page of its own; the policy lets nothing in from elsewhere."""
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


# What is drawn.


def _rows(found: Experiments, experiment: str) -> Rows:
    """The studies in which an experiment was run, each with what was measured."""
    return [
        (
            study,
            {
                summary.measure: summary
                for summary in found.summaries
                if (summary.experiment, summary.table_name) == (experiment, study.name)
            },
        )
        for study in found.studies
        if experiment in study.experiments
    ]


def _label(study: Study) -> str:
    """The title of a table, as far as XML can hold it."""
    return "".join(each if each.isprintable() else "\ufffd" for each in study.title)


def _record(summary: Summary, **keys: str | int) -> Record:
    """A measure as data of a chart, with the ends of its spread, if it has any."""
    mean, sd = summary.mean, summary.sd
    spread = {} if sd is None else {"sd": sd, "low": mean - sd, "high": mean + sd}
    return {**keys, "mean": mean, **spread}


def _samples(found: Experiments, rows: Rows, measure: str) -> list[Record]:
    """A measure in each sample, where there are several."""
    labels = {study.name: _label(study) for study, _ in rows}
    values = [each for each in found.measurements if each.measure == measure]
    return [
        {"table": labels[each.table_name], "value": each.value}
        for each in values
        if each.table_name in labels and any(other.repeat > 1 for other in values)
    ]


def _by_value(rows: Rows, measure: str) -> list[str]:
    """The tables, the highest mean first; those without one are last."""

    def place(row: tuple[Study, Measures]) -> tuple[float, str]:
        study, measures = row
        mean = measures[measure].mean if measure in measures else float("-inf")
        return -mean, study.name

    return [_label(study) for study, _ in sorted(rows, key=place)]


def _source(found: Experiments, rows: Rows) -> str:
    """What the figures are means of."""
    sizes = sorted({study.sample_size for study, measures in rows if measures})
    n_rows = many(sizes[-1], "row")
    if len(sizes) > 1:
        n_rows = f"{sizes[0]:,} to {n_rows}"
    if found.protocol.whole:
        return f"Whole tables, {n_rows}"
    n_samples = max(study.n_repeats for study, _ in rows)
    means = "Means of " if n_samples > 1 else ""
    return f"{means}{many(n_samples, 'sample')} of {n_rows}, seed {found.protocol.seed}"


def _with_spread(said: str, rows: Rows, mark: str) -> str:
    """A line of the subtitle that ends with what shows the spread, if there is any."""
    if all(each.sd is None for _, found in rows for each in found.values()):
        return said
    return f"{said}; {mark}: ± 1 standard deviation"


# The charts.


def _hamming(found: Experiments, rows: Rows) -> ChartType:
    import altair as alt

    ordered = sorted(
        ((_label(study), _distances(measures)) for study, measures in rows),
        key=lambda row: (not row[1], len(row[1]), row[0]),
    )
    columns = min(4, len(ordered))
    panels = [
        _bars(
            name,
            counts,
            width={1: 460, 2: 300, 3: 240}.get(columns, 195),
            has_title=place % columns == 0,
        )
        for place, (name, counts) in enumerate(ordered)
    ]
    return _finished(
        alt.concat(*panels, columns=columns, spacing={"row": 26, "column": 22}),
        "How far away counterfactuals are",
        "Counterfactuals of a case, by the number of features in which they differ",
        _with_spread(_source(found, rows), rows, "whiskers"),
        "Each table has a scale of its own; the peak is dark"
        if len(rows) > 1
        else "The peak is dark",
    )


def _distances(measures: Measures) -> dict[int, Summary]:
    """The counterfactuals at each distance, the nearest first."""
    matches = ((_AT_DISTANCE.fullmatch(name), name) for name in measures)
    found = {int(match[1]): measures[name] for match, name in matches if match}
    return dict(sorted(found.items()))


def _bars(
    name: str, counts: dict[int, Summary], *, width: int, has_title: bool
) -> ChartType:
    """The counterfactuals of one table at each distance, and the peak in words."""
    import altair as alt

    peak = max(counts, key=lambda distance: counts[distance].mean, default=0)
    said = f"most at distance {peak} of {len(counts)}"
    if not counts or not counts[peak].mean:
        peak, said = 0, _NOTHING
    records = [
        _record(summary, distance=distance, is_peak=distance == peak)
        for distance, summary in counts.items()
    ]
    # Where bars are narrow, not each has its number, but the first and some have.
    step = next((each for each in (1, 2, 5) if each * width >= 20 * len(counts)), 10)
    first = 1 if step > 2 else step
    numbered = [each for each in counts if each % step == 0 or each == first]
    base = _chart(records, width=width, height=120).encode(
        x=alt.X(
            "distance:O",
            title="features that differ",
            axis=alt.Axis(values=numbered, labelAngle=0, grid=False),
        )
    )
    bars = base.mark_bar().encode(
        y=alt.Y(
            "mean:Q",
            title="counterfactuals" if has_title else None,
            scale=alt.Scale(
                domain=[0, max(_reach(records), default=0) or 1], clamp=True
            ),
            axis=alt.Axis(tickCount=4, format="~s"),
        ),
        color=alt.Color(
            "is_peak:N",
            legend=None,
            scale=alt.Scale(domain=[True, False], range=[_PEAK, _PALE]),
        ),
        tooltip=[alt.Tooltip("distance:O"), *_numbers()],
    )
    whiskers = base.mark_rule(color=_INK, strokeWidth=1.3).encode(
        y="low:Q", y2="high:Q"
    )
    return alt.layer(bars, whiskers, *_heading(name, said, width))


def _n_minimal(found: Experiments, rows: Rows) -> ChartType:
    low, high = _FEW
    return _finished(
        _dots(
            rows,
            {"n_minimal": "minimal counterfactuals"},
            _by_value(rows, "n_minimal"),
            title="minimal counterfactuals of a case",
            samples=_samples(found, rows, "n_minimal"),
            marked=(low, high),
            said=f"the paper: {low} to {high}",
            lowest=0,
        ),
        "How many minimal counterfactuals a case has",
        _with_spread(_source(found, rows), rows, "ticks: samples; pale bars"),
    )


def _unique(found: Experiments, rows: Rows) -> ChartType:
    return _finished(
        _dots(
            rows,
            {"unique_share": "unique"},
            _by_value(rows, "unique_share"),
            title="share of the cases",
            samples=_samples(found, rows, "unique_share"),
            marked=(_MOST, _MOST),
            said=f"the paper: more than {_MOST:.0%}",
            highest=1,
            figures="%",
        ),
        "Cases with a unique optimal counterfactual",
        _with_spread(_source(found, rows), rows, "ticks: samples; pale bars"),
    )


def _gap(found: Experiments, rows: Rows) -> ChartType:
    return _finished(
        _dots(
            rows,
            {
                "gap_unique": "cases with a unique optimal one",
                "gap_all": "all cases, ties included",
            },
            _by_value(rows, "gap_unique"),
            title="lead in power, as a share of the optimal one's power",
            marked=(_LEAD, _LEAD),
            said=f"the paper: {_LEAD} or more",
            lowest=0,
        ),
        "How far the optimal counterfactual is ahead of the second",
        "Over cases with two or more minimal counterfactuals",
        _with_spread(_source(found, rows), rows, "pale bars"),
    )


def _metrics(found: Experiments, rows: Rows) -> ChartType:
    import altair as alt

    order = _by_value(rows, "typicality_optimal")
    panels = [
        _dots(
            rows,
            {f"{metric}_optimal": "optimal", f"{metric}_random": "drawn at random"},
            order,
            title=meaning,
            heading=metric,
            is_joined=True,
            has_names=place == 0,
            width=250,
        )
        for place, (metric, meaning) in enumerate(_METRICS.items())
    ]
    among = "the other" if found.protocol.random == REMAINING else "all"
    return _finished(
        alt.hconcat(*panels, spacing=26),
        "The optimal counterfactual against one drawn at random",
        f"Drawn from {among} minimal counterfactuals of the case; "
        "where the line is dashed, the optimal one is lower",
        _with_spread(_source(found, rows), rows, "pale bars"),
    )


def _relevance(found: Experiments, rows: Rows) -> ChartType:
    import altair as alt

    records = [
        _record(summary, function=match[1], relevant=int(match[2]), size=int(match[3]))
        for _, measures in rows
        for name, summary in measures.items()
        if (match := _RELEVANT_SHARE.fullmatch(name))
    ]
    records.sort(key=lambda each: (each["function"], each["relevant"], each["size"]))
    measured = {record["function"] for record in records}
    functions = [name for name in LABEL_FUNCTIONS if name in measured]
    columns = min(2, len(functions))
    panels = [
        _lines(
            records,
            function,
            has_title=place % columns == 0,
            has_words=place % columns == columns - 1,
        )
        for place, function in enumerate(functions)
    ]
    n_tables = max(study.n_repeats for study, _ in rows)
    n_cases = max(study.sample_size for study, _ in rows)
    return _finished(
        alt.concat(*panels, columns=columns, spacing={"row": 26, "column": 22}),
        "Relevant features that the optimal counterfactual changes",
        _with_spread(
            f"Means of {many(n_tables, 'synthetic table')} of each size, "
            f"{many(n_cases, 'case')} in each, seed {found.protocol.seed}",
            rows,
            "whiskers",
        ),
    )


def _lines(
    records: list[Record], function: str, *, has_title: bool, has_words: bool
) -> ChartType:
    """One label function: the share by table size, a line per number of features.

    All records are given, so that all panels have the same scales.
    """
    import altair as alt

    width = 310
    numbers = sorted({record["relevant"] for record in records})
    sizes = sorted({record["size"] for record in records})
    own = [record for record in records if record["function"] == function]
    highest = max([_BELOW, *_reach(records)])
    legend = alt.Legend(
        title=f"relevant of {N_FEATURES}", symbolSize=80, symbolStrokeWidth=0
    )
    base = _chart(own, width=width, height=210).encode(
        x=alt.X(
            "size:Q",
            title="rows of the table",
            scale=alt.Scale(type="log", domain=[0.85 * sizes[0], 1.18 * sizes[-1]]),
            axis=alt.Axis(values=sizes, format=",", grid=False),
        ),
        y=alt.Y(
            "mean:Q",
            title="share of the relevant features" if has_title else None,
            scale=alt.Scale(domain=[0, 1.05 * highest], nice=False),
            axis=alt.Axis(format="%", tickCount=6),
        ),
        color=alt.Color(
            "relevant:O",
            legend=legend,
            scale=alt.Scale(domain=numbers, range=_LINES[: len(numbers)]),
        ),
    )
    lines = base.mark_line(strokeWidth=2).encode(
        strokeDash=alt.StrokeDash(
            "relevant:O",
            legend=None,
            scale=alt.Scale(domain=numbers, range=_DASHES[: len(numbers)]),
        )
    )
    whiskers = base.mark_rule(strokeWidth=1.3).encode(y="low:Q", y2="high:Q")
    points = base.mark_point(filled=True, size=50, opacity=1).encode(
        shape=alt.Shape(
            "relevant:O",
            legend=legend,
            scale=alt.Scale(domain=numbers, range=_SHAPES[: len(numbers)]),
        ),
        tooltip=[alt.Tooltip("size:Q"), alt.Tooltip("relevant:O"), *_numbers()],
    )
    marked = _chart([{"mean": _BELOW}])
    rule = marked.mark_rule(color=_INK, strokeDash=[5, 4]).encode(y="mean:Q")
    words = marked.mark_text(
        text=["the paper:", f"below {_BELOW:.0%}"], align="left", dy=-4, fontSize=11
    ).encode(x=alt.value(width + 8), y="mean:Q")
    return alt.layer(
        rule,
        whiskers,
        lines,
        points,
        *([words] if has_words else []),
        *_heading(f"label: {_FUNCTIONS[function]}", None, width),
    )


# Their parts.


def _dots(
    rows: Rows,
    kinds: dict[str, str],
    order: list[str],
    *,
    title: str,
    samples: Sequence[Record] = (),
    marked: tuple[float, float] | None = None,
    said: str = "",
    heading: str | None = None,
    is_joined: bool = False,
    has_names: bool = True,
    lowest: float | None = None,
    highest: float | None = None,
    figures: str = "~g",
    width: int = 430,
) -> ChartType:
    """A line per table with a point for each measure of `kinds`.

    The points of a table are joined, or stand below each other. `marked` is what the
    paper says, a value or a range.
    """
    import altair as alt

    records = [
        _record(measures[measure], table=_label(study), kind=kind)
        for study, measures in rows
        for measure, kind in kinds.items()
        if measure in measures
    ]
    names = list(kinds.values())
    is_apart = len(names) > 1 and not is_joined
    height = (32 if is_apart else 23) * len(order)
    reach = [*_reach(records), *(each["value"] for each in samples), *(marked or ())]
    low, high = min(reach, default=0), max(reach, default=1)
    # Points that are all but equal are shown to be so.
    margin = max(0.05 * (high - low), 0.05 - (high - low) / 2)
    low = max(0, low - margin) if lowest is None else lowest
    high = high + margin if highest is None else highest
    scale = alt.Scale(domain=[low, high], nice=False, zero=False, clamp=True)
    is_at_left = marked is not None and sum(marked) / 2 < low + 0.2 * (high - low)
    align: Align = "left" if is_at_left else "center"
    axis = alt.Axis(format=figures, tickCount=width // 65, labelFlush=False)

    def x(field: str) -> alt.X:
        return alt.X(field, type="quantitative", title=title, scale=scale, axis=axis)

    y = alt.Y(
        "table:N",
        title=None,
        scale=alt.Scale(domain=order),
        axis=alt.Axis(
            grid=True,
            ticks=False,
            labels=has_names,
            labelLimit=_LONGEST_NAME,
            labelPadding=8,
        ),
    )
    legend = alt.Legend(
        title=None,
        orient="top",
        offset=26 if said else 10,
        symbolOpacity=1,
        symbolSize=70,
        symbolStrokeColor=_INK,
        symbolStrokeWidth=0.8,
    )
    fill = alt.Fill(
        "kind:N",
        scale=alt.Scale(domain=names, range=[_DARK, _BRIGHT][: len(names)]),
        legend=legend if len(names) > 1 else None,
    )
    shape = alt.Shape(
        "kind:N",
        scale=alt.Scale(domain=names, range=["circle", "diamond"][: len(names)]),
        legend=legend if len(names) > 1 else None,
    )
    base = _chart(records, width=width, height=height).encode(y=y)
    if is_apart:
        base = base.encode(yOffset=alt.YOffset("kind:N", scale=alt.Scale(domain=names)))
    spreads = base.mark_bar(height=10, opacity=0.35).encode(
        x=x("low"), x2="high:Q", fill=fill
    )
    points = base.mark_point(size=55, opacity=1, stroke=_INK, strokeWidth=0.8).encode(
        x=x("mean"), fill=fill, shape=shape, tooltip=["table:N", *_numbers()]
    )
    ticks = (
        _chart(samples)
        .mark_tick(color=_DARK, thickness=1, size=14, opacity=0.5)
        .encode(x=x("value"), y=y)
    )
    return alt.layer(
        *(_marked(marked, said, x, align=align) if marked else ()),
        spreads,
        *([ticks] if samples else ()),
        *([_links(records, names, x, y)] if is_joined else ()),
        points,
        *_absences(order, records, y),
        *(_heading(heading, None, width) if heading else ()),
    )


def _chart(records: Sequence[Record], **size: float) -> alt.Chart:
    """A chart of records, to be given marks."""
    import altair as alt

    data = alt.InlineData(values=list(records))
    chart: alt.Chart = alt.Chart(data).properties(**size)
    return chart


def _reach(records: Sequence[Record]) -> list[float]:
    """The values that a scale must have room for."""
    return [
        record[key]
        for record in records
        for key in ("low", "mean", "high")
        if key in record
    ]


def _links(
    records: Sequence[Record],
    names: Sequence[str],
    x: Callable[[str], alt.X],
    y: alt.Y,
) -> alt.Chart:
    """A line from the second point of each table to the first."""
    import altair as alt

    means = {(each["table"], each["kind"]): each["mean"] for each in records}
    first, second = names
    links = [
        {
            "table": table,
            "from": means[table, second],
            "to": mean,
            "is_lower": mean < means[table, second],
        }
        for (table, kind), mean in means.items()
        if kind == first and (table, second) in means
    ]
    dashes = alt.Scale(domain=[False, True], range=[[1, 0], [3, 3]])
    drawn: alt.Chart = (
        _chart(links)
        .mark_rule(color=_INK, strokeWidth=1.5)
        .encode(
            x=x("from"),
            x2="to:Q",
            y=y,
            strokeDash=alt.StrokeDash("is_lower:N", scale=dashes, legend=None),
        )
    )
    return drawn


def _absences(
    order: Sequence[str], records: Sequence[Record], y: alt.Y
) -> list[alt.Chart]:
    """Words in the lines of tables for which there is no point."""
    import altair as alt

    measured = {record["table"] for record in records}
    missing = [{"table": table} for table in order if table not in measured]
    if not missing:
        return []
    base = _chart(missing).encode(x=alt.value(6), y=y)
    looks: dict[str, Any] = {"text": _NOTHING, "align": "left", "fontSize": 11}
    # The first one hides the grid behind the words.
    return [
        base.mark_text(stroke="white", strokeWidth=5, **looks),
        base.mark_text(color=_QUIET, **looks),
    ]


def _marked(
    marked: tuple[float, float], said: str, x: Callable[[str], alt.X], *, align: Align
) -> list[alt.Chart]:
    """What the paper says, behind the points: a dashed line, or a band between two."""
    import altair as alt

    low, high = marked
    whole = {"low": low, "high": high, "middle": (low + high) / 2}
    base = _chart([whole])
    dashed = base.mark_rule(color=_INK, strokeDash=[5, 4])
    return [
        base.mark_rect(color=_INK, opacity=0.08).encode(x=x("low"), x2="high:Q"),
        dashed.encode(x=x("low")),
        dashed.encode(x=x("high")),
        base.mark_text(text=said, fontSize=11, color=_INK, align=align).encode(
            x=x("middle"), y=alt.value(-10)
        ),
    ]


def _numbers() -> list[alt.Tooltip]:
    """The figures that appear where a page is pointed at."""
    import altair as alt

    return [
        alt.Tooltip("mean:Q", format=".4~r"),
        alt.Tooltip("sd:Q", title="standard deviation", format=".2~r"),
    ]


def _heading(text: str, more: str | None, width: int) -> list[alt.Chart]:
    """The title of a panel, which begins where the panel does.

    A title of Vega's would begin where the axis does, and be as high as that makes it.
    """
    import altair as alt

    base = _chart([{}])
    place = {"x": alt.value(0), "y": alt.value(-10)}
    looks: dict[str, Any] = {"align": "left", "baseline": "bottom", "limit": width}
    lift = -16 if more else 0
    heading = base.mark_text(
        text=text, fontSize=13, fontWeight="bold", dy=lift, **looks
    ).encode(**place)
    if not more:
        return [heading]
    return [
        heading,
        base.mark_text(text=more, fontSize=12, color=_QUIET, **looks).encode(**place),
    ]


def _finished(chart: ChartType, title: str, *more: str | None) -> ChartType:
    """A chart with its title, what is to be known about it, and our looks."""
    import altair as alt

    said = [line for line in more if line]
    finished: ChartType = chart.properties(
        title=alt.TitleParams(
            text=title,
            subtitle=said,
            anchor="start",
            frame="bounds",
            fontSize=17,
            subtitleFontSize=12.5,
            subtitleColor=_QUIET,
            subtitleLineHeight=17,
            subtitlePadding=6,
            offset=18,
        ),
        description=f"{title}. {'. '.join(said)}",
        background="white",
        padding=14,
        config=alt.Config(
            font=_FONT,
            axis=alt.AxisConfig(
                labelFontSize=12,
                titleFontSize=12,
                titleFontWeight="normal",
                titleColor=_INK,
                labelColor=_INK,
                gridColor=_GRID,
                domainColor=_LINE,
                tickColor=_LINE,
            ),
            legend=alt.LegendConfig(
                labelFontSize=12, titleFontSize=12, labelLimit=_LONGEST_NAME
            ),
            view=alt.ViewConfig(stroke=None),
        ),
    )
    return finished


_CHARTS: dict[str, tuple[str, Callable[[Experiments, Rows], ChartType]]] = {
    "hamming": ("hamming", _hamming),
    "n_minimal": ("hamming", _n_minimal),
    "unique": ("unique", _unique),
    "gap": ("gap", _gap),
    "metrics": ("metrics", _metrics),
    "relevance": (RELEVANCE, _relevance),
}
