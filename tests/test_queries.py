"""The SQL files keep the promises of their own headers."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from cfsql.errors import QueryFailed
from cfsql.queries import folder, parse, query

PATHS = sorted(
    str(file.relative_to(folder()).with_suffix("")) for file in folder().rglob("*.sql")
)
README = (folder() / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PATHS)
def test_every_query_parses_and_says_its_grain(path: str) -> None:
    loaded = query(path)
    if not path.startswith("functions/"):
        assert re.search(r"^-- grain:  \S", loaded.text, re.MULTILINE)


@pytest.mark.parametrize("path", PATHS)
def test_every_query_stands_in_the_guide_to_the_sql(path: str) -> None:
    assert f"`{path}`" in README


@pytest.mark.parametrize("path", PATHS)
def test_every_query_is_run_by_the_package(path: str) -> None:
    package = folder().parent / "cfsql"
    code = "\n".join(p.read_text(encoding="utf-8") for p in package.rglob("*.py"))
    step = path.split("/")[0]
    assert f'"{path}"' in code or f'queries("{step}")' in code or "load/read_" in path


def test_a_query_must_use_what_it_declares() -> None:
    with pytest.raises(QueryFailed, match=r"declares \['a'\], uses \['b'\]"):
        parse("x/y", "-- name: y(a)\nselect $b")


def test_a_query_must_be_named_like_its_file() -> None:
    with pytest.raises(QueryFailed, match="is named 'z' inside"):
        parse("x/y", "-- name: z\nselect 1")


def test_help_imports_no_engine_and_no_frames() -> None:
    check = (
        "import sys\n"
        "sys.argv = ['cfsql', '--help']\n"
        "from cfsql.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'duckdb', 'polars', 'pyarrow', 'pandas', 'rich', 'starlette'}"
        " & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
