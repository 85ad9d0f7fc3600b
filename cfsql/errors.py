"""Everything that can go wrong, and the exit code that says so."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from enum import IntEnum

from cfsql.controls import safe
from cfsql.spelling import as_keywords

# So many names can be listed in a message.
_FEW = 8


class ExitCode(IntEnum):
    """What the command line returns: 2 asks for another command, 1 for other data."""

    DONE = 0
    FAILED = 1
    WRONG_USE = 2
    NO_DATABASE = 3
    INTERRUPTED = 130


class CfsqlError(Exception):
    """A failure with a message that says what to do next."""

    exit_code = ExitCode.FAILED

    @property
    def line(self) -> str:
        """The message as the command line says it, without controls of a terminal."""
        return safe(super().__str__())

    def __str__(self) -> str:
        """The message as Python says it: options are keywords."""
        return as_keywords(self.line)


class BadFile(CfsqlError):
    """The file was found, but what it holds cannot be loaded."""


class DownloadFailed(CfsqlError):
    """A public file could not be had."""


class QueryFailed(CfsqlError):
    """The database refused a query of ours; the message names its file."""


class WrongUse(CfsqlError):
    """The request itself is wrong: another command or argument is needed."""

    exit_code = ExitCode.WRONG_USE


class OutputExists(WrongUse):
    """What the results would be written to is there already."""

    def __init__(self, path: str, *, is_replaceable: bool = True) -> None:
        """Say how to replace it, if that can be."""
        replaced = "replace it with --overwrite, or " * is_replaceable
        super().__init__(f"{path} exists already; {replaced}choose another folder")


class NotResults(WrongUse):
    """What is to be replaced is something else."""

    def __init__(self, path: str) -> None:
        """Say that it is left alone."""
        super().__init__(
            f"{path} holds no results of cfsql, and --overwrite replaces nothing else; "
            "choose another folder"
        )


class BadCondition(WrongUse):
    """A user's own SQL that the engine refuses; the message is the engine's."""


class NotOneStatement(BadCondition):
    """It is several statements, or none."""

    def __init__(self, n_statements: int) -> None:
        """Count them."""
        super().__init__(f"give one statement, not {n_statements}")


class OnlyReads(BadCondition):
    """A user's own SQL that would do more than read."""

    def __init__(self, why: str) -> None:
        """Say what it does, and what may do it."""
        super().__init__(
            f"a statement here only reads, and {why}; "
            "to change a database, use a client of its own"
        )


class NotOneCondition(BadCondition):
    """It is more, or less, than one condition over two rows."""

    def __init__(self) -> None:
        """Say what is taken."""
        super().__init__("it takes one condition over the rows a and b")


class NotTheSameTwice(BadCondition):
    """It calls a function that has no fixed value."""

    def __init__(self, function: str) -> None:
        """Name the function."""
        super().__init__(f"{function} does not give the same twice")


class UnknownName(WrongUse):
    """A name that is not there, answered with the nearest one that is."""

    def __init__(self, kind: str, name: str, known: Iterable[str], where: str) -> None:
        """Say which `kind` of thing is not `where`, and what might be meant."""
        known = list(known)
        self.kind, self.name, self.where = kind, name, where
        self.nearest = _nearest_number(name, known) or nearest_name(name, known)
        # All of them, where they are few and none is like it; else the first ones.
        self.few = known[:_FEW] if self.nearest is None else []
        self.n_more = len(known) - len(self.few)
        super().__init__(f"no {kind} '{name}' in {where}{self._hint}")

    @property
    def _hint(self) -> str:
        if self.nearest is not None:
            return f"; did you mean '{self.nearest}'?"
        if self.few:
            more = f" and {self.n_more:,} more" if self.n_more else ""
            return "; there is " + ", ".join(f"'{each}'" for each in self.few) + more
        return ""


class UnreadableValue(WrongUse):
    """A value of a new case that is none of its column."""

    def __init__(
        self,
        feature: str,
        table: str,
        text: str,
        case: object | None,
        *,
        expected: str,
        type: str,
        example: str | None,
    ) -> None:
        """Say what is `expected`, with an example from the table if it has any."""
        self.feature, self.table, self.text, self.case = feature, table, text, case
        self.expected, self.type, self.example = expected, type, example
        such_as = "" if example is None else f", such as {example}"
        super().__init__(
            f"{feature} of {table} takes {expected.format(type=type)}{such_as}; "
            f"{'the case' if case is None else f'case {case}'} has '{text}'"
        )


class UnknownRow(WrongUse):
    """An id that no row has; `nearest` is one that might be meant, if any."""

    def __init__(
        self, row: str, table: str, *, nearest: object, first: object, last: object
    ) -> None:
        """Say which ids there are, and which of them is like this one."""
        self.row, self.table, self.first, self.last = row, table, first, last
        self.nearest = nearest if _is_like(row, str(nearest)) else None
        meant = "row" if self.nearest is None else f"did you mean {nearest}? Row"
        super().__init__(
            f"no row {row} in {table}; {meant} ids go from {first} to {last}"
        )


class Stale(CfsqlError):
    """The table is not any more what was encoded."""

    def __init__(
        self, table: str, how: str, ways: Sequence[str], *, database: str | None = None
    ) -> None:
        """Say how it differs, and the ways to bring it up to date."""
        super().__init__(
            f"{table} has changed since it was encoded: {how}; "
            f"{refresh_ways(table, ways, database=database)}"
        )


class Edited(WrongUse):
    """A table that SQL has edited is to be refreshed, and which rows count is open."""

    def __init__(self, table: str, differs: str, ways: Sequence[str]) -> None:
        """Say what would be lost, and the ways to go on."""
        super().__init__(f"{table} was edited: {differs}; {refresh_ways(table, ways)}")


class DatabaseUnavailable(CfsqlError):
    """The database file cannot be opened."""

    exit_code = ExitCode.NO_DATABASE


class TimeIsUp(CfsqlError):
    """A time limit was reached before the answer was."""

    def __init__(self, seconds: float, how_far: str) -> None:
        """Say how far it came."""
        self.seconds = seconds
        super().__init__(
            f"stopped by the time limit of {seconds:g} s {how_far}; nothing was stored"
        )


class Interrupted(CfsqlError):
    """The user has stopped the run."""

    exit_code = ExitCode.INTERRUPTED


def installing(extra: str) -> str:
    """How to get an extra, from a package index or in a clone."""
    return f"pip install 'cfsql[{extra}]', or '.[{extra}]' in a clone"


def refresh_command(
    table: str, way: str | None = None, *, database: str | None = None
) -> str:
    """The command that brings a table up to date, from what `way` names."""
    kept = [] if way is None else ["--keep", way]
    place = [] if database is None else ["--db", database]
    return shlex.join(["cfsql", "refresh", table, *kept, *place])


# What `refresh --keep` does.
_WAYS = {
    "table": "take it as it stands with",
    "source": "read its source again, which loses the change, with",
}


def refresh_ways(
    table: str, ways: Sequence[str], *, database: str | None = None
) -> str:
    """The commands that bring a table up to date; one that is used in place has one."""
    if not ways:
        command = refresh_command(table, database=database)
        return f"bring it up to date with: {command}"
    return "; or ".join(
        f"{_WAYS[way]}: {refresh_command(table, way, database=database)}"
        for way in ways
    )


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like this one, if any is."""
    from difflib import get_close_matches

    lowered = {candidate.lower(): candidate for candidate in known}
    near = get_close_matches(name.lower(), lowered, n=3, cutoff=0.6)
    # Letters in another order are typed more often than other letters.
    near.sort(key=lambda each: sorted(each) != sorted(name.lower()))
    return lowered[near[0]] if near else None


def _nearest_number(name: str, known: list[str]) -> str | None:
    """Where all names are numbers, the one that is least away."""
    try:
        wanted = float(name)
        return min(known, key=lambda each: abs(float(each) - wanted), default=None)
    except ValueError:
        return None


def _is_like(row: str, other: str) -> bool:
    """Whether one row id may be meant by another: numbers may, and similar texts."""
    are_numbers = all(each.lstrip("-").isdecimal() for each in (row, other))
    return are_numbers or nearest_name(row, [other]) is not None
