"""The pages that answer a question: one row of the table, or a new case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cfsql.errors import CfsqlError, WrongUse
from cfsql.explain import Explanation
from cfsql.ui import answers
from cfsql.ui.answers import Answer, Match, NoRow, Way
from cfsql.ui.jobs import Waiting
from cfsql.ui.pages import Pages
from cfsql.ui.question import (
    N_SHOWN,
    Question,
    address,
    asked_case,
    asked_row,
    refuse_problems,
    sentence,
)
from cfsql.ui.rendering import page
from cfsql.ui.statement import same_answer
from cfsql.ui.store import TableFacts
from cfsql.why import Why
from cfsql.words import listing, many, with_original

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


@dataclass(frozen=True)
class Problem:
    """What is wrong with a question, and where to go from there."""

    title: str
    sentence: str
    matches: Sequence[Match] = ()
    rows: Sequence[tuple[object, str, str]] = ()
    links: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class NoAnswer:
    """Why there is no counterfactual, and what to undo."""

    sentence: str
    advice: str = ""
    ways: Sequence[tuple[str, str, str]] = ()


async def row_page(pages: Pages, request: Request) -> Response:
    """One row beside what would have changed it."""
    facts = await pages.facts(request)
    question = asked_row(
        facts.name, request.query_params, facts.features, facts.first_row
    )
    if question.row is None:
        problem = Problem("No row to explain", _no_labels(facts))
        return _page(facts, question, request, problem=problem)
    found: Answer | NoRow | Waiting
    try:
        refuse_problems(question)
        found = await pages.wait(
            request,
            ("row", *question.key),
            answers.explain_row(pages.store, facts, question),
        )
    except WrongUse as error:
        problem = _wrong(facts, question, error)
        return _page(facts, question, request, problem=problem, status=400)
    if isinstance(found, Waiting):
        return _page(facts, question, request, waiting=found)
    if isinstance(found, NoRow):
        status = 200 if found.matches else 404
        problem = _no_row(question, found)
        return _page(facts, question, request, problem=problem, status=status)
    if PARTS in request.headers:
        return _page(facts, question, request, answer=found)
    why = await pages.wait(
        request,
        ("why", facts.name, question.row),
        answers.why_row(pages.store, facts, question.row),
    )
    return _page(facts, question, request, answer=found, why=why)


async def row_json(pages: Pages, request: Request) -> Response:
    """The answer as `cfsql explain --format json` prints it."""
    facts = await pages.facts(request)
    question = asked_row(
        facts.name, request.query_params, facts.features, facts.first_row
    )
    refuse_problems(question)
    found = await pages.wait(
        request,
        ("row", *question.key),
        answers.explain_row(pages.store, facts, question),
        patience=600,
    )
    if isinstance(found, Answer):
        import json

        text = json.dumps(found.explanation.to_dict(), ensure_ascii=False, default=str)
        return Response(text, media_type="application/json")
    problem = found.sentence if isinstance(found, NoRow) else "not ready yet"
    return JSONResponse({"error": problem}, status_code=404)


async def why_part(pages: Pages, request: Request) -> Response:
    """The reasons of a row, for a page that has the rest."""
    facts = await pages.facts(request)
    question = asked_row(
        facts.name, request.query_params, facts.features, facts.first_row
    )
    row = question.row or ""
    why = await pages.wait(
        request, ("why", facts.name, row), answers.why_row(pages.store, facts, row)
    )
    if isinstance(why, Waiting):
        return Response(status_code=202)
    return page("why.html", **_reasons(why), explanation=why, question=question)


async def case_page(pages: Pages, request: Request) -> Response:
    """A new case, and what would change its outcome."""
    facts = await pages.facts(request)
    parameters = request.query_params
    from_row = parameters.get("from") or None
    start: dict[str, str | None] = {}
    offered = await pages.wait(
        request,
        ("offered", facts.name),
        answers.offered_values(pages.store, facts),
        patience=60,
    )
    assert not isinstance(offered, Waiting)
    if from_row is not None:
        begun = await pages.wait(
            request,
            ("values", facts.name, from_row),
            answers.row_values(pages.store, facts, from_row),
            patience=60,
        )
        assert not isinstance(begun, Waiting)
        start = dict(begun)
        own_label = start.pop(facts.loaded.label, None)
    question = asked_case(facts.name, parameters, list(facts.features), start)
    if from_row is not None and "label" not in parameters:
        question = question.but(label=own_label)
    if PARTS in request.headers:
        # The form stays where it is, with what it offers.
        offered = {name: [] for name in offered}
    context: dict[str, Any] = {"offered_values": offered, "from_row": from_row}
    if not question.given:
        problem = Problem(
            "The answer", "Fill in at least one value, and the answer comes here."
        )
        return _page(facts, question, request, problem=problem, **context)
    try:
        refuse_problems(question)
        found = await pages.wait(
            request,
            ("case", *question.key),
            answers.explain_case(pages.store, facts, question),
        )
    except WrongUse as error:
        problem = _wrong(facts, question, error)
        return _page(facts, question, request, problem=problem, **context)
    if isinstance(found, Waiting):
        return _page(facts, question, request, waiting=found, **context)
    return _page(facts, question, request, answer=found, **context)


# What a page is made of.


def _page(
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
    here = "row" if question.values is None else "case"
    parameters = request.query_params
    context: dict[str, Any] = {
        "table": facts.name,
        "here": here,
        "title": _title(facts, question),
        "question": question,
        "label_column": facts.loaded.label,
        "classes": list(facts.classes),
        "n_features": len(facts.features),
        "n_rows": facts.loaded.n_rows,
        "given_max": parameters.get("max_changes", ""),
        "given_support": parameters.get("min_support", ""),
        "example": _example(facts),
        "in_short": _in_short(question),
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
            context |= _reasons(why)
            context["neighbours"] = (answer.previous_row, answer.next_row)
    # A page that asks for its parts has been found: what is wrong is the question.
    if PARTS in request.headers:
        status = 200
    return page("asked.html", status=status, **context)


def _title(facts: TableFacts, question: Question) -> str:
    what = "What if" if question.row is None else f"Row {question.row[:60]}"
    return f"{what} · {facts.name[:60]}"


def _in_short(question: Question) -> str:
    """The question in a line, for where it is folded."""
    parts = []
    if question.row is not None:
        parts.append(f"row {question.row[:40]}")
    if question.target is not None:
        parts.append(f"to {question.target[:40]}")
    if question.max_changes is not None:
        parts.append(f"at most {many(question.max_changes, 'change')}")
    if question.min_support is not None:
        parts.append(f"support {question.min_support}")
    if question.freeze:
        kept = listing([name[:20] for name in question.freeze[:3]])
        more = len(question.freeze) - 3
        parts.append(f"{kept}{f' and {more} more' if more > 0 else ''} kept")
    return ", ".join(parts)


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
        "no_answer": None
        if explanation.counterfactuals
        else _no_answer(facts, question, answer),
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
        "command": question.command,
        "statement": same_answer(facts.loaded, question, explanation),
    }


def _case_parameters(question: Question) -> list[tuple[str, str]]:
    kept = [each for each in question.parameters() if each[0] != "row"]
    return [("from", str(question.row)), *kept]


def _lines(question: Question, explanation: Explanation) -> list[Line]:
    """The features, those that change first."""
    best = explanation.optimal
    changed = {change.feature for change in best.changes} if best else set()
    lines = [
        Line(
            place,
            feature,
            with_original(text, explanation.originals.get(feature)),
            with_original(best.values[feature], best.originals.get(feature))
            if best
            else None,
            feature in changed,
            feature in question.freeze,
        )
        for place, (feature, text) in enumerate(explanation.values.items(), start=1)
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
        marks.append(many(best.distance, "change"))
        if explanation.n_optimal > 1:
            marks.append(f"tie of {explanation.n_optimal:,} at the top")
        elif explanation.n_minimal > 1 and explanation.gap is not None:
            marks.append(f"ahead of the second by {explanation.gap:.0%}")
        else:
            marks.append("the only one as near")
    if explanation.is_contradicted:
        marks.append("contradicted: an equal case has another outcome")
    return marks


def _reasons(why: Why | Waiting | None) -> dict[str, Any]:
    if not isinstance(why, Why):
        return {"why": None, "why_waiting": why, "why_sentence": "", "most_coverage": 0}
    told = why.sentence.replace(" --precision allows exceptions.", "")
    return {
        "why": why,
        "why_waiting": None,
        "why_sentence": told,
        "why_url": "",
        "most_coverage": max((each.coverage for each in why.factuals), default=0),
    }


# When there is no answer.


def _no_labels(facts: TableFacts) -> str:
    return f"No row of {facts.name} has a {facts.loaded.label}."


def _wrong(facts: TableFacts, question: Question, error: CfsqlError) -> Problem:
    links = []
    if question.target is not None and question.target not in facts.classes:
        links.append(("Ask for any other class", question.but(target=None).url))
    if len(question.freeze) == len(facts.features):
        links.append(("Let all features change", question.but(freeze=()).url))
    if question.problems:
        links.append(("Ask without it", question.url))
    title = "This cannot be asked"
    if question.values is not None and not links:
        title = "The answer"
    return Problem(title, sentence(error), links=links)


def _no_row(question: Question, found: NoRow) -> Problem:
    text = question.row or ""
    if found.matches:
        exact = [m for m in found.matches if m.value.lower() == text.lower()]
        n_rows = sum(match.n_rows for match in exact)
        told = f"No row has the id '{text[:80]}'"
        told += f"; {many(n_rows, 'row')} with this value." if exact else "."
        rows = [
            (row, label, question.but(row=str(row)).url) for row, label in found.rows
        ]
        return Problem(f"Rows with ‘{text[:60]}’", told, found.matches, rows)
    told = found.sentence
    if "has no" not in told.split(";")[0]:
        told += "; no value is like it either"
    return Problem("No such row", f"{told[:1].upper()}{told[1:]}.")


def _no_answer(facts: TableFacts, question: Question, answer: Answer) -> NoAnswer:
    explanation = answer.explanation
    label = facts.loaded.label
    what = "This case" if question.row is None else f"Row {explanation.row_id}"
    if question.target is not None and question.target == explanation.label:
        return NoAnswer(
            f"{what} already has the {label} {question.target}: there is nothing to "
            "reach.",
            "Choose another one:",
            [(f"any {label} but {question.target}", question.but(target=None).url, "")],
        )
    if not answer.ways:
        return NoAnswer(explanation.sentence)
    return NoAnswer(
        explanation.sentence,
        "Undo this, and there is an answer:"
        if len(answer.ways) == 1
        else "Undo one of these, and there is an answer:",
        [_way(question, label, way) for way in answer.ways],
    )


def _way(question: Question, label: str, way: Way) -> tuple[str, str, str]:
    """What to undo: in words, the question without it, and what it would take."""
    words, undone = [], question.thawed(*way.features)
    if way.features:
        words.append(f"let {listing(list(way.features))} change")
    if way.is_off_target:
        words.append(f"accept any other {label}")
        undone = undone.but(target=None)
    if way.is_too_far:
        words.append(f"allow {many(way.distance, 'change')}")
        undone = undone.but(max_changes=way.distance)
    if way.is_too_rare:
        words.append("accept a case with less support")
        undone = undone.but(min_support=None)
    told = listing(words)
    note = "" if way.is_too_far else f"{many(way.distance, 'change')} then"
    return f"{told[:1].upper()}{told[1:]}", undone.url, note
