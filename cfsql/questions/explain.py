"""One case for a person: the row, what would have changed it, and in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from cfsql import words
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import Query, query
from cfsql.method import encode
from cfsql.method.constraints import NONE, Problem, pose, put_all_in_order
from cfsql.method.order import Ordered
from cfsql.method.outcomes import number_outcomes
from cfsql.method.rank import (
    Method,
    compute,
    rank_found,
    ranked_query,
    show_instances,
    spell,
    stage_population,
    summary_query,
    tell,
    view_ranks,
)
from cfsql.method.search.search import AUTO, PairSearch
from cfsql.method.selection import Selection, refuse_unknown, value_text
from cfsql.options import all_of
from cfsql.progress import Progress, Silent
from cfsql.speech import ENGLISH, Speech, current, say
from cfsql.tables import bins, catalog
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.declarations import NOTHING
from cfsql.tables.frames import Column, Held, Rows
from cfsql.tables.nearly_unique import NearlyUnique, leading

# Up to this number of pairs are compared one by one, without a plan.
_FEW_PAIRS = 100_000_000


@dataclass(frozen=True)
class Change:
    """One feature that differs; a value of None is NULL."""

    feature: str
    from_value: str | None
    to_value: str | None


@dataclass(frozen=True)
class Counterfactual:
    """One minimal counterfactual of the row: a case that really happened.

    `originals` are the numbers behind those values that are intervals.
    """

    counterfactual_id: object
    counterfactual_label: str
    distance: int
    changes: list[Change]
    explanation: str
    rank: int
    is_optimal: bool
    power: int
    ball_size: int
    typicality: float
    capacity: float
    universality: float
    dag_count: int
    support: int
    share: float
    n_changes: int
    values: dict[str, str | None]
    originals: dict[str, str | None]

    @property
    def is_sure(self) -> bool:
        """Whether these features came with this label alone."""
        return self.share == 1

    @property
    def n_equal(self) -> int:
        """The number of rows with these features, whatever their label."""
        return round(self.support / self.share)


@dataclass(frozen=True, repr=False)
class Explanation(Held):
    """A row of a table with its minimal counterfactuals, best first.

    The fields from `row_id` to `sentence` are columns of `_summary`, and
    `originals` are the numbers behind those values that are intervals. A new case has
    no row id, and perhaps no label; the remarks are about its values. `target`,
    `differs_by`, `require` and `weight` are what was asked for. `leading` are nearly
    unique features that the first answer changes.
    """

    table: str
    label_column: str
    values: dict[str, str | None]
    originals: dict[str, str | None]
    row_id: object
    label: str | None
    min_distance: int | None
    n_minimal: int
    n_optimal: int
    is_unique: bool
    power: int | None
    second_power: int | None
    gap: float | None
    margin: int | None
    is_contradicted: bool
    optimal_id: object | None
    explanation: str | None
    sentence: str
    counterfactuals: list[Counterfactual]
    blocked_by: str | None = None
    target: str | None = None
    differs_by: float | None = None
    require: str | None = None
    weight: Sequence[str] = ()
    n_changes: int | None = None
    n_listed: int = 0
    sureness: str | None = None
    sureness_reason: str | None = None
    remarks: Sequence[str] = ()
    leading: Sequence[NearlyUnique] = ()
    id_type: str | None = None
    declared: str | None = None
    speech: Speech = field(default_factory=current, repr=False)

    @property
    def is_sure(self) -> bool:
        """Whether this can be said of all that are listed."""
        return all(each.is_sure for each in self.counterfactuals)

    @property
    def title(self) -> str:
        """Which case is explained."""
        with self.speech.spoken():
            if self.row_id is None:
                return say("A new case of {table}", table=self.table)
            return say("Row {row} of {table}", row=str(self.row_id), table=self.table)

    @property
    def headline(self) -> str:
        """The case and its answer in one line."""
        return f"{self.title}: {self.sentence}"

    @property
    def optimal(self) -> Counterfactual | None:
        """The counterfactual that the sentence is about; None when there is none.

        It is the first that is listed, or with `target="each"` the nearest of these.
        """
        told = (self.optimal_id, self.explanation)
        for each in self.counterfactuals:
            if (each.counterfactual_id, each.explanation) == told:
                return each
        return None

    @property
    def notes(self) -> list[str]:
        """What to know beside the answer, as Python says it."""
        return [*self.remarks, *(each.in_python for each in self.leading)]

    def to_dict(self) -> dict[str, Any]:
        """The explanation for programs, as `cfsql explain --format json` prints it."""
        found = {
            "sentence": self.sentence,
            "sureness": self.sureness,
            "sureness_reason": self.sureness_reason,
            **super().to_dict(),
        }
        if self.declared is None:
            del found["declared"]
        return found

    def _rows(self) -> Rows:
        """The counterfactuals, with the columns of `_ranked`."""
        before: dict[str, Column] = {
            "row_id": (object, self.row_id),
            "label": (str, self.label),
        }
        return Rows(
            Counterfactual,
            self.counterfactuals,
            before,
            without=() if self.weight else ("n_changes",),
            id_type=self.id_type,
        )


def explain(
    session: Session, table: LoadedTable, row: object, method: Method
) -> Explanation:
    """Explain one row of a table, without writing to the database."""
    compute(session, table, Selection(rows=[row]), method, Silent())
    return read_explanation(session, table, method)


class Explainer:
    """A table made ready once, to explain one row after the other.

    What is asked may freeze and direct, aim at a target or at an outcome that differs
    by enough, and limit changes, support and share; all else that constraints can do
    takes a layout of its own, and so a session of its own.
    """

    def __init__(self, session: Session, table: LoadedTable) -> None:
        """Bind the table in a session that is used for nothing else."""
        self.session = session
        self.table = table
        self.fields = encode.bind(session, table.name)
        self.ordered: Mapping[str, Ordered] = {}
        self._differs_by: float | None = None
        self._texts = encode.texts_query(session)
        self._stage_population()

    def _stage_population(self) -> None:
        problem = Problem(self.fields, self.table.n_instances)
        stage_population(self.session, problem, Method())

    def _put_in_order(self) -> None:
        """Give codes an order once a direction is asked for: it serves all others."""
        self.fields, self.ordered = put_all_in_order(
            self.session, self.table, self.fields
        )
        self._stage_population()

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
        session, table, asked = self.session, self.table, method.constraints
        assert not asked.ignore
        assert not asked.require
        assert method.count == "rows"
        if (asked.only_up or asked.only_down) and not self.ordered:
            self._put_in_order()
        if asked.differs_by != self._differs_by:
            number_outcomes(session, table, asked.differs_by)
            self._differs_by = asked.differs_by
            self._stage_population()
        self.select(row)
        problem = pose(session, table, self.fields, asked, ordered=self.ordered)
        session.speak(method.speech)
        if can_be_few(problem, table, method):
            session.view(query("explain/asked_cases"))
            found = explain_few(session, table, problem, method, self._texts)
            if found is not None:
                return found
        run = PairSearch(
            session,
            replace(problem, n_nearest=method.nearest),
            method.plan,
            progress or Silent(),
        )
        session.stage(query("search/targets"))
        run.search()
        rank_found(session, run, method)
        show_instances(session)
        spell(session, problem, method)
        # Tables, not views as for many rows: views are planned anew by each query.
        view_ranks(session, method)
        session.view(query("results/worded_pairs"))
        session.stage(query("results/spelled_pairs"))
        session.stage(query("results/first_of_row"))
        tell(session, method)
        return read_explanation(session, table, method)


def can_be_few(problem: Problem, table: LoadedTable, method: Method) -> bool:
    """Whether nothing is asked for that few statements do not give."""
    plain = replace(
        method, constraints=NONE, plan=AUTO, speech=ENGLISH, declared=NOTHING
    )
    return plain == Method() and not table.bins and len(problem.targets) == 1


def explain_few(
    session: Session,
    table: LoadedTable,
    problem: Problem,
    method: Method,
    texts: Query,
) -> Explanation | None:
    """Explain `asked_cases` in few statements; None with many answers, or none.

    Many are for the planner, and a row without any is told why.
    """
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
    features = [field.feature for field in problem.fields]
    is_new = problem.is_about_new_cases
    session.view(query("explain/answer_rows" if is_new else "explain/shown_rows"))
    session.stage(texts, features=features)
    session.stage(query("explain/own_case" if is_new else "explain/own_instance"))
    session.stage(query("explain/first_answer"), features=features)
    session.stage(query("explain/figures"))
    session.stage(query("constrain/nothing_blamed"))
    tell(session, method)
    (summary,) = session.fetch_records(summary_query(method))
    (own,) = session.fetch_one(query("results/shown_values"))
    values = dict(zip(features, own, strict=True))
    found = Explanation(
        table=table.name,
        label_column=table.label,
        values=values,
        originals={},
        **summary,
        counterfactuals=[
            _answer(record, values)
            for record in session.fetch_records(query("explain/listed_answers"))
        ],
        target=problem.constraints.target,
        differs_by=problem.constraints.differs_by,
        weight=problem.constraints.weight,
        id_type=catalog.id_type(session, table),
        declared=method.declared.words,
    )
    return _with_leading(session, table, found)


def _with_leading(
    session: Session, table: LoadedTable, found: Explanation
) -> Explanation:
    """The explanation with the nearly unique features that its first answer changes."""
    if found.optimal is None:
        return found
    changed = [change.feature for change in found.optimal.changes]
    return replace(found, leading=leading(session, table, changed))


def read_explanation(
    session: Session, table: LoadedTable, method: Method
) -> Explanation:
    """Read the one row that was asked about from what is staged."""
    features = [field[1] for field in session.fetch(query("encode/packed_features"))]
    (texts,) = session.fetch_one(query("results/shown_values"))
    values = dict(zip(features, texts, strict=True))
    (summary,) = session.fetch_records(summary_query(method))
    ranked = session.fetch_records(ranked_query(method))
    originals: dict[str, dict[str, str | None]] = {}
    if table.bins:
        session.stage(query("results/shown_rows"))
        originals = bins.originals(session, list(table.bins))
    found = Explanation(
        table=table.name,
        label_column=table.label,
        values=values,
        originals=originals.get(str(summary["row_id"]), {}),
        **summary,
        counterfactuals=[
            as_counterfactual(record, values, originals) for record in ranked
        ],
        target=method.constraints.target,
        differs_by=method.constraints.differs_by,
        require=all_of(method.constraints.require),
        weight=method.constraints.weight,
        id_type=catalog.id_type(session, table),
        declared=method.declared.words,
    )
    return _with_leading(session, table, found)


def as_counterfactual(
    record: dict[str, Any],
    values: dict[str, str | None],
    originals: dict[str, dict[str, str | None]],
) -> Counterfactual:
    """A record of `ranked` as a counterfactual of a row with these values.

    `originals` are the numbers behind intervals, by row id.
    """
    own = _own_fields(record)
    changes = [Change(**change) for change in record["changes"]]
    own["changes"], own["n_changes"] = changes, len(changes)
    own["originals"] = originals.get(str(record["counterfactual_id"]), {})
    changed = {change.feature: change.to_value for change in changes}
    return Counterfactual(**own, values=values | changed)


def _own_fields(record: dict[str, Any]) -> dict[str, Any]:
    """What a counterfactual has, of a record that has more."""
    names = {each.name for each in fields(Counterfactual)}
    return {name: value for name, value in record.items() if name in names}


def _answer(record: dict[str, Any], values: dict[str, str | None]) -> Counterfactual:
    """A record of `listed_answers` as a counterfactual of a row with these values."""
    texts = dict(zip(values, record.pop("feature_texts"), strict=True))
    changes = [
        Change(feature, values[feature], text)
        for feature, text in texts.items()
        if text != values[feature]
    ]
    return Counterfactual(
        **_own_fields(record),
        is_optimal=record["rank"] == 1,
        changes=changes,
        n_changes=len(changes),
        explanation=", ".join(
            words.change(each.feature, each.from_value, each.to_value)
            for each in changes
        ),
        values=texts,
        originals={},
    )
