"""Rows that arrive for a table: cast to the types of its columns, or refused."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cfsql.engines.duckdb.staging import Staging
from cfsql.engines.identifiers import quote

_WHOLE = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?")
_NUMBER = re.compile(r"(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?)|FLOAT|DOUBLE|DECIMAL\(.*\)")


class Arrivals(Staging):
    """What knows the columns of `incoming` by the user's names."""

    def stage_typed(
        self, relation: str, columns: Mapping[str, tuple[str, str]], decimal: str
    ) -> None:
        """Stage `incoming` with other names and types.

        `columns` has for each name the column of `incoming`, and the type to cast to.
        """
        members = ", ".join(
            f"try_cast({_value(given, kind, decimal)} as {kind}) as {quote(name)}"
            for name, (given, kind) in columns.items()
        )
        typed = f"select {members} from incoming"
        self._put(relation, self._with_texts(typed))

    def stage_layout(self, relation: str, columns: Mapping[str, str]) -> None:
        """Stage no rows, with columns of these names and types."""
        members = ", ".join(
            f"cast(null as {kind}) as {quote(name)}" for name, kind in columns.items()
        )
        self._put(relation, f"select {members} limit 0")

    def misfit(self, given: str, kind: str, decimal: str) -> tuple[int, str] | None:
        """The first value of a column that a type does not hold, and its row's number.

        A whole number holds no fraction, though a cast would round it.
        """
        value = _value(given, kind, decimal)
        fails = f"try_cast({value} as {kind}) is null"
        if _WHOLE.fullmatch(kind):
            fails += (
                f" or try_cast({value} as double) is distinct from "
                f"cast(try_cast({value} as {kind}) as double)"
            )
        wrong = (
            f"select row_number() over (), cast({quote(given)} as varchar) "
            "from incoming "
            f"qualify {quote(given)} is not null and ({fails}) limit 1"
        )
        found = self._execute(self._with_texts(wrong)).fetchone()
        return None if found is None else (int(found[0]), str(found[1]))


def _value(given: str, kind: str, decimal: str) -> str:
    """A column of `incoming`; a number's decimal comma as a point."""
    if decimal == "." or not _NUMBER.fullmatch(kind):
        return quote(given)
    return f"replace(cast({quote(given)} as varchar), {decimal!r}, '.')"
