"""Stability in the terminal: how often answers stay, and where they do least."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.show.sureness import ceiling, present, stays_by
from cfsql.show.terminal.pieces import declared_line, fact, with_share, wrapped
from cfsql.speech import figure, say

if TYPE_CHECKING:
    from cfsql.questions.stability import StabilityOverview, StableRow


def stability_lines(found: StabilityOverview, table_rows: int) -> list[str]:
    """The result as `stability` sums it up."""
    stored = found.stability
    headline = say(
        "{table}: {n} of {n_all:# row|# rows} in {n_repeats:# subsample|# subsamples}, "
        "seed {seed}; each has the row itself, and every other row with a chance of "
        "{keep:g}",
        table=stored.table,
        n=found.n_rows,
        n_all=table_rows,
        n_repeats=stored.repeats,
        seed=str(stored.seed),
        keep=stored.keep,
    )
    lines = [*wrapped(headline, indent=""), ""]
    if found.declared:
        lines += [*wrapped(declared_line(found.declared), indent="  "), ""]
    if (
        found.mean_answer is None
        or found.mean_features is None
        or found.mean_distance is None
    ):
        return [*lines, "  " + say("no row has a counterfactual")]
    given = "–" if found.mean_given is None else figure(found.mean_given, ".1%")
    lines += [
        "  " + say("what stays the same, mean over the rows"),
        fact(say("the answer"), figure(found.mean_answer, ".1%")),
        fact("  " + say("given its rows"), given),
        fact(say("its features"), figure(found.mean_features, ".1%")),
        fact(say("the distance"), figure(found.mean_distance, ".1%")),
        "",
        *wrapped(ceiling(stored.keep), indent="  "),
    ]
    if found.n_given:
        lines += [
            "",
            "  " + say("rows by how often their answer stays, given its rows"),
            *(
                fact(name, with_share(n, found.n_given))
                for name, n in stays_by(found).items()
            ),
        ]
    n_without = found.n_rows - found.n_answered
    if n_without:
        without = with_share(n_without, found.n_rows)
        lines.append(fact(say("no counterfactual"), without))
    lines += ["", "  " + say("the answers that stay least often")]
    for each in found.least:
        row = say("row {row}", row=str(each.row_id))
        lines.append(f"    {row}: {each.label} → {each.counterfactual_label}")
        lines += wrapped(each.explanation, indent="      ")
        lines += wrapped(_stays(each), indent="      ")
    return lines


def _stays(row: StableRow) -> str:
    stays = say(
        "stays in {answer:.1%} ({level} interval {low:.1%} to {high:.1%}); its "
        "features in {features:.1%}, the distance in {distance:.1%}",
        answer=row.answer_share,
        level=figure(0.95, ".0%"),
        low=row.answer_low,
        high=row.answer_high,
        features=row.features_share,
        distance=row.distance_share,
    )
    there = present(row)
    return f"{stays}; {there}" if there else stays
