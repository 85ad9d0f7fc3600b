"""The result tables of an audit: what they say of themselves, and storing them."""

from __future__ import annotations

from cfsql.engines.duckdb import INTERNAL_SCHEMA, Session
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import query
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.stored import describe

# The only view among the results of an audit.
_UNEQUAL = "audit_unequal"

_ABOUT_AUDIT = {
    "audit_features": "How often optimal counterfactuals of {table} change a feature",
    "audit_labels": "Which class of {table} turns into which",
    "audit_answers": "The counterfactuals of {table} by how many rows they answer",
    "audit_coverage": "Rows of {table} with a counterfactual within n changes",
    "audit_contradictions": "Rows of {table} with equal features, different labels",
    "audit_unequal": "Pairs of cases of {table} that differ only in protected columns, "
    "and in their label",
    "audit_unequal_values": "Unequal cases of {table} by protected value",
    "audit_unequal_directions": "Which protected value comes with which label where "
    "cases of {table} are unequal",
    "audit_unequal_tests": "Whether labels of {table} fall one way more than by chance "
    "where rows differ in one protected column alone",
    "audit_near": "Pairs of rows of {table} by how many unprotected features differ",
    "audit_effort": "Changes that rows of {table} need, by protected value and outcome",
    "audit_effort_within": "Rows of {table} within n changes, by protected value and "
    "outcome",
    "audit_effort_features": "What rows of {table} change, by protected value and "
    "outcome",
}

_OF_A_VALUE = {
    "feature": "The protected column; NULL: all rows",
    "value": "The value of the rows",
    "to_label": "The outcome to reach; NULL: any other than their own",
}
_OF_A_SHARE = {
    "share_low": "Lower end of its 95 % interval, by Wilson",
    "share_high": "Upper end of its 95 % interval, by Wilson",
}

_ABOUT_AUDIT_COLUMNS = {
    "audit_features": {
        "from_label": "The class of the rows; NULL: all classes",
        "to_label": "The class of their optimal counterfactuals; NULL: all classes",
        "feature": "The feature",
        "n_changed": "Rows in which it changes; ties share a row by parts",
        "n_rows": "Rows with a counterfactual from this class to that one, by parts",
        "share": "n_changed / n_rows",
    },
    "audit_labels": {
        "from_label": "The class of the rows",
        "to_label": "The class of their optimal counterfactuals",
        "n_rows": "Number of such rows; ties share a row by parts",
        "share": "Share of the answered rows of from_label",
    },
    "audit_answers": {
        "place": "1 answers the most rows",
        "counterfactual_id": "The smallest row id among the equal rows of the answer",
        "label": "Its label",
        "n_rows": "Rows that it is the optimal answer of; ties share a row by parts",
        "n_optimal_for": "Rows that it is an optimal answer of, each counted as one",
        "share": "Share of the answered rows, by parts",
        "cumulated_share": "Share of this answer and all before it",
        "support": "Number of rows with the features and label of the answer",
        "literals": "Its features with their values",
    },
    "audit_coverage": {
        "label": "The class of the rows; NULL: all rows",
        "n_changes": "Number of changes; where features have weights, the distance",
        "n_rows": "Audited rows of the class; with a target, those without it",
        "n_reached": "Rows with a counterfactual within that many changes",
        "share": "n_reached / n_rows",
    },
    "audit_contradictions": {
        "n_rows": "Number of rows with the same features",
        "members": "Their labels, each with its smallest row id and number of rows",
    },
    "audit_unequal": {
        "row_id": "The smallest row id among the equal rows of one case",
        "label": "Its label",
        "other_id": "The smallest row id among the equal rows of the other case",
        "other_label": "Its label",
        "changes": "The protected columns that differ, with both values",
        "explanation": "These differences in words",
        "n_rows": "Number of rows that are the one case",
        "n_other_rows": "Number of rows that are the other case",
        "is_contradicted": "Whether a row equal to one of them, protected columns "
        "included, has another label than it",
    },
    "audit_unequal_values": {
        "feature": "The protected column; NULL: all of them together",
        "value": "The value of the rows",
        "n_rows": "Rows with that value",
        "n_comparable": "Rows of these with a case that differs in the column alone",
        "n_unequal": "Rows of these whose label such a case does not have",
        "share": "n_unequal / n_comparable; NULL if no row is comparable",
        "n_pairs": "Pairs of cases that differ in the column alone and in the label",
        "n_row_pairs": "Pairs of rows that differ in the column alone",
        "n_unequal_row_pairs": "Pairs of these that differ in the label too",
    },
    "audit_unequal_directions": {
        "feature": "The protected column, the only one that differs",
        "value": "Its value in one case, the first by text of the two",
        "label": "The label of that case",
        "other_value": "Its value in the other case",
        "other_label": "The label of that case",
        "n_pairs": "Number of such pairs of cases",
        "n_row_pairs": "Number of such pairs of rows",
    },
    "audit_unequal_tests": {
        "feature": "The protected column, the only one that differs",
        "value": "Its value in one row of a pair, the first by text of the two",
        "label": "The label of that row where pairs fall this way",
        "other_value": "Its value in the other row",
        "other_label": "The label of that row where pairs fall this way",
        "n_pairs": "Pairs that fall this way, the more frequent; a row is in one alone",
        "n_reversed": "Pairs that fall the other way: the labels are exchanged",
        "share": "n_pairs / (n_pairs + n_reversed)",
        **_OF_A_SHARE,
        "p_value": "Exact two-sided sign test: as uneven as this or more, were both "
        "ways as likely",
        "p_holm": "The same, corrected by Holm for all tests of the audit",
        "effect": "Cohen's g = share - 0.5 in words: negligible below 0.05, small "
        "below 0.15, medium below 0.25, large",
    },
    "audit_near": {
        "n_differences": "Unprotected features in which both rows differ, exactly",
        "n_row_pairs": "Pairs of rows that also differ in a protected column",
        "n_unequal_row_pairs": "Pairs of these that differ in their label",
        "share": "n_unequal_row_pairs / n_row_pairs",
        "n_like_row_pairs": "Pairs of rows that are equal in all protected columns",
        "n_unequal_like_row_pairs": "Pairs of these that differ in their label",
        "like_share": "n_unequal_like_row_pairs / n_like_row_pairs",
    },
    "audit_effort": {
        **_OF_A_VALUE,
        "n_rows": "Audited rows with the value and without the outcome",
        "n_reached": "Rows of these with a counterfactual of that outcome",
        "mean_changes": "Mean number of changes that these need",
        "mean_low": "Lower end of its 95 % bootstrap interval; NULL below 10 rows",
        "mean_high": "Upper end of its 95 % bootstrap interval; NULL below 10 rows",
        "q25": "A quarter of all n_rows need at most so many changes; NULL: more than "
        "there is an answer for",
        "q50": "Half of them: the median",
        "q75": "Three quarters of them",
        "q90": "Nine tenths of them",
        "superiority": "Chance that a row with this value needs more changes than one "
        "with another value; equal numbers count half",
        "effect": "How far superiority is from 0.5 in words: negligible below 0.06, "
        "small below 0.14, medium below 0.21, large",
    },
    "audit_effort_within": {
        **_OF_A_VALUE,
        "n_changes": "Number of changes; where features have weights, the distance",
        "n_rows": "Audited rows with the value and without the outcome",
        "n_within": "Rows of these that need at most that many",
        "share": "n_within / n_rows",
        **_OF_A_SHARE,
    },
    "audit_effort_features": {
        **_OF_A_VALUE,
        "changed_feature": "The feature that changes",
        "n_changed": "Rows in which it changes; ties share a row by parts",
        "n_rows": "Rows with the value that reach the outcome",
        "share": "n_changed / n_rows",
        **_OF_A_SHARE,
    },
}


def store_audit(session: Session, name: str, table: LoadedTable) -> None:
    """Keep what was staged by an audit under a name."""
    for relation in catalog.AUDIT.backing:
        session.store(relation, session.internal(f"{name}_{relation}"))
    for relation in _ABOUT_AUDIT:
        if relation != _UNEQUAL:
            session.store(relation, session.public(f"{name}_{relation}"))
            _describe_audit(session, "table", name, relation, table)
    keep_unequal(session, name, table)


def keep_unequal(session: Session, name: str, table: LoadedTable) -> None:
    """Keep the view of the pairs that an audit has found, in words."""
    session.store_view(
        query("audit/audit_unequal"),
        session.public(f"{name}_{_UNEQUAL}"),
        reads={
            relation: quote(INTERNAL_SCHEMA, f"{name}_{relation}")
            for relation in catalog.AUDIT.backing
        },
    )
    _describe_audit(session, "view", name, _UNEQUAL, table)


def _describe_audit(
    session: Session, kind: str, name: str, relation: str, table: LoadedTable
) -> None:
    stored = session.public(f"{name}_{relation}")
    session.comment(kind, stored, _ABOUT_AUDIT[relation].format(table=table.name))
    describe(session, stored, _ABOUT_AUDIT_COLUMNS[relation])
