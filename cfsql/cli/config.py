"""The command that shows which settings hold, and where each comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from cfsql.cli.common import DEFAULT_DATABASE, Common, show_json
from cfsql.cli.declared import COMMANDS, Argument, CommandOption, CommandPath, command
from cfsql.cli.options import TableOrJson
from cfsql.cli.output import show
from cfsql.cli.settings import OWN_FILE, SHARED_FILE, OptionSetting, SettingsFile, find
from cfsql.errors import UnknownName, WrongUse

DEFAULT = "default"
REQUIRED = "required"

# More commands than these are counted, not named.
_NAMED = 5

_EXAMPLE = f"""\
No settings: neither {OWN_FILE} nor {SHARED_FILE} with [tool.cfsql] is here or above.
Options could be set in a {OWN_FILE} such as:

  threads = 4
  memory-limit = "4GB"
  table = "adult"

  [rank]
  by = "dag"
"""


def config(
    common: Common,
    names: Annotated[
        list[str] | None,
        Argument(
            "All options of this command, also those that are not set.", "COMMAND"
        ),
    ] = None,
    format: TableOrJson = "table",
) -> None:
    """Show the settings in effect, and where each comes from.

    Options that the command line does not give are taken from the nearest cfsql.toml,
    or pyproject.toml with a section [tool.cfsql], from the current folder upwards. A
    command's own section wins over what is set for all; $CFSQL_DB wins over the file.

    Example: cfsql config rank
    """
    from cfsql.show import formats

    formats.check(format, ("table", "json"))
    path = _command(names or [])
    settings = find()
    held = list(_held(settings, path))
    if format == "json":
        show_json(
            {
                "file": None if settings.file is None else str(settings.file),
                "settings": [_record(*each) for each in held],
            }
        )
        return
    show([f"Settings of {settings.shown}", ""] if settings.file else [_EXAMPLE])
    if path:
        rows = [
            (setting.option.key, _shown(setting), setting.source) for _, setting in held
        ]
        show(formats.text_table(("option", "value", "from"), rows, indent="  "))
    else:
        columns = ("option", "value", "from", "commands")
        show(formats.text_table(columns, _grouped(held), indent="  "))


def _command(names: list[str]) -> CommandPath | None:
    """The command that is asked about, if any is."""
    if not names:
        return None
    path = tuple(names)
    if path in COMMANDS.paths:
        return path
    for depth, name in enumerate(path):
        below = COMMANDS.below(path[:depth])
        if name not in below:
            where = " ".join(("cfsql", *path[:depth]))
            if not below:
                raise WrongUse(f"'{name}' is no part of a command; see {where} --help")
            raise UnknownName("command", name, below, where)
    group = " ".join(path)
    first = COMMANDS.below(path)[0]
    raise WrongUse(
        f"{group} is a group; ask for a command: cfsql config {group} {first}"
    )


def _held(
    settings: SettingsFile, path: CommandPath | None
) -> Iterator[tuple[CommandPath, OptionSetting]]:
    """What holds for each option: of one command, or wherever something is set."""
    for each in COMMANDS.paths if path is None else [path]:
        for option in COMMANDS.options(each).values():
            setting = settings.of(each, option)
            if setting is not None:
                yield each, setting
            elif path is not None or option.key == "db":
                yield each, _unset(option)


def _unset(option: CommandOption) -> OptionSetting:
    """An option as it is when nobody sets it."""
    if option.key == "db":
        return OptionSetting(option, DEFAULT_DATABASE, DEFAULT)
    return OptionSetting(
        option, option.default, REQUIRED if option.is_required else DEFAULT
    )


def _shown(setting: OptionSetting) -> str:
    """A value for a person."""
    value = setting.value
    if value is None:
        return setting.option.default_text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def _grouped(
    held: list[tuple[CommandPath, OptionSetting]],
) -> list[tuple[str, str, str, str]]:
    """A line for each option, value and source, with the commands that they hold for.

    What is set for all comes first.
    """
    commands: dict[tuple[str, str, str], list[CommandPath]] = {}
    depths: dict[tuple[str, str, str], int] = {}
    for path, setting in held:
        line = (setting.option.key, _shown(setting), setting.source)
        commands.setdefault(line, []).append(path)
        depths[line] = len(setting.section or ())
    ordered = sorted(commands, key=lambda line: (depths[line], line[0] != "db"))
    return [(*line, _listed(line[0], commands[line])) for line in ordered]


def _listed(key: str, paths: list[CommandPath]) -> str:
    """The commands for which a setting holds, or those for which it does not."""
    others = [path for path in COMMANDS.having(key) if path not in paths]
    if len(paths) <= _NAMED:
        return ", ".join(" ".join(path) for path in paths)
    names = ", ".join(" ".join(path) for path in others)
    return f"all but {names}" if others else "all"


def _record(path: CommandPath, setting: OptionSetting) -> dict[str, Any]:
    """A setting for programs."""
    is_set = setting.source not in (DEFAULT, REQUIRED)
    where = "file" if setting.section is not None else "environment"
    return {
        "command": " ".join(path),
        "option": setting.option.key,
        "value": setting.value,
        "source": where if is_set else setting.source,
        "from": setting.source if is_set else None,
    }


command(config, offered=())
