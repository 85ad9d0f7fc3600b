"""What the pages ask the database: each a piece of work that a job does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cfsql.engines.queries import query
from cfsql.errors import UnknownRow, WrongUse, nearest_name
from cfsql.method import encode
from cfsql.method.selection import refuse_missing
from cfsql.questions.explain import Explainer, Explanation
from cfsql.questions.factual import Wanted
from cfsql.questions.new_cases import CaseExplainer
from cfsql.questions.overview import bind_ranking
from cfsql.questions.why import Why, why_again
from cfsql.ui.jobs import Job
from cfsql.ui.question import Question, refuse_unknown_label
from cfsql.ui.store import Store, TableFacts

# The values of a feature that a form offers, and those that a search finds.
N_OFFERED = 200
_N_FOUND = 24
_N_FIRST = 12

# Factual explanations that are listed, and how long they are looked for.
_WHY = Wanted(per_row=8, time_limit=8)


@dataclass(frozen=True)
class Way:
    """Constraints that have to go together, for an answer to be there."""

    features: tuple[str, ...]
    is_off_target: bool
    is_too_far: bool
    is_too_rare: bool
    distance: int

    @property
    def size(self) -> int:
        """How many constraints these are."""
        return (
            len(self.features) + self.is_off_target + self.is_too_far + self.is_too_rare
        )


@dataclass(frozen=True)
class Answer:
    """An explanation, and where to go from it.

    `ways` are there when the constraints leave no answer: what to give up.
    """

    explanation: Explanation
    ways: tuple[Way, ...] = ()
    previous_row: object | None = None
    next_row: object | None = None


@dataclass(frozen=True)
class Match:
    """A value that is like the text that was looked for."""

    feature: str
    value: str
    n_rows: int


@dataclass(frozen=True)
class NoRow:
    """No row has the id; what is wrong, and what else may be meant."""

    sentence: str
    # Whether a row has the id after all, and only no label.
    is_there: bool = False
    # A row id that is like it.
    nearest: object | None = None
    # The text as a column and its value: what is before the sign of equality, the
    # column that it is or that is like it, and what is after.
    column: tuple[str, str | None, str] | None = None
    # Values that are like it.
    matches: tuple[Match, ...] = ()
    # The first rows with the first of these values: their ids and labels.
    rows: tuple[tuple[object, str], ...] = ()


class Unfinished(WrongUse):
    """A new case of which too little is given yet."""


@dataclass(frozen=True)
class Listed:
    """Some rows of a list, and how many there are."""

    rows: list[dict[str, Any]]
    n_rows: int


def explain_row(
    store: Store, facts: TableFacts, question: Question
) -> Callable[[Job], Answer | NoRow]:
    """A row and its counterfactuals; or what else the text may mean that is no id."""

    def work(job: Job) -> Answer | NoRow:
        _refuse_wrong(facts, question)
        with store.ready(job, facts.loaded, Explainer) as explainer:
            session = explainer.session
            row = question.row or ""
            if not session.stage(query("select/one_row"), row=row):
                return _no_row(explainer, row)
            explanation = explainer.explain(row, question.method, job)
            previous_row, next_row = session.fetch_one(query("ui/neighbours"))
            ways = _ways(explainer, question, explanation)
        return Answer(explanation, ways, previous_row, next_row)

    return work


def _no_row(explainer: Explainer, text: str) -> NoRow:
    session = explainer.session
    column = _column(explainer, text)
    before, known, wanted = column or ("", None, "")
    is_feature = column is not None and known is not None and _is_same(before, known)
    found = session.fetch(
        query("ui/matching_values"),
        text=wanted if is_feature else text,
        feature=known if is_feature else None,
        n_shown=_N_FOUND,
    )
    matches = tuple(Match(*row) for row in found)
    rows: tuple[tuple[object, str], ...] = ()
    if matches:
        listed = session.fetch_records(
            query("ui/listed_rows"),
            label=None,
            feature=matches[0].feature,
            value=matches[0].value,
            has_feature=True,
            contradicted=False,
            skip=0,
            n_shown=_N_FIRST,
        )
        rows = tuple((each["row_id"], each["label"]) for each in listed)
    try:
        explainer.select(text)
    except UnknownRow as error:
        return NoRow(
            str(error),
            nearest=error.nearest,
            column=column,
            matches=matches,
            rows=rows,
        )
    except WrongUse as error:
        return NoRow(str(error), is_there=True, matches=matches, rows=rows)
    raise AssertionError(text)


def _column(explainer: Explainer, text: str) -> tuple[str, str | None, str] | None:
    """A text such as sex=male as a column, the feature that it may be, and a value."""
    before, sign, after = (part.strip() for part in text.partition("="))
    if not (sign and before and after):
        return None
    names = [field.feature for field in explainer.fields]
    same = [name for name in names if _is_same(before, name)]
    return before, same[0] if same else nearest_name(before, names), after


def _is_same(name: str, other: str) -> bool:
    return name.lower() == other.lower()


def explain_case(
    store: Store, facts: TableFacts, question: Question
) -> Callable[[Job], Answer]:
    """A new case and its counterfactuals."""

    def work(job: Job) -> Answer:
        _refuse_wrong(facts, question)
        label = facts.loaded.label
        refuse_unknown_label(question.label, facts.classes, label, facts.name)
        if not question.given:
            raise Unfinished("fill in at least one value, and the answer comes here")
        if question.label is None and question.target is None:
            raise Unfinished(
                f"say which {label} the case has, or which one it should reach"
            )
        with store.ready(job, facts.loaded, CaseExplainer) as explainer:
            explanation = explainer.explain(
                question.given, question.method, job, label=question.label
            )
            ways = _ways(explainer, question, explanation)
        return Answer(explanation, ways)

    return work


def _refuse_wrong(facts: TableFacts, question: Question) -> None:
    label = facts.loaded.label
    refuse_unknown_label(question.target, facts.classes, label, facts.name)
    if len(question.freeze) == len(facts.features):
        raise WrongUse(
            "every feature is ticked to stay as it is: nothing is left to change"
        )


def _ways(
    explainer: Explainer | CaseExplainer, question: Question, explanation: Explanation
) -> tuple[Way, ...]:
    if explanation.counterfactuals or not question.is_constrained:
        return ()
    if question.target is not None and question.target == explanation.label:
        return ()
    found = explainer.session.fetch(
        query("ui/violations"),
        freeze=list(question.freeze),
        target=question.target,
        max_changes=question.max_changes,
        min_support=question.min_support,
    )
    ways = [Way(tuple(features), *others) for features, *others in found]
    fewest = min((way.size for way in ways), default=0)
    return tuple(way for way in ways if way.size == fewest)


def why_row(store: Store, facts: TableFacts, row: str) -> Callable[[Job], Why]:
    """The values that come with the label of a row."""

    def work(job: Job) -> Why:
        with store.ready(job, facts.loaded, Explainer) as explainer:
            return why_again(explainer, row, _WHY, job)

    return work


def offered_values(
    store: Store, facts: TableFacts
) -> Callable[[Job], dict[str, list[str]]]:
    """The values of each feature that a form offers."""

    def work(job: Job) -> dict[str, list[str]]:
        offered: dict[str, list[str]] = {name: [] for name in facts.features}
        with store.session(job) as session:
            encode.bind(session, facts.name)
            for feature, text, _ in session.fetch(
                query("ui/offered_values"), n_shown=N_OFFERED
            ):
                offered[feature].append(text)
        return offered

    return work


def row_values(
    store: Store, facts: TableFacts, row: str
) -> Callable[[Job], dict[str, str | None]]:
    """The values of a row as they are in the table, and its label, to begin with."""

    def work(job: Job) -> dict[str, str | None]:
        with store.session(job) as session:
            encode.bind(session, facts.name)
            refuse_missing(session, facts.loaded, [row])
            names = [*facts.features, facts.loaded.label]
            session.stage(query("ui/one_row_id"), row=row)
            session.bind("feature_rows", "source_rows")
            session.stage(query("encode/texts"), features=names)
            ((_, texts),) = session.fetch(query("results/row_texts"))
        return dict(zip(names, texts, strict=True))

    return work


def listed_rows(
    store: Store, facts: TableFacts, **wanted: object
) -> Callable[[Job], Listed]:
    """Rows of the table by label and value."""

    def work(job: Job) -> Listed:
        with store.session(job) as session:
            encode.bind(session, facts.name)
            return _listed(session.fetch_records(query("ui/listed_rows"), **wanted))

    return work


def listed_answers(
    store: Store, facts: TableFacts, ranking: str, **wanted: object
) -> Callable[[Job], Listed]:
    """Rows of a ranking that are counted together in a figure."""

    def work(job: Job) -> Listed:
        with store.session(job) as session:
            bind_ranking(session, facts.rankings[ranking])
            return _listed(session.fetch_records(query("ui/listed_answers"), **wanted))

    return work


def listed_pairs(
    store: Store, ranking: str, **wanted: object
) -> Callable[[Job], Listed]:
    """Pairs of an audit that are counted together in a figure."""

    def work(job: Job) -> Listed:
        with store.session(job) as session:
            name = session.public(f"{ranking}_audit_unequal")
            session.bind("audit_unequal", name)
            return _listed(session.fetch_records(query("ui/listed_pairs"), **wanted))

    return work


def _listed(records: list[dict[str, Any]]) -> Listed:
    return Listed(records, records[0]["n_rows"] if records else 0)
