"""For whom the answer changed: between before and after, or two rankings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method.constraints import EACH
from cfsql.speech import marked, named, say
from cfsql.tables import catalog, stored
from cfsql.tables.catalog import LoadedTable, Stored
from cfsql.tables.frames import Held, Rows
from cfsql.tables.runs import run_of

# The reason why a row is listed whose first answer is what it was.
_TIED = marked("a tie came or went")

# Why the answer of a row differs, as sql/questions/diff.sql has it.
_REASONS = (
    *(marked("another outcome"), marked("a first answer"), marked("another answer")),
    *(marked("no answer any more"), marked("a nearer answer")),
    *(marked("a further answer"), _TIED),
    marked("the same changes, to another outcome"),
)


def reason_words(reason: str) -> str:
    """Why the answer of a row differs, in the language that is spoken."""
    assert reason in _REASONS
    return say(reason)


def answer_words(each: ChangedAnswer) -> tuple[str, str]:
    """The first answer before and after, in words: what changes, and where it leads."""
    before = (
        each.before_explanation,
        each.before_counterfactual_label,
        each.before_id,
        each.before_n_optimal,
    )
    after = (
        each.after_explanation,
        each.after_counterfactual_label,
        each.after_id,
        each.after_n_optimal,
    )
    return _answer(*before), _answer(*after)


def _answer(
    explanation: str | None, label: str | None, id: object, n_optimal: int
) -> str:
    if not n_optimal:
        return say("no answer")
    ties = say(", one of {n} optimal", n=n_optimal) if n_optimal > 1 else ""
    return say(
        "{explanation} (to {label} as {case}{ties})",
        explanation=explanation,
        label=label,
        case=named(id),
        ties=ties,
    )


@dataclass(frozen=True)
class ChangedAnswer:
    """A row that is told something else."""

    row_id: object
    reason: str
    before_label: str
    before_id: object
    before_counterfactual_label: str | None
    before_explanation: str | None
    before_distance: int | None
    before_power: int | None
    before_n_optimal: int
    after_label: str
    after_id: object
    after_counterfactual_label: str | None
    after_explanation: str | None
    after_distance: int | None
    after_power: int | None
    after_n_optimal: int


@dataclass(frozen=True, repr=False)
class Difference(Held):
    """The rows of two rankings of a table whose optimal answers differ.

    `n_in_both` rows have both; the others are in one of them alone.
    """

    table: str
    before: str
    after: str
    n_before: int
    n_after: int
    n_in_both: int
    answers: list[ChangedAnswer]
    id_type: str | None = None

    @property
    def headline(self) -> str:
        """How many rows are told something else, and how many have other ties alone."""
        return _headline(self, Counter(each.reason for each in self.answers))

    def _rows(self) -> Rows:
        return Rows(ChangedAnswer, self.answers, id_type=self.id_type)


@dataclass(frozen=True)
class CountedDifference:
    """The same counted by reason, with the first of these rows.

    Of a million rows most may differ: nobody reads them, and to fetch them takes long.
    """

    table: str
    before: str
    after: str
    n_before: int
    n_after: int
    n_in_both: int
    reasons: dict[str, int]
    answers: list[ChangedAnswer]

    @property
    def n_changed(self) -> int:
        """How many rows are told something else."""
        return sum(self.reasons.values())

    @property
    def headline(self) -> str:
        """How many rows are told something else, and how many have other ties alone."""
        return _headline(self, self.reasons)


def _headline(found: Difference | CountedDifference, reasons: Mapping[str, int]) -> str:
    n_tied = reasons.get(_TIED, 0)
    told = say(
        "{n} of {n_all:# row|# rows} of {table} {n:has|have} another answer in {after} "
        "than in {before}",
        n=sum(reasons.values()) - n_tied,
        n_all=found.n_in_both,
        table=found.table,
        after=found.after,
        before=found.before,
    )
    if not n_tied:
        return told
    return told + say("; {n} more have other ties alone", n=n_tied)


def stage_answers(session: Session, ranking: Stored, into: str) -> None:
    """Stage what a stored ranking tells each of its rows."""
    stored.view_ranked(session, ranking, "spelled_pairs")
    stored.bind_summary(session, ranking)
    is_each = run_of(ranking).target == EACH
    session.stage(query("diff/told_answers"), into=into, is_each=is_each)


def stage_changed(
    session: Session, ranking: str, before: str, after: str
) -> tuple[int, int]:
    """Append to `changed_answers` what differs.

    Returns how many rows have another answer, and how many other ties alone.
    """
    session.bind("before_answers", before)
    session.bind("after_answers", after)
    session.append(query("diff/changed_answers"), ranking=ranking)
    n_changed, n_ties = session.fetch_one(query("diff/change_counts"), ranking=ranking)
    return n_changed, n_ties


def difference(
    session: Session, table: LoadedTable, before: str, after: str
) -> Difference:
    """The rows of two stored rankings of a table whose answers differ."""
    counts = _stage_difference(session, table, before, after)
    return Difference(
        table.name,
        *counts,
        _changed_answers(session.fetch_records(query("diff/kept_changes"))),
        catalog.id_type(session, table),
    )


def counted_difference(
    session: Session, table: LoadedTable, before: str, after: str, *, n_shown: int
) -> CountedDifference:
    """How many rows of two rankings have other answers, and the first of them."""
    counts = _stage_difference(session, table, before, after)
    first = session.fetch_records(query("diff/first_changes"), n_shown=n_shown)
    reasons = dict(session.fetch(query("diff/change_reasons")))
    return CountedDifference(table.name, *counts, reasons, _changed_answers(first))


def _stage_difference(
    session: Session, table: LoadedTable, before: str, after: str
) -> tuple[str, str, int, int, int]:
    """Stage `changed_answers`; the names of both rankings, and how many rows."""
    named = [catalog.result(session, name, catalog.RANKING) for name in (before, after)]
    for ranking in named:
        if ranking.table != table.name:
            raise WrongUse(f"'{ranking.name}' is a ranking of {ranking.table}")
    first, second = named
    stage_answers(session, first, "before_answers")
    stage_answers(session, second, "after_answers")
    session.stage(query("diff/nobody_forgotten"))
    session.forget("changed_answers")
    session.append(query("diff/changed_answers"), ranking=second.name)
    n_before, n_after, n_in_both = session.fetch_one(query("diff/row_counts"))
    return first.name, second.name, n_before, n_after, n_in_both


def _changed_answers(records: list[dict[str, Any]]) -> list[ChangedAnswer]:
    for record in records:
        del record["ranking"]
    return [ChangedAnswer(**record) for record in records]
