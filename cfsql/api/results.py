"""Stored results, in whatever form the caller works with."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cfsql.engines import duckdb as engine
from cfsql.keywords import takes
from cfsql.options import N_SHOWN, DefaultOptions, PageSpeechOptions
from cfsql.tables import catalog
from cfsql.tables.catalog import (
    Stored,
)
from cfsql.tables.changed import refuse_changed
from cfsql.tables.declarations import refuse_lifting, with_protected
from cfsql.tables.frames import Frames
from cfsql.tables.row_sources import refuse_source
from cfsql.words import many

if TYPE_CHECKING:
    import duckdb
    from typing_extensions import Unpack

    from cfsql.api.database import Database
    from cfsql.questions.audit import Audit
    from cfsql.questions.cover import CoverOverview
    from cfsql.questions.overview import FactualOverview, Overview
    from cfsql.questions.report import Report
    from cfsql.questions.stability import StabilityOverview


# How answers are listed: those of each row together, the best first.
_ORDER = ("row_id", "rank", "counterfactual_id", "explanation")


def audit_names(ranking: str) -> list[str]:
    """The names of the result tables of an audit."""
    return [f"{ranking}_{relation}" for relation in catalog.AUDIT.relations]


class Result(Frames):
    """One result table."""

    def __init__(
        self,
        database: Database,
        name: str,
        *,
        of: str | None = None,
        schema: str | None = None,
    ) -> None:
        """Take the table or view of this name, a result `of` a loaded table.

        Without a schema it is where the results of the database are.
        """
        self.database = database
        self.name = name
        self._of = of
        self._schema = schema

    @property
    def _place(self) -> engine.Place:
        place = self.database.place
        return (
            place
            if self._schema is None
            else dataclasses.replace(place, schema=self._schema)
        )

    def _refuse_changed(self) -> None:
        """Refuse results of a table that has changed since."""
        if self._of is not None:
            with self.database.session() as session:
                refuse_changed(session, self._of)

    def relation(self) -> duckdb.DuckDBPyRelation:
        """The rows as a DuckDB relation on the database's connection.

        While that is busy, or cannot see them from an open transaction, it is one on a
        cursor.
        """
        self._refuse_changed()
        try:
            return self._on(self.database.connection)
        except engine.Unseen:
            return self._read()

    def _read(self) -> duckdb.DuckDBPyRelation:
        """The same on a cursor: other threads may use the connection."""
        self._refuse_changed()
        return self._on(engine.open_cursor(self.database.connection, self._place))

    def _on(self, connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyRelation:
        """The rows, answers in their order: what is stored promises none."""
        if self.database.storing is not None:
            found = self.database.storing.stored(self._place, self.name)
        else:
            found = engine.relation(connection, self._place, self.name)
        is_ranked = self._of is not None and {*_ORDER} <= {*found.columns}
        return found.order(", ".join(_ORDER)) if is_ranked else found

    def _target(self, path: str | os.PathLike[str]) -> str:
        with self.database.session() as session:
            refuse_source(session, os.fspath(path))
        return super()._target(path)

    def __len__(self) -> int:
        return len(self._read())

    @property
    def headline(self) -> str:
        """The table and its size in one line."""
        return f"{self.name}, {many(len(self), 'row')}"


class StoredResult(Result):
    """A stored result: the first of its tables, and the others beside it."""

    def __init__(self, database: Database, facts: Stored) -> None:
        """Use `Database.result` instead."""
        super().__init__(database, facts.relations[0], of=facts.table)
        self.facts = facts

    @property
    def tables(self) -> list[Result]:
        """All its tables."""
        names = self.facts.relations
        return [Result(self.database, name, of=self.facts.table) for name in names]

    def _beside(self) -> duckdb.DuckDBPyRelation | None:
        others = self.tables[1:]
        return others[0].relation() if others else None


class Ranking(StoredResult):
    """The ranked counterfactuals of a table; `summary` and `optimal` beside them."""

    @property
    def summary(self) -> Result:
        """What there is to say of each row."""
        return self.tables[1]

    @property
    def optimal(self) -> Result:
        """The optimal counterfactuals alone."""
        return self.tables[2]

    @property
    def notes(self) -> list[str]:
        """What to know beside the ranking, as Python says it."""
        from cfsql.questions.overview import leading_in

        with self.database.session() as session:
            return [each.in_python for each in leading_in(session, self.facts)]

    def overview(self, *, n_shown: int = 5) -> Overview:
        """The figures that describe the ranking as a whole.

        Parameters:
            n_shown: how many explanations are among them.
        """
        from cfsql.questions.overview import overview

        with self.database.session() as session:
            return overview(session, self.facts, n_shown=n_shown)

    @takes(DefaultOptions)
    def audit(
        self,
        protected: str | Sequence[str] = (),
        *,
        near: int | None = None,
        n_shown: int | None = N_SHOWN,
        replace: bool = False,
        **options: Unpack[DefaultOptions],
    ) -> Audit:
        """Sum up the ranking, and find cases that only protected columns tell apart.

        Columns that are declared protected are meant too, unless that is lifted. The
        result tables are stored as <ranking>_audit_….

        Parameters:
            protected: columns; cases that only these tell apart, and that have another
                label, are an unequal pair.
            near: also count pairs of rows that differ in up to so many other features.
            n_shown: how many answers and pairs are listed in what is returned; all
                with None.
            replace: store it even in the place of an audit that says more: of other
                protected columns, or with a greater `near`.
        """
        from cfsql.questions.audit import audit, read_audit

        with self.database.session(is_storing=True) as session, session.transaction():
            table = catalog.loaded_table(session, self.facts.table)
            catalog.refuse_foreign(session, table, self.facts.name, catalog.AUDIT)
            from cfsql.tables.runs import run_of

            kept = run_of(self.facts).kept_as_declared
            refuse_lifting(table, kept, options)
            stored = audit(
                session,
                self.facts,
                table,
                with_protected(table, protected, options),
                near=near,
                replace=replace,
            )
            made = read_audit(session, stored, table, n_shown=n_shown)
            session.made = made
        return made

    def audit_tables(self) -> list[Result]:
        """The result tables of the stored audit."""
        names = audit_names(self.facts.name)
        return [Result(self.database, name, of=self.facts.table) for name in names]

    @takes(PageSpeechOptions)
    def report(
        self,
        *,
        rows: Sequence[object] | None = None,
        anonymous: bool = False,
        **options: Unpack[PageSpeechOptions],
    ) -> Report:
        """The figures of the ranking, and explanations of these rows or of some.

        `.html()` gives them as one page that needs nothing else, `.write(path)`
        writes it.

        Parameters:
            rows: the ids of rows to explain, by default of some that stand out.
            anonymous: leave all row ids out, and the lists that consist of rows.
        """
        from cfsql.questions.report import report

        with self.database.session() as session:
            return report(
                session, self.facts, rows=rows, anonymous=anonymous, **options
            )


class FactualResult(StoredResult):
    """The factual explanations of a table's rows; `summary` beside them."""

    @property
    def summary(self) -> Result:
        """What there is to say of each row."""
        return self.tables[1]

    def overview(self, *, n_shown: int = 5) -> FactualOverview:
        """The figures that describe the explanations as a whole.

        Parameters:
            n_shown: how many explanations are among them.
        """
        from cfsql.questions.overview import factual_overview

        with self.database.session() as session:
            return factual_overview(session, self.facts, n_shown=n_shown)


class StabilityResult(StoredResult):
    """How often the answers of a table's rows stay in subsamples of it."""

    def overview(self, *, n_shown: int = 5) -> StabilityOverview:
        """The figures over all rows.

        Parameters:
            n_shown: how many of the least stable answers are among them.
        """
        from cfsql.questions.stability import stability_overview

        with self.database.session() as session:
            return stability_overview(session, self.facts, n_shown=n_shown)


class CoverResult(StoredResult):
    """The few cases that are near the most rows; `rows` are all rows beside them."""

    @property
    def rows(self) -> Result:
        """All rows that were to be reached."""
        return self.tables[1]

    def overview(self) -> CoverOverview:
        """The chosen cases, and how many rows they reach and do not reach."""
        from cfsql.questions.cover import cover_overview

        with self.database.session() as session:
            table = catalog.loaded_table(session, self.facts.table)
            id_type = catalog.id_type(session, table)
            return cover_overview(session, self.facts, table, id_type)


# What a stored result is to Python, where it is more than its tables.
OF_KIND: Mapping[str, type[StoredResult]] = {
    catalog.RANKING.name: Ranking,
    catalog.FACTUAL.name: FactualResult,
    catalog.STABILITY.name: StabilityResult,
    catalog.COVER.name: CoverResult,
}
