"""Serving the pages on this machine, until Ctrl-C."""

from __future__ import annotations

import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from cfsql.api.database import Database
from cfsql.engines.duckdb import Trace
from cfsql.errors import CfsqlError
from cfsql.speech import ENGLISH, Speech
from cfsql.ui.addresses import address
from cfsql.ui.app import make_app
from cfsql.ui.store import Store

HOST = "127.0.0.1"

# The port unless another is asked for, or this one is taken: links stay the same.
PORT = 8421


def serve(
    path: str,
    open_database: Callable[[], Database],
    *,
    table: str | None,
    port: int | None,
    is_anonymous: bool,
    open_browser: bool,
    announce: Callable[[str], None],
    trace: Trace | None = None,
    speech: Speech = ENGLISH,
) -> None:
    """Serve the pages of a database; `announce` is given the link with the key."""
    store = Store(path, open_database, is_anonymous=is_anonymous)
    listener = listen(*((PORT, 0) if port is None else (port,)))
    number = listener.getsockname()[1]
    key = secrets.token_urlsafe(24)
    where = "/" if table is None else address(table)
    link = f"http://{HOST}:{number}{where}?key={key}"
    app = make_app(store, key=key, port=number, trace=trace, speech=speech)
    server = Server(app, lambda: _tell(link, announce, open_browser))
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        store.close()
        listener.close()


class Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, app: ASGIApp, is_ready: Callable[[], None]) -> None:
        """Serve these pages, and little beside them."""
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=2,
        )
        super().__init__(config)
        self._is_ready = is_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if not self.should_exit:
            self._is_ready()


def _tell(link: str, announce: Callable[[str], None], open_browser: bool) -> None:
    announce(link)
    if open_browser:
        # A browser may take its time, and say things that nobody asked for.
        threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()


def listen(*ports: int) -> socket.socket:
    """The first of these ports that is free, on this machine alone; 0 is any."""
    for number in ports:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, number))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if number == ports[-1]:
                raise CfsqlError(
                    f"cannot use port {number}: {error.strerror}; choose another with "
                    "--port"
                ) from error
        else:
            return listener
    raise AssertionError(ports)
