"""One row or new case: its distances, its nearest answers, their balls, and words.

All doors come here. What few statements answer (sql/questions/explain.sql) is answered
by them; a case with many answers, without any, or with another ranking goes the way of
`rank`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from cfsql import words
from cfsql.engines.duckdb import Session
from cfsql.engines.identifiers import Later
from cfsql.engines.queries import query
from cfsql.method import encode
from cfsql.method.constraints import Constraints, Problem, pose, put_all_in_order
from cfsql.method.order import Ordered
from cfsql.method.outcomes import number_outcomes
from cfsql.method.packing import Field
from cfsql.method.rank import (
    Method,
    pose_problem,
    rank_found,
    ranked_query,
    show_instances,
    spell,
    stage_population,
    summary_query,
    tell,
    view_ranks,
)
from cfsql.method.search.search import PairSearch
from cfsql.method.selection import refuse_unknown, value_text
from cfsql.options import all_of
from cfsql.progress import Progress, Silent
from cfsql.questions.explanation import Change, Counterfactual, Explanation
from cfsql.tables import bins, catalog
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.nearly_unique import NearlyUnique, leading

if TYPE_CHECKING:
    from cfsql.questions.new_cases.known import KnownValues

# Up to this number of pairs are compared one by one, without a plan.
_FEW_PAIRS = 100_000_000

_PLAIN = Method()

# Where the sentence of one case finds what that of many reads from tables.
_SAID = {
    "asked_rows": "said_case",
    "spelled_instances": "said_case",
    "first_spelled": "said_first",
    "instance_summaries": "said_figures",
    "wanted": "said_wanted",
    "blamed": "said_blamed",
}


class RowExplainer:
    """A table made ready once, to explain one row or new case after the other.

    It is made ready for a method, and takes any other with the same layout: what is
    ignored, put in order, weighed, required and counted is as it was then.
    """

    def __init__(
        self,
        session: Session,
        table: LoadedTable,
        method: Method = _PLAIN,
        *,
        for_new_cases: bool = False,
    ) -> None:
        """Bind the table in a session that is used for nothing else."""
        self.session = session
        self.table = table
        fields = encode.bind(session, table.name)
        self.texts = encode.texts_query(session)
        self._posed_for: Constraints | None = method.constraints
        self._problem = pose_problem(
            session, table, fields, method, has_new_values=for_new_cases
        )
        self._differs_by = method.constraints.differs_by
        self._count = method.count
        self._nearly_unique: list[NearlyUnique] | None = None
        # The values of the table, from the second new case on, which may have them.
        self._known: KnownValues | None = None
        self._n_cases = 0
        self._stage_population()

    @classmethod
    def for_new_cases(cls, session: Session, table: LoadedTable) -> RowExplainer:
        """One whose codes have room for values that the table does not have."""
        return cls(session, table, for_new_cases=True)

    @property
    def fields(self) -> list[Field]:
        """The features that are compared."""
        return self._problem.fields

    @property
    def ordered(self) -> Mapping[str, Ordered]:
        """The features whose codes are in order."""
        return self._problem.ordered

    def _stage_population(self) -> None:
        method = replace(_PLAIN, count=self._count)
        stage_population(self.session, self._problem, method)

    def posed(self, method: Method) -> Problem:
        """The problem of a method in the layout that is there."""
        asked = method.constraints
        if asked != self._posed_for:
            self._pose_anew(asked)
        self.session.speak(method.speech)
        return replace(self._problem, n_nearest=method.nearest)

    def _pose_anew(self, asked: Constraints) -> None:
        session, table, ready = self.session, self.table, self._problem
        is_new = ready.is_about_new_cases
        self._posed_for = None
        if (asked.only_up or asked.only_down) and not ready.ordered:
            # Codes in order serve all questions to come.
            fields, ordered = put_all_in_order(
                session, table, ready.fields, has_new_values=is_new
            )
            ready = self._problem = replace(ready, fields=fields, ordered=ordered)
            self._known = None
            self._stage_population()
        if asked.differs_by != self._differs_by or (is_new and asked.differs_by):
            if is_new:
                # The outcome of the last new case may be no row's.
                session.stage(query("cases/row_labels"))
            number_outcomes(session, table, asked.differs_by)
            self._differs_by = asked.differs_by
            self._stage_population()
        self._problem = replace(
            pose(session, table, ready.fields, asked, ordered=ready.ordered),
            n_instances=ready.n_instances,
            is_about_new_cases=is_new,
        )
        self._posed_for = asked

    def select(self, row: object) -> None:
        """Stage the row as the one that is asked about; refuse one that cannot be."""
        text = value_text(row)
        if not self.session.stage(query("select/one_row"), row=text):
            refuse_unknown(self.session, self.table, [text])
        if self.table.bins:
            # The last explanation has looked at the numbers behind the intervals.
            bins.bind(self.session, self.table.name)

    def explain(
        self, row: object, method: Method, progress: Progress | None = None
    ) -> Explanation:
        """Explain one row, without writing to the database."""
        problem = self.posed(method)
        self.select(row)
        self.session.view(query("explain/asked_cases"))
        return self._answer(problem, method, progress or Silent())

    def explain_case(
        self,
        values: Mapping[str, object],
        method: Method,
        progress: Progress | None = None,
        *,
        label: str | None,
    ) -> Explanation:
        """Explain one new case, where codes have room for its values."""
        from cfsql.questions.new_cases.given import one_case
        from cfsql.questions.new_cases.known import KnownValues
        from cfsql.questions.new_cases.stage import stage_cases
        from cfsql.questions.new_cases.values import value_as_text

        session, table = self.session, self.table
        problem = self.posed(method)
        cases = one_case(values, label)
        session.bind("asked_cases", "new_instances")
        remarks, found = None, None
        if self._known is not None:
            remarks = self._known.stage(session, table, problem, values, cases)
        elif self._n_cases:
            # Worth it from the second case on.
            self._known = KnownValues.of(session, problem)
        self._n_cases += 1
        if remarks is not None:
            found = self._answer_few(problem, method)
        if found is None or remarks is None:
            remarks = stage_cases(session, table, problem, cases, self.texts)
            found = self._answer(problem, method, progress or Silent())
        given = {
            str(name).lower(): value_as_text(value) for name, value in values.items()
        }
        return replace(
            found,
            row_id=None,
            originals={name: given.get(name.lower()) for name in table.bins},
            remarks=remarks,
        )

    def _answer(
        self, problem: Problem, method: Method, progress: Progress
    ) -> Explanation:
        """Answer `asked_cases`: in few statements, or as `rank` does."""
        found = self._answer_few(problem, method)
        if found is None:
            # To say why there is no answer, functions are defined anew.
            self._posed_for = None
            found = self._ranked(problem, method, progress)
        if problem.is_about_new_cases and problem.is_apart:
            # The outcome of the case may be no row's.
            self._posed_for = None
        return found

    def _answer_few(self, problem: Problem, method: Method) -> Explanation | None:
        """Answer in few statements; None for many answers, none, or more asked."""
        plain = replace(
            method,
            constraints=_PLAIN.constraints,
            speech=_PLAIN.speech,
            declared=_PLAIN.declared,
        )
        if plain != _PLAIN or len(problem.targets) != 1 or problem.is_refined:
            return None
        session = self.session
        (target_id,) = problem.targets
        n_found = session.stage(
            query("explain/nearest_cases"),
            target_id=target_id,
            min_support=problem.constraints.min_support or 1,
            min_share=problem.constraints.min_share or 0.0,
            furthest=problem.furthest,
        )
        if not 0 < n_found * problem.n_instances <= _FEW_PAIRS:
            return None
        session.stage(query("explain/answers"))
        is_new = problem.is_about_new_cases
        session.view(query("explain/answer_rows" if is_new else "explain/shown_rows"))
        features = [field.feature for field in problem.fields]
        session.stage(self.texts, features=features)
        own_query = query("explain/own_case" if is_new else "explain/own_row")
        (own,) = session.fetch_records(own_query)
        answers = session.fetch_records(query("explain/listed_answers"))
        return self._read(problem, method, own, answers)

    def _ranked(
        self, problem: Problem, method: Method, progress: Progress
    ) -> Explanation:
        """Search, rank and read as `rank` does."""
        session = self.session
        is_new = problem.is_about_new_cases
        if not is_new:
            session.stage(query("search/targets"))
        run = PairSearch(session, problem, method.plan, progress)
        with session.any_order():
            run.search()
            rank_found(session, run, method)
            show_instances(session)
            spell(session, problem, method)
            if is_new:
                session.append(query("cases/spelled_new_instances"))
        # Tables, not views as for many rows: views are planned anew by each query.
        view_ranks(session, method)
        session.view(query("results/words"))
        session.view(query("results/spelled_pairs"))
        session.stage(query("results/best_first"))
        session.stage(query("results/first_of_row"))
        tell(session, method)
        (own,) = session.fetch_records(summary_query(method))
        (own["feature_texts"],) = session.fetch_one(query("results/shown_values"))
        answers = session.fetch_records(ranked_query(method))
        if self.table.bins:
            session.stage(query("results/shown_rows"))
        return self._read(problem, method, own, answers)

    def _read(
        self,
        problem: Problem,
        method: Method,
        own: dict[str, Any],
        records: list[dict[str, Any]],
    ) -> Explanation:
        """The case that was asked about, its answers, and what there is to say."""
        session, table, asked = self.session, self.table, problem.constraints
        originals: dict[str, dict[str, str | None]] = {}
        if table.bins:
            originals = bins.originals(session, list(table.bins))
        features = [field.feature for field in problem.fields]
        values = dict(zip(features, own.pop("feature_texts"), strict=True))
        answers = [as_counterfactual(each, values, originals) for each in records]
        found = Explanation(
            table=table.name,
            label_column=table.label,
            values=values,
            originals=originals.get(str(own["row_id"]), {}),
            **(own if "sentence" in own else self._said(method, own, answers)),
            counterfactuals=answers,
            target=asked.target,
            differs_by=asked.differs_by,
            require=all_of(asked.require),
            weight=method.constraints.weight,
            id_type=catalog.id_type(session, table),
            declared=method.declared.words,
        )
        if found.optimal is None:
            return found
        if self._nearly_unique is None:
            self._nearly_unique = leading(session, table, features)
        changed = {change.feature for change in found.optimal.changes}
        told = [each for each in self._nearly_unique if each.feature in changed]
        return replace(found, leading=told)

    def _said(
        self, method: Method, own: dict[str, Any], answers: list[Counterfactual]
    ) -> dict[str, Any]:
        """The summary of a case with answers, as `rank` says it."""
        first = answers[0]
        powers = sorted((each.power for each in answers), reverse=True)
        said = {
            **own,
            "row_id": str(own["row_id"]),
            "label_column": self.table.label,
            "min_distance": first.distance,
            "n_minimal": len(answers),
            "n_optimal": sum(each.is_optimal for each in answers),
            "power": powers[0],
            "second_power": powers[1] if len(powers) > 1 else None,
            "n_listed": len(answers),
            "answer_id": value_text(first.counterfactual_id),
            "answer_label": first.counterfactual_label,
            "support": first.support,
            "answer_n_equal": first.n_equal,
            "changes": [vars(change) for change in first.changes],
        }
        session = self.session
        session.view(query("explain/said_case"), said=Later("said"))
        session.view(query("explain/said_first"))
        session.view(query("explain/said_figures"))
        session.view(query("explain/said_wanted"))
        session.view(query("explain/said_blamed"))
        told = query("results/told_instances")
        session.view(told, reads=_SAID, is_by_power=True)
        session.view(query("results/summarised"), reads=_SAID)
        (summary,) = session.fetch_prepared(
            summary_query(method), said=json.dumps(said)
        )
        ids = {"row_id": own["row_id"], "optimal_id": first.counterfactual_id}
        return {**summary, **ids}


_FIELDS = {each.name for each in fields(Counterfactual)}


def as_counterfactual(
    record: dict[str, Any],
    values: dict[str, str | None],
    originals: dict[str, dict[str, str | None]],
) -> Counterfactual:
    """An answer to a row with these values; `originals` are by row id, as text."""
    if "feature_texts" in record:
        texts = zip(values, record["feature_texts"], strict=True)
        changes = [
            Change(feature, values[feature], text)
            for feature, text in texts
            if text != values[feature]
        ]
        record["is_optimal"] = record["rank"] == 1
        record["explanation"] = ", ".join(
            words.change(each.feature, each.from_value, each.to_value)
            for each in changes
        )
    else:
        changes = [Change(**change) for change in record["changes"]]
    changed = {change.feature: change.to_value for change in changes}
    own = {name: value for name, value in record.items() if name in _FIELDS}
    return Counterfactual(
        **{**own, "changes": changes, "n_changes": len(changes)},
        values=values | changed,
        originals=originals.get(str(record["counterfactual_id"]), {}),
    )
