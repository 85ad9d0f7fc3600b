"""Conditions that users write over two rows: read, tried, and told why they fail."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from cfsql.engines.duckdb.failures import explain_error
from cfsql.engines.duckdb.reading import parsed_reading, parts
from cfsql.engines.duckdb.staging import Staging
from cfsql.engines.functions import Function
from cfsql.engines.queries import query
from cfsql.errors import (
    BadCondition,
    NotOneCondition,
    NotOneStatement,
    NotTheSameTwice,
    QueryFailed,
)

# Values of some row for which a condition has no result.
_FAILURES = (duckdb.ConversionException, duckdb.OutOfRangeException)


class Conditions(Staging):
    """What the method asks about a user's condition."""

    def references(self, condition: str) -> list[Sequence[str]]:
        """The columns that a user's condition over two rows names, in their parts."""
        # Without brackets first: it must not close those that are put around it.
        for statement in (f"select {condition}", f"select ({condition}\n)"):
            try:
                node = parsed_reading(self._cursor, statement)
            except NotOneStatement as error:
                raise NotOneCondition from error
            except duckdb.Error as error:
                raise BadCondition(explain_error(error)) from error
            if len(node.get("select_list", ())) != 1:
                raise NotOneCondition
        volatile = {
            name for (name,) in self.fetch(query("constrain/volatile_functions"))
        }
        found: list[Sequence[str]] = []
        for part in parts(node):
            kind = part.get("class")
            if kind in ("SUBQUERY", "STAR") or part.get("type") == "TABLE_FUNCTION":
                raise NotOneCondition
            if str(part.get("function_name")).lower() in volatile:
                raise NotTheSameTwice(part["function_name"])
            if kind == "COLUMN_REF":
                found.append(part["column_names"])
        return found

    def try_condition(self, condition: str) -> str:
        """The type of a user's condition over the `case_values` of two rows."""
        try:
            self.define(Function("condition", ("a", "b"), f"({condition}\n)"))
            with self.only_reading():
                (kind,) = self.fetch_one(query("constrain/checked_condition"))
        except (duckdb.Error, QueryFailed) as error:
            cause = error.__cause__ if isinstance(error, QueryFailed) else error
            raise BadCondition(explain_error(cause or error)) from error
        return str(kind)

    def condition_failure(self, error: QueryFailed) -> str | None:
        """Why a user's condition failed on some row; None for any other failure."""
        cause = error.__cause__
        return explain_error(cause) if isinstance(cause, _FAILURES) else None
