"""The documents and the help name every command and option, and are true."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import duckdb
import pytest

import cfsql
from cfsql import example
from scripts import columns, commands, transcripts
from tests.support.commands import Run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PATHS = [str(path.relative_to(ROOT)) for path in transcripts.documents()]
MARKDOWN = sorted(
    str(path.relative_to(ROOT))
    for pattern in (
        "*.md",
        "sql/*.md",
        "docs/**/*.md",
        "benchmarks/**/*.md",
        "integrations/**/*.md",
    )
    for path in ROOT.glob(pattern)
    if ".venv" not in path.parts
)
COMMANDS = (
    "load",
    "rank",
    "merge",
    "encode",
    "why",
    "explain",
    "compare",
    "check",
    "sql",
    "tables",
    "describe",
    "declare",
    "append",
    "remove",
    "refresh",
    "diff",
    "audit",
    "stability",
    "cover",
    "report",
    "ui",
    "mcp",
    "experiment",
    "export",
    "drop",
    "config",
    "demo",
)
# These open no database and run no query.
WITHOUT_DATABASE = ("config",)
GROUPS = {"datasets": ("list", "fetch", "check")}
EVERYWHERE = ("--db", "--quiet", "--show-sql", "--threads", "--memory-limit")


def test_help_of_every_command_shows_an_example_and_the_common_options(
    run: Run,
) -> None:
    in_groups = [f"{group} {each}" for group, own in GROUPS.items() for each in own]
    for command in (*COMMANDS, *in_groups):
        help_text = run(*command.split(), "--help").stdout
        assert re.search(f"Examples?: cfsql {command}", " ".join(help_text.split()))
        if command in in_groups:
            assert "--quiet" in help_text
            assert "--db" not in help_text
            continue
        for option in EVERYWHERE:
            assert (option in help_text) == (command not in WITHOUT_DATABASE)


def listed(help_text: str) -> list[str]:
    return re.findall(r"^  (\w+)  ", help_text, re.MULTILINE)


def test_the_command_lists_every_command(run: Run) -> None:
    assert sorted(listed(run("--help").stdout)) == sorted([*COMMANDS, *GROUPS])
    for group, own in GROUPS.items():
        assert listed(run(group, "--help").stdout) == list(own)


def test_the_page_of_commands_is_what_the_commands_declare() -> None:
    page = commands.reference()
    assert commands.PAGE.read_text(encoding="utf-8") == page, "make reference"
    for command in COMMANDS:
        assert f"\n## cfsql {command}\n" in page
    for group, own in GROUPS.items():
        assert all(f"\n## cfsql {group} {each}\n" in page for each in own)


def test_the_glossary_has_every_stored_column() -> None:
    text = columns.PAGE.read_text(encoding="utf-8")
    assert text == columns.page(text), "make reference"


@pytest.mark.parametrize("path", PATHS)
def test_the_transcripts_of_the_documents_are_real(
    path: str, run: Run, tmp_path: Path
) -> None:
    document = (ROOT / path).read_text(encoding="utf-8")
    assert transcripts.renewed(document, run, tmp_path) == document, "make transcripts"


def test_a_transcript_that_is_not_real_is_written_anew(
    run: Run, tmp_path: Path
) -> None:
    asked = "    $ cfsql load none.csv\n"
    real = f"{asked}    cfsql: no file none.csv\n\nAnd then:\n"
    wrong = real.replace("no file", "a file")
    without = f"{asked}\nAnd then:\n"
    for document in (real, wrong, without):
        assert transcripts.renewed(document, run, tmp_path) == real


@pytest.mark.parametrize(
    "path",
    [
        "docs/python.md",
        "docs/what_if.md",
        "docs/models.md",
        "docs/letters.md",
        "docs/tutorials/data_scientist.md",
    ],
)
def test_the_python_of_the_documents_runs(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sklearn")
    monkeypatch.chdir(tmp_path)
    Path("recidivism.csv").write_text(example.CSV, encoding="utf-8")
    names: dict[str, object] = {}
    document = (ROOT / path).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", document, re.DOTALL)
    assert blocks
    for block in blocks:
        if "xgboost" in block and find_spec("xgboost") is None:
            continue
        exec(compile(block, path, "exec"), names)


def run_readme(python: str, folder: Path) -> str:
    """What the Python of the README prints; on standard error there is nothing."""
    (folder / "recidivism.csv").write_text(example.CSV, encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run(
        [python, "-c", block],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_python_of_the_readme_ends_without_a_word_on_stderr(tmp_path: Path) -> None:
    assert "would have been Low instead of Med" in run_readme(sys.executable, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_it_does_in_all_versions_of_python(version: str, tmp_path: Path) -> None:
    python = shutil.which(f"python{version}")
    if python is None:
        pytest.skip(f"no python{version} on the path")
    lacks = subprocess.run(
        [python, "-c", "import duckdb, polars, pyarrow"], check=False
    )
    if lacks.returncode:
        pytest.skip(f"python{version} has no duckdb, polars and pyarrow")
    run_readme(python, tmp_path)


def test_links_between_documents_lead_somewhere() -> None:
    for path in MARKDOWN:
        document = ROOT / path
        text = document.read_text(encoding="utf-8")
        for target, _, place in re.findall(r"\]\((?!http)([^)#]*)(#([^)]*))?\)", text):
            leads_to = document.parent / target if target else document
            assert leads_to.exists(), (path, target)
            if place:
                there = anchors(leads_to.read_text(encoding="utf-8"))
                assert place in there, (path, target)


def anchors(document: str) -> set[str]:
    """The places in a document that a link can name: its headings, as GitHub does."""
    headings = re.findall(r"^#+ (.*)$", document, re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


def test_files_that_documents_name_exist() -> None:
    folders = "benchmarks|cfsql|docs|scripts|sql|tests"
    for path in sorted({*MARKDOWN} - {"CHANGELOG.md"}):
        text = (ROOT / path).read_text(encoding="utf-8")
        for name in re.findall(rf"`((?:{folders})/[\w./]+)`", text):
            assert "/." in name or (ROOT / name).exists(), (path, name)


def test_the_guide_to_the_sql_names_every_step() -> None:
    guide = (ROOT / "sql/README.md").read_text(encoding="utf-8")
    for file in (ROOT / "sql").iterdir():
        assert f"]({file.name})" in guide or file.name == "README.md", file.name


def test_lines_of_prose_fit_a_screen() -> None:
    exempt = ("|", "    ", "![", "[")
    wide = [
        (path, line)
        for path in MARKDOWN
        for line in (ROOT / path).read_text(encoding="utf-8").splitlines()
        if len(line) > 120 and not line.startswith(exempt)
    ]
    assert wide == []


@pytest.mark.parametrize(
    ("path", "most"),
    [("README.md", 8192), ("ARCHITECTURE.md", 6144), ("sql/README.md", 4096)],
)
def test_first_pages_are_short(path: str, most: int) -> None:
    assert (ROOT / path).stat().st_size <= most


def test_the_speeds_in_the_readme_were_measured() -> None:
    measured = (ROOT / "benchmarks/results/rank.md").read_text(encoding="utf-8")
    columns_of = {
        row[0]: row for row in map(cells, measured.splitlines()) if len(row) == 9
    }
    section = README.split("## How fast")[1].split("## ")[0]
    shown = [cells(line) for line in section.splitlines() if line.startswith("| ")]
    assert len(shown) > 4
    for table, *figures in shown[2:]:
        n_rows, _, ours, in_sql, naive, *_, tuned = columns_of[table][1:]
        assert figures == [n_rows, ours, in_sql, naive, tuned]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_the_sql_of_the_letters_writes_one_for_each_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "letters.md").read_text(encoding="utf-8")
    (statement,) = re.findall(r"^```sql\n(copy .*?)^```$", page, re.DOTALL | re.M)
    monkeypatch.chdir(tmp_path)
    Path("recidivism.csv").write_text(example.CSV, encoding="utf-8")
    with cfsql.connect("t.duckdb") as database:
        sentences = database.load("recidivism.csv", label=-1).rank().summary.pl()
    with duckdb.connect("t.duckdb", read_only=True) as client:
        client.execute(statement)
    for row, sentence in sentences.select("row_id", "sentence").rows():
        (letter,) = Path("letters", f"row_id={row}").iterdir()
        assert letter.read_text(encoding="utf-8") == f"{sentence}\n"
