"""Why a case has no counterfactual, and which constraints to undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cfsql.questions.explain import Explanation
from cfsql.ui.explaining import Answer, Way
from cfsql.ui.question import DIFFERS_BY, WORDS, Question
from cfsql.ui.store import TableFacts
from cfsql.words import listing, many


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
            "Choose another one:",
            [(f"any {label} but {question.target}", question.but(target=None).url, "")],
        )
    message = _in_words_of_the_form(explanation)
    if not answer.ways:
        return NoAnswer(message)
    return NoAnswer(
        message,
        "Undo this, and there is an answer:"
        if len(answer.ways) == 1
        else "Undo one of these, and there is an answer:",
        [_way(question, label, way) for way in answer.ways],
    )


# How a constraint on a feature is told of.
_SAID = {
    "freeze ": "keeping",
    "only-up ": "not lowering",
    "only-down ": "not raising",
}


def _in_words_of_the_form(explanation: Explanation) -> str:
    """The sentence, which ends with the blocking constraint, in the form's words."""
    option = explanation.blocked_by
    if option is None:
        return explanation.sentence
    words = {name.replace("_", "-"): f"‘{words}’" for name, words in WORDS.items()}
    words["target"] = f"‘{explanation.label_column} to reach’"
    words["differs-by"] = f"‘{DIFFERS_BY}’"
    blocking = words.get(option, option)
    for prefix, said in _SAID.items():
        if option.startswith(prefix):
            blocking = f"{said} {option.removeprefix(prefix)}"
    return f"{explanation.sentence.removesuffix(f'{option}.')}{blocking}."


def _way(question: Question, label: str, way: Way) -> tuple[str, str, str]:
    """Constraints to undo: in words, the question without them, the changes then."""
    words, undone = [], question.thawed(*way.features)
    if way.features:
        words.append(f"let {listing(list(way.features))} change")
    if way.is_off_target:
        words.append(f"accept any other {label}")
        undone = undone.but(target=None)
    if way.is_too_near:
        words.append(f"accept any other {label}")
        undone = undone.but(differs_by=None)
    if way.is_too_far:
        words.append(f"allow {many(way.distance, 'change')}")
        undone = undone.but(max_changes=way.distance)
    if way.is_too_rare:
        words.append("accept a case with less support")
        undone = undone.but(min_support=None)
    if way.is_unsure:
        words.append("accept a case whose values also came with another outcome")
        undone = undone.but(min_share=None)
    message = listing(words)
    note = "" if way.is_too_far else f"{many(way.distance, 'change')} then"
    return f"{message[:1].upper()}{message[1:]}", undone.url, note
