"""The look of all charts: colours, headings, titles; data as records.

Shape and lightness tell apart what colour does, so that a chart can be printed in grey.
Names of tables are data everywhere, never fields or expressions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cfsql.experiments.results import Row, Study, Summary

if TYPE_CHECKING:
    import altair as alt
    from altair.typing import ChartType

Rows = list[Row]
Record = dict[str, Any]

NOTHING = "nothing to measure"

_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
INK = "#222222"
QUIET = "#555555"
_LINE = "#8c8c8c"
_GRID = "#e2e2e2"
DARK = "#12436d"
PEAK = "#3f7cb3"
PALE = "#bccfe0"
BRIGHT = "#eba53f"
LONGEST_NAME = 220


def title_of(study: Study) -> str:
    """The title of a table, as far as XML can hold it."""
    return "".join(each if each.isprintable() else "\ufffd" for each in study.title)


def as_record(summary: Summary, **keys: str | int) -> Record:
    """A measure as data of a chart, with the ends of its spread, if it has any."""
    mean, sd = summary.mean, summary.sd
    spread = {} if sd is None else {"sd": sd, "low": mean - sd, "high": mean + sd}
    return {**keys, "mean": mean, **spread}


def chart_of(records: Sequence[Record], **size: float) -> alt.Chart:
    """A chart of records, to be given marks."""
    import altair as alt

    data = alt.InlineData(values=list(records))
    chart: alt.Chart = alt.Chart(data).properties(**size)
    return chart


def ends(records: Sequence[Record]) -> list[float]:
    """The values that a scale must have room for."""
    return [
        record[key]
        for record in records
        for key in ("low", "mean", "high")
        if key in record
    ]


def tooltip_figures() -> list[alt.Tooltip]:
    """The figures that a page shows under the pointer."""
    import altair as alt

    return [
        alt.Tooltip("mean:Q", format=".4~r"),
        alt.Tooltip("sd:Q", title="standard deviation", format=".2~r"),
    ]


def heading_of(text: str, more: str | None, width: int) -> list[alt.Chart]:
    """The title of a panel, which begins where the panel does.

    A title of Vega's would begin where the axis does, and be as high as that makes it.
    """
    import altair as alt

    base = chart_of([{}])
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
        base.mark_text(text=more, fontSize=12, color=QUIET, **looks).encode(**place),
    ]


def finished(chart: ChartType, title: str, *more: str | None) -> ChartType:
    """A chart with its title, its subtitles and the common look."""
    import altair as alt

    subtitles = [line for line in more if line]
    finished: ChartType = chart.properties(
        title=alt.TitleParams(
            text=title,
            subtitle=subtitles,
            anchor="start",
            frame="bounds",
            fontSize=17,
            subtitleFontSize=12.5,
            subtitleColor=QUIET,
            subtitleLineHeight=17,
            subtitlePadding=6,
            offset=18,
        ),
        description=f"{title}. {'. '.join(subtitles)}",
        background="white",
        padding=14,
        config=alt.Config(
            font=_FONT,
            axis=alt.AxisConfig(
                labelFontSize=12,
                titleFontSize=12,
                titleFontWeight="normal",
                titleColor=INK,
                labelColor=INK,
                gridColor=_GRID,
                domainColor=_LINE,
                tickColor=_LINE,
            ),
            legend=alt.LegendConfig(
                labelFontSize=12, titleFontSize=12, labelLimit=LONGEST_NAME
            ),
            view=alt.ViewConfig(stroke=None),
        ),
    )
    return finished
