"""The results of experiments: measurements, summaries, and the tables studied."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cfsql.experiments.protocol import Protocol
from cfsql.tables.frames import Held, Rows
from cfsql.words import listing, many


@dataclass(frozen=True)
class Measurement:
    """One measure of one repeat, a row of cf.experiment_results."""

    experiment: str
    table_name: str
    repeat: int
    measure: str
    value: float


@dataclass(frozen=True)
class Summary:
    """A measure over all repeats, a row of cf.experiment_summary."""

    experiment: str
    table_name: str
    measure: str
    mean: float
    sd: float | None
    ci_low: float | None
    ci_high: float | None
    n_repeats: int
    sample_size: int
    seed: int


# The summaries of a study by their measures.
Measures = dict[str, Summary]


@dataclass(frozen=True)
class Study:
    """The samples of a table, or the synthetic tables, and their sizes."""

    name: str
    experiments: tuple[str, ...]
    sample_size: int
    n_repeats: int
    n_features: int
    n_rows: int | None = None
    n_classes: int | None = None
    has_counterfactuals: bool = True
    is_stand_in: bool = False

    @property
    def title(self) -> str:
        """The name, marked if the table is a stand-in for the paper's."""
        return f"{self.name} (stand-in)" if self.is_stand_in else self.name

    @property
    def is_whole(self) -> bool:
        """Whether a sample is the whole table."""
        return self.n_rows == self.sample_size


Row = tuple[Study, Measures]


@dataclass(frozen=True, repr=False)
class Experiments(Held):
    """The measurements, their summaries, the tables and the protocol."""

    protocol: Protocol
    studies: list[Study]
    measurements: list[Measurement]
    summaries: list[Summary]

    @property
    def headline(self) -> str:
        """What was measured on which tables, in one line."""
        names = dict.fromkeys(
            name for each in self.studies for name in each.experiments
        )
        on = listing([study.title for study in self.studies])
        return f"{listing(list(names))} on {on}: {many(len(self.summaries), 'measure')}"

    def _rows(self) -> Rows:
        """The summaries, with the columns of `experiment_summary`."""
        return Rows(Summary, self.summaries)

    def write(
        self, folder: str | os.PathLike[str], *, command: Sequence[str] | None = None
    ) -> list[Path]:
        """Write Parquet files, figures (SVG) and a text (Markdown).

        Parameters:
            folder: where to write them; it is made if it is not there.
            command: the words that the text names as its origin.
        """
        from cfsql.show.experiment_files import write

        return write(self, Path(folder), command=command)

    def rows(self, experiment: str) -> list[Row]:
        """The studies of an experiment, each with its measures.

        Parameters:
            experiment: hamming, unique, gap, metrics or relevance.
        """
        return [
            (
                study,
                {
                    each.measure: each
                    for each in self.summaries
                    if (each.experiment, each.table_name) == (experiment, study.name)
                },
            )
            for study in self.studies
            if experiment in study.experiments
        ]
