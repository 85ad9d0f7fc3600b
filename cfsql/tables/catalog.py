"""What the database holds: the tables that were loaded, their results, the runs."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from cfsql.engines.duckdb import (
    CF_SCHEMA,
    INTERNAL_SCHEMA,
    Session,
)
from cfsql.engines.queries import query
from cfsql.errors import UnknownName, WrongUse, nearest_name
from cfsql.options import By, Count
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
    tables and the `views` behind them; and `register`, the table that lists the
    results of this kind. The `command` makes them.
    """

    register: str
    relations: tuple[str, ...]
    command: str
    backing: tuple[str, ...] = ()
    views: tuple[str, ...] = ()


RANKING = Kind(
    "rankings",
    ("ranked", "summary", "optimal"),
    "rank",
    backing=(
        "asked_rows",
        "pairs",
        "label_balls",
        "class_sizes",
        "disagreement_sets",
        "spelled_instances",
        "instance_summaries",
        "told_instances",
    ),
    views=("ranked", "ranked_pairs"),
)
FACTUAL = Kind("factuals", ("factual", "factual_summary"), "why")
AUDIT = Kind(
    "audits",
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
    backing=("unequal_cases",),
)
# The rows whose answer changed when the table last did.
CHANGES = Kind("changes", ("changes",), "refresh")

# How often answers stay in subsamples of the table.
STABILITY = Kind("stabilities", ("stability",), "stability")
# The few cases that are near the most rows, and these rows.
COVER = Kind("covers", ("cover", "cover_rows"), "cover")

# What the experiments measured, on whatever table: in the schema cf.
EXPERIMENT_TABLES = ("experiment_results", "experiment_summary")
# What goes before the name of one where it is noted that its table changed.
EXPERIMENT = "experiment"
KINDS = (RANKING, FACTUAL, AUDIT, CHANGES, STABILITY, COVER)


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


@dataclass(frozen=True)
class Stored:
    """Results in the database, and the table that they are of."""

    kind: Kind
    name: str
    table: str

    @property
    def relations(self) -> list[str]:
        """The names of the result tables."""
        return [f"{self.name}_{relation}" for relation in self.kind.relations]


@dataclass(frozen=True)
class StoredFactual:
    """Factual explanations in the database, and how they were made."""

    name: str
    table: str
    precision: float
    count: Count
    n_rows: int
    explained_at: datetime


@dataclass(frozen=True)
class StoredRanking:
    """A ranking in the database, and how it was made."""

    name: str
    table: str
    by: By
    count: Count
    n_rows: int
    ranked_at: datetime


@dataclass(frozen=True)
class StoredAudit:
    """An audit in the database, and how it was made; it goes by its ranking's name."""

    name: str
    table: str
    protected: list[str]
    n_rows: int
    n_twins: int
    n_unlike_twins: int
    audited_at: datetime


@dataclass(frozen=True)
class StoredStability:
    """How often answers stay, in the database, and how the subsamples were drawn."""

    name: str
    table: str
    keep: float
    repeats: int
    seed: int
    n_rows: int
    drawn_at: datetime


@dataclass(frozen=True)
class StoredCover:
    """A few cases that are near the most rows, in the database, and what was asked.

    `n_there` of the asked rows have the target label already, and are none of the
    `n_rows` to be reached. Some case is near `n_reachable` of these; as many cases as
    were asked for reach `at_most` so many, whichever they are.
    """

    name: str
    table: str
    target: str | None
    n_cases: int
    within: int
    n_rows: int
    n_there: int
    n_reachable: int
    at_most: int
    chosen_at: datetime


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
    tables = session.internal("tables")
    if not session.is_there(tables):
        return {}
    session.bind("tables", tables)
    rows = session.fetch(query("catalog/loaded_tables"))
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


def _registered(session: Session, kind: Kind) -> list[tuple[Any, ...]]:
    """The records of a kind's register, by the name of their results."""
    register = session.internal(kind.register)
    if not session.is_there(register):
        return []
    session.bind("register", register)
    return [
        (*record, _instant(made_at))
        for *record, made_at in session.fetch(query("catalog/registered"))
    ]


def _instant(text: str) -> datetime:
    """A time of the catalog, to the second."""
    return datetime.fromisoformat(text.partition(".")[0])


def all_stored(session: Session) -> list[Stored]:
    """The stored results of every kind."""
    return [
        Stored(kind, name, table)
        for kind in KINDS
        for name, table, *_ in _registered(session, kind)
    ]


def stored_rankings(session: Session) -> dict[str, StoredRanking]:
    """The stored rankings, by the name they are stored under."""
    return {row[0]: StoredRanking(*row) for row in _registered(session, RANKING)}


def stored_factuals(session: Session) -> dict[str, StoredFactual]:
    """The stored factual explanations, by the name they are stored under."""
    return {row[0]: StoredFactual(*row) for row in _registered(session, FACTUAL)}


def stored_audits(session: Session) -> dict[str, StoredAudit]:
    """The stored audits, by the name of the ranking that each is of."""
    return {row[0]: StoredAudit(*row) for row in _registered(session, AUDIT)}


def stored_stabilities(session: Session) -> dict[str, StoredStability]:
    """What is stored of subsamples, by the name it is stored under."""
    return {row[0]: StoredStability(*row) for row in _registered(session, STABILITY)}


def stored_covers(session: Session) -> dict[str, StoredCover]:
    """The cases that were chosen for all rows, by the name they are stored under."""
    return {row[0]: StoredCover(*row) for row in _registered(session, COVER)}


def stored_ranking(session: Session, name: str) -> StoredRanking:
    """The stored ranking of this name, whatever its case."""
    found = stored_rankings(session)
    return found[_found(session, name, RANKING, found, "ranking", "ranked")]


def stored_factual(session: Session, name: str) -> StoredFactual:
    """The stored factual explanations of this name, whatever its case."""
    found = stored_factuals(session)
    known = _found(session, name, FACTUAL, found, "explanation", "explained")
    return found[known]


def stored_stability(session: Session, name: str) -> StoredStability:
    """What is stored of subsamples under this name, whatever its case."""
    found = stored_stabilities(session)
    known = _found(session, name, STABILITY, found, "stability", "subsampled")
    return found[known]


def stored_cover(session: Session, name: str) -> StoredCover:
    """The cases that were chosen for all rows, whatever the name's case."""
    found = stored_covers(session)
    return found[_found(session, name, COVER, found, "cover", "covered")]


class _OfTable(Protocol):
    """A stored result."""

    @property
    def table(self) -> str: ...


def _found(
    session: Session,
    name: str,
    kind: Kind,
    found: Mapping[str, _OfTable],
    what: str,
    done: str,
) -> str:
    """The name of a result as it is stored, if it is of the table as it is now."""
    of_tables = {known: stored.table for known, stored in found.items()}
    known = _known(session, name, of_tables, what, done, kind.command)
    problem = left_behind(session, Stored(kind, known, of_tables[known]))
    if problem is not None:
        raise problem
    return known


def _known(
    session: Session,
    name: str,
    found: dict[str, str],
    what: str,
    done: str,
    command: str,
) -> str:
    """The name of a result as it is stored; else what to do about it.

    `found` are the names of the results of this kind, and of which table each is.
    """
    for known in found:
        if known.lower() == name.lower():
            return known
    tables = loaded_tables(session)
    for known in tables:
        if known.lower() == name.lower():
            others = [other for other, table in found.items() if table == known]
            stored_as = f" under its own name, but as {', '.join(others)}"
            raise WrongUse(
                f"table '{known}' is not {done} yet{stored_as * bool(others)}; "
                f"run: {shlex.join(['cfsql', command, '--table', known])}"
            )
    raise _unknown(session, what, name, [*found, *tables])


def stale_lines(session: Session) -> list[str]:
    """What there is to say of all results that were not made again with their table."""
    found = [left_behind(session, stored) for stored in all_stored(session)]
    return [each.line for each in found if each is not None] + [
        each.line for each in stale_experiments(session)
    ]


def stale_experiments(session: Session) -> list[WrongUse]:
    """What there is to say of measurements on tables that have changed since."""
    return [
        WrongUse(
            f"{register} of {name} is stale: {reason}; measure it again with: "
            + shlex.join(["cfsql", *register.split(), "--table", name])
        )
        for (name, register), reason in stale_results(session).items()
        if register.startswith(f"{EXPERIMENT} ")
    ]


def stale_results(session: Session) -> dict[tuple[str, str], str]:
    """Why results are of the table as it was before, by name and register."""
    if "stale" not in relations(session, INTERNAL_SCHEMA):
        return {}
    session.bind("stale", session.internal("stale"))
    rows = session.fetch(query("change/stale_results"))
    return {(name, register): reason for name, register, reason, _ in rows}


def left_behind(session: Session, stored: Stored) -> WrongUse | None:
    """What to say of a result that was not made again when its table changed."""
    reason = stale_results(session).get((stored.name, stored.kind.register))
    if reason is None:
        return None
    words = ["cfsql", stored.kind.command, "--table"]
    if stored.kind == AUDIT or stored.name == stored.table:
        words += [stored.name]
    else:
        words += [stored.table, "--into", stored.name]
    return WrongUse(
        f"{stored.relations[0]} is of {stored.table} before its last change: {reason}; "
        f"make it again with: {shlex.join(words)}"
    )


def refuse_foreign(session: Session, table: LoadedTable, name: str, kind: Kind) -> None:
    """Refuse to store a table's results over anything that is not its own."""
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
