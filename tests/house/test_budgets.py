"""The house stays small: `[tool.budgets]` in pyproject.toml only goes down."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import duckdb
import pytest

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BUDGETS = SETTINGS["tool"]["budgets"]

# Runs a command, and says on standard error what it entered of cfsql.
WALK = """
import atexit, importlib.util, os, sys, threading
home = os.path.dirname(importlib.util.find_spec("cfsql").origin) + os.sep
seen = set()
def enter(frame, event, _):
    code = frame.f_code
    is_ours = code.co_filename.startswith(home)
    if event == "call" and is_ours and code.co_name[0] != "<":
        seen.add((code.co_filename, code.co_qualname))
def end():
    sys.setprofile(None)
    print(len(seen), len({file for file, _ in seen}), file=sys.stderr)
atexit.register(end)
threading.setprofile(enter)
sys.setprofile(enter)
from cfsql.__main__ import main
main()
"""
EIGHT = "sky,air,wind,class\n" + "".join(
    f"{','.join(row)}\n"
    for row in ("swsy", "swny", "rcsn", "scsy", "rwsn", "rcnn", "scnn", "rwny")
)


@pytest.mark.parametrize("room", BUDGETS["lines"])
def test_a_room_has_no_more_lines_than_it_may(room: str) -> None:
    ending = "*.sql" if room == "sql" else "*.py"
    files = [each for each in (ROOT / room).rglob(ending) if ".venv" not in each.parts]
    n_lines = sum(each.read_bytes().count(b"\n") for each in files)
    assert n_lines <= BUDGETS["lines"][room], "delete something first"


def test_every_room_has_a_budget() -> None:
    folders = {f"cfsql/{each.name}" for each in (ROOT / "cfsql").glob("*/")}
    assert folders - {"cfsql/__pycache__"} <= set(BUDGETS["lines"])


def test_a_class_name_occurs_once_but_for_those_of_old() -> None:
    names = Counter(
        each.name
        for file in (ROOT / "cfsql").rglob("*.py")
        for each in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(each, ast.ClassDef)
    )
    assert {name for name, n in names.items() if n > 1} <= set(BUDGETS["twice"])


def test_eight_rows_are_loaded_ranked_and_explained_in_few_steps(
    tmp_path: Path,
) -> None:
    (tmp_path / "eight.csv").write_text(EIGHT)
    asked = {
        "load": ["eight.csv"],
        "rank": ["--table", "eight"],
        "explain": ["--table", "eight", "--row", "3"],
    }
    walked = {}
    for command, arguments in asked.items():
        done = subprocess.run(
            [sys.executable, "-c", WALK, command, *arguments, "--show-sql"],
            cwd=tmp_path,
            env={k: v for k, v in os.environ.items() if k != "CFSQL_DB"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        *lines, last = done.stderr.splitlines()
        sql = "\n".join(each for each in lines if not each.startswith("cfsql: "))
        walked[command] = [*map(int, last.split()), len(duckdb.extract_statements(sql))]
    for command, numbers in walked.items():
        most = BUDGETS["walk"][command]
        assert all(n <= m for n, m in zip(numbers, most, strict=True)), walked
