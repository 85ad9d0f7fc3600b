"""The command that repeats the paper's experiments."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from cfsql.cli.common import Common, command, show
from cfsql.cli.options import Seed
from cfsql.errors import WrongUse


def experiment(
    common: Common,
    name: Annotated[
        str,
        typer.Argument(
            metavar="hamming|unique|gap|metrics|relevance|all",
            help="The protocol; all runs every one.",
        ),
    ],
    table: Annotated[
        str | None, typer.Option(metavar="T", help="The loaded table to draw from.")
    ] = None,
    data: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Every CSV and Parquet file in a folder."),
    ] = None,
    sample: Annotated[
        int, typer.Option(metavar="N", help="Rows in each sample.")
    ] = 1000,
    repeats: Annotated[int, typer.Option(metavar="N", help="Samples to draw.")] = 100,
    seed: Seed = 0,
    random: Annotated[
        str,
        typer.Option(
            metavar="any|remaining",
            help="What the optimal one is compared with: any minimal one, or another.",
        ),
    ] = "any",
    whole: Annotated[
        bool, typer.Option("--whole", help="The whole table instead of samples.")
    ] = False,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Also write the results as Parquet files."),
    ] = None,
) -> None:
    """Repeat the experiments of the paper on samples of a table.

    A sample is a table of its own. The measures of each repeat are kept in
    cfsql.experiment_results, their means and spread in cfsql.experiment_summary. The
    same seed gives the same numbers everywhere.

    Example: cfsql experiment unique --table adult --repeats 10
    """
