"""Write docs/reproduction.md anew: make reproduction DATA=FOLDER.

It runs the experiments of the paper on its tables, which are in the folder, and copies
the text and the figures into docs/.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from textwrap import wrap

DOCS = Path(__file__).parents[1] / "docs"
LINE_WIDTH = 110


def document(text: str) -> str:
    """The text with the figures where docs/ has them, and its paragraphs wrapped."""
    lines = text.replace("(figures/", "(reproduction/").splitlines()
    return "\n".join(_wrapped(line) for line in lines) + "\n"


def _wrapped(line: str) -> str:
    if line.startswith(("|", "#", "![", "    ")):
        return line
    return "\n".join(
        wrap(line, LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
    )


def main() -> None:
    """Run the experiments, and copy what they wrote."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        raise SystemExit("reproduction: name the folder with the paper's tables")
    data = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        # The text names the folder by this link, whatever it is called here.
        Path(folder, "data").symlink_to(data)
        command = ["experiment", "all", "--data", "data", "--out", "results"]
        subprocess.run(
            [sys.executable, "-m", "cfsql", *command], cwd=folder, check=True
        )
        results = Path(folder, "results")
        text = (results / "experiments.md").read_text(encoding="utf-8")
        for figure in (results / "figures").glob("*.svg"):
            shutil.copy(figure, DOCS / "reproduction")
    (DOCS / "reproduction.md").write_text(document(text), encoding="utf-8")


if __name__ == "__main__":
    main()
