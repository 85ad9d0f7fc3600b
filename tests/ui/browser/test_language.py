"""The explorer in German and French, in a browser: no English heading, no overflow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cfsql.speech import Speech, language
from tests.speech.templates import templates
from tests.support.ui_server import serving_pages
from tests.ui.browser.test_for_everybody import AXE, OVERFLOW, axe_findings
from tests.ui.browser.visits import OPEN_ALL, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

ADDRESSES = (
    *("/", "/t/recidivism", "/t/recidivism/row?row=1", "/t/recidivism/rows"),
    *("/t/recidivism/case?from=1", "/t/recidivism/compare?row=1&row=2"),
)
# What stands in <bdi> is of the data.
HEADINGS = """() => Array.from(
  document.querySelectorAll("h1, h2, h3, th, label, button, summary, caption"),
  (each) => {
    const own = each.cloneNode(true);
    for (const data of own.querySelectorAll("bdi")) data.remove();
    return own.textContent.trim();
  })"""


@pytest.mark.parametrize("code", ["de", "fr"])
def test_a_page_is_whole_in_another_language(
    browser: Browser, path: Path, code: str
) -> None:
    own = language(code).texts
    english = {text for text in templates() if own[text] != text and "{" not in text}
    with serving_pages(path, speech=Speech(code)) as served:
        visit = Visit(browser, served, bypass_csp=True)
        for address in ADDRESSES:
            page = visit.go(address)
            found = page.evaluate(HEADINGS)
            assert found
            assert not {*found} & english, address
            if AXE.exists() and code == "de":
                assert axe_findings(page) == [], address
            for width in (320, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                page.evaluate(OPEN_ALL)
                assert page.evaluate(OVERFLOW) <= 0, (address, width)
        visit.close()
