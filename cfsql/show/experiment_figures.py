"""The figures of the experiments, each an SVG file that needs nothing else.

Every figure is drawn from the summaries: a mean, and a stroke of one standard deviation
to each side. Shape tells apart what colour does, so that a figure can be printed in
grey. Names of tables are data, and are escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cfsql.experiments.claims import FEW, LEAD, USUAL
from cfsql.experiments.protocol import RELEVANCE
from cfsql.experiments.results import Experiments, Measures, Row, Study, Summary
from cfsql.experiments.synthetic import (
    LABEL_FUNCTIONS,
    N_RELEVANT,
    SIZES,
    relevant_share,
)
from cfsql.experiments.words import distances, figure, function_in_words, percent
from cfsql.method.columns import METRICS
from cfsql.show.markup import Html, element, fragment

# Pixels: the whole width, where a plot begins and ends, and the height of a line.
_WIDTH, _LEFT, _RIGHT, _LINE = 760, 200, 560, 22
# Small plots of columns, side by side.
_SMALL_WIDTH, _SMALL_HEIGHT, _PER_LINE = 240, 80, 3
# How many characters of a table's name there is room for.
_LONGEST = 28

_STYLE = """
svg { background: #fff; font: 12px 'Liberation Sans', Arial, Helvetica, sans-serif; }
text { fill: #222; } .title { font-size: 15px; font-weight: bold; }
.quiet { fill: #555; } .track { stroke: #e2e2e2; } .spread { stroke: #12436d; }
.paper { stroke: #8a5a00; stroke-dasharray: 4 3; } .filled { fill: #12436d; }
.hollow { fill: #fff; stroke: #12436d; stroke-width: 1.5; } .column { fill: #bccfe0; }
@media (prefers-color-scheme: dark) {
svg { background: #14181d; } text { fill: #e6e6e6; } .quiet { fill: #a9b2bb; }
.track { stroke: #39424c; } .spread { stroke: #8fc1ec; } .paper { stroke: #e0b050; }
.filled { fill: #8fc1ec; } .hollow { fill: #14181d; stroke: #8fc1ec; }
.column { fill: #3b5a75; } }
"""


def experiment_figures(found: Experiments) -> dict[str, str]:
    """The figures of the experiments that were run, by name, as SVG."""
    drawn = {}
    for name, experiment, draw in _FIGURES:
        rows = [row for row in found.rows(experiment) if row[0].has_counterfactuals]
        if any(measures for _, measures in rows):
            drawn[name] = draw(rows)
    return drawn


def _hamming(rows: Sequence[Row]) -> str:
    pieces, top = [], 0
    for place, (study, measures) in enumerate(rows):
        line, column = divmod(place, _PER_LINE)
        top = 50 + line * (_SMALL_HEIGHT + 62)
        pieces.append(
            _small_columns(column * (_SMALL_WIDTH + 20), top, study, measures)
        )
    return _picture(
        "Counterfactuals at each distance",
        "The mean over all cases of a sample; each table has a scale of its own.",
        top + _SMALL_HEIGHT + 50,
        *pieces,
    )


def _small_columns(left: float, top: float, study: Study, measures: Measures) -> Html:
    """How many counterfactuals are at distance 1, 2, …; the peak is said."""
    means = [each.mean for each in distances(measures)]
    most = max(means, default=0)
    slot = _SMALL_WIDTH / max(len(means), 1)
    floor = top + 22 + _SMALL_HEIGHT
    peak = means.index(max(means)) if means else 0
    columns = [
        element(
            "rect",
            element("title", f"distance {place + 1}: {mean:.1f}"),
            x=_number(left + slot * (place + 0.08)),
            y=_number(floor - _SMALL_HEIGHT * mean / (most or 1)),
            width=_number(slot * 0.84),
            height=_number(_SMALL_HEIGHT * mean / (most or 1)),
            class_="filled" if place == peak else "column",
        )
        for place, mean in enumerate(means)
    ]
    return fragment(
        _text(left, top + 12, _name_of(study)),
        *columns,
        _stroke(left, floor, left + _SMALL_WIDTH, floor, "track"),
        _text(
            left,
            floor + 15,
            f"most at distance {peak + 1} of {len(means)}: {most:,.1f}",
            class_="quiet",
        ),
    )


def _few(rows: Sequence[Row]) -> str:
    return _dots(
        "Minimal counterfactuals of a case",
        "Dashed: the paper's 2 to 6.",
        [(None, rows, ("n_minimal",))],
        lambda each: figure(each, 2),
        rules=FEW,
        least_end=8,
    )


def _unique(rows: Sequence[Row]) -> str:
    return _dots(
        "Cases with a unique optimal counterfactual",
        "Dashed: the paper's 80 %.",
        [(None, rows, ("unique_share",))],
        percent,
        rules=(USUAL,),
        least_end=1,
    )


def _gap(rows: Sequence[Row]) -> str:
    return _dots(
        "How far the optimal counterfactual is ahead: the gap",
        "Filled: cases with a unique optimal one. Hollow: all with two or more minimal "
        "ones. Dashed: the paper's 0.2.",
        [(None, rows, ("gap_unique", "gap_all"))],
        figure,
        rules=(LEAD,),
        least_end=0.5,
    )


def _metrics(rows: Sequence[Row]) -> str:
    return _dots(
        "Optimal counterfactuals beside ones drawn at random",
        "Filled: the optimal one. Hollow: a minimal one drawn at random.",
        [
            (
                metric.name.capitalize(),
                rows,
                (f"{metric.name}_optimal", f"{metric.name}_random"),
            )
            for metric in METRICS
        ],
        figure,
        least_end=1,
    )


def _dots(
    title: str,
    explained: str,
    panels: Sequence[tuple[str | None, Sequence[Row], tuple[str, ...]]],
    written: Callable[[Summary], str],
    *,
    rules: Sequence[float] = (),
    least_end: float,
) -> str:
    """Panels of points on a line, a line for each table, the highest first."""
    pieces, top = [], 56
    for heading, rows, names in panels:
        lines = sorted(
            (row for row in rows if all(name in row[1] for name in names)),
            key=lambda row: -row[1][names[0]].mean,
        )
        tops = (_ends(measures[name])[1] for _, measures in lines for name in names)
        end = max(least_end, *tops) if lines else least_end
        if heading:
            pieces.append(_text(0, top + 14, heading, class_="quiet"))
        pieces += [
            _text(_at(tick, end), top + 14, f"{tick:g}", "middle", class_="quiet")
            for tick in (0, round(end / 2, 2), round(end, 2))
        ]
        floor = top + 22 + _LINE * len(lines)
        pieces += [
            _stroke(_at(rule, end), top + 18, _at(rule, end), floor, "paper")
            for rule in rules
        ]
        for place, (study, measures) in enumerate(lines):
            middle = top + 22 + _LINE * place + _LINE / 2
            points = [measures[name] for name in names]
            pieces.append(_line_of_points(middle, end, study, points, written))
        if not lines:
            pieces.append(_text(_LEFT, top + 36, "nothing to measure", class_="quiet"))
            floor += _LINE
        top = floor + 18
    return _picture(
        title, f"{explained} Strokes: one standard deviation.", top, *pieces
    )


def _line_of_points(
    middle: float,
    end: float,
    study: Study,
    points: Sequence[Summary],
    written: Callable[[Summary], str],
) -> Html:
    """A table's name, its points with their spread, and the figures in words."""
    spreads = (
        _stroke(
            _at(max(low, 0), end), middle, _at(min(high, end), end), middle, "spread"
        )
        for low, high in map(_ends, points)
    )
    # The first point is the one that matters most: nothing hides it.
    shades = list(zip(points, ("filled", "hollow"), strict=False))
    dots = (
        element(
            "circle",
            element("title", written(point)),
            cx=_number(_at(point.mean, end)),
            cy=_number(middle),
            r=4.5,
            class_=shade,
        )
        for point, shade in reversed(shades)
    )
    return fragment(
        _text(_LEFT - 14, middle + 4, _name_of(study), "end"),
        _stroke(_LEFT, middle, _RIGHT, middle, "track"),
        *spreads,
        *dots,
        _text(_RIGHT + 14, middle + 4, ", ".join(map(written, points)), class_="quiet"),
    )


def _relevance(rows: Sequence[Row]) -> str:
    """A table for each label function: how much of the relevant ones is changed."""
    pieces, top = [], 56
    slot = (_WIDTH - _LEFT) / len(SIZES)
    for _, measures in rows:
        for function in LABEL_FUNCTIONS:
            heading = f"Label: {function_in_words(function)}"
            pieces.append(_text(0, top + 14, heading))
            pieces += [
                _text(
                    _LEFT + slot * (column + 0.5),
                    top + 14,
                    f"{size:,} rows",
                    "middle",
                    class_="quiet",
                )
                for column, size in enumerate(SIZES)
            ]
            for n_relevant in N_RELEVANT:
                top += _LINE
                pieces.append(
                    _text(
                        _LEFT - 14,
                        top + 14,
                        f"{n_relevant} relevant",
                        "end",
                        class_="quiet",
                    )
                )
                pieces += [
                    _share(
                        _LEFT + slot * column,
                        top,
                        slot,
                        measures.get(relevant_share(function, n_relevant, size)),
                    )
                    for column, size in enumerate(SIZES)
                ]
            top += _LINE + 16
    return _picture(
        "Relevant features that the optimal counterfactual changes",
        "Synthetic tables of 20 features with three values each. The paper: below 60 % "
        "everywhere.",
        top,
        *pieces,
    )


def _share(left: float, top: float, width: float, summary: Summary | None) -> Html:
    """A share as a bar behind its figure."""
    if summary is None:
        return _text(left + width / 2, top + 14, "–", "middle", class_="quiet")
    return fragment(
        element(
            "rect",
            x=_number(left + 2),
            y=_number(top + 1),
            width=_number((width - 4) * min(summary.mean, 1)),
            height=_LINE - 4,
            class_="column",
        ),
        _text(left + width / 2, top + 14, percent(summary), "middle"),
    )


# The figures by name, with the experiment that each belongs to.
_FIGURES: Sequence[tuple[str, str, Callable[[Sequence[Row]], str]]] = (
    ("hamming", "hamming", _hamming),
    ("n_minimal", "hamming", _few),
    ("unique", "unique", _unique),
    ("gap", "gap", _gap),
    ("metrics", "metrics", _metrics),
    ("relevance", RELEVANCE, _relevance),
)


# Pieces of SVG, in pixels.


def _picture(title: str, explained: str, height: float, *pieces: Html) -> str:
    return element(
        "svg",
        element("title", title),
        element("desc", explained),
        element("style", Html(_STYLE)),
        _text(0, 16, title, class_="title"),
        _text(0, 36, explained, class_="quiet"),
        *pieces,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"-12 -8 {_WIDTH + 24} {_number(height + 16)}",
        width=_WIDTH + 24,
        height=_number(height + 16),
        role="img",
    )


def _text(
    x: float, y: float, words: str, anchor: str = "start", *, class_: str | None = None
) -> Html:
    return element(
        "text", words, x=_number(x), y=_number(y), text_anchor=anchor, class_=class_
    )


def _stroke(x1: float, y1: float, x2: float, y2: float, shade: str) -> Html:
    ends: Iterable[float] = (x1, y1, x2, y2)
    places = dict(zip(("x1", "y1", "x2", "y2"), map(_number, ends), strict=True))
    return element("line", class_=shade, **places)


def _at(number: float, end: float) -> float:
    """Where a number stands on the axis."""
    return _LEFT + (_RIGHT - _LEFT) * number / end


def _ends(summary: Summary) -> tuple[float, float]:
    """One standard deviation to each side."""
    spread = summary.sd or 0
    return summary.mean - spread, summary.mean + spread


def _name_of(study: Study) -> str:
    """The title of a table, as far as XML can hold it and there is room for it."""
    title = "".join(each if each.isprintable() else "\ufffd" for each in study.title)
    return title if len(title) <= _LONGEST else f"{title[: _LONGEST - 1]}…"


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
