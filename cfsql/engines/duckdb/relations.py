"""Which table each name of a relation points at.

Queries read relations by fixed names, such as `minimal`. The tables behind them have
names of their own, such as `minimal#1`, so that no name hides a table of the user's,
and a query can be staged under the name that it reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from cfsql.engines.identifiers import quote
from cfsql.engines.queries import Query


@dataclass(frozen=True)
class Table:
    """A temporary table of the session, or the parts of one."""

    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        """What to read it by."""
        if len(self.parts) == 1:
            return quote(self.parts[0])
        return f"({' union all '.join(f'from {quote(part)}' for part in self.parts)})"


@dataclass(frozen=True)
class Stored:
    """A table of the database, by its quoted name."""

    text: str


@dataclass(frozen=True)
class View:
    """A query that runs whenever it is read, perhaps on other relations."""

    query: Query
    reads: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, object] = field(default_factory=dict)


class Relations:
    """The names that a session knows."""

    def __init__(self) -> None:
        """Know none."""
        self._known: dict[str, Table | Stored | View] = {}
        # Tables that names outside of the current scope point at.
        self._outer: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._known

    def text(self, name: str) -> str:
        """What to read a relation by; an unknown one is in the database."""
        known = self._known.get(name)
        if known is None:
            return name
        if not isinstance(known, View):
            return known.text
        return f"(\n{self.body(known.query, known.reads)}\n)"

    def body(self, query: Query, reads: Mapping[str, str] | None = None) -> str:
        """A query's statement on what the names that it reads point at."""
        other = reads or {}
        return query.on(
            {
                relation: self.text(other.get(relation, relation))
                for relation in query.reads
            }
        )

    def parameters(self, query: Query) -> dict[str, object]:
        """What the views are given that a query reads, and those that they read."""
        given: dict[str, object] = {}
        for relation in query.reads:
            given |= self.parameters_of(relation)
        return given

    def parameters_of(self, name: str) -> dict[str, object]:
        """What a view is given, and those that it reads; other relations, nothing."""
        known = self._known.get(name)
        if not isinstance(known, View):
            return {}
        given = dict(known.parameters)
        for relation in known.query.reads:
            given |= self.parameters_of(known.reads.get(relation, relation))
        return given

    def fresh(self, name: str) -> str:
        """The name of a table that is not there yet, for a relation."""
        taken = {part.partition(".")[0] for part in self._tables() | self._outer}
        numbers = (number for number in count() if f"{name}#{number}" not in taken)
        return f"{name}#{next(numbers)}"

    def parts(self, name: str) -> tuple[str, ...]:
        """The tables of a relation that can be appended to."""
        known = self._known[name]
        assert isinstance(known, Table), f"{name} is no table of the session"
        return known.parts

    def copy(self, name: str, other: str) -> list[str]:
        """Point a name at what another points at; the tables that can go."""
        return self.point(name, self._known[other])

    def point(self, name: str, at: Table | Stored | View) -> list[str]:
        """Point a name at something; the tables that no name points at any more."""
        before = self._tables()
        self._known[name] = at
        return sorted(before - self._tables() - self._outer)

    def forget(self, name: str) -> list[str]:
        """Point a name at nothing; the tables that no name points at any more."""
        before = self._tables()
        self._known.pop(name, None)
        return sorted(before - self._tables() - self._outer)

    @contextmanager
    def scope(self) -> Iterator[list[str]]:
        """Restore all names at the end; the list then has the tables that can go."""
        known, outer = dict(self._known), set(self._outer)
        self._outer |= self._tables()
        abandoned: list[str] = []
        try:
            yield abandoned
        finally:
            inner = self._tables()
            self._known, self._outer = known, outer
            abandoned += sorted(inner - self._tables() - outer)

    def _tables(self) -> set[str]:
        """The session's own tables that some name points at."""
        return {
            part
            for known in self._known.values()
            if isinstance(known, Table)
            for part in known.parts
        }
