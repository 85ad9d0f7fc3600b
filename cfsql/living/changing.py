"""What changes: the rows that go and those that come, staged and not yet stored.

`gone_rows` has the ids of rows that go, and `added_rows` the rows that come; a row that
changes is in both. Ids are never given twice: a row that comes gets the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cfsql.engines.duckdb import INTERNAL_SCHEMA, Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.living import arriving, edited
from cfsql.method import encode
from cfsql.method.selection import Selection, match_rows, refuse_missing, stage_listed
from cfsql.options import Keep
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.reading import Reading
from cfsql.tables.roles import ROW_ID

# What a change is made to: the table as it is; the table as it stands, which is the
# change; or those of its rows that are as they were when it was encoded.
Base = Literal["as it is", "as it stands", "as encoded"]


@dataclass(frozen=True)
class Sizes:
    """How many rows are new, gone, and changed."""

    n_added: int
    n_removed: int
    n_changed: int

    @property
    def n_in_all(self) -> int:
        """The rows that come or go."""
        return self.n_added + self.n_removed + self.n_changed


def last_id(session: Session, table: LoadedTable) -> int:
    """The greatest row id that a bound table ever had, where cfsql numbers its rows."""
    session.bind("row_hashes", session.internal(f"{table.name}_row_hashes"))
    (last,) = session.fetch_one(query("change/last_id"))
    kept: list[tuple[int]] = []
    if "last_ids" in catalog.relations(session, INTERNAL_SCHEMA):
        session.bind("last_ids", session.internal("last_ids"))
        kept = session.fetch(query("change/kept_last_id"), table_name=table.name)
    return int(max([last or 0, *(each for (each,) in kept)]))


def stage_arrivals(
    session: Session, table: LoadedTable, sources: Sequence[object], reading: Reading
) -> Base:
    """Stage the change that adds the rows of all sources."""
    encode.bind(session, table.name)
    arriving.read(session, table, sources, reading)
    arriving.refuse_wrong_ids(session, table, is_new=True)
    session.stage(query("change/no_rows"))
    if table.id is None:
        last = last_id(session, table)
        session.stage(query("change/numbered_arrivals"), last_id=last)
    else:
        session.bind("added_rows", "arrived")
    return "as it is"


def are_held(session: Session, table: LoadedTable) -> bool:
    """Whether all rows that were read equal rows that the table has."""
    if table.id is not None:
        return False
    names = [name for name in session.columns("source_rows") if name != ROW_ID]
    n_read, n_held = session.fetch_one(query("change/held_arrivals"), names=names)
    return bool(n_read == n_held)


def stage_removals(
    session: Session, table: LoadedTable, rows: Sequence[object], where: Sequence[str]
) -> Base:
    """Stage the change that takes rows away: those that are listed, and match."""
    if not rows and not where:
        raise WrongUse("remove which rows? Give --rows IDS, or --where 'SQL'")
    selection = Selection(rows=rows or None, where=where)
    encode.bind(session, table.name)
    session.stage(query("change/every_source_row"))
    for place, condition in enumerate(selection.where):
        match_rows(session, condition, also=place > 0)
    if selection.rows is not None:
        refuse_missing(session, table, stage_listed(session, selection.rows))
        session.stage(query("select/listed_rows"))
    session.stage(query("change/listed_gone"))
    session.stage(query("change/nothing_added"))
    if not session.size("gone_rows"):
        given = {"--where": where, "--rows": rows}
        asked = " and ".join(option for option, value in given.items() if value)
        raise WrongUse(f"no row of {table.name} matches {asked}")
    return "as it is"


def stage_refreshed(
    session: Session,
    table: LoadedTable,
    sources: Sequence[object],
    reading: Reading,
    keep: Keep | None,
) -> Base:
    """Stage the change that makes a table what its sources hold now.

    Rows are known by their id, or else by all that they hold; those that SQL has edited
    also by their place in the source. A table that is used where it is is its own
    source, and one that is to be kept as it stands is taken for it.
    """
    if keep == "table" or (table.place is not None and not sources):
        edited.stage_as_it_stands(session, table)
        return "as it stands"
    if edited.is_edited(session, table):
        edited.stage_as_encoded(session, table)
        _stage_read(session, table, sources, reading, is_edited=True)
        session.stage(query("change/edited_gone"))
        return "as encoded"
    encode.bind(session, table.name, is_checked=False)
    if table.place is not None:
        edited.refuse_ids_in_place(session, table)
    _stage_read(session, table, sources, reading, is_edited=False)
    return "as it is"


def _stage_read(
    session: Session,
    table: LoadedTable,
    sources: Sequence[object],
    reading: Reading,
    *,
    is_edited: bool,
) -> None:
    """Stage the change from `source_rows` to what is read of the sources."""
    arriving.read(session, table, sources, reading)
    arriving.refuse_wrong_ids(session, table, is_new=False)
    names = [name for name in session.columns("source_rows") if name != ROW_ID]
    if table.id is not None:
        session.stage(query("change/other_rows"), names=names)
        session.stage(query("change/replaced_rows"))
        return
    session.stage(query("change/placed_arrivals"))
    if is_edited:
        edited.stage_same_places(session, table)
    else:
        session.stage(query("change/no_places"))
    session.stage(query("change/held_contents"), names=names)
    session.stage(query("change/read_contents"), names=names)
    session.stage(query("change/unread_rows"))
    session.stage(query("change/unheld_rows"), last_id=last_id(session, table))


def sizes(session: Session, table: LoadedTable) -> Sizes:
    """How much changes; a change that leaves no row with a label is refused."""
    found = Sizes(*session.fetch_one(query("change/change_sizes")))
    if session.fetch_one(query("change/labelled_left"), label=table.label) == (0,):
        raise WrongUse(
            f"that leaves no row of {table.name} with a {table.label}; "
            f"to take all away: cfsql drop {table.name}"
        )
    return found
