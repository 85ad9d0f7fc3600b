"""The figures of an answer, each in words of its own ball, and in a small drawing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from cfsql.questions.explanation import Counterfactual, Explanation
from cfsql.show.markup import Html, element
from cfsql.speech import column, figure, marked, said, say
from cfsql.ui.store import TableFacts

# Cases in and outside of a ball, from its middle: the first is the answer, the second
# the row that is explained. Those of the answer's outcome are dark.
_ANSWER, _ROW = 0, 1
_CASES = (
    *((0, 0, True), (19, 0, False), (-12, -9, False), (8, 13, False)),
    *((-9, 12, True), (10, -12, True), (-27, 18, True), (26, -19, False)),
)
_INSIDE = range(6)
_DARK = [place for place, (_, _, is_dark) in enumerate(_CASES) if is_dark]


@dataclass(frozen=True)
class Term:
    """A figure of an answer with its meaning."""

    word: str
    figure: str
    meaning: str
    drawing: Html


def terms(facts: TableFacts, explanation: Explanation) -> list[Term]:
    """What the figures of the best answer mean, for this answer; none without one."""
    if explanation.optimal is None:
        return []
    return [
        Term(say(word), number, meaning, _ball(lit))
        for word, number, meaning, lit in _told(facts, explanation)
    ]


def _told(
    facts: TableFacts, explanation: Explanation
) -> Iterator[tuple[str, str, str, Collection[int]]]:
    best = explanation.optimal
    assert best is not None
    name = explanation.label_column
    to_label = said(name, best.counterfactual_label)
    in_ball = [place for place in _INSIDE if place not in _DARK]
    yield (
        marked("power"),
        figure(best.power),
        say(
            "The ball is all {n_ball:# case|# cases} as near to the answer as this "
            "one, or nearer. {n} of them {n:has|have} another {label_column} than "
            "{label}: the answer explains these as well.",
            n_ball=best.ball_size,
            n=best.power,
            label_column=column(name),
            label=to_label,
        ),
        in_ball,
    )
    yield (
        marked("typicality"),
        figure(best.typicality, ".3f"),
        say(
            "{n} of the {n_all:# case|# cases} with {label} {n:is|are} in the ball: "
            "how usual the answer is for its outcome.",
            n=best.ball_size - best.power,
            n_all=facts.classes[best.counterfactual_label],
            label=to_label,
        ),
        [place for place in _INSIDE if place in _DARK],
    )
    yield (
        marked("capacity"),
        figure(best.capacity, ".3f"),
        say(
            "{n} ÷ {n_ball}: the part of the ball that the answer explains.",
            n=best.power,
            n_ball=best.ball_size,
        ),
        in_ball,
    )
    if explanation.label is not None:
        yield (
            marked("universality"),
            figure(best.universality, ".3f"),
            say(
                "{n} ÷ {n_ball}: the part of the ball with {label}, as this case has.",
                n=round(best.universality * best.ball_size),
                n_ball=best.ball_size,
                label=said(name, explanation.label),
            ),
            in_ball,
        )
    yield marked("share"), figure(best.share, ".3f"), _share(best, to_label), [_ANSWER]
    if explanation.margin is not None:
        yield (
            marked("margin"),
            figure(explanation.margin),
            _margin(explanation.margin),
            [_ANSWER, _ROW],
        )


def _share(best: Counterfactual, label: str) -> str:
    if best.is_sure and best.support == 1:
        return say(
            "The one case with exactly the answer's values has {label}.", label=label
        )
    if best.is_sure:
        return say(
            "All {n} cases with exactly its values have {label}.",
            n=best.support,
            label=label,
        )
    return say(
        "{n} of the {n_equal:# case|# cases} with exactly the answer's values "
        "{n:has|have} {label}; the others had another outcome.",
        n=best.support,
        n_equal=best.n_equal,
        label=label,
    )


def _margin(margin: int) -> str:
    if margin <= 1:
        return say("One other case less, and another answer may be the best.")
    return say(
        "Whatever {n:# other case|# other cases} were taken out, this would stay the "
        "only best answer.",
        n=margin - 1,
    )


def _ball(lit: Collection[int]) -> Html:
    """A drawing of a ball in which the cases are lit that a figure counts."""
    cases = []
    for place, (x, y, is_dark) in enumerate(_CASES):
        shade = " ".join(["same"] * is_dark + ["lit"] * (place in lit)) or None
        radius = 4.5 if place == _ANSWER else 3
        cases.append(element("circle", cx=x, cy=y, r=radius, class_=shade))
    return element(
        "svg",
        element("circle", cx=0, cy=0, r=22, class_="edge"),
        cases,
        viewBox="-31 -25 62 50",
        width=58,
        height=47,
        class_="ball",
        aria_hidden="true",
        focusable="false",
    )
