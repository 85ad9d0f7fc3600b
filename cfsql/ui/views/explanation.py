"""The pages that explain a row or a new case, and the JSON of a row."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cfsql.errors import WrongUse
from cfsql.questions.new_cases.explain import NearestOutcomes
from cfsql.speech import say
from cfsql.ui import case_values, explaining
from cfsql.ui.explaining import Answer, Unfinished
from cfsql.ui.jobs import Waiting
from cfsql.ui.pages import LONG, Pages
from cfsql.ui.question import (
    Question,
    case_question,
    refuse_problems,
    row_question,
)
from cfsql.ui.rendering import page
from cfsql.ui.search import NoRow
from cfsql.ui.store import TableFacts
from cfsql.ui.told_errors import told
from cfsql.ui.views.explanation_page import PARTS, explanation_page, reasons
from cfsql.ui.views.problems import Problem, no_row, no_such_row, wrong_question
from cfsql.words import as_sentence

# Seconds until JSON, which cannot look again by itself, says that it is not ready.
_JSON_PATIENCE = 600.0


async def row_page(pages: Pages, request: Request) -> Response:
    """The page of a row: its answer and its reasons."""
    facts = await pages.facts(request)
    question = _row_question(facts, request)
    if question.row is None:
        problem = no_row(facts)
        return explanation_page(facts, question, request, problem=problem, status=404)
    try:
        found = await _explained(pages, request, facts, question)
    except WrongUse as error:
        problem = wrong_question(facts, question, error)
        return explanation_page(facts, question, request, problem=problem, status=400)
    if isinstance(found, Waiting):
        return explanation_page(facts, question, request, waiting=found)
    if isinstance(found, NoRow):
        problem = no_such_row(facts, question, found)
        status = 200 if problem.is_found else 404
        return explanation_page(
            facts, question, request, problem=problem, status=status
        )
    if PARTS in request.headers:
        return explanation_page(facts, question, request, answer=found)
    why = await pages.wait(
        request,
        ("why", facts.name, question.row),
        explaining.why_row(pages.store, facts, question.row),
    )
    return explanation_page(facts, question, request, answer=found, why=why)


async def row_json(pages: Pages, request: Request) -> Response:
    """The answer as `cfsql explain --format json` prints it."""
    facts = await pages.facts(request)
    if not request.query_params.get("row"):
        return _json_error("Which row? Add row=ID to the address.", 400)
    question = _row_question(facts, request)
    try:
        found = await _explained(
            pages, request, facts, question, patience=_JSON_PATIENCE
        )
    except WrongUse as error:
        return _json_error(as_sentence(told(error)), 400)
    if isinstance(found, NoRow):
        return _json_error(as_sentence(found.sentence), 404)
    if isinstance(found, Waiting):
        return _json_error("The answer is not ready yet; ask again.", 503)
    explanation = found.explanation
    if request.query_params.get("show"):
        first = explanation.counterfactuals[: question.n_shown]
        explanation = replace(explanation, counterfactuals=first)
    text = json.dumps(explanation.to_dict(), ensure_ascii=False, default=str)
    return Response(text, media_type="application/json")


def _row_question(facts: TableFacts, request: Request) -> Question:
    question = row_question(
        facts.name,
        request.query_params,
        facts.features,
        facts.first_row,
        facts.loaded.declared,
    )
    return question.but(anonymous=question.anonymous or facts.is_anonymous)


async def _explained(
    pages: Pages,
    request: Request,
    facts: TableFacts,
    question: Question,
    *,
    patience: float | None = None,
) -> Answer | NoRow | Waiting:
    """The answer of a row; a question that cannot be asked is refused."""
    refuse_problems(question)
    return await pages.wait(
        request,
        ("row", *question.key),
        explaining.explain_row(pages.store, facts, question),
        patience=patience,
    )


def _json_error(problem: str, status: int) -> Response:
    return JSONResponse({"error": problem}, status_code=status)


async def why_part(pages: Pages, request: Request) -> Response:
    """The reasons of a row, for a page that has the rest."""
    facts = await pages.facts(request)
    question = _row_question(facts, request)
    row = question.row or ""
    why = await pages.wait(
        request, ("why", facts.name, row), explaining.why_row(pages.store, facts, row)
    )
    if isinstance(why, Waiting):
        return Response(status_code=202)
    return page("why.html", **reasons(why), explanation=why, question=question)


async def _outcomes(
    pages: Pages, request: Request, facts: TableFacts, question: Question
) -> NearestOutcomes:
    """The nearest cases of every class, as soon as there is something to compare."""
    if not question.given:
        return NearestOutcomes()
    found = await pages.wait(
        request,
        ("outcomes", facts.name, tuple(question.given.items())),
        explaining.nearest_outcomes(pages.store, facts, question),
        patience=LONG,
    )
    assert not isinstance(found, Waiting)
    return found


async def case_page(pages: Pages, request: Request) -> Response:
    """The page of a new case: its form and its answer."""
    facts = await pages.facts(request)
    parameters = request.query_params
    from_row = parameters.get("from") or None
    start: dict[str, str | None] = {}
    offered = await pages.wait(
        request,
        ("offered", facts.name),
        case_values.offered_values(pages.store, facts),
        patience=60,
    )
    assert not isinstance(offered, Waiting)
    if from_row is not None:
        found_values = await pages.wait(
            request,
            ("values", facts.name, from_row),
            case_values.row_values(pages.store, facts, from_row),
            patience=60,
        )
        assert not isinstance(found_values, Waiting)
        start = dict(found_values)
        own_label = start.pop(facts.loaded.label, None)
    question = case_question(
        facts.name, parameters, list(facts.features), start, facts.loaded.declared
    )
    if question.differs_by is not None and not facts.has_numbers_as_outcomes:
        label = facts.loaded.label
        raise WrongUse(f"{label} of {facts.name} has no numbers that could differ")
    if facts.is_anonymous:
        question = question.but(anonymous=True)
    if from_row is not None and "label" not in parameters:
        question = question.but(label=own_label)
    if PARTS in request.headers:
        # The form stays where it is, with what it offers.
        offered = {name: [] for name in offered}
    context: dict[str, Any] = {
        "offered_values": offered,
        "from_row": from_row,
        "outcomes": NearestOutcomes(),
    }
    try:
        context["outcomes"] = await _outcomes(pages, request, facts, question)
        refuse_problems(question)
        found = await pages.wait(
            request,
            ("case", *question.key),
            explaining.explain_case(pages.store, facts, question),
        )
    except Unfinished as error:
        problem = Problem(say("The answer"), as_sentence(told(error)))
        return explanation_page(facts, question, request, problem=problem, **context)
    except WrongUse as error:
        problem = wrong_question(facts, question, error)
        return explanation_page(
            facts, question, request, problem=problem, status=400, **context
        )
    if isinstance(found, Waiting):
        return explanation_page(facts, question, request, waiting=found, **context)
    return explanation_page(facts, question, request, answer=found, **context)
