"""The words of the method and their meanings, as pages and the explorer give them."""

from __future__ import annotations

from collections.abc import Iterable

from cfsql.method.columns import METRICS

GLOSSARY = {
    "counterfactual": "a row of the table with another outcome, also called an answer. "
    "Its explanation is the list of features in which it differs: what would have to "
    "change",
    "minimal": "no counterfactual of the row differs in fewer features",
    "ball": "all cases that are as near to the answer as the row is, or nearer",
    "power": "the cases in the ball with another outcome than the answer: it explains "
    "these as well",
    "rank, optimal": "1 + the number of minimal counterfactuals that rank higher; "
    "those with rank 1 are optimal, and there may be several",
    "unique": "one alone is optimal",
    "gap": "how far the highest power is ahead of the second, as a share of it; 0 is "
    "a tie. A row with a single minimal counterfactual has no gap",
    **{metric.name: f"the {metric.meaning}" for metric in METRICS},
    "support": "the number of cases equal to the answer",
    "share": "of the cases with the features of the answer, the share with its "
    "outcome; below 1, the same values also came with another outcome",
    "margin": "the unique optimal answer stays so whatever fewer cases than these are "
    "taken out",
    "contradicted": "a case with the same features has another outcome",
}


def metric_definitions() -> Iterable[str]:
    """The metrics, each with its definition in a sentence."""
    return (f"{each.name.capitalize()}: {GLOSSARY[each.name]}." for each in METRICS)
