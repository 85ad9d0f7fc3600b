"""The tables that `why` is asked about, and how its answers are read."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

import cfsql

FACTUAL = ["row_id", "label", "features", "literals", "size", "coverage", "precision"]
RULE = FACTUAL[1:]
SUMMARY = [
    *("row_id", "label", "smallest_size", "n_factual", "is_complete"),
    *("is_contradicted", "explanation"),
]
# Rows 1 and 2 contradict each other, 4 and 5 are duplicates, 6 has no label, and
# `always` never varies.
CLASH = """\
f,always,g,y
x,1,m,p
x,1,m,q
z,1,m,q
,1,m,q
,1,m,q
w,1,m,
"""
KEYED = """\
key,f,g,y
b 2,u,m,p
A-1,v,m,q
c 3,v,n,q
"""
RunWhy = Callable[..., "subprocess.CompletedProcess[str]"]


def of(opened: cfsql.Database, relation: str) -> list[dict[str, Any]]:
    """The rows of a table of the database."""
    rows: list[dict[str, Any]] = opened.sql(f"from {relation}").pl().to_dicts()
    return rows


def relations(opened: cfsql.Database) -> set[str]:
    """What a user sees in the database."""
    rows = opened.connection.execute(
        "select table_name from duckdb_tables() where schema_name = 'main' "
        "union all select view_name from duckdb_views() "
        "where schema_name = 'main' and not internal"
    ).fetchall()
    return {name for (name,) in rows}


def feature_sets(why: cfsql.Why) -> list[list[str]]:
    return [one.features for one in why.factuals]
