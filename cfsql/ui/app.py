"""The application: the page of each address, and the page of each failure."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from cfsql.engines.duckdb import Trace
from cfsql.errors import (
    CfsqlError,
    DatabaseUnavailable,
    Stale,
    UnknownName,
    UnknownRow,
    WrongUse,
)
from cfsql.speech import ENGLISH, Speech, say
from cfsql.ui.guard import Guard
from cfsql.ui.jobs import PATIENCE, Dropped
from cfsql.ui.listing.asked import ROWS_PARAMETERS
from cfsql.ui.pages import Pages, UnknownTable
from cfsql.ui.parameters import Accepted, WrongAddress
from cfsql.ui.question import CASE_PARAMETERS, ROW_PARAMETERS, WHY_PARAMETERS
from cfsql.ui.rendering import static, trouble
from cfsql.ui.store import Store
from cfsql.ui.told_errors import told
from cfsql.ui.views import comparing, downloads, explanation, overview, rows, tables
from cfsql.words import as_sentence

View = Callable[[Pages, Request], Awaitable[Response]]

# Seconds between two looks at what nobody waits for.
_SWEEP = 1.0

# Seconds after which a page looks again for a database that is written to.
_RETRY = 3

# The status that nginx and others give when the browser has gone; nobody reads it.
_CLIENT_CLOSED = 499

VIEWS: dict[str, tuple[View, Accepted]] = {
    "/": (tables.tables_page, Accepted()),
    "/t/{table}": (overview.overview_page, overview.OVERVIEW_PARAMETERS),
    "/t/{table}/rows": (rows.rows_page, ROWS_PARAMETERS),
    **dict.fromkeys(
        (f"/t/{{table}}/rows{ending}" for ending in downloads.ENDINGS),
        (downloads.rows_file, ROWS_PARAMETERS),
    ),
    "/t/{table}/row": (explanation.row_page, ROW_PARAMETERS),
    "/t/{table}/row.json": (explanation.row_json, ROW_PARAMETERS),
    "/t/{table}/compare": (comparing.compare_page, comparing.COMPARE_PARAMETERS),
    "/t/{table}/rankings": (comparing.rankings_page, comparing.RANKINGS_PARAMETERS),
    "/t/{table}/why": (explanation.why_part, WHY_PARAMETERS),
    "/t/{table}/case": (explanation.case_page, CASE_PARAMETERS),
}


def make_app(
    store: Store,
    *,
    key: str,
    port: int,
    trace: Trace | None = None,
    patience: float = PATIENCE,
    is_framed: bool = False,
    speech: Speech = ENGLISH,
) -> ASGIApp:
    """The pages of a database, for a server on this port; they speak so."""
    pages = Pages(store, trace, patience)

    def endpoint(
        view: View, accepted: Accepted
    ) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            columns: Iterable[str] = ()
            if accepted.has_columns:
                facts = await pages.facts(request)
                columns = facts.columns if accepted.of_columns else facts.features
            accepted.refuse_others(request.query_params, columns)
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

    routes = [Route(path, endpoint(*each)) for path, each in VIEWS.items()]
    routes += [Route("/static/{name}", _static), Route("/favicon.ico", _icon)]
    app = Starlette(
        routes=routes,
        exception_handlers={
            Dropped: _dropped,
            DatabaseUnavailable: _unavailable,
            WrongUse: _wrong,
            Stale: _stale,
            CfsqlError: _failed,
            HTTPException: _not_found,
            500: _broken,
        },
        lifespan=lifespan,
    )
    guard = Guard(app, key=key, port=port, trouble=trouble, is_framed=is_framed)

    async def speaking(scope: Scope, receive: Receive, send: Send) -> None:
        with speech.spoken():
            await guard(scope, receive, send)

    return speaking


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


# Failures, on a page or as JSON.


def _failure(
    request: Request, status: int, title: str, message: str, *links: tuple[str, str]
) -> Response:
    home = (say("All tables"), "/")
    return trouble(request.url.path, status, title, message, links=(*links, home))


async def _dropped(request: Request, error: Exception) -> Response:
    return Response(status_code=_CLIENT_CLOSED)


async def _unavailable(request: Request, error: Exception) -> Response:
    assert isinstance(error, CfsqlError)
    is_locked = "is in use by" in error.line
    return trouble(
        request.url.path,
        503,
        say("The database is being written to" if is_locked else "No database"),
        as_sentence(told(error)),
        retry=_RETRY if is_locked else None,
    )


async def _wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, CfsqlError)
    if isinstance(error, UnknownName | UnknownRow | UnknownTable):
        title = say("There is no such thing")
        return _failure(request, 404, title, as_sentence(told(error)))
    links = []
    if isinstance(error, WrongAddress) and error.without:
        links.append((say("Ask without it"), _without(request, error.without)))
    title = say("This cannot be asked")
    return _failure(request, 400, title, as_sentence(told(error)), *links)


def _without(request: Request, names: Collection[str]) -> str:
    """The request's address without these parameters."""
    given = request.query_params.multi_items()
    kept = urlencode([each for each in given if each[0] not in names])
    path = str(request.scope.get("raw_path", b""), "latin-1").split("?")[0]
    return f"{path}?{kept}" if kept else path


async def _stale(request: Request, error: Exception) -> Response:
    assert isinstance(error, CfsqlError)
    return _failure(
        request, 409, say("The table has changed"), as_sentence(told(error))
    )


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, CfsqlError)
    return _failure(request, 500, say("This did not work"), as_sentence(told(error)))


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        message = say("There is no page at this address.")
        return _failure(request, 404, say("No such page"), message)
    return _failure(request, error.status_code, error.detail, f"{error.detail}.")


async def _broken(request: Request, error: Exception) -> Response:
    return _failure(
        request,
        500,
        say("Something is broken"),
        say(
            "This is a mistake in cfsql, not in what you asked. The terminal in which "
            "cfsql ui runs says more; your data are as they were."
        ),
    )
