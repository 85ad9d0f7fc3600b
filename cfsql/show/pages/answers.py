"""The sections of a report on how far, how many, how clear and how good answers are."""

from __future__ import annotations

from cfsql.method.columns import METRICS
from cfsql.questions.report import Report, Spread, Step
from cfsql.show.figures import (
    Bar,
    Column,
    Part,
    Range,
    bars,
    captioned,
    histogram,
    ranges,
    stack,
)
from cfsql.show.glossary import metric_definitions
from cfsql.show.markup import Html, element, fragment
from cfsql.show.pages.pieces import NO_LINKS, Links, in_numbers
from cfsql.speech import far
from cfsql.words import cut, many, percent

_LONGEST_CONSTRAINTS = 400


def distances(report: Report, links: Links = NO_LINKS) -> Html:
    """In how many features rows differ from their nearest counterfactual."""
    seen, spread = report.overview, report.spreads["distance"]
    n_without = seen.n_unanswered
    unit = "in distance" if seen.is_weighted else "changes"
    rows = [
        Bar(
            far(distance, is_weighted=seen.is_weighted),
            n,
            (f"{n:,}", percent(n, seen.n_rows)),
            links.rows(distance=distance),
        )
        for distance, n in seen.distances.items()
    ]
    return fragment(
        element(
            "p",
            f"{spread.average:.2f} {unit} on average (standard deviation "
            f"{spread.deviation:.2f}), of {many(len(report.features), 'feature')}.",
            f" {many(n_without, 'row')} without any counterfactual." * bool(n_without),
        ),
        captioned(
            "Rows by the distance to their nearest counterfactual",
            bars(("distance", "rows", "share"), rows),
        ),
    )


def reach(report: Report, links: Links = NO_LINKS) -> Html:
    """The number of rows with a counterfactual within 1, 2, … changes."""
    seen = report.overview
    unit = "distance" if seen.is_weighted else "changes"
    rows, n_reached = [], 0
    for distance, n in seen.distances.items():
        n_reached += n
        rows.append(
            Bar(
                f"within {distance:,}",
                n_reached,
                (f"{n_reached:,}", percent(n_reached, seen.n_rows)),
                links.rows(within=distance),
            )
        )
    return captioned(
        "Rows with a counterfactual within "
        + ("such a distance" if seen.is_weighted else "so many changes"),
        bars((unit, "rows", "share"), rows, whole=seen.n_rows),
    )


def constraints(report: Report) -> Html:
    """Which cases may be answers, and which rows that leaves without one."""
    seen = report.overview
    n_without = seen.n_unanswered - seen.n_there
    rows = [
        Bar(f"taken by {name}", n, (f"{n:,}", percent(n, seen.n_rows)))
        for name, n in seen.blocked.items()
    ]
    text = [
        " Counterfactuals are the nearest cases that may be chosen, and distances are "
        f"to these. {seen.n_answered:,} of {many(seen.n_rows, 'ranked row')} have one."
    ]
    if seen.n_there:
        verb = "has" if seen.n_there == 1 else "have"
        text.append(f" {many(seen.n_there, 'row')} {verb} this outcome already.")
    if n_without:
        verb = "is" if n_without == 1 else "are"
        text.append(f" {many(n_without, 'row')} {verb} left without an answer.")
    return fragment(
        element("p", "The ranking was made with ", _code(seen.constraints), ".", text),
        captioned(
            "Rows without an answer, by what took the last case that would have been "
            "one",
            bars(("constraint", "rows", "share"), rows),
        )
        if rows
        else None,
    )


def _code(words: str) -> Html:
    return element("code", cut(words, _LONGEST_CONSTRAINTS))


def numbers(report: Report, links: Links = NO_LINKS) -> Html:
    """How many minimal counterfactuals rows have."""
    seen, spread = report.overview, report.spreads["n_minimal"]
    steps = report.minimal_steps
    filled = [place for place, step in enumerate(steps) if step.n_rows]
    rows = [
        Bar(
            _step(step),
            step.n_rows,
            (f"{step.n_rows:,}", percent(step.n_rows, seen.n_rows)),
            links.rows(least=step.least, most=step.most),
        )
        for step in steps[min(filled[0], 1) : filled[-1] + 1]
    ]
    return fragment(
        element(
            "p",
            f"{many(seen.n_counterfactuals, 'minimal counterfactual')}, "
            f"{spread.average:.1f} per row on average, {spread.largest:,.0f} at most. "
            "Where there are many, the ranking says which to look at.",
        ),
        captioned(
            "Rows by their number of minimal counterfactuals",
            bars(("minimal ones", "rows", "share"), rows),
        ),
    )


def _step(step: Step) -> str:
    if step.most is None:
        return f"more than {step.least - 1}"
    if step.most == 0:
        return "none"
    if step.least == step.most:
        return f"{step.least}"
    return f"{step.least} to {step.most}"


def clearness(report: Report, links: Links = NO_LINKS) -> Html:
    """Whether one answer is the best, and by how much."""
    seen = report.overview
    n_single = next(step.n_rows for step in report.minimal_steps if step.least == 1)
    parts = (
        ("the only minimal one", n_single, "only"),
        ("the best of several", seen.n_unique - n_single, "best"),
        ("tied with others", seen.n_answered - seen.n_unique, "tied"),
        ("no counterfactual", seen.n_unanswered, "none"),
    )
    return fragment(
        element(
            "p",
            f"{many(seen.n_unique, 'row')} ({percent(seen.n_unique, seen.n_rows)}) "
            f"{'has' if seen.n_unique == 1 else 'have'} a unique optimal "
            "counterfactual, because there is no other or because it ranks alone at "
            "the top.",
        ),
        element(
            "figure",
            element("figcaption", "Rows by how clear their best counterfactual is"),
            stack(
                "Rows by how clear their best counterfactual is",
                [
                    Part(
                        name,
                        n / seen.n_rows,
                        f"{n:,} ({percent(n, seen.n_rows)})",
                        f"part{place}",
                        links.rows(clear=clear),
                    )
                    for place, (name, n, clear) in enumerate(parts, start=1)
                ],
            ),
            in_numbers(
                ("best counterfactual", "rows", "share"),
                (
                    (name, f"{n:,}", percent(n, seen.n_rows))
                    for name, n, _ in parts
                    if n
                ),
            ),
        ),
        _gaps(report, links),
    )


def _gaps(report: Report, links: Links) -> Html:
    gap, clear = report.spreads.get("gap"), report.spreads.get("clear_gap")
    if gap is None:
        return element(
            "p", "No row has two minimal counterfactuals, so there is no gap to tell."
        )
    text = (
        f"The gap says how far the highest power is ahead of the second. Over the "
        f"{many(gap.n_rows, 'row')} with two or more it is {gap.average:.3f} on "
        f"average (standard deviation {gap.deviation:.3f}, median {gap.middle:.3f})"
    )
    if clear is not None:
        text += f"; {clear.average:.3f} where the optimal one is unique"
    return fragment(
        element("p", f"{text}."),
        element(
            "figure",
            element("figcaption", "Rows by gap"),
            histogram(
                "Rows by gap",
                [
                    Column(
                        n_rows / gap.n_rows,
                        edge=f"{tenth / 10:g}",
                        name="" if tenth else "tie",
                        shade="fill" if tenth else "part3",
                        href=links.rows(gap_tenth=tenth) if n_rows else None,
                        words=f"{many(n_rows, 'row')} with a gap "
                        + (f"up to {tenth / 10:g}" if tenth else "of 0, a tie"),
                    )
                    for tenth, n_rows in enumerate(report.gap_tenths)
                ],
                marker=(1 + 10 * gap.average, f"mean {gap.average:.3f}"),
            ),
            in_numbers(
                ("gap", "rows", "share"),
                (
                    (_tenth(tenth), f"{n_rows:,}", percent(n_rows, gap.n_rows))
                    for tenth, n_rows in enumerate(report.gap_tenths)
                ),
            ),
        ),
    )


def _tenth(tenth: int) -> str:
    if not tenth:
        return "0, a tie"
    return f"above {(tenth - 1) / 10:g}, up to {tenth / 10:g}"


def metrics(report: Report) -> Html:
    """The metrics of the optimal counterfactuals."""
    measured = {metric.name: report.spreads[metric.name] for metric in METRICS}
    return fragment(
        element(
            "p",
            "Of the optimal counterfactual of each row, the first of equals.",
            (f" {definition}" for definition in metric_definitions()),
        ),
        captioned(
            "Dot: mean. Stroke: median. Box: the middle half of the rows. Line: all "
            "rows.",
            ranges(
                ("metric", "mean ± s. d."),
                [_range(name, spread) for name, spread in measured.items()],
            ),
            in_numbers(
                (
                    *("metric", "mean", "s. d.", "least", "lower quarter", "median"),
                    *("upper quarter", "greatest"),
                ),
                (
                    (
                        name,
                        *(
                            f"{figure:.3f}"
                            for figure in (
                                *(spread.average, spread.deviation, spread.smallest),
                                *(spread.lower_quartile, spread.middle),
                                *(spread.upper_quartile, spread.largest),
                            )
                        ),
                    )
                    for name, spread in measured.items()
                ),
            ),
        ),
    )


def _range(name: str, spread: Spread) -> Range:
    return Range(
        name,
        spread.average,
        spread.smallest,
        spread.lower_quartile,
        spread.middle,
        spread.upper_quartile,
        spread.largest,
        (f"{spread.average:.3f} ± {spread.deviation:.3f}",),
    )
