"""What a person reads in the terminal. Text only; nothing here touches a database."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Callable, Sequence

from cfsql.database import Table
from cfsql.dry_run import DryRun
from cfsql.explain import Explanation
from cfsql.formats import text_table
from cfsql.load import Column, Profile
from cfsql.overview import FirstExplanation, Overview
from cfsql.words import many

Emphasis = Callable[[str], str]

_WIDTH = 88
_BAR = 24
_MANY = 12


def plain(text: str) -> str:
    """Emphasis on a terminal without colours: none."""
    return text


def profile_lines(profile: Profile) -> list[str]:
    """A table as `load` introduces it."""
    values = ", ".join(f"{name} {n:,}" for name, n in profile.features.items())
    return [*_counts(profile), "", "  values of each feature", *_wrapped(values)]


def description_lines(profile: Profile, columns: Sequence[Column]) -> list[str]:
    """A table as `describe` shows it."""
    rows = [
        (name, kind, role, "" if n_values is None else f"{n_values:,}")
        for name, kind, role, n_values in columns
    ]
    table = text_table(("column", "type", "role", "values"), rows, indent="  ")
    return [*_counts(profile), "", *table]


def _counts(profile: Profile) -> list[str]:
    lines = [
        f"{profile.table}: {many(profile.n_rows, 'row')}, "
        f"{many(len(profile.features), 'feature')}, label {profile.label}",
        "",
        _fact("distinct", f"{profile.n_distinct:,}"),
        _fact("duplicates", f"{profile.n_duplicates:,}"),
        _fact("contradictions", _contradictions(profile)),
        _fact("without a label", f"{profile.n_unlabelled:,}"),
        "",
        f"  {many(len(profile.classes), 'class')}",
    ]
    shown = dict(list(profile.classes.items())[:_MANY])
    lines += _bars(shown, profile.n_labelled)
    if len(profile.classes) > _MANY:
        rest = sum(profile.classes.values()) - sum(shown.values())
        lines.append(
            f"    … and {len(profile.classes) - _MANY} smaller ones with "
            f"{many(rest, 'row')}"
        )
    return lines


def _contradictions(profile: Profile) -> str:
    if not profile.n_contradicted:
        return "0"
    return (
        f"{many(profile.n_contradicted, 'row')} in "
        f"{many(profile.n_contradictions, 'group')} with the same features "
        f"and different {profile.label}"
    )


def profile_warnings(profile: Profile) -> list[str]:
    """What a user should know before ranking."""
    warnings = [
        f"{feature} has {profile.features[feature]:,} values in "
        f"{profile.n_labelled:,} rows: if it is an id or a weight, "
        f"leave it out with --ignore {shlex.quote(feature)}"
        for feature in profile.nearly_unique
    ]
    if len(profile.classes) == 1:
        warnings.append(
            f"every row has the same {profile.label}, so none has a counterfactual"
        )
    return warnings


def overview_lines(overview: Overview, table_rows: int) -> list[str]:
    """A ranking as `rank` sums it up."""
    ranking = overview.ranking
    lines = [
        f"{ranking.table}: {overview.n_rows:,} of {many(table_rows, 'row')} "
        f"ranked by {ranking.by}"
        + (", duplicates counted once" if ranking.count == "distinct" else ""),
        "",
    ]
    if not overview.n_answered:
        lines.append("  no row has a counterfactual")
        return lines
    per_row = overview.n_counterfactuals / overview.n_answered
    lines += [
        _fact(
            "counterfactuals",
            f"{overview.n_counterfactuals:,} minimal ones, {per_row:.1f} per row",
        ),
        _fact("unique optimal", _share(overview.n_unique, overview.n_rows)),
        _fact("mean gap", _gap(overview)),
        _fact(
            "optimal, mean",
            f"typicality {overview.mean_typicality:.3f}, "
            f"capacity {overview.mean_capacity:.3f}, "
            f"universality {overview.mean_universality:.3f}",
        ),
    ]
    if overview.n_unanswered:
        lines.append(
            _fact("no counterfactual", _share(overview.n_unanswered, overview.n_rows))
        )
    if overview.n_contradicted:
        lines.append(
            _fact("contradicted", _share(overview.n_contradicted, overview.n_rows))
        )
    changes = {
        many(distance, "change"): n for distance, n in overview.distances.items()
    }
    lines += ["", "  rows by distance to their nearest counterfactual"]
    lines += _bars(changes, overview.n_rows)
    lines += ["", "  the first explanations"]
    for each in overview.first:
        lines.append(
            f"    row {each.row_id}: {each.label} → {each.counterfactual_label} "
            f"as row {each.counterfactual_id} (power {each.power:,}{_tie(each)})"
        )
        lines += _wrapped(each.explanation, indent="      ")
    return lines


def dry_run_lines(table: str, plan: DryRun) -> list[str]:
    """A plan as `rank --dry-run` shows it."""
    rows = [
        (
            f"{step.task} {step.distance}",
            step.name,
            f"{step.n_seekers:,}",
            f"{step.n_joins:,}",
            f"{step.n_pairs:,}",
            f"{step.seconds:.2f}",
        )
        for step in plan.steps
    ]
    columns = ("step", "plan", "seekers", "joins", "pairs", "seconds")
    return [
        f"{table}: {many(plan.n_rows, 'row')} to rank, as expected from "
        f"{plan.n_sampled:,} of {many(plan.n_targets, 'distinct one')}",
        "",
        *text_table(columns, rows, indent="  "),
        "",
        _fact("time", f"{plan.seconds:.1f} s, and what it takes to write the results"),
        _fact("counterfactuals", f"about {plan.n_counterfactuals:,}"),
        _fact("memory", f"about {_size(plan.memory)}"),
    ]


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 1e9 else f"{n_bytes / 1e6:.0f} MB"


def explanation_lines(
    explanation: Explanation, *, n_shown: int, emphasis: Emphasis = plain
) -> list[str]:
    """One case: the answer, side by side with the row, and the alternatives."""
    lines = [
        f"Row {explanation.row_id} of {explanation.table}: "
        f"{explanation.label_column} is {explanation.label}",
        "",
        *_wrapped(explanation.sentence, indent="  "),
        "",
        *_side_by_side(explanation, emphasis),
    ]
    if explanation.counterfactuals:
        lines += ["", *_alternatives(explanation, n_shown)]
    if explanation.is_contradicted:
        lines += [
            "",
            "  Another row has the same features and a different "
            f"{explanation.label_column}: the data contradict themselves here.",
        ]
    return lines


def _side_by_side(explanation: Explanation, emphasis: Emphasis) -> list[str]:
    best = explanation.optimal
    rows = [("", f"row {explanation.row_id}", " ", "")]
    if best is None:
        rows += [(name, _value(v), " ", "") for name, v in explanation.values.items()]
    else:
        rows[0] = (
            "",
            f"row {explanation.row_id}",
            " ",
            f"row {best.counterfactual_id}",
        )
        changed = {change.feature for change in best.changes}
        rows += [
            (name, _value(own), "→" if name in changed else " ", _value(other))
            for (name, own), other in zip(
                explanation.values.items(), best.values.values(), strict=True
            )
        ]
        rows.append(
            (
                explanation.label_column,
                explanation.label,
                "→",
                best.counterfactual_label,
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = []
    for row in rows:
        text = "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip()
        lines.append("  " + (emphasis(text) if row[2] == "→" else text))
    return lines


def _alternatives(explanation: Explanation, n_shown: int) -> list[str]:
    shown = explanation.counterfactuals[:n_shown]
    columns = (
        *("rank", "row", explanation.label_column, "power", "ball"),
        *("typicality", "capacity", "universality", "dag", "support", "changes"),
    )
    table = text_table(
        columns,
        [
            (
                *(each.rank, each.counterfactual_id, each.counterfactual_label),
                *(each.power, each.ball_size, each.typicality, each.capacity),
                *(each.universality, each.dag_count, each.support, each.explanation),
            )
            for each in shown
        ],
        indent="  ",
    )
    n_minimal = len(explanation.counterfactuals)
    lines = [
        f"  {many(n_minimal, 'counterfactual')} with "
        f"{many(shown[0].distance, 'change')}, best first"
        + (f"; {explanation.n_optimal:,} are optimal" * (not explanation.is_unique)),
        "",
        *table,
    ]
    if n_minimal > len(shown):
        lines.append(
            f"  … and {n_minimal - len(shown):,} more; "
            f"--show {n_minimal} lists them all"
        )
    return lines


def tables_lines(tables: Sequence[Table], rankings: dict[str, list[str]]) -> list[str]:
    """What is in a database."""
    return text_table(
        ("table", "rows", "features", "label", "loaded", "rankings"),
        [
            (
                table.name,
                table.facts.n_rows,
                table.facts.n_features,
                table.label,
                table.facts.loaded_at.strftime("%Y-%m-%d %H:%M"),
                ", ".join(rankings.get(table.name, [])) or "none",
            )
            for table in tables
        ],
    )


# Pieces.


def _fact(name: str, value: str) -> str:
    return f"  {name:<18}{value}"


def _tie(each: FirstExplanation) -> str:
    return f", one of {each.n_optimal:,} optimal" if each.n_optimal > 1 else ""


def _gap(overview: Overview) -> str:
    if overview.mean_gap is None:
        return "none, as no row has two counterfactuals to compare"
    return f"{overview.mean_gap:.3f}"


def _share(part: int, whole: int) -> str:
    return f"{many(part, 'row')} ({part / whole:.1%})"


def _bars(counts: dict[str, int], whole: int) -> list[str]:
    name_width = max(len(name) for name in counts)
    count_width = max(len(f"{n:,}") for n in counts.values())
    most = max(counts.values())
    return [
        f"    {name:<{name_width}}  {n:>{count_width},}  {n / whole:>6.1%}  "
        f"{'█' * max(1, round(_BAR * n / most))}"
        for name, n in counts.items()
    ]


def _wrapped(text: str, *, indent: str = "    ") -> list[str]:
    return textwrap.wrap(
        text,
        width=_WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _value(value: str | None) -> str:
    return "NULL" if value is None else " ".join(value.splitlines())
