"""Why a case has no counterfactual, and which constraints to undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.questions.explanation import Explanation
from cfsql.speech import column, listing, marked, said, say, shown_column
from cfsql.ui.explaining import Answer, Way
from cfsql.ui.question import (
    CONDITION,
    DIFFERS_BY,
    WITHOUT_CONDITION,
    WORDS,
    Question,
)
from cfsql.ui.store import TableFacts


@dataclass(frozen=True)
class NoAnswer:
    """Why there is no counterfactual, and the constraints to undo."""

    sentence: str
    advice: str = ""
    ways: Sequence[tuple[str, str, str]] = ()


def no_answer(facts: TableFacts, question: Question, answer: Answer) -> NoAnswer:
    """Why no case may be chosen, and the constraints to undo."""
    explanation = answer.explanation
    label = facts.loaded.label
    if question.target is not None and question.target == explanation.label:
        return NoAnswer(
            explanation.sentence,
            say("Choose another one:"),
            [
                (
                    say(
                        "any {label_column} but {label}",
                        label_column=column(label),
                        label=said(label, question.target),
                    ),
                    question.but(target=None).url,
                    "",
                )
            ],
        )
    message = _in_words_of_the_form(explanation)
    if not answer.ways and question.require:
        free = question.but(require="")
        way = (say(WITHOUT_CONDITION), free.url, "")
        return NoAnswer(message, say("Undo this:"), [way])
    if not answer.ways:
        return NoAnswer(message)
    return NoAnswer(
        _without_blame(explanation, answer.ways) or message,
        say(
            "Undo this, and there is an answer:"
            if len(answer.ways) == 1
            else "Undo one of these, and there is an answer:"
        ),
        [_way(question, label, way) for way in answer.ways],
    )


# How a constraint on a feature is told of.
_SAID = {
    "freeze ": marked("keeping {column}"),
    "only-up ": marked("not lowering {column}"),
    "only-down ": marked("not raising {column}"),
}


def _quoted(text: str) -> str:
    return say("‘{text}’", text=text)


def _without_blame(explanation: Explanation, ways: Sequence[Way]) -> str | None:
    """The sentence without the blocking constraint, if its undoing would not help."""
    option = explanation.blocked_by or ""
    feature = next(
        (option.removeprefix(each) for each in _SAID if option.startswith(each)), None
    )
    if feature is None or any(feature in way.features for way in ways):
        return None
    before, _, _ = explanation.sentence.rpartition(option)
    # The blame stands behind a colon.
    return f"{before.rpartition(':')[0].rstrip()}."


def _in_words_of_the_form(explanation: Explanation) -> str:
    """The sentence, which ends with the blocking constraint, in the form's words."""
    option = explanation.blocked_by
    if option is None:
        return explanation.sentence
    words = {name.replace("_", "-"): _quoted(say(text)) for name, text in WORDS.items()}
    to_reach = say(
        "{label_column} to reach", label_column=shown_column(explanation.label_column)
    )
    words["target"] = _quoted(to_reach)
    words["differs-by"] = _quoted(say(DIFFERS_BY))
    words["require"] = _quoted(say(CONDITION))
    blocking = words.get(option, option)
    for prefix, template in _SAID.items():
        if option.startswith(prefix):
            blocking = say(template, column=column(option.removeprefix(prefix)))
    # The option stands at the end of the sentence, or near it.
    before, found, after = explanation.sentence.rpartition(option)
    return f"{before}{blocking}{after}" if found else explanation.sentence


def _way(question: Question, label: str, way: Way) -> tuple[str, str, str]:
    """Constraints to undo: in words, the question without them, the changes then."""
    words, undone = [], question.thawed(*way.features)
    if way.features:
        names = listing([column(name) for name in way.features])
        words.append(say("let {columns} change", columns=names))
    if way.is_off_target:
        words.append(say("accept any other {label_column}", label_column=column(label)))
        undone = undone.but(target=None)
    if way.is_too_near:
        words.append(say("accept any other {label_column}", label_column=column(label)))
        undone = undone.but(differs_by=None)
    if way.is_too_far:
        words.append(say("allow {n:# change|# changes}", n=way.distance))
        undone = undone.but(max_changes=way.distance)
    if way.is_too_rare:
        words.append(say("accept a case with less support"))
        undone = undone.but(min_support=None)
    if way.is_unsure:
        words.append(say("accept a case whose values also came with another outcome"))
        undone = undone.but(min_share=None)
    message = listing(words)
    note = "" if way.is_too_far else say("{n:# change|# changes} then", n=way.distance)
    return f"{message[:1].upper()}{message[1:]}", undone.url, note
