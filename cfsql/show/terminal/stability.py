"""Stability in the terminal: how often answers stay, and where they do least."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.show.terminal.pieces import declared_line, fact, with_share, wrapped
from cfsql.words import many

if TYPE_CHECKING:
    from cfsql.questions.stability import StabilityOverview, StableRow


def stability_lines(found: StabilityOverview, table_rows: int) -> list[str]:
    """The result as `stability` sums it up."""
    stored = found.stability
    lines = [
        f"{stored.table}: {found.n_rows:,} of {many(table_rows, 'row')} in "
        f"{many(stored.repeats, 'subsample')}, seed {stored.seed}; each has the row "
        f"itself, and every other row with a chance of {stored.keep:g}",
        "",
    ]
    lines = [*wrapped(lines[0], indent=""), ""]
    if found.declared:
        lines += [*wrapped(declared_line(found.declared), indent="  "), ""]
    if (
        found.mean_answer is None
        or found.mean_features is None
        or found.mean_distance is None
    ):
        return [*lines, "  no row has a counterfactual"]
    lines += [
        "  what stays the same, mean over the rows",
        fact("the answer", f"{found.mean_answer:.1%}"),
        fact("its features", f"{found.mean_features:.1%}"),
        fact("the distance", f"{found.mean_distance:.1%}"),
        "",
        "  rows by how often their answer stays",
        fact("always", with_share(found.n_always, found.n_answered)),
        fact("95% or more", with_share(found.n_mostly, found.n_answered)),
        fact("less than half", with_share(found.n_rarely, found.n_answered)),
    ]
    n_without = found.n_rows - found.n_answered
    if n_without:
        lines.append(fact("no counterfactual", with_share(n_without, found.n_rows)))
    lines += ["", "  the answers that stay least often"]
    for each in found.least:
        lines.append(
            f"    row {each.row_id}: {each.label} → {each.counterfactual_label}"
        )
        lines += wrapped(each.explanation, indent="      ")
        lines += wrapped(_stays(each), indent="      ")
    return lines


def _stays(row: StableRow) -> str:
    return (
        f"stays in {row.answer_share:.1%} (95% interval {row.answer_low:.1%} to "
        f"{row.answer_high:.1%}); its features in {row.features_share:.1%}, the "
        f"distance in {row.distance_share:.1%}"
    )
