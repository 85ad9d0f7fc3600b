"""The contract's result tables: their names, what they say of themselves, storing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cfsql.engines.duckdb import INTERNAL_SCHEMA, Session
from cfsql.engines.duckdb.written_out import renamed
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import Query, query
from cfsql.method.columns import (
    BLOCKED,
    COVER,
    COVER_ROWS,
    RANKED,
    STABILITY,
    SUMMARY,
    SURE,
    WEIGHTED,
    Column,
)
from cfsql.tables import catalog, records
from cfsql.tables.catalog import LoadedTable, Stored

_ABOUT_RANKING = {
    "ranked": "The minimal counterfactuals of each row of {table}",
    "summary": "One row per ranked row of {table}, also without a counterfactual",
    "optimal": "The optimal counterfactuals of each row of {table}",
}

_ABOUT_FACTUALS = {
    "factual": "The minimal factual explanations of each row of {table}",
    "factual_summary": "One row per explained row of {table}, also without explanation",
}

ABOUT_FACTUAL = {
    "row_id": "The row that is explained",
    "label": "Its label",
    "features": "The features whose values come with the label, in column order",
    "literals": "These features with the values that the row has",
    "size": "Number of features",
    "coverage": "Number of cases with these values",
    "precision": "Share of these cases that have the label",
}

ABOUT_FACTUAL_SUMMARY = {
    "row_id": "The row that is explained",
    "label": "Its label",
    "smallest_size": "Features of the smallest explanation; NULL without any",
    "n_factual": "Number of minimal factual explanations that are stored",
    "is_complete": "Whether these are all that there are",
    "is_contradicted": "Whether an equal row has another label",
    "explanation": "The first explanation in words",
}

ABOUT_CHANGES = {
    "ranking": "The ranking in which the answer changed",
    "row_id": "The row whose answer changed",
    "reason": "What is different: another answer, or only others of the same rank",
    "before_label": "Its label before",
    "before_id": "The first optimal counterfactual before; NULL if that row is gone",
    "before_counterfactual_label": "The label that it led to",
    "before_explanation": "What it changed; NULL if that row is gone",
    "before_distance": "Number of features that it changed",
    "before_power": "Its power",
    "before_n_optimal": "Number of optimal counterfactuals before",
    "after_label": "The label of the row now",
    "after_id": "The first optimal counterfactual now",
    "after_counterfactual_label": "The label that it leads to",
    "after_explanation": "What it changes",
    "after_distance": "Number of features that it changes",
    "after_power": "Its power",
    "after_n_optimal": "Number of optimal counterfactuals now",
}

# What is not read once something else is stored.
_SPENT = {
    "ranked_pairs": ("balls", "measured_balls"),
    "words": ("measured_pairs",),
}


def store_ranking(
    session: Session, name: str, table: LoadedTable, listed: Query, summarised: Query
) -> None:
    """Keep `ranked` and `summary` under a name."""

    def store(relation: str) -> None:
        kept = session.internal(f"{name}_{relation}")
        session.store(relation, kept)
        session.bind(relation, kept)

    with session.scope():
        keep_behind(session, store)
        session.store_query(summarised, session.public(f"{name}_summary"))
    keep_ranked(session, name, table, listed)


def keep_behind(session: Session, keep: Callable[[str], None]) -> None:
    """Keep what the views of a ranking read, and stage what is said of each row.

    `keep` keeps one relation after the other, and points its name there.
    """
    session.view(query("rank/kept_pairs"))
    for relation in catalog.RANKING.backing:
        keep(relation)
        # With little memory, one thing at a time fits.
        for spent in _SPENT.get(relation, ()):
            session.forget(spent)
    session.bind("spelled_instances", "shown_instances")
    session.stage(query("results/first_spelled"))


def keep_ranked(session: Session, name: str, table: LoadedTable, listed: Query) -> None:
    """Keep the views of a ranking on what is stored, and say what its columns are."""
    ranked, summary, optimal = (
        session.public(f"{name}_{relation}") for relation in catalog.RANKING.relations
    )
    # Where macros read it too: some clients let no view of one schema read another
    # that is called main, once the file is attached to something else.
    behind = {
        relation: quote(INTERNAL_SCHEMA, f"{name}_{relation}")
        for relation in catalog.RANKING.backing
    }
    pairs = renamed(query("results/spelled_pairs").body, behind)
    session.store_view(
        listed,
        session.internal(f"{name}_ranked"),
        reads={"spelled_pairs": f"(\n{pairs}\n)"},
    )
    session.store_alias(ranked, INTERNAL_SCHEMA, f"{name}_ranked")
    session.store_view(
        query("results/optimal"),
        optimal,
        reads={"ranked": quote(INTERNAL_SCHEMA, f"{name}_ranked")},
    )
    for relation, about in _ABOUT_RANKING.items():
        session.comment(
            "table" if relation == "summary" else "view",
            session.public(f"{name}_{relation}"),
            about.format(table=table.name),
        )
    weighted = WEIGHTED if listed.name == "weighted_ranked" else ()
    describe(session, ranked, _comments((*RANKED, *weighted)))
    describe(session, optimal, _comments((*RANKED, *weighted)))
    describe(session, summary, _comments((*SUMMARY, *weighted, *SURE)))
    session.bind("described", summary)
    if "blocked_by" in session.columns("described"):
        describe(session, summary, _comments(BLOCKED))


def bind_behind(session: Session, ranking: Stored) -> None:
    """Let queries read what a stored ranking is made of."""
    for relation in catalog.RANKING.backing:
        session.bind(relation, session.internal(f"{ranking.name}_{relation}"))


def view_ranked(session: Session, ranking: Stored, into: str) -> None:
    """Let queries read the counterfactuals of a stored ranking, in no order."""
    bind_behind(session, ranking)
    session.view(query("results/spelled_pairs"), into=into)


def bind_summary(session: Session, ranking: Stored) -> None:
    """Let queries read what a stored ranking says of each row, as `summary`."""
    session.bind("summary", session.public(f"{ranking.name}_summary"))


def store_factual(session: Session, name: str, table: LoadedTable) -> None:
    """Keep `factual` and `factual_summary` under a name."""
    for relation, columns in (
        ("factual", ABOUT_FACTUAL),
        ("factual_summary", ABOUT_FACTUAL_SUMMARY),
    ):
        stored = session.public(f"{name}_{relation}")
        session.store_query(query(f"why/{relation}"), stored)
        about = _ABOUT_FACTUALS[relation].format(table=table.name)
        session.comment("table", stored, about)
        describe(session, stored, columns)


def store_changes(session: Session, table: LoadedTable) -> None:
    """Keep the answers that changed with a table, in place of those before."""
    name, kind = table.name, catalog.CHANGES
    records.forget_results(session, name, kind)
    stored = session.public(f"{name}_{kind.relations[0]}")
    session.store_query(query("diff/kept_changes"), stored)
    facts = {"n_rows": session.size("changed_answers")}
    records.remember_result(session, kind, name, name, options={}, facts=facts)
    session.comment(
        "table", stored, f"The rows of {table.name} whose answer changed with it last"
    )
    describe(session, stored, ABOUT_CHANGES)


_ABOUT_SURE: dict[str, tuple[str, Iterable[Column]]] = {
    "stability": (
        "How often the answer of each row stays in subsamples of {table}",
        STABILITY,
    ),
    "cover": ("The few cases of {table} that are near the most rows", COVER),
    "cover_rows": (
        "The rows of {table} that a few cases should be near, and which is",
        COVER_ROWS,
    ),
}


def store_stability(
    session: Session, name: str, table: LoadedTable, repeats: int
) -> None:
    """Keep how often answers stay under a name."""
    _keep(session, name, table, query("stability/stability"), repeats=repeats)


def store_cover(
    session: Session,
    name: str,
    table: LoadedTable,
    *,
    features: list[str],
    anonymous: bool,
    n_rows: int,
) -> None:
    """Keep the chosen cases and all rows under a name."""
    told = {"features": features, "anonymous": anonymous}
    _keep(session, name, table, query("cover/cover"), **told, n_rows=n_rows)
    _keep(session, name, table, query("cover/cover_rows"), **told)


def _keep(
    session: Session, name: str, table: LoadedTable, made: Query, **parameters: object
) -> None:
    """Store the result of a query under its name, with comments."""
    about, columns = _ABOUT_SURE[made.name]
    stored = session.public(f"{name}_{made.name}")
    session.store_query(made, stored, **parameters)
    session.comment("table", stored, about.format(table=table.name))
    describe(session, stored, _comments(columns))


def _comments(columns: Iterable[Column]) -> dict[str, str]:
    return {column.name: column.about for column in columns}


def describe(session: Session, relation: str, columns: dict[str, str]) -> None:
    """Say in the database what the columns of a result table are."""
    for column, about in columns.items():
        session.comment("column", f"{relation}.{quote(column)}", about)
