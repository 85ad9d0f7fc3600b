"""The functions that SQL says things with, made of a language and display names.

`sql/sentences.sql` knows when to say what; the words are those of the language that
was asked for. For each of its sentences there is a function `say_<sentence>`, whose
parameters are the placeholders in alphabetical order.
"""

from __future__ import annotations

from functools import lru_cache

from cfsql.engines.functions import Function
from cfsql.engines.identifiers import literal
from cfsql.speech import (
    DEFAULT,
    Language,
    Names,
    Placeholder,
    Speech,
    language,
    parts,
    placeholders,
)

# A thousand with its separator, as `counted` writes it.
_WRITTEN = ","


@lru_cache(maxsize=16)
def spoken_functions(speech: Speech) -> dict[str, Function]:
    """The functions of one language, with these names for columns and values."""
    found = [
        *(
            _say(speech.language, name, template)
            for name, template in language(DEFAULT).sentences.items()
        ),
        *_shown(speech.names),
    ]
    return {function.name: function for function in found}


def _say(own: Language, name: str, english: str) -> Function:
    """A sentence as a function of what it is filled with."""
    template = own.sentences.get(name, english)
    given = tuple(f"given_{each}" for each in sorted(placeholders(english)))
    texts = [
        _placed(own, part) if isinstance(part, Placeholder) else literal(part)
        for part in parts(template)
    ]
    body = texts[0] if len(texts) == 1 else f"concat({', '.join(texts)})"
    return Function(f"say_{name}", given, body)


def _placed(own: Language, place: Placeholder) -> str:
    """What stands in a place of a sentence: a number, a form of a word, or a text."""
    given = f"given_{place.name}"
    is_number = place.name == "n" or place.name.startswith("n_")
    number = f"counted({given})"
    if own.thousands != _WRITTEN:
        number = f"replace({number}, {literal(_WRITTEN)}, {literal(own.thousands)})"
    if not place.forms:
        return number if is_number else given
    one, other = (_form(form, number) for form in place.forms)
    singular = ", ".join(map(str, own.singular))
    return f"case when {given} in ({singular}) then {one} else {other} end"


def _form(form: str, number: str) -> str:
    before, has_number, after = form.partition("#")
    if not has_number:
        return literal(form)
    return f"concat({literal(before)}, {number}, {literal(after)})"


def _shown(names: Names) -> list[Function]:
    """What columns and values are called to a reader."""
    columns = [
        f"when {literal(column)} then {literal(text)}"
        for column, text in names.columns.items()
    ]
    by_column: dict[str, list[str]] = {}
    for (column, value), text in names.values.items():
        renamed = f"when {literal(value)} then {literal(text)}"
        by_column.setdefault(column, []).append(renamed)
    values = [
        f"when {literal(column)} then case given_value {' '.join(renamed)} "
        "else given_value end"
        for column, renamed in by_column.items()
    ]
    return [
        Function("shown_column", ("given_column",), _case(columns, "given_column")),
        Function(
            "shown_value",
            ("given_column", "given_value"),
            _case(values, "given_value"),
        ),
    ]


def _case(renamed: list[str], unchanged: str) -> str:
    if not renamed:
        return unchanged
    return f"case lower(given_column) {' '.join(renamed)} else {unchanged} end"
