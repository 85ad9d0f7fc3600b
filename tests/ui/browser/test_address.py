"""The address is the question: typed fast, reloaded, gone back to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.ui_server import Served
from tests.ui.browser.visits import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def test_what_is_typed_fast_is_what_is_answered(visit: Visit) -> None:
    page = visit.go("/t/many/row?row=1")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.click("#row")
    page.keyboard.press("Control+A")
    page.keyboard.type("12345", delay=60)
    visit.settle("Row 12345")
    visit.rest()
    assert page.input_value("#row") == "12345"
    assert page.evaluate("document.activeElement.id") == "row"
    assert page.url.endswith("/t/many/row?row=12345")
    assert len([url for url in asked if "/row?" in url]) <= 2
    # An answer that comes too late is not shown.
    for text in ("2", "23", "234", "2345"):
        page.fill("#row", text)
        page.wait_for_timeout(300)
    visit.settle("Row 2345")
    visit.rest()
    assert "Row 2345" in page.inner_text("#answer h1")


def state(page: Page) -> tuple[object, ...]:
    """The row, ticks, class and answer that a page shows."""
    ticked = page.locator(".versus input:checked").all()
    return (
        page.input_value("#row"),
        sorted(each.get_attribute("value") or "" for each in ticked),
        page.input_value("#target"),
        page.input_value("#max_changes"),
        page.inner_text("#sentence"),
    )


def test_reload_and_back_restore_the_question(visit: Visit) -> None:
    page = visit.go("/t/recidivism/row?row=1")
    states = [state(page)]

    def asked(step: str) -> None:
        page.wait_for_function(
            "old => document.querySelector('#sentence').innerText !== old",
            arg=states[-1][-1],
        )
        visit.rest()
        states.append(state(page))

    page.check("#freeze-3")
    asked("a tick")
    page.select_option("#target", "High")
    asked("a class")
    page.click("#next")
    asked("a row")
    assert states[-1][:3] == ("2", ["race"], "High")
    address_of_it = page.url
    page.reload()
    visit.rest()
    assert state(page) == states[-1]
    for expected in reversed(states[:-1]):
        page.go_back()
        page.wait_for_function(
            "words => document.querySelector('#sentence')?.innerText === words",
            arg=expected[-1],
        )
        visit.rest()
        assert state(page) == expected
    other = visit.context.new_page()
    other.goto(address_of_it)
    assert state(other) == states[-1]


def test_the_form_works_without_javascript(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served, java_script_enabled=False)
    page = visit.go("/t/recidivism/row?row=1")
    assert page.locator("#why .reasons tbody tr").count() == 4
    page.check("#freeze-3")
    page.select_option("#target", "Low")
    page.click("#question .ask")
    assert "freeze=race" in page.url
    assert "target=Low" in page.url
    assert page.is_checked("#freeze-3")
    assert "as it was for row 7" in page.inner_text("#sentence")
    page.fill("#row", "3")
    page.press("#row", "Enter")
    assert "Row 3" in page.inner_text("#answer h1")
    page.check("#changed-only")
    page.click("#question .ask")
    assert page.is_checked("#changed-only")
    assert "freeze=race" in page.url
    page = visit.go("/t/recidivism/case?from=1")
    page.fill("#value-2", ">45")
    page.click("#case .ask")
    assert "v.age=%3E45" in page.url
    assert page.locator("#sentence").count() == 1
    visit.close()


def test_a_new_case_is_answered_while_it_is_typed(visit: Visit) -> None:
    page = visit.go("/t/recidivism/case?from=1")
    assert "instead of Med" in page.inner_text("#sentence")
    page.select_option("#label", "High")
    page.wait_for_function(
        "() => document.querySelector('#sentence').innerText"
        ".includes('instead of High')"
    )
    page.fill("#value-3", "Martian")
    page.wait_for_selector(".remark:has-text('No row has race Martian')")
    assert page.evaluate("document.activeElement.id") == "value-3"
    assert page.input_value("#value-3") == "Martian"
    assert "v.race=Martian" in page.url
