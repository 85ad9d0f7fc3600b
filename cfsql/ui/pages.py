"""The database and the jobs behind all pages, and the facts of a page's table."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar

from starlette.requests import Request

from cfsql.engines.duckdb import Trace
from cfsql.errors import Stale, WrongUse
from cfsql.ui.addresses import table_name
from cfsql.ui.jobs import PATIENCE, Job, Jobs, Waiting
from cfsql.ui.store import Store, TableFacts
from cfsql.ui.told_errors import told

T = TypeVar("T")

# What is known of a table is worth waiting for: no page can be shown without.
LONG = 120.0


class UnknownTable(WrongUse):
    """The address names no table; the message says what else has the name."""


@dataclass
class Pages:
    """The database behind the pages, and the jobs that answer."""

    store: Store
    trace: Trace | None = None
    # Seconds until a page shows how far its answer is.
    patience: float = PATIENCE
    jobs: Jobs = field(init=False)
    _opening: int = 0

    def __post_init__(self) -> None:
        """Begin without jobs."""
        self.jobs = Jobs(self.trace)

    async def wait(
        self,
        request: Request,
        key: Hashable,
        work: Callable[[Job], T],
        *,
        patience: float | None = None,
        is_kept: bool = True,
    ) -> T | Waiting:
        """An answer, or how far it is."""
        patience = self.patience if patience is None else patience
        if self.store.opening != self._opening:
            # What was answered before the database was opened anew may be old.
            self._opening = self.store.opening
            self.jobs.forget()
        return await self.jobs.wait(
            request, key, work, patience=patience, is_kept=is_kept
        )

    async def facts(self, request: Request) -> TableFacts:
        """The facts of the table that the address names."""
        name = table_name(request.path_params["table"])

        def work(job: Job) -> TableFacts:
            return self.store.facts(job, name)

        try:
            found = await self.wait(request, ("facts", name), work, patience=LONG)
        except WrongUse as error:
            raise UnknownTable(told(error)) from error
        assert not isinstance(found, Waiting)
        if found.change is not None:
            raise Stale(found.name, found.change, found.ways, database=found.database)
        return found
