"""What each figure of an overview comes to, in a sentence."""

from __future__ import annotations

from cfsql.questions.audit import Audit, Effort
from cfsql.questions.report import Report
from cfsql.show.effort_words import (
    effect_text,
    effort_aims,
    efforts_to,
    hardest_sentence,
    mean_of_others,
)
from cfsql.speech import cut, figure, percent, said, say, shown_column

# An even chance to need more changes than somebody else; and what is near.
_EVEN = 0.5
_NEAR = 2


def conclusion(anchor: str, report: Report) -> str | None:
    """The conclusion of a section; None where the section itself says it."""
    told = {
        "effort": _effort,
        "coverage": _coverage,
        "classes": _transitions,
        "table": _classes,
        "distance": _distance,
        "clearness": _clearness,
        "changes": _changes,
    }.get(anchor)
    return None if told is None else told(report)


def _effort(report: Report) -> str:
    """For each protected column, the value that needs more changes than the others."""
    audit = report.audit
    assert audit is not None
    aim = effort_aims(audit)[0]
    harder: dict[str, Effort] = {}
    for each in efforts_to(audit, aim):
        if each.feature is None or each.effect in (None, "negligible"):
            continue
        most = harder.get(each.feature)
        least = _EVEN if most is None else most.superiority or 0
        if (each.superiority or 0) > least:
            harder[each.feature] = each
    told = [_harder(audit, each) for each in harder.values()]
    return " ".join(filter(None, told)) or hardest_sentence(audit, aim)


def _harder(audit: Audit, each: Effort) -> str:
    """How many changes more than others the rows with a value need, if it is known."""
    assert each.feature is not None
    assert each.effect is not None
    mean, others = each.mean_changes, mean_of_others(audit, each)
    if mean is None or others is None or others >= mean:
        return ""
    aim = each.to_label
    return say(
        "It is harder for {column} {value} ({n:# row|# rows}) to reach another "
        "outcome: {more} changes more than for others on average ({mean} "
        "against {others}). The difference is {effect}."
        if aim is None
        else "It is harder for {column} {value} ({n:# row|# rows}) to reach {label}: "
        "{more} changes more than for others on average ({mean} against {others}). "
        "The difference is {effect}.",
        column=cut(shown_column(each.feature), 60),
        value=cut(said(each.feature, each.value), 60),
        n=each.n_rows,
        mean=figure(mean, ".2f"),
        effect=effect_text(each.effect),
        more=figure(mean - others, ".2f"),
        others=figure(others, ".2f"),
        label="" if aim is None else cut(said(audit.label_column, aim), 60),
    )


def _coverage(report: Report) -> str | None:
    seen = report.overview
    if report.audit is not None and report.audit.is_weighted:
        return None
    n_near = sum(n for distance, n in seen.distances.items() if distance <= _NEAR)
    return say(
        "{share} of the rows are within {n:# change|# changes} of another outcome.",
        share=percent(n_near, seen.n_answered),
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
        "Most often {label} turns into {other}: for {share} of the rows.",
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


def _distance(report: Report) -> str:
    seen = report.overview
    nearest = min(seen.distances)
    return say(
        "Half of the rows would need {n:# change|# changes} or fewer; {share} need "
        "only {least}, and nobody needs more than {most}.",
        n=int(report.spreads["distance"].middle),
        share=percent(seen.distances[nearest], seen.n_answered),
        least=nearest,
        most=max(seen.distances),
    )


def _clearness(report: Report) -> str:
    seen = report.overview
    return say(
        "{share} of the rows have one best answer. For the others, several are equally "
        "good, and which one is told first says nothing.",
        share=percent(seen.n_unique, seen.n_answered),
    )


def _changes(report: Report) -> str:
    first, *others = report.features
    answered = report.overview.n_answered
    told = say(
        "{feature} changes for {share} of the rows.",
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
