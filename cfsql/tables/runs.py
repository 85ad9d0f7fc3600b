"""How a stored ranking was made: its options, as they are given."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from cfsql.options import (
    MethodOptions,
    SpeechOptions,
    all_of,
    command_words,
    flag,
    options_of,
)
from cfsql.speech import Speech
from cfsql.tables.catalog import Stored
from cfsql.tables.declarations import Declared

# What the options of a merged ranking have besides: how many parts there were.
MERGED = "parts"

# How answers are ranked and counted is always kept; the rest only if it is given.
_ALWAYS = ("by", "count")
_CHOOSE = [
    name.replace("_", "-")
    for name in options_of(MethodOptions)
    if name not in (*_ALWAYS, *options_of(SpeechOptions))
]
_DEFAULTS = {name: options_of(MethodOptions)[name].default for name in _ALWAYS}


@dataclass(frozen=True)
class StoredRun:
    """The run that made a result; without options where none are known."""

    version: str | None = None
    options: dict[str, Any] | None = None

    @property
    def target(self) -> str | None:
        """The label to reach, if one was asked for."""
        return (self.options or {}).get("target")

    @property
    def require(self) -> str | None:
        """The conditions over both rows, if any were asked for; once it was one."""
        given = (self.options or {}).get("require") or ()
        return all_of([given] if isinstance(given, str) else given)

    @property
    def weight(self) -> tuple[str, ...]:
        """The weights of features, such as age=3."""
        return tuple((self.options or {}).get("weight", ()))

    @property
    def speech(self) -> Speech:
        """The language and the names that its sentences were said with."""
        given = self.options or {}
        return Speech.of(
            {name.replace("-", "_"): value for name, value in given.items()}
        )

    @property
    def kept_as_declared(self) -> Declared:
        """What was declared with the table and not lifted."""
        return Declared.of((self.options or {}).get("declared", {}))

    @property
    def declared(self) -> str | None:
        """The same in words."""
        return self.kept_as_declared.words

    @property
    def lists_others(self) -> bool:
        """Whether others than all of the nearest counterfactuals are listed."""
        return not {"nearest", "diverse"}.isdisjoint(self.options or {})

    @property
    def constraints(self) -> str:
        """What says which cases may be answers, as it is given on a command line."""
        given = (self.options or {}).items()
        chosen = {name: value for name, value in given if name in _CHOOSE}
        return shlex.join(command_words(chosen))

    def command(self, table: str) -> str | None:
        """The command that makes a ranking again."""
        if self.options is None:
            return None
        given = {
            name: value
            for name, value in self.options.items()
            if name not in ("declared", MERGED)
            and (name, value) not in _DEFAULTS.items()
        }
        words = ["cfsql", "rank", "--table", table, *command_words(given)]
        # What was declared then is spelled out: it may be another by now.
        return shlex.join([*words, *["--no-defaults"] * ("declared" in self.options)])


def has_weights(constraints: str) -> bool:
    """Whether some features count more than once, by what a command line gives."""
    return flag("weight") in shlex.split(constraints)


def kept_columns(constraints: str) -> list[str]:
    """The features that no answer may change, by what a command line gives."""
    words = shlex.split(constraints)
    return [each for word, each in pairwise(words) if word == flag("freeze")]


def run_of(stored: Stored) -> StoredRun:
    """How a result was made."""
    return StoredRun(stored.version, stored.options)
