"""For whom it is harder, and which unequal pairs are chance, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.show import effort_words as words
from cfsql.show.table_layout import figure_columns
from cfsql.show.terminal.pieces import one_line, wrapped
from cfsql.words import percent

if TYPE_CHECKING:
    from cfsql.questions.audit import Audit, Effort


def tests_lines(audit: Audit) -> list[str]:
    """The sign tests, what they found, and what they assume."""
    if not audit.tests:
        return []
    rows = [
        (
            f"{each.feature} {one_line(each.value)}: {each.label}, "
            f"{one_line(each.other_value)}: {each.other_label}",
            *(f"{each.n_pairs:,}", f"{each.n_reversed:,}"),
            *(words.p_text(each.p_value), words.p_text(each.p_holm), each.effect),
        )
        for each in audit.tests[: words.N_TESTS]
    ]
    head = ("who has which", "pairs", "reversed", "p", "p, Holm", "effect")
    n_more = len(audit.tests) - len(rows)
    stored = f"{audit.name}_audit_unequal_tests"
    return [
        "",
        "  is that more than chance? rows paired, exact sign tests",
        *figure_columns(head, rows, n_words=1, last_is_word=True),
        *([f"    … and {n_more:,} more in {stored}"] if n_more else []),
        "",
        *wrapped(f"{words.tests_sentence(audit.tests)} {words.MATCHED}", indent="  "),
    ]


def near_lines(audit: Audit) -> list[str]:
    """Pairs of rows that are nearly equal, with other or equal protected values."""
    if not audit.near:
        return []
    rows = [
        (
            f"{each.n_differences:,}",
            *(f"{each.n_row_pairs:,}", _share(each.share)),
            *(f"{each.n_like_row_pairs:,}", _share(each.like_share)),
        )
        for each in audit.near
    ]
    columns = "/".join(audit.protected)
    head = ("differ in", f"other {columns}", "unequal", f"same {columns}", "unequal")
    return [
        "",
        "  pairs of rows by how many other features differ",
        *figure_columns(head, rows, n_words=0),
    ]


def _share(share: float | None) -> str:
    return "–" if share is None else percent(share, 1)


def effort_lines(audit: Audit) -> list[str]:
    """How many changes the rows with each protected value need."""
    if not audit.effort:
        return []
    lines = ["  for whom is it harder?"]
    for aim in words.effort_aims(audit):
        outcome = f"{audit.label_column} {aim}" if aim else "another outcome"
        shown = words.efforts_to(audit, aim)
        needed = [
            (
                *_group(each),
                *(f"{each.n_rows:,}", words.mean_text(each)),
                *(words.quantiles_text(each), words.compared_text(each)),
            )
            for each in shown
        ]
        within = [(*_group(each), *words.within_texts(audit, each)) for each in shown]
        changed = [(*_group(each), words.changed_text(audit, each)) for each in shown]
        columns = ("column", "value")
        head = ("rows", "mean (95 %)", "q50–q90", "than others")
        steps = (f"within {step}" for step in words.STEPS)
        lines += [
            "",
            f"  changes needed to reach {outcome}",
            *figure_columns((*columns, *head), needed, n_words=2, last_is_word=True),
            "",
            *figure_columns((*columns, *steps), within, n_words=2),
            "",
            *figure_columns((*columns, "changes most often"), changed, n_words=3),
        ]
    if words.n_left_out(audit):
        lines.append(
            f"    … and {words.n_left_out(audit):,} more values in "
            f"{audit.name}_audit_effort"
        )
    return [*lines, "", *wrapped(words.effort_notes(audit), indent="  ")]


def _group(each: Effort) -> tuple[str, str]:
    if each.feature is None:
        return "all", ""
    return each.feature, one_line(each.value)
