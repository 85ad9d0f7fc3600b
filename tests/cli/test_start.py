"""A command imports what it needs, and no more: that is most of how long it takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import Run

# Large, and not needed to answer in a terminal.
LARGE = {"jinja2", "pandas", "polars", "pyarrow", "pydantic", "rich"}


def imported(folder: Path, *arguments: str) -> set[str]:
    """The modules that a command has imported when it ends."""
    code = (
        "import sys\n"
        f"sys.argv = ['cfsql', *{list(arguments)!r}]\n"
        "from cfsql.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.splitlines()[-1].split())


def rooms(modules: set[str]) -> set[str]:
    """The folders of cfsql that have modules among these."""
    return {name.split(".")[1] for name in modules if name.startswith("cfsql.")}


def test_help_and_version_open_no_database(tmp_path: Path) -> None:
    for arguments in (["--help"], ["rank", "--help"], ["--version"]):
        modules = imported(tmp_path, *arguments)
        assert not modules & {"duckdb", "importlib.metadata", *LARGE}
        assert not rooms(modules) & {"api", "engines", "method", "questions", "tables"}


def test_a_query_imports_no_question(loaded: Run, tmp_path: Path) -> None:
    modules = imported(tmp_path, "sql", "select 1")
    assert not modules & LARGE
    assert not rooms(modules) & {"method", "questions", "experiments", "datasets", "ui"}
    commands = {name for name in modules if name.startswith("cfsql.cli.")}
    assert not commands & {"cfsql.cli.rank", "cfsql.cli.load", "cfsql.cli.datasets"}


@pytest.mark.parametrize(
    ("command", "others"),
    [
        ("explain --table recidivism --row 1", {"audit", "report", "why", "check"}),
        ("why --table recidivism --row 1", {"audit", "report", "check"}),
        ("rank --table recidivism", {"audit", "report", "why", "dry_run"}),
        ("load recidivism.csv --replace", {"audit", "report", "why", "explain"}),
    ],
)
def test_a_question_imports_no_other(
    command: str, others: set[str], loaded: Run, tmp_path: Path
) -> None:
    modules = imported(tmp_path, *command.split())
    assert not modules & LARGE
    assert not modules & {f"cfsql.questions.{name}" for name in others}
