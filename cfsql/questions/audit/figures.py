"""The figures of an audit, and the sentences that sum them up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from cfsql.questions.audit.effort import (
    Effort,
    EffortFeature,
    EffortWithin,
    NearPairs,
    UnequalTest,
)
from cfsql.questions.explain import Change
from cfsql.questions.why import Literal
from cfsql.speech import column, listing, percent, say
from cfsql.tables.frames import Held, Rows
from cfsql.tables.nearly_unique import NearlyUnique
from cfsql.tables.runs import has_weights, kept_columns


@dataclass(frozen=True)
class AuditedFeature:
    """How often a feature changes; from and to None are all classes together."""

    from_label: str | None
    to_label: str | None
    feature: str
    n_changed: float
    n_rows: float
    share: float | None


@dataclass(frozen=True)
class LabelPair:
    """How many rows of a class have their optimal counterfactual in another."""

    from_label: str
    to_label: str
    n_rows: float
    share: float


@dataclass(frozen=True)
class Answer:
    """A counterfactual, and how many rows it answers."""

    place: int
    counterfactual_id: object
    label: str
    n_rows: float
    n_optimal_for: int
    share: float
    cumulated_share: float
    support: int
    literals: list[Literal]


@dataclass(frozen=True)
class Reach:
    """The rows with a counterfactual within `n_changes`; label None is all rows."""

    label: str | None
    n_changes: int
    n_rows: int
    n_reached: int
    share: float


@dataclass(frozen=True)
class Member:
    """A label in a contradiction; `row_id` is one of its rows."""

    label: str
    row_id: object
    n_rows: int


@dataclass(frozen=True)
class Contradiction:
    """Rows with the same features and different labels."""

    n_rows: int
    members: list[Member]


@dataclass(frozen=True)
class UnequalPair:
    """Two cases that differ in protected columns alone, and in their label."""

    row_id: object
    label: str
    other_id: object
    other_label: str
    changes: list[Change]
    explanation: str
    n_rows: int
    n_other_rows: int
    is_contradicted: bool


@dataclass(frozen=True)
class UnequalValue:
    """The rows with a protected value; feature None is all columns together."""

    feature: str | None
    value: str | None
    n_rows: int
    n_comparable: int
    n_unequal: int
    share: float | None
    n_pairs: int
    n_row_pairs: int
    n_unequal_row_pairs: int


@dataclass(frozen=True)
class Direction:
    """Pairs that differ in one protected column alone: which value has which label."""

    feature: str
    value: str | None
    label: str
    other_value: str | None
    other_label: str
    n_pairs: int
    n_row_pairs: int


@dataclass(frozen=True, repr=False)
class Audit(Held):
    """A table in figures: what changes, who is reached, who is treated unequally.

    `answers` and `pairs` are the first of `n_answers` and `n_pairs`; all are in the
    result tables <name>_audit_…. A pair is clear when neither case is contradicted.
    `unequal_rate` is the share of row pairs with different labels among the pairs that
    differ in protected columns alone; `twin_rate` that among pairs equal in everything.
    `constraints` are the options of the ranking that say which cases may be answers.
    `leading` are nearly unique features that at least half of the answers change.
    """

    name: str
    table: str
    label_column: str
    protected: list[str]
    constraints: str
    n_rows: int
    n_table_rows: int
    n_features: int
    features: list[AuditedFeature]
    labels: list[LabelPair]
    n_answers: int
    answers: list[Answer]
    coverage: list[Reach]
    n_contradicted: int
    n_contradictions: int
    contradictions: list[Contradiction]
    n_pairs: int
    n_clear_pairs: int
    n_comparable: int
    n_unequal: int
    unequal_rate: float | None
    twin_rate: float | None
    pairs: list[UnequalPair]
    values: list[UnequalValue]
    directions: list[Direction]
    tests: list[UnequalTest]
    near: list[NearPairs]
    effort: list[Effort]
    effort_within: list[EffortWithin]
    effort_features: list[EffortFeature]
    leading: Sequence[NearlyUnique] = ()

    @property
    def notes(self) -> list[str]:
        """What to know beside the figures, as Python says it."""
        return [each.in_python for each in self.leading]

    @property
    def is_weighted(self) -> bool:
        """Whether some features count more than once in a distance."""
        return has_weights(self.constraints)

    @property
    def kept(self) -> list[str]:
        """The features that no answer of the ranking may change."""
        return kept_columns(self.constraints)

    @property
    def overall(self) -> list[AuditedFeature]:
        """How often each feature changes over all rows, most often first."""
        return [each for each in self.features if each.from_label is None]

    @property
    def n_answered(self) -> int:
        """The audited rows that have a counterfactual."""
        return max(each.n_reached for each in self.coverage if each.label is None)

    @property
    def n_pairs_alone(self) -> dict[str, int]:
        """Of each protected column, the pairs that differ in it alone."""
        alone = dict.fromkeys(self.protected, 0)
        for each in self.directions:
            alone[each.feature] += each.n_pairs
        return alone

    @property
    def sentence(self) -> str | None:
        """Whom the table treats unequally, in plain English; None if nobody asked."""
        if not self.protected:
            return None
        columns = self._columns
        if self.n_pairs:
            return say(
                "{n:# pair of cases is|# pairs of cases are} equal in everything but "
                "{columns}, and {n:differs|differ} in {label_column}: {n_unequal} of "
                "the {n_comparable:# row|# rows} that can be compared.",
                n=self.n_pairs,
                columns=columns,
                label_column=column(self.label_column),
                n_unequal=self.n_unequal,
                n_comparable=self.n_comparable,
            )
        if self.n_comparable:
            return say(
                "No two cases that are equal in everything but {columns} differ in "
                "{label_column}: the {n:# row|# rows} that can be compared are treated "
                "alike.",
                columns=columns,
                label_column=column(self.label_column),
                n=self.n_comparable,
            )
        return say(
            "No two cases are equal in everything but {columns}: there is nothing to "
            "compare.",
            columns=columns,
        )

    @property
    def _columns(self) -> str:
        return listing([column(name) for name in self.protected])

    @property
    def rates(self) -> str | None:
        """How often labels differ with and without such a reason; None if unknown."""
        if self.unequal_rate is None:
            return None
        if self.twin_rate is None:
            return say(
                "Of two rows that are equal in everything but {columns}, {share} "
                "differ in {label_column}; no two of these rows are equal in "
                "everything.",
                columns=self._columns,
                share=percent(self.unequal_rate),
                label_column=column(self.label_column),
            )
        return say(
            "Of two rows that are equal in everything but {columns}, {share} differ in "
            "{label_column}; of two of these rows that are equal in everything, "
            "{twin_share}.",
            columns=self._columns,
            share=percent(self.unequal_rate),
            label_column=column(self.label_column),
            twin_share=percent(self.twin_rate),
        )

    @property
    def headline(self) -> str:
        """The audit in one line."""
        told = self.sentence or say("how often each feature changes in optimal answers")
        return f"{self.name}: {told}"

    def _rows(self) -> Rows:
        """How often each feature changes, with the columns of `_audit_features`.

        `Ranking.audit_tables` are the other tables.
        """
        return Rows(AuditedFeature, self.features)

    def to_dict(self) -> dict[str, Any]:
        """The audit for programs, as `cfsql audit --format json` prints it."""
        return {"sentence": self.sentence, **asdict(self)}
