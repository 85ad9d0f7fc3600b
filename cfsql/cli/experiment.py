"""The command that repeats the paper's experiments."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import astuple, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

from cfsql.cli.common import Common, show_table
from cfsql.cli.declared import Argument, command
from cfsql.cli.options import any_format
from cfsql.cli.output import show
from cfsql.errors import WrongUse
from cfsql.options import LAST, OUTPUT, Experiment, ExperimentOptions, Option, Usual

if TYPE_CHECKING:
    from cfsql.api.database import Database
    from cfsql.api.table import Table
    from cfsql.progress import Progress


def experiment(
    common: Common,
    *,
    name: Annotated[
        Experiment,
        Argument("The protocol, or all of them.", "|".join(get_args(Experiment))),
    ],
    table: Annotated[
        list[str] | None,
        Usual("A loaded table to draw from.", "T"),
    ] = None,
    data: Annotated[
        str | None,
        Usual(
            "Draw from the CSV and Parquet files in a folder: those of the "
            "paper, or all if none is.",
            "DIR",
        ),
    ] = None,
    options: ExperimentOptions,
    out: Annotated[
        str | None,
        Usual(
            "Also write Parquet files, a text and its figures into a folder.",
            "DIR",
            heading=OUTPUT,
        ),
    ] = None,
    overwrite: Annotated[
        bool, Option("Replace the files of an earlier experiment.", heading=OUTPUT)
    ] = False,
    format: Annotated[
        str, any_format("Bars to read, or the summary for programs.")
    ] = "table",
) -> None:
    """Repeat the paper's experiments, and say whether its claims hold.

    hamming, unique, gap and metrics draw samples from tables, and a sample is a table
    of its own; relevance makes synthetic tables, and needs no other. Every measure of
    every repeat is kept in cf.experiment_results, its mean and spread in
    cf.experiment_summary. The same seed gives the same numbers everywhere.

    Example: cfsql experiment unique --table adult --repeats 10
    """
    from cfsql import experiments
    from cfsql.progress import Part
    from cfsql.show import formats
    from cfsql.show.terminal.experiments import experiments_lines
    from cfsql.words import many

    formats.check(format)
    wanted = experiments.named(name)
    # What cannot be meant is refused before a file is read.
    experiments.Protocol(**options)
    needs_tables = wanted != (experiments.RELEVANCE,)
    if needs_tables and (table is None) == (data is None):
        raise WrongUse(
            "experiment on what? Give --table T or --data DIR, one of the two"
        )
    if not needs_tables and (table or data):
        common.tell("relevance makes its own tables, and looks at no other")
    files = _files(common, Path(data)) if data and needs_tables else {}
    if out is not None:
        if not out.strip():
            raise WrongUse("--out needs the name of a folder")
        from cfsql.export import make_folder
        from cfsql.show.experiment_files import refuse_existing

        make_folder(Path(out))
        if not overwrite:
            refuse_existing(Path(out))
    started = time.monotonic()
    progress = common.progress()
    with common.in_memory() as memory, common.writing(create=not table) as database:
        found = database.experiment(
            name,
            tables=_load(common, memory, files, progress) if files else table or (),
            out=out,
            command=common.command_line,
            progress=Part(progress, 0.1 if files else 0, 1),
            **options,
        )
    if format == "table":
        show(experiments_lines(found))
    else:
        columns = [field.name for field in fields(experiments.Summary)]
        show_table(format, columns, map(astuple, found.summaries))
    if out is not None:
        from cfsql.show.experiment_files import TEXT

        common.tell(f"wrote {out}; read {Path(out, TEXT)}")
    seconds = time.monotonic() - started
    common.tell(
        f"{many(len(found.measurements), 'measurement')} in {seconds:.1f} s; stored "
        f"cf.experiment_results and cf.experiment_summary in {common.path}"
    )


def _files(common: Common, folder: Path) -> dict[Path, str | None]:
    """The files to draw from, with the label of those that are known."""
    from cfsql.datasets.check import data_files, known_files

    present = data_files(folder)
    if not present:
        raise WrongUse(f"no .csv or .parquet file is in {folder}")
    labels: dict[Path, str | None] = {
        path: dataset.label for dataset, path in known_files(folder)
    }
    if not labels:
        labels = dict.fromkeys(present)
    files = {path.stem: path for path in reversed(labels)}
    left_out = [path.name for path in present if path not in labels]
    if left_out:
        common.tell(
            f"left out of {folder}: {', '.join(left_out)}; where a folder has tables "
            "of the paper, only these are drawn from"
        )
    twice = [path.name for path in labels if path not in files.values()]
    if twice:
        common.tell(f"left out of {folder}, as there is another: {', '.join(twice)}")
    return {path: labels[path] for path in sorted(files.values())}


def _load(
    common: Common,
    database: Database,
    files: dict[Path, str | None],
    progress: Progress,
) -> list[Table]:
    """Load files into memory, all before the first is looked at."""
    labelled = list(files.items())
    loaded = []
    for place in progress.track("files", range(len(labelled)), until=0.1):
        path, label = labelled[place]
        named = LAST if label is None else label
        loaded.append(database.load(path, label=named, text=label is not None))
        if label is None:
            common.tell(
                f"{path.name}: {loaded[-1].label}, its last column, is the label"
            )
    return loaded


def _conflicts(given: Mapping[str, Any]) -> Iterator[str]:
    """The settings that contradict the command line."""
    if given.get("name") == "relevance":
        yield from ("table", "data")
    if "data" in given:
        yield "table"
    if "table" in given:
        yield "data"


command(experiment, conflicts=_conflicts)
