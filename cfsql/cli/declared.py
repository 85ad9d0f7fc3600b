"""Which commands there are and what each takes: what a settings file may name."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from typer.models import OptionInfo

# A command as it is typed: ("rank",), or ("datasets", "fetch").
CommandPath = tuple[str, ...]

# Options that several commands have, and that are not the same in all of them.
OF_ONE_COMMAND = frozenset({"all", "label", "limit", "out", "rows", "sample"})

# The kinds of numbers that options take, in words.
NUMBERS: dict[type, str] = {int: "a whole number", float: "a number"}

_PATHS = frozenset({"DIR", "FILE", "PATH"})
_DEFAULT = re.compile(r"\[default: (.*)\]$")


@dataclass(frozen=True)
class CommandOption:
    """An option of a command, as the command declares it."""

    name: str
    key: str
    kind: type
    is_list: bool
    is_required: bool
    default: object
    metavar: str
    help: str
    least: float | None
    most: float | None

    @property
    def is_path(self) -> bool:
        """Whether it names a file or a folder."""
        return self.metavar in _PATHS

    @property
    def is_sql(self) -> bool:
        """Whether its text is run by the database."""
        return self.metavar == "SQL"

    @property
    def numbers(self) -> str:
        """The numbers that it takes, in words."""
        if self.least is None:
            return NUMBERS[self.kind]
        most = "on" if self.most is None else f"to {self.most}"
        return f"{NUMBERS[self.kind]} from {self.least} {most}"

    @property
    def default_text(self) -> str:
        """What holds when nothing is said, in the words of the help."""
        if self.is_required:
            return ""
        if self.default is None:
            said = _DEFAULT.search(self.help)
            return said[1] if said else ""
        return str(self.default).lower() if self.kind is bool else str(self.default)


def _options(parameters: Iterable[inspect.Parameter]) -> dict[str, CommandOption]:
    """The options among a command's parameters, by parameter name."""
    found = {}
    for parameter in parameters:
        if get_origin(parameter.annotation) is None:
            continue
        declared, *marks = get_args(parameter.annotation)
        info = next((mark for mark in marks if isinstance(mark, OptionInfo)), None)
        if info is not None:
            found[parameter.name] = _option(parameter, declared, info)
    return found


def _option(
    parameter: inspect.Parameter, declared: Any, info: OptionInfo
) -> CommandOption:
    kinds = [kind for kind in get_args(declared) if kind is not type(None)]
    kind = kinds[0] if kinds and get_origin(declared) is not list else declared
    is_list = get_origin(kind) is list
    is_required = parameter.default is inspect.Parameter.empty
    return CommandOption(
        name=parameter.name,
        key=spellings(parameter.name, info)[0].removeprefix("--"),
        kind=get_args(kind)[0] if is_list else kind,
        is_list=is_list,
        is_required=is_required,
        default=None if is_required else parameter.default,
        metavar=info.metavar or "",
        help=info.help or "",
        least=info.min,
        most=info.max,
    )


def spellings(name: str, info: OptionInfo) -> list[str]:
    """An option as the command line has it, such as --quiet and -q, the longest first.

    Where the option is an annotation, typer keeps the first of them as `default`.
    """
    given = [info.default, *(info.param_decls or ())]
    spelled = [each for each in given if isinstance(each, str)]
    return sorted(spelled, key=len, reverse=True) or [f"--{name.replace('_', '-')}"]


class Commands:
    """All commands with their options, in the order in which they were added."""

    def __init__(self) -> None:
        """Begin with none."""
        self._options: dict[CommandPath, dict[str, CommandOption]] = {}

    def add(self, path: CommandPath, parameters: Iterable[inspect.Parameter]) -> None:
        """Add a command."""
        self._options[path] = _options(parameters)

    @property
    def paths(self) -> list[CommandPath]:
        """All commands."""
        return list(self._options)

    def options(self, path: CommandPath) -> dict[str, CommandOption]:
        """The options of a command, by parameter name."""
        return self._options[path]

    def below(self, section: CommandPath) -> list[str]:
        """The commands and groups directly in a group; () holds all."""
        depth = len(section)
        return list(
            dict.fromkeys(
                path[depth]
                for path in self._options
                if len(path) > depth and path[:depth] == section
            )
        )

    def holders(
        self, section: CommandPath, key: str
    ) -> dict[CommandPath, CommandOption]:
        """The commands in a section that have an option, each with its own.

        The table that everything is asked about is not what a new one is called.
        """
        return {
            path: option
            for path, option in self.having(key).items()
            if path[: len(section)] == section
            and (section or (path, key) != (("load",), "table"))
        }

    def having(self, key: str) -> dict[CommandPath, CommandOption]:
        """The commands that have an option, whatever it means there."""
        return {
            path: option
            for path, options in self._options.items()
            for option in options.values()
            if option.key == key
        }

    def keys(self, section: CommandPath) -> list[str]:
        """The options that the commands in a section have."""
        return sorted(
            {
                option.key
                for path, options in self._options.items()
                if path[: len(section)] == section
                for option in options.values()
            }
        )


COMMANDS = Commands()
