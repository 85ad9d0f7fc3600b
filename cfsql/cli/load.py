"""The command that brings a table in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

from cfsql.cli.common import Common, presenting
from cfsql.cli.declared import command
from cfsql.cli.options import Bin, Sources, label_apart, of_csv_files
from cfsql.errors import WrongUse
from cfsql.options import DeclareOptions, OriginOptions, SourceOptions, Usual

if TYPE_CHECKING:
    from cfsql.tables.profile import Profile


def cuts(given: list[str] | None) -> dict[str, object]:
    """How each column that --bin names is to be cut."""
    found: dict[str, object] = {}
    for column, cut in listed_cuts(given or ()):
        if column in found:
            raise WrongUse(f"--bin names column '{column}' twice")
        found[column] = cut
    return found


def listed_cuts(given: Iterable[str]) -> list[tuple[str, str]]:
    """The columns and the cuts of options such as age=25,45 or age=q4,hours=w10."""
    options: list[str] = []
    for text in given:
        begun = len(options)
        for part in text.split(","):
            # Between edges there are commas, too; a sign begins the next column.
            if len(options) == begun or ("=" in part and "=" in options[-1]):
                options.append(part)
            else:
                options[-1] += f",{part}"
    return [_option(each.strip()) for each in options]


def _option(given: str) -> tuple[str, str]:
    """The column and the cut of an option such as age=25,45."""
    column, sign, cut = given.rpartition("=")
    if not sign or not column:
        raise WrongUse(
            f"--bin takes COL=EDGES, such as age=25,45, or age=q4 or age=w10, "
            f"not '{given}'"
        )
    return column, cut


def given_of(origin: OriginOptions) -> dict[str, object]:
    """What is said about a database that is read."""
    return {name: value for name, value in origin.items() if value is not None}


def elsewhere(
    common: Common, files: Sequence[str] | None, origin: OriginOptions
) -> tuple[Sequence[str] | None, OriginOptions]:
    """The source, seen from another database: what is in ours is in another file."""
    if not files:
        return [common.path], origin
    name = files[0].removeprefix("table:")
    if len(files) == 1 and name != files[0] and not given_of(origin):
        return [common.path], {"from_": name}
    return files, origin


def load(
    common: Common,
    *,
    files: Sources = None,
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
    replace: Annotated[bool, Usual("Replace the table if it exists.")] = False,
) -> None:
    """Load a table and describe it.

    Example: cfsql load adult.csv --label income --ignore fnlwgt

    Several files are one table, columns by name. A table or view of the database is
    used where it is, and not copied; all else is copied into the database. Where it
    came from is remembered, so that `cfsql refresh` can read it again. PostgreSQL takes
    the password from PGPASSWORD or ~/.pgpass.

    What nobody can change, or only in one direction, is declared once: all questions
    keep to it, unless --no-defaults or --free lifts it.

    Example: cfsql load table:crm.customers --label churned --id customer_id
    """
    from cfsql.show.terminal.profile import (
        declared_lines,
        profile_hints,
        profile_lines,
        profile_warnings,
    )

    label, options = label_apart(source)
    with common.writing(create=True) as database:
        before = database.rankings()

        profiles: list[Profile] = []

        def present(name: str) -> Iterable[str]:
            made = database.table(name)
            profiles.append(made.profile())
            return [*profile_lines(profiles[0]), *declared_lines(made.declared)]

        with presenting(database, present):
            loaded = database.load(
                files,
                **origin,
                label=label,
                table=table,
                ignore=ignore or (),
                bins=cuts(bin),
                replace=replace,
                **options,
                **declared,
            )
        after = [ranking.name for ranking in database.rankings()]
        dropped = [each.name for each in before if each.name not in after]
    (profile,) = profiles
    for remark in loaded.remarks:
        common.tell(remark)
    for warning in profile_warnings(profile):
        common.tell(f"warning: {warning}")
    for hint in profile_hints(profile, loaded.facts.bins):
        common.tell(hint)
    place = loaded.facts.place
    if place is None:
        common.tell(f"copied into {common.path} as {loaded.name}")
    else:
        common.tell(
            f"{loaded.facts.source} is used where it is and not copied; "
            f"encoded in {common.path} as {loaded.name}"
        )
    if dropped:
        common.tell(f"dropped {', '.join(dropped)}, which were of the old table")


command(load, conflicts=of_csv_files)
