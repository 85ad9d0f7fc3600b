"""The commands for tables that change: append, remove, refresh and diff."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from cfsql.cli.common import (
    Common,
    answer_lines,
    presenting,
    refuse_unknown_names,
    show_rows,
)
from cfsql.cli.declared import Argument, command
from cfsql.cli.options import TableName, TableOrJson, any_format
from cfsql.cli.output import show
from cfsql.errors import WrongUse
from cfsql.options import (
    ROWS,
    RUNNING,
    FileOptions,
    Option,
    OriginOptions,
    RefreshOptions,
    SpeechOptions,
    Usual,
)

if TYPE_CHECKING:
    from cfsql.api.database import Database
    from cfsql.living.update import Update

DryRun = Annotated[
    bool,
    Usual(
        "Say what would change, and what would be made again; write nothing.",
        heading=RUNNING,
    ),
]
All = Annotated[
    bool,
    Usual("Make stability again too, which takes long.", heading=RUNNING),
]
Rebin = Annotated[
    bool,
    Option(
        "Cut columns that have intervals anew; without it their edges stay.",
        heading=RUNNING,
    ),
]


def append(
    common: Common,
    *,
    files: Annotated[
        list[str] | None,
        Argument("What `load` takes, with the columns of the table.", "SOURCE"),
    ] = None,
    table: TableName,
    origin: OriginOptions,
    source: FileOptions,
    rebin: Rebin = False,
    all_: All = False,
    dry_run: DryRun = False,
    format: TableOrJson = "table",
) -> None:
    """Add rows to a table, and make its stored results again.

    Rankings, factual explanations, covers and audits are made again, each with the
    options that it was made with. All of it is stored at once, or nothing is. T_changes
    lists the rows whose optimal answer changed. Stability and experiments become stale,
    and say so. Rows get the next ids, or have their own in the column that --id named.

    Example: cfsql append monday.csv tuesday.csv --table claims
    """
    with (
        common.reading() if dry_run else common.writing() as database,
        _shown(common, database, format) as made,
    ):
        made += [
            database.table(table).append(
                *(files or ()),
                **origin,
                **source,
                rebin=rebin,
                all=all_,
                dry_run=dry_run,
                progress=common.progress(),
            )
        ]


def remove(
    common: Common,
    *,
    table: TableName,
    rows: Annotated[
        list[str] | None,
        Option("The rows to remove, such as 1-5,9.", "IDS", heading=ROWS),
    ] = None,
    where: Annotated[
        list[str] | None,
        Option("Only rows with this, such as 'age > 60'.", "SQL", heading=ROWS),
    ] = None,
    all_: All = False,
    dry_run: DryRun = False,
    format: TableOrJson = "table",
) -> None:
    """Remove rows from a table, and make its stored results again.

    They are gone from the table, from its encoding and from every result, and neither
    a result nor the log of runs names them. What is not made again is dropped.

    Example: cfsql remove --table claims --rows 5,9
    """
    with (
        common.reading() if dry_run else common.writing() as database,
        _shown(common, database, format) as made,
    ):
        made += [
            database.table(table).remove(
                rows,
                where=where or (),
                all=all_,
                dry_run=dry_run,
                progress=common.progress(),
            )
        ]


def refresh(
    common: Common,
    *,
    table: Annotated[str, Argument("The loaded table.", "T")],
    files: Annotated[
        list[str] | None,
        Argument(
            "Where to read it now.  [default: where it was loaded from]", "SOURCE"
        ),
    ] = None,
    origin: OriginOptions,
    source: FileOptions,
    kept: RefreshOptions,
    rebin: Rebin = False,
    all_: All = False,
    dry_run: DryRun = False,
    format: TableOrJson = "table",
) -> None:
    """Read a table's source again, and make its stored results again.

    Rows are known by the column that --id named when the table was loaded, or else by
    all that they hold: so cfsql says what is new, gone or changed.

    What SQL has edited in the table is lost where its source is read again. So it has
    to be said: --keep source reads the source, and --keep table reads nothing and takes
    the table as it stands. Without either nothing is changed, and the command says how
    many rows differ.

    Example: cfsql refresh claims
    """
    with (
        common.reading() if dry_run else common.writing() as database,
        _shown(common, database, format) as made,
    ):
        made += [
            database.table(table).refresh(
                *(files or ()),
                **origin,
                **source,
                **kept,
                rebin=rebin,
                all=all_,
                dry_run=dry_run,
                progress=common.progress(),
            )
        ]


@contextmanager
def _shown(common: Common, database: Database, format: str) -> Iterator[list[Update]]:
    """Show the update that is made inside, and put into the list: before it is stored.

    One that changes nothing is shown afterwards.
    """
    from cfsql.show import formats
    from cfsql.show.terminal.living import update_hints, update_lines

    formats.check(format, ("table", "json"))
    told: list[Update] = []
    made: list[Update] = []

    def present(update: Update) -> Iterable[str]:
        told.append(update)
        return answer_lines(format, update.to_dict(), update_lines(update))

    with presenting(database, present):
        yield made
    if not told:
        show(present(made[0]))
    for hint in update_hints(made[0]):
        common.tell(hint)


def diff(
    common: Common,
    *,
    names: Annotated[
        list[str] | None,
        Argument("The two rankings; a table's own goes by its name.", "RANKING"),
    ] = None,
    table: Annotated[
        str | None, Option("Their table.  [default: the first ranking's]", "T")
    ] = None,
    into: Annotated[
        list[str] | None,
        Option("The two rankings, as --into named them.", "NAMES"),
    ] = None,
    speech: SpeechOptions,
    format: Annotated[str, any_format("A list to read, or the rows.")] = "table",
) -> None:
    """List the rows whose answer differs between two rankings.

    What changed with the last append, remove or refresh is in T_changes.

    Example: cfsql diff adult frozen
    """
    from cfsql.show import formats
    from cfsql.show.terminal.living import difference_lines

    formats.check(format)
    compared = [*(names or ()), *(into or ())]
    compared = [name.strip() for each in compared for name in each.split(",")]
    if len(compared) != 2:
        raise WrongUse(
            f"diff takes two rankings, such as: cfsql diff {table or 'adult'} frozen; "
            f"not {len(compared)}"
        )
    with common.reading() as database:
        loaded = database.table(table or database.ranking(compared[0]).facts.table)
        refuse_unknown_names(loaded, speech)
        found = loaded.diff(*compared)
    if format == "table":
        show(difference_lines(found))
    else:
        show_rows(format, found.relation())


command(append)
command(remove)
command(refresh)
command(diff, conflicts=lambda given: ["table"] if "names" in given else [])
