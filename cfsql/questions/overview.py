"""Stored results at a glance: the figures of the summary that a person reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cfsql.engines import Engine
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.method.columns import METRICS
from cfsql.tables import catalog, stored
from cfsql.tables.catalog import Stored
from cfsql.tables.changed import refuse_changed
from cfsql.tables.frames import Column, Held, Rows
from cfsql.tables.nearly_unique import NearlyUnique, leading_most
from cfsql.tables.runs import StoredRun, has_weights, run_of
from cfsql.words import many


@dataclass(frozen=True)
class FirstExplanation:
    """The optimal counterfactual of one row, in words."""

    row_id: object
    label: str
    counterfactual_id: object
    counterfactual_label: str
    explanation: str
    power: int
    n_optimal: int
    support: int
    share: float
    sureness: str | None


@dataclass(frozen=True, repr=False)
class Overview(Held):
    """How many rows were answered, how clearly, and how well.

    Means are over the rows that have the figure; None where no row has it. Of the
    unanswered rows, `n_there` have the label of `target` already, and each
    constraint has `blocked` others. `n_listed` is how many counterfactuals are
    listed, minimal or not, where others than all the nearest were asked for. `leading`
    are nearly unique features that at least half of the first answers change.
    """

    ranking: Stored
    n_rows: int
    n_unanswered: int
    n_contradicted: int
    n_unsure: int
    n_unique: int
    n_counterfactuals: int
    mean_gap: float | None
    n_firm: int
    n_fair: int
    n_shaky: int
    mean_metrics: dict[str, float | None]
    distances: dict[int, int]
    first: list[FirstExplanation]
    target: str | None
    n_there: int
    blocked: dict[str, int]
    constraints: str
    n_listed: int | None
    declared: str | None = None
    leading: Sequence[NearlyUnique] = ()

    @property
    def n_answered(self) -> int:
        """The rows that have a counterfactual."""
        return self.n_rows - self.n_unanswered

    @property
    def n_wanting(self) -> int:
        """The rows that do not have the outcome that was asked for."""
        return self.n_rows - self.n_there

    @property
    def sureness(self) -> dict[str, int]:
        """How many answers are firm, fair and shaky; nothing where that is not said."""
        counts = {"firm": self.n_firm, "fair": self.n_fair, "shaky": self.n_shaky}
        return counts if any(counts.values()) else {}

    @property
    def is_weighted(self) -> bool:
        """Whether some features count more than once in a distance."""
        return has_weights(self.constraints)

    @property
    def notes(self) -> list[str]:
        """What to know beside the figures, as Python says it."""
        return [each.in_python for each in self.leading]

    @property
    def headline(self) -> str:
        """The ranking in one line."""
        return (
            f"{self.n_answered:,} of {many(self.n_rows, 'row')} of {self.ranking.table}"
            f" answered, {self.n_unique:,} by a unique optimal counterfactual"
        )

    def _rows(self) -> Rows:
        """One row, with the figures of the ranking."""
        means: dict[str, Column] = {
            f"mean_{name}": (float, mean) for name, mean in self.mean_metrics.items()
        }
        before: dict[str, Column] = {"ranking": (str, self.ranking.name)}
        return Rows(
            Overview,
            [self],
            before | means,
            without=("ranking", "first", "declared", "leading"),
        )


def bind_ranking(session: Session, ranking: Stored) -> None:
    """Let queries read a stored ranking as `summary` and `ranked`."""
    refuse_changed(session, ranking.table)
    stored.bind_summary(session, ranking)
    stored.view_ranked(session, ranking, "ranked")


def overview(session: Session, ranking: Stored, *, n_shown: int = 5) -> Overview:
    """Read the figures of a stored ranking."""
    bind_ranking(session, ranking)
    run = run_of(ranking)
    found = read_overview(session, ranking, run, n_shown=n_shown)
    table = catalog.loaded_table(session, ranking.table)
    return replace(
        found, leading=leading_most(session, table, lambda: first_shares(session))
    )


def first_shares(session: Session) -> dict[str, float]:
    """The share of the first answers in `listed_first` that change each feature."""
    return dict(session.fetch(query("overview/changed_first")))


def leading_in(session: Session, ranking: Stored) -> list[NearlyUnique]:
    """The nearly unique features that lead a stored ranking."""

    def find_shares() -> dict[str, float]:
        bind_ranking(session, ranking)
        session.stage(query("overview/listed_first"))
        return first_shares(session)

    table = catalog.loaded_table(session, ranking.table)
    return leading_most(session, table, find_shares)


def read_overview(
    session: Engine, ranking: Stored, run: StoredRun, *, n_shown: int = 5
) -> Overview:
    """Read the figures of a ranking that is bound, or staged."""
    session.stage(query("overview/listed_first"))
    (headline,) = session.fetch_records(query("overview/headline"))
    n_listed = headline.pop("n_listed")
    means = {metric.name: headline.pop(f"mean_{metric.name}") for metric in METRICS}
    first = session.fetch(query("overview/first_explanations"), n_shown=n_shown)
    n_there, blocked = _blocked(session, run.target)
    return Overview(
        ranking=ranking,
        **headline,
        mean_metrics=means,
        distances=dict(session.fetch(query("overview/distances"))),
        first=[FirstExplanation(*row) for row in first],
        target=run.target,
        n_there=n_there,
        blocked=blocked,
        constraints=run.constraints,
        n_listed=n_listed if run.lists_others else None,
        declared=run.declared,
    )


def _blocked(session: Engine, target: str | None) -> tuple[int, dict[str, int]]:
    """The rows that need no other label, and those that each constraint has blocked."""
    if "blocked_by" not in session.columns("summary"):
        return 0, {}
    n_there, blocked = 0, {}
    for constraint, is_there, n_rows in session.fetch(
        query("overview/blocked_rows"), target=target
    ):
        if is_there:
            n_there += n_rows
        else:
            blocked[constraint] = n_rows
    return n_there, blocked


@dataclass(frozen=True)
class FirstFactual:
    """The first factual explanation of one row, in words."""

    row_id: object
    label: str
    explanation: str
    coverage: int
    n_factual: int


@dataclass(frozen=True, repr=False)
class FactualOverview(Held):
    """How many rows were explained, how completely, and by how little."""

    factual: Stored
    n_rows: int
    n_unexplained: int
    n_contradicted: int
    n_incomplete: int
    n_factual: int
    sizes: dict[int, int]
    first: list[FirstFactual]
    leading: Sequence[NearlyUnique] = ()

    @property
    def n_explained(self) -> int:
        """The rows that have an explanation."""
        return self.n_rows - self.n_unexplained

    @property
    def notes(self) -> list[str]:
        """What to know beside the figures, as Python says it."""
        return [each.in_python for each in self.leading]

    @property
    def headline(self) -> str:
        """The explanations in one line."""
        return (
            f"{self.n_explained:,} of {many(self.n_rows, 'row')} of "
            f"{self.factual.table} explained, by {self.n_factual:,} sets of values"
        )

    def _rows(self) -> Rows:
        """One row, with the figures of the explanations."""
        before: dict[str, Column] = {"result": (str, self.factual.name)}
        without = ("factual", "first", "leading")
        return Rows(FactualOverview, [self], before, without=without)


def factual_overview(
    session: Session, factual: Stored, *, n_shown: int = 5
) -> FactualOverview:
    """Read the figures of stored factual explanations."""
    refuse_changed(session, factual.table)
    for relation in catalog.FACTUAL.relations:
        session.bind(relation, session.public(f"{factual.name}_{relation}"))
    (headline,) = session.fetch_records(query("overview/factual_headline"))
    first = session.fetch(query("overview/first_factuals"), n_shown=n_shown)
    leading = leading_most(
        session,
        catalog.loaded_table(session, factual.table),
        lambda: dict(session.fetch(query("overview/used_first"))),
    )
    return FactualOverview(
        factual=factual,
        **headline,
        sizes=dict(session.fetch(query("overview/factual_sizes"))),
        first=[FirstFactual(*row) for row in first],
        leading=leading,
    )
