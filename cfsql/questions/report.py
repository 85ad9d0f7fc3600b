"""A ranking as a report: the figures, read from the stored results by SQL."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cfsql import export
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.method.columns import METRICS
from cfsql.method.selection import (
    leave_out_unlabelled,
    refuse_missing,
    stage_listed,
    value_text,
)
from cfsql.questions.audit import Audit, Contradiction, Member, read_audit
from cfsql.questions.explain import as_counterfactual
from cfsql.questions.explanation import Explanation
from cfsql.questions.overview import Overview, bind_ranking, read_overview
from cfsql.questions.stability import (
    Stability,
    StableRow,
    stability_of_answers,
    stable_rows,
)
from cfsql.speech import Speech, current
from cfsql.tables import bins, catalog
from cfsql.tables.catalog import LoadedTable, Stored
from cfsql.tables.frames import Held, Rows
from cfsql.tables.nearly_unique import NearlyUnique
from cfsql.tables.profile import Profile, profile
from cfsql.tables.runs import StoredRun, run_of
from cfsql.tables.speech import spoken

# The options of a ranking that may name rows.
_PICK_ROWS = {"rows", "where"}

# How much a reader can take in.
N_EXPLAINED = 30
_N_ALTERNATIVES = 5
_N_CHANGES = 12
_N_CLASSES = 12
_N_CONTRADICTIONS = 5
_N_PAIRS = 20


@dataclass(frozen=True)
class Spread:
    """A figure over the rows that have it."""

    n_rows: int
    average: float
    deviation: float
    smallest: float
    lower_quartile: float
    middle: float
    upper_quartile: float
    largest: float


@dataclass(frozen=True)
class ClassAnswers:
    """A class of the table, and how its rows were answered."""

    label: str
    n_rows: int
    n_ranked: int
    n_answered: int
    n_unique: int
    n_contradicted: int
    mean_distance: float | None


@dataclass(frozen=True)
class Step:
    """The rows with a number of minimal counterfactuals; `most` None has no end."""

    least: int
    most: int | None
    n_rows: int


@dataclass(frozen=True)
class ChangedFeature:
    """In how many rows a feature changes; a row with ties is shared among them."""

    feature: str
    n_values: int
    n_changed: float


@dataclass(frozen=True)
class CommonChange:
    """In how many rows a value changes into another one."""

    feature: str
    from_value: str | None
    to_value: str | None
    n_changed: float


@dataclass(frozen=True)
class Transitions:
    """How many rows of a class are answered by which other class.

    `classes` are named, the others are one together: its place is after theirs.
    """

    classes: list[str]
    n_others: int
    n_rows: list[list[float]]


@dataclass(frozen=True)
class ExplainedRow:
    """A row with its first few counterfactuals, and what it stands out by."""

    explanation: Explanation
    is_least_clear: bool
    is_clearest: bool
    stable: StableRow | None


@dataclass(frozen=True, repr=False)
class Report(Held):
    """A ranking and its table in figures, with explanations of some rows."""

    ranking: Stored
    table: LoadedTable
    profile: Profile
    overview: Overview
    run: StoredRun
    classes: list[ClassAnswers]
    contradictions: list[Contradiction]
    spreads: dict[str, Spread]
    minimal_steps: list[Step]
    gap_tenths: list[int]
    features: list[ChangedFeature]
    changes: list[CommonChange]
    transitions: Transitions
    rows: list[ExplainedRow]
    audit: Audit | None
    stability: Stability | None
    is_anonymous: bool = False
    speech: Speech = field(default_factory=current, repr=False)

    @property
    def leading(self) -> list[NearlyUnique]:
        """The nearly unique features that at least half of the answers change."""
        n_answered = self.overview.n_answered
        often = {
            each.feature
            for each in self.features
            if each.n_changed and each.n_changed >= n_answered / 2
        }
        return [each for each in self.profile.nearly_unique if each.feature in often]

    @property
    def command(self) -> str | None:
        """The command that made the ranking, if its options are known.

        An anonymous report has none that picks rows: it may name them.
        """
        if self.is_anonymous and _PICK_ROWS & set(self.run.options or ()):
            return None
        return self.run.command(self.ranking.table)

    def without_people(self) -> Report:
        """The figures without the lists that name rows."""
        audit = self.audit and replace(self.audit, pairs=[])
        return replace(self, contradictions=[], audit=audit, is_anonymous=True)

    @property
    def headline(self) -> str:
        """The ranking, and how to read the report."""
        return f"{self.overview.headline}; .write('{self.file_name}') makes a page"

    def _rows(self) -> Rows:
        """How the rows of each class were answered."""
        return Rows(ClassAnswers, self.classes)

    @property
    def file_name(self) -> str:
        """What the report is called unless it is given a name."""
        name = self.ranking.name.replace(os.sep, "_")
        return f"{name[:60]}_report.html"

    def html(
        self,
        *,
        title: str | None = None,
        logo: str | os.PathLike[str] | None = None,
        sections: Sequence[str] | None = None,
    ) -> str:
        """The report as one HTML page that needs nothing else.

        Parameters:
            title: what stands over it, by default the table's name.
            logo: a picture to put into its head.
            sections: the only sections that it has, such as ["distance", "rows"].
        """
        from cfsql.show.pages.report import report_page

        with self.speech.spoken():
            return report_page(self, title=title, logo=logo, sections=sections)

    def write(
        self,
        path: str | os.PathLike[str],
        *,
        title: str | None = None,
        logo: str | os.PathLike[str] | None = None,
        sections: Sequence[str] | None = None,
    ) -> None:
        """Write the page to a file; it appears whole or not at all.

        Parameters:
            path: the file, which ends in .html.
            title: what stands over it, by default the table's name.
            logo: a picture to put into its head.
            sections: the only sections that it has, such as ["distance", "rows"].
        """
        path = os.fspath(path)
        export.check(path, export.PAGES)
        text = self.html(title=title, logo=logo, sections=sections)
        export.write_text(text, path)


def report(
    session: Session,
    ranking: Stored,
    *,
    rows: Sequence[object] | None = None,
    anonymous: bool = False,
    language: str | None = None,
    display_names: object | None = None,
) -> Report:
    """Read the figures of a stored ranking, and the explanations of these rows.

    It speaks as the ranking does, unless it is told otherwise.
    """
    table = catalog.loaded_table(session, ranking.table)
    described = profile(session, table)
    bind_ranking(session, ranking)
    _choose_rows(session, ranking, table, rows)
    run = run_of(ranking)
    stored = run.speech
    asked = Speech.of({"language": language, "display_names": display_names})
    speech = Speech(
        stored.code if language is None else asked.code,
        stored.names if display_names is None else asked.names,
    )
    with spoken(session, table, speech):
        figures = read_figures(session, ranking, run, table, described)
        explained = _explained(
            session,
            table,
            list(described.features),
            run,
            has_stability=figures.stability is not None,
        )
        if anonymous or speech != stored:
            explained = _told(session, table, run, explained, is_anonymous=anonymous)
    if not anonymous:
        return replace(figures, rows=explained)
    return replace(figures.without_people(), rows=list(map(_unnamed, explained)))


def read_figures(
    session: Session,
    ranking: Stored,
    run: StoredRun,
    table: LoadedTable,
    described: Profile,
) -> Report:
    """Read the figures of a ranking that is bound, or staged; no row is explained."""
    seen = read_overview(session, ranking, run, n_shown=0)
    session.stage(query("report/optimal_answers"))
    spreads = session.fetch(
        query("report/spreads"), metrics=[metric.name for metric in METRICS]
    )
    contradictions = session.fetch(
        query("profile/contradictions"), n_shown=_N_CONTRADICTIONS
    )
    changes = session.fetch(query("report/common_changes"), n_shown=_N_CHANGES)
    return Report(
        ranking=ranking,
        table=table,
        profile=described,
        overview=seen,
        run=run,
        classes=[
            ClassAnswers(*row) for row in session.fetch(query("report/class_answers"))
        ],
        contradictions=[
            Contradiction(int(n_rows), [Member(**member) for member in members])
            for n_rows, members in contradictions
        ],
        spreads={measure: Spread(*figures) for measure, *figures in spreads},
        minimal_steps=[
            Step(*row) for row in session.fetch(query("report/minimal_bins"))
        ],
        gap_tenths=[n_rows for _, n_rows in session.fetch(query("report/gap_bins"))],
        features=[
            ChangedFeature(*row)
            for row in session.fetch(query("report/changed_features"))
        ],
        changes=[CommonChange(*row) for row in changes],
        transitions=_transitions(session, described),
        rows=[],
        audit=_audit(session, ranking, table),
        stability=stability_of_answers(session, ranking.name, table),
    )


def _audit(session: Session, ranking: Stored, table: LoadedTable) -> Audit | None:
    """The audit of the ranking, if one is stored."""
    stored = catalog.stored_by_name(session, catalog.AUDIT).get(ranking.name)
    if stored is None:
        return None
    return read_audit(session, stored, table, n_shown=_N_PAIRS)


def _choose_rows(
    session: Session,
    ranking: Stored,
    table: LoadedTable,
    rows: Sequence[object] | None,
) -> None:
    """Stage the rows that are asked for, or some that are worth reading."""
    if rows is None:
        session.stage(query("report/chosen_rows"), n_wanted=N_EXPLAINED)
        return
    rows = [rows] if isinstance(rows, str) else rows
    if not rows:
        raise WrongUse("--rows needs at least one row id")
    named = stage_listed(session, rows)
    refuse_missing(session, table, named)
    leave_out_unlabelled(session, table)
    for (row,) in session.fetch(query("report/unranked_rows"), rows=named):
        explain = ["cfsql", "explain", "--table", table.name, "--row", row]
        raise WrongUse(
            f"row {row} is not among the {ranking.n_rows:,} ranked rows of "
            f"{table.name}; for that row alone: {shlex.join(explain)}"
        )
    if not session.stage(query("report/listed_rows")):
        given = ",".join(map(value_text, rows))
        raise WrongUse(f"none of the ranked rows of {table.name} is among {given}")


def _transitions(session: Session, described: Profile) -> Transitions:
    session.stage(query("report/label_pairs"))
    session.stage(query("report/named_classes"), n_classes=_N_CLASSES)
    found = session.fetch(query("report/transitions"))
    named = {label for *both, _ in found for label in both}
    classes = [label for label in described.classes if label in named]
    others = len(classes)
    places: dict[str | None, int] = {label: n for n, label in enumerate(classes)}
    n_rows = [[0.0] * (others + 1) for _ in range(others + 1)]
    for from_label, to_label, n in found:
        n_rows[places.get(from_label, others)][places.get(to_label, others)] = n
    return Transitions(classes, len(described.classes) - others, n_rows)


def _explained(
    session: Session,
    table: LoadedTable,
    features: list[str],
    run: StoredRun,
    *,
    has_stability: bool,
) -> list[ExplainedRow]:
    answers: dict[str, list[dict[str, Any]]] = {}
    for answer in session.fetch_records(
        query("report/explained_answers"), n_shown=_N_ALTERNATIVES
    ):
        answers.setdefault(str(answer["row_id"]), []).append(answer)
    session.stage(query("report/shown_rows"))
    originals = bins.originals(session, list(table.bins))
    rows = []
    records = session.fetch_records(query("report/explained_rows"))
    stable: dict[str, StableRow] = {}
    if has_stability:
        stable = stable_rows(session, [str(each["row_id"]) for each in records])
    for record in records:
        is_least_clear = record.pop("is_least_clear")
        is_clearest = record.pop("is_clearest")
        texts = record.pop("feature_texts")
        values = dict(zip(features, texts, strict=True))
        explanation = Explanation(
            table=table.name,
            label_column=table.label,
            values=values,
            originals=originals.get(str(record["row_id"]), {}),
            **record,
            counterfactuals=[
                as_counterfactual(answer, values, originals)
                for answer in answers.get(str(record["row_id"]), [])
            ],
            target=run.target,
            require=run.require,
            weight=run.weight,
        )
        kept = stable.get(str(explanation.row_id))
        rows.append(ExplainedRow(explanation, is_least_clear, is_clearest, kept))
    return rows


def _told(
    session: Session,
    table: LoadedTable,
    run: StoredRun,
    rows: list[ExplainedRow],
    *,
    is_anonymous: bool,
) -> list[ExplainedRow]:
    """Explained rows told anew, in the language that is spoken."""
    session.speak(current())
    told = session.fetch(
        query("report/told_sentences"),
        label_column=table.label,
        target=run.target,
        is_required=run.require is not None,
        is_anonymous=is_anonymous,
        rows=[str(row.explanation.row_id) for row in rows],
        blocked=[row.explanation.blocked_by for row in rows],
    )
    said = {str(row_id): sentences for row_id, *sentences in told}
    found = []
    for row in rows:
        sentence, reason = said[str(row.explanation.row_id)]
        explanation = replace(
            row.explanation, sentence=sentence, sureness_reason=reason
        )
        found.append(replace(row, explanation=explanation))
    return found


def _unnamed(row: ExplainedRow) -> ExplainedRow:
    """An explained row without any row id, neither its own nor those of answers."""
    unnamed = replace(
        row.explanation,
        row_id=None,
        optimal_id=None,
        counterfactuals=[
            replace(each, counterfactual_id=None)
            for each in row.explanation.counterfactuals
        ],
    )
    return replace(row, explanation=unnamed)
