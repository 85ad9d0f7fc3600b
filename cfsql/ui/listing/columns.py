"""The columns of a list of rows: features, the outcome, and figures of the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cfsql.show.sureness import sure_word
from cfsql.speech import figure, marked, say, shown_column, shown_value
from cfsql.ui.parameters import VALUE

# What a list says of each row beside its values: a heading for each, to be said.
FIGURES = {
    "label": marked("outcome"),
    "distance": marked("distance"),
    "changes": marked("what would have changed it"),
    "sentence": marked("in a sentence"),
    "sure": marked("how sure"),
    "share": marked("share"),
    "unique": marked("only best answer"),
    "minimal": marked("answers"),
    "power": marked("power"),
    "gap": marked("gap"),
    "margin": marked("margin"),
}

# Those that are texts, of the ranking; and those that are numbers.
WORDED = ("changes", "sentence")
NUMBERS = ("distance", "share", "minimal", "power", "gap", "margin")

# The columns of a summary that they show.
STORED = {
    "distance": "min_distance",
    "changes": "explanation",
    "sentence": "sentence",
    "sure": "sureness",
    "share": "share",
    "minimal": "n_minimal",
    "power": "power",
    "gap": "gap",
    "margin": "margin",
}

# The features that are shown unless others are asked for.
_N_FEATURES = 6


@dataclass(frozen=True)
class Column:
    """A column of a list; `feature` is its place among the features, from 0 on.

    `source` is the column of the table that its values are of, if it is one.
    """

    name: str
    heading: str
    feature: int | None = None
    source: str | None = None

    @property
    def is_number(self) -> bool:
        """Whether its cells are figures, to stand below each other."""
        return self.name in NUMBERS

    def cell(self, row: dict[str, Any]) -> Any:
        """What the column shows of a row."""
        if self.source is not None:
            texts = row["feature_texts"]
            own = row["label"] if self.feature is None else texts[self.feature]
            return shown_value(self.source, own)
        if self.name == "unique":
            if not row["n_optimal"]:
                return None
            n_optimal = row["n_optimal"]
            return say("yes") if n_optimal == 1 else say("tie of {n}", n=n_optimal)
        found = row[STORED[self.name]]
        if found is not None and self.name == "sure":
            return sure_word(found)
        if found is None or self.name in WORDED:
            return found
        return figure(found, ".3f") if isinstance(found, float) else figure(found)


def usual_columns(
    changing: Sequence[str], *, is_ranked: bool, by: str = "power"
) -> tuple[str, ...]:
    """The columns that a list has unless others are asked for.

    How sure an answer is, power alone tells.
    """
    features = [f"{VALUE}{name}" for name in changing[:_N_FEATURES]]
    if not is_ranked:
        return ("label", *(f"{VALUE}{name}" for name in changing[: 2 * _N_FEATURES]))
    last = "sure" if by == "power" else "unique"
    return ("label", *features, "distance", "changes", last)


def shown_columns(
    names: Iterable[str], features: Sequence[str], label: str
) -> list[Column]:
    """The columns of these names, in their order."""
    places = {name: place for place, name in enumerate(features)}
    found = []
    for name in names:
        feature = name.removeprefix(VALUE)
        if name.startswith(VALUE):
            heading = shown_column(feature)
            found.append(Column(name, heading, places[feature], feature))
        elif name == "label":
            found.append(Column(name, shown_column(label), source=label))
        else:
            found.append(Column(name, say(FIGURES[name])))
    return found
