"""The application: which address is which page, and what happens when one fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from cfsql.engines.duckdb import Trace
from cfsql.errors import CfsqlError, DatabaseUnavailable, UnknownName, WrongUse
from cfsql.ui import asked, tables
from cfsql.ui.guard import Guard
from cfsql.ui.jobs import PATIENCE, Dropped
from cfsql.ui.pages import Pages
from cfsql.ui.question import sentence
from cfsql.ui.rendering import error_page, static
from cfsql.ui.store import Store

View = Callable[[Pages, Request], Awaitable[Response]]

# Seconds between two looks at what nobody waits for.
_SWEEP = 1.0

# Seconds after which a page looks again for a database that is written to.
_RETRY = 3

# What nginx and others say when the browser has gone; nobody reads it.
_CLIENT_CLOSED = 499

VIEWS: dict[str, View] = {
    "/": tables.tables_page,
    "/t/{table}": tables.overview_page,
    "/t/{table}/rows": tables.rows_page,
    "/t/{table}/row": asked.row_page,
    "/t/{table}/row.json": asked.row_json,
    "/t/{table}/why": asked.why_part,
    "/t/{table}/case": asked.case_page,
}


def make_app(
    store: Store,
    *,
    key: str,
    port: int,
    trace: Trace | None = None,
    patience: float = PATIENCE,
) -> ASGIApp:
    """The pages of a database, for a server on this port."""
    pages = Pages(store, trace, patience)

    def endpoint(view: View) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            return await view(pages, request)

        return answer

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        sweeper = asyncio.create_task(_sweep(pages))
        try:
            yield
        finally:
            sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await sweeper
            await pages.jobs.stop()
            store.close()

    routes = [Route(path, endpoint(view)) for path, view in VIEWS.items()]
    routes += [Route("/static/{name}", _static), Route("/favicon.ico", _icon)]
    app = Starlette(
        routes=routes,
        exception_handlers={
            Dropped: _dropped,
            DatabaseUnavailable: _unavailable,
            WrongUse: _wrong,
            CfsqlError: _failed,
            HTTPException: _not_found,
            500: _broken,
        },
        lifespan=lifespan,
    )
    return Guard(app, key=key, port=port, error_page=error_page)


async def _sweep(pages: Pages) -> None:
    while True:
        await asyncio.sleep(_SWEEP)
        pages.jobs.sweep()
        if not pages.jobs.is_busy:
            pages.store.close_if_idle()


async def _static(request: Request) -> Response:
    found = static(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return found


async def _icon(_: Request) -> Response:
    found = static("icon.svg")
    assert found is not None
    return found


# What went wrong, on a page.

_HOME = (("All tables", "/"),)


async def _dropped(request: Request, error: Exception) -> Response:
    return Response(status_code=_CLIENT_CLOSED)


async def _unavailable(request: Request, error: Exception) -> Response:
    assert isinstance(error, CfsqlError)
    is_locked = "is in use by" in str(error)
    return error_page(
        503,
        "The database is being written to" if is_locked else "No database",
        sentence(error),
        retry=_RETRY if is_locked else None,
    )


async def _wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, CfsqlError)
    is_unknown = isinstance(error, UnknownName) or str(error).startswith("no ")
    title = "There is no such thing" if is_unknown else "This cannot be asked"
    status = 404 if is_unknown else 400
    return error_page(status, title, sentence(error), links=_HOME)


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, CfsqlError)
    return error_page(500, "This did not work", sentence(error), links=_HOME)


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        told = "There is no page at this address."
        return error_page(404, "No such page", told, links=_HOME)
    return error_page(error.status_code, error.detail, f"{error.detail}.", links=_HOME)


async def _broken(request: Request, error: Exception) -> Response:
    return error_page(
        500,
        "Something is broken",
        "This is a mistake in cfsql, not in what you asked. The terminal in which "
        "cfsql ui runs says more; your data are as they were.",
        links=_HOME,
    )
