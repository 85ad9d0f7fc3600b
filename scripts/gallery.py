"""Take the four pictures of the README and the site anew: make gallery.

An explanation in a terminal, a report, a row in the explorer and an audit, all of the
table of the auditor's tutorial.
"""

from __future__ import annotations

import html
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import cfsql
from scripts import screenshots, transcripts

FOLDER = Path(__file__).parents[1] / "docs" / "gallery"
TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorials" / "auditor.md"

WIDTH, HEIGHT = 1100, 720
ROW = "39"
TERMINAL = """
    <body style="margin:0;background:#1e2127">
    <pre style="margin:0;padding:28px;color:#d7dae0;font:15px/1.45 monospace">{}</pre>
"""


def loans() -> str:
    """The table of the tutorial."""
    steps = transcripts.steps(TUTORIAL.read_text(encoding="utf-8"))
    (table,) = (each for each in steps if isinstance(each, transcripts.File))
    return table.content


def make_database(folder: Path) -> Path:
    """The table, ranked and audited, and its report."""
    (folder / "loans.csv").write_text(loans(), encoding="utf-8")
    path = folder / "loans.duckdb"
    with cfsql.connect(path) as database:
        table = database.load(folder / "loans.csv", label="loan")
        ranking = table.rank(freeze=["sex", "age"])
        table.audit(["sex"])
        ranking.report().write(folder / "report.html")
    return path


def terminal(path: Path) -> str:
    """What a terminal shows of an explanation."""
    words = ["explain", "--table", "loans", "--row", ROW, "--freeze", "sex,age"]
    done = subprocess.run(
        [sys.executable, "-m", "cfsql", *words, "--db", str(path)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"COLUMNS": "100"},
    )
    return TERMINAL.format(html.escape(f"$ cfsql {' '.join(words)}\n{done.stdout}"))


def take(page: Page, name: str) -> None:
    """Take one picture of what the page shows."""
    page.wait_for_load_state("networkidle")
    FOLDER.mkdir(exist_ok=True)
    page.screenshot(path=FOLDER / f"{name}.png")
    print(FOLDER / f"{name}.png")


def main() -> None:
    """Take all four."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        path = make_database(folder)
        browser = screenshots.launch(playwright)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.set_content(terminal(path))
        take(page, "explain")
        page.goto((folder / "report.html").as_uri())
        take(page, "report")
        with screenshots.serving(path) as link:
            page.goto(link)
            base = link.partition("/?key=")[0]
            page.goto(f"{base}/t/loans/row?row={ROW}&freeze=sex&freeze=age")
            take(page, "explorer")
            page.goto(f"{base}/t/loans")
            page.locator("h2", has_text="Within reach").evaluate(
                "e => e.scrollIntoView()"
            )
            take(page, "audit")
        browser.close()


if __name__ == "__main__":
    main()
