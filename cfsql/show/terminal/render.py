"""What a person reads in the terminal. Text only; nothing here touches a database."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Callable, Mapping, Sequence

from cfsql.api.table import Table
from cfsql.method.columns import METRICS
from cfsql.questions.check import Checks
from cfsql.questions.compare import Comparison
from cfsql.questions.counterfactuals import Counterfactuals
from cfsql.questions.dry_run import DryRun
from cfsql.questions.explain import Explanation
from cfsql.questions.new_cases import NewCases
from cfsql.questions.overview import FactualOverview, FirstExplanation, Overview
from cfsql.questions.rules import Rule, Rules
from cfsql.questions.why import Factual, Why
from cfsql.show.formats import text_table
from cfsql.tables.load import Column, Profile
from cfsql.words import listing, many, named, rows_or_parts, with_original

Emphasis = Callable[[str], str]

_WIDTH = 88
_BAR = 24
_MANY = 12
_OFFENDING = 5


def plain(text: str) -> str:
    """Emphasis on a terminal without colours: none."""
    return text


def profile_lines(profile: Profile) -> list[str]:
    """A table as `load` introduces it."""
    values = ", ".join(f"{name} {n:,}" for name, n in profile.features.items())
    return [
        *_counts(profile),
        "",
        "  values of each feature",
        *wrapped(values),
        *_interval_lines(profile),
    ]


def _interval_lines(profile: Profile) -> list[str]:
    """The intervals of each feature that has some, and the rows in each."""
    lines = []
    for feature, counts in profile.intervals.items():
        shown = [f"{text} ({n:,})" for text, n in list(counts.items())[:_MANY]]
        n_more = len(counts) - len(shown)
        more = [f"and {n_more:,} more"] if n_more else []
        lines += wrapped(f"{feature}: {', '.join(shown + more)}")
    return ["", "  rows in each interval", *lines] if lines else []


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
        fact("distinct", f"{profile.n_distinct:,}"),
        fact("duplicates", f"{profile.n_duplicates:,}"),
        fact("contradictions", _contradictions(profile)),
        fact("without a label", f"{profile.n_unlabelled:,}"),
        "",
        f"  {many(len(profile.classes), 'class')}",
    ]
    shown = dict(list(profile.classes.items())[:_MANY])
    lines += bars(shown, profile.n_labelled)
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


def profile_hints(profile: Profile, cuts: dict[str, str]) -> list[str]:
    """What came out of --bin, and what might be compared by intervals as well."""
    hints = merged_intervals(profile, cuts)
    # What is better left out is not worth cutting.
    found = {
        name: n_values
        for name, n_values in profile.many_numbers.items()
        if name not in profile.nearly_unique
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
    """Which columns have fewer intervals than --bin asked for, and why."""
    notes = []
    for feature, counts in profile.intervals.items():
        cut = cuts[feature]
        if cut[0] in "qw" and len(counts) < int(cut[1:]):
            notes.append(
                f"{feature} has {many(len(counts), 'interval')}, not {cut[1:]}: "
                "too many rows have the same value"
            )
    return notes


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
        if overview.n_there:
            lines.append(fact("", _there(overview)))
        lines += [fact("", taken) for taken in _taken(overview)]
        return lines
    per_row = overview.n_counterfactuals / overview.n_answered
    lines += [
        fact(
            "counterfactuals",
            f"{overview.n_counterfactuals:,} minimal ones, {per_row:.1f} per row"
            + (
                ""
                if overview.n_listed is None
                else f"; {overview.n_listed:,} listed, the nearest first"
            ),
        ),
        fact("unique optimal", _share(overview.n_unique, overview.n_rows)),
        fact("mean gap", _gap(overview)),
        fact(
            "optimal, mean",
            ", ".join(
                f"{metric.name} {getattr(overview, f'mean_{metric.name}'):.3f}"
                for metric in METRICS
            ),
        ),
    ]
    if overview.n_there:
        lines.append(fact("no change needed", _there(overview)))
    n_without = overview.n_unanswered - overview.n_there
    if n_without:
        lines.append(fact("no counterfactual", _share(n_without, overview.n_rows)))
        lines += [fact("", taken) for taken in _taken(overview)]
    if overview.n_contradicted:
        lines.append(
            fact("contradicted", _share(overview.n_contradicted, overview.n_rows))
        )
    changes = {
        many(distance, "change"): n for distance, n in overview.distances.items()
    }
    lines += ["", "  rows by distance to their nearest counterfactual"]
    lines += bars(changes, overview.n_rows)
    lines += ["", "  the first explanations"]
    for each in overview.first:
        lines.append(
            f"    row {each.row_id}: {each.label} → {each.counterfactual_label} "
            f"as {named(each.counterfactual_id)} (power {each.power:,}{_tie(each)})"
        )
        lines += wrapped(each.explanation, indent="      ")
    return lines


def _there(overview: Overview) -> str:
    share = _share(overview.n_there, overview.n_rows)
    verb = "is" if overview.n_there == 1 else "are"
    return f"{share}, which {verb} {overview.target} already"


def _taken(overview: Overview) -> list[str]:
    return [
        f"{many(n_rows, 'row')}: the last one was taken by {constraint}"
        for constraint, n_rows in overview.blocked.items()
    ]


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
        fact("time", f"{plan.seconds:.1f} s, and what it takes to write the results"),
        fact("counterfactuals", f"about {plan.n_counterfactuals:,}"),
        fact("memory", f"about {_size(plan.memory)}"),
    ]


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 1e9 else f"{n_bytes / 1e6:.0f} MB"


def explanation_lines(
    explanation: Explanation, *, n_shown: int, emphasis: Emphasis = plain
) -> list[str]:
    """One case: the answer, side by side with the row, and the alternatives."""
    lines = [
        _subject(explanation),
        "",
        *wrapped(explanation.sentence, indent="  "),
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


def _subject(explanation: Explanation) -> str:
    label = explanation.label_column
    if explanation.row_id is None:
        known = (
            "is not known" if explanation.label is None else f"is {explanation.label}"
        )
        return f"A new case for {explanation.table}: {label} {known}"
    row = f"Row {explanation.row_id} of {explanation.table}"
    return f"{row}: {label} is {explanation.label}"


def new_cases_lines(table: str, cases: NewCases, *, n_shown: int) -> list[str]:
    """Many new cases, a line for each."""
    columns = [name for name in cases.summary.columns if name in _OF_A_CASE]
    rows = cases.summary.project(", ".join(columns)).limit(n_shown).fetchall()
    lines = [
        f"{many(cases.n_cases, 'new case')} for {table}",
        "",
        *text_table(columns, rows, indent="  "),
    ]
    if cases.n_cases > n_shown:
        more = cases.n_cases - n_shown
        lines.append(f"  … and {more:,} more; --show {cases.n_cases} lists them all")
    return lines


_OF_A_CASE = (
    *("row_id", "label", "min_distance", "n_minimal", "power", "optimal_id"),
    *("explanation", "blocked_by"),
)


def _side_by_side(explanation: Explanation, emphasis: Emphasis) -> list[str]:
    best = explanation.optimal
    own = "new case" if explanation.row_id is None else f"row {explanation.row_id}"
    if best is None:
        rows = [
            (name, _beside(v, name, explanation.originals), "")
            for name, v in explanation.values.items()
        ]
        return _two_columns(("", own, ""), rows, set(), emphasis)
    changed = {change.feature for change in best.changes}
    rows = [
        (
            name,
            _beside(value, name, explanation.originals),
            _beside(best.values[name], name, best.originals),
        )
        for name, value in explanation.values.items()
    ]
    rows.append(
        (
            explanation.label_column,
            explanation.label or "",
            best.counterfactual_label,
        )
    )
    changed.add(explanation.label_column)
    other = named(best.counterfactual_id)
    return _two_columns(("", own, other), rows, changed, emphasis)


def _two_columns(
    head: tuple[str, str, str],
    rows: Sequence[tuple[str, str, str]],
    changed: set[str],
    emphasis: Emphasis,
) -> list[str]:
    """Named values of two rows, with an arrow between those that differ."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(3)]
    lines = []
    for row in [head, *rows]:
        is_changed = row is not head and row[0] in changed
        name, own, other = (c.ljust(w) for c, w in zip(row, widths, strict=True))
        text = f"{name}  {own}  {'→' if is_changed else ' '}  {other}".rstrip()
        lines.append("  " + (emphasis(text) if is_changed else text))
    return lines


def _alternatives(explanation: Explanation, n_shown: int) -> list[str]:
    shown = explanation.counterfactuals[:n_shown]
    columns = (
        *("rank", "row", explanation.label_column, "power", "ball"),
        *(metric.name for metric in METRICS),
        *("dag", "support", "changes"),
    )
    table = text_table(
        columns,
        [
            (
                *(each.rank, each.counterfactual_id or "", each.counterfactual_label),
                *(each.power, each.ball_size),
                *(metric.of(each) for metric in METRICS),
                *(each.dag_count, each.support, each.explanation),
            )
            for each in shown
        ],
        indent="  ",
    )
    n_minimal = len(explanation.counterfactuals)
    lines = [
        f"  {many(n_minimal, 'counterfactual')} with {_distances(explanation)}, "
        "best first"
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


def _distances(explanation: Explanation) -> str:
    distances = [each.distance for each in explanation.counterfactuals]
    if min(distances) == max(distances):
        return many(distances[0], "change")
    return f"{min(distances)} to {many(max(distances), 'change')}"


def counterfactuals_lines(found: Counterfactuals) -> list[str]:
    """All counterfactuals of a row, or the nearest ones."""
    lines = [
        f"Row {found.row_id} of {found.table}: {found.label_column} is {found.label}"
    ]
    if not found.counterfactuals:
        return [*lines, "", "  It has no counterfactual."]
    rows = [
        (
            each.counterfactual_id,
            each.counterfactual_label,
            each.distance,
            *map(
                _yes,
                (
                    each.is_minimal,
                    each.is_irreducible_subset,
                    each.is_irreducible_literal,
                ),
            ),
            each.support,
            each.explanation,
        )
        for each in found.counterfactuals
    ]
    columns = (
        *("row", found.label_column, "distance", "minimal", "irreducible"),
        *("by literals", "support", "changes"),
    )
    n_hidden = found.n_counterfactuals - len(rows)
    lines += [
        "",
        f"  {many(found.n_counterfactuals, 'counterfactual')}, the nearest first",
        "",
        *text_table(columns, rows, indent="  "),
    ]
    if n_hidden:
        lines.append(
            f"  … and {n_hidden:,} more; "
            f"--show {found.n_counterfactuals} lists them all"
        )
    return lines


def comparison_lines(
    comparison: Comparison, *, emphasis: Emphasis = plain
) -> list[str]:
    """Two rows side by side."""
    values = {each.feature: (each.value, each.value) for each in comparison.agreement}
    changed = {change.feature for change in comparison.disagreement}
    for change in comparison.disagreement:
        values[change.feature] = (change.from_value, change.to_value)
    rows = [
        (
            name,
            _beside(values[name][0], name, comparison.originals[0]),
            _beside(values[name][1], name, comparison.originals[1]),
        )
        for name in comparison.features
    ]
    own, other = comparison.labels
    rows.append((comparison.label_column, worded(own), worded(other)))
    if own != other:
        changed.add(comparison.label_column)
    first, second = comparison.row_ids
    return [
        *wrapped(comparison.sentence, indent=""),
        "",
        *_two_columns(("", f"row {first}", f"row {second}"), rows, changed, emphasis),
    ]


def checks_lines(checks: Checks) -> list[str]:
    """Each property with whether it holds, and what offends it."""
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
            shown = check.offending[:_OFFENDING]
            lines += ["", *text_table(check.columns, shown, indent="         ")]
            if len(check.offending) > len(shown):
                lines.append(f"         … {len(check.offending):,} in all")
            lines.append("")
    return lines


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
        ]
        if len(answer.factuals) > len(shown):
            lines.append(
                f"  … and {len(answer.factuals) - len(shown):,} more; "
                f"--show {len(answer.factuals)} lists them all"
            )
        lines += _exceptions(shown)
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
                for case in factual.exceptions[:_OFFENDING]
            ]
            n_more = len(factual.exceptions) - len(shown)
            more = [f"{n_more:,} more"] if n_more else []
            lines += wrapped(f"{_because(factual)}: except {listing(shown + more)}")
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
        ]
        if n_rules > n_shown:
            lines.append(
                f"  … and {n_rules - n_shown:,} more; --show {n_rules} lists them all"
            )
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
                _because(factual),
            )
            for factual in factuals
        ],
        indent="  ",
    )


def _because(factual: Factual | Rule) -> str:
    literals = (f"{each.feature}: {worded(each.value)}" for each in factual.literals)
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
            lines.append(fact(name, _share(number, overview.n_rows)))
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


def tables_lines(tables: Sequence[Table], results: dict[str, list[str]]) -> list[str]:
    """What is in a database."""
    return text_table(
        ("table", "rows", "features", "label", "loaded", "results"),
        [
            (
                table.name,
                table.facts.n_rows,
                table.facts.n_features,
                table.label,
                table.facts.loaded_at.strftime("%Y-%m-%d %H:%M"),
                ", ".join(results.get(table.name, [])) or "none",
            )
            for table in tables
        ],
    )


# Pieces.


def fact(name: str, value: str) -> str:
    """A figure and what it is."""
    return f"  {name:<18}{value}"


def _tie(each: FirstExplanation) -> str:
    return f", one of {each.n_optimal:,} optimal" if each.n_optimal > 1 else ""


def _gap(overview: Overview) -> str:
    if overview.mean_gap is None:
        return "none, as no row has two counterfactuals to compare"
    return f"{overview.mean_gap:.3f}"


def _share(part: int, whole: int) -> str:
    return f"{many(part, 'row')} ({part / whole:.1%})"


def bars(counts: Mapping[str, float], whole: float) -> list[str]:
    """Named numbers of rows, or of parts of rows, each with a bar."""
    numbers = {name: rows_or_parts(n) for name, n in counts.items()}
    name_width = max(map(len, numbers))
    number_width = max(map(len, numbers.values()))
    most = max(counts.values())
    return [
        (
            f"    {name:<{name_width}}  {numbers[name]:>{number_width}}  "
            f"{n / whole:>6.1%}  {'█' * max(1, round(_BAR * n / most)) * bool(n)}"
        ).rstrip()
        for name, n in counts.items()
    ]


def wrapped(text: str, *, indent: str = "    ") -> list[str]:
    """A text as lines that are not too long."""
    return textwrap.wrap(
        text,
        width=_WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def worded(value: str | None) -> str:
    """A value on a line."""
    return "NULL" if value is None else " ".join(value.splitlines())


def _beside(value: str | None, name: str, originals: dict[str, str | None]) -> str:
    """A value, and the number that it is the interval of."""
    return worded(with_original(value, originals.get(name)))
