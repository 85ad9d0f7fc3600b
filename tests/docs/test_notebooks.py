"""The notebooks of docs/peers/ have their scripts' output, and nothing private."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts import notebooks

SCRIPTS = sorted(path.stem for path in notebooks.FOLDER.glob("*.py"))
# A path of somebody's machine, or a package that warned.
PRIVATE = re.compile(r"(?<![\w.])/(?:home|root|work|tmp|usr|opt|Users)/|site-packages")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_notebook_is_its_script_with_its_output(name: str) -> None:
    script = (notebooks.FOLDER / f"{name}.py").read_text(encoding="utf-8")
    path = notebooks.FOLDER / f"{name}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    kept = [(cell["cell_type"], "".join(cell["source"])) for cell in cells]
    assert kept == notebooks.cells(script), "make peers"
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    assert outputs
    assert all(output["output_type"] != "error" for output in outputs)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_notebook_is_small_and_names_no_machine(name: str) -> None:
    text = (notebooks.FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
    assert len(text) < 500_000
    assert not PRIVATE.search(text)


def test_a_page_has_prose_code_and_output() -> None:
    shown = notebooks.page(
        json.dumps(
            {
                "cells": [
                    {"cell_type": "markdown", "source": ["# Two\n", "lines"]},
                    {
                        "cell_type": "code",
                        "source": ["print('a < b')"],
                        "outputs": [
                            {"output_type": "stream", "text": ["a < b\n", "c\n"]},
                            {
                                "output_type": "display_data",
                                "data": {
                                    "text/html": [
                                        "<table>\n",
                                        "  <tr></tr>\n",
                                        "</table>",
                                    ]
                                },
                            },
                        ],
                    },
                ]
            }
        )
    )
    assert shown == (
        "# Two\nlines\n\n```python\nprint('a < b')\n```\n\n"
        '<pre style="white-space: pre-wrap">a &lt; b&#10;c</pre>\n\n'
        "<table><tr></tr></table>\n"
    )


def test_every_notebook_is_made_by_make_peers() -> None:
    makefile = Path(notebooks.ROOT, "Makefile").read_text(encoding="utf-8")
    listed = re.findall(r"-m scripts\.notebooks (.+)", makefile)
    assert sorted(" ".join(listed).split()) == SCRIPTS
