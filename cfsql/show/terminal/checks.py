"""The paper's properties in the terminal, each with the rows that break it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.terminal.pieces import fact, wrapped
from cfsql.words import many

if TYPE_CHECKING:
    from cfsql.questions.check import Check, Checks

_N_OFFENDING = 5


def checks_lines(checks: Checks) -> list[str]:
    """Each property, of how much it holds, and the rows that break it."""
    classes = ", ".join(f"{n:,} {label}" for label, n in checks.classes.items())
    lines = [
        f"{checks.table}: {checks.n_rows:,} of {many(checks.n_in_all, 'row')} "
        "checked against every case",
        "",
        fact("classes", classes),
        fact("contradicted", f"{checks.n_contradicted:,} of {checks.n_rows:,}"),
        fact("counterfactuals", f"{checks.n_counterfactuals:,} minimal ones"),
        fact("explanations", f"{checks.n_factual:,} factual ones"),
        "",
    ]
    verdicts = [_verdict(check) for check in checks.checks]
    width = max(map(len, verdicts))
    indent = " " * (width + 4)
    for check, verdict in zip(checks.checks, verdicts, strict=True):
        first, *rest = wrapped(check.claim, indent=indent)
        lines += [f"  {verdict:<{width}}  {first.strip()}", *rest]
        if check.offending:
            shown = check.offending[:_N_OFFENDING]
            lines += ["", *text_table(check.columns, shown, indent=indent)]
            if len(check.offending) > len(shown):
                lines.append(f"{indent}… {len(check.offending):,} in all")
            lines.append("")
    return lines


def _verdict(check: Check) -> str:
    """Of how much a property holds, or how much offends it."""
    if not check.n_looked_at:
        return "nothing to look at"
    if check.offending:
        return f"FAILS for {len(check.offending):,} of {check.n_looked_at:,}"
    return f"holds for {check.n_looked_at:,}"
