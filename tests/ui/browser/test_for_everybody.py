"""The explorer for everybody: axe, keyboards, phones and paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.ui_server import Served
from tests.ui.browser.visits import OPEN_ALL, PAGES, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


AXE = Path(__file__).parents[3] / "build/axe/node_modules/axe-core/axe.min.js"
OVERFLOW = """document.documentElement.scrollWidth
  - document.documentElement.clientWidth"""
CHARTS = "svg text, .figure span, .bars td, .bars th, .matrix td *, .legend *"
SMALL_WORDS = f"""() => Array.from(document.querySelectorAll("{CHARTS}"))
  .filter((each) => each.checkVisibility())
  .map((each) => [each.textContent, parseFloat(getComputedStyle(each).fontSize)])
  .filter(([_, size]) => size < 12)"""


def axe_findings(page: Page) -> list[str]:
    """What axe-core finds wrong with a page, in light and in dark."""
    page.evaluate(OPEN_ALL)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    page.emulate_media(color_scheme="dark")
    # Colours are all that differs.
    dark = "axe.run({runOnly: ['color-contrast'], resultTypes: ['violations']})"
    found += page.evaluate(dark)["violations"]
    page.emulate_media(color_scheme="light")
    return [
        f"{each['id']}: {node['html'][:150]}"
        for each in found
        for node in each["nodes"]
    ]


def test_axe_finds_nothing(browser: Browser, served: Served) -> None:
    if not AXE.exists():
        pytest.skip("no axe-core: make axe, which needs npm")
    visit = Visit(browser, served, bypass_csp=True)
    found = {name: axe_findings(visit.go(where)) for name, (where, _) in PAGES.items()}
    assert {name: findings for name, findings in found.items() if findings} == {}
    visit.context.clear_cookies()
    assert axe_findings(visit.go("/")) == []
    visit.close()


def test_the_main_path_works_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit.go("/")

    def tab_to(selector: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"no way to {selector}")

    tab_to("a[href='/t/recidivism/row']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/recidivism/row")
    tab_to("#row")
    page.keyboard.press("Control+A")
    page.keyboard.type("4")
    visit.settle("Row 4")
    assert page.evaluate("document.activeElement.id") == "row"
    tab_to("#target")
    page.keyboard.press("ArrowDown")
    page.wait_for_url("**target=**")
    visit.rest()
    assert page.evaluate("document.activeElement.id") == "target"
    tab_to("#freeze-2")
    page.keyboard.press("Space")
    page.wait_for_url("**freeze=age**")
    visit.rest()
    assert page.evaluate("document.activeElement.id") == "freeze-2"
    assert page.is_checked("#freeze-2")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
    page.focus("#next")
    page.keyboard.press("Enter")
    visit.settle("Row 5")
    assert page.evaluate("document.activeElement.id") == "next"
    assert page.inner_text("#status") == page.inner_text("#sentence")


def test_no_page_is_wider_than_the_window(visit: Visit) -> None:
    for name, (where, status) in PAGES.items():
        page = visit.page
        response = page.goto(f"{visit.base}{where}")
        assert response is not None
        assert response.status == status, name
        visit.rest()
        for width in (1280, 390, 320):
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate(OPEN_ALL)
            assert page.evaluate(OVERFLOW) == 0, (name, width)
            assert page.evaluate(SMALL_WORDS) == [], (name, width)


def test_the_question_is_250_pixels_wide_and_stays(visit: Visit) -> None:
    page = visit.go("/t/many/row?row=1")
    box = page.locator("#question").bounding_box()
    assert box is not None
    assert box["width"] == 250
    page.evaluate("window.scrollTo(0, 500)")
    moved = page.locator("#question").bounding_box()
    assert moved is not None
    assert 0 <= moved["y"] < box["y"] + 1
    page.set_viewport_size({"width": 1800, "height": 900})
    main = page.locator("main").bounding_box()
    assert main is not None
    assert main["width"] <= 1240


def test_on_a_phone_the_question_folds_and_answers_are_cards(
    browser: Browser, served: Served
) -> None:
    visit = Visit(browser, served, width=390)
    page = visit.go("/t/recidivism/row?row=1")
    assert page.locator("#row").is_hidden()
    assert "row 1" in page.inner_text("#in-short")
    page.click("#question summary")
    page.fill("#row", "2")
    visit.settle("Row 2")
    assert page.locator("#row").is_visible()
    display = page.locator(".ranked tbody tr").first.evaluate(
        "e => getComputedStyle(e).display"
    )
    assert display == "block"
    visit.close()


def test_on_a_phone_nothing_scrolls_sideways_and_no_gap_is_left(visit: Visit) -> None:
    page = visit.page
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        for table in ("recidivism", "wide"):
            visit.go(f"/t/{table}")
            hidden = "each => each.scrollWidth - each.clientWidth"
            assert page.eval_on_selector("#s-table .classes .scroll", hidden) == 0
            assert page.is_visible("#s-table thead >> text=contradicted")
        for where in ("row?row=99", "row?row=1&target=nope", "row?row=rce%3DAsian"):
            visit.go(f"/t/recidivism/{where}")
            gap = page.evaluate(
                "() => document.querySelector('#answer').getBoundingClientRect().top"
                " - document.querySelector('#question').getBoundingClientRect().bottom"
            )
            assert 0 < gap <= 32, (where, gap)


def test_a_printed_row_is_a_clean_sheet(browser: Browser, served: Served) -> None:
    visit = Visit(browser, served, color_scheme="dark")
    page = visit.go("/t/recidivism/row?row=1&freeze=age")
    page.emulate_media(media="print", color_scheme="dark")
    for gone in ("#question", "nav", "#freeze-1", "#copy-link", ".tools"):
        assert page.locator(gone).first.is_hidden(), gone
    for there in ("#sentence", ".versus", ".ranked", "#why", ".asked-print"):
        assert page.locator(there).first.is_visible(), there
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(255, 255, 255)"
    )
    assert len(page.pdf(format="A4")) > 1000
    visit.close()


def test_after_paging_all_that_states_the_question_states_the_new_one(
    visit: Visit,
) -> None:
    page = visit.go("/t/recidivism/row?row=1&freeze=age")
    page.click("#next")
    visit.settle("Row 2")
    visit.rest()
    fresh = visit.context.new_page()
    fresh.goto(page.url)
    for each in (page, fresh):
        each.emulate_media(media="print")
    assert "row 2" in page.inner_text(".asked-print")
    assert "may not change\nage" in page.inner_text(".asked-print")
    for what in ("#asked", "#in-short", "#ask", "#sentence", "title"):
        assert page.text_content(what) == fresh.text_content(what), what
    assert page.input_value("#row") == "2"


def test_going_back_gives_a_new_case_the_values_that_were_asked(visit: Visit) -> None:
    page = visit.go("/t/recidivism/case?from=1")
    sentence = page.inner_text("#sentence")
    page.fill("[name='v.race']", "African")
    page.wait_for_function(
        "before => document.querySelector('#sentence').innerText !== before",
        arg=sentence,
    )
    assert "African" in page.url
    page.go_back()
    page.wait_for_function(
        "before => document.querySelector('#sentence').innerText === before",
        arg=sentence,
    )
    assert page.input_value("[name='v.race']") == "Caucasian"
