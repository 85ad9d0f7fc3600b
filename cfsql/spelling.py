"""How a message names options: as the command line does, or as Python does.

Messages are written with the words of the command line: `--max-changes`, `cfsql rank
--table loans`. Whoever calls cfsql from Python reads `max_changes=` and
`db.table('loans').rank()` instead. An agent reads the names of arguments; commands stay
as they are, for whoever owns the database.
"""

from __future__ import annotations

import re
from typing import Any

# Keywords that are not called as on the command line.
_KEYWORDS = {"bin": "bins", "show": "limit", "db": "database", "from": "from_"}

# Options that are given or not.
_SWITCHES = ("header", "overwrite", "rename_duplicates", "replace")

# Methods that do what a command does.
_METHODS = {"why": "why_rows"}

# A name in quotes is the user's own.
_OPTION = re.compile(r"(?<![\w'\"-])--(?P<name>[a-z][a-z-]*[a-z])(?P<colon>:?)")
_VALUED = re.compile(r"--(?P<name>id|seed|encoding) (?!and |or )(?P<value>[\w.-]+)")
_BIN = re.compile(r"--bin (?!takes|is|names)(?P<column>[^\s=]+)(?:=(?P<cut>[\w,.-]+))?")
_OF_COMMAND = re.compile(r"cfsql (?P<command>[a-z]+) --(?P<name>into)\b")
_COMMAND = re.compile(
    r"cfsql (?P<command>[a-z]+) (?P<what>--table (?P<table>'[^']*'|[^\s;,]+)"
    r"(?: --row (?P<row>[^\s;,]+))?"
    r"|(?:FILE|SOURCE)(?P<replace> --replace)?(?: --db (?P<db>\S+))?)"
)


# Commands whose only argument is the name of a table, and a table in its place.
_OF_TABLE = re.compile(
    r"cfsql refresh (?P<table>'[^']*'|[^\s;,]+)(?: --keep (?P<keep>\w+))?"
)
_KEPT = re.compile(r"--keep (?P<way>source|table)\b")
_IN_PLACE = re.compile(r"cfsql load (?P<source>table:[^\s;,]+)")


def as_keywords(message: str) -> str:
    """A message of the command line as someone who calls Python reads it."""
    patterns: tuple[tuple[re.Pattern[str], Any], ...] = (
        (_COMMAND, _call),
        (_OF_TABLE, _refresh),
        (_KEPT, r"keep='\g<way>'"),
        (_IN_PLACE, r"db.load('\g<source>', label=…)"),
        (_OF_COMMAND, r"\g<command>(\g<name>=…)"),
        (_BIN, _bins),
        (_VALUED, _valued),
        (_OPTION, _keyword),
    )
    for pattern, spelled in patterns:
        message = pattern.sub(spelled, message)
    return message


def as_arguments(message: str) -> str:
    """A message of the command line as an agent reads it: options are arguments."""
    clauses = []
    for clause in message.split("; "):
        text, command, words = clause.partition("cfsql ")
        clauses.append(_OPTION.sub(_argument, text) + command + words)
    return "; ".join(clauses)


def _argument(found: re.Match[str]) -> str:
    name = found["name"].replace("-", "_")
    return f"{_KEYWORDS.get(name, name)}{found['colon']}"


def _keyword(found: re.Match[str]) -> str:
    name = found["name"].replace("-", "_")
    if name.removeprefix("no_") in _SWITCHES and name.startswith("no_"):
        return f"{name.removeprefix('no_')}=False{found['colon']}"
    given = "=True" if name in _SWITCHES else "="
    return f"{_KEYWORDS.get(name, name)}{found['colon'] or given}"


def _valued(found: re.Match[str]) -> str:
    value = found["value"]
    is_number = value.lstrip("-").isdecimal()
    return f"{found['name']}={value if is_number else repr(value)}"


def _bins(found: re.Match[str]) -> str:
    column, cut = found["column"], found["cut"]
    if cut is None:
        return f"bins[{column!r}]"
    return f"bins={{{column!r}: {cut!r}}}"


def _name(found: re.Match[str]) -> str:
    return str(found["table"].strip("'"))


def _refresh(found: re.Match[str]) -> str:
    kept = f"keep={found['keep']!r}" if found["keep"] else ""
    return f"db.table({_name(found)!r}).refresh({kept})"


def _call(found: re.Match[str]) -> str:
    command, table = found["command"], found["table"]
    if table is None:
        replaced = ", replace=True" if found["replace"] else ""
        database = f"cfsql.connect({found['db']!r})" if found["db"] else "db"
        return f"{database}.load(source, label=…{replaced})"
    row = found["row"] or ""
    return f"db.table({_name(found)!r}).{_METHODS.get(command, command)}({row})"
