"""How a function becomes a command: its parameters are the command's options.

The first parameter is `Common`, the options of every command. A parameter annotated
with a declaration of `cfsql.options`, such as `options: RankOptions`, stands for all
options declared there, but those that the command declares itself. Every other one is
annotated with a typer option or argument of its own.
"""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from inspect import Parameter
from typing import Annotated, Any, get_args, is_typeddict

import typer
from typer.models import OptionInfo

from cfsql.cli.common import Common
from cfsql.cli.configured import Conflicts, configured_command
from cfsql.cli.declared import COMMANDS, spellings
from cfsql.cli.options import given_value, typer_parameter
from cfsql.errors import CfsqlError, Interrupted
from cfsql.options import Option, options_of

_COMMON = tuple(field.name for field in fields(Common) if field.name != "configured")


def _no_conflicts(given: Mapping[str, Any]) -> Iterable[str]:
    return ()


def command(
    app: typer.Typer,
    function: Callable[..., None],
    *,
    offered: Iterable[str] = _COMMON,
    group: str | None = None,
    conflicts: Conflicts = _no_conflicts,
) -> None:
    """Add a command whose first argument is `Common`.

    Common options that are not `offered` keep their defaults. `conflicts` names the
    settings that contradict the command line; they are then not used.
    """
    name = function.__name__.rstrip("_")
    path = (name,) if group is None else (group, name)
    shared = _common_parameters(offered)
    own, groups = _own_parameters(function)
    parameters = [*own, *shared]
    COMMANDS.add(path, parameters)
    parameters = [_with_opposite(each) for each in parameters]

    @functools.wraps(function)
    def run(context: typer.Context, **arguments: Any) -> None:
        settings: Any = context.default_map
        common = Common(
            **{each.name: arguments.pop(each.name) for each in shared},
            configured=settings.arguments,
        )
        for group, declared in groups.items():
            arguments[group] = {
                name: given_value(option, arguments.pop(name))
                for name, option in declared.items()
            }
        try:
            function(common, **arguments)
        except KeyboardInterrupt as error:
            raise Interrupted("interrupted; the database is as it was") from error
        except CfsqlError as error:
            error.args = (f"{error}{settings.note(str(error))}",)
            raise

    del run.__wrapped__
    context = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)
    parameters.insert(0, context)
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    app.command(name, cls=configured_command(path, conflicts))(run)


def _common_parameters(offered: Iterable[str]) -> list[Parameter]:
    annotations = inspect.get_annotations(Common, eval_str=True)
    return [
        Parameter(
            field.name,
            Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=annotations[field.name],
        )
        for field in fields(Common)
        if field.name in offered
    ]


def _own_parameters(
    function: Callable[..., None],
) -> tuple[list[Parameter], dict[str, dict[str, Option]]]:
    """A command's own parameters; and the options that a declaration stands for."""
    _, *own = inspect.signature(function, eval_str=True).parameters.values()
    names = [parameter.name for parameter in own]
    found: list[Parameter] = []
    groups: dict[str, dict[str, Option]] = {}
    for parameter in own:
        if not is_typeddict(parameter.annotation):
            found.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))
            continue
        declared = options_of(parameter.annotation)
        group = {name: declared[name] for name in declared if name not in names}
        found += [typer_parameter(name, option) for name, option in group.items()]
        groups[parameter.name] = group
    return found, groups


def _with_opposite(parameter: Parameter) -> Parameter:
    """A flag with its opposite, such as --no-quiet, for what a settings file sets."""
    kind, *marks = get_args(parameter.annotation)
    info = marks[0]
    if kind is not bool or not isinstance(info, OptionInfo):
        return parameter
    name, *others = spellings(parameter.name, info)
    both = copy.copy(info)
    own = name.removeprefix("--")
    opposite = own.removeprefix("no-") if own.startswith("no-") else f"no-{own}"
    both.default = f"{name}/--{opposite}"
    both.param_decls = tuple(others)
    both.show_default = False
    return parameter.replace(annotation=Annotated[bool, both])
