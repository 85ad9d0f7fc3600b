"""The layout of a database: an older one is read as it is, and renewed by who writes.

Where an older layout has its tables is known to `engines/duckdb/schemas.py`. What it
lacks is made of what it has, by the queries of `sql/renew.sql`.
"""

from __future__ import annotations

from dataclasses import replace

from cfsql.engines.duckdb import (
    FILE_LAYOUT,
    FIRST_SCHEMAS,
    INTERNAL_SCHEMA,
    Session,
)
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import Query, query, reading
from cfsql.method import encode
from cfsql.method.constraints import EACH
from cfsql.tables import bins, catalog, records, stored, stored_audits
from cfsql.tables.catalog import LoadedTable, StoredRanking
from cfsql.tables.row_sources import RowSource, bind_source, sources
from cfsql.tables.runs import run_of

_, _BEHIND = FIRST_SCHEMAS

# The first layout that says where the rows of a table are.
_WITH_SOURCES = 3

# What is behind a ranking in all layouts; up to 3 pairs had their figures, and the
# summary was a table.
_BEHIND_RANKINGS = (
    "asked_rows",
    "ranked_pairs",
    "disagreement_sets",
    "spelled_instances",
)

# The tables of layout 1 that people type, and the one that nothing reads any more.
_TYPED = ("runs", *catalog.EXPERIMENT_TABLES)
_IDLE = "columns"


def backing(session: Session, ranking: StoredRanking) -> dict[str, str]:
    """What words are made of, by relation: names that queries can read."""
    found = {
        relation: session.internal(f"{ranking.name}_{relation}")
        for relation in _BEHIND_RANKINGS
    }
    session.bind("kept_instances", found["spelled_instances"])
    if "n_equal" not in session.columns("kept_instances"):
        _view_counted(session, ranking)
        found["spelled_instances"] = "counted_instances"
    if is_older(session, ranking.name):
        session.bind("kept_asked", found["asked_rows"])
        session.bind("kept_pairs", found["ranked_pairs"])
        session.view(query("renew/row_pairs"))
        found["ranked_pairs"] = "row_pairs"
    return found


def is_older(session: Session, ranking: str) -> bool:
    """Whether the pairs of a stored ranking have their figures, by instance."""
    session.bind("any_pairs", session.internal(f"{ranking}_ranked_pairs"))
    return "row_id" not in session.columns("any_pairs")


def view_ranked(session: Session, ranking: StoredRanking, into: str) -> None:
    """Let queries read the counterfactuals of a stored ranking, in no order."""
    reads = backing(session, ranking)
    session.view(query("results/worded_pairs"), into=f"{into}_words", reads=reads)
    session.view(
        query("results/spelled_pairs"),
        into=into,
        reads={"worded_pairs": f"{into}_words"},
    )


def bind_summary(session: Session, ranking: StoredRanking) -> None:
    """Let queries read what a stored ranking says of each row, as `summary`."""
    session.bind("summary", session.public(f"{ranking.name}_summary"))
    if "sentence" not in session.columns("summary"):
        table = catalog.loaded_table(session, ranking.table)
        behind = backing(session, ranking)
        session.view(_view_summary(session, ranking, table, behind), into="summary")


def bring_up_to_date(session: Session) -> None:
    """Renew a database of an older layout, all or nothing."""
    if session.file_layout == FILE_LAYOUT:
        return
    before = session.file_layout, session.behind
    try:
        with session.transaction(), session.scope():
            layout = session.file_layout
            if layout == 1:
                _renew_first(session)
            else:
                session.file_layout, session.kept_functions = FILE_LAYOUT, None
                records.prepare(session)
            if layout < _WITH_SOURCES:
                for table in catalog.loaded_tables(session).values():
                    _renew_source(session, table)
    except BaseException:
        session.file_layout, session.behind = before
        raise


def _renew_source(session: Session, table: LoadedTable) -> None:
    """Where the rows of a table are, which layouts 1 and 2 did not say.

    Nor did they say what was encoded, but for the number of rows: whoever has changed
    values before is not seen.
    """
    source = RowSource(
        table=table.name,
        kind=table.source,
        address=None,
        reading={},
        home_schema=session.schema,
        columns=session.columns(session.public(table.name)),
    )
    records.remember_source(session, source)
    records.remember_rows(session, table.name)
    known = sources(session)[table.name]
    records.remember_source(session, replace(known, n_rows=table.n_rows))


def _renew_first(session: Session) -> None:
    tables = catalog.loaded_tables(session)
    rankings = {
        name: ranking
        for name, ranking in catalog.stored_rankings(session).items()
        if session.behind.issuperset(
            f"{name}_{relation}" for relation in _BEHIND_RANKINGS
        )
    }
    audits = catalog.stored_audits(session)
    old = {schema: catalog.names(session, schema, "table") for schema in FIRST_SCHEMAS}
    session.create_schemas()
    behind = {f"{name}_{each}" for name in rankings for each in _BEHIND_RANKINGS}
    idle = {f"{name}_{_IDLE}" for name in tables}
    session.file_layout, session.behind = FILE_LAYOUT, frozenset()
    for schema, names in old.items():
        for name in names - behind - idle:
            new = session.cf(name) if name in _TYPED else session.internal(name)
            session.copy(quote(session.catalog, schema, name), new)
    records.prepare(session)
    for table in tables.values():
        _renew_table(session, table)
    for ranking in rankings.values():
        _renew_ranking(session, ranking, tables[ranking.table])
    for audit in audits.values():
        stored_audits.keep_unequal(session, audit.name, tables[audit.table])
    _drop_first(session, tables, old)


def _renew_table(session: Session, table: LoadedTable) -> None:
    """What macros read of a table."""
    if table.bins:
        bins.keep_alias(session, table.name)
    encode.keep_layout(session, table.name)
    with session.scope():
        fields = encode.bind(session, table.name, is_checked=False)
        features = [field.feature for field in fields]
        encode.stage_unlabelled(session, table.label, features)
        session.store("unlabelled", session.internal(f"{table.name}_unlabelled"))
    bins.keep_view(session, table.name, list(table.bins))


def _renew_ranking(
    session: Session, ranking: StoredRanking, table: LoadedTable
) -> None:
    """A ranking with the columns that its results have now, its pairs as they were."""
    with session.scope():
        old = {
            relation: quote(session.catalog, _BEHIND, f"{ranking.name}_{relation}")
            for relation in _BEHIND_RANKINGS
        }
        session.bind("kept_instances", old["spelled_instances"])
        _view_counted(session, ranking)
        old["spelled_instances"] = "counted_instances"
        summarised = _view_summary(session, ranking, table, old)
        present = catalog.relations(session, session.schema)
        for relation in reversed(catalog.RANKING.relations):
            name = f"{ranking.name}_{relation}"
            session.drop(present[name], session.public(name))
        backing = {}
        for relation in _BEHIND_RANKINGS:
            name = f"{ranking.name}_{relation}"
            session.store(relation, session.internal(name))
            session.bind(relation, session.internal(name))
            backing[relation] = f"from {quote(INTERNAL_SCHEMA, name)}"
        session.stage(query("results/staged_firsts"))
        session.store_query(summarised, session.public(f"{ranking.name}_summary"))
        backing["ranked_pairs"] = reading(
            query("renew/row_pairs").body,
            {
                "kept_asked": backing["asked_rows"],
                "kept_pairs": backing["ranked_pairs"],
            },
        )
        ranked = query("results/ranked")
        stored.keep_words(session, ranking.name, table, ranked, backing)


def _view_summary(
    session: Session,
    ranking: StoredRanking,
    table: LoadedTable,
    behind: dict[str, str],
) -> Query:
    """Stage what a summary is made of, from what is stored; the query that makes it."""
    run = run_of(session, ranking.name)
    for relation, kept in behind.items():
        session.bind(relation, kept)
    session.bind("kept_summary", session.public(f"{ranking.name}_summary"))
    is_constrained = "blocked_by" in session.columns("kept_summary")
    session.stage(
        query("constrain/wanted"),
        label_column=table.label,
        target_label=None if run.target == EACH else run.target,
        is_required=bool(run.require),
        differs_by=None,
        least=None,
        greatest=None,
    )
    session.stage(query("renew/kept_firsts"))
    session.stage(query("renew/kept_summaries"))
    if is_constrained:
        session.stage(query("renew/kept_blame"))
    else:
        session.stage(query("constrain/nothing_blamed"))
    session.view(
        query("results/worded_pairs"),
        into="first_spelled",
        reads={"ranked_pairs": "first_pairs"},
    )
    session.view(query("results/told_instances"))
    session.view(query("results/summarised"))
    return query("results/constrained_summary" if is_constrained else "results/summary")


def _view_counted(session: Session, ranking: StoredRanking) -> None:
    """Let queries read the `kept_instances` of a ranking, and how many rows equal each.

    Only where a ranking names contradicted ones is the table read for it.
    """
    features = _compared(session, ranking)
    bind_source(session, ranking.table)
    bins.bind(session, ranking.table)
    session.bind("wanted_rows", session.internal(f"{ranking.table}_cases"))
    if session.fetch_one(query("renew/n_contradicted")) == (0,):
        session.stage_empty(query("encode/texts"), into="kept_texts", features=features)
    else:
        session.stage(query("encode/texts"), into="kept_texts", features=features)
    session.stage(query("renew/equal_rows"))
    session.view(query("renew/counted_instances"))


def _compared(session: Session, ranking: StoredRanking) -> list[str]:
    """The features of a table that a ranking does not ignore."""
    given = (run_of(session, ranking.name).options or {}).get("ignore", [])
    ignored = {name.lower() for name in given}
    fields = session.fetch_stored(session.internal(f"{ranking.table}_features"))
    features = [field["feature"] for field in fields]
    return [feature for feature in features if feature.lower() not in ignored]


def _drop_first(
    session: Session, tables: dict[str, LoadedTable], old: dict[str, set[str]]
) -> None:
    """Drop what was renewed, and the schemas with it, unless others use them."""
    own = {f"{name}_{each}" for name in tables for each in ("bins", "feature_rows")}
    for schema, names in old.items():
        views = catalog.names(session, schema, "view")
        for kind, dropped in (("table", names), ("view", views & own)):
            for name in dropped:
                session.drop(kind, quote(session.catalog, schema, name))
        if views <= own:
            session.drop_schema(schema)
