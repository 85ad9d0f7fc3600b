"""What readers are told, in their language and with their names for things.

Code has templates in English: `say("{n:# row|# rows} of {table}", n=3, table="adult")`.
The language that is spoken gives its own text for each, from one file of `languages/`.
Values are put in as they are, whatever is in them. Messages and errors of cfsql itself
are English in every language: see `cfsql/words.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Protocol, overload

from cfsql.speech.language import (
    DEFAULT,
    Language,
    Placeholder,
    codes,
    language,
    parts,
    placeholders,
)
from cfsql.speech.names import NO_NAMES, Names, names_of
from cfsql.words import change

__all__ = [
    "DEFAULT",
    "ENGLISH",
    "Language",
    "Names",
    "Placeholder",
    "Speech",
    "changes_text",
    "codes",
    "column",
    "current",
    "cut",
    "far",
    "figure",
    "language",
    "listing",
    "many",
    "marked",
    "named",
    "names_of",
    "parts",
    "percent",
    "placed",
    "placeholders",
    "rows_or_parts",
    "said",
    "say",
    "say_each",
    "sentence",
    "shown_column",
    "shown_value",
    "speaking",
    "told",
]


@dataclass(frozen=True)
class Speech:
    """A language, and the display names of columns and values."""

    code: str = DEFAULT
    names: Names = field(default=NO_NAMES)

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Speech:
        """What the options of a call ask for."""
        return cls(
            options.get("language") or DEFAULT, names_of(options.get("display_names"))
        )

    def __post_init__(self) -> None:
        """Refuse a language that is not there."""
        language(self.code)

    @property
    def language(self) -> Language:
        """The language that is spoken."""
        return language(self.code)

    @contextmanager
    def spoken(self) -> Iterator[None]:
        """Speak so inside."""
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)


ENGLISH = Speech()

_CURRENT: ContextVar[Speech] = ContextVar("speech", default=ENGLISH)


def current() -> Speech:
    """What is spoken here."""
    return _CURRENT.get()


@contextmanager
def speaking(options: Mapping[str, Any]) -> Iterator[None]:
    """Speak inside as the options of a call ask for."""
    with Speech.of(options).spoken():
        yield


def say(template: str, /, **values: object) -> str:
    """A text in the language that is spoken, by its English template."""
    return _filled(translation(template), values)


def say_each(*templates: str) -> tuple[str, ...]:
    """Texts in the language that is spoken, such as the headings of a table."""
    return tuple(map(say, templates))


def marked(template: str) -> str:
    """An English template that is said later: languages have to know it."""
    return template


def told(template: str) -> tuple[str | Placeholder, ...]:
    """A template in the language that is spoken, in its parts."""
    return parts(translation(template))


def sentence(name: str, /, **values: object) -> str:
    """One of the sentences that SQL puts together too, by its name."""
    return _filled(_of_sql(name), values)


def _of_sql(name: str) -> str:
    spoken = current().language.sentences
    return spoken.get(name) or language(DEFAULT).sentences[name]


def translation(template: str) -> str:
    """An English template in the language that is spoken."""
    return current().language.texts.get(template, template)


def _filled(template: str, values: Mapping[str, object]) -> str:
    return "".join(
        placed(part, values[part.name]) if isinstance(part, Placeholder) else part
        for part in parts(template)
    )


def placed(place: Placeholder, value: Any) -> str:
    """A value as it stands in a place of a template."""
    if place.forms:
        form = place.forms[current().language.form(value)]
        return form.replace("#", figure(value))
    if place.digits:
        return figure(value, place.digits)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return figure(value) if is_number else str(value)


def figure(number: float, spec: str = ",") -> str:
    """A number as it is written in the language that is spoken."""
    return current().language.digits(number, spec)


def percent(part: float, whole: float = 1.0) -> str:
    """A share in percent; a small share is never shown as 0, nor a large one as 100."""
    share = part / whole if whole else 0
    if 0 < share < 0.0005:
        return f"<{figure(0.001, '.1%')}"
    if 0.9995 <= share < 1:
        return f">{figure(0.999, '.1%')}"
    return figure(share, ".1%")


def rows_or_parts(number: float) -> str:
    """A number of rows, of which some count in part."""
    rounded = round(number, 1)
    if not rounded and number:
        return f"<{figure(0.1, '.1f')}"
    return figure(rounded, ",.0f" if rounded == int(rounded) else ",.1f")


def cut(text: str, longest: int) -> str:
    """A text that is not too long to be read, and says so if it was."""
    n_more = len(text) - longest
    if n_more <= longest // 10:
        return text
    return f"{text[:longest]}… ({many(n_more, 'more character')})"


def many(number: int, noun: str) -> str:
    """A number of things, as the subject of a sentence or alone."""
    return say(counted(noun), n=number)


def far(distance: int, *, is_weighted: bool = False) -> str:
    """How far an answer is: some changes, or a distance where features have weights."""
    return say("distance {n}", n=distance) if is_weighted else many(distance, "change")


def counted(noun: str) -> str:
    """The template for a number of things."""
    return f"{{n:# {noun}|# {noun}{'es' if noun.endswith('s') else 's'}}}"


def listing(each: Sequence[str]) -> str:
    """Parts with commas between them, and an `and` before the last."""
    if len(each) <= 1:
        return "".join(each)
    return f"{', '.join(each[:-1])}{sentence('and')}{each[-1]}"


def named(row_id: object) -> str:
    """A case by its row id, or without it."""
    return say("another case") if row_id is None else say("row {row}", row=str(row_id))


def shown_column(name: str) -> str:
    """What a column is called to a reader."""
    return current().names.column(name)


@overload
def shown_value(column: str, value: str) -> str: ...
@overload
def shown_value(column: str, value: str | None) -> str | None: ...
def shown_value(column: str, value: str | None) -> str | None:
    """What a value of a column is called to a reader."""
    return None if value is None else current().names.value(column, value)


class SpokenChange(Protocol):
    """A feature that differs between two cases."""

    @property
    def feature(self) -> str: ...
    @property
    def from_value(self) -> str | None: ...
    @property
    def to_value(self) -> str | None: ...


def changes_text(changes: Iterable[SpokenChange]) -> str:
    """Changes as `explanation` has them, with the names that a reader knows."""
    return ", ".join(
        change(
            shown_column(each.feature),
            shown_value(each.feature, each.from_value),
            shown_value(each.feature, each.to_value),
        )
        for each in changes
    )


def column(name: str) -> str:
    """A column in a sentence."""
    return sentence("column", column=shown_column(name))


def said(name: str, value: str | None) -> str:
    """A value of a column in a sentence."""
    shown = shown_value(name, value)
    if shown is None:
        return sentence("missing")
    return shown if shown.strip() else f"'{shown}'"
