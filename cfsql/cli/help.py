"""What --help shows: a screen of what people use; --help-all shows every option."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from cfsql.cli.declared import EVERYWHERE, Argument, CommandOption, Declaration
from cfsql.options import Usual

# Lines that are longer are hard to read, however wide the terminal is.
_WIDEST = 100
_NARROWEST = 40
# What a person sees at once. Help that is longer has what people use alone.
_SCREEN = 40
# Where what an option, a command does begins, unless its name is longer.
_GUTTER, _NARROW_GUTTER, _WIDE_GUTTER = 26, 10, 28

_OTHERS = "Options"
_HELP = ("-h, --help", "Show this text.")
# What holds without an option stays in one piece.
_DEFAULT = re.compile(r"\[default: .*\]$")
_NO_BREAK = "\N{NO-BREAK SPACE}"

Row = tuple[str, str]


def command_help(declaration: Declaration, *, is_whole: bool = False) -> list[str]:
    """The help of a command, in lines; in a screen of them unless it is to be whole."""
    options = list(declaration.parameters.values())
    sections = {
        heading: [(spelled(each), explained(each)) for each in below]
        for heading, below in headed(options).items()
    }
    sections.setdefault(EVERYWHERE, []).append(_HELP)
    paragraphs = declaration.text.split("\n\n")
    lines = _command_lines(declaration, paragraphs, sections)
    if is_whole or len(lines) <= _SCREEN:
        return lines
    own = [each for each in options if each not in declaration.shared]
    used = [each for each in own if isinstance(each.declared, Argument | Usual)]
    sections = {_OTHERS: [(spelled(each), explained(each)) for each in used]}
    first = next(place for place, text in enumerate(paragraphs) if is_example(text))
    path = " ".join(("cfsql", *declaration.path))
    everywhere = ", ".join(map(spelled, declaration.shared))
    return [
        *_command_lines(declaration, paragraphs[: first + 1], sections),
        "",
        f"{EVERYWHERE}:",
        *_filled(everywhere),
        f"{len(own) - len(used)} more options: {path} --help-all",
    ]


def _command_lines(
    declaration: Declaration,
    paragraphs: Sequence[str],
    sections: Mapping[str, list[Row]],
) -> list[str]:
    arguments = [
        spelled(each) for each in declaration.parameters.values() if each.is_argument
    ]
    typed = " ".join(("cfsql", *declaration.path, *arguments, "[OPTIONS]"))
    lines = wrap(f"Usage: {typed}", _width(), subsequent_indent=" " * 4)
    for text in paragraphs:
        if not is_example(text):
            lines += ["", *_filled(text)]
    for heading, rows in sections.items():
        lines += ["", f"{heading}:", *_listed(rows, _GUTTER)]
    examples = [example(text) for text in paragraphs if is_example(text)]
    lines += ["", "Example:" if len(examples) == 1 else "Examples:"]
    # In one line, however narrow the terminal is: to be copied.
    return [*lines, *(f"  {each}" for each in examples)]


def group_help(
    path: Sequence[str],
    text: str,
    options: Iterable[Row],
    commands: Mapping[str, list[Row]],
) -> list[str]:
    """The help of a group, in lines: its commands under headings, each in a row."""
    lines = [f"Usage: {' '.join(('cfsql', *path))} [OPTIONS] COMMAND [ARGS]..."]
    for paragraph in text.strip().split("\n\n"):
        lines += ["", *_filled(paragraph)]
    for heading, rows in commands.items():
        lines += ["", f"{heading}:", *_listed(rows, _NARROW_GUTTER)]
    return [*lines, "", "Options:", *_listed([*options, _HELP], _WIDE_GUTTER)]


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
    return f"{short}--{option.key}{value}{option.more}"


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


def _width() -> int:
    return max(_NARROWEST, min(shutil.get_terminal_size().columns, _WIDEST))


def _filled(text: str) -> list[str]:
    """A paragraph in lines that fit."""
    return [f"  {each}" for each in wrap(text, _width() - 2, break_on_hyphens=False)]


def _listed(rows: Iterable[Row], gutter: int) -> list[str]:
    """Names to the left, what they do to the right; a long name has its own line."""
    left = min(gutter, _width() // 3)
    lines = []
    for name, told in rows:
        first, *others = wrap(
            _DEFAULT.sub(lambda found: found[0].replace(" ", _NO_BREAK), told),
            _width() - left - 4,
            break_on_hyphens=False,
        )
        if len(name) > left:
            others, first = [first, *others], ""
        lines.append(f"  {name.ljust(left)}  {first}".rstrip())
        lines += [" " * (left + 4) + each for each in others]
    return [each.replace(_NO_BREAK, " ") for each in lines]
