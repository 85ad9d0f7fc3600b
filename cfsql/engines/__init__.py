"""What the method asks of whoever runs its queries: DuckDB, in the folder below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from cfsql.engines.functions import Function, Layout
from cfsql.engines.queries import Query
from cfsql.errors import QueryFailed
from cfsql.speech import Speech


class Engine(Protocol):
    """What the method asks of an engine: to stage relations and read them.

    Queries know relations by fixed names. Each staging makes a table of its own and
    points the name at it; a table goes when no name points at it any more.
    """

    # What whoever asked should know beside the answer.
    remarks: list[str]

    # Reading.

    def fetch(self, query: Query, **parameters: object) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        ...

    def fetch_one(self, query: Query, **parameters: object) -> tuple[Any, ...]:
        """The only row of a query."""
        ...

    def fetch_records(self, query: Query, **parameters: object) -> list[dict[str, Any]]:
        """The rows of a query, each by column name."""
        ...

    def columns(self, relation: str) -> list[str]:
        """The names of a relation's columns."""
        ...

    def size(self, relation: str) -> int:
        """The number of rows of a relation."""
        ...

    # Staging.

    def bind(self, relation: str, table: str) -> None:
        """Point a name at what another name points at now, or at a table."""
        ...

    def rename(self, relation: str, name: str) -> None:
        """Give a staged relation another name."""
        ...

    def view(
        self,
        query: Query,
        *,
        into: str | None = None,
        reads: Mapping[str, str] | None = None,
        **parameters: object,
    ) -> None:
        """Point a name at a query, which runs whenever the name is read.

        `reads` gives other names for relations that the query reads.
        """
        ...

    def stage(
        self, query: Query, *, into: str | None = None, **parameters: object
    ) -> object:
        """Run a query into a table, and point the query's name, or another, at it."""
        ...

    def stage_empty(
        self, query: Query, *, into: str | None = None, **parameters: object
    ) -> None:
        """Stage no rows, in the shape of a query."""
        ...

    def stage_shards(
        self, query: Query, *, key: str, n_rows: int, **parameters: object
    ) -> object:
        """Stage a query of about `n_rows` in parts that can be read at once."""
        ...

    def stage_where(self, relation: str, table: str, predicate: str) -> None:
        """Stage the row ids of a relation that satisfy a user's predicate."""
        ...

    def append(self, query: Query, **parameters: object) -> object:
        """Run a query into the end of its relation, which is staged if need be."""
        ...

    def forget(self, relation: str) -> None:
        """Point a name at nothing: what is appended to it next begins it anew."""
        ...

    def scope(self) -> AbstractContextManager[None]:
        """Forget what is staged inside at the end: names point where they did."""
        ...

    def any_order(self) -> AbstractContextManager[None]:
        """Let what is staged inside come in any order."""
        ...

    # Functions.

    def define(self, *functions: Function) -> None:
        """Make functions known to the queries, in place of any of their names."""
        ...

    def define_layout(self, layout: Layout) -> None:
        """Make the functions known that read and write packed codes."""
        ...

    def speak(self, speech: Speech) -> None:
        """Say the sentences that are read from now on in this way."""
        ...

    # Conditions of the user's.

    def references(self, condition: str) -> list[Sequence[str]]:
        """The columns that a user's condition over two rows names, in their parts."""
        ...

    def try_condition(self, condition: str) -> str:
        """The type of a user's condition over the `case_values` of two rows."""
        ...

    def condition_failure(self, error: QueryFailed) -> str | None:
        """Why a user's condition failed on some row; None for any other failure."""
        ...
