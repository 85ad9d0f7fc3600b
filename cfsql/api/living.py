"""What a table is told of change: rows that come, rows that go, a source read again."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cfsql.errors import WrongUse
from cfsql.keywords import takes
from cfsql.options import FileOptions, Keep, RefreshOptions, refuse_wrong_values
from cfsql.progress import Progress, Silent
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from cfsql.api.database import Database
    from cfsql.engines.duckdb import Session
    from cfsql.living.changing import Base
    from cfsql.living.differences import Difference
    from cfsql.living.fresh import Freshness
    from cfsql.living.update import Update


class Living:
    """A table that changes, with all that is stored of it."""

    database: Database
    facts: LoadedTable

    @takes(FileOptions)
    def append(
        self,
        *sources: object,
        from_: str | None = None,
        sql: str | None = None,
        dry_run: bool = False,
        rebin: bool = False,
        all: bool = False,
        progress: Progress | None = None,
        **options: Unpack[FileOptions],
    ) -> Update:
        """Add rows to the table, and make its stored results again.

        They get the next row ids, or have their own in the table's column of ids.

        Parameters:
            sources: what `load` takes, with the columns of the table.
            from_: the table of the database that is the source.
            sql: a query on that database, or, without a source, on this one.
            dry_run: whether to only say what would happen.
            rebin: whether columns that are cut into intervals are cut anew.
            all: whether stability is made again too, which takes long.
            progress: what is told how far it is.
        """
        from cfsql.living.changing import stage_arrivals
        from cfsql.tables.reading import Reading

        reading = Reading.of(options)
        given = [_path(source) for source in sources]
        return self._update(
            "append",
            lambda session: stage_arrivals(
                session,
                self.facts,
                _found(session, given, from_, sql) or [None],
                reading,
            ),
            {**_origin(given, from_, sql), **reading.options},
            dry_run=dry_run,
            rebin=rebin,
            is_all=all,
            progress=progress,
        )

    def remove(
        self,
        rows: Sequence[object] | object | None = None,
        *,
        where: str | Sequence[str] = (),
        dry_run: bool = False,
        all: bool = False,
        progress: Progress | None = None,
    ) -> Update:
        """Take rows out of the table, its encoding and all its stored results.

        Nothing that is stored names them afterwards, nor does the log of runs.

        Parameters:
            rows: ids, and texts such as "1-5,9".
            where: a condition in SQL, such as "age > 60"; of several, all hold.
            dry_run: whether to only say what would happen.
            all: whether stability is made again too, which takes long.
            progress: what is told how far it is.
        """
        from cfsql.living.changing import stage_removals

        listed = [] if rows is None else _several(rows)
        conditions = [where] if isinstance(where, str) else list(where)
        return self._update(
            "remove",
            lambda session: stage_removals(session, self.facts, listed, conditions),
            {},
            dry_run=dry_run,
            rebin=False,
            is_all=all,
            progress=progress,
        )

    @takes(FileOptions)
    def refresh(
        self,
        *sources: object,
        from_: str | None = None,
        sql: str | None = None,
        dry_run: bool = False,
        rebin: bool = False,
        all: bool = False,
        keep: Keep | None = None,
        progress: Progress | None = None,
        **options: Unpack[FileOptions],
    ) -> Update:
        """Read the table's source again, and make its stored results again.

        Rows are known by the column of ids that the table was loaded with, or else by
        all that they hold; what is new, gone or changed follows.

        Parameters:
            sources: where to read, by default what the table was loaded from.
            keep: of a table that SQL has edited, "source" reads the source again and
                loses that; "table" takes the table as it stands.
            from_: the table of the database that is the source.
            sql: a query on that database, or, without a source, on this one.
            dry_run: whether to only say what would happen.
            rebin: whether columns that are cut into intervals are cut anew.
            all: whether stability is made again too, which takes long.
            progress: what is told how far it is.
        """
        from cfsql.living.again import sources_of
        from cfsql.living.changing import stage_refreshed
        from cfsql.living.edited import refuse_unsaid
        from cfsql.tables.reading import Reading

        given = [_path(source) for source in sources]
        reading = Reading.of(options)
        refuse_wrong_values(RefreshOptions, {"keep": keep})
        with self.database.session() as session:
            has_sources = bool(given) or from_ is not None or sql is not None
            refuse_unsaid(session, self.facts, keep, has_sources=has_sources)
            if not given and sql is None and keep != "table":
                given, reading = sources_of(session, self.facts, reading, keep)
        return self._update(
            "refresh",
            lambda session: stage_refreshed(
                session, self.facts, _found(session, given, from_, sql), reading, keep
            ),
            {**_origin(given, from_, sql), **reading.options, "keep": keep},
            dry_run=dry_run,
            rebin=rebin,
            is_all=all,
            progress=progress,
        )

    def diff(self, before: str, after: str) -> Difference:
        """The rows of two stored rankings whose optimal answers differ.

        Parameters:
            before: the name of a stored ranking: the table's, or what `into` gave it.
            after: the name of another.
        """
        from cfsql.living.differences import difference

        with self.database.session() as session:
            return difference(session, self.facts, before, after)

    def check_fresh(self, *, progress: Progress | None = None) -> Freshness:
        """Make all stored results once more from the beginning, and compare every row.

        Nothing is stored.

        Parameters:
            progress: what is told how far it is.
        """
        from cfsql.living.fresh import check_fresh

        with self.database.session() as session:
            return check_fresh(session, self.facts, progress or Silent())

    def _update(
        self,
        command: str,
        stage: Callable[[Session], Base],
        options: dict[str, object],
        *,
        dry_run: bool,
        rebin: bool,
        is_all: bool,
        progress: Progress | None,
    ) -> Update:
        from cfsql.living.update import update

        with self.database.session(is_storing=not dry_run) as session:
            # Another session may have changed it since.
            self.facts = catalog.loaded_table(session, self.facts.name)
            made = update(
                session,
                self.facts,
                command,
                lambda: stage(session),
                progress or Silent(),
                options=options,
                rebin=rebin,
                is_all=is_all,
                is_dry_run=dry_run,
            )
            self.facts = catalog.loaded_table(session, self.facts.name)
        return made


def _path(source: object) -> object:
    return os.fspath(source) if isinstance(source, os.PathLike) else source


def _found(
    session: Session, given: list[object], from_: str | None, sql: str | None
) -> list[object]:
    """The sources, of which one may be a table or a query of a database."""
    if from_ is None and sql is None:
        return given
    if len(given) > 1:
        raise WrongUse("--from and --sql are for one SOURCE; give one")
    # Reading sources costs 7 ms to import, which no query needs.
    from cfsql.tables.sources import find

    return [find(session, given[0] if given else None, from_=from_, sql=sql)]


def _origin(
    given: list[object], from_: str | None, sql: str | None
) -> dict[str, object]:
    """The sources as the log of runs has them."""
    return {"source": [_named(each) for each in given], "from": from_, "sql": sql}


def _named(source: object) -> str:
    from cfsql.tables.sources import Source

    if isinstance(source, str):
        return source
    return source.name if isinstance(source, Source) else type(source).__name__


def _several(rows: object) -> list[object]:
    """Ids, of which one may be given without a list."""
    is_list = isinstance(rows, Sequence) and not isinstance(rows, str)
    return list(rows) if is_list else [rows]  # type: ignore[call-overload]
