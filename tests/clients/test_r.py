"""What docs/r.md says runs in R, and prints what the page says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.clients

PAGE = (Path(__file__).parents[2] / "docs" / "r.md").read_text(encoding="utf-8")
PACKAGES = ("jsonlite", "readxl", "reticulate")


@pytest.fixture
def r() -> str:
    """R, with the packages of the page."""
    found = shutil.which("Rscript")
    if found is None:
        pytest.skip("no R: install r-base-core, r-cran-jsonlite, -readxl, -reticulate")
    for package in PACKAGES:
        asked = subprocess.run([found, "-e", f"library({package})"], check=False)
        if asked.returncode:
            pytest.skip(f"R has no package {package}")
    return found


def test_every_line_of_the_page_runs_in_r(r: str, tmp_path: Path) -> None:
    script = tmp_path / "page.R"
    blocks = re.findall(r"```r\n(.*?)```", PAGE, flags=re.DOTALL)
    script.write_text("\n".join(blocks), encoding="utf-8")
    programs = str(Path(sys.executable).parent)
    ran = subprocess.run(
        [r, str(script)],
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "LC_ALL": "C.UTF-8",
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    [shown] = re.findall(r"```text\n(.*?)```", PAGE, flags=re.DOTALL)
    lines = [line.rstrip() for line in ran.stdout.splitlines()]
    assert shown.rstrip() in "\n".join(lines)
    assert "Had race been" not in ran.stdout
