"""Take the pictures of docs/ui.md anew, of real pages: make screenshots.

They show Adult, whose file is in $CFSQL_DATASETS, and the paper's example.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

import cfsql
from benchmarks.tables import data_folder

ROOT = Path(__file__).parents[1]
PICTURES_FOLDER = ROOT / "docs" / "ui"

ROW = "/t/adult/row?row=42&freeze=race&freeze=sex"

# Name, address, width, height (None is the whole page), colours, medium.
PICTURES: list[tuple[str, str, int, int | None, str, str]] = [
    ("tables", "/", 1280, 420, "light", "screen"),
    ("overview", "/t/adult", 1280, 1500, "light", "screen"),
    ("row", ROW, 1280, 1240, "light", "screen"),
    ("row_dark", ROW, 1280, 900, "dark", "screen"),
    ("what_if", "/t/adult/case?from=42&v.age=30", 1280, 1000, "light", "screen"),
    (
        "rows",
        "/t/adult/rows?find=divorced+female+age%3D45+some+college",
        1280,
        600,
        "light",
        "screen",
    ),
    (
        "nothing",
        "/t/adult/row?row=42&freeze=fnlwgt&freeze=age&freeze=race&freeze=sex&max_changes=2",
        1280,
        620,
        "light",
        "screen",
    ),
    ("phone", ROW, 390, 844, "light", "screen"),
    ("print", ROW, 720, None, "light", "print"),
]


def make_database(path: Path) -> None:
    """Adult, ranked in part and audited, and the running example."""
    with tempfile.TemporaryDirectory() as folder:
        example = Path(folder) / "recidivism.csv"
        subprocess.run(
            [sys.executable, "-m", "cfsql", "demo", "--write", example], check=True
        )
        with cfsql.connect(path) as database:
            database.load(example, label=-1).rank()
            adult = database.load(data_folder(None) / "adult.csv", label="income")
            adult.rank(sample=4000)
            adult.audit(["sex", "race"])


def take(page: Page, base: str) -> None:
    """Take all pictures."""
    for name, where, width, height, colours, medium in PICTURES:
        page.set_viewport_size({"width": width, "height": height or 900})
        page.emulate_media(color_scheme=colours, media="screen")
        page.goto(f"{base}{where}")
        page.wait_for_load_state("networkidle")
        page.wait_for_function("() => !document.querySelector('#why[data-load]')")
        page.emulate_media(media=medium)
        path = PICTURES_FOLDER / f"{name}.png"
        page.screenshot(path=path, full_page=height is None)
        print(path)


@contextmanager
def serving(path: Path) -> Iterator[str]:
    """The explorer of a database; its link."""
    server = subprocess.Popen(
        [sys.executable, "-m", "cfsql", "ui", "--no-browser", "--db", path],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        server.wait()


def launch(playwright: Playwright) -> Browser:
    """Chromium: the one that playwright has fetched, or one that is installed."""
    found: str | None = playwright.chromium.executable_path
    if not (found and Path(found).exists()):
        found = shutil.which("chromium") or shutil.which("google-chrome")
    return playwright.chromium.launch(executable_path=found)


def main() -> None:
    """Serve a database, and take the pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "cases.duckdb"
        make_database(path)
        with serving(path) as link:
            browser = launch(playwright)
            page = browser.new_page()
            page.goto(link)
            take(page, re.sub(r"/\?key=.*", "", link))
            browser.close()


if __name__ == "__main__":
    main()
