"""A case beside its optimal counterfactual, feature by feature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cfsql.questions.explain import Explanation
from cfsql.speech import shown_column, shown_value
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
