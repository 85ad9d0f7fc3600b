"""What may be set is what the command line takes."""

from __future__ import annotations

from cfsql.cli.command import find_command
from cfsql.cli.declared import COMMANDS, OF_ONE_COMMAND


def test_what_may_be_set_is_what_the_command_line_takes() -> None:
    """Against what typer reads, which is what a user can type."""
    for path in COMMANDS.paths:
        each = find_command(path)
        declared = {
            option.name: (f"--{option.key}", option.kind is bool, option.is_list)
            for option in COMMANDS.options(path).values()
        }
        assert declared == {
            parameter.name: (
                max(parameter.opts, key=len),
                parameter.is_flag,
                parameter.multiple,
            )
            for parameter in each.params
            if parameter.param_type_name == "option" and parameter.name != "help_all"
        }
        for parameter in each.params:
            if getattr(parameter, "is_flag", False) and parameter.name != "help_all":
                (name,) = parameter.secondary_opts
                own = max(parameter.opts, key=len)[2:]
                is_no = own.startswith("no-")
                assert name == (f"--{own[3:]}" if is_no else f"--no-{own}")


def test_an_option_of_several_commands_means_the_same_or_is_of_one_command() -> None:
    """Whoever adds an option decides which; a help of its own asks for it."""
    same = {"format", "ignore", "keep", "language", "seed", "show", "table"}
    keys = {key for path in COMMANDS.paths for key in COMMANDS.keys(path)}
    told_apart = {
        key
        for key in keys
        if len({option.help for option in COMMANDS.having(key).values()}) > 1
    }
    assert told_apart <= OF_ONE_COMMAND | same | {"row"}
    assert {key for key in OF_ONE_COMMAND if len(COMMANDS.having(key)) < 2} == set()
    # At the top of a settings file `sql` is the command; in [load] it is the option.
    assert keys & {name for path in COMMANDS.paths for name in path} == {"sql"}
