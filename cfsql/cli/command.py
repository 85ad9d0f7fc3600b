"""A declared command as typer's: typer reads the words, the function gets values.

Options that the command line does not give come from a settings file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

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
from cfsql.cli.help import command_help
from cfsql.cli.options import given_value
from cfsql.cli.output import show
from cfsql.errors import CfsqlError, Interrupted, WrongUse
from cfsql.speech import speaking


def find_command(path: CommandPath) -> Any:
    """The command of a path, as typer has it."""
    declaration = COMMANDS.find(path)
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(path[-1], cls=Command, help=declaration.text)(_runner(declaration))
    return typer.main.get_command(app)


class Command(TyperCommand):
    """A command whose options a settings file may set."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words, and the settings where they are silent."""
        ctx.default_map = ConfiguredDefaults(ctx, _declaration(ctx))
        if ctx.resilient_parsing and args and args[-1].startswith("-"):
            # For a completion: its value is still to come, and the rest is as it is.
            args = args[:-1]
        if not ctx.resilient_parsing:
            _refuse_twice(self.make_parser(ctx), args)
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help, with options under their headings."""
        formatter.write("\n".join(command_help(_declaration(ctx))))


def _declaration(context: typer.Context) -> Declaration:
    return COMMANDS.find(tuple(context.command_path.split()[1:]))


def _runner(declaration: Declaration) -> Callable[..., None]:
    """A function that takes what the command line gives, with typer's annotations."""

    def run(ctx: typer.Context, **given: Any) -> None:
        settings: Any = ctx.default_map
        arguments: dict[str, Any] = {
            name: (list(value or ()) or None) if option.is_list else value
            for name, option in declaration.parameters.items()
            for value in [given[name]]
        }
        _refuse_empty(declaration, arguments)
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

    typed = map(_typed, declaration.parameters.values())
    run.__signature__ = Signature([_CONTEXT, _HELP_ALL, *typed])  # type: ignore[attr-defined]
    return run


def _show_all(context: typer.Context, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        show(command_help(_declaration(context), is_whole=True))
        raise typer.Exit


_CONTEXT = Parameter("ctx", Parameter.KEYWORD_ONLY, annotation=typer.Context)
_HELP_ALL = Parameter(
    "help_all",
    Parameter.KEYWORD_ONLY,
    default=False,
    annotation=Annotated[
        bool,
        typer.Option(
            "--help-all", is_eager=True, expose_value=False, callback=_show_all
        ),
    ],
)


def _refuse_empty(declaration: Declaration, arguments: Mapping[str, Any]) -> None:
    """Refuse an empty name, which an unset variable of a shell leaves."""
    for name, option in declaration.parameters.items():
        given = arguments[name]
        for each in given if option.is_list and given else [given]:
            if option.is_named and isinstance(each, str) and not each.strip():
                what = option.metavar if option.is_argument else f"--{option.key}"
                raise WrongUse(f"{what} is empty; give a name, or leave it out")


def _typed(option: CommandOption) -> Parameter:
    """An option or argument as typer knows it."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        return completions(ctx, option, incomplete)

    settings: dict[str, Any] = {
        "help": option.help,
        "metavar": option.metavar or None,
        "autocompletion": complete,
    }
    if option.kind in (int, float):
        settings["parser"] = lambda value: _number(option, value)
    kind = list[option.kind] if option.is_list else option.kind  # type: ignore[name-defined]
    if option.is_argument:
        told = typer.Argument(**settings)
    else:
        spelled = f"--{option.key}"
        if option.kind is bool:
            spelled = f"{spelled}/--{option.opposite}"
        short = [option.declared.short] if option.declared.short else []
        told = typer.Option(spelled, *short, **settings)
    return Parameter(
        option.name,
        Parameter.KEYWORD_ONLY,
        default=Parameter.empty if option.is_required else option.default,
        annotation=Annotated[kind, told],
    )


def _number(option: CommandOption, value: Any) -> Any:
    """The number, or an error that says which ones are taken."""
    try:
        number = option.kind(value)
    except ValueError:
        wanted = NUMBERS[option.kind]
    else:
        too_small = option.least is not None and number < option.least
        if not (too_small or (option.most is not None and number > option.most)):
            return number
        wanted = option.numbers
    raise WrongUse(f"--{option.key} takes {wanted}, not '{value}'")


def _refuse_twice(parser: Any, words: list[str]) -> None:
    """Refuse an option that takes one value, and has two: which one is meant is open.

    What is wrong in other ways is refused afterwards, by typer.
    """
    try:
        _, _, order = parser.parse_args(list(words))
    except typer.TyperException:
        return
    seen: set[str] = set()
    for each in order:
        if each.param_type_name == "argument" or each.multiple:
            continue
        own, opposite = each.opts[0], [*each.secondary_opts, ""][0]
        if each.name in seen and not each.is_flag:
            raise WrongUse(f"{own} is given twice, and takes one value")
        if each.name in seen and opposite in words and {*each.opts} & {*words}:
            raise WrongUse(f"{own} and {opposite} contradict each other")
        seen.add(each.name)
