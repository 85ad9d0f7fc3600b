"""The explanation of a row, of a new case and of many new cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.engines import duckdb as engine
from cfsql.method.columns import METRICS
from cfsql.show.formats import text_table
from cfsql.show.side_by_side import one_of_each
from cfsql.show.sureness import sure_line
from cfsql.show.terminal.pieces import (
    Emphasis,
    declared_line,
    leading_lines,
    plain,
    rest_lines,
    row_subject,
    wrapped,
)
from cfsql.show.terminal.side_by_side import case_and_answer, sure_lines
from cfsql.speech import (
    changes_text,
    column,
    figure,
    many,
    say,
    shown_column,
    shown_value,
)

if TYPE_CHECKING:
    from cfsql.questions.explanation import Explanation
    from cfsql.questions.new_cases.explain import NewCases


def explanation_lines(
    explanation: Explanation,
    *,
    n_shown: int,
    emphasis: Emphasis = plain,
    all_features: bool = False,
) -> list[str]:
    """One case: the answer, side by side with the row, and the alternatives."""
    lines = [
        _subject(explanation),
        "",
        *wrapped(explanation.sentence, indent="  "),
        *sure_lines(explanation),
        *leading_lines(explanation.leading),
        "",
        *_declared(explanation.declared),
        *case_and_answer(explanation, emphasis, all_features=all_features),
    ]
    if explanation.counterfactuals:
        lines += ["", *_alternatives(explanation, n_shown)]
    return lines


def _declared(declared: str | None) -> list[str]:
    return [*wrapped(declared_line(declared), indent="  "), ""] if declared else []


def _subject(explanation: Explanation) -> str:
    table, label_column = explanation.table, column(explanation.label_column)
    label = shown_value(explanation.label_column, explanation.label)
    if explanation.row_id is None and label is None:
        return say(
            "A new case for {table}: {label_column} is not known",
            table=table,
            label_column=label_column,
        )
    if explanation.row_id is None:
        return say(
            "A new case for {table}: {label_column} is {label}",
            table=table,
            label_column=label_column,
            label=label,
        )
    return row_subject(
        explanation.row_id, table, explanation.label_column, str(explanation.label)
    )


def _alternatives(explanation: Explanation, n_shown: int) -> list[str]:
    shown = explanation.counterfactuals[:n_shown]
    label_column = explanation.label_column
    shares = [] if explanation.is_sure else [say("share")]
    columns = (
        *(say("rank"), say("row"), shown_column(label_column)),
        *(say("power"), say("ball")),
        *(say(metric.name) for metric in METRICS),
        *("dag", say("support"), *shares, say("changes")),
    )
    table = text_table(
        columns,
        [
            (
                *(each.rank, each.counterfactual_id or ""),
                shown_value(label_column, each.counterfactual_label),
                *(each.power, each.ball_size),
                *(metric.of(each) for metric in METRICS),
                *(each.dag_count, each.support),
                *(each.share for _ in shares),
                changes_text(each.changes),
            )
            for each in shown
        ],
        indent="  ",
    )
    n_minimal = len(explanation.counterfactuals)
    changes = _changes(explanation)
    listed = say(
        "{n:# counterfactual|# counterfactuals} with {changes}, best first",
        n=n_minimal,
        changes=changes,
    )
    if explanation.weight:
        listed = say(
            "{n:# counterfactual|# counterfactuals} at distance {distance} "
            "({changes}; {weights}), best first",
            n=n_minimal,
            distance=_distances(explanation),
            changes=changes,
            weights=", ".join(explanation.weight),
        )
    if explanation.n_listed < explanation.n_minimal:
        listed += one_of_each(explanation)
    elif not explanation.is_unique:
        listed += say("; {n} are optimal", n=explanation.n_optimal)
    return [
        *wrapped(listed, indent="  "),
        "",
        *table,
        *rest_lines(len(shown), n_minimal),
    ]


def _changes(explanation: Explanation) -> str:
    numbers = [each.n_changes for each in explanation.counterfactuals]
    if min(numbers) == max(numbers):
        return many(numbers[0], "change")
    return say("{least} to {n:# change|# changes}", least=min(numbers), n=max(numbers))


def _distances(explanation: Explanation) -> str:
    """How far the answers are, where features have weights."""
    distances = [each.distance for each in explanation.counterfactuals]
    if min(distances) == max(distances):
        return figure(distances[0])
    return say("{least} to {most}", least=min(distances), most=max(distances))


def new_cases_lines(table: str, cases: NewCases, *, n_shown: int) -> list[str]:
    """Many new cases: a line for each, then a sentence for each."""
    columns = [name for name in cases.summary.columns if name in _CASE_COLUMNS]
    shown = cases.summary.limit(n_shown)
    sentences = engine.rows(
        shown.project("row_id, sentence, sureness, sureness_reason")
    )
    rows = engine.rows(shown.project(", ".join(columns)))
    return [
        say("{n:# new case|# new cases} for {table}", n=cases.n_cases, table=table),
        "",
        *_declared(cases.declared),
        *text_table(columns, rows, indent="  "),
        *rest_lines(n_shown, cases.n_cases),
        *leading_lines(cases.leading),
        "",
        *(
            line
            for case, sentence, sureness, reason in sentences
            for line in (
                *wrapped(f"{case}: {sentence}", indent="  "),
                *wrapped(
                    sure_line(sureness, reason) if sureness else "", indent="    "
                ),
            )
        ),
    ]


_CASE_COLUMNS = (
    *("row_id", "label", "min_distance", "n_minimal", "power", "optimal_id"),
    *("explanation", "blocked_by"),
)
