"""A case beside its optimal counterfactual, feature by feature."""

from __future__ import annotations

from dataclasses import dataclass

from cfsql.questions.explain import Explanation
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


def sides(explanation: Explanation) -> list[Side]:
    """The features in column order; `other` is None if there is no counterfactual."""
    best = explanation.optimal
    changed = {change.feature for change in best.changes} if best else set()
    return [
        Side(
            feature,
            with_original(own, explanation.originals.get(feature)),
            with_original(best.values[feature], best.originals.get(feature))
            if best
            else None,
            feature in changed,
        )
        for feature, own in explanation.values.items()
    ]
