"""What the database holds: the tables that were loaded, their rankings, the runs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from cfsql import encode
from cfsql.engines.duckdb import INTERNAL_SCHEMA, Session
from cfsql.errors import UnknownName, WrongUse
from cfsql.queries import queries, query
from cfsql.version import __version__

# What a ranking stores, each as <name>_<kind>.
RESULTS = ("ranked", "summary", "optimal")

# What the view <name>_ranked is made of, each as cfsql_results.<name>_<relation>.
BACKING = ("asked_rows", "ranked_pairs", "disagreement_sets", "spelled_instances")


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


@dataclass(frozen=True)
class StoredRanking:
    """Result tables in the database, and how they were made."""

    name: str
    table: str
    by: str
    count: str
    n_rows: int
    ranked_at: datetime


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
    for ranking in stored_rankings(session).values():
        if name.lower() in (f"{ranking.name}_{kind}".lower() for kind in RESULTS):
            raise WrongUse(
                f"'{name}' is a result table of {ranking.table}; "
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


def stored_rankings(session: Session) -> dict[str, StoredRanking]:
    """The stored rankings, by the name they are stored under."""
    if "rankings" not in relations(session, INTERNAL_SCHEMA):
        return {}
    session.bind("rankings", session.internal("rankings"))
    rows = session.fetch(query("catalog/stored_rankings"))
    return {row[0]: StoredRanking(*row) for row in rows}


def stored_ranking(session: Session, name: str) -> StoredRanking:
    """The stored ranking of this name, whatever its case."""
    rankings = stored_rankings(session)
    for known, ranking in rankings.items():
        if known.lower() == name.lower():
            return ranking
    for known in loaded_tables(session):
        if known.lower() == name.lower():
            raise WrongUse(
                f"table '{known}' is not ranked yet; run: cfsql rank --table {known}"
            )
    raise UnknownName("ranking", name, rankings, "the database")


def refuse_foreign(session: Session, table: LoadedTable, name: str) -> None:
    """Refuse to store a table's results over anything that is not its own."""
    for known in loaded_tables(session):
        if known.lower() == name.lower() and known != table.name:
            raise WrongUse(
                f"'{known}' is a table, whose own results go by its name; "
                "choose another name with --into"
            )
    for known, ranking in stored_rankings(session).items():
        if known.lower() == name.lower():
            if ranking.table != table.name:
                raise WrongUse(
                    f"'{known}' holds results of {ranking.table}; "
                    "choose another name with --into"
                )
            return
    present = {known.lower() for known in relations(session, session.schema)}
    for kind in RESULTS:
        if f"{name}_{kind}".lower() in present:
            raise WrongUse(
                f"'{name}_{kind}' is in the database already and is no result of "
                "cfsql; store the results under another name with --into"
            )


# Writing. All inside the caller's transaction.


def prepare(session: Session) -> None:
    """Make the schema and its macros; those of an older version are replaced."""
    session.create_schemas()
    for macro in queries("macros"):
        session.store_macro(macro)


def remember_table(session: Session, **facts: object) -> None:
    """Note a loaded table in cfsql.tables."""
    session.add_row(
        query("catalog/loaded_table"), "tables", version=__version__, **facts
    )


def remember_ranking(session: Session, **facts: object) -> None:
    """Note a stored ranking in cfsql.rankings."""
    session.add_row(query("catalog/ranking"), "rankings", **facts)


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
    session.add_row(
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
    """Drop the loaded table of this name, its encoding and its rankings."""
    for ranking in stored_rankings(session).values():
        if ranking.table.lower() == name.lower():
            forget_ranking(session, ranking.name)
    for known in loaded_tables(session):
        if known.lower() == name.lower():
            session.drop("table", session.public(known))
            for relation in encode.KEPT:
                session.drop("table", session.internal(f"{known}_{relation}"))
            session.delete("tables", "table_name", known)


def forget_ranking(session: Session, name: str) -> None:
    """Drop the stored ranking of this name, if there is one."""
    present = relations(session, session.schema)
    for known in stored_rankings(session):
        if known.lower() == name.lower():
            for kind in reversed(RESULTS):
                result = f"{known}_{kind}"
                if result in present:
                    session.drop(present[result], session.public(result))
            for relation in BACKING:
                session.drop("table", session.backing(f"{known}_{relation}"))
            session.delete("rankings", "result_name", known)


def drop(session: Session, name: str) -> list[str]:
    """Drop a table with all rankings made from it, or one ranking; their names."""
    tables, rankings = loaded_tables(session), stored_rankings(session)
    table = next((t for t in tables if t.lower() == name.lower()), None)
    doomed = [
        ranking.name
        for ranking in rankings.values()
        if ranking.name.lower() == name.lower() or ranking.table == table
    ]
    if table is None and not doomed:
        known = dict.fromkeys([*tables, *rankings])
        raise UnknownName("table", name, known, "the database")
    if table is not None:
        forget_table(session, table)
    else:
        forget_ranking(session, name)
    dropped = [f"{ranking}_{kind}" for ranking in doomed for kind in RESULTS]
    return [table, *dropped] if table is not None else dropped
