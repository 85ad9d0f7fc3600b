"""How long an answer takes in the browser: from a click to the new answer.

For example: python -m benchmarks.ui --db cases.duckdb --table adult
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

# Until the answer is there, timed inside the page.
ASK = """([selector, text]) => new Promise((resolve) => {
  const started = performance.now();
  const before = document.getElementById("answer");
  const look = () => {
    const now = document.getElementById("answer");
    const isThere = now !== before && !now.dataset.waiting;
    if (isThere) resolve(performance.now() - started);
    else requestAnimationFrame(look);
  };
  const field = document.querySelector(selector);
  if (text === null) field.click();
  else {
    field.value = text;
    field.form.requestSubmit();
  }
  look();
})"""


# Every link of a list that leads on, at random: values, columns to sort by, pages.
TICKS = ".facet li input"
SORTS = ".rows thead a"


def measure_list(page: Page, base: str, table: str, n_times: int) -> None:
    """Narrow a list by two values, sort it, and turn to its last page, at random."""
    chance = random.Random(11)
    taken: dict[str, list[float]] = {"two facets and a sort": [], "last page": []}
    where = f"{base}/t/{table}/rows"
    page.goto(where)
    page.wait_for_selector("#answer:not([data-waiting])")
    ticks = [
        f"#{each.get_attribute('id')}"
        for each in page.locator(TICKS).all()
        if each.is_visible()
    ]
    for _ in range(n_times):
        page.goto(where)
        for tick in chance.sample(ticks, 2):
            if page.locator(tick).count():
                page.evaluate(ASK, [tick, None])
        sorts = page.locator(SORTS).count()
        if not sorts:
            continue
        link = f"#sort-{chance.randint(1, sorts - 1)}"
        taken["two facets and a sort"].append(page.evaluate(ASK, [link, None]))
        n_rows = int(page.inner_text("#sentence").split()[0].replace(",", ""))
        last = f"{page.url}&page={max(1, n_rows // 50)}"
        started = time.monotonic()
        page.goto(last)
        taken["last page"].append(1000 * (time.monotonic() - started))
    tell(table, taken)


def tell(table: str, taken: dict[str, list[float]]) -> None:
    """Print how long each kind of answer took."""
    for name, each in taken.items():
        each.sort()
        print(
            f"{table}: {name}, {len(each)} times: median "
            f"{statistics.median(each):.0f} ms, 90th percentile "
            f"{each[int(0.9 * len(each))]:.0f} ms, longest {each[-1]:.0f} ms"
        )


def measure(page: Page, base: str, table: str, n_rows: int, n_times: int) -> None:
    """Ask for rows at random, and tick a feature of each."""
    chance = random.Random(11)
    page.goto(f"{base}/t/{table}/row?row=1")
    taken: dict[str, list[float]] = {"row change": [], "freeze tick": []}
    for _ in range(n_times):
        row = str(chance.randint(2, n_rows))
        taken["row change"].append(page.evaluate(ASK, ["#row", row]))
        changed = page.locator(".versus tr.changed input")
        if changed.count():
            tick = f"#{changed.first.get_attribute('id')}"
            taken["freeze tick"].append(page.evaluate(ASK, [tick, None]))
            page.evaluate(ASK, [tick, None])
    tell(table, taken)


def main() -> None:
    """Serve a database, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", required=True)
    parser.add_argument("--table", required=True)
    parser.add_argument("--rows", type=int, required=True, help="rows of the table")
    parser.add_argument("--times", type=int, default=40)
    given = parser.parse_args()
    started = time.monotonic()
    server = subprocess.Popen(
        [sys.executable, "-m", "cfsql", "ui", "--no-browser", "--db", given.db],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    link = server.stdout.readline().strip()
    print(f"started in {time.monotonic() - started:.1f} s")
    try:
        with sync_playwright() as playwright:
            found: str | None = playwright.chromium.executable_path
            if found is None or not Path(found).exists():
                found = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=found)
            page = browser.new_page()
            page.goto(link)
            base = link.split("/?")[0]
            measure_list(page, base, given.table, given.times)
            measure(page, base, given.table, given.rows, given.times)
            browser.close()
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
