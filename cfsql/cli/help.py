"""What --help shows: the summary, options under headings, and an example."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from textwrap import wrap
from typing import Any

from cfsql.cli.declared import EVERYWHERE, CommandOption, Declaration

# Lines that are longer are hard to read, however wide the terminal is.
_WIDEST = 100
_NARROWEST = 40
# Where what an option does begins, unless its name is longer.
_GUTTER = 26

_OTHERS = "Options"
# What holds without an option stays in one piece.
_DEFAULT = re.compile(r"\[default: .*\]$")
_NO_BREAK = "\N{NO-BREAK SPACE}"


def width() -> int:
    """The width of the help."""
    columns = shutil.get_terminal_size().columns
    return max(_NARROWEST, min(columns, _WIDEST))


def write_command_help(declaration: Declaration, formatter: Any) -> None:
    """The help of a command."""
    paragraphs = declaration.text.split("\n\n")
    formatter.width = width()
    arguments = [each for each in declaration.parameters.values() if each.is_argument]
    typed = " ".join([*map(spelled, arguments), "[OPTIONS]"])
    formatter.write_usage(" ".join(("cfsql", *declaration.path)), typed)
    with formatter.indentation():
        for text in paragraphs:
            if not is_example(text):
                formatter.write_paragraph()
                formatter.write_text(" ".join(text.split()))
    for heading, options in headed(declaration.parameters.values()).items():
        rows = [(spelled(each), explained(each)) for each in options]
        if heading == EVERYWHERE:
            rows.append(_HELP)
        _write_rows(formatter, heading, rows)
    if not declaration.shared:
        _write_rows(formatter, EVERYWHERE, [_HELP])
    examples = [example(text) for text in paragraphs if is_example(text)]
    with formatter.section("Example" if len(examples) == 1 else "Examples"):
        # In one line, however narrow the terminal is: to be copied.
        for each in examples:
            formatter.write(f"  {each}\n")


_HELP = ("-h, --help", "Show this text.")


def headed(parameters: Iterable[CommandOption]) -> dict[str, list[CommandOption]]:
    """The parameters of a command under their headings; those of all are last."""
    found: dict[str, list[CommandOption]] = {}
    for each in parameters:
        own = "Arguments" if each.is_argument else each.declared.heading or _OTHERS
        found.setdefault(own, []).append(each)
    if EVERYWHERE in found:
        found[EVERYWHERE] = found.pop(EVERYWHERE)
    return found


def spelled(option: CommandOption) -> str:
    """A parameter as it is typed: FILE, --limit N, or -q, --quiet."""
    if option.is_argument:
        name = option.metavar.strip("[]")
        name = f"{name}…" if option.is_list else name
        return name if option.is_required else f"[{name}]"
    short = f"{option.declared.short}, " if option.declared.short else ""
    value = "" if option.kind is bool else f" {option.metavar or _VALUES[option.kind]}"
    return f"{short}--{option.key}{value}"


_VALUES = {int: "N", float: "X", str: "TEXT"}


def explained(option: CommandOption) -> str:
    """What an option does, and what holds without it."""
    if option.is_required and not option.is_argument:
        return f"{option.help}  [required]"
    is_said = "[default: " in option.help or option.kind is bool
    if is_said or option.default is None:
        return option.help
    return f"{option.help}  [default: {option.default}]"


def is_example(text: str) -> bool:
    """Whether a paragraph of a command's text is a command line."""
    return text.startswith("Example: ")


def example(text: str) -> str:
    """The command line of such a paragraph."""
    return " ".join(text.removeprefix("Example: ").split())


def _write_rows(formatter: Any, heading: str, rows: list[tuple[str, str]]) -> None:
    """Names to the left, what they do to the right; a long name has its own line."""
    left = min(_GUTTER, formatter.width // 3)
    with formatter.section(heading):
        for name, told in rows:
            first, *others = wrap(
                _DEFAULT.sub(lambda found: found[0].replace(" ", _NO_BREAK), told),
                formatter.width - left - 4,
                break_on_hyphens=False,
            )
            if len(name) > left:
                others, first = [first, *others], ""
            lines = [f"  {name.ljust(left)}  {first}".rstrip()]
            lines += [" " * (left + 4) + each for each in others]
            formatter.write("\n".join(lines).replace(_NO_BREAK, " ") + "\n")
