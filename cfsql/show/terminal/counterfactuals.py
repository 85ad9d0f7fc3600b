"""All counterfactuals of a row in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.terminal.pieces import rest_lines
from cfsql.words import many

if TYPE_CHECKING:
    from cfsql.questions.counterfactuals import Counterfactuals


def counterfactuals_lines(found: Counterfactuals) -> list[str]:
    """All counterfactuals of a row, or the nearest ones."""
    lines = [
        f"Row {found.row_id} of {found.table}: {found.label_column} is {found.label}"
    ]
    if not found.counterfactuals:
        return [*lines, "", "  It has no counterfactual."]
    rows = [
        (
            each.counterfactual_id,
            each.counterfactual_label,
            each.distance,
            *map(
                _yes_or_no,
                (
                    each.is_minimal,
                    each.is_irreducible_subset,
                    each.is_irreducible_literal,
                ),
            ),
            each.support,
            each.explanation,
        )
        for each in found.counterfactuals
    ]
    columns = (
        *("row", found.label_column, "distance", "minimal", "irreducible"),
        *("by literals", "support", "changes"),
    )
    return [
        *lines,
        "",
        f"  {many(found.n_counterfactuals, 'counterfactual')}, the nearest first",
        "",
        *text_table(columns, rows, indent="  "),
        *rest_lines(len(rows), found.n_counterfactuals),
    ]


def _yes_or_no(flag: bool) -> str:
    return "yes" if flag else "no"
