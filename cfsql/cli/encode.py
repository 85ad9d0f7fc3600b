"""The command that codes a table for many processes."""

from __future__ import annotations

import shlex
from typing import Annotated

from cfsql.cli.common import Common
from cfsql.cli.declared import command
from cfsql.cli.load import cuts, elsewhere
from cfsql.cli.options import Bin, Sources, label_apart, of_csv_files
from cfsql.errors import WrongUse
from cfsql.options import (
    OUTPUT,
    DeclareOptions,
    OriginOptions,
    SourceOptions,
    Usual,
)


def encode(
    common: Common,
    *,
    files: Sources = None,
    out: Annotated[
        str,
        Usual("The new folder to write to.", "FOLDER", heading=OUTPUT),
    ],
    table: Annotated[
        str | None,
        Usual("Its name.  [default: the source's name]", "T"),
    ] = None,
    origin: OriginOptions,
    source: SourceOptions,
    declared: DeclareOptions,
    ignore: Annotated[
        list[str] | None,
        Usual("Keep this column, but not as a feature.", "COL"),
    ] = None,
    bin: Bin = None,
) -> None:
    """Read and encode a table into a folder of Parquet files.

    It takes what `load` takes. The folder is opened with --db, as a database that is
    only read, by any number of processes at once: so each part of a ranking begins
    with what is encoded already. A part of a table in a database reads it from there.

    Example: cfsql encode loans.parquet --label paid --out coded

    Example: cfsql rank --db coded --table loans --part 2/16 --out parts/2
    """
    import cfsql
    from cfsql.show.terminal.profile import profile_hints, profile_warnings
    from cfsql.words import many

    if not files and origin.get("sql") is None:
        raise WrongUse("encode what? Give a SOURCE, such as a file")
    label, options = label_apart(source)
    found, where = elsewhere(common, files, origin)
    made = cfsql.encode(
        found,
        out=out,
        **where,
        label=label,
        table=table or ("data" if where.get("sql") else None),
        ignore=ignore or (),
        bins=cuts(bin),
        threads=common.threads,
        memory_limit=common.memory_limit,
        trace=common.trace,
        **options,
        **declared,
    )
    for remark in made.remarks:
        common.tell(remark)
    for warning in profile_warnings(made.profile):
        common.tell(f"warning: {warning}")
    for hint in profile_hints(made.profile, made.facts.bins):
        common.tell(hint)
    words = ("cfsql", "rank", "--db", out, "--table", made.facts.name, "--part", "1/4")
    common.tell(
        f"wrote {many(made.profile.n_rows, 'row')} to {out}; rank parts with: "
        f"{shlex.join(words)} --out FOLDER"
    )


command(encode, conflicts=of_csv_files)
