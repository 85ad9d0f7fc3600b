"""Columns side by side in a terminal: as wide as they are, or folded to fit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from cfsql.show.screen import folded, n_cells, padded, shared_out, width

# Between two columns; the least that a text, and the last column, is folded to; the
# lines that one cell may have; and the columns that a note names.
_GAP = "  "
_LEAST, _LEAST_OF_LAST = 10, 24
_MOST_LINES = 12
_N_NAMED = 12


class Columns:
    """Cells side by side below their heads; on a terminal they fit its width.

    Texts are folded. Columns that do not fit even so are left out, from the right but
    for the last one, and named below.
    """

    def __init__(
        self, cells: list[list[str]], is_right: list[bool], indent: str = ""
    ) -> None:
        """Take the rows, the first of which are the heads."""
        self._indent = indent
        self._is_right = is_right
        self._cells = cells
        self._left_out: list[str] = []
        self._is_cut = False
        natural = [max(map(n_cells, column)) for column in zip(*cells, strict=True)]
        columns = width()
        self._widths = natural
        if columns is not None and self._taken(natural) > columns:
            self._fit(natural, columns)

    def _taken(self, widths: Sequence[int]) -> int:
        return len(self._indent) + sum(widths) + len(_GAP) * (len(widths) - 1)

    def _fit(self, natural: list[int], columns: int) -> None:
        """Find widths that fit, without some columns if need be."""
        least = [
            each if is_right else min(each, _LEAST)
            for each, is_right in zip(natural, self._is_right, strict=True)
        ]
        least[-1] = min(natural[-1], max(least[-1], _LEAST_OF_LAST))
        kept = list(range(len(natural)))
        n_free = columns - self._taken([])
        while len(kept) > 2 and sum(least[k] + len(_GAP) for k in kept) > n_free:
            self._left_out.insert(0, self._cells[0][kept.pop(-2)])
        # The last number or word is cut where nothing else helps.
        if self._left_out:
            kept_cells = [[row[k] for k in kept] for row in self._cells]
            self._cells = kept_cells
            self._is_right = [self._is_right[k] for k in kept]
            natural, least = [natural[k] for k in kept], [least[k] for k in kept]
        free = columns - self._taken([0] * len(kept))
        while sum(least) > free and max(least) > 1:
            widest = max(range(len(least)), key=lambda place: least[place])
            least[widest] -= 1
        self._widths = shared_out(natural, least, free)

    def lines(self) -> list[str]:
        """The lines, with a note on what is not shown."""
        head, *rows = self._cells
        rule = self._indent + _GAP.join("─" * each for each in self._widths)
        lines = [*self._row(head), rule]
        for row in rows:
            lines += self._row(row)
        return lines + self._notes()

    def _row(self, row: Sequence[str]) -> list[str]:
        fits = all(n_cells(c) <= w for c, w in zip(row, self._widths, strict=True))
        if fits:
            return [self._line(row)]
        parts = []
        for cell, columns in zip(row, self._widths, strict=True):
            parts.append(folded(cell, columns, most=_MOST_LINES))
            if parts[-1][-1].endswith("…") and not cell.endswith("…"):
                self._is_cut = True
        return [self._line(each) for each in zip_longest(*parts, fillvalue="")]

    def _line(self, cells: Sequence[str]) -> str:
        texts = (
            padded(cell, columns, is_right=is_right)
            for cell, columns, is_right in zip(
                cells, self._widths, self._is_right, strict=True
            )
        )
        return (self._indent + _GAP.join(texts)).rstrip()

    def _notes(self) -> list[str]:
        notes = []
        if self._left_out:
            named = self._left_out[:_N_NAMED]
            more = len(self._left_out) - len(named)
            names = ", ".join(named) + (f" and {more:,} more" if more else "")
            notes.append(f"not shown at this width: {names}")
        if self._is_cut:
            notes.append("long values are cut")
        if not notes:
            return []
        columns = (width() or 0) - len(self._indent)
        text = f"… {'; '.join(notes)}; whole in a pipe: | less -S"
        return [self._indent + line for line in folded(text, columns)]


def figure_columns(
    head: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    *,
    n_words: int,
    last_is_word: bool = False,
) -> list[str]:
    """Columns side by side: words to the left, and figures, as text, to the right."""
    n_left = len(head) - 1 if last_is_word else len(head)
    is_right = [n_words <= place < n_left for place in range(len(head))]
    cells = [list(row) for row in (head, *rows)]
    return Columns(cells, is_right, indent="    ").lines()
