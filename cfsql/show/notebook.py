"""Results as HTML, for notebooks: the changes highlighted, everything escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from cfsql.engines import duckdb as engine
from cfsql.method.columns import METRICS
from cfsql.questions.explain import Explanation
from cfsql.show.side_by_side import Side, sides
from cfsql.words import named

if TYPE_CHECKING:
    from cfsql.api.results import Result
    from cfsql.questions.why import Why

_N_ROWS = 20
_CHANGED = "background:#fff3c4;color:#000;font-weight:bold"


def result_html(result: Result) -> str:
    """The first rows of a result table."""
    relation = result.relation()
    columns = [name for name in relation.columns if name != "explanation"]
    if "changes" not in columns:
        columns = list(relation.columns)
    n_rows = len(result)
    rows = engine.rows(relation.limit(_N_ROWS))
    records = [dict(zip(relation.columns, row, strict=True)) for row in rows]
    table = _table(
        [escape(name) for name in columns],
        ([_cell(record[name]) for name in columns] for record in records),
    )
    more = f"<p>{len(rows):,} of {n_rows:,} rows</p>" if n_rows > len(rows) else ""
    return f"{table}{more}"


def explanation_html(explanation: Explanation) -> str:
    """One case side by side with its optimal counterfactual, and the alternatives."""
    best = explanation.optimal
    head = (
        f"<p><b>Row {_text(explanation.row_id)} of {_text(explanation.table)}</b>: "
        f"{_text(explanation.sentence)}</p>"
    )
    if best is None:
        return head
    outcome = Side(
        explanation.label_column, explanation.label, best.counterfactual_label, True
    )
    comparison = _table(
        [
            "",
            f"row {_text(explanation.row_id)}",
            _text(named(best.counterfactual_id)),
        ],
        (
            [
                f"<b>{_text(side.feature)}</b>",
                _value(side.own, "s", side.is_changed),
                _value(side.other, "b", side.is_changed),
            ]
            for side in [*sides(explanation), outcome]
        ),
    )
    alternatives = _table(
        [
            *("rank", "row", _text(explanation.label_column), "changes", "power"),
            *(metric.name for metric in METRICS),
            "support",
        ],
        (
            [
                _cell(each.rank),
                _cell(each.counterfactual_id),
                _cell(each.counterfactual_label),
                _cell([vars(change) for change in each.changes]),
                _cell(each.power),
                *(_cell(metric.of(each)) for metric in METRICS),
                _cell(each.support),
            ]
            for each in explanation.counterfactuals[:_N_ROWS]
        ),
    )
    n_more = len(explanation.counterfactuals) - _N_ROWS
    more = f"<p>and {n_more:,} more</p>" if n_more > 0 else ""
    return f"{head}{comparison}{alternatives}{more}"


def why_html(answer: Why) -> str:
    """Why a row has its label: the answer, and the first explanations."""
    head = (
        f"<p><b>Row {_text(answer.row_id)} of {_text(answer.table)}</b>: "
        f"{_text(answer.sentence)}</p>"
    )
    explanations = _table(
        ["size", "cases", "precision", "because"],
        (
            [
                _cell(each.size),
                _cell(each.coverage),
                _cell(each.precision),
                _cell([vars(literal) for literal in each.literals]),
            ]
            for each in answer.factuals[:_N_ROWS]
        ),
    )
    n_more = len(answer.factuals) - _N_ROWS
    more = f"<p>and {n_more:,} more</p>" if n_more > 0 else ""
    return f"{head}{explanations}{more}"


def _value(value: str | None, tag: str, differs: bool) -> str:
    if not differs:
        return _text(value)
    return f'<span style="{_CHANGED}"><{tag}>{_text(value)}</{tag}></span>'


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return "<br>".join(map(_item, value))
    if isinstance(value, float):
        return f"{value:.4g}"
    return _text(value)


def _item(item: Any) -> str:
    """A member of a list: a change, a literal, or a name."""
    if not isinstance(item, dict):
        return _text(item)
    feature = _text(item["feature"])
    if "value" in item:
        return f"{feature}: <b>{_text(item['value'])}</b>"
    return (
        f"{feature}: <s>{_text(item['from_value'])}</s> → "
        f'<span style="{_CHANGED}">{_text(item["to_value"])}</span>'
    )


def _text(value: object) -> str:
    return "<i>NULL</i>" if value is None else escape(str(value))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    header = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>"
