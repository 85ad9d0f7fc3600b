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
from cfsql.speech import figure, percent, say, say_each, shown_column, shown_value

if TYPE_CHECKING:
    from cfsql.questions.cover import ChosenCase, CoverOverview


def cover_lines(found: CoverOverview) -> list[str]:
    """The cases as `cover` lists them."""
    asked, label = found.cover, found.label_column
    shown = shown_column(label)
    target = shown_value(label, asked.target)
    wanted = (
        say("with {label_column} {label}", label_column=shown, label=target)
        if asked.target
        else say("of another {label_column}", label_column=shown)
    )
    headline = say(
        "{table}: {n:# row|# rows} to reach within {n_changes:# change|# changes} by "
        "{n_cases:# case|# cases} {wanted}",
        table=asked.table,
        n=asked.n_rows,
        n_changes=asked.within,
        n_cases=asked.n_cases,
        wanted=wanted,
    )
    lines = [*wrapped(headline, indent=""), ""]
    if found.declared:
        lines += [*wrapped(declared_line(found.declared), indent="  "), ""]
    if asked.n_there:
        there = say(
            "{n:# row|# rows}, {target} already", n=asked.n_there, target=target
        )
        lines.append(fact(say("no change needed"), there))
    lines.append(fact(say("reached"), with_share(found.n_reached, asked.n_rows)))
    n_left = asked.n_rows - found.n_reached
    n_out = asked.n_rows - asked.n_reachable
    lines.append(fact(say("not reached"), with_share(n_left, asked.n_rows)))
    if n_left:
        far = (
            say("{n} of these {n:is|are} too far from every case", n=n_out)
            if n_out
            else say("each of these is near a case that was not chosen")
        )
        lines.append(fact("", far))
    if not found.chosen:
        return lines
    lines += [
        fact(
            say("at most"),
            say(
                "{n:# row|# rows}, by any {n_cases:# case|# cases}",
                n=asked.at_most,
                n_cases=asked.n_cases,
            ),
        ),
        "",
        "  " + say("the cases, in the order in which they were chosen"),
        *_table(found.chosen, label, asked.n_rows),
    ]
    if found.chosen:
        for each in found.chosen:
            values = ", ".join(
                f"{one_line(shown_column(literal.feature))}: "
                f"{one_line(shown_value(literal.feature, literal.value))}"
                for literal in each.literals
            )
            lines += ["", *wrapped(f"{each.place}. {values}", indent="    ")]
    if len(found.chosen) < asked.n_cases:
        lines += ["", "  " + say("no further case adds a row")]
    return lines


def _table(chosen: list[ChosenCase], label: str, n_rows: int) -> list[str]:
    has_ids = chosen[0].counterfactual_id is not None
    head = ["", *([say("row")] if has_ids else []), shown_column(label)]
    head += say_each("cases", "reaches", "adds", "together", "share")
    rows = [
        [
            str(each.place),
            *([str(each.counterfactual_id)] if has_ids else []),
            *(shown_value(label, each.label), figure(each.support)),
            *(figure(each.n_reached), figure(each.n_added), figure(each.n_together)),
            percent(each.n_together, n_rows),
        ]
        for each in chosen
    ]
    n_words = len(head) - 5
    is_right = [place >= n_words for place in range(len(head))]
    return Columns([head, *rows], is_right, indent="    ").lines()
