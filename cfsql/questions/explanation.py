"""An explanation: a row or a new case, what would have changed it, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cfsql.speech import Speech, current, say
from cfsql.tables.frames import Column, Held, Rows
from cfsql.tables.nearly_unique import NearlyUnique


@dataclass(frozen=True)
class Change:
    """One feature that differs; a value of None is NULL."""

    feature: str
    from_value: str | None
    to_value: str | None


@dataclass(frozen=True)
class Counterfactual:
    """One minimal counterfactual of the row: a case that really happened.

    `originals` are the numbers behind those values that are intervals.
    """

    counterfactual_id: object
    counterfactual_label: str
    distance: int
    changes: list[Change]
    explanation: str
    rank: int
    is_optimal: bool
    power: int
    ball_size: int
    typicality: float
    capacity: float
    universality: float
    dag_count: int
    support: int
    share: float
    n_changes: int
    values: dict[str, str | None]
    originals: dict[str, str | None]

    @property
    def is_sure(self) -> bool:
        """Whether these features came with this label alone."""
        return self.share == 1

    @property
    def n_equal(self) -> int:
        """The number of rows with these features, whatever their label."""
        return round(self.support / self.share)


@dataclass(frozen=True, repr=False)
class Explanation(Held):
    """A row of a table with its minimal counterfactuals, best first.

    The fields from `row_id` to `sentence` are columns of `_summary`, and
    `originals` are the numbers behind those values that are intervals. A new case has
    no row id, and perhaps no label; the remarks are about its values. `target`,
    `differs_by`, `require` and `weight` are what was asked for. `leading` are nearly
    unique features that the first answer changes.
    """

    table: str
    label_column: str
    values: dict[str, str | None]
    originals: dict[str, str | None]
    row_id: object
    label: str | None
    min_distance: int | None
    n_minimal: int
    n_optimal: int
    is_unique: bool
    power: int | None
    second_power: int | None
    gap: float | None
    margin: int | None
    is_contradicted: bool
    optimal_id: object | None
    explanation: str | None
    sentence: str
    counterfactuals: list[Counterfactual]
    blocked_by: str | None = None
    target: str | None = None
    differs_by: float | None = None
    require: str | None = None
    weight: Sequence[str] = ()
    n_changes: int | None = None
    n_listed: int = 0
    sureness: str | None = None
    sureness_reason: str | None = None
    remarks: Sequence[str] = ()
    leading: Sequence[NearlyUnique] = ()
    id_type: str | None = None
    declared: str | None = None
    speech: Speech = field(default_factory=current, repr=False)

    @property
    def is_sure(self) -> bool:
        """Whether this can be said of all that are listed."""
        return all(each.is_sure for each in self.counterfactuals)

    @property
    def title(self) -> str:
        """Which case is explained."""
        with self.speech.spoken():
            if self.row_id is None:
                return say("A new case of {table}", table=self.table)
            return say("Row {row} of {table}", row=str(self.row_id), table=self.table)

    @property
    def headline(self) -> str:
        """The case and its answer in one line."""
        return f"{self.title}: {self.sentence}"

    @property
    def optimal(self) -> Counterfactual | None:
        """The counterfactual that the sentence is about; None when there is none.

        It is the first that is listed, or with `target="each"` the nearest of these.
        """
        told = (self.optimal_id, self.explanation)
        for each in self.counterfactuals:
            if (each.counterfactual_id, each.explanation) == told:
                return each
        return None

    @property
    def notes(self) -> list[str]:
        """What to know beside the answer, as Python says it."""
        return [*self.remarks, *(each.in_python for each in self.leading)]

    def to_dict(self) -> dict[str, Any]:
        """The explanation for programs, as `cfsql explain --format json` prints it."""
        found = {
            "sentence": self.sentence,
            "sureness": self.sureness,
            "sureness_reason": self.sureness_reason,
            **super().to_dict(),
        }
        if self.declared is None:
            del found["declared"]
        return found

    def _rows(self) -> Rows:
        """The counterfactuals, with the columns of `_ranked`."""
        before: dict[str, Column] = {
            "row_id": (object, self.row_id),
            "label": (str, self.label),
        }
        return Rows(
            Counterfactual,
            self.counterfactuals,
            before,
            without=() if self.weight else ("n_changes",),
            id_type=self.id_type,
        )
