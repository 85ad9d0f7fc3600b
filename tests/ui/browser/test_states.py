"""Servers that stop, keys that expire, answers that take long."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.ui_server import Served, serving_pages
from tests.ui.browser.visits import UNDO, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_what_to_undo_is_a_click_away(visit: Visit) -> None:
    page = visit.go(UNDO)
    assert "meets the conditions: keeping" in page.inner_text("#sentence")
    page.click(".ways a >> nth=0")
    page.wait_for_selector(".versus tr.changed")
    assert page.locator(".versus input:checked").count() < 3


def test_a_server_that_stops_and_one_that_starts_again(
    browser: Browser, path: Path
) -> None:
    with serving_pages(path) as served:
        visit = Visit(browser, served)
        page = visit.go("/t/recidivism/row?row=1")
    page.click("#next")
    page.wait_for_selector("#trouble:not([hidden])")
    assert "cfsql ui has stopped" in page.inner_text("#trouble")
    assert "Row 1" in page.inner_text("#answer h1")
    visit.close()


def test_a_key_that_has_expired_is_told_in_place(visit: Visit) -> None:
    page = visit.go("/t/recidivism/row?row=1")
    visit.context.clear_cookies()
    page.click("#next")
    page.wait_for_selector("#trouble:not([hidden])")
    assert "key" in page.inner_text("#trouble")


def test_an_answer_that_takes_long_says_so_and_comes(
    browser: Browser, path: Path
) -> None:
    with serving_pages(path, patience=0.001) as served:
        plain = Visit(browser, served, java_script_enabled=False)
        response = plain.page.goto(f"{plain.base}/t/many/row?row=77")
        assert response is not None
        assert "Looking through 13,000 rows" in response.text()
        plain.page.wait_for_selector(".versus tr.changed")
        plain.close()
        visit = Visit(browser, served)
        page = visit.page
        page.goto(f"{visit.base}/t/many/row?row=4321")
        page.wait_for_selector(".versus tr.changed")
        assert "Row 4321" in page.inner_text("#answer h1")
        visit.rest()
        page.check("#freeze-1")
        page.wait_for_function(
            "() => document.activeElement.id === 'freeze-1'"
            " && document.querySelector('.versus tr.frozen')"
        )
        assert visit.messages == []
        visit.close()


def test_a_link_can_be_copied(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served, permissions=["clipboard-read", "clipboard-write"])
    page = visit.go("/t/recidivism/row?row=1&freeze=sex")
    page.click("#copy-link")
    page.wait_for_selector("#copy-link:has-text('Copied')")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    visit.close()
