"""A loaded table: what it can be asked, and what is stored of the answers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from cfsql import export
from cfsql.api.asking import asked_method, storing
from cfsql.api.living import Living
from cfsql.api.reasons import Reasons
from cfsql.api.results import Ranking, Result
from cfsql.api.sure import Sure
from cfsql.errors import WrongUse
from cfsql.keywords import takes
from cfsql.options import (
    ALL,
    CHECK_SECONDS,
    N_SHOWN,
    CaseOptions,
    DeclareOptions,
    DefaultOptions,
    Experiment,
    ExperimentOptions,
    MethodOptions,
    RankOptions,
    SelectionOptions,
    SpeechOptions,
    duration,
)
from cfsql.progress import Progress, Silent
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable
from cfsql.tables.declarations import (
    Declared,
    checked,
    merged,
    protected_columns,
    remember,
)
from cfsql.tables.speech import spoken

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from cfsql.api.database import Database
    from cfsql.api.explaining import Explainer
    from cfsql.experiments import Experiments
    from cfsql.method.parts import RankedPart
    from cfsql.questions.audit import Audit
    from cfsql.questions.check import Checked
    from cfsql.questions.compare import Comparison
    from cfsql.questions.counterfactuals import Counterfactuals
    from cfsql.questions.dry_run import DryRun
    from cfsql.questions.explanation import Explanation
    from cfsql.questions.new_cases.explain import NewCases
    from cfsql.questions.side_by_side import Explanations
    from cfsql.tables.profile import Column, Profile
    from cfsql.ui.embedded import Embedded


class Table(Reasons, Sure, Living):
    """A loaded table."""

    def __init__(self, database: Database, facts: LoadedTable) -> None:
        """Use `Database.table` or `Database.load` instead."""
        self.database = database
        self.facts = facts
        # What there was to say of the file, once it was loaded.
        self.remarks: Sequence[str] = ()

    @property
    def name(self) -> str:
        """The table's name in the database."""
        return self.facts.name

    @property
    def label(self) -> str:
        """The label column."""
        return self.facts.label

    def __repr__(self) -> str:
        return f"<cfsql table {self.name}: {self.facts.n_rows:,} rows>"

    def profile(self) -> Profile:
        """Rows, duplicates, contradictions, classes and features."""
        from cfsql.tables.profile import profile

        with self.database.session() as session:
            return profile(session, self.facts)

    @property
    def declared(self) -> Declared:
        """What nobody can change, or only in one direction, and whom audits protect."""
        return self.facts.declared

    @takes(DeclareOptions)
    def declare(
        self, *, free: str | Sequence[str] = (), **options: Unpack[DeclareOptions]
    ) -> Declared:
        """Declare what can change, for all questions to come; all that is declared.

        What is named is declared anew, and all else stays. Stored rankings stay as they
        were made.

        Parameters:
            free: columns of which nothing is declared any more.
        """
        from cfsql.method import encode
        from cfsql.tables import records

        lifted = [free] if isinstance(free, str) else list(free)
        asked = Declared.of(options)
        with self.database.session(is_storing=True) as session:
            table = catalog.loaded_table(session, self.name)
            fields = encode.bind(session, self.name)
            own = checked(session, table, fields, asked)
            found = merged(table.declared, own, lifted)
            checked(session, table, fields, found)
            with session.transaction():
                records.prepare(session)
                remember(session, table, found)
                records.remember_run(
                    session,
                    command="declare",
                    table=self.name,
                    options={**asked.options, "free": lifted or None},
                    rows=table.n_rows,
                    seconds=0.0,
                )
            self.facts = catalog.loaded_table(session, self.name)
        return found

    @property
    def change(self) -> str | None:
        """How the table differs from what was encoded; None if it does not."""
        from cfsql.tables.changed import change

        with self.database.session() as session:
            return change(session, self.name)

    def columns(self) -> list[Column]:
        """Each column with its type, its role and, of a feature, how many values."""
        from cfsql.tables.profile import columns

        with self.database.session() as session:
            return columns(session, self.facts)

    def rankings(self) -> list[Ranking]:
        """The stored rankings of this table."""
        return [
            Ranking(self.database, facts)
            for facts in self.database.rankings()
            if facts.table == self.name
        ]

    def export(
        self, directory: str | os.PathLike[str], *, overwrite: bool = False
    ) -> list[str]:
        """Write the table and its result tables as Parquet files; their paths.

        Parameters:
            directory: where to write them; it is made if it is not there.
            overwrite: whether files that are there are replaced.
        """
        results = [
            Result(self.database, relation, of=self.name)
            for stored in self.database.results()
            if stored.table == self.name
            for relation in stored.relations
        ]
        if not results:
            raise WrongUse(
                f"table '{self.name}' is not ranked yet; "
                f"run: cfsql rank --table {self.name}"
            )
        schema, name = self.facts.place or (None, self.name)
        own = Result(self.database, name, of=self.name, schema=schema)
        return export.write_all(
            [own, *results],
            os.fspath(directory),
            overwrite=overwrite,
        )

    @takes(RankOptions)
    def rank(
        self,
        *,
        into: str | None = None,
        time_limit: float | str | None = None,
        progress: Progress | None = None,
        **options: Unpack[RankOptions],
    ) -> Ranking:
        """Find, rank and measure the minimal counterfactuals of these rows, or of all.

        The result tables are stored as <into>_ranked, _summary and _optimal.

        Parameters:
            into: the name to store under, by default the table's own.
            time_limit: seconds, or a time such as "5m", after which it stops with the
                error TimeIsUp, and nothing is stored.
            progress: what is told how far it is.
        """
        from cfsql.method.rank import rank
        from cfsql.method.selection import Selection

        selection, method = (
            Selection.of(options),
            asked_method(self.database, self.facts, options),
        )
        limit = None if time_limit is None else duration(time_limit, "time_limit")
        with (
            storing(self.database, self.facts, catalog.RANKING, into) as session,
            spoken(session, self.facts, method.speech),
        ):
            name = rank(
                session,
                self.facts,
                selection,
                method,
                progress or Silent(),
                into=into,
                time_limit=limit,
            )
        return self.database.ranking(name)

    @takes(RankOptions)
    def rank_part(
        self,
        part: str,
        *,
        out: str | os.PathLike[str],
        progress: Progress | None = None,
        **options: Unpack[RankOptions],
    ) -> RankedPart:
        """Rank one of several parts of these rows, or of all, into a new folder.

        Each part can be ranked by itself, in another process or on another machine.
        All together are the ranking, which `merge` stores.

        Parameters:
            part: which of how many, such as "2/16".
            out: the folder, which gets ranked.parquet, summary.parquet, manifest.json.
            progress: what is told how far it is.
        """
        from cfsql.method.parts import rank_part
        from cfsql.method.selection import Part, Selection

        wanted, selection = Part.parse(part), Selection.of(options)
        method = asked_method(self.database, self.facts, options)
        with (
            self.database.session() as session,
            spoken(session, self.facts, method.speech),
        ):
            return rank_part(
                session,
                self.facts,
                selection,
                method,
                wanted,
                os.fspath(out),
                progress or Silent(),
            )

    def merge(
        self,
        *folders: str | os.PathLike[str],
        into: str | None = None,
        progress: Progress | None = None,
    ) -> Ranking:
        """Store all parts of a ranking as one, as if it had been ranked at once.

        Parameters:
            folders: those of `rank_part`, of all parts and in any order.
            into: the name to store under, by default the table's own.
            progress: what is told how far it is.
        """
        from cfsql.method.parts import merge

        paths = [os.fspath(folder) for folder in folders]
        with storing(self.database, self.facts, catalog.RANKING, into) as session:
            name = merge(session, self.facts, paths, progress or Silent(), into=into)
        return self.database.ranking(name)

    def protected(self, names: str | Sequence[str]) -> list[str]:
        """The columns of these names, if they can be protected in an audit.

        Parameters:
            names: columns, in upper or lower case.
        """
        with self.database.session() as session:
            return protected_columns(session, self.facts, names)

    @takes(DefaultOptions)
    def audit(
        self,
        protected: str | Sequence[str] = (),
        *,
        near: int | None = None,
        n_shown: int | None = N_SHOWN,
        replace: bool = False,
        progress: Progress | None = None,
        **options: Unpack[DefaultOptions],
    ) -> Audit:
        """Sum up the table's ranking, and find whom the table treats unequally.

        Columns that are declared protected are meant too, unless that is lifted. A
        table that is not ranked is ranked first, with what is declared of it and not
        lifted. The result tables are stored as <table>_audit_….

        Parameters:
            protected: columns; cases that only these tell apart, and that have another
                label, are an unequal pair.
            near: also count pairs of rows that differ in up to so many other features.
            n_shown: how many answers and pairs are listed in what is returned; all
                with None.
            replace: store it even in the place of an audit that says more: of other
                protected columns, or with a greater `near`.
            progress: what is told how far it is.
        """
        columns = self.protected(protected)
        with self.database.session(is_storing=True) as session:
            catalog.refuse_foreign(session, self.facts, self.name, catalog.AUDIT)
        made: list[Audit] = []

        def audit(_: object) -> Audit:
            ranking = self.database.ranking(self.name)
            made.append(
                ranking.audit(
                    columns, near=near, n_shown=n_shown, replace=replace, **options
                )
            )
            return made[0]

        if self.name in (each.facts.name for each in self.rankings()):
            return audit(None)
        # Both are stored, or neither is.
        with self.database.before_commit(audit):
            self.rank(progress=progress, **options)
        return made[0]

    @takes(RankOptions)
    def dry_run(self, **options: Unpack[RankOptions]) -> DryRun:
        """What `rank` with these options would do and cost; nothing is stored."""
        from cfsql.method.selection import Selection
        from cfsql.questions.dry_run import dry_run

        selection, method = (
            Selection.of(options),
            asked_method(self.database, self.facts, options),
        )
        with self.database.session() as session, session.any_order():
            return dry_run(session, self.facts, selection, method)

    @overload
    def explain(  # type: ignore[overload-overlap]
        self,
        row: list[Any] | tuple[Any, ...] | range,
        *,
        label: object | None = None,
        **options: Unpack[MethodOptions],
    ) -> Explanations: ...

    @overload
    def explain(
        self,
        row: object,
        *,
        label: object | None = None,
        **options: Unpack[MethodOptions],
    ) -> Explanation: ...

    @takes(MethodOptions)
    def explain(
        self,
        row: object,
        *,
        label: object | None = None,
        **options: Unpack[MethodOptions],
    ) -> Explanation | Explanations:
        """Explain a row by its id, or a new case by its values; nothing is stored.

        A row need not be ranked before. Several, in a list, are answered side by side.

        Parameters:
            row: the id of a row; or a case that is not in the table, as a dict, a row
                of a pandas frame, or a frame with one row; or a list of these.
            label: the label of a new case, unless it is among its values, or there is
                a target.
        """
        from cfsql.api.explaining import explained

        if isinstance(row, list | tuple | range):
            return self._explain_all(row, label, options)
        return explained(self, row, label, options)

    def _explain_all(
        self, rows: Sequence[object], label: object | None, options: MethodOptions
    ) -> Explanations:
        from cfsql.questions.side_by_side import Explanations

        if not rows:
            raise WrongUse("explain needs at least one row id")
        with self.explainer() as explainer:
            return Explanations(
                [explainer.explain(each, label=label, **options) for each in rows]
            )

    @takes(SpeechOptions)
    def explore(
        self,
        row: object | None = None,
        *,
        anonymous: bool = False,
        height: int = 720,
        **options: Unpack[SpeechOptions],
    ) -> Embedded:
        """The explorer inside a notebook, in a frame; `cfsql ui` without a terminal.

        It runs until the kernel ends, the database is closed, or `.close()` is called;
        asked again, the same one is shown. It needs `pip install 'cfsql[ui]'`.

        Parameters:
            row: the id of the row to begin with; the overview unless it is given.
            anonymous: whether no row is named but the one that is asked about.
            height: the height of the frame, in pixels.
        """
        from cfsql.ui import refuse_missing_parts

        refuse_missing_parts()
        from cfsql.ui.embedded import embedded

        with self._answering(options):
            return embedded(self, row, is_anonymous=anonymous, height=height)

    def explainer(self) -> Explainer:
        """The table made ready, to explain many rows or new cases in a loop."""
        from cfsql.api.explaining import Explainer

        return Explainer(self)

    @takes(CaseOptions)
    def explain_cases(
        self,
        cases: object,
        *,
        label: object | None = None,
        id: str | None = None,
        progress: Progress | None = None,
        **options: Unpack[CaseOptions],
    ) -> NewCases:
        """Explain the new cases of a file or a frame; nothing is stored.

        Parameters:
            cases: a path, a polars, pandas or Arrow table, or a DuckDB relation.
            label: the label of all cases, unless they have a column with it, or there
                is a target.
            id: the column with their ids; by default the one that the table has its
                ids from. Without such a column they are numbered from 1 on.
            progress: what is told how far it is.
        """
        from cfsql.method.selection import value_text
        from cfsql.questions.new_cases.explain import explain_cases
        from cfsql.tables.reading import Reading

        method = asked_method(self.database, self.facts, options)
        with (
            self.database.session() as session,
            spoken(session, self.facts, method.speech),
        ):
            return explain_cases(
                session,
                self.facts,
                cases,
                method,
                progress or Silent(),
                label=None if label is None else value_text(label),
                id=id,
                reading=Reading.of(options),
            )

    @takes(SpeechOptions)
    def counterfactuals(
        self, row: object, *, limit: int | None = None, **options: Unpack[SpeechOptions]
    ) -> Counterfactuals:
        """All counterfactuals of a row, minimal or not; nothing is stored.

        Parameters:
            row: the id of the row.
            limit: how many to list, the nearest first; all unless it is given.
        """
        from cfsql.questions.counterfactuals import counterfactuals

        with self._answering(options) as session:
            return counterfactuals(session, self.facts, row, limit=limit)

    def row_ids(self, rows: Sequence[object]) -> list[str]:
        """The ids that a list names, as texts.

        Parameters:
            rows: ids, and texts such as "1-5,9".
        """
        from cfsql.method import encode
        from cfsql.method.selection import row_ids

        with self.database.session() as session:
            encode.bind(session, self.name)
            return row_ids(session, rows)

    @takes(SpeechOptions)
    def compare(
        self, first: object, second: object, **options: Unpack[SpeechOptions]
    ) -> Comparison:
        """Where two rows agree, and where they do not.

        Parameters:
            first: the id of a row.
            second: the id of another.
        """
        from cfsql.questions.compare import compare

        with self._answering(options) as session:
            return compare(session, self.facts, (first, second))

    @takes(ExperimentOptions)
    def experiment(
        self,
        name: Experiment = ALL,
        *,
        progress: Progress | None = None,
        **options: Unpack[ExperimentOptions],
    ) -> Experiments:
        """Repeat experiments of the paper on samples of this table.

        Parameters:
            name: hamming, unique, gap, metrics, relevance or all.
            progress: what is told how far it is.
        """
        return self.database.experiment(
            name, tables=[self], progress=progress, **options
        )

    @takes(SelectionOptions)
    def check(
        self,
        *,
        seconds: float | None = None,
        progress: Progress | None = None,
        **options: Unpack[SelectionOptions],
    ) -> Checked:
        """Compare the answers to these rows with `sql/method.sql`; nothing is stored.

        Without rows that are asked for, they are drawn from all classes, contradicted
        and not, until the time is over. Stored rankings are compared as well.

        Parameters:
            seconds: the time to take, 10 seconds unless it is given.
            progress: what is told how far it is.
        """
        from cfsql.method.selection import Selection
        from cfsql.questions.check import check, check_in_time

        selection = Selection.of(options)
        is_asked = selection != Selection(seed=selection.seed)
        if is_asked and seconds is not None:
            raise WrongUse("--seconds is for rows that are drawn; leave it out")
        limit = CHECK_SECONDS if seconds is None else duration(seconds, "seconds")
        with self.database.session() as session:
            if is_asked:
                return check(session, self.facts, selection, progress or Silent())
            return check_in_time(
                session,
                self.facts,
                seconds=limit,
                seed=selection.seed,
                progress=progress or Silent(),
            )
