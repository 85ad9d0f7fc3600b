"""A text that is no row id: the row, feature or values that it may mean."""

from __future__ import annotations

from dataclasses import dataclass

from cfsql.engines.queries import query
from cfsql.errors import UnknownRow, WrongUse, nearest_name
from cfsql.questions.explain import RowExplainer
from cfsql.ui.told_errors import told

_N_FOUND = 24


@dataclass(frozen=True)
class Match:
    """A value that is like the text that was looked for."""

    feature: str
    value: str
    n_rows: int


@dataclass(frozen=True)
class NoRow:
    """A text that is no row id: the problem, and other meanings."""

    sentence: str
    # Whether a row has the id after all, and only no label.
    is_there: bool = False
    # A row id that is like it.
    nearest: object | None = None
    # The text as a column and its value: what is before the sign of equality, the
    # column that it is or that is like it, and what is after.
    column: tuple[str, str | None, str] | None = None
    # Values that are like it.
    matches: tuple[Match, ...] = ()


def possible_meanings(explainer: RowExplainer, text: str) -> NoRow:
    """The rows, features and values that a text which is no row id may mean."""
    session = explainer.session
    column = _column(explainer, text)
    before, known, after = column or ("", None, "")
    is_feature = column is not None and known is not None and _is_same(before, known)
    found = session.fetch(
        query("explorer/matching_values"),
        text=after if is_feature else text,
        feature=known if is_feature else None,
        n_shown=_N_FOUND,
    )
    matches = tuple(Match(*row) for row in found)
    try:
        explainer.select(text)
    except UnknownRow as error:
        return NoRow(told(error), nearest=error.nearest, column=column, matches=matches)
    except WrongUse as error:
        return NoRow(told(error), is_there=True, matches=matches)
    raise AssertionError(text)


def _column(explainer: RowExplainer, text: str) -> tuple[str, str | None, str] | None:
    """A text such as sex=male as a column, the feature that it may be, and a value."""
    before, sign, after = (part.strip() for part in text.partition("="))
    if not (sign and before and after):
        return None
    names = [field.feature for field in explainer.fields]
    same = [name for name in names if _is_same(before, name)]
    return before, same[0] if same else nearest_name(before, names), after


def _is_same(name: str, other: str) -> bool:
    return name.lower() == other.lower()
