"""The paper's claims about its experiments, each judged by the measures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cfsql.experiments.protocol import RELEVANCE
from cfsql.experiments.results import Experiments, Measures, Study, Summary
from cfsql.experiments.synthetic import (
    LABEL_FUNCTIONS,
    N_RELEVANT,
    SIZES,
    relevant_share,
)
from cfsql.experiments.words import distances, figure, function_in_words, percent
from cfsql.words import listing, many

# What the paper says: the minimal counterfactuals of a case, the cases with a unique
# optimal one, how far that is ahead, and the relevant features that it changes.
FEW = (2, 6)
USUAL = 0.8
LEAD = 0.2
RELEVANT = 0.6

_NONE = "no case has a counterfactual"


@dataclass(frozen=True)
class Verdict:
    """Whether a claim holds for one table, and the figures that say so.

    `holds` is None where nothing could be measured.
    """

    subject: str
    holds: bool | None
    evidence: str


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, and how a table is held against it.

    Each table has a verdict; the claim about synthetic tables has one for each of
    their label functions.
    """

    experiment: str
    title: str
    says: str
    judge: Callable[[Study, Measures], list[Verdict]]


@dataclass(frozen=True)
class Finding:
    """A claim with its verdicts."""

    claim: Claim
    verdicts: list[Verdict]

    @property
    def holds(self) -> bool:
        """Whether it holds wherever something could be measured."""
        return all(each.holds is not False for each in self.verdicts)

    @property
    def in_short(self) -> str:
        """Where it holds and where not, in a few words."""
        known = [each for each in self.verdicts if each.holds is not None]
        failing = [each.subject for each in known if not each.holds]
        unknown = [each.subject for each in self.verdicts if each.holds is None]
        noun = "label function" if self.claim.experiment == RELEVANCE else "table"
        if not known:
            text = "nothing to measure"
        elif len(known) == 1:
            text = "does not hold" if failing else "holds"
        elif not failing:
            every = f"both {noun}s" if len(known) == 2 else f"all {len(known)} {noun}s"
            text = f"holds on {every}"
        elif len(failing) == len(known):
            text = f"holds on none of {many(len(known), noun)}"
        else:
            text = f"holds on {len(known) - len(failing)} of {many(len(known), noun)}"
            text += f", not on {listing(failing)}"
        if unknown and known:
            text += f"; nothing to measure on {listing(unknown)}"
        return text


def findings(found: Experiments) -> list[Finding]:
    """All claims about the experiments that were run, with their verdicts."""
    made = []
    for claim in CLAIMS:
        verdicts = [
            verdict
            for study, measures in found.rows(claim.experiment)
            for verdict in claim.judge(study, measures)
        ]
        if verdicts:
            made.append(Finding(claim, verdicts))
    return made


def _shape(study: Study, measures: Measures) -> list[Verdict]:
    if not study.has_counterfactuals:
        return [Verdict(study.title, None, _NONE)]
    counts = [summary.mean for summary in distances(measures)]
    peak = max(range(len(counts)), key=counts.__getitem__)
    rises = all(low <= high for low, high in pairwise(counts[: peak + 1]))
    falls = all(high >= low for high, low in pairwise(counts[peak:]))
    text = f"most at distance {peak + 1} of {len(counts)}"
    if not (rises and falls):
        text += ", with a second rise"
    elif peak == len(counts) - 1:
        text += ", never falls"
    elif peak == 0:
        text += ", never rises"
    holds = rises and falls and 0 < peak < len(counts) - 1
    return [Verdict(study.title, holds, text)]


def _few(study: Study, measures: Measures) -> list[Verdict]:
    if not study.has_counterfactuals:
        return [Verdict(study.title, None, _NONE)]
    number = measures["n_minimal"]
    return [Verdict(study.title, FEW[0] <= number.mean <= FEW[1], figure(number, 2))]


def _unique(study: Study, measures: Measures) -> list[Verdict]:
    if not study.has_counterfactuals:
        return [Verdict(study.title, None, _NONE)]
    share = measures["unique_share"]
    return [Verdict(study.title, share.mean > USUAL, percent(share))]


def _gap(study: Study, measures: Measures) -> list[Verdict]:
    gap, gap_all = measures.get("gap_unique"), measures.get("gap_all")
    if gap is None:
        return [Verdict(study.title, None, "no case has two minimal ones")]
    text = figure(gap)
    if gap_all is not None:
        text += f"; ties included {figure(gap_all)}"
    return [Verdict(study.title, gap.mean >= LEAD, text)]


def _higher(metric: str) -> Callable[[Study, Measures], list[Verdict]]:
    def judge(study: Study, measures: Measures) -> list[Verdict]:
        optimal = measures.get(f"{metric}_optimal")
        drawn = measures.get(f"{metric}_random")
        if optimal is None or drawn is None:
            return [Verdict(study.title, None, _NONE)]
        text = f"{figure(optimal)} against {figure(drawn)}"
        if _overlap(optimal, drawn):
            text += ", too close to tell"
        return [Verdict(study.title, optimal.mean > drawn.mean, text)]

    return judge


def _overlap(first: Summary, second: Summary) -> bool:
    """Whether the means may as well be the other way round, by their intervals."""
    low, high = sorted((first, second), key=lambda each: each.mean)
    if low.ci_high is None or high.ci_low is None:
        return False
    return low.ci_high >= high.ci_low


def _relevant(study: Study, measures: Measures) -> list[Verdict]:
    verdicts = []
    for function in LABEL_FUNCTIONS:
        shares = {
            (n_relevant, size): measures[relevant_share(function, n_relevant, size)]
            for n_relevant in N_RELEVANT
            for size in SIZES
            if relevant_share(function, n_relevant, size) in measures
        }
        if not shares:
            verdicts.append(
                Verdict(function_in_words(function), None, "nothing measured")
            )
            continue
        (n_relevant, size), most = max(shares.items(), key=lambda each: each[1].mean)
        lowest = min(summary.mean for summary in shares.values())
        verdicts.append(
            Verdict(
                function_in_words(function),
                most.mean < RELEVANT,
                f"{lowest:.3f} to {figure(most)}, the most with {n_relevant} relevant "
                f"features in {size:,} rows",
            )
        )
    return verdicts


CLAIMS: Sequence[Claim] = (
    Claim(
        "hamming",
        "Counterfactuals per distance",
        "the number of counterfactuals rises with the distance, then falls",
        _shape,
    ),
    Claim(
        "hamming",
        "Minimal counterfactuals",
        "a case has 2 to 6 minimal counterfactuals on average",
        _few,
    ),
    Claim(
        "unique",
        "Unique optimal counterfactuals",
        "usually more than 80 % of the cases have a unique optimal counterfactual",
        _unique,
    ),
    Claim(
        "gap",
        "The gap",
        "the optimal one is ahead of the second by 0.2 or more on average",
        _gap,
    ),
    Claim(
        "metrics",
        "Typicality",
        "mostly, the optimal one is more typical than one drawn at random",
        _higher("typicality"),
    ),
    Claim(
        "metrics",
        "Capacity",
        "mostly, the optimal one has a higher capacity than one drawn at random",
        _higher("capacity"),
    ),
    Claim(
        "metrics",
        "Universality",
        "mostly, the optimal one has a higher universality than one drawn at random",
        _higher("universality"),
    ),
    Claim(
        RELEVANCE,
        "Relevant features",
        "the optimal one changes fewer than 60 % of the relevant features, everywhere",
        _relevant,
    ),
)
