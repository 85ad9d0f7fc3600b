"""A line of points for each table, beside the paper's figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from cfsql.show.charts.look import (
    BRIGHT,
    DARK,
    INK,
    LONGEST_NAME,
    NOTHING,
    QUIET,
    Record,
    Rows,
    as_record,
    chart_of,
    ends,
    heading_of,
    title_of,
    tooltip_figures,
)

if TYPE_CHECKING:
    import altair as alt
    from altair.typing import ChartType


Align = Literal["left", "center"]


def dots(
    rows: Rows,
    kinds: dict[str, str],
    order: list[str],
    *,
    title: str,
    samples: Sequence[Record] = (),
    marked: tuple[float, float] | None = None,
    claim: str = "",
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
            labelLimit=LONGEST_NAME,
            labelPadding=8,
        ),
    )
    legend = alt.Legend(
        title=None,
        orient="top",
        offset=26 if claim else 10,
        symbolOpacity=1,
        symbolSize=70,
        symbolStrokeColor=INK,
        symbolStrokeWidth=0.8,
    )
    fill = alt.Fill(
        "kind:N",
        scale=alt.Scale(domain=names, range=[DARK, BRIGHT][: len(names)]),
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
        .mark_tick(color=DARK, thickness=1, size=14, opacity=0.5)
        .encode(x=x("value"), y=y)
    )
    return alt.layer(
        *(_marked(marked, claim, x, align=align) if marked else ()),
        spreads,
        *([ticks] if samples else ()),
        *([_links(records, names, x, y)] if is_joined else ()),
        points,
        *_absences(order, records, y),
        *(heading_of(heading, None, width) if heading else ()),
    )


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
        base.mark_text(color=QUIET, **looks),
    ]


def _marked(
    marked: tuple[float, float], claim: str, x: Callable[[str], alt.X], *, align: Align
) -> list[alt.Chart]:
    """The paper's figure behind the points: a dashed line, or a band between two."""
    import altair as alt

    low, high = marked
    whole = {"low": low, "high": high, "middle": (low + high) / 2}
    base = chart_of([whole])
    dashed = base.mark_rule(color=INK, strokeDash=[5, 4])
    return [
        base.mark_rect(color=INK, opacity=0.08).encode(x=x("low"), x2="high:Q"),
        dashed.encode(x=x("low")),
        dashed.encode(x=x("high")),
        base.mark_text(text=claim, fontSize=11, color=INK, align=align).encode(
            x=x("middle"), y=alt.value(-10)
        ),
    ]
