"""Take docs/report.png anew, the picture in the README: make picture.

It is the top of the report on the paper's example, in a headless Chromium.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import cfsql
from cfsql import example

PICTURE = Path(__file__).parents[1] / "docs" / "report.png"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Rank the example, write its report, and take a picture of the page."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise SystemExit("picture: no Chromium; install it, or run make browser")
    with tempfile.TemporaryDirectory() as folder:
        cases, page = Path(folder, "recidivism.csv"), Path(folder, "report.html")
        cases.write_text(example.CSV, encoding="utf-8")
        with cfsql.connect() as database:
            database.load(cases, label=-1).rank().report().write(page)
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--window-size=1100,1160",
                f"--screenshot={PICTURE}",
                page,
            ],
            check=True,
        )
    print(PICTURE)


if __name__ == "__main__":
    main()
