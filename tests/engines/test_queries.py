"""The SQL files keep the promises of their own headers."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from cfsql.engines.queries import folder, parse, queries, steps
from cfsql.errors import QueryFailed

BLOCKS = [each for step in steps() for each in queries(step)]
CODE = "\n".join(
    file.read_text(encoding="utf-8")
    for file in (folder().parent / "cfsql").rglob("*.py")
)

# What stands after `from` or `join` and is neither a function nor a column's place.
READ = re.compile(
    r"(?<!distinct )(?<!distinct\n)\b(?:from|join)\s+([a-z_]\w*)\b(?!\s*[.(])"
)
CTE = re.compile(r"(?:\bwith|\brecursive|,)\s+(\w+)(?: \([\w, ]+\))? as [\w ]*\(")


def test_every_query_is_run_by_the_package() -> None:
    idle = [
        each.label
        for each in BLOCKS
        if f'"{each.path}"' not in CODE
        and f'queries("{each.step}")' not in CODE
        and not each.path.startswith("load/read_")
    ]
    assert not idle


def test_what_a_query_reads_is_made_by_a_query_or_bound_by_the_package() -> None:
    made = {each.relation for each in BLOCKS}
    unknown = [
        (each.label, relation)
        for each in BLOCKS
        for relation in set(READ.findall(each.body))
        - set(CTE.findall(each.body))
        - made
        if f'"{relation}"' not in CODE and f"from {relation}" not in CODE
    ]
    assert not unknown


def test_every_file_begins_with_what_its_step_is_about() -> None:
    silent = [
        file.name
        for file in steps().values()
        if not re.match(r"-- [A-Z].*\.\n", file.read_text(encoding="utf-8"))
    ]
    assert not silent


def test_a_query_must_use_what_it_declares() -> None:
    with pytest.raises(QueryFailed, match=r"declares \['a'\], uses \['b'\]"):
        parse("x", "-- fetch: y(a)\n-- grain:  one row\nselect $b;")


def test_a_query_must_say_its_grain() -> None:
    with pytest.raises(QueryFailed, match="y does not say its grain"):
        parse("x", "-- fetch: y\nselect 1;")


def test_a_name_stands_once_in_a_step() -> None:
    block = "-- fetch: y\n-- grain:  one row\nselect 1;\n"
    with pytest.raises(QueryFailed, match="there is another y before"):
        parse("x", block * 2)


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
