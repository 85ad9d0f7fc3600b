"""How sure answers are, on a page: the shares of subsamples in which they stay."""

from __future__ import annotations

from cfsql.questions.stability import Stability, StableRow
from cfsql.show.figures import Bar, bars, captioned
from cfsql.show.markup import Html, element, fragment
from cfsql.show.sureness import ceiling, present, stays_by
from cfsql.speech import figure, percent, say, say_each


def how_stable(found: Stability) -> Html:
    """The section of a report: means, and rows by how often their answer stays."""
    stored = found.stability
    means = {
        say("the answer"): found.mean_answer,
        say("the answer, given its rows"): found.mean_given,
        say("its features"): found.mean_features,
        say("the distance"): found.mean_distance,
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
                    Bar(name, mean, (figure(mean, ".1%"),))
                    for name, mean in means.items()
                    if mean is not None
                ],
                whole=1,
            ),
        ),
        element("p", ceiling(stored.keep)),
        captioned(
            say("Rows by how often their answer stays, given its rows"),
            bars(
                say_each("the answer stays", "rows", "share"),
                [
                    Bar(name, n, (figure(n), percent(n, found.n_given)))
                    for name, n in stays_by(found).items()
                ],
                whole=found.n_given,
            ),
        )
        if found.n_given
        else None,
    )


def how_often(row: StableRow) -> Html:
    """In which share of subsamples one answer stays, in a line."""
    stays = say(
        "In {n:# subsample|# subsamples} of the table the answer stays in "
        "{answer:.1%} ({low:.1%} to {high:.1%})",
        n=row.n_repeats,
        answer=row.answer_share,
        low=row.answer_low,
        high=row.answer_high,
    )
    there = present(row)
    return element(
        "p", f"{stays}; {there}." if there else f"{stays}.", class_="small stays"
    )
