"""Write docs/commands.md from the commands themselves: make reference.

The page says what `--help` says: every command with its summary, its options and an
example, taken from the declarations.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import Any

from cfsql.cli.declared import COMMANDS, EVERYWHERE, CommandOption, Declaration
from cfsql.cli.help import example, explained, headed, is_example, spelled

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"
LINE_WIDTH = 110

INTRODUCTION = """\
# Commands

This page is generated from the declarations of the commands by `make reference`.
`cfsql COMMAND --help-all` says the same in the terminal; `--help` has what people use,
where all of it does not fit a screen.

Results go to standard output, messages to standard error. The exit code is

| code | meaning |
| ---: | --- |
| 0 | done |
| 1 | failed, or the data are at fault |
| 2 | the command line was wrong |
| 3 | the database cannot be opened |
| 130 | interrupted |

A command that fails or is killed leaves the database as it was. `rank` and `why`
replace earlier results of the same table; `--into NAME` stores the new ones under
another name. A flag has an opposite: `--no-quiet` takes back `--quiet`. `COL,…` stands
for several, with commas or one by one; `SQL…` may be repeated, and all must hold.
`cfsql --install-completion` makes bash, zsh or fish complete commands, options, tables,
columns and labels. Options that you always give can be set once in a file: see
[config.md](config.md).

On a terminal, output fits its width: tables are folded, and columns that do not fit are
named below. A pipe and a file get everything, so `| less -S` shows wide tables whole.
`NO_COLOR` turns colours off."""

COMMON = "options of every command"


def reference() -> str:
    """The whole page."""
    commands = [COMMANDS.find(path) for path in COMMANDS.paths]
    entries: list[list[str]] = []
    for task, names in COMMANDS.tasks(()).items():
        entries.append([f"**{task}**", ""])
        entries += [_entry(each) for each in commands if each.path[0] in names]
    common = max((each.shared for each in commands), key=len)
    parts = [
        *map(_filled, INTRODUCTION.split("\n\n")),
        _table(["command", "what it does"], entries),
        f"## {COMMON.capitalize()}",
        "A command that opens no database has fewer of them, and says which.",
        _table(["option", ""], _rows(common)),
    ]
    for command in commands:
        parts += _section(command, len(common))
    return "\n\n".join(parts) + "\n"


def _entry(command: Declaration) -> list[str]:
    path = _path(command)
    summary = " ".join(command.text.split("\n\n")[0].split())
    return [f"[`{path}`](#{path.replace(' ', '-')})", _marked(summary)]


def _path(command: Declaration) -> str:
    return " ".join(("cfsql", *command.path))


def _section(command: Declaration, n_common: int) -> list[str]:
    """A command: what it does, how it is typed, what it takes, and examples."""
    said = command.text.split("\n\n")
    path = _path(command)
    arguments = [each for each in command.parameters.values() if each.is_argument]
    typed = " ".join([path, *map(spelled, arguments), "[OPTIONS]"])
    parts = [f"## {path}"]
    parts += [
        _filled(_marked(" ".join(part.split())))
        for part in said
        if not is_example(part)
    ]
    parts.append(f"    {typed}")
    sections = headed(command.parameters.values())
    shared = sections.pop(EVERYWHERE, [])
    rows = []
    for heading, options in sections.items():
        if len(sections) > 1:
            rows.append([f"**{heading}**", ""])
        rows += _rows(options)
    if rows:
        parts.append(_table(["option", ""], rows))
    link = f"[{COMMON}](#{COMMON.replace(' ', '-')})"
    if len(shared) == n_common:
        parts.append(f"Also the {link}.")
    elif shared:
        names = ", ".join(f"`--{each.key}`" for each in shared)
        parts.append(f"Of the {link}: {names}.")
    parts.append("For example:")
    examples = [example(part) for part in said if is_example(part)]
    parts.append("\n".join(f"    {each}" for each in examples))
    return parts


def _rows(options: list[CommandOption]) -> list[list[str]]:
    """Options as they are typed, with their help and default."""
    return [[f"`{spelled(each)}`", _marked(_told(each))] for each in options]


def _told(option: CommandOption) -> str:
    """What an option does, and what holds without it, in sentences."""
    said = explained(option).replace("  [required]", " Required.")
    said, _, default = said.partition("  [default: ")
    return f"{said} Default: {default.removesuffix(']')}." if default else said


def _marked(text: str) -> str:
    """A text in which options are code, and nothing is Markdown by accident."""
    words = text.replace("*", "\\*").replace("<", "&lt;").split(" ")
    return " ".join(
        _as_code(word) if word.startswith("--") and len(word) > 2 else word
        for word in words
    )


def _as_code(word: str) -> str:
    bare = word.rstrip(".,;:")
    return f"`{bare}`{word[len(bare) :]}"


def _table(header: list[str], rows: Any) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |"
        for line in lines
    )


def _filled(text: str) -> str:
    """A paragraph in lines that fit; a table or a heading as it is."""
    if text.startswith(("|", "#")):
        return text
    return "\n".join(wrap(text, LINE_WIDTH, break_on_hyphens=False))


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
    print(PAGE)
