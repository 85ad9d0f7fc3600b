"""Links from the figures of a ranking to the rows behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cfsql.ui.addresses import address
from cfsql.ui.row_filter import NUMBERS, TEXTS, RowFilter


@dataclass(frozen=True)
class TableLinks:
    """The addresses of the rows behind the figures of a ranking."""

    table: str
    ranking: str | None

    def rows(self, **figure: object) -> str | None:
        """The address of the rows that are counted together in a figure."""
        return self._address(figure, is_pairs=False)

    def pairs(self, **figure: object) -> str | None:
        """The address of the pairs that are counted together in a figure."""
        return self._address(figure, is_pairs=True)

    def row(self, row_id: object) -> str | None:
        """The address of a row."""
        return address(self.table, "row", [("row", str(row_id))])

    def _address(self, given: Mapping[str, Any], *, is_pairs: bool) -> str:
        texts = {name: value for name, value in given.items() if name in TEXTS}
        numbers = {
            name: int(value)
            for name, value in given.items()
            if name in NUMBERS and value is not None
        }
        chosen = RowFilter(
            texts,
            numbers,
            is_contradicted=bool(given.get("contradicted")),
            is_pairs=is_pairs,
            is_ranked=set(given) == {"label"} and self.ranking is not None,
            ranking=None if self.ranking == self.table else self.ranking,
        )
        return address(self.table, "rows", chosen.parameters())


@dataclass(frozen=True)
class SampleLinks(TableLinks):
    """The links of a sample that is not stored: those to rows of the table only."""

    def rows(self, **figure: object) -> str | None:
        """The rows by label and contradiction; of a sample, nothing is stored."""
        known = {"label", "contradicted"}
        return super().rows(**figure) if set(figure) <= known else None
