"""Several explanations side by side: rows of a table, new cases, or both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cfsql.questions.explanation import Explanation
from cfsql.speech import many
from cfsql.tables.frames import Frames, together

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, repr=False)
class Explanations(Frames):
    """Explanations in the order in which they were asked for; one or more.

    In a notebook, and printed, they stand side by side. The rows are the
    counterfactuals of all, with the columns of `_ranked`.
    """

    each: list[Explanation]

    def __iter__(self) -> Iterator[Explanation]:
        return iter(self.each)

    def __len__(self) -> int:
        return len(self.each)

    def __getitem__(self, place: int) -> Explanation:
        return self.each[place]

    def __str__(self) -> str:
        from cfsql.show.terminal.side_by_side import explanations_lines

        return "\n".join([*explanations_lines(self.each), *self.notes])

    @property
    def headline(self) -> str:
        """How many they are, in one line."""
        with self.each[0].speech.spoken():
            return f"{self.each[0].table}: {many(len(self.each), 'explanation')}"

    @property
    def notes(self) -> list[str]:
        """What to know beside the answers, each said once."""
        return list(dict.fromkeys(note for one in self.each for note in one.notes))

    def relation(self) -> duckdb.DuckDBPyRelation:
        """The counterfactuals of all, as a DuckDB relation."""
        return together([explanation._rows() for explanation in self.each])

    def to_dict(self) -> dict[str, Any]:
        """For programs: each as `cfsql explain --format json` prints it."""
        return {
            "headline": self.headline,
            "explanations": [explanation.to_dict() for explanation in self.each],
        }
