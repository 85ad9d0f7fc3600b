"""A case beside its optimal counterfactual, feature by feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cfsql.questions.explanation import Explanation
from cfsql.speech import named, say, shown_column, shown_value
from cfsql.words import with_original


@dataclass(frozen=True)
class Side:
    """A feature with its value in the case and in the counterfactual.

    A value that is an interval has the number behind it.
    """

    feature: str
    own: str | None
    other: str | None
    is_changed: bool


def shown(
    feature: str, value: str | None, originals: Mapping[str, str | None]
) -> str | None:
    """A value as a reader knows it, and the number that it is the interval of."""
    original = originals.get(feature)
    is_itself = value == original
    return with_original(shown_value(feature, value), None if is_itself else original)


def sides(explanation: Explanation) -> list[Side]:
    """The features in column order; `other` is None if there is no counterfactual."""
    best = explanation.optimal
    changed = {change.feature for change in best.changes} if best else set()
    return [
        Side(
            shown_column(feature),
            shown(feature, own, explanation.originals),
            shown(feature, best.values[feature], best.originals) if best else None,
            feature in changed,
        )
        for feature, own in explanation.values.items()
    ]


def outcome(explanation: Explanation) -> Side:
    """The outcome of the case, and that of its optimal counterfactual."""
    best, name = explanation.optimal, explanation.label_column
    return Side(
        shown_column(name),
        shown(name, explanation.label, explanation.originals),
        shown(name, best.counterfactual_label, best.originals) if best else None,
        best is not None,
    )


def case_name(explanation: Explanation) -> str:
    """What the case is called at the head of a column."""
    return say("new case") if explanation.row_id is None else named(explanation.row_id)


def all_sides(explanations: Sequence[Explanation]) -> list[list[Side]]:
    """Several cases side by side: the outcomes, then each feature of all of them.

    The features that change for most of them come first.
    """
    features = [list(each) for each in zip(*map(sides, explanations), strict=True)]
    features.sort(key=lambda line: -sum(side.is_changed for side in line))
    return [[outcome(each) for each in explanations], *features]


def one_of_each(explanation: Explanation) -> str:
    """What is not listed where one answer stands for each set of features."""
    return say(
        "; one for each set of features, of {n} nearest ones, of which "
        "{n_optimal:# is|# are} optimal",
        n=explanation.n_minimal,
        n_optimal=explanation.n_optimal,
    )
