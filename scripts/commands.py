"""Write docs/commands.md from the commands themselves: make reference.

The page says what `--help` says: every command with its summary, its options and an
example, taken from the declarations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

import typer

from cfsql.cli.app import app

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"
LINE_WIDTH = 110

INTRODUCTION = """\
# Commands

This page is generated from the declarations of the commands by `make reference`.
`cfsql COMMAND --help` says the same in the terminal.

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
another name. A flag has an opposite: `--no-quiet` takes back `--quiet`.
`cfsql --install-completion` makes your shell complete commands and options. Options
that you always give can be set once in a file: see [config.md](config.md)."""

COMMON = "options of every command"

Option = tuple[str, str]


def reference() -> str:
    """The whole page."""
    commands = dict(_commands(typer.main.get_command(app), ("cfsql",)))
    common = _common(commands)
    parts = [
        *map(_filled, INTRODUCTION.split("\n\n")),
        _table(["command", "what it does"], map(_entry, commands, commands.values())),
        f"## {COMMON.capitalize()}",
        "A command that opens no database has fewer of them, and says which.",
        _table(["option", ""], [_row(option) for option in common]),
    ]
    for path, command in commands.items():
        parts += _section(path, command, common)
    return "\n\n".join(parts) + "\n"


def _commands(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Every command with what is typed to run it, in the order of the help."""
    if not hasattr(command, "commands"):
        yield " ".join(path), command
        return
    for name, each in command.commands.items():
        yield from _commands(each, (*path, name))


def _common(commands: dict[str, Any]) -> list[Option]:
    """The options that most commands have, in the same words."""
    counted = Counter(each for command in commands.values() for each in _own(command))
    return [each for each, n in counted.items() if 2 * n > len(commands)]


def _entry(path: str, command: Any) -> list[str]:
    return [f"[`{path}`](#{path.replace(' ', '-')})", _summary(command)]


def _section(path: str, command: Any, common: list[Option]) -> list[str]:
    """A command: what it does, how it is typed, what it takes, and examples."""
    said = [" ".join(part.split()) for part in command.help.split("\n\n")]
    examples = [part.removeprefix("Example: ") for part in said if _is_example(part)]
    arguments = [each for each in command.params if _is_argument(each)]
    typed = " ".join([path, *map(_argument, arguments), "[OPTIONS]"])
    options = [*map(_told, arguments), *_own(command)]
    rows = [_row(each) for each in options if each not in common]
    parts = [f"## {path}"]
    parts += [_filled(_marked(part)) for part in said if not _is_example(part)]
    parts.append(f"    {typed}")
    if rows:
        parts.append(_table(["option", ""], rows))
    shared = [each for each in common if each in options]
    if len(shared) == len(common):
        parts.append(f"Also the [{COMMON}](#{COMMON.replace(' ', '-')}).")
    elif shared:
        names = ", ".join(f"`{name.split(' ')[0]}`" for name, _ in shared)
        parts.append(f"Of the [{COMMON}](#{COMMON.replace(' ', '-')}): {names}.")
    parts.append("For example:")
    parts.append("\n".join(f"    {example}" for example in examples))
    return parts


def _summary(command: Any) -> str:
    return _marked(command.help.split("\n\n")[0])


def _is_example(part: str) -> bool:
    return part.startswith("Example: ")


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _argument(parameter: Any) -> str:
    """An argument as it is typed: FILE, [FILE] or [NAME…]."""
    name = (parameter.metavar or parameter.name.upper()).strip("[]")
    name = f"{name}…" if parameter.nargs == -1 else name
    return name if parameter.required else f"[{name}]"


def _told(parameter: Any) -> Option:
    return _argument(parameter), parameter.help


def _own(command: Any) -> list[Option]:
    """The options of a command, as they are typed, with their help and default."""
    return [
        (_typed(each), _help(each)) for each in command.params if not _is_argument(each)
    ]


def _typed(option: Any) -> str:
    """An option as it is typed: --limit N, or --quiet, -q."""
    spelled = ", ".join(sorted(option.opts, key=len, reverse=True))
    if option.is_flag:
        return spelled
    kind = "N" if isinstance(option.default, int) else "TEXT"
    return f"{spelled} {option.metavar or kind}"


def _help(option: Any) -> str:
    """What an option does, and what holds without it."""
    said, _, default = option.help.partition("  [default: ")
    default = default.removesuffix("]")
    if not default and not option.is_flag and option.default is not None:
        default = str(option.default)
    said = f"{said} Required." if option.required else said
    return f"{said} Default: {default}." if default else said


def _row(option: Option) -> list[str]:
    typed, told = option
    return [f"`{typed}`", _marked(told)]


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
