"""New cases as instances that are asked about, staged beside those of the table."""

from __future__ import annotations

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import Query, query
from cfsql.errors import UnknownName, WrongUse
from cfsql.method.constraints import Problem
from cfsql.method.outcomes import add_apart, known_label
from cfsql.questions.new_cases.given import GivenCases, read_cases, unseen_values
from cfsql.questions.new_cases.kinds import Kinds
from cfsql.tables import bins
from cfsql.tables.bins import class_of
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.row_sources import bind_source


def stage_cases(
    session: Session,
    table: LoadedTable,
    problem: Problem,
    cases: GivenCases,
    texts: Query,
    *,
    is_any_outcome: bool = False,
) -> list[str]:
    """Stage the new cases as targets; remarks on their values.

    `texts` reads values as the table has them. Without an outcome and a target, a case
    is refused, unless it is compared with the rows of any outcome.
    """
    features = [field.feature for field in problem.fields]
    given = read_cases(session, table, features, cases)
    has_target = is_any_outcome or problem.constraints.target is not None
    label = _label(session, table, problem, cases)
    if given.label is None and label is None and not has_target:
        raise WrongUse(
            f"which {table.label} has {'the' if cases.is_one else 'each'} case? Give "
            "it with --label, or say with --target which one to reach"
        )
    kinds = Kinds.of(session, table, features)
    session.stage_like_source(
        "case_rows",
        given.columns,
        texts=[given.columns[feature] for feature in features],
        label=given.label,
        id=given.id,
    )
    for relation in ("source_rows", "feature_rows", "wanted_rows"):
        session.bind(relation, "case_rows")
    session.stage(texts, into="case_texts", features=features)
    if problem.is_refined:
        session.stage(
            query("constrain/row_values"), into="new_values", names=problem.columns
        )
    else:
        session.stage_empty(query("encode/instances"), into="new_values")
    bind_source(session, table.name)
    bins.bind(session, table.name)
    session.stage(
        query("cases/given_cells"),
        texts=kinds.texts,
        exact=kinds.exact,
        dates=kinds.days,
    )
    if table.bins:
        session.stage(query("cases/binned_cells"))
    kinds.refuse_unreadable(session, table, is_one=given.is_one)
    session.stage(query("cases/spelled_cases"))
    if table.label in table.bins:
        session.stage(
            query("cases/binned_labels"), label=label, label_column=table.label
        )
    else:
        session.stage(query("cases/case_labels"), label=label)
    differs_by = problem.constraints.differs_by
    if differs_by is not None:
        new = dict(session.fetch(query("cases/new_outcomes")))
        add_apart(session, table, new, differs_by)
    _refuse_labels(session, table, has_target=has_target)
    session.stage(query("cases/case_cells"))
    if problem.ordered:
        session.stage(query("order/unseen_codes"))
    else:
        session.stage(query("order/no_unseen_codes"))
    session.stage(query("cases/new_instances"))
    session.bind("asked_rows", "new_instances")
    session.stage(query("cases/new_targets"))
    return [*given.remarks, *unseen_values(session, given, kinds)]


def _label(
    session: Session, table: LoadedTable, problem: Problem, cases: GivenCases
) -> str | None:
    """The label of all cases as the table has it; refuse one that it does not have."""
    label = cases.label
    if label is None:
        return None
    if table.label in table.bins:
        label = class_of(session, table.name, table.label, label)
    if problem.is_apart:
        return known_label(session, label)
    labels = [name for name, _ in session.fetch(query("constrain/label_ids"))]
    if label not in labels:
        raise UnknownName(table.label, label, labels, table.name)
    return label


def _refuse_labels(session: Session, table: LoadedTable, *, has_target: bool) -> None:
    """Refuse a case with an unknown label, and one without any if no target is set."""
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
