"""All counterfactuals of a row in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.terminal.pieces import rest_lines, row_subject
from cfsql.speech import changes_text, say, shown_column, shown_value

if TYPE_CHECKING:
    from cfsql.questions.counterfactuals import Counterfactuals


def counterfactuals_lines(found: Counterfactuals) -> list[str]:
    """All counterfactuals of a row, or the nearest ones."""
    label = found.label_column
    lines = [row_subject(found.row_id, found.table, label, found.label)]
    if not found.counterfactuals:
        return [*lines, "", f"  {say('It has no counterfactual.')}"]
    rows = [
        (
            each.counterfactual_id,
            shown_value(label, each.counterfactual_label),
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
            changes_text(each.changes),
        )
        for each in found.counterfactuals
    ]
    columns = (
        *(say("row"), shown_column(label), say("distance"), say("minimal")),
        *(say("irreducible"), say("by literals"), say("support"), say("changes")),
    )
    listed = say(
        "{n:# counterfactual|# counterfactuals}, the nearest first",
        n=found.n_counterfactuals,
    )
    return [
        *lines,
        "",
        f"  {listed}",
        "",
        *text_table(columns, rows, indent="  "),
        *rest_lines(len(rows), found.n_counterfactuals),
    ]


def _yes_or_no(flag: bool) -> str:
    return say("yes") if flag else say("no")
