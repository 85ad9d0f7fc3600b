"""What a source is: something that rows are read from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.tables.carried import Carried
from cfsql.tables.reading import Reading


@dataclass(frozen=True)
class Source(ABC):
    """Something that rows are read from.

    `name` is what messages call it, `stem` what its table is called unless it is given
    a name. `address` is how to find it again: the `source`, `from` and `sql` of a
    load; None for what is gone after it was read. `place` is the schema and name of a
    table or view of the database itself, which need not be copied. `carried` is what
    another file of cfsql knows of the table; its rows come with their numbers.
    """

    kind: str
    name: str
    stem: str | None
    address: dict[str, Any] | None = None
    place: tuple[str, str] | None = None
    carried: Carried | None = None

    @abstractmethod
    def stage(
        self,
        session: Session,
        reading: Reading,
        *,
        text: bool = False,
        named: Sequence[str] = (),
    ) -> list[str]:
        """Read the rows into `incoming`; the names of the columns as they are written.

        With `text`, all that a text file holds stays text. `named` are columns that
        the user knows the source to have.
        """
