"""The marks of an answer are on what differs."""

from __future__ import annotations

from pathlib import Path

import pytest

import cfsql
from cfsql.ui.addresses import address
from tests.support.ui_server import NASTY
from tests.ui.browser.visits import Visit

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("table", "row", "freeze"),
    [
        ("recidivism", "1", []),
        ("recidivism", "1", ["sex"]),
        ("many", "12345", ["f7", "f5"]),
        ("wide", "17", ["feature 1", "feature 2", "feature 3"]),
        ("binned", "9", ["age"]),
        (NASTY[0], "2", [NASTY[7]]),
    ],
)
def test_marks_are_on_what_differs_and_on_nothing_else(
    visit: Visit, path: Path, table: str, row: str, freeze: list[str]
) -> None:
    given = [("row", row), *(("freeze", name) for name in freeze)]
    page = visit.go(address(table, "row", given))
    with cfsql.connect(path, read_only=True) as database:
        expected = database.table(table).explain(row, freeze=freeze)
    assert page.inner_text("#sentence") == " ".join(expected.sentence.split())
    best = expected.optimal
    assert best is not None
    lines = page.locator(".versus tbody tr[data-feature]")
    assert lines.count() == len(expected.values)
    marked = []
    for line in lines.all():
        own, other = (line.locator("td").nth(place).inner_text() for place in (1, 3))
        is_marked = "changed" in (line.get_attribute("class") or "")
        feature = line.get_attribute("data-feature") or ""
        if feature not in best.originals:
            assert is_marked == (own != other)
        assert line.locator("del, ins").count() == (2 if is_marked else 0)
        assert line.locator("input").is_checked() == (feature in freeze)
        if is_marked:
            assert feature not in freeze
            marked.append((feature, own.split(" (")[0], other.split(" (")[0]))
    assert [name for name, *_ in marked] == [each.feature for each in best.changes]
    ranked = page.locator(".ranked tbody tr")
    assert ranked.count() == min(10, len(expected.counterfactuals))
    for line, each in zip(ranked.all(), expected.counterfactuals, strict=False):
        figures = line.locator(".figure span").all_inner_texts()
        assert figures == [
            f"{each.power:,}",
            *(f"{n:.3f}" for n in (each.typicality, each.capacity, each.universality)),
            *([f"{each.share:.3f}"] if each.share < 1 else []),
        ]
        assert f"row {each.counterfactual_id}" in line.inner_text()


def test_a_change_is_not_told_by_colour_alone(visit: Visit) -> None:
    page = visit.go("/t/recidivism/row?row=1")
    changed = page.locator(".versus tr.changed").first
    style = "(element, name) => getComputedStyle(element)[name]"
    old = changed.locator("del").evaluate("e => getComputedStyle(e).textDecorationLine")
    assert old == "line-through"
    new = changed.locator("ins").evaluate(
        "e => parseInt(getComputedStyle(e).fontWeight)"
    )
    assert new >= 600
    assert changed.locator(".keep").evaluate(style, "boxShadow") != "none"
    first = page.locator(".versus tbody tr[data-feature]").first
    assert "changed" in (first.get_attribute("class") or "")
