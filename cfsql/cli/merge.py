"""The command that stores all parts of a ranking as one."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Annotated

from cfsql.cli.common import Common, presenting
from cfsql.cli.declared import Argument, command
from cfsql.cli.options import Into, TableName


def merge(
    common: Common,
    *,
    folders: Annotated[
        list[str], Argument("The folders of all parts, in any order.", "FOLDER")
    ],
    table: TableName,
    into: Into = None,
) -> None:
    """Store the parts that rank --part wrote as one ranking.

    It is the ranking that `rank` makes of all rows at once. All parts must be there,
    each once, ranked by one version of cfsql with the same options, and of the table as
    it is now. When the table changes the ranking becomes stale: it is not made again.

    Example: cfsql merge parts/* --table adult
    """
    from cfsql.show.terminal.ranking import overview_lines
    from cfsql.words import many

    started = time.monotonic()
    with common.writing() as database:
        loaded = database.table(table)

        def present(_: object) -> Iterable[str]:
            made = database.ranking(into or loaded.name)
            return overview_lines(made.overview(), loaded.facts.n_rows)

        with presenting(database, present):
            ranking = loaded.merge(*folders, into=into, progress=common.progress())
    seconds = time.monotonic() - started
    results = (ranking, ranking.summary, ranking.optimal)
    names = ", ".join(result.name for result in results)
    common.tell(
        f"{many(len(folders), 'part')}, {many(ranking.facts.n_rows, 'row')} in "
        f"{seconds:.1f} s; stored {names} in {common.path}"
    )


command(merge)
