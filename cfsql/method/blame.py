"""Why a row has no counterfactual: the first constraint that left it without one."""

from __future__ import annotations

from itertools import count

from cfsql.engines.functions import Function
from cfsql.engines.queries import query
from cfsql.method.order import directed_function
from cfsql.method.outcomes import unlike_function
from cfsql.method.packing import key_function
from cfsql.method.search.search import PairSearch


def blame(run: PairSearch) -> None:
    """Stage `blamed`: for each target without an answer, constraints that leave none.

    They are put back one after the other; the one with the least place is to blame.
    """
    session, problem = run.session, run.problem
    constraints = problem.constraints
    session.stage(query("constrain/nothing_blamed"))
    session.stage(query("constrain/unanswered"))
    if not session.size("unanswered"):
        return
    places = count()
    for step in problem.steps:
        directed = [each.of.field for each in step.directions]
        session.define(key_function(step.frozen))
        session.define(key_function(directed, "directed_key"))
        session.define(directed_function(step.directions))
        session.define(unlike_function(is_apart=step.is_apart))
        session.append(
            query("constrain/blocked"),
            step=step.name,
            place=next(places),
            **step.limits,
        )
    if constraints.require and constraints.max_changes is not None:
        _blame_distance(run, next(places))
    if constraints.require or constraints.max_changes is not None:
        last = "require" if constraints.require else "max-changes"
        session.append(
            query("constrain/blocked_at_last"), step=last, place=next(places)
        )


def _blame_distance(run: PairSearch, place: int) -> None:
    """Search once more without the condition, for those that it may have kept."""
    session = run.session
    with session.scope():
        session.stage(query("constrain/not_blamed"))
        session.define(Function("required", ("a", "b"), "true"))
        run.search()
        session.append(query("constrain/blocked_by_distance"), place=place)
