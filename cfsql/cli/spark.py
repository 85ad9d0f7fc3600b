"""The command that ranks, with Spark: `cfsql rank SOURCE --engine spark`."""

from __future__ import annotations

import itertools
import os
import re
import time
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from cfsql.cli.common import Common
from cfsql.errors import Interrupted, WrongUse
from cfsql.options import Option, flag

ENGINES = ("duckdb", "spark")
# What the help lists these options under.
SPARK = "Spark"

EngineName = Annotated[
    str,
    Option(
        "Who runs it: this process, or parts of it Spark's tasks.",
        choices=ENGINES,
        heading=SPARK,
    ),
]
Master = Annotated[
    str | None,
    Option(
        "spark://HOST:PORT, or sc://HOST:PORT for Spark Connect.  [default: local[*]]",
        "URL",
        heading=SPARK,
    ),
]
Conf = Annotated[
    list[str] | None,
    Option("A setting of Spark's.", "KEY=VALUE", heading=SPARK),
]
Work = Annotated[
    str | None,
    Option(
        "A folder that this machine and all workers share.  [default: that of --out]",
        "FOLDER",
        heading=SPARK,
    ),
]
Parts = Annotated[
    int | None,
    Option(
        "The parts to rank.  [default: one for each core]", "N", least=1, heading=SPARK
    ),
]
_SIZE = re.compile(r"(?P<number>[0-9]+)\s*(?P<unit>[KMGT])i?B?", re.IGNORECASE)


def refuse_spark_options(**given: object) -> None:
    """Refuse what only --engine spark takes."""
    for name, value in given.items():
        if value:
            raise WrongUse(f"--{name} is for --engine spark")


def rank_with_spark(
    common: Common,
    source: str | None,
    asked: Mapping[str, Any],
    *,
    out: str | None,
    master: str | None,
    conf: Sequence[str],
    refused: Mapping[str, object],
) -> None:
    """Rank a source into a folder.

    `refused` are the options of `rank` that are not for Spark, if they are given.
    """
    from cfsql.spark.places import refuse_missing
    from cfsql.spark.sessions import open_session

    for name, value in refused.items():
        if value:
            raise WrongUse(f"{flag(name)} is not for --engine spark")
    if source is None:
        raise WrongUse("rank what? Give a file, a folder or a table of Spark's catalog")
    if out is None:
        raise WrongUse("where to? Give a folder for the results with --out DIR")
    if common.memory_limit is not None and not _SIZE.fullmatch(common.memory_limit):
        raise WrongUse(
            f"--memory-limit is a size such as 4GB, not {common.memory_limit}"
        )
    # A value may have commas: what follows one is a setting if it names one.
    given = [re.split(r",(?=\s*[\w.-]+\s*=)", each) for each in conf]
    known: dict[str, str] = {}
    for setting in itertools.chain(*given):
        name, _, value = setting.partition("=")
        known[name.strip()] = value.strip()
    if not all(known) or not all(known.values()):
        raise WrongUse("--conf is KEY=VALUE, such as spark.executor.memory=4g")
    refuse_missing(source)
    import logging

    # What py4j has to say when it is interrupted is not for the user.
    logging.getLogger().addHandler(logging.NullHandler())
    started = time.monotonic()
    address = master or os.environ.get("SPARK_REMOTE") or _local(common)
    try:
        with open_session(address, known) as session:
            from cfsql.spark.ranking import Spark
            from cfsql.words import many

            ranking = Spark(session, tell=common.tell).rank(
                source,
                out=out,
                threads=common.threads,
                memory_limit=common.memory_limit,
                progress=common.progress(in_files=True),
                **asked,
            )
    except KeyboardInterrupt as error:
        raise Interrupted("interrupted; nothing was written") from error
    n_rows = many(sum(part.n_rows for part in ranking.parts), "row")
    seconds = time.monotonic() - started
    common.tell(
        f"{n_rows} in {many(len(ranking.parts), 'part')} in {seconds:.1f} s; "
        f"wrote ranked, summary, optimal to {out}"
    )


def _local(common: Common) -> str:
    return f"local[{common.threads or '*'}]"
