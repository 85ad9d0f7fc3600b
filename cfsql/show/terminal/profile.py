"""A table as `load` and `describe` show it, with warnings and hints for ranking."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cfsql.show.formats import text_table
from cfsql.show.terminal.pieces import bars, contradictions, fact, wrapped
from cfsql.words import listing, many

if TYPE_CHECKING:
    from cfsql.tables.declarations import Declared
    from cfsql.tables.profile import Column, Profile

_N_LISTED = 12


def profile_lines(profile: Profile) -> list[str]:
    """A table as `load` introduces it."""
    values = ", ".join(f"{name} {n:,}" for name, n in profile.features.items())
    return [
        *_counts(profile),
        "",
        "  values of each feature",
        *wrapped(values),
        *_missing_lines(profile),
        *_interval_lines(profile),
    ]


def _missing_lines(profile: Profile) -> list[str]:
    """The columns with missing values, and in how many rows; the label is above."""
    found = [
        f"{name} {n:,} ({n / profile.n_rows:.1%})"
        for name, n in profile.missing.items()
        if n and name != profile.label
    ]
    return ["", "  missing values", *wrapped(", ".join(found))] if found else []


def _interval_lines(profile: Profile) -> list[str]:
    """The intervals of each feature that has some, and the rows in each."""
    lines = []
    for feature, counts in profile.intervals.items():
        shown = [f"{text} ({n:,})" for text, n in list(counts.items())[:_N_LISTED]]
        n_more = len(counts) - len(shown)
        more = [f"and {n_more:,} more"] if n_more else []
        lines += wrapped(f"{feature}: {', '.join(shown + more)}")
    return ["", "  rows in each interval", *lines] if lines else []


def description_lines(profile: Profile, columns: Sequence[Column]) -> list[str]:
    """A table as `describe` shows it."""
    rows = [
        (
            name,
            kind,
            role,
            "" if n_values is None else f"{n_values:,}",
            f"{profile.missing[name]:,}",
        )
        for name, kind, role, n_values in columns
    ]
    headers = ("column", "type", "role", "values", "missing")
    table = text_table(headers, rows, indent="  ")
    return [*_counts(profile), "", *table]


def declared_lines(declared: Declared) -> list[str]:
    """What is declared of a table: how columns may change, in which order, and more."""
    if not declared.columns:
        return []
    head = ["declared", "changes", "order"]
    head += ["audits"] * bool(declared.protected)
    rows = [
        (
            column,
            declared.ways.get(column, ""),
            " < ".join(declared.orders.get(column, ())),
            "protected" if column in declared.protected else "",
        )[: len(head)]
        for column in declared.columns
    ]
    return ["", *text_table(head, rows, indent="  ")]


def _counts(profile: Profile) -> list[str]:
    lines = [
        f"{profile.table}: {many(profile.n_rows, 'row')}, "
        f"{many(len(profile.features), 'feature')}, label {profile.label}",
        "",
        fact("distinct", f"{profile.n_distinct:,}"),
        fact("duplicates", f"{profile.n_duplicates:,}"),
        fact("contradictions", _contradictions(profile)),
        fact("without a label", f"{profile.n_unlabelled:,}"),
        "",
        f"  {many(len(profile.classes), 'class')}",
    ]
    shown = dict(list(profile.classes.items())[:_N_LISTED])
    lines += bars(shown, profile.n_labelled)
    if len(profile.classes) > _N_LISTED:
        rest = sum(profile.classes.values()) - sum(shown.values())
        lines.append(
            f"    … and {len(profile.classes) - _N_LISTED} smaller ones with "
            f"{many(rest, 'row')}"
        )
    return lines


def _contradictions(profile: Profile) -> str:
    if not profile.n_contradicted:
        return "0"
    return contradictions(
        profile.n_contradicted, profile.n_contradictions, profile.label
    )


def profile_warnings(profile: Profile) -> list[str]:
    """Warnings before ranking: columns like ids, a single class."""
    warnings = [each.sentence for each in profile.nearly_unique]
    if len(profile.classes) == 1:
        warnings.append(
            f"every row has the same {profile.label}, so none has a counterfactual"
        )
    return warnings


def profile_hints(profile: Profile, cuts: dict[str, str]) -> list[str]:
    """Hints on intervals: fewer than --bin set, and columns with many numbers."""
    hints = merged_intervals(profile, cuts)
    # Of what is nearly unique, the warning says it.
    warned = {each.feature for each in profile.nearly_unique}
    found = {
        name: n_values
        for name, n_values in profile.many_numbers.items()
        if name not in warned
    }
    options = " ".join(f"--bin {shlex.quote(f'{name}=q5')}" for name in found)
    if len(found) == 1:
        ((name, n_values),) = found.items()
        hints.append(
            f"{name} has {n_values:,} values; to compare it by intervals: {options}"
        )
    elif found:
        counts = listing([f"{name} {n_values:,}" for name, n_values in found.items()])
        hints.append(f"many values: {counts}; to compare these by intervals: {options}")
    return hints


def merged_intervals(profile: Profile, cuts: dict[str, str]) -> list[str]:
    """The columns with fewer intervals than --bin set, and the reason."""
    notes = []
    for feature, counts in profile.intervals.items():
        cut = cuts[feature]
        if cut[0] in "qw" and len(counts) < int(cut[1:]):
            notes.append(
                f"{feature} has {many(len(counts), 'interval')}, not {cut[1:]}: "
                "too many rows have the same value"
            )
    return notes
