"""Making an audit: its result tables, staged from a ranking and stored."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import combinations
from math import comb

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method import encode
from cfsql.method.constraints import EACH
from cfsql.method.packing import Field, key_function
from cfsql.questions.overview import bind_ranking
from cfsql.tables import catalog, records
from cfsql.tables.catalog import LoadedTable, Stored
from cfsql.tables.declarations import protected_columns
from cfsql.tables.runs import run_of
from cfsql.tables.stored_audits import store_audit
from cfsql.words import listing

# More pairs than anyone can read, and than a table should hold.
MOST_PAIRS = 10_000_000

# Each set of features that may differ takes a pass over the table.
MOST_SETS = 1_000

# What matched rows are drawn by, and the fewest whose mean has an interval.
_SEED = 0
_LEAST_ROWS = 10


def audit(
    session: Session,
    ranking: Stored,
    table: LoadedTable,
    protected: Sequence[str],
    *,
    near: int | None = None,
    replace: bool = False,
) -> Stored:
    """Audit a table by its stored ranking, and store the result tables.

    With `near`, pairs are counted too that differ in up to so many other features. An
    audit that is there and says more is replaced only with `replace`.
    """
    started = time.monotonic()
    columns = protected_columns(session, table, protected)
    if not replace:
        _refuse_losing(session, ranking.name, columns, near)
    fields = encode.bind(session, table.name)
    features = [field.feature for field in fields]
    others = [field for field in fields if field.feature not in columns]
    refuse_near(near, columns, len(others))
    session.define(key_function(others))
    with session.any_order():
        n_twins, n_unlike_twins = _stage_unequal(session, features, columns)
        _stage_near(session, others, near)
        bind_ranking(session, ranking)
        session.stage(query("report/optimal_answers"))
        session.stage(query("report/label_pairs"))
        target = run_of(ranking).target
        _stage_effort(session, columns, target)
    session.stage(query("audit/audit_features"))
    session.stage(query("audit/audit_labels"))
    session.stage(query("audit/audit_answers"), features=features)
    session.stage(
        query("audit/audit_coverage"), target=None if target == EACH else target
    )
    session.stage(
        query("profile/contradictions"), into="audit_contradictions", n_shown=None
    )
    with records.storing(
        session,
        catalog.AUDIT,
        ranking.name,
        table.name,
        options={"protected": columns or None, "near": near},
        facts={
            "protected": columns,
            "n_rows": ranking.n_rows,
            "n_twins": n_twins,
            "n_unlike_twins": n_unlike_twins,
        },
        started=started,
    ):
        store_audit(session, ranking.name, table)
    return catalog.stored_by_name(session, catalog.AUDIT)[ranking.name]


def _refuse_losing(
    session: Session, name: str, protected: Sequence[str], near: int | None
) -> None:
    """Refuse to store an audit over one with evidence that it would not have.

    Where more columns are protected, the pairs that differ in fewer are there too.
    """
    before = catalog.stored_by_name(session, catalog.AUDIT).get(name)
    if before is None:
        return
    counted = session.public(f"{name}_audit_near")
    session.bind("counted_near", counted)
    n_near = session.size("counted_near")
    is_less_near = n_near > (0 if near is None else near + 1)
    if is_less_near or not set(before.protected) <= set(protected):
        also = f" with --near {n_near - 1}" if is_less_near else ""
        raise WrongUse(
            f"{name} has an audit of {', '.join(before.protected)}{also}; name them "
            "again, or say --replace"
        )


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
    session.stage_empty(query("unequal/matched_pairs"))
    for place, feature in enumerate(protected, start=1):
        session.stage(query("audit/matched_cases"), place=place)
        session.append(
            query("audit/audit_unequal_values"), feature=feature, place=place
        )
        session.append(query("audit/audit_unequal_directions"), feature=feature)
        session.append(query("unequal/matched_pairs"), feature=feature, seed=_SEED)
    session.stage(query("unequal/audit_unequal_tests"))
    return n_twins, n_unlike_twins


def refuse_near(near: int | None, protected: Sequence[str], n_others: int) -> None:
    """Refuse a number of features that may differ that says or takes too much."""
    if near is None:
        return
    if not protected:
        raise WrongUse("--near counts pairs by protected columns; add --protected COLS")
    if near > n_others:
        raise WrongUse(
            f"--near {near} is more than the {n_others} features that are not protected"
        )
    n_sets = sum(comb(n_others, n_dropped) for n_dropped in range(near + 1))
    if n_sets > MOST_SETS:
        raise WrongUse(
            f"--near {near} of {n_others} features takes {n_sets:,} passes over the "
            f"table, and at most {MOST_SETS:,} are made; give a smaller number"
        )


def _stage_near(session: Session, others: list[Field], near: int | None) -> None:
    """Count the pairs that differ in up to `near` features that are not protected.

    For each set of so many features, the rows are grouped by the others: no pair is
    looked at.
    """
    if near is None:
        session.stage_empty(query("unequal/near_cases"))
        session.stage_empty(query("unequal/near_sums"))
    else:
        session.stage(query("unequal/near_cases"))
        session.forget("near_sums")
        for n_dropped in range(near + 1):
            for dropped in combinations(others, n_dropped):
                kept = [field for field in others if field not in dropped]
                session.define(key_function(kept))
                session.append(query("unequal/near_sums"), n_dropped=n_dropped)
    session.stage(query("unequal/audit_near"), n_features=len(others))


def _stage_effort(session: Session, protected: list[str], target: str | None) -> None:
    """Stage how many changes rows need, by protected value and outcome to reach."""
    is_each = target == EACH
    stage = session.stage if protected else session.stage_empty
    stage(query("effort/aims"), is_each=is_each, target=None if is_each else target)
    session.stage(query("effort/efforts"))
    session.stage(query("effort/histogram"), features=protected)
    session.stage(query("effort/audit_effort"), least_rows=_LEAST_ROWS)
    session.stage(query("effort/audit_effort_within"))
    session.stage(query("effort/audit_effort_features"), features=protected)
