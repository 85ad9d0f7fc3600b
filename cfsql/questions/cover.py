"""Cover: the few cases that are within so many changes of the most rows.

They are chosen greedily, each by the rows that it adds. No choice of as many cases
reaches more than about 1.6 times the rows that these do; what else bounds it is exact.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method import encode
from cfsql.method.constraints import EACH
from cfsql.method.rank import Method, pose_problem
from cfsql.method.search.search import PairSearch
from cfsql.method.selection import Selection, select_rows
from cfsql.options import CoverOptions, changed_options, refuse_wrong_values
from cfsql.progress import Progress
from cfsql.questions.why import Literal
from cfsql.speech import say
from cfsql.tables import catalog, records
from cfsql.tables.catalog import LoadedTable, Stored
from cfsql.tables.changed import refuse_changed
from cfsql.tables.frames import Column, Held, Rows
from cfsql.tables.runs import run_of
from cfsql.tables.stored import store_cover

# Cases that are counted again together: few at first, then more and more, as long as
# these are not too many pairs.
_FIRST_TOGETHER = 64
_PAIRS_TOGETHER = 100_000_000


@dataclass(frozen=True)
class Few:
    """How many cases are chosen, and how near they must be."""

    cases: int = 5
    within: int = 2

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        refuse_wrong_values(CoverOptions, vars(self))

    def guaranteed(self, n_reached: int) -> int:
        """What any choice reaches at most, where the greedy one reaches so many.

        The greedy one reaches at least the part 1 - (1 - 1/k)^k of it.
        """
        power, less = self.cases**self.cases, (self.cases - 1) ** self.cases
        return int(n_reached * power // (power - less))

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Few:
        """What the options of a call ask for."""
        return cls(**{name: options[name] for name in vars(cls()) if name in options})


@dataclass(frozen=True)
class ChosenCase:
    """A case, the rows that it reaches, and those that it adds to the ones before."""

    place: int
    counterfactual_id: object
    label: str
    support: int
    n_reached: int
    n_added: int
    n_together: int
    share: float
    literals: list[Literal]


@dataclass(frozen=True, repr=False)
class CoverOverview(Held):
    """The chosen cases, and how many rows they reach and do not reach."""

    cover: Stored
    label_column: str
    chosen: list[ChosenCase]
    id_type: str | None = None
    # What is declared with the table and was kept to, in words.
    declared: str | None = None

    @property
    def n_reached(self) -> int:
        """The rows that some chosen case reaches."""
        return self.chosen[-1].n_together if self.chosen else 0

    @property
    def headline(self) -> str:
        """The result in one line."""
        return say(
            "{n:# case|# cases} of {table} reach {n_reached} of {n_rows:# row|# rows} "
            "within {n_changes:# change|# changes}",
            n=len(self.chosen),
            table=self.cover.table,
            n_reached=self.n_reached,
            n_rows=self.cover.n_rows,
            n_changes=self.cover.within,
        )

    def _rows(self) -> Rows:
        """The chosen cases."""
        before: dict[str, Column] = {"result": (str, self.cover.name)}
        return Rows(ChosenCase, self.chosen, before, id_type=self.id_type)


def cover(
    session: Session,
    table: LoadedTable,
    selection: Selection,
    method: Method,
    few: Few,
    progress: Progress,
    *,
    into: str | None = None,
    time_limit: float | None = None,
) -> str:
    """Choose the cases, and store them and all rows; the name they go by."""
    constraints = method.constraints
    if constraints.max_changes is not None:
        raise WrongUse(
            "--max-changes is called --within here: how many features may differ"
        )
    if constraints.target == EACH:
        raise WrongUse("--target each asks for several choices; give one outcome")
    method = replace(method, constraints=replace(constraints, max_changes=few.within))
    started = time.monotonic()
    name = into or table.name
    with session.within(time_limit, progress) as limit:
        fields = encode.bind(session, table.name)
        problem = pose_problem(session, table, fields, method)
        n_asked = select_rows(session, table, selection)
        n_rows = session.stage(query("cover/unlike_rows"), target_id=problem.targets[0])
        if not n_rows:
            raise WrongUse(
                f"every row that is asked about has {table.label} "
                f"{constraints.target} already: there is none to reach"
            )
        session.stage(query("constrain/contradicted_codes"))
        session.stage_shards(
            query("cover/population"), key="instance_id", n_rows=problem.n_instances
        )
        session.stage(query("search/targets"))
        run = PairSearch(session, problem, method.plan, limit)
        with session.any_order():
            run.search()
            at_most = _choose(session, run, few, limit)
            session.view(query("cover/named_rows"))
            features = [field.feature for field in problem.fields]
            session.stage(query("encode/texts"), features=features)
        (n_reachable,) = session.fetch_one(query("cover/reachable"))
        given = {**vars(run.problem.constraints), **vars(few), "max_changes": None}
        with records.storing(
            session,
            catalog.COVER,
            name,
            table.name,
            options={
                **selection.options,
                **changed_options(CoverOptions, given),
                "anonymous": method.anonymous or None,
                "declared": method.declared.options or None,
                "into": into,
            },
            facts={
                "target": constraints.target,
                "n_cases": few.cases,
                "within": few.within,
                "n_rows": n_rows,
                # Of the rows that were asked about, those that have the target.
                "n_there": n_asked - n_rows,
                # What all cases reach, and what as many as were asked for do at most.
                "n_reachable": n_reachable,
                "at_most": min(at_most, n_reachable),
            },
            plan=run.plan,
            steps=run.report,
            started=started,
            limit=limit,
        ):
            store_cover(
                session,
                name,
                table,
                features=features,
                anonymous=method.anonymous,
                n_rows=n_rows,
            )
    return name


def _choose(session: Session, run: PairSearch, few: Few, progress: Progress) -> int:
    """Stage `chosen` and `chosen_pairs`; what no choice of as many cases exceeds."""
    problem = run.problem
    within = problem.furthest
    session.stage(query("cover/case_centres"), within=within)
    run.count_centres()
    is_exact = not (problem.frozen or problem.directions or problem.is_refined)
    session.stage(query("cover/bounds"), round=1 if is_exact else 0)
    session.stage(query("cover/open_rows"))
    session.stage_empty(query("cover/chosen"))
    session.stage_empty(query("cover/chosen_pairs"))
    at_most = 0
    for place in progress.track("choosing", range(1, few.cases + 1)):
        n_best = few.cases if place == 1 else 1
        _recount(session, place, n_best=n_best, within=within)
        if place == 1:
            (at_most,) = session.fetch_one(
                query("cover/best_reach"), round=place, n_best=n_best
            )
        if not session.append(query("cover/chosen"), round=place):
            break
        session.append(query("cover/chosen_pairs"), round=place, within=within)
        session.stage(query("cover/still_open"))
    (n_reached,) = session.fetch_one(query("cover/n_reached"))
    return min(at_most, few.guaranteed(n_reached))


def _recount(session: Session, place: int, *, n_best: int, within: int) -> None:
    """Count cases again until the best of this round are known."""
    n_open = max(1, session.size("open_rows"))
    most = max(_FIRST_TOGETHER, _PAIRS_TOGETHER // n_open)
    n_together = _FIRST_TOGETHER
    while session.stage(
        query("cover/doubtful"), round=place, n_best=n_best, n_together=n_together
    ):
        session.stage(query("cover/recounted"), round=place, within=within)
        n_together = min(2 * n_together, most)


def cover_overview(
    session: Session, stored: Stored, table: LoadedTable, id_type: str | None
) -> CoverOverview:
    """Read the chosen cases."""
    refuse_changed(session, stored.table)
    session.bind("cover", session.public(f"{stored.name}_cover"))
    chosen = [
        ChosenCase(**row | {"literals": [Literal(**each) for each in row["literals"]]})
        for row in session.fetch_records(query("cover/cover_cases"))
    ]
    declared = run_of(stored).declared
    return CoverOverview(stored, table.label, chosen, id_type, declared)
