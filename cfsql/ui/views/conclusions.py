"""What each figure of an overview comes to, in a sentence."""

from __future__ import annotations

from cfsql.questions.report import Report
from cfsql.speech import cut, percent, said, say, shown_column

# How many changes are near.
_NEAR = 2


def conclusion(anchor: str, report: Report) -> str | None:
    """The conclusion of a section; None where the section itself says it."""
    told = {
        "coverage": _coverage,
        "classes": _transitions,
        "table": _classes,
        "distance": _distance,
        "clearness": _clearness,
        "changes": _changes,
    }.get(anchor)
    return None if told is None else told(report)


def _coverage(report: Report) -> str | None:
    seen = report.overview
    if seen.is_weighted:
        return None
    n_near = sum(n for distance, n in seen.distances.items() if distance <= _NEAR)
    return say(
        "{share} of the rows without the outcome are within {n:# change|# changes} "
        "of it."
        if seen.n_there
        else "{share} of the rows are within {n:# change|# changes} of another "
        "outcome.",
        share=percent(n_near, seen.n_wanting),
        n=_NEAR,
    )


def _transitions(report: Report) -> str | None:
    """The change of outcome that the most rows would see."""
    turned, label = report.transitions, report.table.label
    cells = [
        (turned.n_rows[i][j], own, other)
        for i, own in enumerate(turned.classes)
        for j, other in enumerate(turned.classes)
        if i != j
    ]
    if not cells:
        return None
    n_rows, own, other = max(cells, key=lambda cell: cell[0])
    return say(
        "Most often {label} turns into {other}: for {share} of the rows with an answer."
        if report.overview.n_unanswered
        else "Most often {label} turns into {other}: for {share} of the rows.",
        label=cut(said(label, own), 60),
        other=cut(said(label, other), 60),
        share=percent(n_rows, report.overview.n_answered),
    )


def _classes(report: Report) -> str:
    largest = max(report.classes, key=lambda each: each.n_rows)
    share = percent(largest.n_rows, sum(each.n_rows for each in report.classes))
    return say(
        "{share} of the rows have the most frequent outcome, {label}.",
        share=share,
        label=cut(said(report.table.label, largest.label), 60),
    )


def _distance(report: Report) -> str | None:
    seen = report.overview
    if seen.is_weighted:
        return None
    nearest = min(seen.distances)
    return say(
        "Half of the rows with an answer would need {n:# change|# changes} or fewer; "
        "{share} need only {least}, and none of them needs more than {most}."
        if seen.n_unanswered
        else "Half of the rows would need {n:# change|# changes} or fewer; {share} "
        "need only {least}, and nobody needs more than {most}.",
        n=int(report.spreads["distance"].middle),
        share=percent(seen.distances[nearest], seen.n_answered),
        least=nearest,
        most=max(seen.distances),
    )


def _clearness(report: Report) -> str:
    seen = report.overview
    return say(
        "Of the rows with an answer, {share} have one best answer. For the others, "
        "several are equally good, and which one is told first says nothing."
        if seen.n_unanswered
        else "{share} of the rows have one best answer. For the others, several are "
        "equally good, and which one is told first says nothing.",
        share=percent(seen.n_unique, seen.n_answered),
    )


def _changes(report: Report) -> str:
    first, *others = report.features
    answered = report.overview.n_answered
    told = say(
        "{feature} changes for {share} of the rows with an answer."
        if report.overview.n_unanswered
        else "{feature} changes for {share} of the rows.",
        feature=cut(shown_column(first.feature), 60),
        share=percent(first.n_changed, answered),
    )
    if others:
        second = others[0]
        told += " " + say(
            "{feature} comes next, with {share}.",
            feature=cut(shown_column(second.feature), 60),
            share=percent(second.n_changed, answered),
        )
    never = sum(not each.n_changed for each in report.features)
    if never:
        told += " " + say("{n:# feature|# features} never would.", n=never)
    return told
