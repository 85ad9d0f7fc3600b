"""Figures of a report have addresses, and their data as CSV inside the page."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from urllib.parse import unquote

from cfsql.show.pages.figure_data import table_text
from tests.show.report.pages import Seen, example_page


def figures(page: str) -> list[list[list[str]]]:
    """The data of each figure."""
    head = "data:text/csv;charset=utf-8,"
    links = [link for link in Seen(page).links if link and link.startswith(head)]
    texts = [unquote(link.removeprefix(head)) for link in links]
    return [list(csv.reader(io.StringIO(text))) for text in texts]


def test_each_figure_has_its_data(example_csv: Path) -> None:
    page = example_page(example_csv)
    found = figures(page)
    assert len(found) == Seen(page.partition('id="rows"')[0]).elements["figure"]
    assert [
        ["distance", "rows", "share"],
        ["2 changes", "5", "62.5%"],
        ["3 changes", "2", "25.0%"],
        ["4 changes", "1", "12.5%"],
    ] in found
    assert [
        ["best counterfactual", "rows", "share"],
        ["the only minimal one", "1", "12.5%"],
        ["the best of several", "2", "25.0%"],
        ["tied with others", "5", "62.5%"],
    ] in found
    (matrix,) = (each for each in found if each[0][0] == "from ↓ to →")
    assert matrix[0][1:] == [line[0] for line in matrix[1:]]
    assert sum(float(cell) for line in matrix for cell in line if cell[:1].isdigit())
    assert all("%" not in cell for line in matrix for cell in line)


def test_each_figure_has_an_address(example_csv: Path) -> None:
    page = example_page(example_csv)
    for number in range(1, len(figures(page)) + 1):
        assert page.count(f'<figure id="figure-{number}">') == 1
        assert page.count(f'href="#figure-{number}"') == 1
    for row in range(1, 9):
        assert page.count(f'id="row-{row}"') == 1
        assert f'href="#row-{row}"' in page


def test_no_cell_is_a_formula() -> None:
    row = "<tr><td>=1+1</td><td>-2</td><td>1,748.5</td><td>a, b</td></tr>"
    text = table_text(f"<table><thead></thead><tbody>{row}</tbody></table>")
    assert text == '\'=1+1,-2,1748.5,"a, b"\r\n'
    assert table_text("<p>no table</p>") == ""
