"""The site is whole: every link leads somewhere, and no other host is asked."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest

from scripts import errors, site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Pages of a site that no server sends, and what they load by themselves.
LOADED = re.compile(r"<(?:script|img|link|iframe)\b[^>]*?(?:src|href)=\"([^\"]+)\"")
LINKS = re.compile(r"<a\b[^>]*?href=\"([^\"]+)\"")
PLACES = re.compile(r"\b(?:id|name)=\"([^\"]+)\"")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once."""
    pytest.importorskip("zensical", reason="no zensical: make site-tools")
    if not site.SHIM.exists():
        pytest.skip("no iframe-worker: make site-tools")
    site.build()
    return site.PAGES


def test_the_site_has_what_it_imports_in_its_extra() -> None:
    tomllib = pytest.importorskip("tomllib")
    extras = tomllib.loads((site.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    known = extras["project"]["optional-dependencies"]
    assert {*known["spark"]} <= {*known["docs"]}


@pytest.mark.slow
def test_every_link_leads_to_a_page_and_a_place(pages: Path) -> None:
    texts = {
        path.resolve(): path.read_text(encoding="utf-8")
        for path in pages.rglob("*.html")
        if path.name != "404.html"
    }
    places = {path: set(PLACES.findall(text)) for path, text in texts.items()}
    broken = []
    for path, text in texts.items():
        for link in map(html.unescape, LINKS.findall(text)):
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve()
            target = target if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            place = unquote(parts.fragment)
            if not target.exists() or (
                place and target in places and place not in places[target]
            ):
                broken.append((path.name, link))
    assert broken == []


@pytest.mark.slow
def test_pages_load_nothing_from_another_host(pages: Path) -> None:
    for path in pages.rglob("*.html"):
        for loaded in LOADED.findall(path.read_text(encoding="utf-8")):
            assert not loaded.startswith(("http:", "https:", "//")), (path, loaded)


@pytest.mark.slow
def test_every_page_has_its_place_in_the_navigation(pages: Path) -> None:
    settings = (site.ROOT / "zensical.toml").read_text(encoding="utf-8")
    listed = set(re.findall(r'= "([^"#]+\.md)', settings))
    for path in sorted((site.ROOT / "docs").rglob("*.md")):
        name = str(path.relative_to(site.ROOT / "docs"))
        assert name in listed or name in site.ELSEWHERE, name
    for name in listed:
        assert (site.SOURCE / name).exists(), name


@pytest.mark.slow
def test_python_and_errors_are_listed_whole(pages: Path) -> None:
    functions = (pages / "reference/functions.html").read_text(encoding="utf-8")
    assert 'id="cfsql.api.table.Table.rank"' in functions
    assert "max_changes" in functions
    listed = (pages / "reference/errors.html").read_text(encoding="utf-8")
    assert len(errors.messages()) > 250
    for message in errors.messages():
        assert html.escape(message.text.split("⟨")[0], quote=False)[:20] in listed


@pytest.mark.browser
def test_the_search_works_in_files(pages: Path, browser: Browser) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((pages / "reference" / "errors.html").as_uri())
    page.keyboard.press("Control+k")
    page.keyboard.type("hyperball")
    page.get_by_text(re.compile(r"\d+ results")).wait_for(timeout=10_000)
    assert all(url.startswith(("file:", "blob:", "data:")) for url in asked)
    page.close()
