"""How sure answers are, on a page: the shares of subsamples in which they stay."""

from __future__ import annotations

from cfsql.questions.stability import Stability, StableRow
from cfsql.show.figures import Bar, Line, Point, bars, captioned, points
from cfsql.show.markup import Html, element, fragment
from cfsql.words import many, percent


def how_sure(found: Stability) -> Html:
    """The section of a report: means, and rows by how often their answer stays."""
    stored = found.stability
    means = {
        "the answer": found.mean_answer,
        "its features": found.mean_features,
        "the distance": found.mean_distance,
    }
    counts = {
        "always": found.n_always,
        "in 95% or more": found.n_mostly,
        "in less than half": found.n_rarely,
    }
    return fragment(
        element(
            "p",
            f"Would the answers be the same, had some cases not been recorded? "
            f"{many(found.n_rows, 'row')} in {many(stored.repeats, 'subsample')}: each "
            "has the row itself, and every other row with a chance of "
            f"{stored.keep:g}.",
        ),
        captioned(
            "What stays the same, mean over the rows",
            bars(
                ("", "subsamples"),
                [
                    Bar(name, mean, (f"{mean or 0:.1%}",))
                    for name, mean in means.items()
                ],
                whole=1,
            ),
        ),
        captioned(
            "Rows by how often their answer stays",
            bars(
                ("the answer stays", "rows", "share"),
                [
                    Bar(name, n, (f"{n:,}", percent(n, found.n_answered)))
                    for name, n in counts.items()
                ],
                whole=found.n_answered,
            ),
        ),
    )


def how_often(row: StableRow) -> Html:
    """In which share of subsamples one answer stays, with intervals."""
    kept = [
        ("the answer", row.answer_share, row.answer_low, row.answer_high),
        ("its features", row.features_share, row.features_low, row.features_high),
        ("the distance", row.distance_share, row.distance_low, row.distance_high),
    ]
    return captioned(
        f"What stays the same in {many(row.n_repeats, 'subsample')} of the table",
        points(
            ("", "stays", "95% interval"),
            [
                Line(
                    name,
                    [Point(share, low, high)],
                    (f"{share:.1%}", f"{low:.1%} to {high:.1%}"),
                    is_bar=True,
                )
                for name, share, low, high in kept
            ],
            largest=1,
        ),
    )
