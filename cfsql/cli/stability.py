"""The command that asks how often answers stay in subsamples of a table."""

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
    Show,
    TableName,
    TimeLimit,
    any_format,
    limit_or_sample,
)
from cfsql.options import SpeechOptions, StabilityOptions


def stability(
    common: Common,
    *,
    table: TableName,
    options: StabilityOptions,
    speech: SpeechOptions,
    time_limit: TimeLimit = None,
    show_: Show = 5,
    into: Into = None,
    out: Out = None,
    bom: Bom = False,
    format: Annotated[str, any_format("A summary to read, or the rows.")] = "table",
) -> None:
    """Say how sure answers are: in how many subsamples they stay.

    A subsample has the row itself, and every other row with the chance --keep. For
    each row: the share of the subsamples in which the answer (the same changes to the
    same outcome), the features that it changes, and the number of changes stay what
    they are in the whole table, each with its interval at 95 %. The answer is the
    optimal one that is listed first. The same --seed draws the same subsamples. The
    shares are stored as T_stability, and `cfsql report` shows them.

    Example: cfsql stability --table adult --limit 100 --keep 0.9
    """
    from cfsql.show.terminal.stability import stability_lines
    from cfsql.words import many

    check_output(format, out, bom=bom)
    started = time.monotonic()
    with common.writing() as database:
        loaded = database.table(table)
        refuse_unknown_names(loaded, speech)

        def present(_: object) -> Iterable[str]:
            found = database.stability(into or loaded.name)
            return result_lines(
                common,
                found,
                lambda: stability_lines(
                    found.overview(n_shown=show_), loaded.facts.n_rows
                ),
                format=format,
                out=out,
                bom=bom,
            )

        with presenting(database, present):
            found = loaded.stability(
                **options, into=into, time_limit=time_limit, progress=common.progress()
            )
    seconds = time.monotonic() - started
    common.tell(
        f"{many(found.facts.n_rows, 'row')} in {seconds:.1f} s; stored {found.name} "
        f"in {common.path}"
    )


command(stability, conflicts=limit_or_sample)
