"""The explanation of a row, of a new case and of many new cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfsql.engines import duckdb as engine
from cfsql.method.columns import METRICS
from cfsql.show.formats import text_table
from cfsql.show.terminal.pieces import Emphasis, plain, rest_lines, wrapped
from cfsql.show.terminal.side_by_side import case_and_answer
from cfsql.words import many

if TYPE_CHECKING:
    from cfsql.questions.explain import Explanation
    from cfsql.questions.new_cases import NewCases


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
        "",
        *case_and_answer(explanation, emphasis, all_features=all_features),
    ]
    if explanation.counterfactuals:
        lines += ["", *_alternatives(explanation, n_shown)]
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


def _alternatives(explanation: Explanation, n_shown: int) -> list[str]:
    shown = explanation.counterfactuals[:n_shown]
    shares = [] if explanation.is_sure else ["share"]
    columns = (
        *("rank", "row", explanation.label_column, "power", "ball"),
        *(metric.name for metric in METRICS),
        *("dag", "support", *shares, "changes"),
    )
    table = text_table(
        columns,
        [
            (
                *(each.rank, each.counterfactual_id or "", each.counterfactual_label),
                *(each.power, each.ball_size),
                *(metric.of(each) for metric in METRICS),
                *(each.dag_count, each.support),
                *(each.share for _ in shares),
                each.explanation,
            )
            for each in shown
        ],
        indent="  ",
    )
    n_minimal = len(explanation.counterfactuals)
    return [
        f"  {many(n_minimal, 'counterfactual')} with {_distances(explanation)}, "
        "best first"
        + (f"; {explanation.n_optimal:,} are optimal" * (not explanation.is_unique)),
        "",
        *table,
        *rest_lines(len(shown), n_minimal),
    ]


def _distances(explanation: Explanation) -> str:
    distances = [each.distance for each in explanation.counterfactuals]
    if min(distances) == max(distances):
        return many(distances[0], "change")
    return f"{min(distances)} to {many(max(distances), 'change')}"


def new_cases_lines(table: str, cases: NewCases, *, n_shown: int) -> list[str]:
    """Many new cases: a line for each, then a sentence for each."""
    columns = [name for name in cases.summary.columns if name in _CASE_COLUMNS]
    shown = cases.summary.limit(n_shown)
    sentences = engine.rows(shown.project("row_id, sentence"))
    rows = engine.rows(shown.project(", ".join(columns)))
    return [
        f"{many(cases.n_cases, 'new case')} for {table}",
        "",
        *text_table(columns, rows, indent="  "),
        *rest_lines(n_shown, cases.n_cases),
        "",
        *(
            line
            for case, sentence in sentences
            for line in wrapped(f"{case}: {sentence}", indent="  ")
        ),
    ]


_CASE_COLUMNS = (
    *("row_id", "label", "min_distance", "n_minimal", "power", "optimal_id"),
    *("explanation", "blocked_by"),
)
