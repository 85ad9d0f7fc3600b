"""The loaded tables of a database in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cfsql.show.formats import text_table

if TYPE_CHECKING:
    from cfsql.api.table import Table


def tables_lines(tables: Sequence[Table], results: dict[str, list[str]]) -> list[str]:
    """The loaded tables, each with its results."""
    return text_table(
        ("table", "rows", "features", "label", "loaded", "results"),
        [
            (
                table.name,
                table.facts.n_rows,
                table.facts.n_features,
                table.label,
                table.facts.loaded_at.strftime("%Y-%m-%d %H:%M"),
                ", ".join(results.get(table.name, [])) or "none",
            )
            for table in tables
        ],
    )
