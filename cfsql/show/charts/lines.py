"""Lines over the size of a table, one for each number of relevant features."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.experiments import claims
from cfsql.experiments.synthetic import N_FEATURES
from cfsql.experiments.words import function_in_words
from cfsql.show.charts.look import (
    INK,
    Record,
    chart_of,
    ends,
    heading_of,
    tooltip_figures,
)

if TYPE_CHECKING:
    from altair.typing import ChartType

_LINES = ("#0b2545", "#1f5f99", "#4f98cf", "#93bfe0")
_SHAPES = ("circle", "square", "triangle-up", "diamond")
_DASHES = ([1, 0], [7, 3], [2, 2], [9, 3, 2, 3])


def lines(
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
    highest = max([claims.RELEVANT, *ends(records)])
    legend = alt.Legend(
        title=f"relevant of {N_FEATURES}", symbolSize=80, symbolStrokeWidth=0
    )
    base = chart_of(own, width=width, height=210).encode(
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
        tooltip=[alt.Tooltip("size:Q"), alt.Tooltip("relevant:O"), *tooltip_figures()],
    )
    marked = chart_of([{"mean": claims.RELEVANT}])
    rule = marked.mark_rule(color=INK, strokeDash=[5, 4]).encode(y="mean:Q")
    words = marked.mark_text(
        text=["the paper:", f"below {claims.RELEVANT:.0%}"],
        align="left",
        dy=-4,
        fontSize=11,
    ).encode(x=alt.value(width + 8), y="mean:Q")
    return alt.layer(
        rule,
        whiskers,
        lines,
        points,
        *([words] if has_words else []),
        *heading_of(f"label: {function_in_words(function)}", None, width),
    )
