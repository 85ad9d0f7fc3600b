"""The database behind the pages: opened to read, and let go when nobody asks.

Tables are made ready once, in sessions that are kept for the next question. A database
that is open keeps writers out; after a while without questions it is closed, so that
`cfsql rank` can store its results while the pages are open in a browser.
"""

from __future__ import annotations

import shlex
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from cfsql.api.database import Database
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import UnknownName
from cfsql.method import encode
from cfsql.method.order import Order, find_orders
from cfsql.method.outcomes import number_of
from cfsql.options import Keep
from cfsql.speech import say
from cfsql.tables import bins, catalog
from cfsql.tables.catalog import LoadedTable, Stored
from cfsql.tables.changed import change, ways
from cfsql.ui.jobs import Dropped, Job

# Seconds without a question after which the database is closed.
IDLE = 45.0

# Sessions that are kept ready, over all tables: each holds a copy of the cases.
_N_KEPT = 8

Ready = TypeVar("Ready")
Prepare = Callable[[Session, LoadedTable], Ready]


@dataclass(frozen=True)
class TableFacts:
    """The facts of a table that every page of it needs."""

    loaded: LoadedTable
    features: dict[str, int]
    classes: dict[str, int]
    first_row: object | None
    rankings: dict[str, Stored]
    audits: dict[str, Stored]
    # Whether pages name nobody but the one whose row is asked for.
    is_anonymous: bool
    # The path of the database that the table is in; None for one that a program has
    # open, which no command can read.
    database: str | None
    # How the values of each feature are compared that has an order.
    orders: Mapping[str, Order]
    # How the table differs from what was encoded, if it does.
    change: str | None = None
    # What it can be brought up to date from, where that is open.
    ways: Sequence[Keep] = ()

    @property
    def name(self) -> str:
        """The table's name."""
        return self.loaded.name

    @property
    def columns(self) -> list[str]:
        """The features, and the label behind them."""
        return [*self.features, self.loaded.label]

    @property
    def has_numbers_as_outcomes(self) -> bool:
        """Whether one outcome can differ from another by so much."""
        return self.loaded.label not in self.loaded.bins and all(
            number_of(name) is not None for name in self.classes
        )

    def command(self, *words: str, call: str) -> str:
        """A command about the table that can be run where the pages were opened.

        Where a program has opened them, it is this call of a function of the table.
        """
        if self.database is None:
            return f"table.{call}"
        first, *others = words
        place = ["--db", self.database]
        return shlex.join(["cfsql", first, "--table", self.name, *others, *place])

    @property
    def ranking(self) -> Stored | None:
        """The ranking under the table's own name, else any other."""
        own = self.rankings.get(self.name)
        return own or next(iter(self.rankings.values()), None)

    def ranking_named(self, name: str | None) -> Stored | None:
        """The ranking of a name; without a name, the table's own or any other."""
        if name is None:
            return self.ranking
        if name not in self.rankings:
            raise UnknownName("ranking", name, self.rankings, self.name)
        return self.rankings[name]


@dataclass
class _Kept(Generic[Ready]):
    session: Session
    ready: Ready


class Store:
    """The database, and sessions in which its tables are ready."""

    def __init__(
        self,
        path: str | None,
        open_database: Callable[[], Database],
        *,
        is_anonymous: bool = False,
        idle: float = IDLE,
    ) -> None:
        """Open nothing yet; close what nobody has used for `idle` seconds.

        There is no path for a database that this program has open anyway.
        """
        self.path = path
        self.idle = idle
        self.is_anonymous = is_anonymous
        self._open = open_database
        self._database: Database | None = None
        self._lock = threading.RLock()
        self._kept: list[tuple[object, str, _Kept[object]]] = []
        self._facts: dict[str, TableFacts] = {}
        self._n_used = 0
        self._last_used = time.monotonic()
        # Grows when the database is opened or closed: answers from before may be old.
        self.opening = 0

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return say("this notebook") if self.path is None else Path(self.path).name

    @property
    def n_kept(self) -> int:
        """The sessions that are ready for the next question."""
        return len(self._kept)

    # Opening and closing.

    @contextmanager
    def session(self, job: Job) -> Iterator[Session]:
        """A new session."""
        with self._in_use() as database:
            session = self._new_session(database)
            try:
                with job.using(session):
                    yield session
            finally:
                session.close()

    @contextmanager
    def ready(
        self, job: Job, table: LoadedTable, prepare: Prepare[Ready]
    ) -> Iterator[Ready]:
        """A table that is made ready by `prepare`, now or for an earlier question."""
        with self._in_use() as database:
            kept = self._take(prepare, table.name)
            session = kept.session if kept else self._new_session(database)
            is_sound = False
            try:
                with job.using(session):
                    if kept is None:
                        kept = _Kept(session, prepare(session, table))
                    try:
                        yield kept.ready
                    except (Dropped, KeyboardInterrupt):
                        raise
                    except BaseException:
                        # What was asked may be wrong; the session is not.
                        is_sound = True
                        raise
                    is_sound = True
            finally:
                if is_sound and kept is not None:
                    self._keep(prepare, table.name, kept)
                else:
                    session.close()

    @contextmanager
    def _in_use(self) -> Iterator[Database]:
        with self._lock:
            if self._database is None:
                self._database = self._open()
                self.opening += 1
            self._n_used += 1
        try:
            yield self._database
        finally:
            with self._lock:
                self._n_used -= 1
                self._last_used = time.monotonic()

    def _new_session(self, database: Database) -> Session:
        with self._lock:
            return database.session()

    def close_if_idle(self, seconds: float | None = None) -> bool:
        """Close the database if it was idle for long enough; whether it was closed."""
        seconds = self.idle if seconds is None else seconds
        with self._lock:
            idle = time.monotonic() - self._last_used
            if self._database is None or self._n_used or idle < seconds:
                return False
            self.close()
            return True

    def close(self) -> None:
        """Close the database, and all that is ready."""
        with self._lock:
            for _, _, kept in self._kept:
                kept.session.close()
            self._kept.clear()
            self._facts.clear()
            if self._database is not None:
                self._database.close()
                self._database = None
                self.opening += 1

    # What is ready.

    def _take(self, prepare: Prepare[Ready], table: str) -> _Kept[Ready] | None:
        with self._lock:
            for place, (how, name, kept) in enumerate(self._kept):
                if how is prepare and name == table:
                    del self._kept[place]
                    return kept  # type: ignore[return-value]
        return None

    def _keep(self, prepare: Prepare[Ready], table: str, kept: _Kept[Ready]) -> None:
        with self._lock:
            self._kept.append((prepare, table, kept))  # type: ignore[arg-type]
            while len(self._kept) > _N_KEPT:
                _, _, oldest = self._kept.pop(0)
                oldest.session.close()

    def facts(self, job: Job, name: str) -> TableFacts:
        """The facts of a table; refuse an unknown name."""
        with self.session(job) as session:
            table = catalog.loaded_table(session, name)
            with self._lock:
                known = self._facts.get(table.name)
            if known is None:
                known = _read_facts(session, table, self.path, self.is_anonymous)
                with self._lock:
                    self._facts[table.name] = known
            return known


def _read_facts(
    session: Session, table: LoadedTable, database: str | None, is_anonymous: bool
) -> TableFacts:
    how = change(session, table.name)
    fields = encode.bind_encoding(session, table.name)
    bins.bind_kept(session, table.name)
    (first_row,) = session.fetch_one(query("explorer/first_row"))
    classes = dict(session.fetch(query("profile/class_counts")))
    rankings = catalog.stored_by_name(session, catalog.RANKING)
    audits = catalog.stored_by_name(session, catalog.AUDIT)
    return TableFacts(
        loaded=table,
        features={field.feature: field.n_values for field in fields},
        classes=classes,
        first_row=None if is_anonymous else first_row,
        rankings={k: each for k, each in rankings.items() if each.table == table.name},
        audits={k: each for k, each in audits.items() if each.table == table.name},
        is_anonymous=is_anonymous,
        database=database,
        orders=find_orders(
            session, fields, table.declared.orders, has_bins=bool(table.bins)
        ),
        change=how,
        ways=[] if how is None else ways(session, table.name),
    )
