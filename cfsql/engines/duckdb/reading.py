"""Statements that users give: whatever their form, they read.

Two things see to that, each by itself. What DuckDB parses has no part that writes, and
calls no function with an effect: that is looked at here, before anything runs. And it
runs in a transaction that only reads (`Runner.only_reading`), in which DuckDB itself
refuses what a view or a macro hides, and forms of writing that are not known here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import duckdb

from cfsql.engines.effects import refuse_effects
from cfsql.errors import BadCondition, NotOneStatement, OnlyReads

# The parts of a statement that read. A CTE may delete, insert, update or copy to a
# file, and the type of the statement is SELECT all the same.
_READING = frozenset(
    {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"}
)

# EXPLAIN ANALYZE runs what comes after it.
_EXPLAIN = re.compile(
    r"\s*explain\b(\s+analyze\b)?(\s*\(\s*(analyze|format)\b[^()]*\))?", re.IGNORECASE
)


def parsed_reading(
    connection: duckdb.DuckDBPyConnection, statement: str
) -> dict[str, Any]:
    """A user's statement as DuckDB parses it; refuse all that does not read."""
    types = [each.type.name for each in connection.extract_statements(statement)]
    if len(types) != 1:
        raise NotOneStatement(len(types))
    if types == ["EXPLAIN"] and (explained := _EXPLAIN.match(statement)):
        return parsed_reading(connection, statement[explained.end() :])
    if types != ["SELECT"]:
        raise OnlyReads(f"this is {types[0]}")
    tree = _tree(connection, statement)
    if tree["error"] and tree["error_type"] == "serialization":
        # A newer form than the database is written in, such as a CTE that deletes.
        with duckdb.connect() as newest:
            tree = _tree(newest, statement)
    if tree["error"]:
        raise BadCondition(tree["error_message"].splitlines()[0])
    for part in parts(tree):
        kind = str(part.get("type"))
        if kind.endswith("_NODE") and kind not in _READING:
            raise OnlyReads(f"this contains {kind.partition('_')[0]}")
        if part.get("class") in ("FUNCTION", "WINDOW"):
            refuse_effects([part["function_name"]])
    node: dict[str, Any] = tree["statements"][0]["node"]
    return node


def _tree(connection: duckdb.DuckDBPyConnection, statement: str) -> dict[str, Any]:
    found = connection.execute("select json_serialize_sql($1)", [statement])
    ((text,),) = found.fetchall()
    if not text:
        raise BadCondition(
            "it has a constant that cannot be looked at, of bits or of 40 digits; "
            "write it as a text with its type, such as '101'::bit"
        )
    try:
        tree: dict[str, Any] = json.loads(text)
    except RecursionError:
        raise BadCondition("it is nested too deeply to be looked at") from None
    return tree


def parts(tree: Any) -> Iterator[dict[str, Any]]:
    """Every node of a parsed statement, in its order."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
            waiting += reversed(part.values())
        elif isinstance(part, list):
            waiting += reversed(part)
