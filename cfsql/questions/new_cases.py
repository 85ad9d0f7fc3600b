"""New cases: explained against the table, which they are no part of.

A value that the table does not have differs from every row's. What was given and
could not be used, or was not given, is said.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import BadFile, UnknownName, WrongUse, nearest_name
from cfsql.method import encode
from cfsql.method.constraints import Problem, pose
from cfsql.method.plans.run import Run
from cfsql.method.rank import (
    Method,
    pose_problem,
    rank_found,
    spell,
    stage_population,
    summary_query,
    view_results,
)
from cfsql.progress import Progress
from cfsql.questions.explain import Explanation, read_explanation
from cfsql.tables import bins
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.sources import open_file, stage_file, stage_frame
from cfsql.words import listing, many, said

if TYPE_CHECKING:
    import duckdb


# Values that the table does not have, to be named of each feature.
_N_SHOWN = 3


@dataclass(frozen=True)
class Given:
    """What is known of new cases: where the columns of the table come from."""

    columns: dict[str, str | None]
    label: str | None
    remarks: list[str]


@dataclass(frozen=True)
class NewCases:
    """Many new cases with their counterfactuals, in the columns of a ranking."""

    ranked: duckdb.DuckDBPyRelation
    summary: duckdb.DuckDBPyRelation
    n_cases: int
    remarks: list[str]


def explain_case(
    session: Session,
    table: LoadedTable,
    values: Mapping[str, object],
    method: Method,
    progress: Progress,
    *,
    label: str | None,
) -> Explanation:
    """Explain one new case."""
    _, remarks = _compute(
        session, table, _frame(values), method, progress, label=label, what="the case"
    )
    return _read_case(session, table, values, method, remarks)


class CaseExplainer:
    """A table made ready once, to explain one new case after the other.

    Of constraints it takes those that an `Explainer` takes.
    """

    def __init__(self, session: Session, table: LoadedTable) -> None:
        """Bind the table in a session that is used for nothing else."""
        self.session = session
        self.table = table
        fields = encode.bind(session, table.name)
        self.problem = pose_problem(
            session, table, fields, Method(), has_new_values=True
        )
        stage_population(session, self.problem, Method())

    def explain(
        self,
        values: Mapping[str, object],
        method: Method,
        progress: Progress,
        *,
        label: str | None,
    ) -> Explanation:
        """Explain one new case."""
        asked = method.constraints
        assert not asked.ignore
        assert asked.require is None
        assert method.count == "rows"
        session, table = self.session, self.table
        posed = pose(session, table, self.problem.fields, asked)
        problem = replace(
            posed,
            n_instances=self.problem.n_instances,
            is_about_new_cases=True,
            n_nearest=method.nearest,
        )
        _, remarks = _answer(
            session,
            table,
            problem,
            _frame(values),
            method,
            progress,
            label=label,
            what="the case",
        )
        return _read_case(session, table, values, method, remarks)


def _read_case(
    session: Session,
    table: LoadedTable,
    values: Mapping[str, object],
    method: Method,
    remarks: list[str],
) -> Explanation:
    given = {str(name).lower(): _text(value) for name, value in values.items()}
    return replace(
        read_explanation(session, table, method),
        row_id=None,
        originals={name: given.get(name.lower()) for name in table.bins},
        remarks=remarks,
    )


def explain_cases(
    session: Session,
    table: LoadedTable,
    source: object,
    method: Method,
    progress: Progress,
    *,
    label: str | None,
    encoding: str = "utf-8",
) -> NewCases:
    """Explain all cases of a file or a frame; nothing is stored."""
    if isinstance(source, os.PathLike):
        source = os.fspath(source)
    n_cases, remarks = _compute(
        session,
        table,
        source,
        method,
        progress,
        label=label,
        what="each case",
        encoding=encoding,
    )
    ranked = session.relation(query("results/ranked"))
    summary = session.relation(summary_query(method))
    return NewCases(ranked, summary, n_cases, remarks)


def parse_values(text: str) -> dict[str, object]:
    """The values of a case, as JSON."""
    try:
        values = json.loads(text, object_pairs_hook=_once_each)
    except json.JSONDecodeError as error:
        raise WrongUse(
            f'--values takes JSON such as \'{{"age": "<25"}}\': {error.msg} at '
            f"character {error.pos + 1}"
        ) from error
    if not isinstance(values, dict):
        raise WrongUse('--values takes a JSON object, such as \'{"age": "<25"}\'')
    return values


def _once_each(members: list[tuple[str, object]]) -> dict[str, object]:
    """The members of an object; of two with one name, which is meant is not known."""
    names = [name.lower() for name, _ in members]
    for name, _ in members:
        if names.count(name.lower()) > 1:
            raise WrongUse(f"--values has '{name}' more than once")
    return dict(members)


def _frame(values: Mapping[str, object]) -> object:
    import polars as pl

    for name, value in values.items():
        if isinstance(value, (dict, list, tuple, set)):
            raise WrongUse(f"the value of {name} should be a text or a number")
    if not values:
        raise WrongUse("a case needs at least one value")
    return pl.DataFrame({str(name): [_text(value)] for name, value in values.items()})


def _text(value: object) -> str | None:
    """A value as the table would write it."""
    if value is None:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)


def _compute(
    session: Session,
    table: LoadedTable,
    source: object,
    method: Method,
    progress: Progress,
    *,
    label: str | None,
    what: str,
    encoding: str = "utf-8",
) -> tuple[int, list[str]]:
    """Stage `ranked` and `summary` of new cases; how many, and what is to be said."""
    fields = encode.bind(session, table.name)
    problem = pose_problem(session, table, fields, method, has_new_values=True)
    stage_population(session, problem, method)
    return _answer(
        session,
        table,
        problem,
        source,
        method,
        progress,
        label=label,
        what=what,
        encoding=encoding,
    )


def _answer(
    session: Session,
    table: LoadedTable,
    problem: Problem,
    source: object,
    method: Method,
    progress: Progress,
    *,
    label: str | None,
    what: str,
    encoding: str = "utf-8",
) -> tuple[int, list[str]]:
    """The same, once the problem is posed and the population staged."""
    _read(session, source, encoding)
    given = _given(session, table, problem, label, what)
    target = method.constraints.target
    if given.label is None and label is None and target is None:
        raise WrongUse(
            f"which {table.label} has {what}? Give it with --label, or say with "
            "--target which one to reach"
        )
    if label is not None:
        _refuse_unknown_label(session, table, label)
    _stage_cases(session, table, problem, given, label, has_target=target is not None)
    run = Run(session, problem, method.plan, progress)
    with session.any_order():
        run.search_targets()
        rank_found(session, run, method)
        session.stage(query("results/shown_instances"))
        spell(session, problem, method)
        session.append(query("cases/shown_cases"))
        session.append(query("cases/spelled_new_instances"))
    view_results(session, method)
    return session.size("targets"), [*given.remarks, *_unseen(session, given)]


def _read(session: Session, source: object, encoding: str) -> None:
    """Stage `incoming`, all texts."""
    if isinstance(source, str):
        with open_file(source) as file:
            stage_file(session, file, text=True, encoding=encoding)
    else:
        stage_frame(session, source)
    session.stage(query("load/as_texts"))
    if session.fetch_one(query("load/incoming_size")) == (0,):
        raise BadFile("there is no case to explain")


def _given(
    session: Session,
    table: LoadedTable,
    problem: Problem,
    label: str | None,
    what: str,
) -> Given:
    """Which columns of the table are given, and what to say of the others."""
    incoming = [name for name, _ in session.column_types("incoming")]
    known = {name.lower(): name for name in incoming}
    own = [name for name in session.columns("source_rows") if name != "row_id"]
    columns = {name: known.get(name.lower()) for name in own}
    features = [field.feature for field in problem.fields]
    if not any(columns[feature] for feature in features):
        raise UnknownName("feature", incoming[0], features, table.name)
    remarks = []
    missing = [feature for feature in features if columns[feature] is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        remarks.append(
            f"{listing(missing)} {verb} not given for {what}, and taken as missing"
        )
    extra = [
        name
        for name in incoming
        if name.lower() not in [each.lower() for each in own] and name != "row_id"
    ]
    if extra:
        verb = "is no column" if len(extra) == 1 else "are no columns"
        remarks.append(
            f"{listing(extra)} {verb} of {table.name}, and not looked at"
            + _meant(extra, [name for name in own if columns[name] is None])
        )
    given_label = columns[table.label]
    if given_label is not None and label is not None:
        remarks.append(f"--label {label} stands for the {table.label} of {what}")
    return Given(columns, given_label, remarks)


def _meant(extra: list[str], not_given: list[str]) -> str:
    """The columns that are not given and that unknown ones may stand for."""
    found = [nearest_name(name, not_given) for name in extra]
    meant = dict.fromkeys(f"'{name}'" for name in found if name is not None)
    return f"; did you mean {listing(list(meant))}?" if meant else ""


def _stage_cases(
    session: Session,
    table: LoadedTable,
    problem: Problem,
    given: Given,
    label: str | None,
    *,
    has_target: bool,
) -> None:
    """Stage the new cases as targets."""
    features = [field.feature for field in problem.fields]
    session.stage_like_source(
        "case_rows",
        given.columns,
        texts=[given.columns[feature] for feature in features],
        label=given.label,
    )
    for relation in ("source_rows", "feature_rows", "wanted_rows"):
        session.bind(relation, "case_rows")
    session.stage(query("encode/texts"), into="case_texts", features=features)
    if table.bins:
        for row, feature, text in session.fetch(query("cases/no_number")):
            given.remarks.append(
                f"{feature} {said(text)} of case {row} is no number, and in no interval"
            )
        session.stage(query("cases/binned_cases"), into="case_texts")
    if problem.is_refined:
        session.stage(
            query("constrain/row_values"), into="new_values", names=problem.columns
        )
    else:
        session.stage_empty(query("encode/instances"), into="new_values")
    session.bind("source_rows", session.public(table.name))
    bins.bind(session, table.name)
    session.stage(query("cases/spelled_cases"))
    session.stage(query("cases/case_labels"), label=label)
    if not has_target:
        for row, n_cases in session.fetch(query("cases/unlabelled_cases")):
            others = f" and {n_cases - 1:,} more" if n_cases > 1 else ""
            verb = "have" if n_cases > 1 else "has"
            raise WrongUse(
                f"case {row}{others} {verb} no {table.label}; give it in the file or "
                "with --label, or say with --target which one to reach"
            )
    for row, name in session.fetch(query("cases/unknown_labels")):
        labels = [each for each, _ in session.fetch(query("constrain/label_ids"))]
        raise UnknownName(table.label, str(name), labels, f"{table.name} (row {row})")
    session.stage(query("cases/coded_cases"), n_instances=problem.n_instances)
    session.stage(query("cases/new_instances"))
    session.stage(query("cases/asked_cases"))
    session.stage(query("cases/new_targets"))


def _refuse_unknown_label(session: Session, table: LoadedTable, label: str) -> None:
    labels = [name for name, _ in session.fetch(query("constrain/label_ids"))]
    if label not in labels:
        raise UnknownName(table.label, label, labels, table.name)


def _unseen(session: Session, given: Given) -> list[str]:
    """What to say of values that the table does not have."""
    unseen: dict[str, list[str]] = {}
    for feature, value, _ in session.fetch(query("cases/unseen_values")):
        if given.columns[feature] is not None:
            unseen.setdefault(feature, []).append(said(value))
    found = []
    for feature, values in unseen.items():
        shown = values[:_N_SHOWN]
        if len(values) > len(shown):
            shown.append(many(len(values) - len(shown), "other value"))
        found.append(f"{feature} {listing(shown)}")
    if not found:
        return []
    return [f"no row has {'; '.join(found)}: such a value differs from every row's"]
