"""One row or new case: its distances, its nearest answers, their balls, and words.

All doors come here. What few statements answer (sql/questions/explain.sql) is answered
by them; a case with many answers, without any, or with another ranking goes the way of
`rank`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from cfsql import words
from cfsql.engines.duckdb import Session
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
from cfsql.tables.nearly_unique import leading

# Up to this number of pairs are compared one by one, without a plan.
_FEW_PAIRS = 100_000_000

_PLAIN = Method()


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
        from cfsql.questions.new_cases.stage import stage_cases
        from cfsql.questions.new_cases.values import value_as_text

        problem = self.posed(method)
        cases = one_case(values, label)
        remarks = stage_cases(self.session, self.table, problem, cases, self.texts)
        self.session.bind("asked_cases", "new_instances")
        found = self._answer(problem, method, progress or Silent())
        given = {
            str(name).lower(): value_as_text(value) for name, value in values.items()
        }
        return replace(
            found,
            row_id=None,
            originals={name: given.get(name.lower()) for name in self.table.bins},
            remarks=remarks,
        )

    def _answer(
        self, problem: Problem, method: Method, progress: Progress
    ) -> Explanation:
        """Answer `asked_cases`: in few statements, or as `rank` does."""
        if self._stage_few(problem, method):
            found = self._read_few(problem, method)
        else:
            # To say why there is no answer, functions are defined anew.
            self._posed_for = None
            found = self._ranked(problem, method, progress)
        if problem.is_about_new_cases and problem.is_apart:
            # The outcome of the case may be no row's.
            self._posed_for = None
        best = found.optimal
        if best is None:
            return found
        changed = [change.feature for change in best.changes]
        return replace(found, leading=leading(self.session, self.table, changed))

    def _stage_few(self, problem: Problem, method: Method) -> bool:
        """Stage the minimal counterfactuals; False for many, none, or more asked."""
        plain = replace(
            method,
            constraints=_PLAIN.constraints,
            speech=_PLAIN.speech,
            declared=_PLAIN.declared,
        )
        if plain != _PLAIN or len(problem.targets) != 1 or problem.is_refined:
            return False
        (target_id,) = problem.targets
        n_found = self.session.stage(
            query("explain/nearest_cases"),
            target_id=target_id,
            min_support=problem.constraints.min_support or 1,
            min_share=problem.constraints.min_share or 0.0,
            furthest=problem.furthest,
        )
        return 0 < n_found * problem.n_instances <= _FEW_PAIRS

    def _read_few(self, problem: Problem, method: Method) -> Explanation:
        """Measure and read the counterfactuals that are staged."""
        session = self.session
        session.stage(query("explain/answers"))
        features = [field.feature for field in problem.fields]
        is_new = problem.is_about_new_cases
        session.view(query("explain/answer_rows" if is_new else "explain/shown_rows"))
        session.stage(self.texts, features=features)
        session.stage(query("explain/own_case" if is_new else "explain/own_instance"))
        session.stage(query("explain/first_answer"), features=features)
        session.stage(query("explain/figures"))
        session.stage(query("constrain/nothing_blamed"))
        tell(session, method)
        records = session.fetch_records(query("explain/listed_answers"))
        return self._read(problem, method, records)

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
        session.view(query("results/worded_pairs"))
        session.stage(query("results/spelled_pairs"))
        session.stage(query("results/first_of_row"))
        tell(session, method)
        records = session.fetch_records(ranked_query(method))
        if self.table.bins:
            session.stage(query("results/shown_rows"))
        return self._read(problem, method, records)

    def _read(
        self, problem: Problem, method: Method, answers: list[dict[str, Any]]
    ) -> Explanation:
        """Read what there is to say of the case that was asked about."""
        session, table, asked = self.session, self.table, problem.constraints
        (texts,) = session.fetch_one(query("results/shown_values"))
        features = [field.feature for field in problem.fields]
        values = dict(zip(features, texts, strict=True))
        (summary,) = session.fetch_records(summary_query(method))
        originals: dict[str, dict[str, str | None]] = {}
        if table.bins:
            originals = bins.originals(session, list(table.bins))
        return Explanation(
            table=table.name,
            label_column=table.label,
            values=values,
            originals=originals.get(str(summary["row_id"]), {}),
            **summary,
            counterfactuals=[
                as_counterfactual(record, values, originals) for record in answers
            ],
            target=asked.target,
            differs_by=asked.differs_by,
            require=all_of(asked.require),
            weight=method.constraints.weight,
            id_type=catalog.id_type(session, table),
            declared=method.declared.words,
        )


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
