"""The experiments, written out from their definitions: the oracle of their tests.

A sample is a table of its own, and what is averaged are its rows. Everything is an
exact fraction. What is drawn at random is drawn by the same md5 as in cfsql, and the
rest shares nothing with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.brute_force import (
    Case,
    disagreement,
    distance,
    hyperball,
    id_order,
    minimal_counterfactuals,
    power,
    representative,
)

# (experiment, repeat, measure) and (repeat, measure): what a value is of.
Measures = dict[tuple[str, int, str], Fraction]
Shares = dict[tuple[int, str], Fraction]


def on_table(
    n_features: int,
    cases: Sequence[Case],
    *,
    sample: int = 1000,
    repeats: int = 100,
    seed: int = 0,
    random: str = "any",
    whole: bool = False,
) -> Measures:
    """All measures of hamming, unique, gap and metrics on samples of a table."""
    n_repeats = 1 if whole else repeats
    size = len(cases) if whole else sample
    measures: Measures = {}
    for repeat in range(1, n_repeats + 1):
        drawn = drawn_sample(cases, size, f"{seed}:{repeat}")
        elements = elements_of(drawn, drawn)
        found = {
            "hamming": hamming(n_features, elements),
            "unique": unique(elements),
            "gap": gaps(elements),
            "metrics": metrics(elements, f"{seed}:{repeat}", random),
        }
        for experiment, values in found.items():
            for measure, value in values.items():
                measures[experiment, repeat, measure] = value
    return measures


def md5(text: str) -> str:
    """The hash by which all is drawn, as hexadecimal digits."""
    return hashlib.md5(text.encode()).hexdigest()


def mean(values: Sequence[Fraction]) -> Fraction:
    """The mean of one value or more."""
    return sum(values, Fraction(0)) / len(values)


# Samples, and the counterfactuals within one.


def drawn_sample(cases: Sequence[Case], size: int, draw: str) -> list[Case]:
    """The `size` labelled rows whose hashes come first, or all if there are fewer."""
    labelled = [case for case in cases if case.label is not None]
    labelled.sort(key=lambda case: (md5(f"{draw}:{case.row_id}"), id_order(case)))
    return labelled[:size]


@dataclass(frozen=True)
class Element:
    """A row of a table, and its minimal counterfactuals as they are listed."""

    row: Case
    minimal: list[Case]
    powers: list[int]

    @property
    def is_unique(self) -> bool:
        """Whether exactly one minimal counterfactual is optimal."""
        return bool(self.powers) and self.powers.count(max(self.powers)) == 1

    @property
    def gap(self) -> Fraction:
        """How far the second power is below the first, as a share of the first."""
        highest, second = self.powers[:2]
        return Fraction(highest - second, highest)


def elements_of(table: list[Case], rows: list[Case]) -> list[Element]:
    """Some rows of a table, each with its counterfactuals in the table."""
    representatives = [x for x in table if x == representative(x, table)]
    elements = []
    for a in rows:
        minimal = minimal_counterfactuals(a, representatives)
        listed = [(power(a, b, table), b) for b in minimal]
        listed.sort(key=lambda ranked: (-ranked[0], id_order(ranked[1])))
        elements.append(Element(a, [b for _, b in listed], [p for p, _ in listed]))
    return elements


# The protocols.


def hamming(n_features: int, elements: list[Element]) -> dict[str, Fraction]:
    """Counterfactual rows at each distance, and minimal counterfactuals, per row."""
    rows = [element.row for element in elements]
    distances = [distance(a, b) for a in rows for b in rows if a.label != b.label]
    measures = {
        f"at_distance_{d}": Fraction(distances.count(d), len(rows))
        for d in range(1, n_features + 1)
    }
    n_minimal = [Fraction(len(element.minimal)) for element in elements]
    return measures | {"n_minimal": mean(n_minimal)}


def unique(elements: list[Element]) -> dict[str, Fraction]:
    """The share of rows with a unique optimal counterfactual."""
    return {"unique_share": mean([Fraction(each.is_unique) for each in elements])}


def gaps(elements: list[Element]) -> dict[str, Fraction]:
    """The mean gap of rows with several minimal counterfactuals, if there are any."""
    several = [element for element in elements if len(element.minimal) >= 2]
    chosen = {
        "gap_all": several,
        "gap_unique": [element for element in several if element.is_unique],
    }
    return {
        measure: mean([element.gap for element in those])
        for measure, those in chosen.items()
        if those
    }


def metrics(elements: list[Element], draw: str, random: str) -> dict[str, Fraction]:
    """The metrics of the optimal counterfactual and of one drawn, if there are any."""
    sample = [element.row for element in elements]
    optimal, drawn = [], []
    for element in elements:
        candidates = element.minimal if random == "any" else element.minimal[1:]
        if candidates:
            pick = drawn_one(element.row, candidates, sample, draw)
            optimal.append(metrics_of(element.row, element.minimal[0], sample))
            drawn.append(metrics_of(element.row, pick, sample))
    return {
        f"{metric}_{which}": mean([values[metric] for values in chosen])
        for which, chosen in (("optimal", optimal), ("random", drawn))
        if chosen
        for metric in chosen[0]
    }


def drawn_one(a: Case, candidates: list[Case], sample: list[Case], draw: str) -> Case:
    """One of the candidates; equal rows are one element with a weight, and agree."""
    from_row = representative(a, sample).row_id
    return min(candidates, key=lambda b: md5(f"{draw}:{from_row}:{b.row_id}"))


def metrics_of(a: Case, b: Case, sample: list[Case]) -> dict[str, Fraction]:
    """The typicality, capacity and universality of a counterfactual b of a."""
    ball = hyperball(a, b, sample)
    like_a = [x for x in ball if x.label == a.label]
    like_b = [x for x in ball if x.label == b.label]
    class_of_b = [x for x in sample if x.label == b.label]
    return {
        "typicality": Fraction(len(like_b), len(class_of_b)),
        "capacity": Fraction(len(ball) - len(like_b), len(ball)),
        "universality": Fraction(len(like_a), len(ball)),
    }


# Relevance: synthetic tables.

LABEL_FUNCTIONS: dict[str, Callable[[Sequence[int]], int]] = {
    "sum_mod_2": lambda digits: sum(digits) % 2,
    "sum_mod_3": lambda digits: sum(digits) % 3,
    # Digits are 0, 1 or 2, so the mean of their sum is their number.
    "threshold": lambda digits: int(sum(digits) > len(digits)),
    "maximum": max,
}


def relevance(
    *,
    sizes: Sequence[int],
    n_features: int,
    n_relevant: Sequence[int],
    n_elements: int,
    repeats: int,
    seed: int = 0,
) -> Shares:
    """The share of relevant features that the optimal counterfactual changes."""
    return {
        (repeat, f"relevant_share_{function}_{relevant}_of_{size}"): mean(shares)
        for repeat in range(1, repeats + 1)
        for size in sizes
        for relevant in n_relevant
        for function in LABEL_FUNCTIONS
        if (
            shares := changed_shares(
                synthetic_table(
                    f"{seed}:{repeat}", size, n_features, relevant, function
                ),
                relevant,
                n_elements,
            )
        )
    }


def synthetic_table(
    draw: str, size: int, n_features: int, n_relevant: int, function: str
) -> list[Case]:
    """Rows of digits to base 3, and a label that depends on the first of them."""
    cases = []
    for row_id in range(1, size + 1):
        digest = hashlib.md5(f"{draw}:{row_id}".encode()).digest()
        number = int.from_bytes(digest[8:], "little")
        digits = tuple(number // 3**place % 3 for place in range(n_features))
        label = LABEL_FUNCTIONS[function](digits[:n_relevant])
        cases.append(Case(row_id, digits, label))
    return cases


def changed_shares(
    table: list[Case], n_relevant: int, n_elements: int
) -> list[Fraction]:
    """|Dag(a,b) ∩ R| ÷ |R| of the first rows a that have an optimal b."""
    return [
        Fraction(
            len([i for i in disagreement(a.row, a.minimal[0]) if i < n_relevant]),
            n_relevant,
        )
        for a in elements_of(table, table[:n_elements])
        if a.minimal
    ]
