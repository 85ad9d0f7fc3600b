"""Explained rows, each folded until a reader opens it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from cfsql.method.columns import METRICS
from cfsql.questions.explanation import Counterfactual, Explanation
from cfsql.questions.report import ExplainedRow
from cfsql.show.figures import captioned
from cfsql.show.glossary import metric_figure
from cfsql.show.markup import (
    Child,
    Html,
    called,
    called_value,
    element,
    fragment,
    spoken,
    value,
)
from cfsql.show.pages.pieces import plain_table, separated
from cfsql.show.pages.stability import how_often
from cfsql.show.side_by_side import one_of_each, sides
from cfsql.show.sureness import sure_of
from cfsql.speech import (
    cut,
    far,
    figure,
    many,
    say,
    say_each,
    shown_column,
    shown_value,
)

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
        element("option", cut(shown_value(label_column, label), 60), value=place)
        for place, label in enumerate(labels)
    )
    some = say("{shown} of {n:# row|# rows}", shown="{}", n=len(rows))
    return element(
        "p",
        element(
            "label",
            called(label_column),
            " ",
            element(
                "select",
                element("option", say("all"), value=""),
                options,
                id="label",
            ),
        ),
        element(
            "label",
            say("Search"),
            " ",
            element("input", type="search", id="search", autocomplete="off"),
        ),
        element("button", say("Open all"), type="button", id="open"),
        element("button", say("Close all"), type="button", id="close"),
        element(
            "span",
            many(len(rows), "row"),
            id="shown",
            role="status",
            data_say_all=many(len(rows), "row"),
            data_say_some=some,
        ),
        id="controls",
        hidden=True,
    )


def row_anchor(row_id: object, place: int | None = None) -> str:
    """Where a row stands on the page: by its id, or by its place where it has none."""
    return f"case-{place}" if row_id is None else f"row-{quote(str(row_id), safe='')}"


def _row(row: ExplainedRow, place: int, label_place: int) -> Html:
    explanation = row.explanation
    sure = sure_of(explanation)
    anchor = row_anchor(explanation.row_id, place)
    name = (
        spoken("Case {n}", n=place)
        if explanation.row_id is None
        else spoken("Row {row}", row=value(explanation.row_id))
    )
    return element(
        "details",
        element("summary", _headline(name, explanation), _marks(row)),
        element("p", cut(explanation.sentence, _LONGEST_SENTENCE), class_="sentence"),
        element("p", sure, class_="sure") if sure else None,
        _side_by_side(explanation),
        how_often(row.stable) if row.stable is not None else None,
        _alternatives(explanation),
        element(
            "p",
            element("a", spoken("Link to {row}", row=name), href=f"#{anchor}"),
            class_="permalink",
        ),
        id=anchor,
        data_label=label_place,
    )


def _own(explanation: Explanation) -> Html | str:
    if explanation.row_id is None:
        return say("this case")
    return spoken("row {row}", row=value(explanation.row_id))


def _case(each: Counterfactual) -> Html | str:
    if each.counterfactual_id is None:
        return say("another case")
    return spoken("row {row}", row=value(each.counterfactual_id))


def _headline(case: Child, explanation: Explanation) -> Html:
    best = explanation.optimal
    name = element("b", case)
    column = explanation.label_column
    own = called_value(column, explanation.label)
    if best is None:
        return fragment(name, " ", element("span", own))
    changed = (called(change.feature, longest=40) for change in best.changes)
    return fragment(
        name,
        " ",
        element(
            "span",
            own,
            " → ",
            element("b", called_value(column, best.counterfactual_label)),
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
        marks.append(say("no counterfactual"))
    if explanation.is_contradicted:
        marks.append(say("contradicted"))
    if row.is_clearest:
        marks.append(say("clearest"))
    if explanation.n_optimal > 1:
        marks.append(say("tie of {n}", n=explanation.n_optimal))
    elif row.is_least_clear:
        marks.append(say("least clear"))
    return fragment(*(element("span", mark, class_="mark") for mark in marks))


def _side_by_side(explanation: Explanation) -> Html | None:
    """The values that change, and below them the values that stay."""
    best, column = explanation.optimal, explanation.label_column
    if best is None:
        own = {each.feature: each.own for each in sides(explanation)}
        return element(
            "p", spoken("It has {values}.", values=_pairs(own)), class_="alike"
        )
    changed = [
        _changed(each.feature, each.own, each.other)
        for each in sides(explanation)
        if each.is_changed
    ]
    changed.append(
        _changed(
            shown_column(column),
            shown_value(column, explanation.label),
            shown_value(column, best.counterfactual_label),
            class_="outcome",
        )
    )
    names = {change.feature for change in best.changes}
    alike = {
        shown_column(feature): shown_value(feature, text)
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
            aria_label=say("Both cases side by side"),
        ),
        element(
            "p",
            spoken("Alike in both: {values}.", values=_pairs(alike)),
            class_="alike",
        )
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
    n_listed = min(explanation.n_listed, explanation.n_minimal)
    caption = say(
        "{n:# counterfactual|# counterfactuals} with {changes}, best first",
        n=n_listed,
        changes=far(shown[0].distance, is_weighted=bool(explanation.weight)),
    )
    if n_listed < explanation.n_minimal:
        caption += one_of_each(explanation)
    if explanation.gap is not None:
        caption += say("; gap {gap:.3f}", gap=explanation.gap)
    if n_listed > len(shown):
        caption += ". " + say("The first {n}:", n=len(shown))
    column = explanation.label_column
    shares = () if explanation.is_sure else (say("share"),)
    head = (
        *say_each("rank", "row"),
        cut(shown_column(column), 40),
        *say_each("changes", "power", "ball"),
        *(say(metric.name) for metric in METRICS),
        say("support"),
        *shares,
    )
    rows = (
        (*_alternative(each, column), *(figure(each.share, ".3f") for _ in shares))
        for each in shown
    )
    return captioned(caption, plain_table(head, rows, n_words=_N_WORDS))


def _alternative(each: Counterfactual, label_column: str) -> tuple[Child, ...]:
    changes = [
        fragment(
            called(change.feature, longest=40),
            ": ",
            called_value(change.feature, change.from_value, longest=40),
            " → ",
            element("b", called_value(change.feature, change.to_value, longest=40)),
        )
        for change in each.changes
    ]
    return (
        figure(each.rank),
        "–"
        if each.counterfactual_id is None
        else value(each.counterfactual_id, longest=24),
        called_value(label_column, each.counterfactual_label, longest=40),
        fragment(separated(changes)),
        figure(each.power),
        figure(each.ball_size),
        *(metric_figure(metric, each) for metric in METRICS),
        figure(each.support),
    )
