"""The contract's result tables: their names, what they say of themselves, storing."""

from __future__ import annotations

from cfsql import catalog
from cfsql.catalog import LoadedTable
from cfsql.engines.duckdb import RESULTS_SCHEMA, Session
from cfsql.identifiers import quote
from cfsql.queries import Query, query

_ABOUT_RANKING = {
    "ranked": "The minimal counterfactuals of each row of {table}, best first",
    "summary": "One row per ranked row of {table}, also without a counterfactual",
    "optimal": "The optimal counterfactuals of each row of {table}",
}

_ABOUT_RANKED = {
    "row_id": "The row that is explained",
    "label": "Its label",
    "counterfactual_id": "The smallest row id among the equal rows of the answer",
    "counterfactual_label": "The label of the answer",
    "distance": "Number of features that differ",
    "changes": "The features that differ, with both values, in column order",
    "explanation": "The changes in words",
    "rank": "1 is best; ties share a rank",
    "is_optimal": "Whether the rank is 1",
    "power": "Rows in the hyperball whose label is not the answer's",
    "ball_size": "Rows at most as far from the answer as this row is",
    "typicality": "Share of the answer's class that is in the hyperball",
    "capacity": "Share of the hyperball that has another label than the answer",
    "universality": "Share of the hyperball that has this row's label",
    "dag_count": "Minimal counterfactuals of this row that change the same features",
    "support": "Number of rows with the features and label of the answer",
}

_ABOUT_SUMMARY = {
    "row_id": "The row that is explained",
    "label": "Its label",
    "min_distance": "Least number of changes; NULL without a counterfactual",
    "n_minimal": "Number of counterfactuals at that distance",
    "n_optimal": "Number of these with rank 1",
    "is_unique": "Whether exactly one is optimal",
    "power": "Highest power among the minimal counterfactuals",
    "second_power": "Second highest power, ties included; NULL if there is one only",
    "gap": "(power - second_power) / power",
    "is_contradicted": "Whether an equal row has another label",
    "optimal_id": "The optimal counterfactual that is listed first",
    "explanation": "Its changes in words",
}


_ABOUT_BLOCKED = {
    "blocked_by": "The constraint that took the row's last counterfactual",
}

_ABOUT_FACTUALS = {
    "factual": "The minimal factual explanations of each row of {table}",
    "factual_summary": "One row per explained row of {table}, also without explanation",
}

_ABOUT_FACTUAL = {
    "row_id": "The row that is explained",
    "label": "Its label",
    "features": "The features whose values come with the label, in column order",
    "literals": "These features with the values that the row has",
    "size": "Number of features",
    "coverage": "Number of cases with these values",
    "precision": "Share of these cases that have the label",
}

_ABOUT_FACTUAL_SUMMARY = {
    "row_id": "The row that is explained",
    "label": "Its label",
    "smallest_size": "Features of the smallest explanation; NULL without any",
    "n_factual": "Number of minimal factual explanations that are stored",
    "is_complete": "Whether these are all that there are",
    "is_contradicted": "Whether an equal row has another label",
    "explanation": "The first explanation in words",
}


def store_ranking(
    session: Session, name: str, table: LoadedTable, summarised: Query
) -> None:
    """Keep `ranked` and `summary` under a name, in place of what was there."""
    catalog.forget_results(session, name, catalog.RANKING)
    ranked, summary, optimal = (
        session.public(f"{name}_{relation}") for relation in catalog.RANKING.relations
    )
    for relation in catalog.RANKING.backing:
        session.store(relation, session.backing(f"{name}_{relation}"))
    backing = {
        relation: f"from {quote(RESULTS_SCHEMA, f'{name}_{relation}')}"
        for relation in catalog.RANKING.backing
    }
    session.store_view(
        query("results/ranked"),
        ranked,
        reads={**backing, "spelled_pairs": query("results/spelled_pairs").body},
    )
    session.store_view(
        query("results/optimal"),
        optimal,
        reads={"ranked": f"from {quote(f'{name}_ranked')}"},
    )
    session.store_query(summarised, summary)
    for relation, about in _ABOUT_RANKING.items():
        session.comment(
            "table" if relation == "summary" else "view",
            session.public(f"{name}_{relation}"),
            about.format(table=table.name),
        )
    _describe(session, ranked, _ABOUT_RANKED)
    _describe(session, optimal, _ABOUT_RANKED)
    _describe(session, summary, _ABOUT_SUMMARY)
    if summarised.name == "constrained_summary":
        _describe(session, summary, _ABOUT_BLOCKED)


def store_factual(session: Session, name: str, table: LoadedTable) -> None:
    """Keep `factual` and `factual_summary` under a name, in place of what was there."""
    catalog.forget_results(session, name, catalog.FACTUAL)
    for relation, columns in (
        ("factual", _ABOUT_FACTUAL),
        ("factual_summary", _ABOUT_FACTUAL_SUMMARY),
    ):
        stored = session.public(f"{name}_{relation}")
        session.store_query(query(f"why/{relation}"), stored)
        about = _ABOUT_FACTUALS[relation].format(table=table.name)
        session.comment("table", stored, about)
        _describe(session, stored, columns)


def _describe(session: Session, relation: str, columns: dict[str, str]) -> None:
    for column, about in columns.items():
        session.comment("column", f"{relation}.{quote(column)}", about)
