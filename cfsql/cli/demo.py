"""The command that shows what cfsql does, on the paper's own example."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Annotated

from cfsql import example
from cfsql.cli.common import Common
from cfsql.cli.declared import command
from cfsql.cli.output import show
from cfsql.errors import CfsqlError, WrongUse
from cfsql.options import Option


def demo(
    common: Common,
    write: Annotated[
        str | None,
        Option("Write the example as CSV, to play with.", "FILE"),
    ] = None,
) -> None:
    """Rank and explain the paper's running example, in memory.

    Example: cfsql demo --write recidivism.csv
    """
    if write is not None:
        _write(write)
        common.tell(f"wrote {write}; now: cfsql load {write}")
        return
    import polars as pl

    from cfsql.show.formats import text_table
    from cfsql.show.terminal.explanation import explanation_lines
    from cfsql.show.terminal.ranking import overview_lines

    frame = pl.read_csv(io.StringIO(example.CSV))
    with common.in_memory() as database:
        table = database.load(frame, table=example.NAME, label=example.LABEL)
        ranking = table.rank()
        explanation = table.explain(1)
        overview = ranking.overview()
    numbered = frame.with_row_index("row", offset=1)
    show(["Eight people and the risk they were given:", ""])
    show(text_table(numbered.columns, numbered.rows(), indent="  "))
    show(["", "Why did row 1 get Med, and what would have to be different?", ""])
    show(explanation_lines(explanation, n_shown=10))
    show(["", "The same for every row, and how clear the answers are:", ""])
    show(overview_lines(overview, len(frame)))


def _write(path: str) -> None:
    target = Path(path)
    if target.exists():
        raise WrongUse(f"{path} exists already; choose another name")
    if not target.parent.is_dir():
        raise WrongUse(f"no directory {target.parent} to write {target.name} into")
    try:
        target.write_text(example.CSV, encoding="utf-8")
    except OSError as error:
        raise CfsqlError(f"cannot write {path}: {error.strerror}") from error


command(demo)
