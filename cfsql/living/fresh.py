"""The check that stored results are what a ranking from the beginning gives."""

from __future__ import annotations

from dataclasses import dataclass

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.living import encoding, results
from cfsql.method import encode
from cfsql.progress import Part, Progress
from cfsql.tables import bins, records
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.changed import refuse_changed
from cfsql.tables.frames import Held, Rows
from cfsql.tables.row_sources import rows_of
from cfsql.words import many


@dataclass(frozen=True)
class Compared:
    """A stored result table, and how many of its rows are not as they should be."""

    relation: str
    n_rows: int
    n_missing: int
    n_extra: int
    note: str | None = None

    @property
    def is_fresh(self) -> bool:
        """Whether every row is there, and no other."""
        return not (self.n_missing or self.n_extra or self.note)


@dataclass(frozen=True, repr=False)
class Freshness(Held):
    """All stored results of a table, compared with the same made from the beginning."""

    table: str
    compared: list[Compared]

    @property
    def hold(self) -> bool:
        """Whether all of them are fresh."""
        return all(each.is_fresh for each in self.compared)

    @property
    def headline(self) -> str:
        """The verdict in one line."""
        n_fresh = sum(each.is_fresh for each in self.compared)
        n_rows = sum(each.n_rows for each in self.compared)
        return (
            f"{self.table}: {n_fresh} of {many(len(self.compared), 'result table')} "
            f"are as if made anew, {many(n_rows, 'row')} compared"
        )

    def _rows(self) -> Rows:
        return Rows(Compared, self.compared)


def check_fresh(session: Session, table: LoadedTable, progress: Progress) -> Freshness:
    """Make all results of a table anew beside the database, and compare them."""
    refuse_changed(session, table.name)
    found = results.recipes(session, table)
    if not found:
        raise WrongUse(
            f"there is nothing stored of {table.name} to compare; "
            f"run: cfsql rank --table {table.name}"
        )
    features = encoding.features_of(session, table)
    stored = {
        relation: session.public(relation)
        for recipe in found
        for relation in recipe.stored.relations
    }
    original = rows_of(session, table.name)
    kept_bins = session.internal(f"{table.name}_bins")
    notes: dict[str, str] = {}
    with session.scratch():
        records.prepare(session)
        session.copy(original, session.public(table.name))
        if table.bins:
            session.copy(kept_bins, session.internal(f"{table.name}_bins"))
        _encode(session, table, features)
        for place, recipe in enumerate(found):
            if recipe.stored.stale is not None:
                continue
            part = Part(progress, place / len(found), (place + 1) / len(found))
            try:
                results.make(session, table, recipe, part)
            except WrongUse as error:
                notes[recipe.relation] = error.line
        compared = []
        for recipe in found:
            note = recipe.stored.stale or notes.get(recipe.relation)
            for relation in recipe.stored.relations:
                compared.append(_compare(session, relation, stored, note))
    return Freshness(table.name, compared)


def _encode(session: Session, table: LoadedTable, features: list[str]) -> None:
    """Encode the copy of a table, at the edges of its intervals."""
    if table.bins:
        cuts = {name: bins.parse(name, cut) for name, cut in table.bins.items()}
        kept = session.internal(f"{table.name}_bins")
        source = session.public(table.name)
        bins.stage(session, source, table.name, table.label, cuts, kept=kept)
        session.store("row_intervals", session.internal(f"{table.name}_intervals"))
    encode.encode(
        session,
        table=table.name,
        label=table.label,
        features=features,
        is_numbered=table.is_numbered,
    )
    encode.keep(session, table.name)


def _compare(
    session: Session, relation: str, stored: dict[str, str], note: str | None
) -> Compared:
    session.bind("stored_result", stored[relation])
    if note is not None:
        return Compared(relation, session.size("stored_result"), 0, 0, note)
    session.bind("fresh_result", session.public(relation))
    return Compared(relation, *session.fetch_one(query("change/differing_rows")))
