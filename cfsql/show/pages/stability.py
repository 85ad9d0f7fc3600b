"""How sure answers are, on a page: the shares of subsamples in which they stay."""

from __future__ import annotations

from cfsql.questions.stability import Stability, StableRow
from cfsql.show.figures import Bar, Line, Point, bars, captioned, points
from cfsql.show.markup import Html, element, fragment
from cfsql.speech import figure, percent, say, say_each


def how_sure(found: Stability) -> Html:
    """The section of a report: means, and rows by how often their answer stays."""
    stored = found.stability
    means = {
        say("the answer"): found.mean_answer,
        say("its features"): found.mean_features,
        say("the distance"): found.mean_distance,
    }
    counts = {
        say("always"): found.n_always,
        say("in {share} or more", share=figure(0.95, ".0%")): found.n_mostly,
        say("in less than half"): found.n_rarely,
    }
    return fragment(
        element(
            "p",
            say(
                "Would the answers be the same, had some cases not been recorded? "
                "{n:# row|# rows} in {n_repeats:# subsample|# subsamples}: each has "
                "the row itself, and every other row with a chance of {keep:g}.",
                n=found.n_rows,
                n_repeats=stored.repeats,
                keep=stored.keep,
            ),
        ),
        captioned(
            say("What stays the same, mean over the rows"),
            bars(
                ("", say("subsamples")),
                [
                    Bar(name, mean, (figure(mean or 0, ".1%"),))
                    for name, mean in means.items()
                ],
                whole=1,
            ),
        ),
        captioned(
            say("Rows by how often their answer stays"),
            bars(
                say_each("the answer stays", "rows", "share"),
                [
                    Bar(name, n, (figure(n), percent(n, found.n_answered)))
                    for name, n in counts.items()
                ],
                whole=found.n_answered,
            ),
        ),
    )


def how_often(row: StableRow) -> Html:
    """In which share of subsamples one answer stays, with intervals."""
    kept = [
        (say("the answer"), row.answer_share, row.answer_low, row.answer_high),
        (say("its features"), row.features_share, row.features_low, row.features_high),
        (say("the distance"), row.distance_share, row.distance_low, row.distance_high),
    ]
    return captioned(
        say(
            "What stays the same in {n:# subsample|# subsamples} of the table",
            n=row.n_repeats,
        ),
        points(
            ("", say("stays"), say("{share} interval", share=figure(0.95, ".0%"))),
            [
                Line(
                    name,
                    [Point(share, low, high)],
                    (
                        figure(share, ".1%"),
                        say("{low:.1%} to {high:.1%}", low=low, high=high),
                    ),
                    is_bar=True,
                )
                for name, share, low, high in kept
            ],
            largest=1,
        ),
    )
