"""The figures of an audit, and the sentences that sum them up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from cfsql.questions.audit.effort import (
    SIGNIFICANT,
    Effort,
    EffortFeature,
    EffortWithin,
    NearPairs,
    UnequalTest,
)
from cfsql.questions.audit.hardest import aims, hardest
from cfsql.questions.explanation import Change
from cfsql.questions.why import Literal
from cfsql.speech import column, cut, figure, listing, percent, said, say
from cfsql.tables.frames import Held, Rows
from cfsql.tables.nearly_unique import NearlyUnique
from cfsql.tables.runs import has_weights, kept_columns

# The characters of a value in a sentence.
_LONGEST = 60


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
        overall = [each.n_reached for each in self.coverage if each.label is None]
        return max(overall, default=0)

    @property
    def n_pairs_alone(self) -> dict[str, int]:
        """Of each protected column, the pairs that differ in it alone."""
        alone = dict.fromkeys(self.protected, 0)
        for each in self.directions:
            alone[each.feature] += each.n_pairs
        return alone

    @property
    def n_wanting(self) -> int:
        """The audited rows that do not have the outcome that was asked for."""
        overall = [each.n_rows for each in self.coverage if each.label is None]
        return max(overall, default=0)

    @property
    def verdict(self) -> str | None:
        """What decides, in words; None if no column is protected.

        The share of pairs that differ in protected columns alone beside the share of
        equal rows that differ, and whether any test is more than chance.
        """
        if not self.n_pairs or self.rates is None:
            return self.sentence
        return " ".join([self._finding, self.rates, *filter(None, [self._chance])])

    @property
    def hardest(self) -> str | None:
        """For whom it is harder to reach the outcome that the most rows lack."""
        found = aims(self.effort)
        if not found:
            return None
        return hardest(self.effort, found[0], self.protected, self.label_column)

    @property
    def _finding(self) -> str:
        """What the pairs and their tests come to."""
        n_tests = len(self.tests)
        if not n_tests:
            return say(
                "Nothing could be tested: no rows that differ in one of these columns "
                "alone have different outcomes."
            )
        if any(each.is_significant for each in self.tests):
            return say("The pairs show more than chance.")
        if all(each.least_p * n_tests >= SIGNIFICANT for each in self.tests):
            return say("There are too few pairs to tell chance from a reason.")
        if self.twin_rate is not None and (self.unequal_rate or 0) > self.twin_rate:
            return say(
                "Outcomes differ more often where only these columns differ than where "
                "nothing does, but neither way more than chance would have it."
            )
        return say("The pairs show no more than chance.")

    @property
    def _chance(self) -> str | None:
        """How many of the tests have found more than chance, and what most clearly."""
        if not self.tests:
            return None
        n_found = sum(each.is_significant for each in self.tests)
        level = figure(SIGNIFICANT, ".2f")
        if not n_found:
            return say(
                "The one test is not more than chance (p < {level})."
                if len(self.tests) == 1
                else "None of the {n_all} tests is more than chance after Holm's "
                "correction (p < {level}).",
                n_all=len(self.tests),
                level=level,
            )
        told = say(
            "The one test is more than chance (p < {level})."
            if len(self.tests) == 1
            else "{n} of {n_all} tests {n:is|are} more than chance after Holm's "
            "correction (p < {level}).",
            n=n_found,
            n_all=len(self.tests),
            level=level,
        )
        first = self.tests[0]
        return f"{told} " + say(
            "Most clearly {column}: {value} has {label} and {other} has {other_label} "
            "in {n:# pair|# pairs}, the reverse holds in {m}.",
            column=column(first.feature),
            value=cut(said(first.feature, first.value), _LONGEST),
            other=cut(said(first.feature, first.other_value), _LONGEST),
            label=cut(said(self.label_column, first.label), _LONGEST),
            other_label=cut(said(self.label_column, first.other_label), _LONGEST),
            n=first.n_pairs,
            m=first.n_reversed,
        )

    @property
    def sentence(self) -> str | None:
        """How many pairs there are, in plain English; None if nobody asked."""
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
        told = self.verdict or say("how often each feature changes in optimal answers")
        return f"{self.name}: {told}"

    def __str__(self) -> str:
        """The verdict, whole, and for whom it is harder."""
        return " ".join(filter(None, [self.headline, self.hardest]))

    def _rows(self) -> Rows:
        """How often each feature changes, with the columns of `_audit_features`.

        `Ranking.audit_tables` are the other tables.
        """
        return Rows(AuditedFeature, self.features)

    def to_dict(self) -> dict[str, Any]:
        """The audit for programs, as `cfsql audit --format json` prints it."""
        told = {
            "verdict": self.verdict,
            "hardest": self.hardest,
            "sentence": self.sentence,
        }
        return told | asdict(self)
