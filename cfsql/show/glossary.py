"""The words of the method and their meanings, as pages and the explorer give them."""

from __future__ import annotations

from collections.abc import Iterable

from cfsql.method.columns import METRICS, Metric
from cfsql.speech import figure, marked, say

# English words and meanings; `say` gives both in the language that is spoken.
GLOSSARY = {
    marked("counterfactual"): marked(
        "a row of the table with another outcome, also called an answer. Its "
        "explanation is the list of features in which it differs: what would have to "
        "change"
    ),
    marked("minimal"): marked("no counterfactual of the row differs in fewer features"),
    marked("ball"): marked(
        "all cases that are as near to the answer as the row is, or nearer"
    ),
    marked("power"): marked(
        "the cases in the ball with another outcome than the answer: it explains these "
        "as well"
    ),
    marked("rank, optimal"): marked(
        "1 + the number of minimal counterfactuals that rank higher; those with rank 1 "
        "are optimal, and there may be several"
    ),
    marked("unique"): marked("one alone is optimal"),
    marked("gap"): marked(
        "how far the highest power is ahead of the second, as a share of it; 0 is a "
        "tie. A row with a single minimal counterfactual has no gap"
    ),
    **{metric.name: f"the {metric.meaning}" for metric in METRICS},
    marked("support"): marked("the number of cases equal to the answer"),
    marked("share"): marked(
        "of the cases with the features of the answer, the share with its outcome; "
        "below 1, the same values also came with another outcome"
    ),
    marked("margin"): marked(
        "the unique optimal answer stays so whatever fewer cases than these are taken "
        "out"
    ),
    marked("contradicted"): marked("a case with the same features has another outcome"),
}


def metric_figure(metric: Metric, answer: object) -> str:
    """The figure of a counterfactual as text."""
    found = metric.of(answer)
    return "–" if found is None else figure(found, ".3f")


def metric_definitions() -> Iterable[str]:
    """The metrics, each with its definition in a sentence."""
    return (
        say(
            "{metric}: {definition}.",
            metric=say(each.name).capitalize(),
            definition=say(GLOSSARY[each.name]),
        )
        for each in METRICS
    )
