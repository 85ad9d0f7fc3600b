"""Run the notebooks of docs/peers/, and turn them into pages of the site: make peers.

A notebook is written as a script, docs/peers/NAME.py, in cells that begin with `# %%`;
a cell `# %% [markdown]` is prose in comments. NAME.ipynb beside it is the script with
its output.
"""

from __future__ import annotations

import argparse
import html
import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "peers"

_CELL = re.compile(r"^# %%(?P<kind>.*)\n", re.MULTILINE)


def cells(script: str) -> list[tuple[str, str]]:
    """The cells of a script: `markdown` or `code`, and their text."""
    _, *parts = _CELL.split(script)
    found = []
    for kind, body in zip(parts[::2], parts[1::2], strict=True):
        if "markdown" in kind:
            prose = re.sub(r"^# ?", "", body.strip(), flags=re.MULTILINE)
            found.append(("markdown", prose))
        else:
            found.append(("code", body.strip()))
    return found


def run(name: str) -> None:
    """Run a script in a fresh kernel, and write the notebook beside it.

    What goes to standard error, such as progress bars, is not kept.
    """
    import nbformat
    from nbclient import NotebookClient

    made = {
        "markdown": nbformat.v4.new_markdown_cell,
        "code": nbformat.v4.new_code_cell,
    }
    script = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    notebook = nbformat.v4.new_notebook(
        cells=[
            made[kind](body, id=f"{name}-{number}".replace("_", "-"))
            for number, (kind, body) in enumerate(cells(script))
        ]
    )
    NotebookClient(
        notebook, timeout=1800, resources={"metadata": {"path": str(ROOT)}}
    ).execute()
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [
                output for output in cell.outputs if output.get("name") != "stderr"
            ]
    nbformat.write(notebook, FOLDER / f"{name}.ipynb")


def page(notebook: str) -> str:
    """A notebook as Markdown: prose, code, and what it printed."""
    parts = []
    for cell in json.loads(notebook)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        else:
            parts.append(f"```python\n{source}\n```")
            parts.extend(map(_shown, cell["outputs"]))
    return "\n\n".join(parts) + "\n"


def _shown(output: dict[str, Any]) -> str:
    """What a cell printed, or a table that it showed."""
    if output["output_type"] == "stream":
        return _preformatted("".join(output["text"]).rstrip())
    data = output["data"]
    if "text/html" not in data:
        return _preformatted("".join(data["text/plain"]))
    table = "".join(data["text/html"])
    table = re.sub(r"<style.*?</style>", "", table, flags=re.DOTALL)
    return re.sub(r"\s*\n\s*", "", table).replace(' border="1" class="dataframe"', "")


def _preformatted(text: str) -> str:
    """Text in one line of HTML, which Markdown leaves as it is; long lines fold."""
    lines = html.escape(text).replace("\n", "&#10;")
    return f'<pre style="white-space: pre-wrap">{lines}</pre>'


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+", metavar="NAME")
    for name in parser.parse_args().names:
        run(name)
        print(f"docs/peers/{name}.ipynb")
