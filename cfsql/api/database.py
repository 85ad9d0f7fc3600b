"""The library's front door: a database, what is in it, and how it is opened."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from threading import Lock
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakSet, finalize

import duckdb

from cfsql.api.opening import MEMORY, open_file
from cfsql.api.results import (
    OF_KIND,
    CoverResult,
    FactualResult,
    Ranking,
    StabilityResult,
    StoredResult,
)
from cfsql.api.table import Table
from cfsql.engines import duckdb as engine
from cfsql.engines.duckdb import Session, Trace
from cfsql.errors import UnknownName, WrongUse
from cfsql.keywords import takes
from cfsql.options import ALL, Experiment, ExperimentOptions, LoadOptions, one_by_one
from cfsql.progress import Part, Progress, Silent
from cfsql.tables import catalog
from cfsql.tables.catalog import Stored
from cfsql.tables.changed import refuse_changed
from cfsql.tables.coded import is_coded, view_coded

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from cfsql.experiments import Experiments, Measurement, Study


def connect(
    database: str | os.PathLike[str] | duckdb.DuckDBPyConnection = MEMORY,
    *,
    read_only: bool = False,
    external_access: bool = True,
    threads: int | None = None,
    memory_limit: str | None = None,
    trace: Trace | None = None,
) -> Database:
    """Open a database: a path, ":memory:", or an open DuckDB connection.

    An open connection stays the caller's, and is not closed with the database. cfsql
    works on cursors of it, in the schema that is current now. It takes no part in the
    caller's transactions: questions are answered from what is committed, and while
    one is open nothing is stored.

    The folder of a coded table, which `encode` writes, is opened like a database that
    is only read.

    Parameters:
        database: a path, ":memory:", or an open connection.
        read_only: whether to open a file only to read it.
        external_access: whether SQL may open other files, addresses and databases.
        threads: the number of threads, by default all cores.
        memory_limit: a size such as "4GB", by default most of the memory.
        trace: a function that is given the text of every statement.
    """
    if isinstance(database, duckdb.DuckDBPyConnection):
        for name, given in (
            ("read-only", read_only or None),
            ("external-access", None if external_access else False),
            ("threads", threads),
            ("memory-limit", memory_limit),
        ):
            if given is not None:
                raise WrongUse(f"--{name} is for a path, not for an open connection")
        opened = Database(database, owned=False, trace=trace)
    else:
        path = os.fspath(database)
        if not path.strip():
            raise WrongUse("--db is empty; give the path of a database file")
        coded = path if is_coded(path) else None
        connection = open_file(
            path if coded is None else MEMORY,
            read_only=read_only and coded is None,
            external_access=external_access,
            threads=threads,
            memory_limit=memory_limit,
        )
        opened = Database(connection, owned=True, trace=trace)
        opened.coded = coded
    try:
        if opened.coded is not None:
            with opened.session() as session:
                opened.unchanged.add(view_coded(session, opened.coded))
        # A session refuses a database of another layout.
        opened.session().close()
    except BaseException:
        opened.close()
        raise
    return opened


class Database:
    """An open database with tables that can be ranked and explained."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        *,
        owned: bool,
        trace: Trace | None = None,
    ) -> None:
        """Use `connect` instead."""
        self.connection = connection
        self.place = engine.place_of(connection)
        self._owned = owned
        self._trace = trace
        self._lock = Lock()
        self._sessions: WeakSet[Session] = WeakSet()
        self._parsed: engine.Parsed = {}
        # What to know beside the answers, such as which rows were left out.
        self.remarks: list[str] = []
        # At the end of a program that does not close it, too: DuckDB warns of
        # statements that Python has not let go by then.
        finalize(self, self._parsed.clear)
        # The folder of a coded table, and the tables that nobody can have changed.
        self.coded: str | None = None
        self.unchanged: set[str] = set()
        # What is to be done before what is stored is committed, the last one first, and
        # the session that stores while it is.
        self._before_commit: list[Callable[[Any], object]] = []
        self.storing: Session | None = None
        # What is closed before the database is: the explorer of a notebook.
        self.closing: list[Callable[[], None]] = []

    def lent(self) -> Database:
        """The same database, to be closed by others, and still open here."""
        lent = Database(self.connection, owned=False, trace=self._trace)
        lent.place, lent._lock = self.place, self._lock
        lent.coded, lent.unchanged = self.coded, self.unchanged
        lent._parsed, lent.remarks = self._parsed, self.remarks
        return lent

    def close(self) -> None:
        """Close the database, unless the connection was given."""
        while self.closing:
            self.closing.pop()()
        if self._owned:
            self.connection.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Database: {self.place.catalog}.{self.place.schema}>"

    def session(self, *, is_storing: bool = False) -> Session:
        """A session on this database.

        Parameters:
            is_storing: whether it writes; a transaction of the caller's is refused.
        """
        if self.storing is not None:
            return self.storing.lent()
        if is_storing:
            if self.coded is not None:
                raise WrongUse(
                    f"{self.coded} is a coded table, which is only read; rank parts "
                    "of it with --part, or choose another --db"
                )
            with self._lock:
                engine.refuse_transaction(self.connection)
        session = Session(
            self.connection,
            place=self.place,
            lock=self._lock,
            trace=self._trace,
            parsed=self._parsed,
            remarks=self.remarks,
        )
        session.unchanged |= self.unchanged
        if self._before_commit:
            session.before_commit = self._finish
        self._sessions.add(session)
        return session

    @contextmanager
    def before_commit(self, work: Callable[[Any], object]) -> Iterator[None]:
        """Do some work when what is stored inside is there, and not yet for good.

        Where the work fails, nothing was stored: who shows or writes a result can fail,
        and a command that fails has changed nothing.

        Parameters:
            work: what to do. It is given what was made: the name of a loaded table, an
                audit, or what the work inside of it returned.
        """
        self._before_commit.append(work)
        try:
            yield
        finally:
            self._before_commit.pop()

    def _finish(self, session: Session) -> None:
        self.storing = session
        try:
            made = session.made
            for work in reversed(self._before_commit):
                made = work(made)
        finally:
            self.storing = None

    def interrupt(self) -> None:
        """Stop what other threads ask of this database now.

        One that is between two statements goes on: repeat this until it has ended.
        """
        for session in list(self._sessions):
            session.interrupt()

    @takes(LoadOptions)
    def load(
        self,
        source: object = None,
        *,
        from_: str | None = None,
        sql: str | None = None,
        label: str | int | None = None,
        table: str | None = None,
        ignore: str | Sequence[str] = (),
        bins: Mapping[str, object] | None = None,
        replace: bool = False,
        **options: Unpack[LoadOptions],
    ) -> Table:
        """Load a table, and encode it for all questions.

        Parameters:
            source: a path, several paths, a glob or a folder; "table:NAME" for a table
                of this database, which is not copied; a DuckDB or SQLite file, or
                postgresql://user@host/db; https:// or s3://; a polars, pandas or
                Arrow table, a stream of Arrow, or a DuckDB relation.
            from_: the table of the other database that is the source.
            sql: a query on the other database, or, without a source, on this one.
            label: the column with the outcome; a number is its place, -1 the last.
            table: the name to give it; the file's own, or "data" for a frame.
            ignore: columns to keep, but not as features.
            bins: columns of numbers to compare by intervals: {"age": [25, 45]} cuts
                at edges, "q4" into four quantiles, "w10" into ten of equal width.
            replace: whether to replace a table of this name, with all its results.
        """
        from cfsql.tables.load import load

        with self.session(is_storing=True) as session:
            name, remarks = load(
                session,
                source,
                from_=from_,
                sql=sql,
                label=label,
                table=table,
                ignore=ignore,
                bins=bins,
                replace=replace,
                **options,
            )
        loaded = self.table(name)
        loaded.remarks = remarks
        return loaded

    def table(self, name: str) -> Table:
        """A table that was loaded before.

        Parameters:
            name: its name, in upper or lower case.
        """
        with self.session() as session:
            return Table(self, catalog.loaded_table(session, name))

    def tables(self) -> list[Table]:
        """All tables that were loaded."""
        with self.session() as session:
            known = catalog.loaded_tables(session)
        return [Table(self, facts) for facts in known.values()]

    def rankings(self) -> list[Stored]:
        """All rankings that are stored."""
        with self.session() as session:
            return catalog.all_stored(session, catalog.RANKING)

    def audits(self) -> list[Stored]:
        """All audits that are stored; each goes by the name of its ranking."""
        with self.session() as session:
            return catalog.all_stored(session, catalog.AUDIT)

    def result(self, name: str, kind: str) -> StoredResult:
        """A result that was stored before.

        Parameters:
            name: the table's, or the one that `into` gave it.
            kind: ranking, explanation, stability, cover, changes or audit.
        """
        known = {each.name: each for each in catalog.KINDS}
        if kind not in known:
            raise UnknownName("kind of result", kind, known, "cfsql")
        with self.session() as session:
            found = catalog.result(session, name, known[kind])
            refuse_changed(session, found.table)
        return OF_KIND.get(kind, StoredResult)(self, found)

    def ranking(self, name: str) -> Ranking:
        """A ranking that was stored before.

        Parameters:
            name: the table's, or the one that `into` gave it.
        """
        return cast("Ranking", self.result(name, "ranking"))

    def factual(self, name: str) -> FactualResult:
        """Factual explanations that were stored before.

        Parameters:
            name: the table's, or the one that `into` gave them.
        """
        return cast("FactualResult", self.result(name, "explanation"))

    def stability(self, name: str) -> StabilityResult:
        """How often answers stay in subsamples, as it was stored before.

        Parameters:
            name: the table's, or the one that `into` gave it.
        """
        return cast("StabilityResult", self.result(name, "stability"))

    def cover(self, name: str) -> CoverResult:
        """The few cases that do for the most rows, as they were stored before.

        Parameters:
            name: the table's, or the one that `into` gave them.
        """
        return cast("CoverResult", self.result(name, "cover"))

    def results(self) -> list[Stored]:
        """All results that are stored, of every kind."""
        with self.session() as session:
            return catalog.all_stored(session)

    def sql(self, statement: str) -> duckdb.DuckDBPyRelation:
        """A query on the database, as a DuckDB relation.

        Parameters:
            statement: a query in SQL.
        """
        return self.connection.sql(statement)

    @takes(ExperimentOptions)
    def experiment(
        self,
        name: Experiment = ALL,
        *,
        tables: str | Sequence[str | Table] = (),
        out: str | os.PathLike[str] | None = None,
        command: Sequence[str] | None = None,
        progress: Progress | None = None,
        **options: Unpack[ExperimentOptions],
    ) -> Experiments:
        """Repeat experiments of the paper on these tables, and on synthetic ones.

        What was measured is kept in cf.experiment_results and cf.experiment_summary.

        Parameters:
            name: hamming, unique, gap, metrics, relevance or all.
            tables: tables to draw from, or their names; of this or another database.
            out: a folder to write to before anything is kept.
            command: the words of a command, of which the text there says that it was
                made by it.
            progress: what is told how far it is.
        """
        from cfsql import experiments

        started = time.monotonic()
        if isinstance(tables, str):
            tables = [tables]
        wanted = experiments.named(name)
        protocol = experiments.Protocol(**options)
        on_tables = tuple(each for each in wanted if each in experiments.ON_TABLES)
        if on_tables and not tables:
            raise WrongUse(f"experiment {name} needs a table to draw from")
        studies: list[Study] = []
        found: list[Measurement] = []
        progress = progress or Silent()
        self.session(is_storing=True).close()
        drawn_from = self._distinct(tables) if on_tables else []
        n_parts = len(drawn_from) + (experiments.RELEVANCE in wanted)
        for place, table in enumerate(drawn_from):
            part = Part(progress, place / n_parts, (place + 1) / n_parts)
            with table.database.session() as session:
                studied, measured = experiments.on_table(
                    session, table.facts, on_tables, protocol, part
                )
            studies.append(studied)
            found += measured
        with self.session() as session:
            if experiments.RELEVANCE in wanted:
                studied, measured = experiments.on_synthetic(
                    session, protocol, progress
                )
                studies.append(studied)
                found += measured
            made = experiments.summarise(session, protocol, studies, found)
            if out is not None:
                made.write(out, command=command)
            experiments.store(session, made, time.monotonic() - started)
        return made

    def _distinct(self, tables: Sequence[str | Table]) -> list[Table]:
        """The tables, each once; what is measured goes by their names."""
        with self.session() as session:
            loaded = {name.lower() for name in catalog.loaded_tables(session)}
        found: dict[str, Table] = {}
        for table in chain.from_iterable(self._named(each, loaded) for each in tables):
            known = found.setdefault(table.name, table)
            if known.database is not table.database:
                raise WrongUse(f"two of the tables are called '{table.name}'")
        return list(found.values())

    def _named(self, given: str | Table, loaded: Container[str]) -> list[Table]:
        """A table, or those that a text names."""
        if isinstance(given, Table):
            return [given]
        names = one_by_one(
            "table", [given], lambda text: text.lower() in loaded, of="table"
        )
        return [self.table(name) for name in names]

    def drop(self, name: str) -> list[str]:
        """Drop a table with all that was made from it, or one ranking; their names.

        Parameters:
            name: the name of the table, or of the ranking.
        """
        from cfsql.tables import records

        with self.session(is_storing=True) as session, session.transaction():
            records.prepare(session)
            return records.drop(session, name)
