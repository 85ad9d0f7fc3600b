"""Stability: in how many random subsamples of a table the answers of rows stay.

A subsample has the explained row, and each other row with the chance `keep`, drawn on
its own. sql/questions/stability.sql says why nothing has to be searched again.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method.constraints import EACH
from cfsql.method.rank import Method, compute
from cfsql.method.selection import Selection
from cfsql.options import StabilityOptions, changed_options, refuse_wrong_values
from cfsql.progress import Progress
from cfsql.tables import catalog, records
from cfsql.tables.catalog import LoadedTable, Stored
from cfsql.tables.changed import refuse_changed
from cfsql.tables.frames import Column, Held, Rows
from cfsql.tables.runs import run_of
from cfsql.tables.stored import store_stability

# Comparisons of a centre with a case that one statement makes, and pairs of an answer
# and a subsample that one statement ranks.
_WORK_PER_BATCH = 200_000_000
_PAIRS_PER_BATCH = 10_000_000

# The hexadecimal digits of a draw, and how many draws there are.
_DIGITS = 13
_DRAWS = 16**_DIGITS


@dataclass(frozen=True)
class Subsamples:
    """How many subsamples are drawn, and how much of a table each has."""

    keep: float = 0.95
    repeats: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if not 0 < self.keep < 1:
            raise WrongUse(
                "--keep is a share of the rows, above 0 and below 1, such as 0.95; "
                f"not {self.keep:g}"
            )
        refuse_wrong_values(StabilityOptions, {"repeats": self.repeats})

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Subsamples:
        """The subsamples that the options of a call ask for."""
        return cls(**{name: options[name] for name in vars(cls()) if name in options})

    @property
    def first_dropped(self) -> str:
        """The first draw that drops a row."""
        return f"{int(self.keep * _DRAWS):0{_DIGITS}x}"


@dataclass(frozen=True)
class StableRow:
    """A row, its answer, and in which share of subsamples the answer stays."""

    row_id: object
    label: str
    counterfactual_label: str
    distance: int
    explanation: str
    n_repeats: int
    n_answer: int
    answer_share: float
    answer_low: float
    answer_high: float
    n_features: int
    features_share: float
    features_low: float
    features_high: float
    n_distance: int
    distance_share: float
    distance_low: float
    distance_high: float
    n_present: int
    given_share: float | None
    given_low: float | None
    given_high: float | None


@dataclass(frozen=True, repr=False)
class Stability:
    """How often answers stay, over all rows.

    Means are over the rows with an answer; None where no row has one. What is given
    is that a subsample has the answer's own rows: `n_given` answers have such a share,
    and by this rows are counted that stay always, mostly and rarely.
    """

    stability: Stored
    n_rows: int
    n_answered: int
    mean_answer: float | None
    mean_given: float | None
    mean_features: float | None
    mean_distance: float | None
    n_given: int
    n_always: int
    n_mostly: int
    n_rarely: int


@dataclass(frozen=True, repr=False)
class StabilityOverview(Stability, Held):
    """How often answers stay, and the rows where they do least often."""

    least: list[StableRow]
    # What is declared with the table and was kept to, in words.
    declared: str | None = None

    @property
    def headline(self) -> str:
        """The result in one line."""
        if self.mean_answer is None:
            return f"no row of {self.stability.table} has a counterfactual"
        return (
            f"in subsamples of {self.stability.table}, answers stay the same in "
            f"{self.mean_answer:.1%} of the cases on average"
        )

    def _rows(self) -> Rows:
        """One row, with the figures over all rows."""
        before: dict[str, Column] = {"result": (str, self.stability.name)}
        return Rows(
            StabilityOverview,
            [self],
            before,
            without=("stability", "least", "declared"),
        )


def stability(
    session: Session,
    table: LoadedTable,
    selection: Selection,
    method: Method,
    subsamples: Subsamples,
    progress: Progress,
    *,
    into: str | None = None,
    time_limit: float | None = None,
) -> str:
    """Draw subsamples, and store how often answers stay; the name it goes by."""
    _refuse_constraints(method)
    started = time.monotonic()
    name = into or table.name
    with session.within(time_limit, progress) as limit:
        n_rows, run = compute(session, table, selection, method, limit)
        with session.any_order():
            _draw(session, method, subsamples, limit)
            _rank_again(session, method, subsamples, limit)
        given = {**vars(run.problem.constraints), **vars(subsamples)}
        with records.storing(
            session,
            catalog.STABILITY,
            name,
            table.name,
            options={
                "by": method.by,
                "count": method.count,
                **selection.options,
                **changed_options(StabilityOptions, given),
                "declared": method.declared.options or None,
                "into": into,
            },
            facts={**vars(subsamples), "n_rows": n_rows},
            plan=run.plan,
            steps=run.report,
            started=started,
            limit=limit,
        ):
            store_stability(session, name, table, subsamples.repeats)
    return name


def _refuse_constraints(method: Method) -> None:
    """Refuse what rows that go can give an answer by, and more answers than one."""
    if method.constraints.min_share is not None:
        raise WrongUse(
            "--min-share: a case that is not allowed in the table may be allowed in a "
            "subsample, so that answers are not comparable; leave it out"
        )
    if method.constraints.target == EACH:
        raise WrongUse(
            "--target each asks for several answers of a row; give one outcome"
        )


def _draw(
    session: Session, method: Method, subsamples: Subsamples, progress: Progress
) -> None:
    """Stage `dropped_rows`, `lost_cases` and `ball_losses` of all subsamples."""
    session.stage_shards(
        query("stability/whole_cases"),
        key="case_id",
        n_rows=session.size("population"),
    )
    session.stage(query("stability/queued_balls"), work_per_batch=_WORK_PER_BATCH)
    (n_batches,) = session.fetch_one(query("stability/n_batches"))
    session.stage(query("stability/answer_parts"))
    if n_batches == 1:
        # Few are near: only these are drawn.
        session.stage(query("stability/ball_members"), batch=0)
        session.stage(query("stability/near_cases"))
    else:
        session.bind("drawn_cases", "cases")
    session.stage(
        query("stability/dropped_rows"),
        seed=subsamples.seed,
        repeats=subsamples.repeats,
        first_dropped=subsamples.first_dropped,
    )
    session.stage(query("stability/lost_cases"), count=method.count)
    if not n_batches:
        session.stage(query("stability/ball_members"), batch=0)
        session.append(query("stability/ball_losses"))
    for batch in progress.track("losing power", range(n_batches)):
        if n_batches > 1:
            session.stage(query("stability/ball_members"), batch=batch)
        session.append(query("stability/ball_losses"))


def _rank_again(
    session: Session, method: Method, subsamples: Subsamples, progress: Progress
) -> None:
    """Stage `same_answers`, some subsamples at a time."""
    n_pairs = max(1, session.size("measured_pairs"))
    n_together = max(1, _PAIRS_PER_BATCH // n_pairs)
    n_batches = -(-subsamples.repeats // n_together)
    for batch in progress.track("ranking subsamples", range(n_batches)):
        session.stage(
            query("stability/kept_parts"),
            first_repeat=batch * n_together + 1,
            last_repeat=min((batch + 1) * n_together, subsamples.repeats),
        )
        session.stage(
            query("stability/kept_pairs"),
            by=method.by,
            min_support=method.constraints.min_support or 1,
        )
        session.append(query("stability/same_answers"))


def stability_overview(
    session: Session, stored: Stored, *, n_shown: int = 5
) -> StabilityOverview:
    """Read the figures of a stored result."""
    refuse_changed(session, stored.table)
    session.bind("stability", session.public(f"{stored.name}_stability"))
    (headline,) = session.fetch_records(query("stability/headline"))
    least = session.fetch_records(
        query("stability/stable_rows"), rows=None, n_shown=n_shown
    )
    return StabilityOverview(
        stability=stored,
        **headline,
        least=[StableRow(**row) for row in least],
        declared=run_of(stored).declared,
    )


def stability_of_answers(
    session: Session, name: str, table: LoadedTable
) -> Stability | None:
    """How often the `optimal_answers` that are staged stay, if it is stored.

    Binds `stability` to these rows.
    """
    stored = _current(session, table).get(name)
    if stored is None:
        return None
    session.bind("stored_stability", session.public(f"{name}_stability"))
    session.view(query("stability/same_stability"))
    (headline,) = session.fetch_records(query("stability/headline"))
    return Stability(stability=stored, **headline) if headline["n_rows"] else None


def stable_rows(session: Session, rows: list[str]) -> dict[str, StableRow]:
    """How often the answers of these rows stay, where `stability` is bound."""
    found = session.fetch_records(
        query("stability/stable_rows"), rows=rows, n_shown=None
    )
    return {str(row["row_id"]): StableRow(**row) for row in found}


def stable_answer(
    session: Session, table: LoadedTable, row: str, *, label: str, explanation: str
) -> StableRow | None:
    """How often this answer of a row stays, if it is stored under any name."""
    for name in _current(session, table):
        session.bind("stability", session.public(f"{name}_stability"))
        found = stable_rows(session, [row]).get(row)
        told = (label, explanation)
        if found and (found.counterfactual_label, found.explanation) == told:
            return found
    return None


def _current(session: Session, table: LoadedTable) -> dict[str, Stored]:
    """What is stored of a table as it is now."""
    return {
        stored.name: stored
        for stored in catalog.all_stored(session, catalog.STABILITY)
        if stored.table == table.name and stored.stale is None
    }
