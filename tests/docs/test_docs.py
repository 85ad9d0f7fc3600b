"""The documents and the help name every command and option, and are true."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cfsql import example
from tests.support.commands import Run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = [str(path.relative_to(ROOT)) for path in ROOT.glob("docs/*.md")]
COMMANDS = (
    "load",
    "rank",
    "why",
    "explain",
    "compare",
    "check",
    "sql",
    "tables",
    "describe",
    "audit",
    "report",
    "ui",
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


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_shows_an_example_and_the_common_options(
    command: str, run: Run
) -> None:
    help_text = run(command, "--help").stdout
    assert f"Example: cfsql {command}" in " ".join(help_text.split())
    for option in EVERYWHERE:
        assert (option in help_text) == (command not in WITHOUT_DATABASE)


@pytest.mark.parametrize(
    "command", [f"{group} {each}" for group, own in GROUPS.items() for each in own]
)
def test_help_of_a_command_in_a_group_shows_an_example_and_quiet(
    command: str, run: Run
) -> None:
    help_text = run(*command.split(), "--help").stdout
    assert f"Example: cfsql {command}" in " ".join(help_text.split())
    assert "--quiet" in help_text
    assert "--db" not in help_text


def listed(help_text: str) -> list[str]:
    return re.findall(r"^  (\w+)  ", help_text.split("Commands:")[1], re.MULTILINE)


def test_the_command_lists_every_command(run: Run) -> None:
    assert sorted(listed(run("--help").stdout)) == sorted([*COMMANDS, *GROUPS])
    for group, commands in GROUPS.items():
        assert listed(run(group, "--help").stdout) == list(commands)


@pytest.mark.parametrize(
    "command",
    [
        *COMMANDS,
        *(f"{group} {each}" for group, own in GROUPS.items() for each in own),
    ],
)
def test_the_readme_shows_every_command(command: str) -> None:
    assert re.search(rf"cfsql {command}\b", README)


def transcripts(document: str) -> list[tuple[str, str]]:
    """The commands in a document's console blocks, each with the output below it.

    A TOML block that begins with a file's name is that file, from there on.
    """
    found = []
    for kind, block in re.findall(r"```(console|toml)\n(.*?)```", document, re.DOTALL):
        name = re.match(r"# (\S+\.toml)\n", block)
        if kind == "toml" and name:
            found.append((name[1], block))
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output.strip("\n")))
    return found


def files(document: str) -> dict[str, str]:
    """The files that a document shows, by name: blocks such as ```csv loans.csv."""
    return dict(re.findall(r"```csv (\S+)\n(.*?)```", document, re.DOTALL))


@pytest.mark.parametrize("path", ["README.md", *sorted(DOCS)])
def test_the_transcripts_of_the_documents_are_real(
    path: str, run: Run, tmp_path: Path
) -> None:
    document = (ROOT / path).read_text(encoding="utf-8")
    for name, text in files(document).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command, shown in transcripts(document):
        words = shlex.split(command)
        if words[0].endswith(".toml"):
            (tmp_path / words[0]).write_text(shown, encoding="utf-8")
        if words[0] != "cfsql":
            continue
        done = run(*words[1:])
        printed = "\n".join(
            line.rstrip() for line in (done.stdout + done.stderr).splitlines()
        )
        assert re.sub(r"in \d+\.\d s", "in 0.1 s", shown) == re.sub(
            r"in \d+\.\d s", "in 0.1 s", printed.strip("\n")
        ), command


@pytest.mark.parametrize("path", ["README.md", "docs/what_if.md", "docs/models.md"])
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
        exec(compile(block, path, "exec"), names)


@pytest.mark.parametrize(
    "document",
    sorted(
        path for folder in (".", "sql", "docs") for path in ROOT.glob(f"{folder}/*.md")
    ),
)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!http)([^)#]+)[^)]*\)", text):
        assert (document.parent / target).exists(), target
