"""Making an audit: its result tables, staged from a ranking and stored."""

from __future__ import annotations

import time
from collections.abc import Sequence

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method import encode
from cfsql.method.packing import key_function
from cfsql.questions.audit.protected import protected_columns
from cfsql.questions.overview import bind_ranking
from cfsql.tables import catalog, records, renewal
from cfsql.tables.catalog import LoadedTable, StoredAudit, StoredRanking
from cfsql.tables.stored import store_audit
from cfsql.words import listing

# More pairs than anyone can read, and than a table should hold.
MOST_PAIRS = 10_000_000


def audit(
    session: Session,
    ranking: StoredRanking,
    table: LoadedTable,
    protected: Sequence[str],
) -> StoredAudit:
    """Audit a table by its stored ranking, and store the result tables."""
    started = time.monotonic()
    columns = protected_columns(session, table, protected)
    fields = encode.bind(session, table.name)
    features = [field.feature for field in fields]
    session.define(
        key_function([field for field in fields if field.feature not in columns])
    )
    with session.any_order():
        n_twins, n_unlike_twins = _stage_unequal(session, features, columns)
        bind_ranking(session, ranking)
        behind = renewal.backing(session, ranking)
        session.bind("spelled_instances", behind["spelled_instances"])
        session.stage(query("report/optimal_answers"))
        session.stage(query("report/label_pairs"))
    session.stage(query("audit/audit_features"))
    session.stage(query("audit/audit_labels"))
    session.stage(query("audit/audit_answers"), features=features)
    session.stage(query("audit/audit_coverage"))
    session.stage(
        query("profile/contradictions"), into="audit_contradictions", n_shown=None
    )
    with session.transaction():
        records.prepare(session)
        store_audit(session, ranking.name, table)
        records.remember_audit(
            session,
            result_name=ranking.name,
            table_name=table.name,
            protected=columns,
            n_rows=ranking.n_rows,
            n_twins=n_twins,
            n_unlike_twins=n_unlike_twins,
        )
        records.remember_run(
            session,
            command="audit",
            table=table.name,
            result=ranking.name,
            options={"protected": columns or None},
            rows=ranking.n_rows,
            seconds=time.monotonic() - started,
        )
    return catalog.stored_audits(session)[ranking.name]


def _stage_unequal(
    session: Session, features: list[str], protected: list[str]
) -> tuple[int, int]:
    """Stage the cases that are treated unequally, and count them by value.

    Returns how many pairs of the rows that can be compared are equal in everything,
    and how many of these have different labels.
    """
    session.bind("wanted_rows", "cases")
    # Without a protected column there are no cases to compare, and empty tables.
    session.stage(query("encode/texts"), features=protected or features[:1])
    stage_cases = session.stage if protected else session.stage_empty
    stage_cases(query("audit/audited_cases"))
    session.stage(query("audit/matched_cases"), place=0)
    n_pairs, n_twins, n_unlike_twins = session.fetch_one(query("audit/pair_counts"))
    if n_pairs > MOST_PAIRS:
        raise WrongUse(
            f"{n_pairs:,} pairs of cases differ in {listing(protected)} alone, too "
            "many to say anything; protect fewer columns, or such with fewer values"
        )
    session.stage(query("audit/unequal_cases"), features=protected)
    session.stage(query("audit/audit_unequal_values"), feature=None, place=0)
    session.stage_empty(query("audit/audit_unequal_directions"))
    for place, feature in enumerate(protected, start=1):
        session.stage(query("audit/matched_cases"), place=place)
        session.append(
            query("audit/audit_unequal_values"), feature=feature, place=place
        )
        session.append(query("audit/audit_unequal_directions"), feature=feature)
    return n_twins, n_unlike_twins
