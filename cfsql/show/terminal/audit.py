"""An audit in the terminal: the strongest finding first, then the figures."""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.table_layout import figure_columns
from cfsql.show.terminal.effort import (
    effort_lines,
    near_lines,
    tests_lines,
    who_has_which,
)
from cfsql.show.terminal.pieces import (
    bars,
    contradictions,
    fact,
    leading_lines,
    one_line,
    wrapped,
)
from cfsql.speech import (
    column,
    far,
    figure,
    marked,
    percent,
    rows_or_parts,
    say,
    say_each,
    shown_column,
    shown_value,
)

if TYPE_CHECKING:
    from cfsql.questions.audit import Audit, UnequalValue

# What is listed of each kind; the stored tables have all.
_N_FEATURES = 12
_N_LABEL_PAIRS = 12
_N_DIRECTIONS = 8
_N_VALUES = 12
_N_CLASSES = 12
_N_STEPS = 6


# How a list ends that is cut.
_MORE = marked("… and {n} more in {table}")
_SMALLER_CLASSES = marked("… and {n} smaller classes in {table}")


def audit_lines(audit: Audit) -> list[str]:
    """All sections of an audit."""
    name = audit.table
    if audit.name != audit.table:
        name += say(", ranking {name}", name=audit.name)
    lines = [
        say(
            "{table}: {n} of {n_all:# row|# rows} audited, label {label_column}",
            table=name,
            n=audit.n_rows,
            n_all=audit.n_table_rows,
            label_column=shown_column(audit.label_column),
        )
    ]
    if audit.verdict is not None:
        lines += ["", *wrapped(audit.verdict, indent="  ")]
        lines += wrapped(audit.hardest or "", indent="  ")
    if audit.constraints:
        lines += [""] * (audit.verdict is not None)
        ranked = say(
            "ranked with {options}: {n} rows have an answer, and what changes is of "
            "these",
            options=audit.constraints,
            n=audit.n_answered,
        )
        lines += wrapped(ranked, indent="  ")
    lines += leading_lines(audit.leading)
    for section in _SECTIONS:
        found = section(audit)
        if found:
            lines += ["", *found]
    return [*lines, "", _contradictions(audit)]


# Unequal pairs.


def _unequal(audit: Audit) -> list[str]:
    if audit.sentence is None:
        return []
    lines: list[str] = []
    if audit.n_pairs:
        lines += wrapped(audit.sentence, indent="  ")
        lines += ["", *_columns(audit), *_directions(audit), *tests_lines(audit)]
        lines += _pairs(audit)
    lines += [*_values(audit), *near_lines(audit)]
    return lines if audit.n_pairs else lines[1:]


def _columns(audit: Audit) -> list[str]:
    """In how many pairs each protected column is the only difference."""
    alone = audit.n_pairs_alone
    counts = {
        say("{column} alone", column=shown_column(name)): n for name, n in alone.items()
    }
    n_several = audit.n_pairs - sum(alone.values())
    if n_several:
        counts[say("several of these")] = n_several
    counts = {name: n for name, n in counts.items() if n}
    title = say("pairs of cases by what differs (shares of pairs, not of people)")
    lines = [f"  {title}", *bars(counts, audit.n_pairs)]
    never = [column(name) for name, n in alone.items() if not n]
    if never:
        first = say("no pair differs in {column} alone", column=never[0])
        nor = (say(", nor in {column} alone", column=name) for name in never[1:])
        lines += wrapped("".join([first, *nor]))
    n_unclear = audit.n_pairs - audit.n_clear_pairs
    if n_unclear:
        lines += wrapped(
            say(
                "in {n} of them a case is contradicted: a row that equals it in all "
                "columns has another {label_column} too",
                n=n_unclear,
                label_column=column(audit.label_column),
            )
        )
    return lines


def _directions(audit: Audit) -> list[str]:
    found = sorted(audit.directions, key=lambda each: -each.n_pairs)
    if not found:
        return []
    label = audit.label_column
    counts = {
        who_has_which(each, label): each.n_pairs for each in found[:_N_DIRECTIONS]
    }
    title = say(
        "pairs by who has which {label_column}, one column alone differing",
        label_column=column(label),
    )
    return [
        "",
        f"  {title}",
        *bars(counts, sum(audit.n_pairs_alone.values())),
        *_stored_rest(audit, len(counts), len(found), "unequal_directions"),
    ]


def _pairs(audit: Audit) -> list[str]:
    label = audit.label_column
    rows = [
        (
            *(each.row_id, shown_value(label, each.label), each.n_rows),
            *(each.other_id, shown_value(label, each.other_label), each.n_other_rows),
            each.explanation,
        )
        for each in audit.pairs
    ]
    head = (
        *(say("row"), shown_column(label), say("cases")),
        *(say("other"), shown_column(label), say("cases"), say("differs in")),
    )
    return [
        "",
        "  " + say("the clearest pairs"),
        *text_table(head, rows, indent="    "),
        *_stored_rest(audit, len(rows), audit.n_pairs, "unequal"),
    ]


def _values(audit: Audit) -> list[str]:
    if not audit.n_comparable:
        return []
    shown = [(str(each.feature), each) for each in audit.values if each.n_comparable]
    rows = [
        (
            *(shown_column(feature), one_line(shown_value(feature, each.value))),
            *(figure(each.n_rows), figure(each.n_comparable), figure(each.n_unequal)),
            percent(each.n_unequal, each.n_comparable),
            _rate(each),
        )
        for feature, each in shown[:_N_VALUES]
    ]
    if not rows:
        return []
    head = (
        *say_each("column", "value", "rows", "comparable", "unequal", "share"),
        say("of row pairs"),
    )
    return [
        "",
        "  " + say("by value: rows with a case that differs in this column alone"),
        *figure_columns(head, rows, n_words=2),
        *_stored_rest(audit, len(rows), len(shown), "unequal_values"),
    ]


def _rate(each: UnequalValue) -> str:
    return percent(each.n_unequal_row_pairs, each.n_row_pairs)


# What the ranking says.


def _coverage(audit: Audit) -> list[str]:
    overall = [each for each in audit.coverage if each.label is None]
    if not audit.n_answered:
        return ["  " + say("no row has a counterfactual")]
    counts = {
        say(
            "within {changes}",
            changes=far(each.n_changes, is_weighted=audit.is_weighted),
        ): each.n_reached
        for each in overall
    }
    n_there = audit.n_rows - audit.n_wanting
    title = (
        say(
            "rows with a counterfactual, of {n:# row|# rows} without the outcome "
            "({n_there} {n_there:has|have} it already)",
            n=audit.n_wanting,
            n_there=n_there,
        )
        if n_there
        else say("rows with a counterfactual")
    )
    lines = [f"  {title}", *bars(counts, audit.n_wanting)]
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
    head = (
        *say_each("class", "rows"),
        *(say("within {n}", n=each.n_changes) for each in steps),
    )
    rows = [
        (
            shown_value(audit.label_column, label),
            figure(n_rows[label]),
            *(figure(x, ".1%") for x in by_class[label][:_N_STEPS]),
        )
        for label in largest
    ]
    title = say("the same by class")
    lines += ["", f"  {title}", *figure_columns(head, rows, n_words=1)]
    if len(overall) > len(steps):
        more = say(
            "… and within more changes in {table}", table=f"{audit.name}_audit_coverage"
        )
        lines.append(f"    {more}")
    return lines + _stored_rest(
        audit, len(rows), len(by_class), "coverage", _SMALLER_CLASSES
    )


def _features(audit: Audit) -> list[str]:
    changed = [each for each in audit.overall if each.n_changed]
    if not changed:
        return []
    counts = {
        shown_column(each.feature): each.n_changed for each in changed[:_N_FEATURES]
    }
    return [
        "  " + say("what changes most often"),
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
            *(shown_value(audit.label_column, each.from_label),),
            *(shown_value(audit.label_column, each.to_label),),
            rows_or_parts(each.n_rows),
            figure(each.share, ".1%"),
            shown_column(first[each.from_label, each.to_label]),
        )
        for each in pairs[:_N_LABEL_PAIRS]
    ]
    whole = say("of answered" if audit.constraints else "of class")
    head = (*say_each("from", "to", "rows"), whole, say("changes most often"))
    return [
        "  " + say("which class turns into which"),
        *figure_columns(head, rows, n_words=2, last_is_word=True),
        *_stored_rest(audit, len(rows), len(pairs), "labels"),
    ]


def _answers(audit: Audit) -> list[str]:
    if not audit.answers:
        if not audit.labels:
            return []
        unnamed = say(
            "the cases that answer the most rows are not named: without row ids"
        )
        return [f"  {unnamed}"]
    label = audit.label_column
    rows = [
        (
            *(str(each.counterfactual_id), shown_value(label, each.label)),
            *(rows_or_parts(each.n_rows), figure(each.share, ".1%")),
            figure(each.cumulated_share, ".1%"),
        )
        for each in audit.answers
    ]
    head = (
        *(say("row"), shown_column(label)),
        *say_each("answers", "share", "together"),
    )
    title = say("the cases that answer the most rows, of {n}", n=audit.n_answers)
    return [
        f"  {title}",
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
    told = say(
        "Where several counterfactuals of a row are optimal, each counts for its part "
        "of the row."
    )
    return wrapped(told, indent="  ")


def _contradictions(audit: Audit) -> str:
    if not audit.n_contradictions:
        return fact(say("contradictions"), say("none"))
    return fact(
        say("contradictions"),
        contradictions(
            audit.n_contradicted, audit.n_contradictions, column(audit.label_column)
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
    audit: Audit, n_shown: int, n_all: int, table: str, template: str = _MORE
) -> list[str]:
    """How many entries a cut list leaves out, and the stored table that has them."""
    if n_all <= n_shown:
        return []
    stored = f"{audit.name}_audit_{table}"
    return ["    " + say(template, n=n_all - n_shown, table=stored)]
