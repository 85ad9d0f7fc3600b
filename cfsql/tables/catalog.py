"""What the database holds: the tables that were loaded, their results, the runs."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from datetime import datetime

from cfsql.engines.duckdb import (
    DISAGREEMENT,
    INTERNAL_SCHEMA,
    RESULTS_SCHEMA,
    Session,
)
from cfsql.engines.queries import queries, query
from cfsql.errors import UnknownName, WrongUse
from cfsql.method import encode
from cfsql.tables import bins
from cfsql.version import __version__


@dataclass(frozen=True)
class Kind:
    """A kind of results, each stored under a name.

    `relations` are <name>_<relation>, for users; `backing` is what views among them
    read, in the schema cfsql_results. `register` is the table of `cfsql` that lists
    the results of this kind.
    """

    register: str
    relations: tuple[str, ...]
    backing: tuple[str, ...] = ()


RANKING = Kind(
    "rankings",
    ("ranked", "summary", "optimal"),
    backing=("asked_rows", "ranked_pairs", "disagreement_sets", "spelled_instances"),
)
FACTUAL = Kind("factuals", ("factual", "factual_summary"))
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
    ),
    backing=("unequal_cases",),
)

# What the experiments measured, on whatever table: in the schema cfsql.
EXPERIMENT_TABLES = ("experiment_results", "experiment_summary")
KINDS = (RANKING, FACTUAL, AUDIT)


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
    count: str
    n_rows: int
    explained_at: datetime


@dataclass(frozen=True)
class StoredRanking:
    """A ranking in the database, and how it was made."""

    name: str
    table: str
    by: str
    count: str
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


def relations(session: Session, schema: str) -> dict[str, str]:
    """The kind, table or view, of each relation in a schema, by name."""
    rows = session.fetch(query("catalog/relations"), catalog=session.catalog)
    return {name: kind for in_schema, name, kind in rows if in_schema == schema}


def loaded_tables(session: Session) -> dict[str, LoadedTable]:
    """The loaded tables, by name."""
    if "tables" not in relations(session, INTERNAL_SCHEMA):
        return {}
    session.bind("tables", session.internal("tables"))
    rows = session.fetch(query("catalog/loaded_tables"))
    return {row[0]: LoadedTable(*row) for row in rows}


def loaded_table(session: Session, name: str) -> LoadedTable:
    """The loaded table of this name, whatever its case."""
    tables = loaded_tables(session)
    for known, table in tables.items():
        if known.lower() == name.lower():
            return table
    for stored in all_stored(session):
        if name.lower() == stored.name.lower():
            shown = shlex.quote(f"from {stored.relations[0]}")
            raise WrongUse(
                f"'{stored.name}' holds results of the table {stored.table}; "
                f"query them with: cfsql sql {shown}"
            )
        if name.lower() in map(str.lower, stored.relations):
            raise WrongUse(
                f"'{name}' is a result table of {stored.table}; "
                f"query it with: cfsql sql 'from {name}'"
            )
    if name.lower() in map(str.lower, relations(session, session.schema)):
        raise WrongUse(
            f"'{name}' is in the database but was not loaded by cfsql; "
            "load it from a file, or from Python with db.load(relation, …)"
        )
    if not tables:
        raise WrongUse(
            f"no table '{name}': nothing is loaded yet; start with: cfsql load FILE"
        )
    raise UnknownName("table", name, tables, "the database")


def all_stored(session: Session) -> list[Stored]:
    """The stored results of every kind."""
    registers = relations(session, INTERNAL_SCHEMA)
    found = []
    for kind in KINDS:
        if kind.register in registers:
            session.bind("register", session.internal(kind.register))
            rows = session.fetch(query("catalog/stored_results"))
            found += [Stored(kind, *row) for row in rows]
    return found


def stored_rankings(session: Session) -> dict[str, StoredRanking]:
    """The stored rankings, by the name they are stored under."""
    if RANKING.register not in relations(session, INTERNAL_SCHEMA):
        return {}
    session.bind("rankings", session.internal(RANKING.register))
    rows = session.fetch(query("catalog/stored_rankings"))
    return {row[0]: StoredRanking(*row) for row in rows}


def stored_factuals(session: Session) -> dict[str, StoredFactual]:
    """The stored factual explanations, by the name they are stored under."""
    if FACTUAL.register not in relations(session, INTERNAL_SCHEMA):
        return {}
    session.bind("factuals", session.internal(FACTUAL.register))
    rows = session.fetch(query("catalog/stored_factuals"))
    return {row[0]: StoredFactual(*row) for row in rows}


def stored_audits(session: Session) -> dict[str, StoredAudit]:
    """The stored audits, by the name of the ranking that each is of."""
    if AUDIT.register not in relations(session, INTERNAL_SCHEMA):
        return {}
    session.bind("audits", session.internal(AUDIT.register))
    rows = session.fetch(query("catalog/stored_audits"))
    return {row[0]: StoredAudit(*row) for row in rows}


def stored_ranking(session: Session, name: str) -> StoredRanking:
    """The stored ranking of this name, whatever its case."""
    found = stored_rankings(session)
    of_tables = {known: stored.table for known, stored in found.items()}
    return found[_known(session, name, of_tables, "ranking", "ranked", "rank")]


def stored_factual(session: Session, name: str) -> StoredFactual:
    """The stored factual explanations of this name, whatever its case."""
    found = stored_factuals(session)
    of_tables = {known: stored.table for known, stored in found.items()}
    return found[_known(session, name, of_tables, "explanation", "explained", "why")]


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
    if not tables:
        raise WrongUse(
            f"no {what} '{name}': nothing is loaded yet; start with: cfsql load FILE"
        )
    raise UnknownName(what, name, dict.fromkeys([*found, *tables]), "the database")


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
    for present in relations(session, session.schema):
        if present.lower() in wanted:
            raise WrongUse(
                f"'{present}' is in the database already and is another thing; "
                f"store the results under another name with {ranked}--into"
            )


# Writing. All inside the caller's transaction.


def prepare(session: Session) -> None:
    """Make the schema and its macros; those of an older version are replaced."""
    session.create_schemas()
    for function in queries("functions"):
        session.store_function(function)
    for macro in queries("macros"):
        session.store_macro(macro)
    # What macros read of any table, also of one that an older version loaded.
    kept = session.fetch(query("catalog/functions"), catalog=session.catalog)
    functions = {name for _, name in kept}
    views = relations(session, RESULTS_SCHEMA)
    for name in loaded_tables(session):
        if f"{name}_feature_rows" not in views:
            bins.keep_view(session, name, ())
        if f"{name}_{DISAGREEMENT}" not in functions:
            encode.keep_layout(session, name)


def remember_table(session: Session, **facts: object) -> None:
    """Note a loaded table in cfsql.tables."""
    session.add_rows(
        query("catalog/loaded_table"), "tables", version=__version__, **facts
    )


def remember_ranking(session: Session, **facts: object) -> None:
    """Note a stored ranking in cfsql.rankings."""
    session.add_rows(query("catalog/ranking"), RANKING.register, **facts)


def remember_factual(session: Session, **facts: object) -> None:
    """Note stored factual explanations in cfsql.factuals."""
    session.add_rows(query("catalog/factual"), FACTUAL.register, **facts)


def remember_audit(session: Session, **facts: object) -> None:
    """Note a stored audit in cfsql.audits."""
    session.add_rows(query("catalog/audit"), AUDIT.register, **facts)


def remember_run(
    session: Session,
    *,
    command: str,
    table: str,
    result: str | None = None,
    options: dict[str, object],
    plan: str | None = None,
    steps: list[dict[str, object]] | None = None,
    rows: int,
    seconds: float,
) -> None:
    """Note a run in cfsql.runs."""
    given = {name: value for name, value in options.items() if value is not None}
    session.add_rows(
        query("catalog/run"),
        "runs",
        command=command,
        source=table,
        result=result,
        options=json.dumps(given, default=str),
        version=__version__,
        plan=plan,
        steps=json.dumps(steps or []),
        rows=rows,
        seconds=round(seconds, 3),
    )


def forget_table(session: Session, name: str) -> None:
    """Drop the loaded table of this name, its encoding and its results."""
    for stored in all_stored(session):
        if stored.table.lower() == name.lower():
            _forget(session, stored)
    for known in loaded_tables(session):
        if known.lower() == name.lower():
            session.drop("table", session.public(known))
            encode.forget(session, known)
            session.delete("tables", table_name=known)
            forget_experiments(session, known)


def forget_results(session: Session, name: str, *kinds: Kind) -> None:
    """Drop the stored results of this name and these kinds, if there are any."""
    # What was made of a ranking goes before it.
    for stored in reversed(all_stored(session)):
        if stored.name.lower() == name.lower() and stored.kind in kinds:
            _forget(session, stored)


def forget_experiments(session: Session, table: str, **values: object) -> None:
    """Take the measurements on a table out, or those with these values."""
    present = relations(session, INTERNAL_SCHEMA)
    for relation in EXPERIMENT_TABLES:
        if relation in present:
            session.delete(relation, table_name=table, **values)


def _forget(session: Session, stored: Stored) -> None:
    present = relations(session, session.schema)
    for relation in reversed(stored.relations):
        if relation in present:
            session.drop(present[relation], session.public(relation))
    for relation in stored.kind.backing:
        session.drop("table", session.backing(f"{stored.name}_{relation}"))
    session.delete(stored.kind.register, result_name=stored.name)


def drop(session: Session, name: str) -> list[str]:
    """Drop a table with all results made from it, or results; their names."""
    tables, results = loaded_tables(session), all_stored(session)
    table = next((t for t in tables if t.lower() == name.lower()), None)
    doomed = [
        stored
        for stored in results
        if stored.name.lower() == name.lower() or stored.table == table
    ]
    if table is None and not doomed:
        known = dict.fromkeys([*tables, *(stored.name for stored in results)])
        raise UnknownName("table", name, known, "the database")
    for stored in doomed:
        _forget(session, stored)
    dropped = [relation for stored in doomed for relation in stored.relations]
    if table is None:
        return dropped
    forget_table(session, table)
    return [table, *dropped]
