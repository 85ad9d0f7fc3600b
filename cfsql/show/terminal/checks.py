"""The paper's properties in the terminal, each with the rows that break it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.terminal.pieces import wrapped
from cfsql.words import many

if TYPE_CHECKING:
    from cfsql.questions.check import Checks

_N_OFFENDING = 5


def checks_lines(checks: Checks) -> list[str]:
    """Each property, whether it holds, and the rows that break it."""
    lines = [
        f"{checks.table}: {many(checks.n_rows, 'row')}, "
        f"{many(checks.n_counterfactuals, 'minimal counterfactual')} and "
        f"{many(checks.n_factual, 'factual explanation')} checked against every case",
        "",
    ]
    for check in checks.checks:
        first, *rest = wrapped(check.claim, indent="         ")
        lines += [f"  {'holds' if check.holds else 'FAILS'}  {first.strip()}", *rest]
        if not check.holds:
            shown = check.offending[:_N_OFFENDING]
            lines += ["", *text_table(check.columns, shown, indent="         ")]
            if len(check.offending) > len(shown):
                lines.append(f"         … {len(check.offending):,} in all")
            lines.append("")
    return lines
