"""The command that chooses the few cases that do for the most rows."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Annotated

from cfsql.cli.common import (
    Common,
    check_output,
    presenting,
    refuse_unknown_names,
    result_lines,
)
from cfsql.cli.declared import command
from cfsql.cli.options import (
    Bom,
    Into,
    Out,
    TableName,
    TimeLimit,
    any_format,
    limit_or_sample,
)
from cfsql.options import CoverOptions, SpeechOptions


def cover(
    common: Common,
    *,
    table: TableName,
    options: CoverOptions,
    speech: SpeechOptions,
    time_limit: TimeLimit = None,
    into: Into = None,
    out: Out = None,
    bom: Bom = False,
    format: Annotated[str, any_format("A summary to read, or the cases.")] = "table",
) -> None:
    """Choose the few cases that speak for the most rows.

    A case reaches a row of another outcome if it differs from it in --within features
    or fewer. With --target only cases of that outcome are chosen, and the rows that
    do not have it are to be reached; --where and the other options say which rows. The
    first case reaches the most rows; each further one adds the most to those before
    it. So they reach at least 63 % (1 - 1/e) of the rows that any as many cases could.
    All counts are exact. The cases are stored as T_cover; all rows, also those that
    none reaches, as T_cover_rows.

    Example: cfsql cover --table adult --target ">50K" --cases 5 --freeze sex,race
    """
    from cfsql.show.terminal.cover import cover_lines
    from cfsql.words import many

    check_output(format, out, bom=bom)
    started = time.monotonic()
    with common.writing() as database:
        loaded = database.table(table)
        refuse_unknown_names(loaded, speech)

        def present(_: object) -> Iterable[str]:
            found = database.cover(into or loaded.name)
            return result_lines(
                common,
                found,
                lambda: cover_lines(found.overview()),
                format=format,
                out=out,
                bom=bom,
            )

        with presenting(database, present):
            found = loaded.cover(
                **options, into=into, time_limit=time_limit, progress=common.progress()
            )
    seconds = time.monotonic() - started
    common.tell(
        f"{many(found.facts.n_rows, 'row')} in {seconds:.1f} s; stored {found.name} "
        f"and {found.rows.name} in {common.path}"
    )


command(cover, conflicts=limit_or_sample)
