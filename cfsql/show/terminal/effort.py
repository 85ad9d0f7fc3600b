"""For whom it is harder, and which unequal pairs are chance, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.questions.audit.hardest import effect_text
from cfsql.show import effort_words as words
from cfsql.show.table_layout import figure_columns
from cfsql.show.terminal.pieces import one_line, wrapped
from cfsql.speech import figure, percent, say, say_each, shown_column, shown_value

if TYPE_CHECKING:
    from cfsql.questions.audit import Audit, Direction, Effort, UnequalTest


def tests_lines(audit: Audit) -> list[str]:
    """The sign tests, what they found, and what they assume."""
    if not audit.tests:
        return []
    rows = [
        (
            who_has_which(each, audit.label_column),
            *(figure(each.n_pairs), figure(each.n_reversed)),
            *(words.p_text(each.p_value), words.p_text(each.p_holm)),
            effect_text(each.effect),
        )
        for each in audit.tests[: words.N_TESTS]
    ]
    head = say_each("who has which", "pairs", "reversed", "p", "p, Holm", "effect")
    n_more = len(audit.tests) - len(rows)
    stored = f"{audit.name}_audit_unequal_tests"
    return [
        "",
        "  " + say("is that more than chance? rows paired, exact sign tests"),
        *figure_columns(head, rows, n_words=1, last_is_word=True),
        *(
            ["    " + say("… and {n} more in {table}", n=n_more, table=stored)]
            if n_more
            else []
        ),
        "",
        *wrapped(say(words.MATCHED), indent="  "),
    ]


def who_has_which(each: Direction | UnequalTest, label_column: str) -> str:
    """Which value has which outcome in a pair."""
    value, other = (
        one_line(shown_value(each.feature, text))
        for text in (each.value, each.other_value)
    )
    label, other_label = (
        shown_value(label_column, text) for text in (each.label, each.other_label)
    )
    return f"{shown_column(each.feature)} {value}: {label}, {other}: {other_label}"


def near_lines(audit: Audit) -> list[str]:
    """Pairs of rows that are nearly equal, with other or equal protected values."""
    if not audit.near:
        return []
    rows = [
        (
            figure(each.n_differences),
            *(figure(each.n_row_pairs), _share(each.share)),
            *(figure(each.n_like_row_pairs), _share(each.like_share)),
        )
        for each in audit.near
    ]
    columns = "/".join(map(shown_column, audit.protected))
    unequal = say("unequal")
    head = (
        *(say("differ in"), say("other {columns}", columns=columns), unequal),
        *(say("same {columns}", columns=columns), unequal),
    )
    return [
        "",
        "  " + say("pairs of rows by how many other features differ"),
        *figure_columns(head, rows, n_words=0),
    ]


def _share(share: float | None) -> str:
    return "–" if share is None else percent(share)


def effort_lines(audit: Audit) -> list[str]:
    """How many changes the rows with each protected value need."""
    if not audit.effort:
        return []
    lines = ["  " + say("for whom is it harder?"), ""]
    lines += wrapped(words.aims_sentence(audit), indent="  ")
    label = audit.label_column
    for place, aim in enumerate(words.effort_aims(audit)):
        needs = (
            say(
                "changes needed to reach {label_column} {label}",
                label_column=shown_column(label),
                label=shown_value(label, aim),
            )
            if aim
            else say("changes needed to reach another outcome")
        )
        shown = words.efforts_to(audit, aim)
        needed = [
            (
                *_group(each),
                *(words.reached_text(each), words.mean_text(each)),
                *(words.quantiles_text(each), words.compared_text(each)),
            )
            for each in shown
        ]
        within = [(*_group(each), *words.within_texts(audit, each)) for each in shown]
        changed = [(*_group(each), words.changed_text(audit, each)) for each in shown]
        columns = say_each("column", "value")
        head = (*say_each("reached", "mean (95 %)"), "q50–q90", say("than others"))
        steps = (say("within {n}", n=step) for step in words.STEPS)
        often = say("changes most often")
        lines += [
            "",
            f"  {needs}",
            # That of the first outcome stands at the top.
            *(wrapped(words.hardest_sentence(audit, aim)) if place else []),
            "",
            *figure_columns((*columns, *head), needed, n_words=2, last_is_word=True),
            "",
            *figure_columns((*columns, *steps), within, n_words=2),
            "",
            *figure_columns((*columns, often), changed, n_words=3),
        ]
    if words.n_left_out(audit):
        lines.append(
            "    "
            + say(
                "… and {n} more values in {table}",
                n=words.n_left_out(audit),
                table=f"{audit.name}_audit_effort",
            )
        )
    return [*lines, "", *wrapped(words.effort_notes(audit), indent="  ")]


def _group(each: Effort) -> tuple[str, str]:
    if each.feature is None:
        return say("all"), ""
    return shown_column(each.feature), one_line(shown_value(each.feature, each.value))
