"""What is generated for a table: functions of its layout."""

from __future__ import annotations

from dataclasses import dataclass

from cfsql.engines.queries import Query


@dataclass(frozen=True)
class Function:
    """A SQL function whose body depends on the layout of one table."""

    name: str
    parameters: tuple[str, ...]
    body: str


@dataclass(frozen=True)
class Layout:
    """The words of a packed code, and the functions that read and write it."""

    words: tuple[int, ...]
    functions: tuple[Function, ...]


def function_of(query: Query) -> Function:
    """A block of `sql/` that makes a function."""
    _, _, body = query.body.partition(" as\n")
    return Function(query.name, query.parameters, body)
