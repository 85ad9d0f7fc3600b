"""Nothing leaves this machine, other sites get nothing, and data stay text."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest

from cfsql.ui.addresses import address
from tests.support.ui_server import NASTY, Served
from tests.ui.browser.visits import HOSTILE_ROW, PAGES, Visit

pytestmark = pytest.mark.browser


def test_nothing_leaves_this_machine_and_nothing_fails(visit: Visit) -> None:
    for where, _ in PAGES.values():
        visit.go(where)
    page = visit.go("/t/recidivism/row?row=1")
    page.check("#freeze-1")
    page.click("#next")
    visit.settle("Row 2")
    visit.rest()
    assert {urlsplit(url).hostname for url in visit.requests} == {"127.0.0.1"}
    assert not [url for url in visit.requests if url.startswith("ws")]
    assert visit.messages == []
    assert "key=" not in page.url


ATTACK = """<!doctype html><title>x</title><script>
window.found = {};
addEventListener("message", (event) => { window.found[event.data] = "ran"; });
const told = (name, how) => () => { window.found[name] = how; };
for (const [name, tag, more] of [
  ["script", "script", {src: TARGET + "/static/ui.js"}],
  ["style", "link", {rel: "stylesheet", href: TARGET + "/static/ui.css"}],
  ["image", "img", {src: TARGET + "/static/icon.svg"}],
]) {
  const each = Object.assign(document.createElement(tag), more);
  each.onload = told(name, "loaded");
  each.onerror = told(name, "nothing");
  document.head.append(each);
}
for (const [name, options] of Object.entries({
  fetch: {credentials: "include"},
  blind: {mode: "no-cors", credentials: "include"},
})) {
  fetch(TARGET + "/t/recidivism/row.json?row=1", options)
    .then((response) => response.text())
    .then((text) => told(name, text === "" ? "nothing" : text)())
    .catch(told(name, "nothing"));
}
const frame = document.createElement("iframe");
frame.src = TARGET + "/t/recidivism";
document.documentElement.append(frame);
</script>"""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_other_sites_get_nothing(visit: Visit, served: Served, host: str) -> None:
    """Also not one on another port, for which the browser sends the cookie."""
    body = ATTACK.replace("TARGET", f'"{served.address}"').encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        page = visit.page
        refused: list[tuple[str, int]] = []
        page.on("response", lambda each: refused.append((each.url, each.status)))
        page.goto(f"http://{host}:{server.server_port}/")
        page.wait_for_function("() => Object.keys(window.found).length >= 5")
        page.wait_for_timeout(200)
        assert set(page.evaluate("Object.values(window.found)")) == {"nothing"}
        assert (f"{served.address}/t/recidivism", 403) in refused
        for frame in page.frames[1:]:
            assert "recidivism" not in frame.content()
    finally:
        server.shutdown()


def test_data_stay_the_texts_that_they_are(visit: Visit) -> None:
    for where in (
        *(address(NASTY[0]), HOSTILE_ROW, address(NASTY[0], "rows")),
        *(address(NASTY[0], "case", [("from", "3")]), "/"),
    ):
        page = visit.go(where)
        assert page.locator("img, iframe, object, embed, style").count() == 0
        assert page.locator("script").count() == 1
        assert page.evaluate("window.ran") is None
        assert NASTY[0] in page.inner_text("body")
    shown = set()
    for row in range(1, len(NASTY) + 3):
        page = visit.go(address(NASTY[0], "row", [("row", str(row))]))
        shown |= set(page.locator(".versus bdi, .versus .null").all_inner_texts())
    for nasty in NASTY:
        assert nasty in shown or f"'{nasty}'" in shown, nasty
    assert {"NULL", NASTY[2], "{{7*7}}"} <= shown
    assert "49" not in page.inner_text("main")
    assert visit.messages == []
