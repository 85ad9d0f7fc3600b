"""Answers beside the definitions, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.terminal.pieces import fact
from cfsql.words import many

if TYPE_CHECKING:
    from cfsql.questions.check import Checked, Compared

_N_SHOWN = 10


def checked_lines(checked: Checked) -> list[str]:
    """What was compared with the definitions, and each figure that differs."""
    classes = ", ".join(f"{n:,} {label}" for label, n in checked.classes.items())
    lines = [
        f"{checked.headline} (sql/method.sql)",
        "",
        fact("classes", classes),
        fact("contradicted", f"{checked.n_contradicted:,} of {checked.n_rows:,}"),
        "",
        *(f"  {each.answers}: {_said(each)}" for each in checked.compared),
    ]
    if checked.differences:
        columns = ["answers", "row", "counterfactual", "column", "is", "by definition"]
        shown = [
            (
                each.answers,
                str(each.row_id),
                "" if each.counterfactual_id is None else str(each.counterfactual_id),
                each.column,
                str(each.found),
                str(each.by_definition),
            )
            for each in checked.differences[:_N_SHOWN]
        ]
        lines += ["", *text_table(columns, shown, indent="  ")]
        if len(checked.differences) > len(shown):
            lines.append(f"  … {len(checked.differences):,} in all")
    return lines


def _said(compared: Compared) -> str:
    if compared.not_compared:
        return f"not compared, {compared.not_compared}"
    counterfactuals = many(compared.n_counterfactuals, "counterfactual")
    return f"{many(compared.n_rows, 'row')}, {counterfactuals}"
