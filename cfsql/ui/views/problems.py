"""Why a question has no answer: a wrong row, value, class or option."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.errors import CfsqlError, UnknownName
from cfsql.speech import column as quoted
from cfsql.speech import said, say
from cfsql.ui.addresses import address
from cfsql.ui.question import WITHOUT_CONDITION, Question
from cfsql.ui.search import Match, NoRow
from cfsql.ui.store import TableFacts
from cfsql.ui.told_errors import told
from cfsql.words import as_sentence


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
        return Problem(say("Which row?"), say("Give its id, or search for its values."))
    no_label = say(
        "No row of {table} has a {label_column}.",
        table=facts.name,
        label_column=quoted(facts.loaded.label),
    )
    return Problem(say("No row to explain"), no_label)


def wrong_question(facts: TableFacts, question: Question, error: CfsqlError) -> Problem:
    """A question that cannot be asked, and questions that can."""
    links = []
    if question.target is not None and question.target not in facts.classes:
        links.append((say("Ask for any other class"), question.but(target=None).url))
    if len(question.freeze) == len(facts.features):
        links.append((say("Let all features change"), question.but(freeze=()).url))
    if question.label is not None and question.label not in facts.classes:
        without = question.but(label=None)
        links.append((say("Ask without a class of the case"), without.url))
    if question.require:
        links.append((say(WITHOUT_CONDITION), question.but(require="").url))
    if question.problems:
        links.append((say("Ask without it"), question.url))
    return Problem(say("This cannot be asked"), as_sentence(told(error)), links=links)


def no_such_row(facts: TableFacts, question: Question, found: NoRow) -> Problem:
    """A text that is no row id, and the rows and values that it may mean."""
    text = question.row or ""
    if found.matches:
        exact = [m for m in found.matches if m.value.lower() == text.lower()]
        message = say("No row has the id '{text}'", text=text[:80])
        if len(exact) == 1:
            message += "; " + say("{n:# row|# rows} with this value", n=exact[0].n_rows)
        elif exact:
            message += "; " + say("{n} features have this value", n=len(exact))
        message += "."
        links = [(say("List the rows that fit"), found_url(facts, text))]
        return Problem(
            say("Rows with ‘{text}’", text=text[:60]),
            message,
            found.matches,
            links=links,
            is_found=True,
        )
    if found.column is not None and text.count("=") > 1:
        return Problem(
            say("Rows with ‘{text}’", text=text[:60]),
            say("This has several conditions."),
            links=[(say("List the rows that fit"), found_url(facts, text))],
            is_found=True,
        )
    links = []
    if found.nearest is not None and not facts.is_anonymous:
        nearest = question.but(row=str(found.nearest))
        links.append((say("Show row {row}", row=str(found.nearest)), nearest.url))
    elif found.column is not None:
        return _no_value(facts, question, *found.column)
    message = found.sentence
    if facts.is_anonymous and not found.is_there:
        message = say("no row {row} in {table}", row=text[:80], table=facts.name)
    if not found.is_there:
        message += "; " + say("no value is like it either")
    return Problem(say("No such row"), as_sentence(message), links=links)


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
            look = say("Look for {text}", text=meant[:80])
            links.append((look, question.but(row=meant).url))
        return Problem(say("No such feature"), as_sentence(told(error)), links=links)
    message = say(
        "No {column} in {table} is like '{text}'.",
        column=quoted(column),
        table=facts.name,
        text=value[:80],
    )
    return Problem(say("No such value"), message)


def _class_rows(facts: TableFacts, question: Question, value: str) -> Problem:
    """A class that a search names, and the list of its rows."""
    label = facts.loaded.label
    for name, n_rows in facts.classes.items():
        if name.lower() == value.lower():
            of_class = address(facts.name, "rows", [("label", name)])
            return Problem(
                say("Rows with ‘{text}’", text=(question.row or "")[:60]),
                say(
                    "This is an outcome: {n:# row|# rows} with {label_column} {label}.",
                    n=n_rows,
                    label_column=quoted(label),
                    label=said(label, name)[:60],
                ),
                links=[(say("{n:List it|List them}", n=n_rows), of_class)],
                is_found=True,
            )
    error = UnknownName(label, value, facts.classes, facts.name)
    return Problem(say("No such outcome"), as_sentence(told(error)))
