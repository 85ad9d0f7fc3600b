"""Experiments as files: Parquet, charts, a page and a text in one folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import astuple, fields
from pathlib import Path

from cfsql import export
from cfsql.errors import OutputExists
from cfsql.experiments.results import Experiments, Measurement, Summary
from cfsql.show import charts
from cfsql.show.experiments_markdown import experiments_markdown
from cfsql.show.pages.experiments import experiments_page

PAGE = "experiments.html"
TEXT = "experiments.md"
CHARTS = "charts"
_RESULTS, _SUMMARY = "experiment_results.parquet", "experiment_summary.parquet"


def refuse_existing(folder: Path) -> None:
    """Refuse a folder that has files of an earlier experiment."""
    for name in (PAGE, TEXT, _RESULTS, _SUMMARY):
        if os.path.lexists(folder / name):
            raise OutputExists(str(folder / name))


def write(
    found: Experiments, folder: Path, *, command: Sequence[str] | None
) -> list[Path]:
    """Write all files; charts only if their extra is installed."""
    export.make_folder(folder)
    paths = [
        _write_parquet(Measurement, found.measurements, folder / _RESULTS),
        _write_parquet(Summary, found.summaries, folder / _SUMMARY),
    ]
    pictures: dict[str, str] = {}
    if charts.available():
        drawn = charts.write(found, folder / CHARTS)
        paths += drawn
        pictures = {
            path.stem: f"{CHARTS}/{path.name}"
            for path in drawn
            if path.suffix == ".svg"
        }
    for name, text in (
        (PAGE, experiments_page(found)),
        (TEXT, experiments_markdown(found, command=command, charts=pictures)),
    ):
        export.write_text(text, str(folder / name))
        paths.append(folder / name)
    return paths


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
