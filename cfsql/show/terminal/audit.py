"""An audit in the terminal: the strongest finding first, then the figures."""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.table_layout import figure_columns
from cfsql.show.terminal.effort import effort_lines, near_lines, tests_lines
from cfsql.show.terminal.pieces import bars, contradictions, fact, one_line, wrapped
from cfsql.speech import far
from cfsql.words import many, percent, rows_or_parts

if TYPE_CHECKING:
    from cfsql.questions.audit import Audit, UnequalValue

# What is listed of each kind; the stored tables have all.
_N_FEATURES = 12
_N_LABEL_PAIRS = 12
_N_DIRECTIONS = 8
_N_VALUES = 12
_N_CLASSES = 12
_N_STEPS = 6


def audit_lines(audit: Audit) -> list[str]:
    """All sections of an audit."""
    named = "" if audit.name == audit.table else f", ranking {audit.name}"
    lines = [
        f"{audit.table}{named}: {audit.n_rows:,} of "
        f"{many(audit.n_table_rows, 'row')} audited, label {audit.label_column}"
    ]
    if audit.constraints:
        lines += wrapped(
            f"ranked with {audit.constraints}: {audit.n_answered:,} rows have an "
            "answer, and what changes is of these",
            indent="  ",
        )
    for section in _SECTIONS:
        found = section(audit)
        if found:
            lines += ["", *found]
    return [*lines, "", _contradictions(audit)]


# Unequal treatment.


def _unequal(audit: Audit) -> list[str]:
    if audit.sentence is None:
        return []
    lines = wrapped(audit.sentence, indent="  ")
    if audit.rates is not None:
        lines += wrapped(audit.rates, indent="  ")
    if audit.n_pairs:
        lines += ["", *_columns(audit), *_directions(audit), *tests_lines(audit)]
        lines += _pairs(audit)
    return [*lines, *_values(audit), *near_lines(audit)]


def _columns(audit: Audit) -> list[str]:
    """In how many pairs each protected column is the only difference."""
    alone = audit.n_pairs_alone
    counts = {f"{column} alone": n for column, n in alone.items()}
    n_several = audit.n_pairs - sum(alone.values())
    if n_several:
        counts["several of these"] = n_several
    counts = {name: n for name, n in counts.items() if n}
    lines = ["  pairs by what differs", *bars(counts, audit.n_pairs)]
    never = [column for column, n in alone.items() if not n]
    if never:
        nor = ", nor in ".join(f"{column} alone" for column in never)
        lines += wrapped(f"no pair differs in {nor}")
    n_unclear = audit.n_pairs - audit.n_clear_pairs
    if n_unclear:
        lines += wrapped(
            f"in {n_unclear:,} of them a case is contradicted: a row that equals it in "
            f"all columns has another {audit.label_column} too"
        )
    return lines


def _directions(audit: Audit) -> list[str]:
    found = sorted(audit.directions, key=lambda each: -each.n_pairs)
    if not found:
        return []
    counts = {
        f"{each.feature} {one_line(each.value)}: {each.label}, "
        f"{one_line(each.other_value)}: {each.other_label}": each.n_pairs
        for each in found[:_N_DIRECTIONS]
    }
    return [
        "",
        f"  who has which {audit.label_column}, one column alone differing",
        *bars(counts, sum(audit.n_pairs_alone.values())),
        *_stored_rest(audit, len(counts), len(found), "unequal_directions"),
    ]


def _pairs(audit: Audit) -> list[str]:
    rows = [
        (
            *(each.row_id, each.label, each.n_rows),
            *(each.other_id, each.other_label, each.n_other_rows),
            each.explanation,
        )
        for each in audit.pairs
    ]
    label = audit.label_column
    head = ("row", label, "cases", "other", label, "cases", "differs in")
    return [
        "",
        "  the pairs that say most",
        *text_table(head, rows, indent="    "),
        *_stored_rest(audit, len(rows), audit.n_pairs, "unequal"),
    ]


def _values(audit: Audit) -> list[str]:
    if not audit.n_comparable:
        return []
    shown = [each for each in audit.values if each.n_comparable]
    rows = [
        (
            *(str(each.feature), one_line(each.value), f"{each.n_rows:,}"),
            *(f"{each.n_comparable:,}", f"{each.n_unequal:,}"),
            percent(each.n_unequal, each.n_comparable),
            _rate(each),
        )
        for each in shown[:_N_VALUES]
    ]
    if not rows:
        return []
    head = ("column", "value", "rows", "comparable", "unequal", "share", "of row pairs")
    return [
        "",
        "  by value: rows with a case that differs in this column alone",
        *figure_columns(head, rows, n_words=2),
        *_stored_rest(audit, len(rows), len(shown), "unequal_values"),
    ]


def _rate(each: UnequalValue) -> str:
    return percent(each.n_unequal_row_pairs, each.n_row_pairs)


# What the ranking says.


def _coverage(audit: Audit) -> list[str]:
    overall = [each for each in audit.coverage if each.label is None]
    if not audit.n_answered:
        return ["  no row has a counterfactual"]
    counts = {
        f"within {far(each.n_changes, is_weighted=audit.is_weighted)}": each.n_reached
        for each in overall
    }
    lines = ["  rows with a counterfactual", *bars(counts, audit.n_rows)]
    by_class: dict[str, list[float]] = {}
    n_rows: dict[str, int] = {}
    for each in audit.coverage:
        if each.label is not None:
            by_class.setdefault(each.label, []).append(each.share)
            n_rows[each.label] = each.n_rows
    if len(by_class) < 2:
        return lines
    largest = sorted(by_class, key=lambda label: (-n_rows[label], label))[:_N_CLASSES]
    steps = overall[:_N_STEPS]
    head = ("class", "rows", *(f"within {each.n_changes}" for each in steps))
    rows = [
        (label, f"{n_rows[label]:,}", *(f"{x:.1%}" for x in by_class[label][:_N_STEPS]))
        for label in largest
    ]
    lines += ["", "  the same by class", *figure_columns(head, rows, n_words=1)]
    if len(overall) > len(steps):
        lines.append(f"    … and within more changes in {audit.name}_audit_coverage")
    return lines + _stored_rest(
        audit, len(rows), len(by_class), "coverage", "smaller classes"
    )


def _features(audit: Audit) -> list[str]:
    changed = [each for each in audit.overall if each.n_changed]
    if not changed:
        return []
    counts = {each.feature: each.n_changed for each in changed[:_N_FEATURES]}
    return [
        "  what changes most often",
        *bars(counts, audit.n_answered),
        *_stored_rest(audit, len(counts), len(changed), "features"),
    ]


def _labels(audit: Audit) -> list[str]:
    if not audit.labels:
        return []
    pairs = sorted(audit.labels, key=lambda each: -each.n_rows)
    first: dict[tuple[str, str], str] = {}
    for each in audit.features:
        if each.from_label is not None and each.to_label is not None:
            first.setdefault((each.from_label, each.to_label), each.feature)
    rows = [
        (
            *(each.from_label, each.to_label, rows_or_parts(each.n_rows)),
            f"{each.share:.1%}",
            first[each.from_label, each.to_label],
        )
        for each in pairs[:_N_LABEL_PAIRS]
    ]
    whole = "of answered" if audit.constraints else "of class"
    head = ("from", "to", "rows", whole, "changes most often")
    return [
        "  which class turns into which",
        *figure_columns(head, rows, n_words=2, last_is_word=True),
        *_stored_rest(audit, len(rows), len(pairs), "labels"),
    ]


def _answers(audit: Audit) -> list[str]:
    if not audit.answers:
        if not audit.labels:
            return []
        return ["  the cases that answer the most rows are not named: without row ids"]
    rows = [
        (
            *(str(each.counterfactual_id), each.label),
            *(rows_or_parts(each.n_rows), f"{each.share:.1%}"),
            f"{each.cumulated_share:.1%}",
        )
        for each in audit.answers
    ]
    head = ("row", audit.label_column, "answers", "share", "together")
    return [
        f"  the cases that answer the most rows, of {audit.n_answers:,}",
        *figure_columns(head, rows, n_words=2),
        *_stored_rest(audit, len(rows), audit.n_answers, "answers"),
    ]


def _parts(audit: Audit) -> list[str]:
    """Why some figures count a part of a row, if any does."""
    figures = [each.n_changed for each in audit.overall]
    figures += [each.n_rows for each in audit.labels]
    figures += [each.n_rows for each in audit.answers]
    # Parts that make a whole row again may miss it by a rounding.
    if all(isclose(each, round(each), abs_tol=1e-6) for each in figures):
        return []
    return wrapped(
        "Where several counterfactuals of a row are optimal, each counts for its part "
        "of the row.",
        indent="  ",
    )


def _contradictions(audit: Audit) -> str:
    if not audit.n_contradictions:
        return fact("contradictions", "none")
    return fact(
        "contradictions",
        contradictions(
            audit.n_contradicted, audit.n_contradictions, audit.label_column
        ),
    )


_SECTIONS = (
    _unequal,
    effort_lines,
    _coverage,
    _features,
    _labels,
    _answers,
    _parts,
)


def _stored_rest(
    audit: Audit, n_shown: int, n_all: int, table: str, entries: str = "more"
) -> list[str]:
    """How many entries a cut list leaves out, and the stored table that has them."""
    if n_all <= n_shown:
        return []
    return [f"    … and {n_all - n_shown:,} {entries} in {audit.name}_audit_{table}"]
