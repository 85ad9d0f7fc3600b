"""Factual explanations in the terminal: of a row, of a class, and stored ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.terminal.pieces import (
    bars,
    fact,
    one_line,
    rest_lines,
    with_share,
    wrapped,
)
from cfsql.words import listing, many

if TYPE_CHECKING:
    from cfsql.questions.overview import FactualOverview
    from cfsql.questions.rules import Rule, Rules
    from cfsql.questions.why import Factual, Why

_N_EXCEPTIONS = 5


def why_lines(answer: Why, *, n_shown: int) -> list[str]:
    """Why a row has its label: the answer, and all explanations."""
    lines = [
        f"Row {answer.row_id} of {answer.table}: "
        f"{answer.label_column} is {answer.label}",
        "",
        *wrapped(answer.sentence, indent="  "),
    ]
    shown = answer.factuals[:n_shown]
    if shown:
        lines += [
            "",
            f"  {many(len(answer.factuals), 'minimal explanation')}, smallest first",
            "",
            *_factual_table(shown),
            *rest_lines(len(shown), len(answer.factuals)),
            *_exceptions(shown),
        ]
    if not answer.is_complete:
        lines += ["", *wrapped(_incomplete(answer), indent="  ")]
    return lines


def _incomplete(answer: Why) -> str:
    known = "There may be more explanations than these"
    if not answer.factuals:
        known = "There may be explanations that were not reached"
    if answer.complete_size:
        known += f"; all of up to {many(answer.complete_size, 'feature')} are here"
    return f"{known}. --limit, --max-size and --time-limit set how far to look."


def _exceptions(factuals: Sequence[Factual]) -> list[str]:
    lines = []
    for factual in factuals:
        if factual.exceptions:
            shown = [
                f"row {case.row_id} ({case.label})"
                for case in factual.exceptions[:_N_EXCEPTIONS]
            ]
            n_more = len(factual.exceptions) - len(shown)
            more = [f"{n_more:,} more"] if n_more else []
            lines += wrapped(f"{_conditions(factual)}: except {listing(shown + more)}")
    return ["", "  the exceptions", *lines] if lines else []


def rules_lines(found: Rules, *, n_shown: int) -> list[str]:
    """The strongest rules of a class."""
    lines = [
        f"{found.table}: rules for {found.label_column} {found.label}, "
        f"which {many(found.n_cases, 'case')} "
        + ("has" if found.n_cases == 1 else "have"),
        "",
    ]
    if not found.rules:
        lines.append(
            "  no rule holds within the limits that were set; --precision allows "
            "exceptions"
        )
    else:
        n_rules = len(found.rules)
        lines += [
            *wrapped(found.sentence(found.rules[0]), indent="  "),
            "",
            f"  {many(n_rules, 'minimal rule')}, by the cases that they cover"
            + ("; --limit finds more" if n_rules == found.n_wanted else ""),
            "",
            *_factual_table(found.rules[:n_shown]),
            *rest_lines(n_shown, n_rules),
        ]
    if not found.is_complete:
        lines += [
            "",
            *wrapped(
                "There may be rules that cover more: time was up before all were "
                "looked at. --time-limit gives the search longer.",
                indent="  ",
            ),
        ]
    return lines


def _factual_table(factuals: Sequence[Factual | Rule]) -> list[str]:
    is_exact = all(factual.precision == 1 for factual in factuals)
    return text_table(
        ("size", "cases", *([] if is_exact else ["precision"]), "because"),
        [
            (
                factual.size,
                factual.coverage,
                *([] if is_exact else [factual.precision]),
                _conditions(factual),
            )
            for factual in factuals
        ],
        indent="  ",
    )


def _conditions(factual: Factual | Rule) -> str:
    literals = (f"{each.feature}: {one_line(each.value)}" for each in factual.literals)
    return ", ".join(literals) or "every case"


def factual_overview_lines(overview: FactualOverview, table_rows: int) -> list[str]:
    """Stored factual explanations as `why` sums them up."""
    factual = overview.factual
    lines = [
        f"{factual.table}: {overview.n_rows:,} of {many(table_rows, 'row')} explained"
        + (f" at a precision of {factual.precision:g}" * (factual.precision < 1))
        + (", duplicates counted once" if factual.count == "distinct" else ""),
        "",
    ]
    if not overview.n_explained:
        lines.append("  no row has an explanation")
    else:
        per_row = overview.n_factual / overview.n_explained
        lines.append(
            fact("explanations", f"{overview.n_factual:,}, {per_row:.1f} per row")
        )
    for name, number in (
        ("not complete", overview.n_incomplete),
        ("unexplained", overview.n_unexplained),
        ("contradicted", overview.n_contradicted),
    ):
        if number:
            lines.append(fact(name, with_share(number, overview.n_rows)))
    if not overview.n_explained:
        return lines
    sizes = {many(size, "feature"): n for size, n in overview.sizes.items()}
    lines += ["", "  rows by size of their smallest explanation"]
    lines += bars(sizes, overview.n_rows)
    lines += ["", "  the first explanations"]
    for each in overview.first:
        lines += wrapped(
            f"row {each.row_id}: {each.label} because {each.explanation} "
            f"({many(each.coverage, 'case')}, 1 of "
            f"{many(each.n_factual, 'explanation')})"
        )
    return lines
