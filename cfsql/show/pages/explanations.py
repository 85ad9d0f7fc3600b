"""Explained rows, each folded until a reader opens it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from cfsql.method.columns import METRICS
from cfsql.questions.explain import Counterfactual, Explanation
from cfsql.questions.report import ExplainedRow
from cfsql.show.figures import captioned
from cfsql.show.markup import Child, Html, element, fragment, value
from cfsql.show.pages.pieces import plain_table, separated
from cfsql.show.pages.stability import how_often
from cfsql.show.side_by_side import sides
from cfsql.speech import far
from cfsql.words import cut, many

_LONGEST_SENTENCE = 1000

# The columns of the alternatives that are words: rank, row, label, changes.
_N_WORDS = 4


def explained_rows(rows: Sequence[ExplainedRow]) -> Html:
    """The rows one below the other, and a choice by label, which a script works."""
    labels = list(dict.fromkeys(str(row.explanation.label) for row in rows))
    return fragment(
        _controls(rows, labels) if len(rows) > 1 else None,
        element(
            "div",
            (
                _row(row, place, labels.index(str(row.explanation.label)))
                for place, row in enumerate(rows, start=1)
            ),
            id="explanations",
        ),
    )


def _controls(rows: Sequence[ExplainedRow], labels: Sequence[str]) -> Html:
    """Hidden until the script that they need is there."""
    label_column = rows[0].explanation.label_column
    options = (
        element("option", cut(label, 60), value=place)
        for place, label in enumerate(labels)
    )
    return element(
        "p",
        element(
            "label",
            value(label_column),
            " ",
            element(
                "select",
                element("option", "all", value=""),
                options,
                id="label",
            ),
        ),
        element(
            "label",
            "Search ",
            element("input", type="search", id="search", autocomplete="off"),
        ),
        element("button", "Open all", type="button", id="open"),
        element("button", "Close all", type="button", id="close"),
        element("span", many(len(rows), "row"), id="shown", role="status"),
        id="controls",
        hidden=True,
    )


def row_anchor(row_id: object, place: int | None = None) -> str:
    """Where a row stands on the page: by its id, or by its place where it has none."""
    return f"case-{place}" if row_id is None else f"row-{quote(str(row_id), safe='')}"


def _row(row: ExplainedRow, place: int, label_place: int) -> Html:
    explanation = row.explanation
    anchor = row_anchor(explanation.row_id, place)
    name = (
        f"Case {place:,}"
        if explanation.row_id is None
        else fragment("Row ", value(explanation.row_id))
    )
    return element(
        "details",
        element("summary", _headline(name, explanation), _marks(row)),
        element("p", cut(explanation.sentence, _LONGEST_SENTENCE), class_="sentence"),
        _side_by_side(explanation),
        how_often(row.stable) if row.stable is not None else None,
        _alternatives(explanation),
        element(
            "p", element("a", "Link to ", name, href=f"#{anchor}"), class_="permalink"
        ),
        id=anchor,
        data_label=label_place,
    )


def _own(explanation: Explanation) -> Html | str:
    if explanation.row_id is None:
        return "this case"
    return fragment("row ", value(explanation.row_id))


def _case(each: Counterfactual) -> Html | str:
    if each.counterfactual_id is None:
        return "another case"
    return fragment("row ", value(each.counterfactual_id))


def _headline(called: Child, explanation: Explanation) -> Html:
    best = explanation.optimal
    name = element("b", called)
    if best is None:
        return fragment(name, " ", element("span", value(explanation.label)))
    changed = (value(change.feature, longest=40) for change in best.changes)
    return fragment(
        name,
        " ",
        element(
            "span",
            value(explanation.label),
            " → ",
            element("b", value(best.counterfactual_label)),
            class_="turn",
        ),
        " ",
        element(
            "span",
            many(best.n_changes, "change"),
            ": ",
            fragment(separated(changed)),
            class_="quiet",
        ),
    )


def _marks(row: ExplainedRow) -> Html:
    explanation = row.explanation
    marks = []
    if not explanation.counterfactuals:
        marks.append("no counterfactual")
    if explanation.is_contradicted:
        marks.append("contradicted")
    if row.is_clearest:
        marks.append("clearest")
    if explanation.n_optimal > 1:
        marks.append(f"tie of {explanation.n_optimal:,}")
    elif row.is_least_clear:
        marks.append("least clear")
    return fragment(*(element("span", mark, class_="mark") for mark in marks))


def _side_by_side(explanation: Explanation) -> Html | None:
    """The values that change, and below them the values that stay."""
    best = explanation.optimal
    if best is None:
        own = {each.feature: each.own for each in sides(explanation)}
        return element("p", "It has ", _pairs(own), ".", class_="alike")
    changed = [
        _changed(each.feature, each.own, each.other)
        for each in sides(explanation)
        if each.is_changed
    ]
    changed.append(
        _changed(
            explanation.label_column,
            explanation.label,
            best.counterfactual_label,
            class_="outcome",
        )
    )
    names = {change.feature for change in best.changes}
    alike = {
        feature: text
        for feature, text in explanation.values.items()
        if feature not in names
    }
    table = element(
        "table",
        element(
            "thead",
            element(
                "tr",
                element("td"),
                element("th", _own(explanation), scope="col"),
                element("td"),
                element("th", _case(best), scope="col"),
            ),
        ),
        element("tbody", changed),
        class_="sides",
    )
    return fragment(
        element(
            "div",
            table,
            class_="scroll",
            tabindex=0,
            role="group",
            aria_label="Both cases side by side",
        ),
        element("p", "Alike in both: ", _pairs(alike), ".", class_="alike")
        if alike
        else None,
    )


def _changed(
    name: str, own: str | None, other: str | None, *, class_: str | None = None
) -> Html:
    return element(
        "tr",
        element("th", value(name), scope="row"),
        element("td", element("del", value(own))),
        element("td", "→", class_="arrow"),
        element("td", element("ins", value(other))),
        class_=class_,
    )


def _pairs(values: dict[str, str | None]) -> Html:
    pairs = [
        fragment(value(name, longest=60), " ", element("b", value(text, longest=60)))
        for name, text in values.items()
    ]
    return fragment(separated(pairs))


def _alternatives(explanation: Explanation) -> Html | None:
    shown = explanation.counterfactuals
    if not shown:
        return None
    caption = (
        f"{many(explanation.n_minimal, 'counterfactual')} with "
        f"{far(shown[0].distance, is_weighted=bool(explanation.weight))}, best first"
    )
    if explanation.gap is not None:
        caption += f"; gap {explanation.gap:.3f}"
    if explanation.n_minimal > len(shown):
        caption += f". The first {len(shown)}:"
    shares = [] if explanation.is_sure else ["share"]
    head = (
        *("rank", "row", cut(explanation.label_column, 40), "changes"),
        *("power", "ball", *(metric.name for metric in METRICS), "support", *shares),
    )
    rows = (
        (*_alternative(each), *(f"{each.share:.3f}" for _ in shares)) for each in shown
    )
    return captioned(caption, plain_table(head, rows, n_words=_N_WORDS))


def _alternative(each: Counterfactual) -> tuple[Child, ...]:
    changes = [
        fragment(
            value(change.feature, longest=40),
            ": ",
            value(change.from_value, longest=40),
            " → ",
            element("b", value(change.to_value, longest=40)),
        )
        for change in each.changes
    ]
    return (
        f"{each.rank:,}",
        "–"
        if each.counterfactual_id is None
        else value(each.counterfactual_id, longest=24),
        value(each.counterfactual_label, longest=40),
        fragment(separated(changes)),
        f"{each.power:,}",
        f"{each.ball_size:,}",
        *(metric.shown(each) for metric in METRICS),
        f"{each.support:,}",
    )
