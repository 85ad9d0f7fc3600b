"""What the database holds: the tables that were loaded, their results, the runs."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from cfsql.engines.duckdb import (
    CF_SCHEMA,
    INTERNAL_SCHEMA,
    Session,
)
from cfsql.engines.queries import query
from cfsql.errors import UnknownName, WrongUse, nearest_name
from cfsql.options import given_name
from cfsql.tables.declarations import NOTHING, Declared, all_declared
from cfsql.tables.row_sources import rows_of, sources

# The relations of a table's encoding that are kept, each as
# cf_internal.<table>_<name>. The stored instances are whole: what splits them is added
# by the view `instances`.
KEPT = {
    "features": "features",
    "dictionary": "dictionary",
    "labels": "labels",
    "distinct_rows": "instances",
    "cases": "cases",
    "unlabelled": "unlabelled",
}


@dataclass(frozen=True)
class Kind:
    """A kind of results, each stored under a name.

    `relations` are <name>_<relation>, for users. In the schema cf_internal are the
    tables and the `views` behind them. The `command` makes them; they are `done` when
    it has run.
    """

    name: str
    relations: tuple[str, ...]
    command: str
    done: str
    backing: tuple[str, ...] = ()
    views: tuple[str, ...] = ()


RANKING = Kind(
    "ranking",
    ("ranked", "summary", "optimal"),
    "rank",
    "ranked",
    backing=(
        "ranked_pairs",
        "disagreement_sets",
        "words",
    ),
    views=("ranked",),
)
FACTUAL = Kind("explanation", ("factual", "factual_summary"), "why", "explained")
AUDIT = Kind(
    "audit",
    (
        "audit_features",
        "audit_labels",
        "audit_answers",
        "audit_coverage",
        "audit_contradictions",
        "audit_unequal",
        "audit_unequal_values",
        "audit_unequal_directions",
        "audit_unequal_tests",
        "audit_near",
        "audit_effort",
        "audit_effort_within",
        "audit_effort_features",
    ),
    "audit",
    "audited",
    backing=("unequal_cases",),
)
# The rows whose answer changed when the table last did.
CHANGES = Kind("changes", ("changes",), "refresh", "refreshed")
# How often answers stay in subsamples of the table.
STABILITY = Kind("stability", ("stability",), "stability", "subsampled")
# The few cases that are near the most rows, and these rows.
COVER = Kind("cover", ("cover", "cover_rows"), "cover", "covered")

# In the order in which they are made again: an audit reads its ranking.
KINDS = (RANKING, FACTUAL, AUDIT, CHANGES, STABILITY, COVER)

# What an experiment measured on a table: rows of these tables in the schema cf.
EXPERIMENT = Kind("experiment", (), "experiment", "measured")
EXPERIMENT_TABLES = ("experiment_results", "experiment_summary")


@dataclass(frozen=True)
class LoadedTable:
    """A table that cfsql loaded, and which of its columns is what."""

    name: str
    source: str
    label: str
    id: str | None
    ignored: list[str]
    n_rows: int
    n_labelled: int
    n_instances: int
    n_features: int
    loaded_at: datetime
    bins: dict[str, str]
    # The schema and name of a table or view that is used where it is, not copied.
    place: tuple[str, str] | None = None
    declared: Declared = NOTHING

    @property
    def is_numbered(self) -> bool:
        """Whether cfsql has numbered its rows."""
        return self.id is None and self.place is None


@dataclass(frozen=True, repr=False)
class Stored:
    """A result in the database: what it is, of which table, and how it was made.

    The `options` are those that make it again, as a command line names them. The
    `facts` are what is said of it; each can be asked for by its name, such as
    `ranking.by` or `cover.n_reachable`. One that is `stale` was not made again when
    its table changed, for this reason.
    """

    kind: Kind
    name: str
    table: str
    options: dict[str, Any] = field(hash=False)
    facts: dict[str, Any] = field(hash=False)
    made_at: datetime = field(default_factory=datetime.now)
    version: str | None = None
    seconds: float = 0.0
    stale: str | None = None

    def __repr__(self) -> str:
        return f"<{self.kind.name} of {self.table}: {self.name}>"

    def __getattr__(self, name: str) -> Any:
        """One of the facts."""
        try:
            return self.__dict__["facts"][name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def relations(self) -> list[str]:
        """The names of the result tables."""
        return [f"{self.name}_{relation}" for relation in self.kind.relations]


def relations(session: Session, schema: str) -> dict[str, str]:
    """The kind, table or view, of each relation in a schema, by name."""
    rows = session.fetch(query("catalog/relations"), catalog=session.catalog)
    return {name: kind for in_schema, name, kind in rows if in_schema == schema}


def id_type(session: Session, table: LoadedTable) -> str | None:
    """The type of a table's row ids; None for the numbers that cfsql gives."""
    if table.id is None:
        return None
    return dict(session.column_types(rows_of(session, table.name)))["row_id"]


def loaded_tables(session: Session) -> dict[str, LoadedTable]:
    """The loaded tables, by name."""
    kept = session.internal("tables")
    rows = session.fetch_kept("tables", kept, query("catalog/loaded_tables"))
    if not rows:
        return {}
    places = {name: each.place for name, each in sources(session).items()}
    declared = all_declared(session)
    return {
        known[0]: LoadedTable(
            *(
                *(*known, _instant(loaded_at), bins, places.get(known[0])),
                declared.get(known[0], NOTHING),
            )
        )
        for *known, loaded_at, bins in rows
    }


def refuse_other_schema(session: Session, name: str) -> None:
    """Refuse a loaded table that is not in this schema, but in another one."""
    if session.is_there(session.public(name)):
        return
    known = {each.lower(): found for each, found in sources(session).items()}
    if name.lower() in known:
        schemas = {known[name.lower()].home_schema}
    else:
        rows = session.fetch(query("catalog/relations"), catalog=session.catalog)
        schemas = {schema for schema, each, _ in rows if each.lower() == name.lower()}
        schemas -= {CF_SCHEMA, INTERNAL_SCHEMA}
    if schemas and session.schema not in schemas:
        raise WrongUse(
            f"table '{name}' was loaded in the schema {min(schemas)}, and this is "
            f"{session.schema}; make that the current one before you connect"
        )


def loaded_table(session: Session, name: str) -> LoadedTable:
    """The loaded table of this name, whatever its case."""
    tables = loaded_tables(session)
    for known, table in tables.items():
        if known.lower() == name.lower():
            refuse_other_schema(session, known)
            return table
    raise _unknown(session, "table", name, list(tables))


def _unknown(
    session: Session, what: str, name: str, expected: Sequence[str]
) -> WrongUse:
    """A name that no table or result of the wanted kind has, and what to do about it.

    It is that of something else: of another result, or of a table that was not
    loaded. Or nothing has it; then the nearest of all names is told.
    """
    known = dict.fromkeys(expected)
    for stored in all_stored(session):
        if name.lower() == stored.name.lower():
            shown = shlex.quote(f"from {stored.relations[0]}")
            return WrongUse(
                f"'{stored.name}' holds results of the table {stored.table}; "
                f"query them with: cfsql sql {shown}"
            )
        if name.lower() in map(str.lower, stored.relations):
            return WrongUse(
                f"'{name}' is a result table of {stored.table}; "
                f"query it with: cfsql sql 'from {name}'"
            )
        known |= dict.fromkeys([stored.name, *stored.relations])
    present = relations(session, session.schema)
    if name.lower() in map(str.lower, present):
        return WrongUse(
            f"'{name}' is in the database but was not loaded by cfsql; "
            f"use it where it is: cfsql load table:{name}"
        )
    near = nearest_name(name, [*known, *present])
    if near is None and not expected:
        return WrongUse(
            f"no {what} '{name}': nothing is loaded yet; start with: cfsql load FILE"
        )
    there = [near] if near else list(dict.fromkeys(expected))
    return UnknownName(what, name, there, "the database")


def _instant(text: str) -> datetime:
    """A time of the catalog, to the second."""
    return datetime.fromisoformat(text.partition(".")[0])


def register(session: Session) -> list[Stored]:
    """All that was made of tables, experiments too."""
    if not session.is_there(session.internal("results")):
        return []
    kinds = {kind.name: kind for kind in (*KINDS, EXPERIMENT)}
    session.bind("results", session.internal("results"))
    found = [
        Stored(
            kind=kinds[record.pop("kind")],
            name=record["result_name"],
            table=record["table_name"],
            options=json.loads(record["options"]),
            facts=json.loads(record["facts"]),
            made_at=_instant(record["made_at"]),
            version=record["version"],
            seconds=record["seconds"],
            stale=record["stale_reason"],
        )
        for record in session.fetch_records(query("catalog/results"))
    ]
    order = list(kinds.values())
    return sorted(found, key=lambda each: order.index(each.kind))


def all_stored(session: Session, kind: Kind | None = None) -> list[Stored]:
    """The results that have tables of their own, of one kind or of every kind."""
    return [
        each
        for each in register(session)
        if each.kind != EXPERIMENT and kind in (None, each.kind)
    ]


def stored_by_name(session: Session, kind: Kind) -> dict[str, Stored]:
    """The results of a kind, by the name that they are stored under."""
    return {each.name: each for each in all_stored(session, kind)}


def result(session: Session, name: str, kind: Kind) -> Stored:
    """The result of this name, whatever its case, of the table as it is now."""
    found = {each.name.lower(): each for each in all_stored(session, kind)}
    stored = found.get(name.lower())
    if stored is not None:
        problem = left_behind(stored)
        if problem is not None:
            raise problem
        return stored
    tables = loaded_tables(session)
    for known in tables:
        if known.lower() == name.lower():
            others = [each.name for each in found.values() if each.table == known]
            stored_as = f" under its own name, but as {', '.join(others)}"
            raise WrongUse(
                f"table '{known}' is not {kind.done} yet{stored_as * bool(others)}; "
                f"run: {shlex.join(['cfsql', kind.command, '--table', known])}"
            )
    names = [each.name for each in found.values()]
    raise _unknown(session, kind.name, name, [*names, *tables])


def stale_lines(session: Session) -> list[str]:
    """What there is to say of all results that were not made again with their table."""
    problems = [left_behind(stored) for stored in register(session)]
    return [each.line for each in problems if each is not None]


def left_behind(stored: Stored) -> WrongUse | None:
    """What to say of a result that was not made again when its table changed."""
    if stored.stale is None:
        return None
    words = ["cfsql", stored.kind.command, "--table"]
    if stored.kind == EXPERIMENT:
        words[2:2] = [stored.name]
        return WrongUse(
            f"experiment {stored.name} of {stored.table} is stale: {stored.stale}; "
            f"measure it again with: {shlex.join([*words, stored.table])}"
        )
    if stored.kind == AUDIT or stored.name == stored.table:
        words += [stored.name]
    else:
        words += [stored.table, "--into", stored.name]
    return WrongUse(
        f"{stored.relations[0]} is of {stored.table} before its last change: "
        f"{stored.stale}; make it again with: {shlex.join(words)}"
    )


def refuse_result_name(name: str, tables: Iterable[str], option: str) -> None:
    """Refuse a name that results of a loaded table have, or would have."""
    loaded = {table.lower() for table in tables}
    for kind in KINDS:
        for relation in kind.relations:
            table = name.lower().removesuffix(f"_{relation}")
            if table != name.lower() and table in loaded:
                raise WrongUse(
                    f"'{name}' is what results of {table} are called; choose another "
                    f"name with {option}"
                )


def refuse_foreign(
    session: Session, table: LoadedTable, into: str | None, kind: Kind
) -> None:
    """Refuse to store a table's results over anything that is not its own.

    They go by the name of the table, or by another one that is given.
    """
    name = given_name("into", into) or table.name
    for known in loaded_tables(session):
        if known.lower() == name.lower() and known != table.name:
            raise WrongUse(
                f"'{known}' is a table, whose own results go by its name; "
                "choose another name with --into"
            )
    wanted = {f"{name}_{relation}".lower() for relation in kind.relations}
    for stored in all_stored(session):
        if stored.name.lower() == name.lower() and stored.table != table.name:
            raise WrongUse(
                f"'{stored.name}' holds results of {stored.table}; "
                "choose another name with --into"
            )
        if stored.name.lower() == name.lower() and stored.kind == kind:
            return
    if kind != AUDIT:
        refuse_result_name(name, loaded_tables(session), "--into")
    # An audit goes by the name of its ranking.
    ranked = "cfsql rank " if kind == AUDIT else ""
    if not any(session.is_there(session.public(each)) for each in wanted):
        return
    for present in relations(session, session.schema):
        if present.lower() in wanted:
            raise WrongUse(
                f"'{present}' is in the database already and is another thing; "
                f"store the results under another name with {ranked}--into"
            )
