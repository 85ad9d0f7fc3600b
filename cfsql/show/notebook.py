"""Results as HTML, for notebooks: short, and with a style of its own.

Notebooks give tables quite different looks, and some none at all. So all that is
needed is written at each element; colours are see-through, for a light page and a
dark one. However much there is to show, a view stays small, and says what is left
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from cfsql.engines import duckdb as engine
from cfsql.questions.compare import Comparison
from cfsql.questions.explanation import Explanation
from cfsql.questions.side_by_side import Explanations
from cfsql.questions.why import Why
from cfsql.show.markup import Child, Html, element, fragment, value
from cfsql.show.side_by_side import Side, all_sides, case_name, sides
from cfsql.show.sureness import sure_of
from cfsql.speech import cut
from cfsql.tables.frames import Frames
from cfsql.words import many, named

# Rows of a table, members of a list, and the characters of a name or a value, of a
# text, of a sentence.
_N_ROWS = 10
_N_MEMBERS = 6
_LONGEST_VALUE = 60
_LONGEST_TEXT = 160
_LONGEST_SENTENCE = 1000

# A column with a longer text is given room for it.
_SHORT_TEXT = 24

# Up to so many features, those that do not change are shown too.
_FEW_FEATURES = 20

# Of the rows of an explanation, what the view says already.
_SAID = {"row_id", "label", "explanation", "distance", "is_optimal"}

_VIEW = (
    "overflow-x:auto;max-width:100%;font:13px/1.5 system-ui,sans-serif;"
    "color:inherit;text-align:left"
)
_LINE = "margin:0 0 8px;max-width:60em"
_QUIET = "margin:0 0 8px;opacity:.7"
_TABLE = "border-collapse:collapse;border:0;margin:0 0 8px;width:auto;font:inherit"
_CELL = "padding:2px 12px 2px 0;border:0;vertical-align:top;background:none;"
_HEAD = (
    f"{_CELL}border-bottom:1px solid rgba(128,128,128,.7);font-weight:600;"
    "white-space:nowrap;"
)
_BODY = f"{_CELL}border-bottom:1px solid rgba(128,128,128,.25);"
_WORDS, _NUMBER = "text-align:left", "text-align:right"
_TEXT = f"{_WORDS};min-width:28em"
_LIST = f"{_WORDS};white-space:nowrap"
_NARROW = "width:16em;white-space:normal"
_OLD = "text-decoration:line-through;opacity:.75"
_NEW = "background:rgba(255,180,0,.3);font-weight:600;padding:0 3px;border-radius:2px"


@singledispatch
def result_html(result: Frames) -> str:
    """A result: its headline, and its first rows."""
    n_rows, beginning = result._beginning(_N_ROWS)
    columns, rows = beginning.columns, engine.rows(beginning)
    if "changes" in columns and "explanation" in columns:
        # They say the same.
        place = columns.index("explanation")
        columns = columns[:place] + columns[place + 1 :]
        rows = [row[:place] + row[place + 1 :] for row in rows]
    if n_rows == 1:
        # Many figures of one thing are read from top to bottom.
        lines = [
            [name, _cell(name, each)]
            for name, each in zip(columns, rows[0], strict=True)
        ]
        return _view(_line(result.headline), _notes(result), _table(["", ""], lines))
    return _view(
        _line(result.headline),
        _notes(result),
        _table(columns, rows),
        _more(n_rows - len(rows), "row"),
    )


@result_html.register
def _(explanation: Explanation) -> str:
    """A case beside its optimal counterfactual, and the alternatives."""
    head = fragment(
        _titled(explanation.title, explanation.sentence),
        _sure(explanation),
        _notes(explanation),
    )
    best = explanation.optimal
    if best is None:
        return _view(head)
    own = named(explanation.row_id) if explanation.row_id is not None else "the case"
    features = sides(explanation)
    outcome = Side(
        explanation.label_column, explanation.label, best.counterfactual_label, True
    )
    n_all, beginning = explanation._beginning(_N_ROWS)
    names = [name for name in beginning.columns if name not in {*_SAID, "rank"}]
    rows = engine.rows(beginning.project(", ".join(["rank", *names])))
    heads = {
        "counterfactual_id": "row",
        "counterfactual_label": explanation.label_column,
    }
    return _view(
        head,
        _beside([own, named(best.counterfactual_id)], [*features, outcome]),
        _table(["rank", *(heads.get(name, name) for name in names)], rows),
        _more(n_all - len(rows), "counterfactual"),
    )


@result_html.register
def _(explanations: Explanations) -> str:
    """Cases side by side: each in a sentence, then outcomes, then all features."""
    shown = explanations.each[:_N_ROWS]
    with shown[0].speech.spoken():
        sentences = [
            element(
                "div",
                element("p", cut(each.sentence, _LONGEST_TEXT * 2), style=_LINE),
                _sure(each),
                style=_NARROW,
            )
            for each in shown
        ]
        lines = all_sides(shown)
        is_long = len(lines) > _FEW_FEATURES
        if is_long:
            lines = [each for each in lines if any(side.is_changed for side in each)]
        rows = [
            [element("b", value(line[0].feature, longest=_LONGEST_VALUE))]
            + [_changed(side.own, side.other, side.is_changed) for side in line]
            for line in lines
        ]
        heads = [case_name(each) for each in shown]
        n_alike = len(shown[0].values) + 1 - len(lines)
    return _view(
        _line(explanations.headline),
        _notes(explanations),
        _table(["", *heads], [[Html(""), *sentences], *rows]),
        _more(n_alike, "feature", " that would change for none") if is_long else None,
        _more(len(explanations) - len(shown), "explanation"),
    )


@result_html.register
def _(answer: Why) -> str:
    """Why a row has its label: the answer, and the first explanations."""
    n_all, beginning = answer._beginning(_N_ROWS)
    rows = engine.rows(beginning.project("size, coverage, precision, literals"))
    return _view(
        _titled(answer.title, answer.sentence),
        _notes(answer),
        _table(["size", "cases", "precision", "because"], rows) if rows else None,
        _more(n_all - len(rows), "explanation"),
    )


@result_html.register
def _(comparison: Comparison) -> str:
    """Two rows side by side."""
    lines = [
        Side(each.feature, each.value, each.other_value, not each.is_equal)
        for each in comparison.compared
    ]
    label = Side(
        comparison.label_column,
        *comparison.labels,
        comparison.labels[0] != comparison.labels[1],
    )
    heads = [named(row_id) for row_id in comparison.row_ids]
    beside = _beside(heads, [*lines, label], styles=(_NEW, _NEW))
    return _view(_line(comparison.headline), beside)


# Pieces.


def _view(*parts: Child) -> str:
    return str(element("div", *parts, class_="cfsql", style=_VIEW))


def _notes(result: Frames) -> Html:
    """What to know beside the result."""
    return fragment(element("p", each, style=_LINE) for each in result.notes)


def _line(text: str) -> Html:
    return element("p", cut(text, _LONGEST_SENTENCE), style=_LINE)


def _titled(title: str, sentence: str) -> Html:
    head = element("b", cut(title, _LONGEST_SENTENCE), ": ")
    return element("p", head, cut(sentence, _LONGEST_SENTENCE), style=_LINE)


def _sure(explanation: Explanation) -> Html | None:
    """How sure the answer is."""
    with explanation.speech.spoken():
        sure = sure_of(explanation)
    return element("p", sure, style=_LINE) if sure else None


def _more(n_more: int, noun: str, which: str = "") -> Html | None:
    """What is left out, if anything is."""
    if n_more <= 0:
        return None
    return element("p", f"and {many(n_more, f'more {noun}')}{which}", style=_QUIET)


def _beside(
    heads: Sequence[str],
    lines: Sequence[Side],
    styles: tuple[str, str] = (_OLD, _NEW),
) -> Html:
    """Two cases, the outcome last; of many features, those that differ."""
    *features, outcome = lines
    shown = features
    if len(features) > _FEW_FEATURES:
        shown = [side for side in features if side.is_changed][:_FEW_FEATURES]
    rows = [
        [
            element("b", value(side.feature, longest=_LONGEST_VALUE)),
            _side(side.own, styles[0], side.is_changed),
            _side(side.other, styles[1], side.is_changed),
        ]
        for side in [*shown, outcome]
    ]
    n_changed = sum(side.is_changed for side in features)
    n_alike = 0 if shown is features else len(features) - n_changed
    return fragment(
        _table(["", *heads], rows),
        _more(n_changed - sum(side.is_changed for side in shown), "change"),
        _more(n_alike, "feature", " without a difference"),
    )


def _side(text: str | None, style: str, is_changed: bool) -> Html:
    shown = value(text, longest=_LONGEST_VALUE)
    return element("span", shown, style=style) if is_changed else shown


def _table(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> Html:
    aligned = [_aligned([row[place] for row in rows]) for place in range(len(heads))]
    head = [
        element("th", cut(name, _LONGEST_VALUE), style=_HEAD + align)
        for name, align in zip(heads, aligned, strict=True)
    ]
    body = (
        element(
            "tr",
            (
                element("td", _cell(name, each), style=_BODY + align)
                for name, each, align in zip(heads, row, aligned, strict=True)
            ),
            style="background:none",
        )
        for row in rows
    )
    return element(
        "table",
        element("thead", element("tr", head)) if any(heads) else None,
        element("tbody", body),
        style=_TABLE,
    )


def _aligned(column: Sequence[Any]) -> str:
    """How the cells of a column stand: by the first of them that is not NULL."""
    known = [each for each in column if each is not None]
    if not known or isinstance(known[0], bool | Html):
        return _WORDS
    if isinstance(known[0], list):
        return _LIST
    if isinstance(known[0], int | float):
        return _NUMBER
    is_long = any(len(str(each)) > _SHORT_TEXT for each in known)
    return _TEXT if is_long else _WORDS


def _cell(name: str, content: Any) -> Child:
    if isinstance(content, Html):
        return content
    if isinstance(content, bool):
        return "yes" if content else "no"
    if isinstance(content, int) and not name.endswith(("_id", "row")):
        return f"{content:,}"
    if isinstance(content, float):
        return f"{content:.4g}"
    if not isinstance(content, list):
        return value(content, longest=_LONGEST_TEXT)
    members = [_member(each) for each in content[:_N_MEMBERS]]
    if len(content) > _N_MEMBERS:
        members.append(Html(f"and {len(content) - _N_MEMBERS:,} more"))
    return fragment(*(fragment(each, element("br")) for each in members))


def _member(content: Any) -> Html:
    """A member of a list: a change, a literal, or a name."""
    if not isinstance(content, dict):
        return value(content, longest=_LONGEST_VALUE)
    if "feature" not in content:
        return value(", ".join(map(str, content.values())), longest=_LONGEST_VALUE)
    feature = value(content["feature"], longest=_LONGEST_VALUE)
    if "value" in content:
        known = value(content["value"], longest=_LONGEST_VALUE)
        return fragment(feature, ": ", element("b", known))
    change = _changed(content["from_value"], content["to_value"], True)
    return fragment(feature, ": ", change)


def _changed(own: str | None, other: str | None, is_changed: bool) -> Html:
    """A value, and what it would have changed to."""
    if not is_changed:
        return value(own, longest=_LONGEST_VALUE)
    return fragment(_side(own, _OLD, True), " → ", _side(other, _NEW, True))
