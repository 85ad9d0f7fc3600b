"""For whom another outcome takes more changes, and which unequal pairs are chance."""

from __future__ import annotations

from dataclasses import dataclass

# Below it, chance is no good reason for what a test has found.
SIGNIFICANT = 0.05


@dataclass(frozen=True)
class UnequalTest:
    """Pairs of rows that differ in one protected column alone: which way they fall.

    In `n_pairs` of them the row with `value` has `label`, and that with `other_value`
    has `other_label`; in `n_reversed` the labels are exchanged.
    """

    feature: str
    value: str | None
    label: str
    other_value: str | None
    other_label: str
    n_pairs: int
    n_reversed: int
    share: float
    share_low: float
    share_high: float
    p_value: float
    p_holm: float
    effect: str

    @property
    def is_significant(self) -> bool:
        """Whether it is more than chance would have it, given all tests."""
        return self.p_holm < SIGNIFICANT

    @property
    def least_p(self) -> float:
        """The smallest p-value that so many pairs can have: all fall one way."""
        return float(min(1.0, 2.0 ** (1 - self.n_pairs - self.n_reversed)))


@dataclass(frozen=True)
class NearPairs:
    """Pairs of rows that differ in so many features that are not protected."""

    n_differences: int
    n_row_pairs: int
    n_unequal_row_pairs: int
    share: float | None
    n_like_row_pairs: int
    n_unequal_like_row_pairs: int
    like_share: float | None


@dataclass(frozen=True)
class Effort:
    """How many changes the rows with a protected value need to reach an outcome.

    Feature None is all rows; to_label None is any other outcome than a row has.
    """

    feature: str | None
    value: str | None
    to_label: str | None
    n_rows: int
    n_reached: int
    mean_changes: float | None
    mean_low: float | None
    mean_high: float | None
    q25: int | None
    q50: int | None
    q75: int | None
    q90: int | None
    superiority: float | None
    effect: str | None


@dataclass(frozen=True)
class EffortWithin:
    """The rows with a protected value within `n_changes` of an outcome."""

    feature: str | None
    value: str | None
    to_label: str | None
    n_changes: int
    n_rows: int
    n_within: int
    share: float
    share_low: float
    share_high: float


@dataclass(frozen=True)
class EffortFeature:
    """How often rows with a protected value change a feature to reach an outcome."""

    feature: str | None
    value: str | None
    to_label: str | None
    changed_feature: str
    n_changed: float
    n_rows: int
    share: float
    share_low: float
    share_high: float
