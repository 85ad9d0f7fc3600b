"""The files that charts become, and charts without the extra."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cfsql.errors import CfsqlError, WrongUse
from cfsql.experiments import Experiments, Protocol
from cfsql.show import charts
from tests.show.charts.drawing import NAMES, Specs, experiments, spec_of

pytestmark = pytest.mark.skipif(
    not charts.available(), reason="needs the extra: pip install 'cfsql[charts]'"
)


ENDINGS = ["png", "svg", "html"]


# Files.


@pytest.mark.slow
def test_each_chart_is_a_picture_twice_and_a_page(written: list[Path]) -> None:
    names = [path.name for path in written]
    assert names == [f"{name}.{ending}" for name in NAMES for ending in ENDINGS]
    assert sorted(written[0].parent.iterdir()) == sorted(written)
    for path in written:
        if path.suffix == ".png":
            assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        elif path.suffix == ".svg":
            root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
            assert root.tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.slow
def test_names_of_tables_are_text_in_pictures(written: list[Path]) -> None:
    for path in written:
        if path.suffix != ".svg" or path.stem == "relevance":
            continue
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        texts = {element.text for element in root.iter() if element.text}
        assert {"loan (stand-in)", 'my "odd" table', "a.b[0]", "it's"} <= texts
        assert "x\ufffdy" in texts
        tags = {element.tag.partition("}")[2] for element in root.iter()}
        assert tags <= {"svg", "g", "path", "rect", "text", "line", "tspan"}


class Seen(HTMLParser):
    """The elements of a page and what they ask for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.links: list[str | None] = []
        self.policy = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements.append(tag)
        self.links += [text for name, text in attrs if name in ("href", "src")]
        if ("http-equiv", "Content-Security-Policy") in attrs:
            self.policy = dict(attrs)["content"] or ""


@pytest.mark.slow
def test_a_page_loads_nothing_and_no_name_leaves_its_script(
    written: list[Path],
) -> None:
    for path in written:
        if path.suffix == ".html":
            seen = Seen(path.read_text(encoding="utf-8"))
            assert seen.elements == [
                *("html", "head", "meta", "meta", "title", "link"),
                *("body", "div", "script", "script"),
            ]
            assert seen.links == ["data:,"]
            assert seen.policy.startswith("default-src 'none'")
            assert "http" not in seen.policy


@pytest.mark.slow
def test_the_same_experiments_give_the_same_picture(
    drawn: Specs,
) -> None:
    import vl_convert

    for name in ("hamming", "metrics"):
        again = spec_of(name, experiments())
        assert again == drawn[name]
        first, second = map(vl_convert.vegalite_to_svg, (drawn[name], again))
        assert first == second


def test_a_file_in_the_place_of_the_directory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    nothing = Experiments(Protocol(), [], [], [])
    with pytest.raises(WrongUse, match="is a file"):
        charts.write(nothing, path)
    with pytest.raises(CfsqlError, match="cannot make"):
        charts.write(nothing, path / "below")


# Without the extra.


def test_the_extra_is_named_when_it_is_missing(
    found: Experiments, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(charts, "find_spec", lambda name: None)
    assert not charts.available()
    expected = re.escape(
        "charts need the extra: pip install 'cfsql[charts]', or '.[charts]' in a clone"
    )
    with pytest.raises(WrongUse, match=f"^{expected}$"):
        charts.charts(found)
    with pytest.raises(WrongUse, match=f"^{expected}$"):
        charts.write(found, tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_altair_is_imported_only_when_charts_are_drawn() -> None:
    code = (
        "import sys, cfsql.show.charts, cfsql.cli.app\n"
        "cfsql.show.charts.available()\n"
        "assert not {'altair', 'vl_convert'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
