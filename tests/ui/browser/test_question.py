"""The question at the side: what is declared, directions, weights, conditions."""

from __future__ import annotations

import pytest

from tests.ui.browser.visits import Visit

pytestmark = pytest.mark.browser


def test_what_is_declared_is_ticked_and_can_be_let_go(visit: Visit) -> None:
    page = visit.go("/t/declared/row?row=1")
    sex = page.locator(".versus input[value=sex]")
    assert sex.is_checked()
    assert page.locator("#ways").get_attribute("open") is not None
    assert page.locator("#ways input[name=only_up][value=age]").is_checked()
    before = page.inner_text("#sentence")
    sex.uncheck()
    page.wait_for_function("() => !document.querySelector('#kept .chips')")
    visit.rest()
    assert "freeze" not in page.url
    page.click("#only_up-title + ul a")
    page.wait_for_function("() => !document.getElementById('only_up-title')")
    visit.rest()
    assert "asked=1" in page.url
    assert "only_up" not in page.url
    assert page.inner_text("#sentence") != before
    assert "--no-defaults" in page.inner_text("#command")


def test_numbers_that_are_cut_can_go_one_way(visit: Visit) -> None:
    page = visit.go("/t/binned/row?row=2")
    page.click("#ways summary")
    page.check("#ways input[name=only_up][value=age]")
    page.wait_for_selector("#only_up-title + ul a")
    visit.rest()
    assert "--only-up age" in page.inner_text("#command")
    page.click("#only_up-title + ul a")
    page.wait_for_function("() => !document.getElementById('only_up-title')")
    assert visit.messages == []


def test_weights_and_a_condition_are_asked_as_they_are_typed(visit: Visit) -> None:
    page = visit.go("/t/recidivism/row?row=1")
    page.click("#weights summary")
    page.fill("#weights input[name='w.race']", "4")
    page.wait_for_function(
        "() => document.getElementById('command').innerText.includes('race=4')"
    )
    visit.rest()
    assert page.locator("#weights").get_attribute("open") is not None
    page.click("#condition summary")
    page.fill("#require", "b.sex =")
    page.wait_for_selector("#problem")
    assert page.evaluate("document.activeElement.id") == "require"
    page.fill("#require", "b.sex = 'female'")
    page.wait_for_selector("#found")
    visit.rest()
    assert "w.race=4" in page.url
    assert "require=" in page.url
    page.click("#condition a")
    page.wait_for_function("() => document.getElementById('require').value === ''")
    assert visit.messages == []


def test_two_rankings_and_two_rows_are_compared_by_clicking(visit: Visit) -> None:
    page = visit.go("/t/recidivism")
    page.click("text=For whom does the answer differ?")
    page.wait_for_selector("#sentence")
    assert "another answer in kept" in page.inner_text("#sentence")
    n_told = int(page.inner_text("#sentence").split()[0])
    counts = page.locator(".reasons-of b").all_inner_texts()
    assert sum(map(int, counts)) == n_told
    assert page.locator("table.rows tbody tr").count() == n_told
    page.click("table.rows tbody a >> nth=0")
    visit.rest()
    assert "/row?row=" in page.url
    page = visit.go("/t/recidivism/rows")
    ticks = page.locator("table.rows tbody input[type=checkbox]")
    ticks.nth(0).check()
    ticks.nth(2).check()
    page.click("text=Compare")
    page.wait_for_selector(".pair-of")
    assert "Rows 1 and 3 differ in" in page.inner_text("#sentence")
    page.fill("#second", "2")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.getElementById('sentence').innerText.includes('1 and 2')"
    )
