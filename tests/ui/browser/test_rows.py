"""A list of rows in the browser: narrowed, sorted, searched, gone back to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.ui_server import Served
from tests.ui.browser.visits import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def until(page: Page, words: str) -> None:
    """Wait until the list says what it holds."""
    page.wait_for_function(
        "words => document.querySelector('#sentence')?.innerText.includes(words)",
        arg=words,
    )


def test_a_case_is_found_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit.go("/t/recidivism")
    page.keyboard.press("Tab")
    for _ in range(20):
        if page.evaluate("document.activeElement.name === 'find'"):
            break
        page.keyboard.press("Tab")
    page.keyboard.type("female")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rows?find=female")
    until(page, "5 rows")
    page.focus("#search")
    page.keyboard.press("End")
    page.keyboard.type(" score=Low")
    until(page, "2 rows")
    assert page.evaluate("document.activeElement.id") == "search"
    assert page.input_value("#search") == "female score=Low"
    page.focus("[name='v.race'][value='African']")
    page.keyboard.press("Space")
    until(page, "1 row with race African")
    assert page.is_checked("[name='v.race'][value='African']")
    page.go_back()
    until(page, "2 rows")
    assert not page.is_checked("[name='v.race'][value='African']")
    assert visit.messages == []


def test_a_list_is_sorted_and_its_columns_are_moved_in_place(visit: Visit) -> None:
    page = visit.go("/t/recidivism/rows")
    page.click("#facet-5 summary")
    page.click("th >> text=distance")
    page.wait_for_selector("th[aria-sort='ascending']:has-text('distance')")
    page.click("th >> text=distance")
    page.wait_for_selector("th[aria-sort='descending']:has-text('distance')")
    # What was opened stays open.
    opened = "document.getElementById('facet-5').open"
    page.wait_for_function(f"() => {opened}")
    page.click("#columns summary")
    page.click("#columns >> text=Hide distance")
    page.wait_for_url("**column=label**")
    page.wait_for_function("() => !document.querySelector('th[aria-sort]')")
    assert page.evaluate("document.getElementById('columns').open")
    assert visit.messages == []


def test_a_near_miss_is_a_click_away(visit: Visit) -> None:
    page = visit.go("/t/recidivism/rows?find=Hispanik")
    page.click("#understood a")
    until(page, "1 row that fit")
    assert page.input_value("#search") == "race=Hispanic"


def test_a_list_works_without_javascript(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served, java_script_enabled=False)
    page = visit.go("/t/recidivism/rows")
    page.fill("#search", "female")
    page.check("[name='v.score'][value='Low']")
    page.click("#finder button")
    assert "2 rows" in page.inner_text("#sentence")
    with page.expect_download() as download:
        page.click("text=CSV")
    assert download.value.suggested_filename == "recidivism_rows.csv"
    visit.close()
