"""The charts of the experiments, one for each finding."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from cfsql.experiments import claims
from cfsql.experiments.protocol import RELEVANCE, REMAINING
from cfsql.experiments.results import Experiments, Measures, Study, Summary
from cfsql.experiments.synthetic import LABEL_FUNCTIONS
from cfsql.experiments.words import distances
from cfsql.method.columns import METRICS
from cfsql.show.charts.dots import dots
from cfsql.show.charts.lines import lines
from cfsql.show.charts.look import (
    INK,
    NOTHING,
    PALE,
    PEAK,
    Record,
    Rows,
    as_record,
    chart_of,
    ends,
    finished,
    heading_of,
    title_of,
    tooltip_figures,
)
from cfsql.words import many

if TYPE_CHECKING:
    from altair.typing import ChartType

_RELEVANT_SHARE = re.compile(r"relevant_share_(\w+)_(\d+)_of_(\d+)")


def _samples(found: Experiments, rows: Rows, measure: str) -> list[Record]:
    """A measure in each sample, if there are several."""
    labels = {study.name: title_of(study) for study, _ in rows}
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

    return [title_of(study) for study, _ in sorted(rows, key=place)]


def _source(found: Experiments, rows: Rows) -> str:
    """The samples that the figures are means of."""
    sizes = sorted({study.sample_size for study, measures in rows if measures})
    n_rows = many(sizes[-1], "row")
    if len(sizes) > 1:
        n_rows = f"{sizes[0]:,} to {n_rows}"
    if found.protocol.whole:
        return f"Whole tables, {n_rows}"
    n_samples = max(study.n_repeats for study, _ in rows)
    means = "Means of " if n_samples > 1 else ""
    return f"{means}{many(n_samples, 'sample')} of {n_rows}, seed {found.protocol.seed}"


def _with_spread(text: str, rows: Rows, mark: str) -> str:
    """A line of the subtitle that names the mark of the spread, if there is any."""
    if all(each.sd is None for _, found in rows for each in found.values()):
        return text
    return f"{text}; {mark}: ± 1 standard deviation"


# The charts.


def _hamming(found: Experiments, rows: Rows) -> ChartType:
    import altair as alt

    ordered = sorted(
        ((title_of(study), _distances(measures)) for study, measures in rows),
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
    return finished(
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
    return dict(enumerate(distances(measures), start=1))


def _bars(
    name: str, counts: dict[int, Summary], *, width: int, has_title: bool
) -> ChartType:
    """The counterfactuals of one table at each distance, and the peak in words."""
    import altair as alt

    peak = max(counts, key=lambda distance: counts[distance].mean, default=0)
    text = f"most at distance {peak} of {len(counts)}"
    if not counts or not counts[peak].mean:
        peak, text = 0, NOTHING
    records = [
        as_record(summary, distance=distance, is_peak=distance == peak)
        for distance, summary in counts.items()
    ]
    # Where bars are narrow, not each has its number, but the first and some have.
    step = next((each for each in (1, 2, 5) if each * width >= 20 * len(counts)), 10)
    first = 1 if step > 2 else step
    numbered = [each for each in counts if each % step == 0 or each == first]
    base = chart_of(records, width=width, height=120).encode(
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
            scale=alt.Scale(domain=[0, max(ends(records), default=0) or 1], clamp=True),
            axis=alt.Axis(tickCount=4, format="~s"),
        ),
        color=alt.Color(
            "is_peak:N",
            legend=None,
            scale=alt.Scale(domain=[True, False], range=[PEAK, PALE]),
        ),
        tooltip=[alt.Tooltip("distance:O"), *tooltip_figures()],
    )
    whiskers = base.mark_rule(color=INK, strokeWidth=1.3).encode(y="low:Q", y2="high:Q")
    return alt.layer(bars, whiskers, *heading_of(name, text, width))


def _n_minimal(found: Experiments, rows: Rows) -> ChartType:
    low, high = claims.FEW
    return finished(
        dots(
            rows,
            {"n_minimal": "minimal counterfactuals"},
            _by_value(rows, "n_minimal"),
            title="minimal counterfactuals of a case",
            samples=_samples(found, rows, "n_minimal"),
            marked=(low, high),
            claim=f"the paper: {low} to {high}",
            lowest=0,
        ),
        "How many minimal counterfactuals a case has",
        _with_spread(_source(found, rows), rows, "ticks: samples; pale bars"),
    )


def _unique(found: Experiments, rows: Rows) -> ChartType:
    return finished(
        dots(
            rows,
            {"unique_share": "unique"},
            _by_value(rows, "unique_share"),
            title="share of the cases",
            samples=_samples(found, rows, "unique_share"),
            marked=(claims.USUAL, claims.USUAL),
            claim=f"the paper: more than {claims.USUAL:.0%}",
            highest=1,
            figures="%",
        ),
        "Cases with a unique optimal counterfactual",
        _with_spread(_source(found, rows), rows, "ticks: samples; pale bars"),
    )


def _gap(found: Experiments, rows: Rows) -> ChartType:
    return finished(
        dots(
            rows,
            {
                "gap_unique": "cases with a unique optimal one",
                "gap_all": "all cases, ties included",
            },
            _by_value(rows, "gap_unique"),
            title="lead in power, as a share of the optimal one's power",
            marked=(claims.LEAD, claims.LEAD),
            claim=f"the paper: {claims.LEAD} or more",
            lowest=0,
        ),
        "How far the optimal counterfactual is ahead of the second",
        "Over cases with two or more minimal counterfactuals",
        _with_spread(_source(found, rows), rows, "pale bars"),
    )


def _metrics(found: Experiments, rows: Rows) -> ChartType:
    import altair as alt

    order = _by_value(rows, f"{METRICS[0].name}_optimal")
    panels = [
        dots(
            rows,
            {
                f"{metric.name}_optimal": "optimal",
                f"{metric.name}_random": "drawn at random",
            },
            order,
            title=metric.meaning,
            heading=metric.name,
            is_joined=True,
            has_names=place == 0,
            width=250,
        )
        for place, metric in enumerate(METRICS)
    ]
    among = "the other" if found.protocol.random == REMAINING else "all"
    return finished(
        alt.hconcat(*panels, spacing=26),
        "The optimal counterfactual against one drawn at random",
        f"Drawn from {among} minimal counterfactuals of the case; "
        "where the line is dashed, the optimal one is lower",
        _with_spread(_source(found, rows), rows, "pale bars"),
    )


def _relevance(found: Experiments, rows: Rows) -> ChartType:
    import altair as alt

    records = [
        as_record(
            summary, function=match[1], relevant=int(match[2]), size=int(match[3])
        )
        for _, measures in rows
        for name, summary in measures.items()
        if (match := _RELEVANT_SHARE.fullmatch(name))
    ]
    records.sort(key=lambda each: (each["function"], each["relevant"], each["size"]))
    measured = {record["function"] for record in records}
    functions = [name for name in LABEL_FUNCTIONS if name in measured]
    columns = min(2, len(functions))
    panels = [
        lines(
            records,
            function,
            has_title=place % columns == 0,
            has_words=place % columns == columns - 1,
        )
        for place, function in enumerate(functions)
    ]
    n_tables = max(study.n_repeats for study, _ in rows)
    n_cases = max(study.sample_size for study, _ in rows)
    return finished(
        alt.concat(*panels, columns=columns, spacing={"row": 26, "column": 22}),
        "Relevant features that the optimal counterfactual changes",
        _with_spread(
            f"Means of {many(n_tables, 'synthetic table')} of each size, "
            f"{many(n_cases, 'case')} in each, seed {found.protocol.seed}",
            rows,
            "whiskers",
        ),
    )


CHARTS: dict[str, tuple[str, Callable[[Experiments, Rows], ChartType]]] = {
    "hamming": ("hamming", _hamming),
    "n_minimal": ("hamming", _n_minimal),
    "unique": ("unique", _unique),
    "gap": ("gap", _gap),
    "metrics": ("metrics", _metrics),
    "relevance": (RELEVANCE, _relevance),
}
