"""The pages that answer a question: one row of the table, or a new case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cfsql.errors import CfsqlError, UnknownName, WrongUse
from cfsql.questions.explain import Explanation
from cfsql.questions.why import Why
from cfsql.ui import answers
from cfsql.ui.answers import Answer, Match, NoRow, Unfinished, Way
from cfsql.ui.jobs import Waiting
from cfsql.ui.pages import Pages
from cfsql.ui.question import (
    N_SHOWN,
    WORDS,
    Question,
    address,
    as_sentence,
    asked_case,
    asked_row,
    refuse_problems,
    sentence,
)
from cfsql.ui.rendering import page
from cfsql.ui.statement import same_answer
from cfsql.ui.store import TableFacts
from cfsql.words import listing, many, with_original

# A page asks for parts of itself with this header, and needs no reasons again.
PARTS = "x-cfsql-parts"

# More features than these can be filtered.
MANY_FEATURES = 20

_MOST_SHOWN = 1000

# Seconds until JSON, which cannot look again by itself, says that it is not ready.
_JSON_PATIENCE = 600.0


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
    # Whether it is a search that has found something.
    is_found: bool = False


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
        return _page(facts, question, request, problem=problem, status=404)
    try:
        found = await _explained(pages, request, facts, question)
    except WrongUse as error:
        problem = _wrong(facts, question, error)
        return _page(facts, question, request, problem=problem, status=400)
    if isinstance(found, Waiting):
        return _page(facts, question, request, waiting=found)
    if isinstance(found, NoRow):
        problem = _no_row(facts, question, found)
        status = 200 if problem.is_found else 404
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
    if not request.query_params.get("row"):
        return _json_error("Which row? Add row=ID to the address.", 400)
    question = asked_row(
        facts.name, request.query_params, facts.features, facts.first_row
    )
    try:
        found = await _explained(
            pages, request, facts, question, patience=_JSON_PATIENCE
        )
    except WrongUse as error:
        return _json_error(sentence(error), 400)
    if isinstance(found, NoRow):
        return _json_error(as_sentence(found.sentence), 404)
    if isinstance(found, Waiting):
        return _json_error("The answer is not ready yet; ask again.", 503)
    import json

    explanation = found.explanation
    if request.query_params.get("show"):
        first = explanation.counterfactuals[: question.n_shown]
        explanation = replace(explanation, counterfactuals=first)
    text = json.dumps(explanation.to_dict(), ensure_ascii=False, default=str)
    return Response(text, media_type="application/json")


async def _explained(
    pages: Pages,
    request: Request,
    facts: TableFacts,
    question: Question,
    *,
    patience: float | None = None,
) -> Answer | NoRow | Waiting:
    """What is found for a row; what cannot be asked is refused."""
    refuse_problems(question)
    return await pages.wait(
        request,
        ("row", *question.key),
        answers.explain_row(pages.store, facts, question),
        patience=patience,
    )


def _json_error(problem: str, status: int) -> Response:
    return JSONResponse({"error": problem}, status_code=status)


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
    try:
        refuse_problems(question)
        found = await pages.wait(
            request,
            ("case", *question.key),
            answers.explain_case(pages.store, facts, question),
        )
    except Unfinished as error:
        problem = Problem("The answer", sentence(error))
        return _page(facts, question, request, problem=problem, **context)
    except WrongUse as error:
        problem = _wrong(facts, question, error)
        return _page(facts, question, request, problem=problem, status=400, **context)
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
        "words": WORDS,
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
        "command": facts.command("explain", *question.options),
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
    if question.label is not None and question.label not in facts.classes:
        links.append(("Ask without a class of the case", question.but(label=None).url))
    if question.problems:
        links.append(("Ask without it", question.url))
    return Problem("This cannot be asked", sentence(error), links=links)


def _no_row(facts: TableFacts, question: Question, found: NoRow) -> Problem:
    text = question.row or ""
    if found.matches:
        exact = [m for m in found.matches if m.value.lower() == text.lower()]
        told = f"No row has the id '{text[:80]}'"
        if len(exact) == 1:
            told += f"; {many(exact[0].n_rows, 'row')} with this value"
        elif exact:
            told += f"; {len(exact)} features have this value"
        told += "."
        rows = [
            (row, label, question.but(row=str(row)).url) for row, label in found.rows
        ]
        return Problem(
            f"Rows with ‘{text[:60]}’", told, found.matches, rows, is_found=True
        )
    links = []
    if found.nearest is not None:
        nearest = question.but(row=str(found.nearest))
        links.append((f"Show row {found.nearest}", nearest.url))
    elif found.column is not None:
        return _no_value(facts, question, *found.column)
    told = found.sentence
    if not found.is_there:
        told += "; no value is like it either"
    return Problem("No such row", as_sentence(told), links=links)


def _no_value(
    facts: TableFacts, question: Question, before: str, column: str | None, wanted: str
) -> Problem:
    """What to say of a column and a value that no row has: which of them is wrong."""
    label = facts.loaded.label
    if before.lower() == label.lower():
        return _of_class(facts, question, wanted)
    if column is None or column.lower() != before.lower():
        error = UnknownName("feature", before, facts.features, facts.name)
        links = []
        if column is not None:
            meant = f"{column}={wanted}"
            links.append((f"Look for {meant[:80]}", question.but(row=meant).url))
        return Problem("No such feature", sentence(error), links=links)
    told = f"No {column} in {facts.name} is like '{wanted[:80]}'"
    return Problem("No such value", as_sentence(told))


def _of_class(facts: TableFacts, question: Question, wanted: str) -> Problem:
    """Where the rows of a class are that a search names."""
    label = facts.loaded.label
    for name, n_rows in facts.classes.items():
        if name.lower() == wanted.lower():
            of_class = address(facts.name, "rows", [("label", name)])
            return Problem(
                f"Rows with ‘{(question.row or '')[:60]}’",
                f"This is an outcome: {many(n_rows, 'row')} with {label} {name[:60]}.",
                links=[(f"List {'it' if n_rows == 1 else 'them'}", of_class)],
                is_found=True,
            )
    error = UnknownName(label, wanted, facts.classes, facts.name)
    return Problem("No such outcome", sentence(error))


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
    told = _in_words_of_the_form(explanation).sentence
    if not answer.ways:
        return NoAnswer(told)
    return NoAnswer(
        told,
        "Undo this, and there is an answer:"
        if len(answer.ways) == 1
        else "Undo one of these, and there is an answer:",
        [_way(question, label, way) for way in answer.ways],
    )


def _in_words_of_the_form(explanation: Explanation) -> Explanation:
    """An explanation that names what took the last answer as the form does."""
    option = explanation.blocked_by
    if option is None:
        return explanation
    words = {name.replace("_", "-"): f"‘{words}’" for name, words in WORDS.items()}
    words["target"] = f"‘{explanation.label_column} to reach’"
    kept = option.removeprefix("freeze ")
    said = f"keeping {kept}" if kept != option else words.get(option, option)
    return replace(explanation, blocked_by=said)


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
