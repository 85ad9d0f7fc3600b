"""The pieces of pages: markup, values and figures."""

from __future__ import annotations

import re

import pytest

from cfsql.show.figures import (
    Bar,
    Cell,
    Column,
    Part,
    bars,
    heat_matrix,
    histogram,
    stack,
)
from cfsql.show.markup import Html, element, value
from cfsql.speech import cut


def test_markup_escapes_what_is_not_markup() -> None:
    inner = element("b", "<i>", 1, None, ["&", Html("<br>")], title='"<')
    assert inner == '<b title="&quot;&lt;">&lt;i&gt;1&amp;<br></b>'
    assert element("br", hidden=True, id=None) == "<br hidden>"
    assert element("p", "\x00\x1b\x7f\x9b") == "<p>␀␛␡�</p>"


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (None, '<i class="null">NULL</i>'),
        ("NULL", "<bdi>NULL</bdi>"),
        ("", '<i class="null">empty</i>'),
        (" a", "<bdi>&#x27; a&#x27;</bdi>"),
        (0, "<bdi>0</bdi>"),
    ],
)
def test_values_that_differ_look_different(data: object, shown: str) -> None:
    assert value(data) == shown


def test_a_text_is_only_cut_when_it_is_worth_it() -> None:
    assert cut("x" * 110, 100) == "x" * 110
    assert cut("x" * 111, 100) == f"{'x' * 100}… (11 more characters)"


def widths(markup: str, shade: str) -> list[float]:
    found = re.findall(rf'width="([\d.]+)%"[^>]* class="{shade}"', markup)
    return [float(width) for width in found]


def test_bars_are_as_long_as_their_numbers() -> None:
    rows = [Bar("a", 4, ("4",)), Bar("b", 1, ("1",)), Bar("c", None, ("9",))]
    assert widths(bars(("x", "n"), rows), "fill") == [100, 25]
    assert widths(bars(("x", "n"), rows, whole=8), "fill") == [50, 12.5]
    assert widths(bars(("x", "n"), [Bar("a", 0, ())]), "fill") == []
    assert bars(("x", "n"), []).count("<tr>") == 1


def test_a_stack_is_filled_by_its_parts() -> None:
    parts = [
        Part("a", 0.25, "1", "p"),
        Part("b", 0, "0", "p"),
        Part("c", 0.75, "3", "p"),
    ]
    drawn = stack("parts", parts)
    assert re.findall(r'x="([\d.]+)%" y="0" width="([\d.]+)%" height="30"', drawn) == [
        ("0", "25"),
        ("25", "75"),
    ]
    assert "a: 1, c: 3" in drawn


def test_a_histogram_stands_on_its_axis() -> None:
    drawn = histogram("h", [Column(0.25, "1"), Column(0.75, "2")], marker=(1, "mean"))
    boxes = re.findall(r'y="([\d.]+)" width="44%" height="([\d.]+)"', drawn)
    assert [float(y) + float(height) for y, height in boxes] == [176, 176]
    assert float(boxes[1][1]) == pytest.approx(3 * float(boxes[0][1]), abs=0.05)
    assert '<line x1="50%" y1="0" x2="50%" y2="176" class="marker">' in drawn
    assert "1: 25%, 2: 75%" in drawn
    assert "0%" in histogram("nothing", [Column(0, "1")])


def test_a_matrix_is_shaded_by_share() -> None:
    cells: list[list[Cell | None]] = [
        [None, Cell(1, "100%", "2")],
        [Cell(0.05, "5%", "1"), Cell(0, "0%", "0")],
    ]
    drawn = heat_matrix("", ["a", "b"], ["a", "b"], cells)
    shades = re.findall(r'<td class="(\w+)">', drawn)
    assert shades == ["never", "heat10", "heat1", "none"]
