"""Which commands there are and what each takes.

A module of this folder that has a command declares it when it is imported, and it is
imported when the command is asked for: each command loads what it needs.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from importlib import import_module
from typing import Any, get_args, get_origin, is_typeddict

from cfsql.cli.common import Common
from cfsql.options import Option, options_of

# A command as it is typed: ("rank",), or ("datasets", "fetch").
CommandPath = tuple[str, ...]

# Of the options that the command line gives: the settings that contradict them.
Conflicts = Callable[[Mapping[str, Any]], Iterable[str]]

# The commands by task, in the order of the help.
_TASKS = {
    "Tables": "load tables describe declare append remove refresh drop",
    "Answers": "rank explain why compare",
    "Decide and audit": "audit cover stability check",
    "Results": "ui report diff sql export",
    "More": "demo encode merge config mcp datasets experiment",
}
# Each has a module of its name, but these.
_SHARED_MODULES = {
    "contents": "sql tables describe declare export",
    "living": "append remove refresh diff",
}
_NAMES = " ".join(_TASKS.values()).split()
_MODULES = dict(zip(_NAMES, _NAMES, strict=True)) | {
    name: module for module, names in _SHARED_MODULES.items() for name in names.split()
}

# The names that have commands of their own below them.
GROUPS = {"datasets": "The twelve tables of the paper: list, fetch and check them."}

# Options that several commands have, and that are not the same in all of them.
OF_ONE_COMMAND = frozenset(
    [
        *("all", "dry-run", "id", "into", "label", "limit", "out", "overwrite"),
        *("free", "protected", "replace", "rows", "sample", "time-limit"),
    ]
)

# The kinds of numbers that options take, in words.
NUMBERS: dict[type, str] = {int: "a whole number", float: "a number"}

# What the help lists the options of every command under.
EVERYWHERE = "Every command"

# What says by itself that there may be several.
_LISTS = frozenset({"IDS", "A,B", "COLS", "NAMES", "WORDS", "COL=WORDS"})

# What stands for something that has a name, which is not empty.
_NAMED = frozenset(
    [
        *("COL", "COLS", "DIR", "FILE", "FOLDER", "ID", "NAME", "PATH", "QUERY"),
        *("SIZE", "SOURCE", "T", "TIME", "URL"),
    ]
)

_PATHS = frozenset({"DIR", "FILE", "PATH"})
_DEFAULT = re.compile(r"\[default: (.*)\]$")
_COMMON = tuple(field.name for field in fields(Common) if field.name != "configured")


class Argument(Option):
    """What stands on the command line without a name before it."""


@dataclass(frozen=True)
class CommandOption:
    """An option or argument of a command, as the command declares it."""

    name: str
    declared: Option
    kind: type
    is_list: bool
    is_required: bool
    default: object

    @property
    def key(self) -> str:
        """Its name on the command line and in a settings file, without dashes."""
        return self.name.rstrip("_").replace("_", "-")

    @property
    def opposite(self) -> str:
        """A flag taken back, such as --no-quiet, for what a settings file sets."""
        own = self.key
        return own.removeprefix("no-") if own.startswith("no-") else f"no-{own}"

    @property
    def is_argument(self) -> bool:
        """Whether it has no name on the command line."""
        return isinstance(self.declared, Argument)

    @property
    def metavar(self) -> str:
        """What stands for its value."""
        return self.declared.metavar or "|".join(self.declared.choices)

    @property
    def help(self) -> str:
        """What it does."""
        return self.declared.help

    @property
    def more(self) -> str:
        """The mark of an option that takes several values: with commas, or repeated."""
        if not self.is_list or self.is_argument or self.metavar in _LISTS:
            return ""
        return "…" if self.is_sql else ",…"

    @property
    def least(self) -> float | None:
        """The smallest number, unless the library looks: it declares the type, too."""
        return self.declared.least if self.declared.type is None else None

    @property
    def most(self) -> float | None:
        """The greatest number, unless the library looks."""
        return self.declared.most if self.declared.type is None else None

    @property
    def is_path(self) -> bool:
        """Whether it names a file or a folder."""
        return self.metavar in _PATHS

    @property
    def is_named(self) -> bool:
        """Whether its value is the name of something."""
        return self.metavar in _NAMED

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
            said = _DEFAULT.search(self.declared.help)
            return said[1] if said else ""
        return str(self.default).lower() if self.kind is bool else str(self.default)


def _option(
    name: str, hint: Any, declared: Option, default: object = inspect.Parameter.empty
) -> CommandOption:
    """What the command line takes for a parameter; without a default it must."""
    kind, is_list = _kind(hint)
    is_required = default is inspect.Parameter.empty
    held = None if is_required or is_list else default
    return CommandOption(name, declared, kind, is_list, is_required, held)


def _kind(declared: Any) -> tuple[type, bool]:
    """The type of a value on the command line, and whether there may be several.

    Ids and labels come as texts.
    """
    if get_origin(declared) in (list, Sequence):
        return (str, True)
    members = [each for each in get_args(declared) if each is not type(None)]
    if members:
        kinds = [_kind(each) for each in members]
        return max(kinds, key=lambda each: each[1])
    return (declared if declared in (bool, int, float) else str, False)


@dataclass(frozen=True)
class Declaration:
    """A command: its function, and the common options that it offers.

    The function's first parameter is `Common`. A parameter annotated with a
    declaration of `cfsql.options`, such as `options: RankOptions`, stands for all
    options declared there, but those that the command declares itself. Every other one
    is annotated with an `Option` or `Argument` of its own.
    """

    path: CommandPath
    function: Callable[..., None]
    offered: tuple[str, ...]
    conflicts: Conflicts

    @property
    def text(self) -> str:
        """What the command does, in paragraphs."""
        return inspect.getdoc(self.function) or ""

    @cached_property
    def _own(self) -> list[inspect.Parameter]:
        signature = inspect.signature(self.function, eval_str=True)
        return list(signature.parameters.values())[1:]

    @cached_property
    def groups(self) -> dict[str, dict[str, Option]]:
        """The options that each declaration among the parameters stands for."""
        names = [parameter.name for parameter in self._own]
        return {
            each.name: {
                name: option
                for name, option in options_of(each.annotation).items()
                if name not in names
            }
            for each in self._own
            if is_typeddict(each.annotation)
        }

    @cached_property
    def parameters(self) -> dict[str, CommandOption]:
        """All that the command takes, by parameter name; common options are last."""
        found = []
        for each in self._own:
            if each.name in self.groups:
                for name, option in self.groups[each.name].items():
                    found.append(_option(name, option.type, option, option.default))
            else:
                hint, option = get_args(each.annotation)
                found.append(_option(each.name, hint, option, each.default))
        return {each.name: each for each in [*found, *self.shared]}

    @cached_property
    def shared(self) -> list[CommandOption]:
        """The options of every command that this one offers."""
        annotations = inspect.get_annotations(Common, eval_str=True)
        found = []
        for field in fields(Common):
            if field.name in self.offered:
                hint, option = get_args(annotations[field.name])
                option = replace(option, heading=EVERYWHERE)
                found.append(_option(field.name, hint, option, field.default))
        return found

    @property
    def options(self) -> dict[str, CommandOption]:
        """What the command takes by name, by parameter name."""
        return {
            name: each for name, each in self.parameters.items() if not each.is_argument
        }


class Commands:
    """All commands; each is imported when it is asked for."""

    def __init__(self) -> None:
        """Begin with none."""
        self._declared: dict[CommandPath, Declaration] = {}

    def add(self, declaration: Declaration) -> None:
        """Add a command."""
        self._declared[declaration.path] = declaration

    def find(self, path: CommandPath) -> Declaration:
        """A command."""
        if path not in self._declared:
            import_module(f"cfsql.cli.{_MODULES[path[0]]}")
        return self._declared[path]

    def options(self, path: CommandPath) -> dict[str, CommandOption]:
        """The options of a command, by parameter name."""
        return self.find(path).options

    @property
    def paths(self) -> list[CommandPath]:
        """All commands, in the order of the help."""
        for name in _MODULES:
            import_module(f"cfsql.cli.{_MODULES[name]}")
        order = list(_MODULES)
        return sorted(self._declared, key=lambda path: order.index(path[0]))

    def below(self, section: CommandPath) -> list[str]:
        """The commands and groups directly in a group; () holds all."""
        if not section:
            return list(_MODULES)
        depth = len(section)
        return list(
            dict.fromkeys(
                path[depth]
                for path in self.paths
                if len(path) > depth and path[:depth] == section
            )
        )

    def tasks(self, section: CommandPath) -> dict[str, list[str]]:
        """The commands and groups directly in a group, by what they are for."""
        if section:
            return {"Commands": self.below(section)}
        return {task: names.split() for task, names in _TASKS.items()}

    def summary(self, path: CommandPath) -> str:
        """What a command or group does, in a line."""
        if len(path) == 1 and path[0] in GROUPS:
            return GROUPS[path[0]]
        return " ".join(self.find(path).text.split("\n\n")[0].split())

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
            for path in self.paths
            for option in self.options(path).values()
            if option.key == key
        }

    def keys(self, section: CommandPath) -> list[str]:
        """The options that the commands in a section have."""
        return sorted(
            {
                option.key
                for path in self.paths
                if path[: len(section)] == section
                for option in self.options(path).values()
            }
        )


COMMANDS = Commands()


def _no_conflicts(given: Mapping[str, Any]) -> Iterable[str]:
    return ()


def command(
    function: Callable[..., None],
    *,
    offered: Iterable[str] = _COMMON,
    group: str | None = None,
    conflicts: Conflicts = _no_conflicts,
) -> None:
    """Declare a command; it is called like its function.

    Common options that are not `offered` keep their defaults. `conflicts` names the
    settings that contradict the command line; they are then not used.
    """
    name = function.__name__.rstrip("_")
    path = (name,) if group is None else (group, name)
    COMMANDS.add(Declaration(path, function, tuple(offered), conflicts))
