"""The explorer in a page of another port of this machine, as a notebook is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

import cfsql
from tests.support.ui_server import people

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@contextmanager
def _page(body: str) -> Iterator[int]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>x</title>{body}".encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_the_frame_of_a_notebook_can_be_used(browser: Browser, host: str) -> None:
    with cfsql.connect() as database:
        table = database.load(people(), table="recidivism", label="score")
        table.rank()
        explorer = table.explore(row=1)
        with _page(explorer._repr_html_()) as port:
            page = browser.new_page()
            page.goto(f"http://{host}:{port}/")
            frame = page.frame_locator("iframe")
            frame.locator("#found").wait_for()
            assert frame.locator("#sentence").inner_text() == table.explain(1).sentence
            frame.locator("#freeze-1").check()
            frame.locator("#kept li").wait_for()
            frame.locator("nav a", has_text="Rows").click()
            frame.locator("table.rows").wait_for()
            assert f"http://{host}:" in str(page.get_attribute("iframe", "src"))
            with page.expect_popup() as opened:
                page.click("text=Open it in a window of its own")
            opened.value.wait_for_selector("#found")
            page.close()


def test_a_page_by_another_name_is_shown_the_link(browser: Browser) -> None:
    """A notebook that runs no script, at the address by number: no cookie comes."""
    with cfsql.connect() as database:
        table = database.load(people(), table="recidivism", label="score")
        kind, body = table.explore(row=1)._mime_()
        assert kind == "text/html"
        assert "<script" not in body
        with _page(body) as port:
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{port}/")
            shown = page.frame_locator("iframe").locator("main")
            shown.wait_for()
            assert "Open the link below this frame" in shown.inner_text()
            assert "recidivism" not in shown.inner_text()
            page.close()
