"""Write the columns of docs/glossary.md from the stored results: make reference.

The columns and their meanings are the comments that every DuckDB client shows. They
are read from a database in which the paper's example was ranked, explained and audited.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import duckdb

import cfsql
from cfsql import example

PAGE = Path(__file__).parents[1] / "docs" / "glossary.md"
MARK = "<!-- Generated from the comments of the stored results by `make reference`. -->"

RESULTS = (
    "ranked",
    "summary",
    "optimal",
    "factual",
    "factual_summary",
    "audit_features",
    "audit_labels",
    "audit_answers",
    "audit_coverage",
    "audit_contradictions",
    "audit_unequal",
    "audit_unequal_values",
    "audit_unequal_directions",
    "stability",
    "cover",
    "cover_rows",
    "audit_unequal_tests",
    "audit_near",
    "audit_effort",
    "audit_effort_within",
    "audit_effort_features",
)

STORED = """
    select table_name from duckdb_columns()
    where starts_with(table_name, 'T_') and schema_name = 'main'
"""
COMMENTS = """
    select column_name, comment from duckdb_columns()
    where table_name = ? and schema_name = 'main' order by column_index
"""
ABOUT = """
    select comment from duckdb_tables()
    where table_name = $name and schema_name = 'main'
    union all
    select comment from duckdb_views()
    where view_name = $name and schema_name = 'main'
"""


def page(text: str) -> str:
    """The page with its generated part made anew."""
    return f"{text.partition(MARK)[0]}{MARK}\n\n{columns()}"


def columns() -> str:
    """Every stored result with its columns, each in one sentence."""
    parts = [
        "## Columns",
        "`T` is the name of the table, or the name that `--into` gave the results.",
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = _answered(Path(folder))
        with duckdb.connect(str(path), read_only=True) as database:
            stored = {name for (name,) in database.execute(STORED).fetchall()}
            assert stored == {f"T_{result}" for result in RESULTS}
            for result in RESULTS:
                parts += _section(database, result, parts)
    return "\n\n".join(parts) + "\n"


def _answered(folder: Path) -> Path:
    """A database with the results of every command that stores any."""
    cases, path = folder / "T.csv", folder / "cases.duckdb"
    cases.write_text(example.CSV, encoding="utf-8")
    with cfsql.connect(path) as database:
        table = database.load(cases, label=-1)
        # A constraint, for the column that only a constrained ranking has.
        table.rank(freeze=["sex"])
        table.why_rows()
        table.audit(["race"])
        table.stability()
        table.cover()
    return path


def _section(
    database: duckdb.DuckDBPyConnection, result: str, earlier: list[str]
) -> list[str]:
    name = f"T_{result}"
    (about,) = database.execute(ABOUT, {"name": name}).fetchone() or ("",)
    told = database.execute(COMMENTS, [name]).fetchall()
    assert all(comment for _, comment in told), name
    rows = [f"| `{column}` | {comment} |" for column, comment in told]
    table = "\n".join(["| column | meaning |", "| --- | --- |", *rows])
    if table in earlier:
        table = "It has the columns of `T_ranked`."
    return [f"### {name}", f"{about}.", table]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(PAGE)
