"""Which parameters the address of a page may have: a wrong one is never ignored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from starlette.datastructures import QueryParams

from cfsql.errors import WrongUse, nearest_name
from cfsql.words import listing

# In front of the name of a feature, in the address of a new case.
VALUE = "v."

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
    """The parameters that a page takes; with `has_values`, those of features, too."""

    once: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    has_values: bool = False

    def refuse_others(self, given: QueryParams, features: Iterable[str] = ()) -> None:
        """Refuse a name that the page does not know, and one that is there twice."""
        once = [*self.once, *(f"{VALUE}{name}" for name in features)]
        by_name = {_spelled(name): name for name in once}
        n_given: Counter[str] = Counter()
        for name, _ in given.multi_items():
            if name in self.repeated or _is_added(name):
                continue
            known = by_name.get(_spelled(name))
            if known is None:
                shown = name if len(name) <= 60 else f"{name[:60]}…"
                message = f"this page takes no parameter '{shown}'"
                message += _meant(name, [*self.repeated, *once])
                raise WrongAddress(message, [name])
            n_given[known] += 1
        for name, n in n_given.items():
            if n > 1:
                raise WrongAddress(
                    f"the address has {name} {'twice' if n == 2 else f'{n} times'}, "
                    "and this page takes it once"
                )


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
    if not name.startswith(VALUE):
        return name
    return f"{VALUE}{folded(name.removeprefix(VALUE))}"


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
    others = [each for each in known if not each.startswith(VALUE)]
    if values:
        others.append(f"{VALUE}COLUMN")
    return f"; it takes {listing(others)}"
