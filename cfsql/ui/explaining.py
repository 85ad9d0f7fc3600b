"""The explanations that pages ask for, each a piece of work for a job."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method.order import Direction, wrong_ways_function
from cfsql.questions.explain import RowExplainer
from cfsql.questions.explanation import Explanation
from cfsql.questions.factual import FactualOptions
from cfsql.questions.new_cases.explain import NearestOutcomes
from cfsql.questions.new_cases.explain import nearest_outcomes as find_nearest_outcomes
from cfsql.questions.stability import StableRow, stable_answer
from cfsql.questions.why import Why, why_again
from cfsql.speech import column, say
from cfsql.ui.jobs import Job
from cfsql.ui.question import Question, refuse_unknown_label
from cfsql.ui.search import NoRow, possible_meanings
from cfsql.ui.store import Store, TableFacts

# Factual explanations that are listed, and how long they are looked for.
_WHY = FactualOptions(per_row=8, time_limit=8)


@dataclass(frozen=True)
class Way:
    """Constraints that have to go together, for an answer to be there."""

    features: tuple[str, ...]
    is_off_target: bool
    is_too_near: bool
    is_too_far: bool
    is_too_rare: bool
    is_unsure: bool
    distance: int

    @property
    def size(self) -> int:
        """How many constraints these are."""
        of_the_outcome = self.is_off_target + self.is_too_near + self.is_unsure
        return len(self.features) + of_the_outcome + self.is_too_far + self.is_too_rare


@dataclass(frozen=True)
class Answer:
    """An explanation, and where to go from it.

    `ways` are there when the constraints leave no answer: what to give up.
    """

    explanation: Explanation
    ways: tuple[Way, ...] = ()
    previous_row: object | None = None
    next_row: object | None = None
    stable: StableRow | None = None


class Unfinished(WrongUse):
    """A new case of which too little is given yet."""


def explain_row(
    store: Store, facts: TableFacts, question: Question
) -> Callable[[Job], Answer | NoRow]:
    """A row and its counterfactuals, or the meanings of a text that is no row id."""

    def work(job: Job) -> Answer | NoRow:
        _refuse_wrong(facts, question)
        with store.ready(job, facts.loaded, RowExplainer) as explainer:
            session = explainer.session
            row = question.row or ""
            if not session.stage(query("select/one_row"), row=row):
                return possible_meanings(explainer, row)
            previous_row, next_row = session.fetch_one(query("explorer/neighbours"))
            if not question.has_own_layout:
                explanation = explainer.explain(row, question.method, job)
                ways = _ways(explainer, question, explanation)
                stable = _stability(session, facts, row, explanation)
        if question.has_own_layout:
            ways = ()
            with store.session(job) as session:
                own = RowExplainer(session, facts.loaded, question.method)
                explanation = own.explain(row, question.method, job)
                stable = _stability(session, facts, row, explanation)
        return Answer(explanation, ways, previous_row, next_row, stable)

    return work


def _stability(
    session: Session, facts: TableFacts, row: str, explanation: Explanation
) -> StableRow | None:
    """How sure the answer is, where that was measured."""
    best = explanation.optimal
    if best is None:
        return None
    return stable_answer(
        session,
        facts.loaded,
        row,
        label=best.counterfactual_label,
        explanation=best.explanation,
    )


def explain_case(
    store: Store, facts: TableFacts, question: Question
) -> Callable[[Job], Answer]:
    """A new case and its counterfactuals."""

    def work(job: Job) -> Answer:
        _refuse_wrong(facts, question)
        label = facts.loaded.label
        refuse_unknown_label(question.label, facts.classes, label, facts.name)
        if not question.given:
            raise Unfinished(
                say("fill in at least one value, and the answer comes here")
            )
        if question.label is None and question.target is None:
            raise Unfinished(
                say(
                    "say which {label_column} the case has, or which one it should "
                    "reach",
                    label_column=column(label),
                )
            )
        if question.has_own_layout:
            with store.session(job) as session:
                own = RowExplainer(
                    session, facts.loaded, question.method, for_new_cases=True
                )
                return Answer(
                    own.explain_case(
                        question.given, question.method, job, label=question.label
                    )
                )
        with store.ready(job, facts.loaded, RowExplainer.for_new_cases) as explainer:
            explanation = explainer.explain_case(
                question.given, question.method, job, label=question.label
            )
            ways = _ways(explainer, question, explanation)
        return Answer(explanation, ways)

    return work


def nearest_outcomes(
    store: Store, facts: TableFacts, question: Question
) -> Callable[[Job], NearestOutcomes]:
    """The cases of every class that are nearest to a new case."""

    def work(job: Job) -> NearestOutcomes:
        with store.ready(job, facts.loaded, RowExplainer.for_new_cases) as explainer:
            return find_nearest_outcomes(explainer, question.given)

    return work


def _refuse_wrong(facts: TableFacts, question: Question) -> None:
    label = facts.loaded.label
    refuse_unknown_label(question.target, facts.classes, label, facts.name)
    if len(question.freeze) == len(facts.features):
        raise WrongUse(
            say("every feature is ticked to stay as it is: nothing is left to change")
        )


def _ways(
    explainer: RowExplainer, question: Question, explanation: Explanation
) -> tuple[Way, ...]:
    if explanation.counterfactuals or not question.is_constrained:
        return ()
    if question.target is not None and question.target == explanation.label:
        return ()
    session = explainer.session
    session.stage(query("counterfactuals/unlike_instances"))
    directions = [
        Direction(explainer.ordered[name], is_down)
        for names, is_down in ((question.only_up, False), (question.only_down, True))
        for name in names
    ]
    session.define(wrong_ways_function(directions))
    found = session.fetch(
        query("explorer/violations"),
        freeze=list(question.kept),
        target=question.target,
        max_changes=question.max_changes,
        min_support=question.min_support,
        min_share=question.min_share,
    )
    ways = [Way(tuple(features), *others) for features, *others in found]
    fewest = min((way.size for way in ways), default=0)
    return tuple(way for way in ways if way.size == fewest)


def why_row(store: Store, facts: TableFacts, row: str) -> Callable[[Job], Why]:
    """The values that come with the label of a row."""

    def work(job: Job) -> Why:
        with store.ready(job, facts.loaded, RowExplainer) as explainer:
            return why_again(explainer, row, _WHY, job)

    return work
