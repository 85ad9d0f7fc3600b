"""Errors that people meet on pages, in the language that is spoken.

Others are for whoever runs cfsql, and English.
"""

from __future__ import annotations

from cfsql.errors import CfsqlError, UnknownName, UnknownRow, UnreadableValue
from cfsql.speech import column, marked, say

# What a name may be the name of; any other kind is a column of the data.
_KINDS = (
    *(marked("table"), marked("feature"), marked("column"), marked("ranking")),
    *(marked("the database"), marked("value")),
)


def told(error: CfsqlError) -> str:
    """What is wrong, and what may be meant: the error's line in another language."""
    if isinstance(error, UnknownRow):
        return say(
            "no row {row} in {table}; row ids go from {first} to {last}"
            if error.nearest is None
            else "no row {row} in {table}; did you mean {nearest}? Row ids go from "
            "{first} to {last}",
            row=error.row,
            table=error.table,
            nearest=str(error.nearest),
            first=str(error.first),
            last=str(error.last),
        )
    if isinstance(error, UnreadableValue):
        return say(
            "{column} takes {what}; the case has '{text}'"
            if error.example is None
            else "{column} takes {what}, such as {example}; the case has '{text}'",
            column=column(error.feature),
            what=say(error.expected, type=error.type),
            example=error.example,
            text=error.text[:80],
        )
    if isinstance(error, UnknownName):
        return f"{_unknown(error)}{_meant(error)}"
    return error.line


def _unknown(error: UnknownName) -> str:
    return say(
        "no {kind} '{name}' in {where}",
        kind=_word(error.kind),
        name=error.name,
        where=_word(error.where),
    )


def _meant(error: UnknownName) -> str:
    if error.nearest is not None:
        return say("; did you mean '{name}'?", name=error.nearest)
    if error.few:
        names = ", ".join(f"'{name}'" for name in error.few)
        return say(
            "; there is {names} and {n_more} more"
            if error.n_more
            else "; there is {names}",
            names=names,
            n_more=error.n_more,
        )
    return ""


def _word(text: str) -> str:
    return say(text) if text in _KINDS else text
