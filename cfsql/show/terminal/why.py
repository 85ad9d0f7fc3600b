"""Factual explanations in the terminal: of a row, of a class, and stored ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.terminal.pieces import (
    bars,
    fact,
    leading_lines,
    one_line,
    rest_lines,
    row_subject,
    with_share,
    wrapped,
)
from cfsql.speech import (
    column,
    figure,
    listing,
    many,
    named,
    say,
    shown_column,
    shown_value,
)

if TYPE_CHECKING:
    from cfsql.questions.overview import FactualOverview
    from cfsql.questions.rules import Rule, Rules
    from cfsql.questions.why import Factual, Why

_N_EXCEPTIONS = 5


def why_lines(answer: Why, *, n_shown: int) -> list[str]:
    """Why a row has its label: the answer, and all explanations."""
    lines = [
        row_subject(answer.row_id, answer.table, answer.label_column, answer.label),
        "",
        *wrapped(answer.sentence, indent="  "),
        *leading_lines(answer.leading),
    ]
    shown = answer.factuals[:n_shown]
    if shown:
        listed = say(
            "{n:# minimal explanation|# minimal explanations}, smallest first",
            n=len(answer.factuals),
        )
        lines += [
            "",
            f"  {listed}",
            "",
            *_factual_table(shown),
            *rest_lines(len(shown), len(answer.factuals)),
            *_exceptions(shown, answer.label_column),
        ]
    if not answer.is_complete:
        lines += ["", *wrapped(_incomplete(answer), indent="  ")]
    return lines


def _incomplete(answer: Why) -> str:
    known = say("There may be more explanations than these")
    if not answer.factuals:
        known = say("There may be explanations that were not reached")
    if answer.complete_size:
        known += say(
            "; all of up to {n:# feature|# features} are here", n=answer.complete_size
        )
    return say(
        "{known}. --limit, --max-size and --time-limit set how far to look.",
        known=known,
    )


def _exceptions(factuals: Sequence[Factual], label_column: str) -> list[str]:
    lines = []
    for factual in factuals:
        if factual.exceptions:
            shown = [
                f"{named(case.row_id)} ({shown_value(label_column, case.label)})"
                for case in factual.exceptions[:_N_EXCEPTIONS]
            ]
            n_more = len(factual.exceptions) - len(shown)
            more = [say("{n} more", n=n_more)] if n_more else []
            lines += wrapped(
                say(
                    "{values}: except {cases}",
                    values=_conditions(factual),
                    cases=listing(shown + more),
                )
            )
    return ["", f"  {say('the exceptions')}", *lines] if lines else []


def rules_lines(found: Rules, *, n_shown: int) -> list[str]:
    """The strongest rules of a class."""
    lines = [
        say(
            "{table}: rules for {label_column} {label}, which "
            "{n:# case has|# cases have}",
            table=found.table,
            label_column=column(found.label_column),
            label=shown_value(found.label_column, found.label),
            n=found.n_cases,
        ),
        "",
    ]
    if not found.rules:
        none = say(
            "no rule holds within the limits that were set; --precision allows "
            "exceptions"
        )
        lines.append(f"  {none}")
    else:
        n_rules = len(found.rules)
        listed = say(
            "{n:# minimal rule|# minimal rules}, by the cases that they cover",
            n=n_rules,
        )
        if n_rules == found.n_wanted:
            listed += say("; --limit finds more")
        lines += [
            *wrapped(found.sentence(found.rules[0]), indent="  "),
            *leading_lines(found.leading),
            "",
            f"  {listed}",
            "",
            *_factual_table(found.rules[:n_shown]),
            *rest_lines(n_shown, n_rules),
        ]
    if not found.is_complete:
        lines += [
            "",
            *wrapped(
                say(
                    "There may be rules that cover more: time was up before all were "
                    "looked at. --time-limit gives the search longer."
                ),
                indent="  ",
            ),
        ]
    return lines


def _factual_table(factuals: Sequence[Factual | Rule]) -> list[str]:
    is_exact = all(factual.precision == 1 for factual in factuals)
    return text_table(
        (
            *(say("size"), say("cases")),
            *([] if is_exact else [say("precision")]),
            say("because"),
        ),
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
    literals = (
        f"{shown_column(each.feature)}: "
        f"{one_line(shown_value(each.feature, each.value))}"
        for each in factual.literals
    )
    return ", ".join(literals) or say("every case")


def factual_overview_lines(overview: FactualOverview, table_rows: int) -> list[str]:
    """Stored factual explanations as `why` sums them up."""
    factual = overview.factual
    head = say(
        "{table}: {n} of {n_all:# row|# rows} explained",
        table=factual.table,
        n=overview.n_rows,
        n_all=table_rows,
    )
    if factual.precision < 1:
        head += say(
            " at a precision of {precision}", precision=figure(factual.precision, "g")
        )
    if factual.count == "distinct":
        head += say(", duplicates counted once")
    lines = [head, ""]
    if not overview.n_explained:
        lines.append(f"  {say('no row has an explanation')}")
    else:
        per_row = say(
            "{n}, {mean:.1f} per row",
            n=overview.n_factual,
            mean=overview.n_factual / overview.n_explained,
        )
        lines.append(fact(say("explanations"), per_row))
    for name, number in (
        (say("not complete"), overview.n_incomplete),
        (say("unexplained"), overview.n_unexplained),
        (say("contradicted"), overview.n_contradicted),
    ):
        if number:
            lines.append(fact(name, with_share(number, overview.n_rows)))
    if not overview.n_explained:
        return lines
    lines += leading_lines(overview.leading)
    sizes = {many(size, "feature"): n for size, n in overview.sizes.items()}
    lines += ["", f"  {say('rows by size of their smallest explanation')}"]
    lines += bars(sizes, overview.n_rows)
    lines += ["", f"  {say('the first explanations')}"]
    for each in overview.first:
        lines += wrapped(
            say(
                "row {row}: {label} because {values} ({n:# case|# cases}, 1 of "
                "{n_all:# explanation|# explanations})",
                row=str(each.row_id),
                label=each.label,
                values=each.explanation,
                n=each.coverage,
                n_all=each.n_factual,
            )
        )
    return lines
