"""The command that ranks, with Spark: `cfsql rank SOURCE --engine spark`."""

from __future__ import annotations

import os
import posixpath
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from cfsql.cli.common import Common
from cfsql.cli.output import show
from cfsql.errors import Interrupted, OutputExists, WrongUse
from cfsql.options import Option

ENGINES = ("duckdb", "spark")
# What the help lists these options under.
SPARK = "Spark"

EngineName = Annotated[
    str,
    Option(
        "What runs the queries; spark reads and writes files.",
        choices=ENGINES,
        heading=SPARK,
    ),
]
Master = Annotated[
    str | None,
    Option(
        "Spark's master: local[*] or spark://HOST:PORT.  [default: local[*]]",
        "URL",
        heading=SPARK,
    ),
]
Conf = Annotated[
    list[str] | None,
    Option("A setting of Spark's.", "KEY=VALUE", heading=SPARK),
]
Overwrite = Annotated[
    bool,
    Option("Replace the folder that Spark writes to.", heading=SPARK),
]

# The ends of names that no table of a catalog has, and what makes a path a pattern.
_SUFFIXES = (".parquet", ".csv", ".tsv", ".gz")
_PATTERN = re.compile(r"[*?\[{]")
_SIZE = re.compile(r"(?P<number>[0-9]+)\s*(?P<unit>[KMGT])i?B?", re.IGNORECASE)


def refuse_spark_options(**given: object) -> None:
    """Refuse what only --engine spark takes."""
    for name, value in given.items():
        if value:
            raise WrongUse(f"--{name} is for --engine spark")


def rank_with_spark(
    common: Common,
    source: str | None,
    asked: dict[str, Any],
    *,
    out: str | None,
    overwrite: bool,
    master: str | None,
    conf: Sequence[str],
    is_dry_run: bool,
    **refused: object,
) -> None:
    """Rank a source into a folder, and show what `rank` shows.

    `refused` are the options of `rank` that Spark has no use for, if they are given.
    """
    from cfsql.lake.sessions import open_session, refuse_without_spark, settings

    for name, value in refused.items():
        if value:
            raise WrongUse(f"--{name.replace('_', '-')} is not for --engine spark")
    if source is None:
        raise WrongUse("rank what? Give a file, a folder or a table of Spark's catalog")
    if out is None and not is_dry_run:
        raise WrongUse("where to? Give a folder for the results with --out DIR")
    known = {**_own_settings(common, master), **settings(conf)}
    refuse_without_spark()
    _refuse_missing(source, known)
    if out is not None and not is_dry_run:
        _refuse_existing(out, known, overwrite=overwrite)
    import logging

    # What py4j has to say when it is interrupted is not for the user.
    logging.getLogger().addHandler(logging.NullHandler())
    started = time.monotonic()
    try:
        with open_session(master or _local(common), known) as session:
            from cfsql.lake.ranking import Lake
            from cfsql.show.terminal.ranking import dry_run_lines, overview_lines
            from cfsql.words import many

            lake = Lake(session, trace=common.trace, tell=common.tell)
            if out is None or is_dry_run:
                # Beside the folder that is meant: all workers can write there.
                scratch = None if out is None else posixpath.dirname(out) or "."
                table, plan = lake.dry_run(source, scratch=scratch, **asked)
                show(dry_run_lines(table.name, plan))
                return
            ranking = lake.rank(
                source,
                out=out,
                overwrite=overwrite,
                progress=common.progress(in_files=True),
                **asked,
            )
            show(overview_lines(ranking.overview, ranking.table.n_rows))
    except KeyboardInterrupt as error:
        raise Interrupted("interrupted; nothing was written") from error
    n_rows = many(ranking.overview.n_rows, "row")
    seconds = time.monotonic() - started
    common.tell(f"{n_rows} in {seconds:.1f} s; wrote ranked, summary, optimal to {out}")


def _refuse_missing(source: str, settings: Mapping[str, str]) -> None:
    """Refuse a file that is not there before Spark is started, which takes a while."""
    from cfsql.tables.sources.files import similar_file

    path = Path(source)
    is_file = path.suffix in _SUFFIXES and not _PATTERN.search(source)
    if is_file and _is_here(source, settings) and not path.exists():
        raise WrongUse(f"no file or folder {path}{similar_file(path)}")


def _refuse_existing(out: str, settings: Mapping[str, str], *, overwrite: bool) -> None:
    """Refuse a folder that is there already as early."""
    if not overwrite and _is_here(out, settings) and Path(out).exists():
        raise OutputExists(out)


def _is_here(path: str, settings: Mapping[str, str]) -> bool:
    """Whether a path is one of this machine's."""
    is_configured = (
        "HADOOP_CONF_DIR" in os.environ or "spark.hadoop.fs.defaultFS" in settings
    )
    return ":" not in path and not is_configured


def _local(common: Common) -> str:
    return f"local[{common.threads or '*'}]"


def _own_settings(common: Common, master: str | None) -> dict[str, str]:
    """Spark's settings for options that every command has."""
    is_local = master is None or master.startswith("local")
    if common.threads is not None and master is not None:
        raise WrongUse(
            f"--threads and --master {master} both say how many cores to use"
        )
    if common.memory_limit is None:
        return {}
    size = _SIZE.fullmatch(common.memory_limit.strip())
    if size is None:
        raise WrongUse(
            f"--memory-limit is a size such as 4GB, not {common.memory_limit}"
        )
    limit = f"{size['number']}{size['unit'].lower()}"
    name = "spark.driver.memory" if is_local else "spark.executor.memory"
    return {name: limit}
