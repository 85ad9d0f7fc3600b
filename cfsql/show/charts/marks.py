"""What charts are made of: dots, lines, headings, and one look for all of them.

Shape and lightness tell apart what colour does, so that a chart can be printed in grey.
Names of tables are data everywhere, never fields or expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from cfsql.experiments import N_FEATURES, Measures, Study, Summary, claims

if TYPE_CHECKING:
    import altair as alt
    from altair.typing import ChartType

Rows = list[tuple[Study, Measures]]
Record = dict[str, Any]
Align = Literal["left", "center"]

NOTHING = "nothing to measure"

_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
INK, _QUIET, _LINE, _GRID = "#222222", "#555555", "#8c8c8c", "#e2e2e2"
_DARK, PEAK, PALE, _BRIGHT = "#12436d", "#3f7cb3", "#bccfe0", "#eba53f"
_LINES = ("#0b2545", "#1f5f99", "#4f98cf", "#93bfe0")
_SHAPES = ("circle", "square", "triangle-up", "diamond")
_DASHES = ([1, 0], [7, 3], [2, 2], [9, 3, 2, 3])
_LONGEST_NAME = 220


def title_of(study: Study) -> str:
    """The title of a table, as far as XML can hold it."""
    return "".join(each if each.isprintable() else "\ufffd" for each in study.title)


def as_record(summary: Summary, **keys: str | int) -> Record:
    """A measure as data of a chart, with the ends of its spread, if it has any."""
    mean, sd = summary.mean, summary.sd
    spread = {} if sd is None else {"sd": sd, "low": mean - sd, "high": mean + sd}
    return {**keys, "mean": mean, **spread}


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
        *heading_of(f"label: {claims.said_function(function)}", None, width),
    )


# Their parts.


def dots(
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
        as_record(measures[measure], table=title_of(study), kind=kind)
        for study, measures in rows
        for measure, kind in kinds.items()
        if measure in measures
    ]
    names = list(kinds.values())
    is_apart = len(names) > 1 and not is_joined
    height = (32 if is_apart else 23) * len(order)
    reach = [*ends(records), *(each["value"] for each in samples), *(marked or ())]
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
        symbolStrokeColor=INK,
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
    base = chart_of(records, width=width, height=height).encode(y=y)
    if is_apart:
        base = base.encode(yOffset=alt.YOffset("kind:N", scale=alt.Scale(domain=names)))
    spreads = base.mark_bar(height=10, opacity=0.35).encode(
        x=x("low"), x2="high:Q", fill=fill
    )
    points = base.mark_point(size=55, opacity=1, stroke=INK, strokeWidth=0.8).encode(
        x=x("mean"), fill=fill, shape=shape, tooltip=["table:N", *tooltip_figures()]
    )
    ticks = (
        chart_of(samples)
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
        *(heading_of(heading, None, width) if heading else ()),
    )


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
        chart_of(links)
        .mark_rule(color=INK, strokeWidth=1.5)
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
    base = chart_of(missing).encode(x=alt.value(6), y=y)
    looks: dict[str, Any] = {"text": NOTHING, "align": "left", "fontSize": 11}
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
    base = chart_of([whole])
    dashed = base.mark_rule(color=INK, strokeDash=[5, 4])
    return [
        base.mark_rect(color=INK, opacity=0.08).encode(x=x("low"), x2="high:Q"),
        dashed.encode(x=x("low")),
        dashed.encode(x=x("high")),
        base.mark_text(text=said, fontSize=11, color=INK, align=align).encode(
            x=x("middle"), y=alt.value(-10)
        ),
    ]


def tooltip_figures() -> list[alt.Tooltip]:
    """The figures that appear where a page is pointed at."""
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
        base.mark_text(text=more, fontSize=12, color=_QUIET, **looks).encode(**place),
    ]


def finished(chart: ChartType, title: str, *more: str | None) -> ChartType:
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
                titleColor=INK,
                labelColor=INK,
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
