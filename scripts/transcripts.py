"""Write the output of the commands in the documents anew: make transcripts.

A transcript is an indented block that begins with `$ cfsql`. The commands of a document
run in one empty folder, in their order. A block such as ```csv loans.csv is a file in
that folder, and a TOML block that begins with `# cfsql.toml` is that file.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]

Run = Callable[..., "subprocess.CompletedProcess[str]"]

INDENT = "    "
PROMPT = f"{INDENT}$ cfsql "
# How wide the terminal is.
COLUMNS = "88"

_FILE = re.compile(
    r"^```(?:csv (?P<csv>\S+)\n|toml\n(?=# (?P<toml>\S+\.toml)\n))"
    r"(?P<content>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_COMMAND = re.compile(
    rf"^{re.escape(PROMPT)}(?P<command>.*)\n(?P<output>(?:(?:{INDENT}(?!\$ ).*)?\n)*)",
    re.MULTILINE,
)
_SECONDS = re.compile(r"in \d+\.\d s\b")


@dataclass(frozen=True)
class File:
    """A file that the commands after it find in their folder."""

    name: str
    content: str


@dataclass(frozen=True)
class Shown:
    """A command and its output, as a document shows them; `span` is the output's."""

    command: str
    output: str
    span: tuple[int, int]


def documents() -> list[Path]:
    """The documents that may have transcripts."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def steps(document: str) -> list[File | Shown]:
    """The files and the commands of a document, in their order."""
    found: list[tuple[int, File | Shown]] = [
        (match.start(), File(match["csv"] or match["toml"], match["content"]))
        for match in _FILE.finditer(document)
    ]
    found += [(shown.span[0], shown) for shown in _commands(document)]
    return [step for _, step in sorted(found, key=lambda each: each[0])]


def _commands(document: str) -> Iterator[Shown]:
    for match in _COMMAND.finditer(document):
        text = match["output"].rstrip("\n")
        lines = [line.removeprefix(INDENT) for line in text.splitlines()]
        start = match.start("output")
        yield Shown(match["command"], "\n".join(lines), (start, start + len(text)))


def timeless(output: str) -> str:
    """The output without the seconds that it took."""
    return _SECONDS.sub("in 0.1 s", output)


def printed(command: str, run: Run) -> str:
    """What a terminal shows of a command: its results, then its messages."""
    words = shlex.split(command)
    is_shown = words[-2:] != [">", "/dev/null"]
    done = run(*(words if is_shown else words[:-2]))
    lines = (done.stdout * is_shown + done.stderr).splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def renewed(document: str, run: Run, folder: Path) -> str:
    """The document with the output that its commands have now.

    An output that differs only in the seconds stays as it is.
    """
    parts = []
    end = 0
    for step in steps(document):
        if isinstance(step, File):
            (folder / step.name).write_text(step.content, encoding="utf-8")
            continue
        output = printed(step.command, run)
        if timeless(output) != timeless(step.output):
            lines = [f"{INDENT}{line}".rstrip() for line in output.splitlines()]
            # A command without an output yet is followed by an empty line at once.
            parts += [document[end : step.span[0]], "\n".join(lines)]
            parts.append("" if step.output else "\n")
            end = step.span[1]
    return "".join([*parts, document[end:]])


def main() -> None:
    """Renew all documents, and name those that changed."""
    environment = {k: v for k, v in os.environ.items() if k != "CFSQL_DB"}
    for path in documents():
        with tempfile.TemporaryDirectory() as folder:

            def run(
                *arguments: str, folder: str = folder
            ) -> subprocess.CompletedProcess[str]:
                return subprocess.run(
                    [sys.executable, "-m", "cfsql", *arguments],
                    cwd=folder,
                    capture_output=True,
                    text=True,
                    env=environment | {"COLUMNS": COLUMNS},
                )

            text = path.read_text(encoding="utf-8")
            new = renewed(text, run, Path(folder))
        if new != text:
            path.write_text(new, encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
