"""Which parameters the address of a page may have: a wrong one is never ignored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from starlette.datastructures import QueryParams

from cfsql.errors import WrongUse, nearest_name
from cfsql.words import listing

# In front of the name of a column: a value of it, the least and the greatest number,
# and how much a change of it weighs.
VALUE, MIN, MAX, WEIGHT = "v.", "min.", "max.", "w."
_PREFIXES = (VALUE, MIN, MAX, WEIGHT)

# What a switch may be: on, off, or an empty field.
_SWITCH = ("1", "0", "")

# What browsers, mailers and messengers add to an address that they pass on.
_ADDED = ("_charset_", "fbclid", "gclid", "msclkid")
_ADDED_PREFIX = "utm_"


class WrongAddress(WrongUse):
    """An address that cannot be meant; `without` are the parameters to leave out."""

    def __init__(self, message: str, without: Iterable[str] = ()) -> None:
        """Take the problem in words."""
        super().__init__(message)
        self.without = frozenset(without)


@dataclass(frozen=True)
class Accepted:
    """The parameters that a page takes.

    Those of columns have a prefix in front of the name of each column.
    """

    once: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    of_columns_once: tuple[str, ...] = ()
    of_columns: tuple[str, ...] = ()

    @property
    def has_columns(self) -> bool:
        """Whether it takes parameters of the columns of a table."""
        return bool(self.of_columns_once or self.of_columns)

    def refuse_others(self, given: QueryParams, columns: Iterable[str] = ()) -> None:
        """Refuse a name that the page does not know, and one that is there twice."""
        columns = list(columns)
        once = [*self.once, *_of_each(columns, self.of_columns_once)]
        repeated = [*self.repeated, *_of_each(columns, self.of_columns)]
        by_name = {_spelled(name): name for name in (*once, *repeated)}
        n_given: Counter[str] = Counter()
        for name, _ in given.multi_items():
            if _is_added(name):
                continue
            known = by_name.get(_spelled(name))
            if known is None:
                shown = name if len(name) <= 60 else f"{name[:60]}…"
                message = f"this page takes no parameter '{shown}'"
                message += _meant(name, [*repeated, *once])
                raise WrongAddress(message, [name])
            n_given[known] += 1
        for name in once:
            n = n_given[name]
            if n > 1:
                raise WrongAddress(
                    f"the address has {name} {'twice' if n == 2 else f'{n} times'}, "
                    "and this page takes it once"
                )


def _of_each(columns: Iterable[str], prefixes: Iterable[str]) -> list[str]:
    return [f"{prefix}{name}" for prefix in prefixes for name in columns]


def folded(name: str) -> str:
    """The name of a feature as a form sends it: with other ends of lines."""
    return name.replace("\r\n", "\n").lower()


def is_on(given: QueryParams, name: str) -> bool:
    """Whether a switch is on."""
    text = given.get(name, "")
    if text not in _SWITCH:
        raise WrongAddress(f"{name} is 1 or 0, not '{text}'", [name])
    return text == "1"


def _spelled(name: str) -> str:
    """A parameter's name to compare: only columns are alike in upper and lower case."""
    for prefix in _PREFIXES:
        if name.startswith(prefix):
            return f"{prefix}{folded(name.removeprefix(prefix))}"
    return name


def _is_added(name: str) -> bool:
    return name in _ADDED or name.startswith(_ADDED_PREFIX)


def _meant(name: str, known: list[str]) -> str:
    """Which parameter is meant: one that is like it, or else any of them."""
    if not known:
        return "; it takes none"
    own = f"{VALUE}{name}"
    values = {folded(each): each for each in known if each.startswith(VALUE)}
    near = values.get(folded(own)) or nearest_name(name, known)
    if near is not None:
        return f"; did you mean '{near}'?"
    others = [each for each in known if not each.startswith(_PREFIXES)]
    for prefix in _PREFIXES:
        if any(each.startswith(prefix) for each in known):
            others.append(f"{prefix}COLUMN")
    return f"; it takes {listing(others)}"
