"""Names that become part of SQL text: the one place where they are quoted."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PART = re.compile(r'"((?:[^"]|"")*)"|([^".]+)')


def quote(*parts: str) -> str:
    """A name, qualified if it has several parts, that SQL reads to the letter."""
    return ".".join('"' + part.replace('"', '""') + '"' for part in parts)


def temporary(name: str) -> str:
    """The quoted name of a temporary table or view, and of no other."""
    return quote("temp", "main", name)


def parts_of(name: str) -> tuple[str, ...]:
    """The parts of a qualified name in which at least odd ones are quoted."""
    return tuple(
        plain or quoted.replace('""', '"') for quoted, plain in _PART.findall(name)
    )


def literal(text: str) -> str:
    """A string literal, for the statements that take no parameters."""
    return "'" + text.replace("'", "''") + "'"


@dataclass(frozen=True)
class Later:
    """A parameter of a view that each query which reads it is given."""

    name: str


def constant(value: object) -> str:
    """A value of Python as SQL, for the statements that take no parameters."""
    if value is None:
        return "null"
    if isinstance(value, Later):
        return f"${value.name}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(constant, value))}]"
    return literal(value) if isinstance(value, str) else repr(value)
