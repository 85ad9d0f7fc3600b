"""The settings file: where it is looked for, what may stand in it, and what holds.

It can name values of options and nothing else. Options whose text the database would
run, such as --where, are refused: a file in a folder is not always one's own. One
that belongs to another user is passed over, and a line says so.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cfsql.cli.declared import (
    COMMANDS,
    NUMBERS,
    OF_ONE_COMMAND,
    CommandOption,
    CommandPath,
)
from cfsql.cli.output import say
from cfsql.errors import UnknownName, WrongUse
from cfsql.words import listing

OWN_FILE = "cfsql.toml"
SHARED_FILE = "pyproject.toml"

# The section with display names, and the option that they are a value of.
_NAMES, _DISPLAY_NAMES = "names", "display-names"

# Environment variables that win over a file, by option.
VARIABLES = {"db": "CFSQL_DB"}

_KINDS = {
    **NUMBERS,
    str: "text in quotes",
    bool: "true or false",
}


@dataclass(frozen=True)
class OptionSetting:
    """What an option is when the command line does not say, and who said so."""

    option: CommandOption
    value: Any
    source: str
    section: CommandPath | None = None

    @property
    def arguments(self) -> list[str]:
        """The same on a command line."""
        key = f"--{self.option.key}"
        if self.option.kind is bool:
            return [key if self.value else f"--no-{self.option.key}"]
        values = self.value if self.option.is_list else [self.value]
        return [part for value in values for part in (key, str(value))]


@dataclass(frozen=True)
class SettingsFile:
    """What a file says: values by section and key, checked."""

    file: Path | None = None
    prefix: CommandPath = ()
    values: dict[CommandPath, dict[str, Any]] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """The file, from the current folder."""
        return os.path.join(self._folder, self.file.name) if self.file else ""

    @property
    def _folder(self) -> str:
        """The file's folder, from the current one; nothing if it is the same."""
        assert self.file is not None
        folder = os.path.relpath(self.file.parent)
        return "" if folder == os.curdir else folder

    def place(self, section: CommandPath) -> str:
        """A section of the file, in a sentence."""
        names = ".".join((*self.prefix, *section))
        return f"{self.shown} [{names}]" if names else self.shown

    def of(self, path: CommandPath, option: CommandOption) -> OptionSetting | None:
        """What holds for an option of a command, if anything is set."""
        variable = VARIABLES.get(option.key)
        if variable and os.environ.get(variable):
            return OptionSetting(option, os.environ[variable], f"${variable}")
        for depth in range(len(path), -1, -1):
            section = path[:depth]
            if option.key not in self.values.get(section, {}):
                continue
            if path not in COMMANDS.holders(section, option.key):
                continue
            value = self._converted(section, option, self.values[section][option.key])
            return OptionSetting(option, value, self.place(section), section)
        return None

    def check(self, given: Mapping[str, Any], section: CommandPath = ()) -> None:
        """Take in a section with those below it, and refuse what is wrong in it."""
        below = COMMANDS.below(section)
        for name, value in given.items():
            key = name.replace("_", "-")
            if not section and key == _NAMES and isinstance(value, dict):
                self._check_option((), _DISPLAY_NAMES, self._names(value))
            elif isinstance(value, dict) and key in below:
                self.check(value, (*section, key))
            else:
                self._check_option(section, name, value)

    def _names(self, given: Mapping[str, Any]) -> str:
        """The display names of the section [names], as the option takes them."""
        place = self.place((_NAMES,))
        of_values = given.get("values", {})
        of_values = of_values if isinstance(of_values, dict) else {}
        found = [
            (column, None, text)
            for column, text in given.items()
            if text is not of_values
        ]
        for column, texts in of_values.items():
            if not isinstance(texts, dict):
                raise WrongUse(
                    f"{place}: values takes a section for each column, such as "
                    f"[{_NAMES}.values.{column}]"
                )
            found += [(column, value, text) for value, text in texts.items()]
        for column, value, text in found:
            if not isinstance(text, str):
                what = column if value is None else f"{column} {value}"
                raise WrongUse(
                    f"{place}: {what} takes {_KINDS[str]}, not {_said(text)}"
                )
        return json.dumps(found, ensure_ascii=False)

    def _check_option(self, section: CommandPath, name: str, value: object) -> None:
        key = name.replace("_", "-")
        place = self.place(section)
        known = COMMANDS.keys(section)
        below = COMMANDS.below(section)
        if key not in known:
            if key in below:
                wanted = self.place((*section, key)).removeprefix(self.shown).strip()
                raise WrongUse(
                    f"{place}: {key} is a command; its options go below {wanted}"
                )
            self._refuse_unknown(section, name, is_section=isinstance(value, dict))
        holders = COMMANDS.holders(section, key)
        if not section and key in OF_ONE_COMMAND:
            names = [" ".join(path) for path in holders]
            raise WrongUse(
                f"{place}: {key} is not the same in {listing(names)}; "
                f"put it into a section, such as [{'.'.join((*self.prefix, names[0]))}]"
            )
        values = self.values.setdefault(section, {})
        if key in values:
            raise WrongUse(f"{place}: {key} stands there twice, with - and with _")
        for option in holders.values():
            self._converted(section, option, value)
        values[key] = value

    def _refuse_unknown(
        self, section: CommandPath, name: str, *, is_section: bool
    ) -> None:
        below = COMMANDS.below(section)
        command = " ".join(("cfsql", *section))
        if is_section and name == "tool" and not self.prefix:
            raise WrongUse(
                f"{self.shown}: [tool.cfsql] is for {SHARED_FILE}; here options stand "
                "at the top, and those of one command in a section such as [rank]"
            )
        if is_section and below:
            unknown = UnknownName("command", name, below, command)
        else:
            elsewhere = COMMANDS.holders((), name.replace("_", "-"))
            if elsewhere:
                names = listing([" ".join(path) for path in elsewhere])
                raise WrongUse(
                    f"{self.place(section)}: no option '{name}' in {command}; "
                    f"it is one of {names}"
                )
            where = f"any command of {command}" if below else command
            unknown = UnknownName("option", name, COMMANDS.keys(section), where)
        raise WrongUse(f"{self.place(section)}: {unknown}")

    def _converted(
        self, section: CommandPath, option: CommandOption, value: object
    ) -> Any:
        """A value as the command line would give it, or an error."""
        place = f"{self.place(section)}: {option.key}"
        if option.is_sql:
            raise WrongUse(
                f"{place} is SQL, which a file cannot set; "
                f"give --{option.key} on the command line"
            )
        if not option.is_list:
            if isinstance(value, list):
                raise WrongUse(f"{place} takes one value, not a list")
            return self._one(place, option, value)
        values = value if isinstance(value, list) else [value]
        return [self._one(place, option, each) for each in values]

    def _one(self, place: str, option: CommandOption, value: object) -> Any:
        kind = option.kind
        if kind is float and type(value) is int:
            value = float(value)
        if kind is str and type(value) is int:
            # Row ids and labels may be numbers.
            value = str(value)
        if type(value) is not kind:
            raise WrongUse(f"{place} takes {_KINDS[kind]}, not {_said(value)}")
        if isinstance(value, str):
            if "\0" in value:
                raise WrongUse(f"{place} holds a character that no option can take")
            is_path = option.is_path and not (
                option.key == _DISPLAY_NAMES and value.startswith("[")
            )
            return self._from_here(place, value) if is_path else value
        least, most = option.least, option.most
        if isinstance(value, int | float) and not isinstance(value, bool):
            too_small = least is not None and value < least
            too_large = most is not None and value > most
            if too_small or too_large:
                raise WrongUse(f"{place} takes {option.numbers}, not {value}")
        return value

    def _from_here(self, place: str, value: str) -> str:
        """A path in the file, from the current folder.

        It is a path whatever it looks like: DuckDB would take `md:x` for a server.
        """
        if not value.strip():
            raise WrongUse(f"{place} takes a path, not an empty text")
        path = os.path.join(self._folder, os.path.expanduser(value))
        return os.path.abspath(path) if ":" in path else path


def find() -> SettingsFile:
    """The settings of the nearest file, from the current folder upwards."""
    try:
        folder = Path.cwd()
    except OSError:
        return SettingsFile()
    for each in (folder, *folder.parents):
        for settings, text in _candidates(each):
            found = _sections(settings, text)
            if found is not None:
                settings.check(found)
                return settings
    return SettingsFile()


def _candidates(folder: Path) -> Iterator[tuple[SettingsFile, str]]:
    """The files of a folder that may have settings, with their texts."""
    for name, prefix in ((OWN_FILE, ()), (SHARED_FILE, ("tool", "cfsql"))):
        settings = SettingsFile(folder / name, prefix)
        text = _text(settings)
        if text is None or (name != OWN_FILE and "cfsql" not in text):
            continue
        if _is_of_another_user(folder / name):
            say(f"{settings.shown} is not used: it belongs to another user")
        else:
            yield settings, text


def _text(settings: SettingsFile) -> str | None:
    """The text of a file, if it is there."""
    assert settings.file is not None
    try:
        mode = settings.file.lstat().st_mode
    except OSError:
        return None
    try:
        if stat.S_ISLNK(mode):
            mode = settings.file.stat().st_mode
        if not stat.S_ISREG(mode):
            raise WrongUse(f"cannot read {settings.shown}: it is not a file")
        return settings.file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise WrongUse(f"cannot read {settings.shown}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise WrongUse(f"{settings.shown}, line {line}: not UTF-8 text") from error


def _is_of_another_user(file: Path) -> bool:
    """Whether a file, or a link to it, is neither the user's nor the administrator's.

    Anybody can put a file into a folder that all can write to, such as /tmp.
    """
    if not hasattr(os, "geteuid"):
        return False
    own = (0, os.geteuid())
    return file.lstat().st_uid not in own or file.stat().st_uid not in own


def _sections(settings: SettingsFile, text: str) -> Mapping[str, Any] | None:
    """What the file says, as it says it; nothing if it is about other things."""
    import tomllib

    try:
        found: Any = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongUse(f"{settings.shown} is not valid TOML: {error}") from error
    for name in settings.prefix:
        if not isinstance(found, dict) or name not in found:
            return None
        found = found[name]
    if not isinstance(found, dict):
        names = ".".join(settings.prefix)
        raise WrongUse(f"{settings.shown}: {names} takes options, not {_said(found)}")
    return found


def _said(value: object) -> str:
    """A value of the file, in a sentence."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text '{value}'"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a section"
    return str(value)
