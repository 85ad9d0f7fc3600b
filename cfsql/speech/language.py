"""A language: what it says, and how it writes numbers, plurals and names.

Each is a file of `languages/`, whose name is the code of the language. A template has
placeholders in braces. `{n}` is a number; `{n:# row|# rows}` chooses a form by it, and
`#` is the number there; `{mean:.3f}` is written with so many digits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from cfsql.errors import WrongUse, nearest_name

_PLACEHOLDER = re.compile(r"\{(\w+)(?::([^{}]*))?\}")

# The language of the templates in the code.
DEFAULT = "en"


@dataclass(frozen=True)
class Placeholder:
    """A place in a template: what is put there, and how.

    `forms` are those of a plural, one of which is chosen by the number.
    """

    name: str
    forms: tuple[str, ...] = ()
    digits: str = ""


@dataclass(frozen=True, eq=False)
class Language:
    """One language.

    `thousands`, `decimal` and `percent` are what numbers are written with, and
    `singular` the numbers that go with the first form of a noun. `sentences` are those
    that SQL puts together too, by name; `texts` all others, by the English text.
    """

    name: str
    english_name: str
    thousands: str
    decimal: str
    percent: str
    singular: tuple[int, ...]
    sentences: Mapping[str, str]
    texts: Mapping[str, str]

    def form(self, number: float) -> int:
        """Which form of a noun goes with a number."""
        return 0 if number in self.singular else 1

    def digits(self, number: float, spec: str) -> str:
        """A number as it is written, by one of Python's formats."""
        text = format(number, spec)
        return text.translate(
            {
                ord(","): self.thousands,
                ord("."): self.decimal,
                ord("%"): self.percent,
            }
        )


@cache
def parts(template: str) -> tuple[str | Placeholder, ...]:
    """A template in its parts: texts, and places between them."""
    found: list[str | Placeholder] = []
    end = 0
    for match in _PLACEHOLDER.finditer(template):
        found.append(template[end : match.start()])
        name, spec = match[1], match[2] or ""
        forms = tuple(spec.split("|")) if "|" in spec else ()
        found.append(Placeholder(name, forms, "" if forms else spec))
        end = match.end()
    return tuple(part for part in (*found, template[end:]) if part != "")


def placeholders(template: str) -> frozenset[str]:
    """The names of what a template is filled with."""
    return frozenset(
        part.name for part in parts(template) if isinstance(part, Placeholder)
    )


@cache
def codes() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    files = (Path(__file__).parent / "languages").glob("*.py")
    found = {file.stem for file in files} - {"__init__"}
    return (DEFAULT, *sorted(found - {DEFAULT}))


@cache
def language(code: str) -> Language:
    """The language of a code."""
    if code not in codes():
        raise WrongUse(_unknown(code))
    found: Language = import_module(f"cfsql.speech.languages.{code}").LANGUAGE
    return found


def _unknown(code: str) -> str:
    """A language that is not there, and the one that may be meant."""
    known = {each: each for each in codes()}
    for each in codes():
        own = language(each)
        known |= {own.name.lower(): each, own.english_name.lower(): each}
    near = nearest_name(code.lower().replace("_", "-").partition("-")[0], known)
    hint = f"; did you mean '{known[near]}'?" if near else ""
    *others, last = codes()
    return f"--language is {', '.join(others)} or {last}, not '{code}'{hint}"
