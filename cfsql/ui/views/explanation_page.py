"""The values of the template of an explanation: question, comparison, answers."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cfsql.method.weights import MOST
from cfsql.questions.explanation import Explanation
from cfsql.questions.why import Why
from cfsql.show.pages.stability import how_often
from cfsql.show.side_by_side import sides
from cfsql.show.sureness import sure_of
from cfsql.speech import (
    column,
    figure,
    listing,
    many,
    said,
    say,
    shown_column,
)
from cfsql.ui.addresses import address
from cfsql.ui.explaining import Answer
from cfsql.ui.jobs import Waiting
from cfsql.ui.parameters import WEIGHT
from cfsql.ui.question import CONDITION, DIFFERS_BY, N_SHOWN, WORDS, Question
from cfsql.ui.rendering import page
from cfsql.ui.statement import same_answer
from cfsql.ui.store import TableFacts
from cfsql.ui.views.no_answer import no_answer
from cfsql.ui.views.problems import Problem
from cfsql.ui.views.terms import terms

# A page asks for parts of itself with this header, and needs no reasons again.
PARTS = "x-cfsql-parts"

# More features than these can be filtered.
MANY_FEATURES = 20
_MOST_SHOWN = 1000


@dataclass(frozen=True)
class Line:
    """A feature in the comparison; `name` is what a reader calls it."""

    place: int
    feature: str
    name: str
    own: str | None
    other: str | None
    is_changed: bool
    is_frozen: bool


def explanation_page(
    facts: TableFacts,
    question: Question,
    request: Request,
    *,
    status: int = 200,
    waiting: Waiting | None = None,
    problem: Problem | None = None,
    answer: Answer | None = None,
    why: Why | Waiting | None = None,
    **more: Any,
) -> Response:
    """The page of a question, with its answer or the problem that it met."""
    here = "row" if question.values is None else "case"
    parameters = request.query_params
    context: dict[str, Any] = {
        "table": facts.name,
        "here": here,
        "title": _title(facts, question),
        "question": question,
        "words": WORDS,
        "label_column": facts.loaded.label,
        "classes": list(facts.classes),
        "n_features": len(facts.features),
        "n_rows": facts.loaded.n_rows,
        "given_max": parameters.get("max_changes", ""),
        "given_support": parameters.get("min_support", ""),
        "given_share": parameters.get("min_share", ""),
        "given_least": parameters.get("differs_by", ""),
        "differs_by": DIFFERS_BY if facts.has_numbers_as_outcomes else None,
        "example": _example(facts),
        "in_short": _in_short(facts, question),
        "in_full": _in_full(facts, question, answer),
        "numbers": list(facts.orders),
        "features": list(facts.features),
        "immutable": listing([shown_column(n) for n in question.declared.immutable]),
        "unkept": listing([shown_column(name) for name in question.unkept]),
        "most_weight": MOST,
        "given_weights": {
            name: parameters.get(f"{WEIGHT}{name}", question.weights.get(name, ""))
            for name in facts.features
        },
        "place": shlex.join(["--db", facts.database]) if facts.database else "",
        "condition": say(CONDITION),
        "is_anonymous": facts.is_anonymous,
        "neighbours": None,
        "today": f"{date.today():%Y-%m-%d}",
        "waiting": waiting,
        "problem": problem,
        "answer": answer,
        "hidden_freeze": question.freeze,
        "has_toggle": False,
        "has_filter": False,
        **more,
    }
    if answer is not None:
        context |= _answered(facts, question, answer)
        if here == "row":
            context |= reasons(why)
            if not facts.is_anonymous:
                context["neighbours"] = (answer.previous_row, answer.next_row)
    # A page that asks for its parts has been found: what is wrong is the question.
    if PARTS in request.headers:
        status = 200
    return page("explanation.html", status=status, **context)


def _title(facts: TableFacts, question: Question) -> str:
    row = question.row
    subject = say("New case") if row is None else say("Row {row}", row=row[:60])
    return f"{subject} · {facts.name[:60]}"


def _in_short(facts: TableFacts, question: Question) -> str:
    """The question in one line, for the folded form and for print."""
    parts = []
    if question.row is not None:
        parts.append(say("row {row}", row=question.row[:40]))
    if question.target is not None:
        to_label = said(facts.loaded.label, question.target)
        parts.append(say("to {label}", label=to_label[:40]))
    if question.differs_by is not None:
        parts.append(say("differs by {number:g}", number=question.differs_by))
    if question.max_changes is not None:
        parts.append(say("at most {n:# change|# changes}", n=question.max_changes))
    if question.min_support is not None:
        parts.append(say("support {n}", n=question.min_support))
    if question.min_share is not None:
        parts.append(say("share {share:g}", share=question.min_share))
    if question.freeze:
        kept = _names(question.freeze[:3])
        more = len(question.freeze) - 3
        if more > 0:
            kept = [*kept, say("{n} more", n=more)]
        parts.append(say("{columns} kept", columns=listing(kept)))
    if question.only_up:
        up = listing(_names(question.only_up))
        parts.append(say("{columns} only up", columns=up))
    if question.only_down:
        down = listing(_names(question.only_down))
        parts.append(say("{columns} only down", columns=down))
    if question.weights:
        parts.append(say("weights"))
    if question.require:
        parts.append(say("a condition"))
    if question.anonymous:
        parts.append(say("anonymous"))
    return ", ".join(parts)


def _names(columns: Iterable[str]) -> list[str]:
    return [shown_column(name)[:20] for name in columns]


def _only_other(
    facts: TableFacts, question: Question, answer: Answer | None
) -> str | None:
    """The outcome to reach where the table has only one other."""
    own = question.label if answer is None else answer.explanation.label
    others = [label for label in facts.classes if label != own]
    return others[0] if own is not None and len(others) == 1 else None


def _in_full(
    facts: TableFacts, question: Question, answer: Answer | None
) -> list[tuple[str, str]]:
    """The whole question, for a sheet that is read without these pages."""
    label = facts.loaded.label
    target = question.target or _only_other(facts, question, answer)

    def listed(columns: Iterable[str]) -> str:
        return listing([shown_column(name) for name in columns])

    found = [
        (say("table"), f"{facts.name}, {many(facts.loaded.n_labelled, 'case')}"),
        (
            say("case"),
            say("a new one")
            if question.row is None
            else say("row {row}", row=question.row),
        ),
        (
            say("{label_column} to reach", label_column=shown_column(label)),
            say("any other") if target is None else said(label, target),
        ),
        (say("may not change"), listed(question.kept) or say("nothing: all may")),
    ]
    if question.only_up:
        found.append((say("may only rise"), listed(question.only_up)))
    if question.only_down:
        found.append((say("may only fall"), listed(question.only_down)))
    if question.differs_by is not None:
        found.append((say(DIFFERS_BY), figure(question.differs_by, "g")))
    for name, words in WORDS.items():
        if getattr(question, name) is not None:
            found.append((say(words), figure(getattr(question, name), "g")))
    if question.weights:
        told = [
            f"{shown_column(name)} {number}"
            for name, number in question.weights.items()
        ]
        counts = say("{columns}, any other 1", columns=listing(told))
        found.append((say("a change counts"), counts))
    if question.require:
        found.append((say("condition"), question.require))
    if question.anonymous:
        found.append((say("other people"), say("are not named")))
    return found


def _example(facts: TableFacts) -> str:
    feature = min(facts.features, key=lambda name: len(name))
    return f"{feature[:20]}=…"


def _answered(facts: TableFacts, question: Question, answer: Answer) -> dict[str, Any]:
    explanation = answer.explanation
    lines = _lines(question, explanation)
    shown = [line for line in lines if _is_shown(question, line, explanation)]
    on_page = {line.feature for line in shown}
    n_answers = len(explanation.counterfactuals)
    n_shown = min(question.n_shown, n_answers)
    return {
        "lines": shown,
        "n_left_out": len(lines) - len(shown),
        "n_alike": sum(not line.is_changed for line in lines),
        "hidden_freeze": [n for n in question.freeze if n not in on_page],
        "has_toggle": bool(explanation.counterfactuals)
        and any(not line.is_changed for line in lines),
        "has_filter": len(facts.features) > MANY_FEATURES,
        "marks": _marks(explanation),
        "sure": sure_of(explanation),
        "stable": None if answer.stable is None else how_often(answer.stable),
        "no_answer": None
        if explanation.counterfactuals
        else no_answer(facts, question, answer),
        "most_power": max((c.power for c in explanation.counterfactuals), default=0),
        "n_more": n_answers - n_shown,
        "next_shown": min(_MOST_SHOWN, max(10 * question.n_shown, 100))
        if n_answers > _MOST_SHOWN
        else n_answers,
        "other_url": lambda row: (
            question.but(row=str(row), values=None, label=None, n_shown=N_SHOWN).url
        ),
        "why_url": address(facts.name, "why", [("row", str(explanation.row_id))]),
        "case_url": address(facts.name, "case", _case_parameters(question)),
        "command": facts.command("explain", *question.options, call=question.call),
        # The definitions weigh all features alike, and know no condition.
        "statement": None
        if question.has_own_layout
        else same_answer(facts.loaded, question, explanation, facts.orders),
        "terms": terms(facts, explanation),
    }


def _case_parameters(question: Question) -> list[tuple[str, str]]:
    others = ("row", "only_up", "only_down")
    kept = [each for each in question.parameters() if each[0] not in others]
    return [("from", str(question.row)), *kept]


def _lines(question: Question, explanation: Explanation) -> list[Line]:
    """The features, those that change first."""
    both = zip(explanation.values, sides(explanation), strict=True)
    lines = [
        Line(
            place,
            feature,
            side.feature,
            side.own,
            side.other,
            is_changed=side.is_changed,
            is_frozen=feature in question.freeze,
        )
        for place, (feature, side) in enumerate(both, start=1)
    ]
    return sorted(lines, key=lambda line: not line.is_changed)


def _is_shown(question: Question, line: Line, explanation: Explanation) -> bool:
    if question.changed and explanation.counterfactuals and not line.is_changed:
        return False
    return question.find.lower() in f"{line.feature}\n{line.name}".lower()


def _marks(explanation: Explanation) -> list[str]:
    best = explanation.optimal
    marks = []
    if best is not None:
        marks.append(many(best.n_changes, "change"))
        if explanation.n_optimal > 1:
            marks.append(say("tie of {n} at the top", n=explanation.n_optimal))
        elif explanation.n_minimal > 1 and explanation.gap is not None:
            marks.append(say("ahead of the second by {gap:.0%}", gap=explanation.gap))
        else:
            marks.append(say("the only one as near"))
    return marks


def reasons(why: Why | Waiting | None) -> dict[str, Any]:
    """The factual explanations of a row, as the template puts them in."""
    if not isinstance(why, Why):
        return {"why": None, "why_waiting": why, "why_sentence": "", "most_coverage": 0}
    sentence = why.sentence
    if not why.factuals and why.is_complete:
        # The page takes no precision.
        sentence = say(
            "No values explain it without exception: a case with the same features has "
            "another {label_column}.",
            label_column=column(why.label_column),
        )
    return {
        "why": why,
        "why_waiting": None,
        "why_sentence": sentence,
        "why_url": "",
        "most_coverage": max((each.coverage for each in why.factuals), default=0),
    }
