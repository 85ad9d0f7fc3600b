"""Experiments as files: Parquet, figures and a text in one folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import astuple, fields
from pathlib import Path

from cfsql import export
from cfsql.errors import OutputExists
from cfsql.experiments.results import Experiments, Measurement, Summary
from cfsql.show.experiment_figures import experiment_figures
from cfsql.show.experiments_markdown import experiments_markdown

TEXT = "experiments.md"
FIGURES = "figures"
_RESULTS, _SUMMARY = "experiment_results.parquet", "experiment_summary.parquet"


def refuse_existing(folder: Path) -> None:
    """Refuse a folder that has files of an earlier experiment."""
    for name in (TEXT, _RESULTS, _SUMMARY):
        if os.path.lexists(folder / name):
            raise OutputExists(str(folder / name))


def write(
    found: Experiments, folder: Path, *, command: Sequence[str] | None
) -> list[Path]:
    """Write all files; figures of an earlier run that this one does not draw go."""
    figures = experiment_figures(found)
    for needed in (folder, folder / FIGURES):
        export.make_folder(needed)
    for path in (folder / FIGURES).glob("*.svg"):
        path.unlink()
    texts = {f"{FIGURES}/{name}.svg": drawn for name, drawn in figures.items()}
    pictures = dict(zip(figures, texts, strict=True))
    texts[TEXT] = experiments_markdown(found, command=command, figures=pictures)
    for name, text in texts.items():
        export.write_text(text, str(folder / name))
    return [
        _write_parquet(Measurement, found.measurements, folder / _RESULTS),
        _write_parquet(Summary, found.summaries, folder / _SUMMARY),
        *(folder / name for name in texts),
    ]


def _write_parquet(
    kind: type[Measurement | Summary], rows: Sequence[Measurement | Summary], path: Path
) -> Path:
    import polars as pl

    words = ("experiment", "table_name", "measure")
    counts = ("repeat", "n_repeats", "sample_size", "seed")
    kinds = dict.fromkeys(words, pl.String) | dict.fromkeys(counts, pl.Int64)
    names = [field.name for field in fields(kind)]
    frame = pl.DataFrame(
        [astuple(row) for row in rows],
        schema={name: kinds.get(name, pl.Float64) for name in names},
        orient="row",
    )
    export.write_frame(frame, str(path), ending=path.suffix)
    return path
