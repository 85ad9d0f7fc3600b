"""Who may ask: a browser on this machine that was given the key, and nobody else.

Other web sites can make a browser send requests to this server, and can have names
that lead to it. So the Host header is checked, what other sites ask for in the
background is refused, and without the key there is nothing to see. No page may show
the explorer in a frame, except that a notebook on this machine may show the one that
it has started.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cfsql.speech import say

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "
)
HEADERS = {
    "Content-Security-Policy": f"{_POLICY}'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# For a notebook: any port of this machine, because nobody knows the notebook's. An
# X-Frame-Options cannot say this, and DENY would be a second word on it.
FRAMED_HEADERS = {
    name: value for name, value in HEADERS.items() if name != "X-Frame-Options"
} | {
    "Content-Security-Policy": f"{_POLICY}http://localhost:* http://127.0.0.1:*",
}

# The style and the icon of the page that says that a key is needed.
OPEN_PATHS = frozenset({"/static/common.css", "/static/ui.css", "/favicon.ico"})

# What is wrong, for a path: status, title, sentence, whether it may have a style.
Trouble = Callable[[str, int, str, str, bool], Response]


class Guard:
    """Lets requests through to the pages, or not; every answer has the headers."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        key: str,
        port: int,
        trouble: Trouble,
        is_framed: bool = False,
    ) -> None:
        """Guard the pages of a server on this port of the loopback address.

        With `is_framed` a notebook has started it, and may show it in a frame.
        """
        self.app = app
        self.is_framed = is_framed
        self.headers = FRAMED_HEADERS if is_framed else HEADERS
        self.key = key
        self.cookie = f"cfsql_{port}"
        # Not the key itself: what is in the link is of no use in a cookie.
        self.ticket = secrets.token_urlsafe(32)
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        if port == 80:
            self.hosts |= {"127.0.0.1", "localhost"}
        self.trouble = trouble

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._refused(scope)
        await (refused or self.app)(scope, receive, send_guarded)

    def _refused(self, scope: Scope) -> Response | None:
        headers, path = Headers(scope=scope), scope["path"]
        if headers.getlist("host") not in [[host] for host in self.hosts]:
            return self.trouble(
                path,
                HTTPStatus.BAD_REQUEST,
                say("Another name"),
                say("This server answers to its own address only, 127.0.0.1."),
                False,
            )
        if scope["method"] not in ("GET", "HEAD"):
            response = self.trouble(
                path,
                HTTPStatus.METHOD_NOT_ALLOWED,
                say("Nothing is changed here"),
                say("The pages only read; they take no other request than GET."),
                True,
            )
            response.headers["Allow"] = "GET, HEAD"
            return response
        if not self._is_from_here(headers):
            return self.trouble(
                path,
                HTTPStatus.FORBIDDEN,
                say("Not for other sites"),
                say("Another site has asked for this page, and gets nothing.")
                + (
                    " " + say("Open the link below this frame.")
                    if self.is_framed
                    else ""
                ),
                False,
            )
        given = parse_qsl(scope["query_string"].decode("latin-1"), True)
        keys = [value for name, value in given if name == "key"]
        has_ticket = self._has_ticket(headers)
        if keys and (has_ticket or self._is_key(keys)):
            return self._admit(scope, [each for each in given if each[0] != "key"])
        if has_ticket or scope["path"] in OPEN_PATHS:
            return None
        if keys:
            return self.trouble(
                path,
                HTTPStatus.FORBIDDEN,
                say("This is not the key of this server"),
                say(
                    "The key in this address is mistyped or cut off, or it is from "
                    "before {server} was started anew: every start makes a new one. "
                    "Open the link that it shows {place} now; then this address works, "
                    "too.",
                    server=self._server,
                    place=self._place,
                ),
                True,
            )
        if self.cookie in headers.get("cookie", ""):
            return self.trouble(
                path,
                HTTPStatus.FORBIDDEN,
                say("The key has expired"),
                say(
                    "{server} was started anew since this browser was given the key, "
                    "and every start makes a new one. Open the link that it shows "
                    "{place} now; then this address works again.",
                    server=self._server,
                    place=self._place,
                ),
                True,
            )
        return self.trouble(
            path,
            HTTPStatus.FORBIDDEN,
            say("A key is needed"),
            say(
                "Open the link that {server} shows {place}: it has the key. Then this "
                "address works, too.",
                server=self._server,
                place=self._place,
            ),
            True,
        )

    @property
    def _server(self) -> str:
        return say("the notebook") if self.is_framed else "cfsql ui"

    @property
    def _place(self) -> str:
        return say("below this frame" if self.is_framed else "in the terminal")

    def _is_key(self, keys: Iterable[str]) -> bool:
        return any(
            secrets.compare_digest(each.encode(), self.key.encode()) for each in keys
        )

    def _has_ticket(self, headers: Headers) -> bool:
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        found = cookies.get(self.cookie)
        return found is not None and secrets.compare_digest(
            found.value.encode(), self.ticket.encode()
        )

    def _is_from_here(self, headers: Headers) -> bool:
        """Whether a page of ours, or a person, asks: no other site behind their back.

        Another port of this machine is another site, too, though cookies do not see
        a difference.
        """
        site = headers.get("sec-fetch-site")
        if site in ("same-origin", "none"):
            return True
        if site is not None:
            is_opened = headers.get("sec-fetch-mode") == "navigate"
            shown_in = headers.get("sec-fetch-dest")
            # A page of this machine, by the same name: others get no cookie either.
            is_frame = self.is_framed and site == "same-site" and shown_in == "iframe"
            return is_opened and (shown_in == "document" or is_frame)
        origin = headers.get("origin")
        return origin is None or origin in {f"http://{host}" for host in self.hosts}

    def _admit(self, scope: Scope, kept: list[tuple[str, str]]) -> Response:
        """Send the browser to the address without its key, with a cookie instead."""
        path = Headers(scope=scope).get("host", "")
        query = f"?{urlencode(kept)}" if kept else ""
        raw = scope.get("raw_path") or scope["path"].encode("utf-8")
        where = raw.decode("latin-1").split("?")[0]
        # In full: a path such as //evil.example would be another site.
        response = RedirectResponse(f"http://{path}{where}{query}", status_code=303)
        response.set_cookie(
            self.cookie, self.ticket, path="/", httponly=True, samesite="lax"
        )
        return response
