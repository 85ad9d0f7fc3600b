"""The figures of an answer, each in words of its own ball, and in a small drawing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from cfsql.questions.explain import Counterfactual, Explanation
from cfsql.show.markup import Html, element
from cfsql.ui.store import TableFacts
from cfsql.words import many

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
        Term(word, figure, meaning, _ball(word, lit))
        for word, figure, meaning, lit in _told(facts, explanation)
    ]


def _told(
    facts: TableFacts, explanation: Explanation
) -> Iterator[tuple[str, str, str, Collection[int]]]:
    best = explanation.optimal
    assert best is not None
    column, to_label = explanation.label_column, best.counterfactual_label
    n_same = best.ball_size - best.power
    in_ball = [place for place in _INSIDE if place not in _DARK]
    yield (
        "power",
        f"{best.power:,}",
        f"The ball is all {many(best.ball_size, 'case')} as near to the answer as "
        f"this one, or nearer. {best.power:,} of them {_has(best.power)} another "
        f"{column} than {to_label}: the answer explains these as well.",
        in_ball,
    )
    yield (
        "typicality",
        f"{best.typicality:.3f}",
        f"{n_same:,} of the {many(facts.classes[to_label], 'case')} with {to_label} "
        f"{_is(n_same)} in the ball: how usual the answer is for its outcome.",
        [place for place in _INSIDE if place in _DARK],
    )
    yield (
        "capacity",
        f"{best.capacity:.3f}",
        f"{best.power:,} ÷ {best.ball_size:,}: the part of the ball that the answer "
        "explains.",
        in_ball,
    )
    if explanation.label is not None:
        n_own = round(best.universality * best.ball_size)
        yield (
            "universality",
            f"{best.universality:.3f}",
            f"{n_own:,} ÷ {best.ball_size:,}: the part of the ball with "
            f"{explanation.label}, as this case has.",
            in_ball,
        )
    yield "share", f"{best.share:.3f}", _share(best), [_ANSWER]
    if explanation.margin is not None:
        yield (
            "margin",
            f"{explanation.margin:,}",
            _margin(explanation.margin),
            [_ANSWER, _ROW],
        )


def _share(best: Counterfactual) -> str:
    label = best.counterfactual_label
    if best.is_sure and best.support == 1:
        return f"The one case with exactly the answer's values has {label}."
    if best.is_sure:
        return f"All {best.support:,} cases with exactly its values have {label}."
    return (
        f"{best.support:,} of the {many(best.n_equal, 'case')} with exactly the "
        f"answer's values {_has(best.support)} {label}; the others had another outcome."
    )


def _margin(margin: int) -> str:
    if margin <= 1:
        return "One other case less, and another answer may be the best."
    return (
        f"Whatever {many(margin - 1, 'other case')} were taken out, this would stay "
        "the only best answer."
    )


def _has(number: int) -> str:
    return "has" if number == 1 else "have"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _ball(word: str, lit: Collection[int]) -> Html:
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
