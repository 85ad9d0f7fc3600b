"""The engines that run the queries. DuckDB is the default, and the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from cfsql.engines.queries import Query
from cfsql.errors import QueryFailed
from cfsql.method.packing import Field, Function
from cfsql.method.plans.blocks import Block, Choice


class Engine(Protocol):
    """What the method asks of an engine: to stage relations under fixed names.

    A relation is staged once and read by later queries; nothing of it is seen by
    others, and it goes when the engine's session is closed.
    """

    # The kinds of plans that the engine has, `auto` among them.
    plans: Sequence[str]
    # Whether a plan's costs can be measured in a moment; else the engine states them.
    can_be_timed: bool
    # Pairs that no machine of it will ever have compared one by one; None if it tries.
    most_scanned_pairs: int | None

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

    def bind(self, relation: str, table: str) -> None:
        """Let queries read a relation under another name, too."""
        ...

    def view(self, query: Query) -> None:
        """Stage a query without running it."""
        ...

    def view_as(self, relation: str, query: Query, reads: dict[str, str]) -> None:
        """Stage a query under another name, on other relations than it reads."""
        ...

    def stage(self, query: Query, **parameters: object) -> object:
        """Run a query into the relation that it writes."""
        ...

    def stage_as(self, relation: str, query: Query, **parameters: object) -> object:
        """The same, under another name."""
        ...

    def size(self, relation: str) -> int:
        """The number of rows of a staged relation."""
        ...

    def stage_shards(
        self, query: Query, *, key: str, n_rows: int, **parameters: object
    ) -> object:
        """Stage a query of about `n_rows` in parts that can be gone through at once."""
        ...

    def stage_where(self, relation: str, table: str, predicate: str) -> None:
        """Stage the row ids of a table that satisfy a user's predicate."""
        ...

    def append(self, query: Query, **parameters: object) -> object:
        """Run a query into the end of the relation that it writes."""
        ...

    def any_order(self) -> AbstractContextManager[None]:
        """Let what is staged inside come in any order."""
        ...

    def rename(self, relation: str, name: str) -> None:
        """Give a staged relation another name, in place of any of that name."""
        ...

    def define(self, function: Function) -> None:
        """Make a function known to the queries, in place of any of its name."""
        ...

    def define_all(self, functions: Sequence[Function]) -> None:
        """The same, for several."""
        ...

    def define_layout(self, fields: Sequence[Field]) -> None:
        """Make the functions known that read and write codes of a layout."""
        ...

    def joins_at_once(self, n_rows: int) -> int:
        """How many joins of so many rows are counted, or run, in one go."""
        ...

    def count_pairs(self, keys: Sequence[Block]) -> list[tuple[int, int]]:
        """The pairs that a join of seekers and partners on each key looks at.

        And of these, the most that share the same values.
        """
        ...

    def append_joins(
        self,
        query: Query,
        choices: Sequence[Choice],
        *,
        n_of_one_key: int,
        **parameters: object,
    ) -> None:
        """Run a join of seekers and partners on each choice of blocks.

        At most so many pairs of a choice share the same values.
        """
        ...

    def references(self, condition: str) -> list[Sequence[str]]:
        """The columns that a user's condition over two rows names, in their parts."""
        ...

    def try_condition(self, condition: str) -> str:
        """The type of a user's condition over the `case_values` of two rows."""
        ...

    def unfit(self, error: QueryFailed) -> str | None:
        """What a user's condition stumbled over in some row, if that is the reason."""
        ...

    def stated_costs(self) -> Mapping[str, float]:
        """What things cost, where the engine cannot be timed, as `Costs` has it."""
        ...
