"""The explorer inside a notebook: a server of the kernel's own, shown in a frame.

The database is the one that the notebook has open. The server runs in a thread that
ends with the kernel.
"""

from __future__ import annotations

import atexit
import secrets
import threading
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from cfsql.errors import WrongUse
from cfsql.method import encode
from cfsql.method.selection import refuse_missing, value_text
from cfsql.show.markup import Html, element, fragment
from cfsql.speech import Speech, current, say
from cfsql.ui.addresses import address
from cfsql.ui.app import make_app
from cfsql.ui.server import Server, listen
from cfsql.ui.store import Store

if TYPE_CHECKING:
    from cfsql.api.database import Database
    from cfsql.api.table import Table

# Notebooks are opened at this name, and a frame gets its cookie by the same name only.
_HOST = "localhost"

# Seconds until the pages look at the database anew: the next cell may change it.
_IDLE = 2.0

# Where the notebook is opened by number, the frame is, too. It is loaded once, by its
# right name. A notebook that runs no script, because it is not trusted, has the link.
_LOAD = """
for (const each of document.querySelectorAll("[data-cfsql='NAME']")) {
  const host = location.hostname === "127.0.0.1" ? "127.0.0.1" : "localhost";
  const url = (each.dataset.src || each.href).replace("//localhost:", `//${host}:`);
  each.setAttribute(each.dataset.src ? "src" : "href", url);
}
"""

_FRAME = "border:1px solid rgba(128,128,128,.5);border-radius:4px;width:100%"
_LINE = "margin:2px 0 8px;font:12px system-ui,sans-serif;opacity:.8"


class Embedded:
    """The explorer at a page of a table; in a notebook it shows itself."""

    def __init__(self, running: _Running, where: str, height: int) -> None:
        """Use `Table.explore` instead."""
        self._running = running
        self._where = where
        self.height = height

    @property
    def link(self) -> str:
        """The address with the key, for a browser on this machine."""
        port, key = self._running.port, self._running.key
        mark = "&" if "?" in self._where else "?"
        return f"http://{_HOST}:{port}{self._where}{mark}key={key}"

    def close(self) -> None:
        """Stop the explorer, in all cells that show it."""
        self._running.close()

    def __enter__(self) -> Embedded:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<cfsql explorer: {self.link}>"

    def _repr_html_(self) -> str:
        name = secrets.token_hex(8)
        script = Html(f"<script>{_LOAD.replace('NAME', name)}</script>")
        return str(fragment(self._frame(name), script))

    def _mime_(self) -> tuple[str, str]:
        """For marimo, which puts what has a script into a small frame of its own."""
        return "text/html", str(self._frame(None))

    def _frame(self, name: str | None) -> Html:
        frame = element(
            "iframe",
            src=self.link if name is None else None,
            data_src=None if name is None else self.link,
            title="cfsql explorer",
            height=str(self.height),
            allow="clipboard-write",
            style=_FRAME,
            data_cfsql=name,
        )
        with self._running.speech.spoken():
            own_window = say("Open it in a window of its own")
        link = element(
            "a",
            own_window,
            href=self.link,
            target="_blank",
            rel="noopener",
            data_cfsql=name,
        )
        return fragment(frame, element("p", link, style=_LINE))


class _Running:
    """A server of the pages of a database, in a thread of its own."""

    def __init__(
        self, database: Database, *, is_anonymous: bool, speech: Speech
    ) -> None:
        self.speech = speech
        lent = database.lent()
        store = Store(None, lambda: lent, is_anonymous=is_anonymous, idle=_IDLE)
        self.key = secrets.token_urlsafe(24)
        self._listener = listen(0)
        self.port: int = self._listener.getsockname()[1]
        app = make_app(
            store, key=self.key, port=self.port, is_framed=True, speech=speech
        )
        ready = threading.Event()
        self._server = Server(app, ready.set)
        self._thread = threading.Thread(
            target=self._server.run,
            kwargs={"sockets": [self._listener]},
            name="cfsql explorer",
            daemon=True,
        )
        self._thread.start()
        ready.wait(30)
        atexit.register(self.close)

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def close(self) -> None:
        atexit.unregister(self.close)
        self._server.should_exit = True
        self._thread.join(10)
        self._listener.close()


# The servers of a database, by whether they name people and by how they speak.
_Servers = dict[tuple[bool, Speech], _Running]
_RUNNING: WeakKeyDictionary[Database, _Servers] = WeakKeyDictionary()


def embedded(
    table: Table,
    row: object | None,
    *,
    is_anonymous: bool,
    height: int,
) -> Embedded:
    """The explorer at a table or at one of its rows; started unless it runs.

    It speaks as is spoken here.
    """
    speech = current()
    if height < 1:
        raise WrongUse(f"height is a number of pixels from 1 on, not {height}")
    parameters = []
    if row is not None:
        # An unknown row is refused here, not in the frame.
        asked = value_text(row)
        with table.database.session() as session:
            encode.bind(session, table.name)
            refuse_missing(session, table.facts, [asked])
        parameters.append(("row", asked))
    servers = _RUNNING.setdefault(table.database, {})
    running = servers.get((is_anonymous, speech))
    if running is None or not running.is_alive:
        running = _Running(table.database, is_anonymous=is_anonymous, speech=speech)
        servers[is_anonymous, speech] = running
        table.database.closing.append(running.close)
    page = "" if row is None else "row"
    return Embedded(running, address(table.name, page, parameters), height)
