"""Chosen cases in the terminal: what each adds, and whom none reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.show.table_layout import Columns
from cfsql.show.terminal.pieces import (
    declared_line,
    fact,
    one_line,
    with_share,
    wrapped,
)
from cfsql.words import many, percent

if TYPE_CHECKING:
    from cfsql.questions.cover import ChosenCase, CoverOverview


def cover_lines(found: CoverOverview) -> list[str]:
    """The cases as `cover` lists them."""
    asked, label = found.cover, found.label_column
    wanted = f"with {label} {asked.target}" if asked.target else f"of another {label}"
    lines = [
        *wrapped(
            f"{asked.table}: {many(asked.n_rows, 'row')} to reach within "
            f"{many(asked.within, 'change')} by {many(asked.n_cases, 'case')} {wanted}",
            indent="",
        ),
        "",
    ]
    if found.declared:
        lines += [*wrapped(declared_line(found.declared), indent="  "), ""]
    if asked.n_there:
        there = f"{many(asked.n_there, 'row')}, {asked.target} already"
        lines.append(fact("no change needed", there))
    lines.append(fact("reached", with_share(found.n_reached, asked.n_rows)))
    n_left = asked.n_rows - found.n_reached
    n_out = asked.n_rows - asked.n_reachable
    lines.append(fact("not reached", with_share(n_left, asked.n_rows)))
    if n_left:
        lines.append(fact("", f"no case at all is near {n_out:,} of these"))
    if not found.chosen:
        return lines
    lines += [
        fact(
            "at most",
            f"{many(asked.at_most, 'row')}, by any {many(asked.n_cases, 'case')}",
        ),
        "",
        "  the cases, in the order in which they were chosen",
        *_table(found.chosen, label, asked.n_rows),
    ]
    if found.chosen:
        for each in found.chosen:
            values = ", ".join(
                f"{one_line(literal.feature)}: {one_line(literal.value)}"
                for literal in each.literals
            )
            lines += ["", *wrapped(f"{each.place}. {values}", indent="    ")]
    if len(found.chosen) < asked.n_cases:
        lines += ["", "  no further case adds a row"]
    return lines


def _table(chosen: list[ChosenCase], label: str, n_rows: int) -> list[str]:
    has_ids = chosen[0].counterfactual_id is not None
    head = ["", *(["row"] if has_ids else []), label]
    head += ["cases", "reaches", "adds", "together", "share"]
    rows = [
        [
            str(each.place),
            *([str(each.counterfactual_id)] if has_ids else []),
            *(each.label, f"{each.support:,}", f"{each.n_reached:,}"),
            *(f"{each.n_added:,}", f"{each.n_together:,}"),
            percent(each.n_together, n_rows),
        ]
        for each in chosen
    ]
    n_words = len(head) - 5
    is_right = [place >= n_words for place in range(len(head))]
    return Columns([head, *rows], is_right, indent="    ").lines()
