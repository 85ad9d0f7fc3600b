"""The values of the template of an explanation: question, comparison, answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cfsql.questions.explain import Explanation
from cfsql.questions.why import Why
from cfsql.show.pages.stability import how_often
from cfsql.show.side_by_side import sides
from cfsql.ui.addresses import address
from cfsql.ui.explaining import Answer
from cfsql.ui.jobs import Waiting
from cfsql.ui.question import DIFFERS_BY, N_SHOWN, WORDS, Question
from cfsql.ui.rendering import page
from cfsql.ui.statement import same_answer
from cfsql.ui.store import TableFacts
from cfsql.ui.views.no_answer import no_answer
from cfsql.ui.views.problems import Problem
from cfsql.ui.views.terms import terms
from cfsql.words import listing, many

# A page asks for parts of itself with this header, and needs no reasons again.
PARTS = "x-cfsql-parts"

# More features than these can be filtered.
MANY_FEATURES = 20
_MOST_SHOWN = 1000


@dataclass(frozen=True)
class Line:
    """A feature in the comparison."""

    place: int
    feature: str
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
        "in_short": _in_short(question),
        "in_full": _in_full(facts, question),
        "numbers": list(facts.orders),
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
    subject = "New case" if question.row is None else f"Row {question.row[:60]}"
    return f"{subject} · {facts.name[:60]}"


def _in_short(question: Question) -> str:
    """The question in one line, for the folded form and for print."""
    parts = []
    if question.row is not None:
        parts.append(f"row {question.row[:40]}")
    if question.target is not None:
        parts.append(f"to {question.target[:40]}")
    if question.differs_by is not None:
        parts.append(f"differs by {question.differs_by:g}")
    if question.max_changes is not None:
        parts.append(f"at most {many(question.max_changes, 'change')}")
    if question.min_support is not None:
        parts.append(f"support {question.min_support}")
    if question.min_share is not None:
        parts.append(f"share {question.min_share:g}")
    if question.freeze:
        kept = listing([name[:20] for name in question.freeze[:3]])
        more = len(question.freeze) - 3
        parts.append(f"{kept}{f' and {more} more' if more > 0 else ''} kept")
    if question.only_up:
        parts.append(f"{listing([name[:20] for name in question.only_up])} only up")
    if question.only_down:
        parts.append(f"{listing([name[:20] for name in question.only_down])} only down")
    if question.anonymous:
        parts.append("anonymous")
    return ", ".join(parts)


def _in_full(facts: TableFacts, question: Question) -> list[tuple[str, str]]:
    """The whole question, for a sheet that is read without these pages."""
    label = facts.loaded.label
    found = [
        ("table", f"{facts.name}, {many(facts.loaded.n_labelled, 'case')}"),
        ("case", "a new one" if question.row is None else f"row {question.row}"),
        (f"{label} to reach", question.target or "any other"),
        ("may not change", listing(list(question.freeze)) or "nothing: all may"),
    ]
    if question.only_up:
        found.append(("may only rise", listing(list(question.only_up))))
    if question.only_down:
        found.append(("may only fall", listing(list(question.only_down))))
    if question.differs_by is not None:
        found.append((DIFFERS_BY.lower(), f"{question.differs_by:g}"))
    for name, words in WORDS.items():
        if getattr(question, name) is not None:
            found.append((words.lower(), f"{getattr(question, name):g}"))
    if question.anonymous:
        found.append(("other people", "are not named"))
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
        "statement": same_answer(facts.loaded, question, explanation, facts.orders),
        "terms": terms(facts, explanation),
    }


def _case_parameters(question: Question) -> list[tuple[str, str]]:
    others = ("row", "only_up", "only_down")
    kept = [each for each in question.parameters() if each[0] not in others]
    return [("from", str(question.row)), *kept]


def _lines(question: Question, explanation: Explanation) -> list[Line]:
    """The features, those that change first."""
    lines = [
        Line(place, **vars(side), is_frozen=side.feature in question.freeze)
        for place, side in enumerate(sides(explanation), start=1)
    ]
    return sorted(lines, key=lambda line: not line.is_changed)


def _is_shown(question: Question, line: Line, explanation: Explanation) -> bool:
    if question.changed and explanation.counterfactuals and not line.is_changed:
        return False
    return question.find.lower() in line.feature.lower()


def _marks(explanation: Explanation) -> list[str]:
    best = explanation.optimal
    marks = []
    if best is not None:
        marks.append(many(best.n_changes, "change"))
        if explanation.n_optimal > 1:
            marks.append(f"tie of {explanation.n_optimal:,} at the top")
        elif explanation.n_minimal > 1 and explanation.gap is not None:
            marks.append(f"ahead of the second by {explanation.gap:.0%}")
        else:
            marks.append("the only one as near")
    return marks


def reasons(why: Why | Waiting | None) -> dict[str, Any]:
    """The factual explanations of a row, as the template puts them in."""
    if not isinstance(why, Why):
        return {"why": None, "why_waiting": why, "why_sentence": "", "most_coverage": 0}
    sentence = why.sentence.replace(" A precision below 1 allows exceptions.", "")
    return {
        "why": why,
        "why_waiting": None,
        "why_sentence": sentence,
        "why_url": "",
        "most_coverage": max((each.coverage for each in why.factuals), default=0),
    }
