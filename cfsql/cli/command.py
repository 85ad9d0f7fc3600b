"""How a declared command is run: click reads the words, the function gets values.

Options that the command line does not give come from a settings file.
"""

from __future__ import annotations

from typing import Any

import click

from cfsql.cli.common import Common
from cfsql.cli.completion import completions
from cfsql.cli.configured import ConfiguredDefaults
from cfsql.cli.declared import (
    COMMANDS,
    NUMBERS,
    CommandOption,
    CommandPath,
    Declaration,
)
from cfsql.cli.help import write_command_help
from cfsql.cli.options import given_value
from cfsql.errors import CfsqlError, Interrupted, WrongUse
from cfsql.speech import speaking


class Number(click.ParamType[Any]):
    """A number, within the bounds of its option."""

    name = "number"

    def __init__(self, option: CommandOption) -> None:
        """The type of one option."""
        self._option = option

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """The number, or an error that says which ones are taken."""
        option = self._option
        try:
            number = option.kind(value)
        except ValueError:
            wanted = NUMBERS[option.kind]
        else:
            if _is_within(option, number):
                return number
            wanted = option.numbers
        raise WrongUse(f"--{option.key} takes {wanted}, not '{value}'")


def _is_within(option: CommandOption, number: float) -> bool:
    too_small = option.least is not None and number < option.least
    return not (too_small or (option.most is not None and number > option.most))


class Command(click.Command):
    """A command whose options a settings file may set."""

    def __init__(self, declaration: Declaration) -> None:
        """The command as it is declared."""
        super().__init__(
            declaration.path[-1],
            params=[_parameter(each) for each in declaration.parameters.values()],
            help=declaration.text,
            callback=self._run,
        )
        self.declaration = declaration

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words, and the settings where they are silent."""
        defaults: Any = ConfiguredDefaults(ctx, self.declaration)
        ctx.default_map = defaults
        if ctx.resilient_parsing and args and args[-1].startswith("-"):
            # For a completion: its value is still to come, and the rest is as it is.
            args = args[:-1]
        if not ctx.resilient_parsing:
            _refuse_twice(self.make_parser(ctx), args)
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help, with options under their headings."""
        write_command_help(self.declaration, formatter)

    def _run(self, **given: Any) -> None:
        declaration = self.declaration
        settings: Any = click.get_current_context().default_map
        arguments: dict[str, Any] = {
            name: (list(value) or None) if option.is_list else value
            for name, option in declaration.parameters.items()
            for value in [given[name]]
        }
        common = Common(
            **{each.name: arguments.pop(each.name) for each in declaration.shared},
            configured=settings.arguments,
        )
        for group, declared in declaration.groups.items():
            arguments[group] = {
                name: given_value(option, arguments.pop(name))
                for name, option in declared.items()
            }
        try:
            with speaking(given):
                declaration.function(common, **arguments)
        except KeyboardInterrupt as error:
            raise Interrupted("interrupted; the database is as it was") from error
        except CfsqlError as error:
            error.args = (f"{error.line}{settings.note(error.line)}",)
            raise


def _refuse_twice(parser: Any, words: list[str]) -> None:
    """Refuse an option that takes one value, and has two: which one is meant is open.

    What is wrong in other ways is refused afterwards, by click.
    """
    try:
        _, _, order = parser.parse_args(list(words))
    except click.ClickException:
        return
    seen: set[str] = set()
    for each in order:
        if not isinstance(each, click.Option) or each.multiple:
            continue
        own, opposite = each.opts[0], [*each.secondary_opts, ""][0]
        if each.name in seen and not each.is_flag:
            raise WrongUse(f"{own} is given twice, and takes one value")
        if each.name in seen and opposite in words and {*each.opts} & {*words}:
            raise WrongUse(f"{own} and {opposite} contradict each other")
        seen.add(str(each.name))


def find_command(path: CommandPath) -> Command:
    """The command of a path."""
    return Command(COMMANDS.find(path))


def _parameter(option: CommandOption) -> click.Parameter:
    """An option or argument as click knows it."""
    kind: Any = Number(option) if option.kind in (int, float) else option.kind

    def complete(
        context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> Any:
        return completions(context, option, incomplete)

    settings: dict[str, Any] = {
        "type": kind,
        "required": option.is_required,
        "metavar": option.metavar or None,
        "shell_complete": complete,
    }
    if not option.is_required and not option.is_list:
        settings["default"] = option.default
    if option.is_argument:
        n_words = -1 if option.is_list else 1
        return click.Argument([option.name], nargs=n_words, **settings)
    short = [option.declared.short] if option.declared.short else []
    spelled = f"--{option.key}"
    if option.kind is bool:
        spelled = f"{spelled}/--{option.opposite}"
    return click.Option(
        [option.name, spelled, *short],
        multiple=option.is_list,
        help=option.help,
        **settings,
    )
