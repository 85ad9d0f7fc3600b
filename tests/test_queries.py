"""The SQL files keep the promises of their own headers."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from cfsql.engines.queries import folder, parse, query
from cfsql.errors import QueryFailed

PATHS = sorted(
    str(file.relative_to(folder()).with_suffix("")) for file in folder().rglob("*.sql")
)
CODE = "\n".join(
    file.read_text(encoding="utf-8")
    for file in (folder().parent / "cfsql").rglob("*.py")
)
README = (folder() / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PATHS)
def test_every_query_parses_and_says_its_grain(path: str) -> None:
    loaded = query(path)
    if "functions/" not in path:
        assert re.search(r"^-- grain:  \S", loaded.text, re.MULTILINE)


@pytest.mark.parametrize("path", PATHS)
def test_every_query_stands_in_the_guide_to_the_sql(path: str) -> None:
    assert f"`{path}`" in README


@pytest.mark.parametrize("path", PATHS)
def test_every_query_is_run_by_the_package(path: str) -> None:
    # What is Spark's own stands in for the common text, or is of a name of its own.
    common = path.removeprefix("spark/") if path not in CODE else path
    step = path.rpartition("/")[0]
    assert f'"{common}"' in CODE or f'queries("{step}")' in CODE or "load/read_" in path


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
