"""A search in the words of whoever looks: `age=53 education=Bachelors divorced`.

Conditions name a column; other words are looked for in all values. What a part of the
search was taken for is said, also if it was taken for nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import nearest_name
from cfsql.speech import (
    column as quoted,
)
from cfsql.speech import (
    figure,
    many,
    marked,
    said,
    say,
    shown_column,
    shown_value,
)

# Words that may be one value together, and near misses that are offered.
_LONGEST_PHRASE = 4
_N_NEAR = 3

_SIGNS = {
    **dict.fromkeys("=:", marked("{column} is {value}")),
    ">": marked("{column} is above {value}"),
    "<": marked("{column} is below {value}"),
    ">=": marked("{column} is at least {value}"),
    "<=": marked("{column} is at most {value}"),
}
_SIGN = "|".join(sorted(_SIGNS, key=len, reverse=True))

# What a value is called that is missing.
_MISSING = ("null", "missing")

# Feature 0 is the outcome.
Codes = Mapping[int, tuple[int, ...]]


@dataclass(frozen=True)
class Part:
    """A part of a search, and what it was taken for.

    A row fits that has one of the `codes`, by feature. Without codes the part was not
    understood. `near` are the searches that may be meant instead, each in words.
    """

    text: str
    words: str
    codes: Codes
    near: tuple[tuple[str, str], ...] = ()

    @property
    def is_understood(self) -> bool:
        """Whether any value is meant."""
        return bool(self.codes)


@dataclass(frozen=True)
class _Value:
    feature_id: int
    code: int
    text: str | None
    n_rows: int
    is_equal: bool


class Searcher:
    """The values of a table, to be searched; `searched_values` is staged."""

    def __init__(
        self, session: Session, columns: Sequence[str], numbers: Mapping[int, object]
    ) -> None:
        """Take the label and then the features: feature 0 is the label."""
        self.session = session
        self.columns = columns
        self.numbers = numbers
        self._by_name = {name.lower(): place for place, name in enumerate(columns)}

    def parts(self, text: str) -> list[Part]:
        """The parts of a search, in their order."""
        found: list[Part] = []
        for column, sign, value in _pieces(text, self.columns):
            if column is None:
                found += self._words(value)
            elif column.lower() not in self._by_name:
                found.append(self._unknown_column(text, column, sign, value))
            else:
                found += self._condition(self._by_name[column.lower()], sign, value)
        return [_in_text(text, part) for part in found]

    # Conditions on a column.

    def _condition(self, place: int, sign: str, value: str) -> Iterator[Part]:
        name = self.columns[place]
        typed = f"{name}{sign}{value}"
        if sign in "=:":
            words = value.split()
            for n_words in range(len(words), 0, -1):
                phrase = " ".join(words[:n_words])
                codes = self._codes(place, phrase)
                if codes:
                    meant = _told(name, "=", phrase)
                    yield Part(f"{name}{sign}{phrase}", meant, codes)
                    yield from self._words(" ".join(words[n_words:]))
                    return
            yield self._like(place, typed, value)
            return
        number = _number(value)
        if place in self.numbers and number is not None:
            yield self._compared(place, sign, number, typed)
            return
        # A class such as <25 is written as if it were a comparison.
        codes = self._codes(place, f"{sign}{value}")
        yield Part(
            typed,
            _told(name, "=", f"{sign}{value}")
            if codes
            else say("{column} is not a number", column=quoted(name)),
            codes,
        )

    def _codes(self, place: int, phrase: str) -> Codes:
        """The values of a column that a phrase spells."""
        texts = [each.strip() for each in phrase.strip('"').split("|")]
        meant = self._meant(texts)
        codes: list[int] = []
        for text in texts:
            equal = [v for v in meant[text] if v.feature_id == place and v.is_equal]
            same = [v for v in equal if (v.text or "").lower() == text.lower()]
            codes += [v.code for v in same or equal]
            if not equal and text.lower() in _MISSING:
                codes += self._missing(place)
        return {place: tuple(codes)} if codes else {}

    def _missing(self, place: int) -> list[int]:
        found = self.session.fetch(
            query("explorer/wanted_codes"),
            **{"feature_id": place, "texts": [], "has_null": True},
            **{"least": None, "most": None, "has_range": False},
        )
        return [code for (code,) in found]

    def _compared(self, place: int, sign: str, number: float, typed: str) -> Part:
        is_above = sign.startswith(">")
        found = self.session.fetch(
            query("explorer/compared_codes"),
            feature_id=place,
            number=number,
            sign=sign,
        )
        name = self.columns[place]
        codes = tuple(code for (code,) in found)
        if codes:
            return Part(typed, _told(name, sign, figure(number, "g")), {place: codes})
        nothing = say(
            "no {column} is so great" if is_above else "no {column} is so small",
            column=quoted(name),
        )
        return Part(typed, nothing, {})

    def _like(self, place: int, typed: str, value: str) -> Part:
        """Values that have a word which begins so, or near misses."""
        name = self.columns[place]
        begun = [v for v in self._meant([value])[value] if v.feature_id == place]
        if begun:
            words = _told(name, "=", _alternatives(name, [v.text for v in begun]))
            return Part(typed, words, {place: tuple(v.code for v in begun)})
        near = self._near(value, place)
        nothing = say("no {column} is {value}", column=quoted(name), value=value)
        return Part(typed, nothing, {}, near)

    def _unknown_column(self, text: str, column: str, sign: str, value: str) -> Part:
        near = nearest_name(column, self.columns)
        meant = () if near is None else ((near, f"{near}{sign}{value}"),)
        nothing = say("there is no column {column}", column=column)
        return Part(f"{column}{sign}{value}", nothing, {}, meant)

    # Words without a column.

    def _words(self, text: str) -> Iterator[Part]:
        words = re.findall(r'"[^"]+"|[^\s,;]+', text)
        phrases = {
            " ".join(words[start : start + n]).strip('"')
            for start in range(len(words))
            for n in range(1, _LONGEST_PHRASE + 1)
        }
        meant = self._meant(sorted(phrases)) if phrases else {}
        start = 0
        while start < len(words):
            n_words, values = 1, []
            for n in range(min(_LONGEST_PHRASE, len(words) - start), 0, -1):
                phrase = " ".join(words[start : start + n]).strip('"')
                equal = [v for v in meant[phrase] if v.is_equal]
                if equal:
                    n_words, values = n, equal
                    break
            typed = " ".join(words[start : start + n_words])
            yield self._word(typed, values or meant[typed.strip('"')])
            start += n_words

    def _word(self, typed: str, values: list[_Value]) -> Part:
        if not values:
            near = self._near(typed.strip('"'), None)
            return Part(typed, say("no value contains it"), {}, near)
        codes: dict[int, list[int]] = defaultdict(list)
        texts: dict[int, list[str | None]] = defaultdict(list)
        for each in values:
            codes[each.feature_id].append(each.code)
            texts[each.feature_id].append(each.text)
        words = say(" or ").join(self._values(place, texts[place]) for place in texts)
        return Part(typed, words, {place: tuple(codes[place]) for place in codes})

    def _values(self, place: int, texts: Sequence[str | None]) -> str:
        name = self.columns[place]
        return f"{shown_column(name)} {_alternatives(name, texts)}"

    def _meant(self, phrases: list[str]) -> dict[str, list[_Value]]:
        found: dict[str, list[_Value]] = {phrase: [] for phrase in phrases}
        for phrase, *value in self.session.fetch(
            query("explorer/meant_values"), phrases=phrases
        ):
            found[phrase].append(_Value(*value))
        return found

    def _near(self, text: str, place: int | None) -> tuple[tuple[str, str], ...]:
        found = self.session.fetch(
            query("explorer/near_values"),
            text=text,
            feature_id=place,
            n_shown=_N_NEAR,
        )
        return tuple(
            (
                f"{shown_value(name, value)} ({shown_column(name)}, "
                f"{many(n_rows, 'row')})",
                f"{name}={value}",
            )
            for name, value, n_rows in (
                (self.columns[feature], value, n_rows)
                for feature, _, value, n_rows in found
            )
        )


def _told(column: str, sign: str, value: str) -> str:
    """A condition in words."""
    return say(_SIGNS[sign], column=quoted(column), value=value)


def _alternatives(column: str, texts: Sequence[str | None]) -> str:
    shown = ["NULL" if text is None else said(column, text) for text in texts[:3]]
    more = len(texts) - len(shown)
    if more:
        shown.append(say("{n} more", n=more))
    return say(" or ").join(shown)


def _pieces(text: str, columns: Sequence[str]) -> Iterator[tuple[str | None, str, str]]:
    """The conditions of a text, and what is between them: column, sign, value."""
    names = "|".join(re.escape(name) for name in sorted(columns, key=len, reverse=True))
    condition = re.compile(
        rf'(?<![^\s,;])(?:"?({names})"?\s*({_SIGN})|([^\s=,;"<>]+)(=))\s*',
        re.IGNORECASE,
    )
    found = list(condition.finditer(text))
    ends = [*(each.start() for each in found[1:]), len(text)]
    first = text[: found[0].start()] if found else text
    if first.strip():
        yield None, "", first
    for each, end in zip(found, ends, strict=False):
        column, sign = each[1] or each[3], each[2] or each[4]
        value = text[each.end() : end].strip(" \t,;")
        if value:
            yield column, sign, value


def _in_text(text: str, part: Part) -> Part:
    """A part whose near misses are whole searches, to be asked instead."""
    if not part.near:
        return part
    # What was typed may have spaces that the part has not.
    name = re.sub(r"\\?([=<>:])", r"\\s*\1\\s*", re.escape(part.text))
    found = re.search(name, text, re.IGNORECASE)
    start, end = found.span() if found else (0, len(text))
    near = tuple(
        (words, f"{text[:start]}{meant}{text[end:]}") for words, meant in part.near
    )
    return replace(part, near=near)


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None
