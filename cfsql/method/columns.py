"""The columns of the result tables, and the metrics of an answer.

The contract's tables take their columns and comments from here. The terminal, pages,
notebooks and the explorer show each metric that is listed here. ARCHITECTURE.md
says what else a new metric needs.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Column:
    """A column of a result table; `about` is its comment in the database."""

    name: str
    about: str


@dataclass(frozen=True)
class Metric(Column):
    """A column of `_ranked` that measures an answer by a share between 0 and 1."""

    @property
    def meaning(self) -> str:
        """The definition as part of a sentence."""
        return f"{self.about[0].lower()}{self.about[1:]}"

    def of(self, answer: object) -> float | None:
        """The figure of a counterfactual; None where the row has no label."""
        figure: float | None = getattr(answer, self.name)
        return figure


# The ball holds the rows at most as far from the answer as the explained row is.
METRICS = (
    Metric("typicality", "Share of the answer's class in the ball"),
    Metric("capacity", "Share of the ball outside the answer's class"),
    Metric("universality", "Share of the ball in this row's class"),
)

_OF_THE_ROW = (
    Column("row_id", "The row that is explained"),
    Column("label", "Its label"),
)

RANKED = (
    *_OF_THE_ROW,
    Column(
        "counterfactual_id", "The smallest row id among the equal rows of the answer"
    ),
    Column("counterfactual_label", "The label of the answer"),
    Column("distance", "Number of features that differ, each as often as it weighs"),
    Column("changes", "The features that differ, with both values, in column order"),
    Column("explanation", "The changes in words"),
    Column("rank", "1 is best; ties share a rank"),
    Column("is_optimal", "Whether the rank is 1"),
    Column("power", "Rows in the ball whose label is not the answer's"),
    Column("ball_size", "Rows at most as far from the answer as this row is: the ball"),
    *METRICS,
    Column(
        "dag_count", "Minimal counterfactuals of this row that change the same features"
    ),
    Column("support", "Number of rows with the features and label of the answer"),
    Column("share", "support / number of rows with the features of the answer"),
)

SUMMARY = (
    *_OF_THE_ROW,
    Column("min_distance", "Least distance; NULL without a counterfactual"),
    Column("n_minimal", "Number of counterfactuals at that distance"),
    Column("n_optimal", "Number of these with rank 1"),
    Column("is_unique", "Whether exactly one is optimal"),
    Column("power", "Highest power among the minimal counterfactuals"),
    Column(
        "second_power", "Second highest power, ties included; NULL if there is one only"
    ),
    Column("gap", "(power - second_power) / power"),
    Column(
        "margin",
        "The unique optimal one stays so whatever fewer other rows than these go; "
        "NULL if none is unique",
    ),
    Column("is_contradicted", "Whether an equal row has another label"),
    Column("optimal_id", "The optimal counterfactual that is listed first"),
    Column("explanation", "Its changes in words"),
    Column("sentence", "The answer in plain English, and how sure it is"),
)

# The last columns of a summary, after those of constraints and weights.
SURE = (
    Column("n_listed", "Number of its counterfactuals in the listing"),
    Column("sureness", "How sure the first answer is: firm, fair or shaky"),
    Column("sureness_reason", "What decides that, in words"),
)

# A ranking with weights adds how many features change, of each answer and of the first.
WEIGHTED = (Column("n_changes", "Number of features that change, each counted once"),)

# A constrained ranking adds to its summary what left a row without an answer.
BLOCKED = (
    Column("blocked_by", "The constraint that took the row's last counterfactual"),
)


def _kept(name: str, what: str) -> tuple[Column, ...]:
    """In how many subsamples something stays, and the share, with its interval."""
    return (
        Column(f"n_{name}", f"Subsamples in which {what}"),
        Column(f"{name}_share", f"n_{name} / n_repeats"),
        Column(f"{name}_low", "Lower end of its interval at 95 % (Wilson)"),
        Column(f"{name}_high", "Upper end of its interval at 95 % (Wilson)"),
    )


STABILITY = (
    *_OF_THE_ROW,
    Column("counterfactual_label", "The label of its answer in the whole table"),
    Column("distance", "Number of features that this answer changes"),
    Column("explanation", "These changes in words"),
    Column("n_repeats", "Number of subsamples; NULL without a counterfactual"),
    *_kept("answer", "the first optimal answer has the same changes and label"),
    *_kept("features", "the first optimal answer changes the same features"),
    *_kept("distance", "the least number of changes is the same"),
    Column("n_present", "Subsamples that have the answer's own rows, at least one"),
    Column("given_share", "n_answer / n_present: how often the answer stays in these"),
    Column("given_low", "Lower end of its interval at 95 % (Wilson)"),
    Column("given_high", "Upper end of its interval at 95 % (Wilson)"),
)

COVER = (
    Column("place", "1 was chosen first: it reaches the most rows"),
    Column("counterfactual_id", "The smallest row id among the equal rows of the case"),
    Column("label", "Its label"),
    Column("support", "Number of rows with the features and label of the case"),
    Column("n_reached", "Rows that the case reaches, alone"),
    Column("n_added", "Rows of these that no case before it reaches"),
    Column("n_together", "Rows that this case and all before it reach"),
    Column("share", "n_together / number of rows to be reached"),
    Column("literals", "Its features with their values"),
)

COVER_ROWS = (
    Column("row_id", "The row to be reached"),
    Column("label", "Its label"),
    Column("place", "The first chosen case that reaches it; NULL if none does"),
    Column("counterfactual_id", "The smallest row id among the equal rows of the case"),
    Column("counterfactual_label", "The label of the case"),
    Column("distance", "Number of features that differ"),
    Column("changes", "The features that differ, with both values, in column order"),
    Column("explanation", "The changes in words"),
    Column("is_reachable", "Whether any case would reach it, chosen or not"),
)
