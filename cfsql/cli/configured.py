"""The defaults of a command's options: those that a settings file sets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cfsql.cli.declared import Declaration
from cfsql.cli.settings import OptionSetting, SettingsFile, find

if TYPE_CHECKING:
    import typer


class ConfiguredDefaults(Mapping[str, Any]):
    """The defaults of one call of a command: those that are set.

    The file is read when the first option is looked up that was not given. Help and
    completion do not read it: they are there for those whose file is wrong, too.
    """

    def __init__(self, context: typer.Context, command: Declaration) -> None:
        """Begin without a look at the file."""
        self._context = context
        self._command = command
        self._settings: SettingsFile | None = None
        self.used: dict[str, OptionSetting] = {}

    def __getitem__(self, name: str) -> Any:
        """What is set for a parameter."""
        option = self._command.options.get(name)
        if option is None or self._context.resilient_parsing:
            raise KeyError(name)
        if self._settings is None:
            self._settings = find()
        setting = self._settings.of(self._command.path, option)
        if setting is None or name in self._command.conflicts(self._given()):
            raise KeyError(name)
        if setting.value == []:
            raise KeyError(name)
        self.used[name] = setting
        return setting.value

    def __iter__(self) -> Iterator[str]:
        """The parameters that are set."""
        return (name for name in self._command.options if name in self)

    def __len__(self) -> int:
        """How many are set."""
        return sum(1 for _ in self)

    def _given(self) -> dict[str, Any]:
        """What the command line gives; typer looks at that before anything else."""
        source = self._context.get_parameter_source
        return {
            name: value
            for name, value in self._context.params.items()
            if getattr(source(name), "name", "") == "COMMANDLINE"
            and value not in (None, (), [])
        }

    @property
    def arguments(self) -> tuple[str, ...]:
        """What the file sets, as the command line would have it."""
        return tuple(
            argument
            for setting in self.used.values()
            if setting.section is not None
            for argument in setting.arguments
        )

    def note(self, message: str) -> str:
        """Where the settings come from that an error names, by option or by value."""
        places: dict[str, list[str]] = {}
        for setting in self.used.values():
            if _is_named(setting, message):
                places.setdefault(setting.source, []).append(setting.option.key)
        notes = [f"{place} sets {', '.join(keys)}" for place, keys in places.items()]
        return f" ({'; '.join(notes)})" if notes else ""


def _is_named(setting: OptionSetting, message: str) -> bool:
    values = setting.value if setting.option.is_list else [setting.value]
    names = [
        f"--{setting.option.key}",
        *(each for each in values if each and isinstance(each, str)),
    ]
    return any(
        re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", message) for name in names
    )
