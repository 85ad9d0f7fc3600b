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
from cfsql.show.markup import Html, element, fragment, spoken
from cfsql.show.pages.pieces import NO_LINKS, Links, in_numbers
from cfsql.speech import cut, far, figure, percent, say, say_each

_LONGEST_CONSTRAINTS = 400


def distances(report: Report, links: Links = NO_LINKS) -> Html:
    """In how many features rows differ from their nearest counterfactual."""
    seen, spread = report.overview, report.spreads["distance"]
    n_without = seen.n_wanting - seen.n_answered
    rows = [
        Bar(
            far(distance, is_weighted=seen.is_weighted),
            n,
            (figure(n), percent(n, seen.n_wanting)),
            links.rows(distance=distance),
        )
        for distance, n in seen.distances.items()
    ]
    return fragment(
        element(
            "p",
            say(
                "{mean:.2f} in distance on average (standard deviation {deviation:.2f})"
                ", of {n:# feature|# features}."
                if seen.is_weighted
                else "{mean:.2f} changes on average (standard deviation "
                "{deviation:.2f}), of {n:# feature|# features}.",
                mean=spread.average,
                deviation=spread.deviation,
                n=len(report.features),
            ),
            " " + say("{n:# row|# rows} without any counterfactual.", n=n_without)
            if n_without
            else "",
        ),
        there_already(seen.n_there),
        captioned(
            say("Rows by the distance to their nearest counterfactual"),
            bars(say_each("distance", "rows", "share"), rows),
        ),
    )


def there_already(n_rows: int) -> Html | None:
    """How many rows have the outcome that was asked for, and are not counted."""
    if not n_rows:
        return None
    told = say(
        "{n:# row has|# rows have} this outcome already, and {n:is|are} not counted.",
        n=n_rows,
    )
    return element("p", told)


def reach(report: Report, links: Links = NO_LINKS) -> Html:
    """The number of rows with a counterfactual within 1, 2, … changes."""
    seen = report.overview
    unit = say("distance" if seen.is_weighted else "changes")
    rows, n_reached = [], 0
    for distance, n in seen.distances.items():
        n_reached += n
        rows.append(
            Bar(
                say("within {n}", n=distance),
                n_reached,
                (figure(n_reached), percent(n_reached, seen.n_wanting)),
                links.rows(within=distance),
            )
        )
    return fragment(
        captioned(
            say(
                "Rows with a counterfactual within such a distance"
                if seen.is_weighted
                else "Rows with a counterfactual within so many changes"
            ),
            bars((unit, *say_each("rows", "share")), rows, whole=seen.n_wanting),
        ),
        there_already(seen.n_there),
    )


def constraints(report: Report) -> Html:
    """Which cases may be answers, and which rows that leaves without one."""
    seen = report.overview
    n_without = seen.n_unanswered - seen.n_there
    rows = [
        Bar(
            say("excluded by {constraint}", constraint=name),
            n,
            (figure(n), percent(n, seen.n_rows)),
        )
        for name, n in seen.blocked.items()
    ]
    text = [
        say(
            "Counterfactuals are the nearest cases that may be chosen, and distances "
            "are to these. {n} of {n_all:# ranked row|# ranked rows} {n:has|have} one.",
            n=seen.n_answered,
            n_all=seen.n_rows,
        )
    ]
    if seen.n_there:
        text.append(
            say(
                "{n:# row has|# rows have} this outcome already.",
                n=seen.n_there,
            )
        )
    if n_without:
        text.append(say("{n:# row is|# rows are} left without an answer.", n=n_without))
    return fragment(
        element(
            "p",
            spoken(
                "The ranking was made with {options}.", options=_code(seen.constraints)
            ),
            (f" {each}" for each in text),
        ),
        captioned(
            say("Rows without an answer, by the condition that excluded the last case"),
            bars(say_each("constraint", "rows", "share"), rows),
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
            (figure(step.n_rows), percent(step.n_rows, seen.n_rows)),
            links.rows(least=step.least, most=step.most),
        )
        for step in steps[min(filled[0], 1) : filled[-1] + 1]
    ]
    return fragment(
        element(
            "p",
            say(
                "{n:# minimal counterfactual|# minimal counterfactuals}, {mean:.1f} "
                "per row on average, {most} at most. Where there are many, the "
                "ranking says which to look at.",
                n=seen.n_counterfactuals,
                mean=spread.average,
                most=int(spread.largest),
            ),
        ),
        captioned(
            say("Rows by their number of minimal counterfactuals"),
            bars(say_each("minimal ones", "rows", "share"), rows),
        ),
    )


def _step(step: Step) -> str:
    if step.most is None:
        return say("more than {n}", n=step.least - 1)
    if step.most == 0:
        return say("none")
    if step.least == step.most:
        return figure(step.least)
    return say("{least} to {most}", least=step.least, most=step.most)


def clearness(report: Report, links: Links = NO_LINKS) -> Html:
    """Whether one answer is the best, and by how much."""
    seen = report.overview
    caption = say("Rows by how clear their best counterfactual is")
    n_single = next(step.n_rows for step in report.minimal_steps if step.least == 1)
    parts = (
        (say("the only minimal one"), n_single, "only"),
        (say("the best of several"), seen.n_unique - n_single, "best"),
        (say("tied with others"), seen.n_answered - seen.n_unique, "tied"),
        (say("no counterfactual"), seen.n_unanswered, "none"),
    )
    return fragment(
        element(
            "p",
            say(
                "{n:# row|# rows} ({share}) {n:has|have} a unique optimal "
                "counterfactual, because there is no other or because it ranks alone "
                "at the top.",
                n=seen.n_unique,
                share=percent(seen.n_unique, seen.n_rows),
            ),
        ),
        element(
            "figure",
            element("figcaption", caption),
            stack(
                caption,
                [
                    Part(
                        name,
                        n / seen.n_rows,
                        f"{figure(n)} ({percent(n, seen.n_rows)})",
                        f"part{place}",
                        links.rows(clear=clear),
                    )
                    for place, (name, n, clear) in enumerate(parts, start=1)
                ],
            ),
            in_numbers(
                say_each("best counterfactual", "rows", "share"),
                (
                    (name, figure(n), percent(n, seen.n_rows))
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
            "p",
            say("No row has two minimal counterfactuals, so there is no gap to tell."),
        )
    text = say(
        "The gap says how far the highest power is ahead of the second. Over the "
        "{n:# row|# rows} with two or more it is {mean:.3f} on average (standard "
        "deviation {deviation:.3f}, median {middle:.3f})",
        n=gap.n_rows,
        mean=gap.average,
        deviation=gap.deviation,
        middle=gap.middle,
    )
    if clear is not None:
        text += say("; {mean:.3f} where the optimal one is unique", mean=clear.average)
    return fragment(
        element("p", f"{text}."),
        element(
            "figure",
            element("figcaption", say("Rows by gap")),
            histogram(
                say("Rows by gap"),
                [
                    Column(
                        n_rows / gap.n_rows,
                        edge=figure(tenth / 10, "g"),
                        name="" if tenth else say("tie"),
                        shade="fill" if tenth else "part3",
                        href=links.rows(gap_tenth=tenth) if n_rows else None,
                        words=say(
                            "{n:# row|# rows} with a gap up to {most:g}"
                            if tenth
                            else "{n:# row|# rows} with a gap of 0, a tie",
                            n=n_rows,
                            most=tenth / 10,
                        ),
                    )
                    for tenth, n_rows in enumerate(report.gap_tenths)
                ],
                marker=(1 + 10 * gap.average, say("mean {mean:.3f}", mean=gap.average)),
            ),
            in_numbers(
                say_each("gap", "rows", "share"),
                (
                    (_tenth(tenth), figure(n_rows), percent(n_rows, gap.n_rows))
                    for tenth, n_rows in enumerate(report.gap_tenths)
                ),
            ),
        ),
    )


def _tenth(tenth: int) -> str:
    if not tenth:
        return say("0, a tie")
    return say(
        "above {least:g}, up to {most:g}", least=(tenth - 1) / 10, most=tenth / 10
    )


def metrics(report: Report) -> Html:
    """The metrics of the optimal counterfactuals."""
    measured = {say(metric.name): report.spreads[metric.name] for metric in METRICS}
    return fragment(
        element(
            "p",
            say("Of the optimal counterfactual of each row, the first of equals."),
            (f" {definition}" for definition in metric_definitions()),
        ),
        captioned(
            say(
                "Dot: mean. Stroke: median. Box: the middle half of the rows. Line: "
                "all rows."
            ),
            ranges(
                say_each("metric", "mean ± s. d."),
                [_range(name, spread) for name, spread in measured.items()],
            ),
            in_numbers(
                say_each(
                    *("metric", "mean", "s. d.", "least", "lower quarter", "median"),
                    *("upper quarter", "greatest"),
                ),
                (
                    (
                        name,
                        *(
                            figure(number, ".3f")
                            for number in (
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
        (f"{figure(spread.average, '.3f')} ± {figure(spread.deviation, '.3f')}",),
    )
