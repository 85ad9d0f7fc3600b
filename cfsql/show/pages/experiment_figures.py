"""The figures of each experiment, for the page of the experiments."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from cfsql.experiments.claims import FEW, LEAD, USUAL
from cfsql.experiments.protocol import RELEVANCE
from cfsql.experiments.results import Row, Summary
from cfsql.experiments.synthetic import (
    LABEL_FUNCTIONS,
    N_RELEVANT,
    SIZES,
    relevant_share,
)
from cfsql.experiments.words import (
    distances,
    figure,
    function_in_words,
    percent,
)
from cfsql.method.columns import METRICS
from cfsql.show.figures import (
    Cell,
    Line,
    Point,
    captioned,
    heat_matrix,
    points,
    small_columns,
)
from cfsql.show.glossary import GLOSSARY
from cfsql.show.markup import Html, element, fragment, value

_SPREAD = "The stroke is one standard deviation to each side, over the samples."


def _hamming(rows: Sequence[Row]) -> Html:
    answered = [row for row in rows if row[0].has_counterfactuals]
    if not answered:
        return _nothing()
    return fragment(
        element(
            "p",
            "How many cases with another outcome are at distance 1, 2, …: in so many "
            "features they differ. The mean over all cases of a sample; each table "
            "has its own scale, and the most frequent distance is marked.",
        ),
        element(
            "ul",
            (
                element(
                    "li",
                    element("b", value(study.title)),
                    small_columns(
                        f"{study.title}: counterfactuals per distance",
                        [each.mean for each in distances(measures)],
                    ),
                )
                for study, measures in answered
            ),
            class_="multiples",
        ),
        _chart(
            "Minimal counterfactuals of a case. Dashed: the paper's 2 to 6. " + _SPREAD,
            answered,
            ("n_minimal",),
            digits=2,
            rules=FEW,
            least_end=8,
        ),
    )


def _unique(rows: Sequence[Row]) -> Html:
    return _chart(
        "The share of cases with a unique optimal counterfactual. Dashed: the paper's "
        f"80 %. {_SPREAD}",
        rows,
        ("unique_share",),
        rules=(USUAL,),
        least_end=1,
    )


def _gap(rows: Sequence[Row]) -> Html:
    return _chart(
        "Filled: the mean gap where the optimal counterfactual is unique. Hollow: over "
        f"all cases with two or more. Dashed: the paper's 0.2. {_SPREAD}",
        rows,
        ("gap_unique", "gap_all"),
        rules=(LEAD,),
        least_end=0.5,
    )


def _metrics(rows: Sequence[Row]) -> Html:
    return fragment(
        element(
            "p",
            "Filled: the optimal counterfactual. Hollow: a minimal one drawn at "
            f"random. The ball: {GLOSSARY['ball']}. {_SPREAD}",
        ),
        *(
            _chart(
                f"{metric.name.capitalize()}: the {metric.meaning}",
                rows,
                (f"{metric.name}_optimal", f"{metric.name}_random"),
            )
            for metric in METRICS
        ),
    )


def _chart(
    caption: str,
    rows: Sequence[Row],
    names: Sequence[str],
    *,
    digits: int = 3,
    rules: Sequence[float] = (),
    least_end: float = 0.0,
) -> Html:
    """Points for these measures, a line for each table, the highest first."""
    having = sorted(
        (row for row in rows if all(name in row[1] for name in names)),
        key=lambda row: -row[1][names[0]].mean,
    )
    if not having:
        return _nothing()
    most = max(
        measures[name].mean + (measures[name].sd or 0)
        for _, measures in having
        for name in names
    )
    headings = {
        "n_minimal": "mean ± s. d.",
        "unique_share": "mean ± s. d.",
        "gap_unique": "unique",
        "gap_all": "all",
    }
    return captioned(
        caption,
        points(
            ("table", *(headings.get(name, name.split("_")[-1]) for name in names)),
            [
                Line(
                    study.title,
                    [
                        _point(measures[name], "hollow" if place else "filled")
                        for place, name in enumerate(names)
                    ],
                    [
                        percent(measures[name])
                        if name == "unique_share"
                        else figure(measures[name], digits)
                        for name in names
                    ],
                )
                for study, measures in having
            ],
            largest=_round_up(max(most, least_end)),
            rules=rules,
        ),
    )


def _round_up(number: float) -> float:
    """The next number that an axis may end at."""
    if number <= 0:
        return 1
    size = 10.0 ** math.floor(math.log10(number))
    return size * next(step for step in (1, 2, 4, 5, 6, 8, 10) if number <= step * size)


def _point(summary: Summary, shade: str) -> Point:
    if summary.sd is None:
        return Point(summary.mean, shade=shade)
    low, high = summary.mean - summary.sd, summary.mean + summary.sd
    return Point(summary.mean, low, high, shade)


def _relevance(rows: Sequence[Row]) -> Html:
    parts = [
        element(
            "p",
            "Synthetic tables of 20 features with three values each, whose label is a "
            "simple function of the first 2, 3, 4 or 6: the relevant ones. Of these, "
            "the share that the optimal counterfactual changes.",
        )
    ]
    for _, measures in rows:
        for function in LABEL_FUNCTIONS:
            cells = [
                [
                    _share(measures.get(relevant_share(function, n_relevant, size)))
                    for size in SIZES
                ]
                for n_relevant in N_RELEVANT
            ]
            parts.append(
                captioned(
                    f"The label is the {function_in_words(function)}"
                    if function != "threshold"
                    else "The label is whether the sum is above its mean",
                    heat_matrix(
                        "relevant ↓ rows →",
                        [f"{n_relevant} features" for n_relevant in N_RELEVANT],
                        [f"{size:,}" for size in SIZES],
                        cells,
                    ),
                )
            )
    return fragment(*parts)


def _share(summary: Summary | None) -> Cell | None:
    if summary is None:
        return None
    spread = "" if summary.sd is None else f"± {100 * summary.sd:.1f}"
    return Cell(summary.mean, f"{100 * summary.mean:.1f}%", spread)


def _nothing() -> Html:
    return element("p", "There is nothing to measure: no case has a counterfactual.")


# The sections of the page: experiment, heading, figures.
SECTIONS: Sequence[tuple[str, str, Callable[[Sequence[Row]], Html]]] = (
    ("hamming", "Counterfactuals per distance", _hamming),
    ("unique", "One best answer", _unique),
    ("gap", "How far ahead it is", _gap),
    ("metrics", "Better than one drawn at random", _metrics),
    (RELEVANCE, "Relevant features", _relevance),
)
