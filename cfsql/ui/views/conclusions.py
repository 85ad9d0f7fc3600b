"""What each figure of an overview comes to, in a sentence."""

from __future__ import annotations

from cfsql.questions.report import Report
from cfsql.words import many, percent


def conclusion(anchor: str, report: Report) -> str | None:
    """The conclusion of a section; None where the section itself says it."""
    told = {
        "table": _classes,
        "distance": _distance,
        "clearness": _clearness,
        "changes": _changes,
    }.get(anchor)
    return None if told is None else told(report)


def _classes(report: Report) -> str:
    largest = max(report.classes, key=lambda each: each.n_rows)
    share = percent(largest.n_rows, sum(each.n_rows for each in report.classes))
    return f"{share} of the rows have the most frequent outcome, {largest.label[:60]}."


def _distance(report: Report) -> str:
    seen = report.overview
    nearest = min(seen.distances)
    middle = many(int(report.spreads["distance"].middle), "change")
    share = percent(seen.distances[nearest], seen.n_answered)
    return (
        f"Half of the rows would need {middle} or fewer; {share} need only {nearest}, "
        f"and nobody needs more than {max(seen.distances)}."
    )


def _clearness(report: Report) -> str:
    seen = report.overview
    return (
        f"{percent(seen.n_unique, seen.n_answered)} of the rows have one best answer. "
        "For the others, several are equally good, and which one is told first says "
        "nothing."
    )


def _changes(report: Report) -> str:
    first, *others = report.features
    answered = report.overview.n_answered
    said = f"{first.feature[:60]} changes for {percent(first.n_changed, answered)}"
    if others:
        second = others[0]
        share = percent(second.n_changed, answered)
        said += f", {second.feature[:60]}, which comes next, for {share}"
    never = sum(not each.n_changed for each in report.features)
    return f"{said}." + (f" {many(never, 'feature')} never would." if never else "")
