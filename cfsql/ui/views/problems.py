"""Why a question has no answer: a wrong row, value, class or option."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.errors import CfsqlError, UnknownName
from cfsql.ui.addresses import address
from cfsql.ui.question import Question
from cfsql.ui.search import Match, NoRow
from cfsql.ui.store import TableFacts
from cfsql.words import as_sentence, many


@dataclass(frozen=True)
class Problem:
    """Why a question has no answer, and the links that lead on."""

    title: str
    sentence: str
    matches: Sequence[Match] = ()
    links: Sequence[tuple[str, str]] = ()
    # Whether it is a search that has found something.
    is_found: bool = False


def no_row(facts: TableFacts) -> Problem:
    """A table without rows to explain, or one whose rows are not shown unasked."""
    if facts.classes:
        return Problem("Which row?", "Give its id, or search for its values.")
    no_label = f"No row of {facts.name} has a {facts.loaded.label}."
    return Problem("No row to explain", no_label)


def wrong_question(facts: TableFacts, question: Question, error: CfsqlError) -> Problem:
    """A question that cannot be asked, and questions that can."""
    links = []
    if question.target is not None and question.target not in facts.classes:
        links.append(("Ask for any other class", question.but(target=None).url))
    if len(question.freeze) == len(facts.features):
        links.append(("Let all features change", question.but(freeze=()).url))
    if question.label is not None and question.label not in facts.classes:
        links.append(("Ask without a class of the case", question.but(label=None).url))
    if question.problems:
        links.append(("Ask without it", question.url))
    return Problem("This cannot be asked", as_sentence(error.line), links=links)


def no_such_row(facts: TableFacts, question: Question, found: NoRow) -> Problem:
    """A text that is no row id, and the rows and values that it may mean."""
    text = question.row or ""
    if found.matches:
        exact = [m for m in found.matches if m.value.lower() == text.lower()]
        message = f"No row has the id '{text[:80]}'"
        if len(exact) == 1:
            message += f"; {many(exact[0].n_rows, 'row')} with this value"
        elif exact:
            message += f"; {len(exact)} features have this value"
        message += "."
        links = [("List the rows that fit", found_url(facts, text))]
        return Problem(
            f"Rows with ‘{text[:60]}’",
            message,
            found.matches,
            links=links,
            is_found=True,
        )
    if found.column is not None and text.count("=") > 1:
        return Problem(
            f"Rows with ‘{text[:60]}’",
            "This has several conditions.",
            links=[("List the rows that fit", found_url(facts, text))],
            is_found=True,
        )
    links = []
    if found.nearest is not None and not facts.is_anonymous:
        nearest = question.but(row=str(found.nearest))
        links.append((f"Show row {found.nearest}", nearest.url))
    elif found.column is not None:
        return _no_value(facts, question, *found.column)
    message = found.sentence
    if facts.is_anonymous and not found.is_there:
        message = f"no row {text[:80]} in {facts.name}"
    if not found.is_there:
        message += "; no value is like it either"
    return Problem("No such row", as_sentence(message), links=links)


def found_url(facts: TableFacts, text: str) -> str:
    """The list of rows that a search finds."""
    return address(facts.name, "rows", [("find", text)])


def _no_value(
    facts: TableFacts, question: Question, before: str, column: str | None, value: str
) -> Problem:
    """A text such as sex=male that no row has: its column or its value is wrong."""
    label = facts.loaded.label
    if before.lower() == label.lower():
        return _class_rows(facts, question, value)
    if column is None or column.lower() != before.lower():
        error = UnknownName("feature", before, facts.features, facts.name)
        links = []
        if column is not None:
            meant = f"{column}={value}"
            links.append((f"Look for {meant[:80]}", question.but(row=meant).url))
        return Problem("No such feature", as_sentence(error.line), links=links)
    message = f"No {column} in {facts.name} is like '{value[:80]}'"
    return Problem("No such value", as_sentence(message))


def _class_rows(facts: TableFacts, question: Question, value: str) -> Problem:
    """A class that a search names, and the list of its rows."""
    label = facts.loaded.label
    for name, n_rows in facts.classes.items():
        if name.lower() == value.lower():
            of_class = address(facts.name, "rows", [("label", name)])
            return Problem(
                f"Rows with ‘{(question.row or '')[:60]}’",
                f"This is an outcome: {many(n_rows, 'row')} with {label} {name[:60]}.",
                links=[(f"List {'it' if n_rows == 1 else 'them'}", of_class)],
                is_found=True,
            )
    error = UnknownName(label, value, facts.classes, facts.name)
    return Problem("No such outcome", as_sentence(error.line))
