"""A ranking in short: a few sentences, and the figures that matter most."""

from __future__ import annotations

from cfsql.questions.report import Report
from cfsql.show.markup import Child, Html, element, in_sentence, spoken
from cfsql.show.sureness import sure_counts
from cfsql.speech import figure, many, percent, say


def in_short(report: Report) -> list[Child]:
    """The answer in a few sentences."""
    seen = report.overview
    text: list[Child] = [
        spoken(
            "What would have had to be different for another {label_column}?",
            label_column=in_sentence(report.table.label),
        ),
        " ",
    ]
    if not seen.n_answered:
        return [
            *text,
            say(
                "The data have no answer: no row has a counterfactual that may be "
                "chosen."
                if seen.blocked
                else "The data have no answer: no row has a counterfactual."
            ),
        ]
    most = report.features[0]
    n_middle = int(report.spreads["distance"].middle)
    return [
        *text,
        _who_is_answered(seen.n_answered, seen.n_rows, seen.n_there),
        " ",
        # No answer differs in less than one feature.
        say(
            "For half of them, {n} features or fewer would have had to be different.",
            n=n_middle,
        )
        if n_middle > 1
        else say("For half of them, 1 feature would have had to be different."),
        " ",
        spoken(
            "What changes most often is {feature}, for {share} of them; {unique} of "
            "them have a single best answer.",
            feature=element("b", in_sentence(most.feature, longest=60)),
            share=percent(most.n_changed, seen.n_answered),
            unique=percent(seen.n_unique, seen.n_answered),
        ),
        " "
        + say(
            "For {share} of them the answer is not sure: other rows with its values "
            "had another outcome.",
            share=percent(seen.n_unsure, seen.n_answered),
        )
        if seen.n_unsure
        else "",
        " "
        + say("How sure are the answers? {counts}.", counts=sure_counts(seen.sureness))
        if seen.sureness
        else "",
    ]


def leading(report: Report) -> list[Html]:
    """What there is to say of nearly unique columns that lead the answers."""
    return [element("p", each.sentence, class_="notice") for each in report.leading]


def _who_is_answered(n_answered: int, n_rows: int, n_there: int) -> str:
    if n_there:
        return say(
            "{n} of {n_all:# ranked row|# ranked rows} without this outcome "
            "{n:has|have} an answer in the data: a real case that has it.",
            n=n_answered,
            n_all=n_rows - n_there,
        )
    if n_answered < n_rows:
        return say(
            "{n} of {n_all} ranked rows {n:has|have} an answer in the data: a real "
            "case with another outcome.",
            n=n_answered,
            n_all=n_rows,
        )
    if n_rows == 1:
        return say(
            "The ranked row has an answer in the data: a real case with another "
            "outcome."
        )
    return say(
        "All {n} ranked rows have an answer in the data: a real case with another "
        "outcome.",
        n=n_rows,
    )


def cards(report: Report) -> list[tuple[str, str, str]]:
    seen, described = report.overview, report.profile
    cards = [
        (
            say("rows ranked"),
            figure(seen.n_rows),
            say("of {n_all}", n_all=described.n_rows),
        ),
        (
            say("in contradictions"),
            figure(described.n_contradicted),
            say(
                "rows, {share}",
                share=percent(described.n_contradicted, described.n_labelled),
            ),
        ),
    ]
    if not seen.n_answered:
        return [*cards, (say("with a counterfactual"), "0", say("rows"))]
    distance, number = report.spreads["distance"], report.spreads["n_minimal"]
    cards += [
        (
            say("distance needed" if seen.is_weighted else "changes needed"),
            figure(distance.average, ".2f"),
            say(
                "mean, {least:.0f} to {most:.0f}",
                least=distance.smallest,
                most=distance.largest,
            )
            if distance.deviation
            else say("for every row"),
        ),
        (
            say("counterfactuals"),
            figure(number.average, ".1f"),
            say("per row, median {middle:g}", middle=number.middle),
        ),
        (
            say("unique optimal"),
            percent(seen.n_unique, seen.n_rows),
            many(seen.n_unique, "row"),
        ),
    ]
    if seen.mean_gap is not None:
        cards.append(
            (
                say("mean gap"),
                figure(seen.mean_gap, ".3f"),
                say("over {n:# row|# rows}", n=report.spreads["gap"].n_rows),
            )
        )
    return cards
