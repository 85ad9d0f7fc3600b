"""How a stored ranking was made, from the log of runs: its options, as they are given.

The log may be gone, or be without the run; then nothing is known.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cfsql.engines.duckdb import INTERNAL_SCHEMA, Session
from cfsql.engines.queries import query
from cfsql.tables import catalog

# What the command line takes once for each, and what it takes as a list.
_REPEATED = ("freeze", "ignore")
_CONSTRAINTS = (
    *("freeze", "target", "require", "max-changes", "min-support", "ignore"),
    *("nearest", "diverse", "anonymous"),
)
_DEFAULTS = (("by", "power"), ("count", "rows"))


@dataclass(frozen=True)
class RankedRun:
    """The run that made a ranking; without options when the log does not have it."""

    version: str | None = None
    options: dict[str, Any] | None = None

    @property
    def target(self) -> str | None:
        """The label to reach, if one was asked for."""
        return (self.options or {}).get("target")

    @property
    def require(self) -> str | None:
        """The condition over both rows, if one was asked for."""
        return (self.options or {}).get("require")

    @property
    def lists_more(self) -> bool:
        """Whether more than the nearest counterfactuals are listed."""
        return "nearest" in (self.options or {})

    @property
    def constraints(self) -> str:
        """What says which cases may be answers, as it is given on a command line."""
        given = (self.options or {}).items()
        return shlex.join(_words(each for each in given if each[0] in _CONSTRAINTS))

    def command(self, table: str) -> str | None:
        """The command that makes the ranking again."""
        if self.options is None:
            return None
        given = (each for each in self.options.items() if each not in _DEFAULTS)
        return shlex.join(["cfsql", "rank", "--table", table, *_words(given)])


def ranked_run(session: Session, name: str) -> RankedRun:
    """The run that made the ranking of this name."""
    if "runs" not in catalog.relations(session, INTERNAL_SCHEMA):
        return RankedRun()
    session.bind("runs", session.internal("runs"))
    for options, version in session.fetch(query("report/ranked_run"), result=name):
        return RankedRun(version, json.loads(options))
    return RankedRun()


def _words(options: Iterable[tuple[str, Any]]) -> list[str]:
    words = []
    for option, value in options:
        if value is True:
            words.append(f"--{option}")
        elif option in _REPEATED:
            for each in value:
                words += [f"--{option}", str(each)]
        elif isinstance(value, list):
            words += [f"--{option}", ",".join(map(str, value))]
        else:
            words += [f"--{option}", str(value)]
    return words
