"""Reading a stored audit."""

from __future__ import annotations

from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.options import N_SHOWN
from cfsql.questions.audit.effort import (
    Effort,
    EffortFeature,
    EffortWithin,
    NearPairs,
    UnequalTest,
)
from cfsql.questions.audit.figures import (
    Answer,
    Audit,
    AuditedFeature,
    Contradiction,
    Direction,
    LabelPair,
    Member,
    Reach,
    UnequalPair,
    UnequalValue,
)
from cfsql.questions.explanation import Change
from cfsql.questions.why import Literal
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable, Stored
from cfsql.tables.changed import refuse_changed
from cfsql.tables.nearly_unique import leading_most
from cfsql.tables.runs import run_of


def read_audit(
    session: Session,
    stored: Stored,
    table: LoadedTable,
    *,
    n_shown: int | None = N_SHOWN,
) -> Audit:
    """Read a stored audit, with the first answers and pairs; None is all of them."""
    refuse_changed(session, stored.table)
    ranking = catalog.stored_by_name(session, catalog.RANKING)[stored.name]

    def rows(relation: str, limit: int | None = None) -> list[dict[str, Any]]:
        name = session.public(f"{stored.name}_audit_{relation}")
        return session.fetch_stored(name, limit=limit)

    values = [UnequalValue(**row) for row in rows("unequal_values")]
    together = next((each for each in values if each.feature is None), None)
    session.bind("audit_unequal", session.public(f"{stored.name}_audit_unequal"))
    session.bind("audit_answers", session.public(f"{stored.name}_audit_answers"))
    session.bind(
        "audit_contradictions", session.public(f"{stored.name}_audit_contradictions")
    )
    n_clear_pairs, n_contradicted = session.fetch_one(query("audit/sizes"))
    pairs = session.fetch_records(query("audit/shown_pairs"), n_shown=n_shown)
    features = [AuditedFeature(**row) for row in rows("features")]
    coverage = [Reach(**row) for row in rows("coverage")]
    overall = [each.n_reached for each in coverage if each.label is None]
    n_answered = max(overall, default=0)
    leading = leading_most(
        session,
        table,
        lambda: {
            each.feature: each.n_changed / n_answered
            for each in features
            if each.from_label is None and n_answered
        },
    )
    return Audit(
        name=stored.name,
        table=stored.table,
        label_column=table.label,
        protected=stored.protected,
        constraints=run_of(ranking).constraints,
        n_rows=stored.n_rows,
        n_table_rows=table.n_rows,
        n_features=table.n_features,
        features=features,
        labels=[LabelPair(**row) for row in rows("labels")],
        n_answers=session.size("audit_answers"),
        answers=[
            Answer(**row | {"literals": [Literal(**each) for each in row["literals"]]})
            for row in rows("answers", n_shown)
        ],
        coverage=coverage,
        n_contradicted=n_contradicted,
        n_contradictions=session.size("audit_contradictions"),
        contradictions=[
            Contradiction(row["n_rows"], [Member(**each) for each in row["members"]])
            for row in rows("contradictions", n_shown)
        ],
        n_pairs=together.n_pairs if together else 0,
        n_clear_pairs=n_clear_pairs,
        n_comparable=together.n_comparable if together else 0,
        n_unequal=together.n_unequal if together else 0,
        unequal_rate=together.n_unequal_row_pairs / together.n_row_pairs
        if together and together.n_row_pairs
        else None,
        twin_rate=stored.n_unlike_twins / stored.n_twins if stored.n_twins else None,
        pairs=[
            UnequalPair(
                **row | {"changes": [Change(**each) for each in row["changes"]]}
            )
            for row in pairs
        ],
        values=[each for each in values if each.feature is not None],
        directions=[Direction(**row) for row in rows("unequal_directions")],
        tests=[UnequalTest(**row) for row in rows("unequal_tests")],
        near=[NearPairs(**row) for row in rows("near")],
        effort=[Effort(**row) for row in rows("effort")],
        effort_within=[EffortWithin(**row) for row in rows("effort_within")],
        effort_features=[EffortFeature(**row) for row in rows("effort_features")],
        leading=leading,
    )
