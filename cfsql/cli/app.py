"""The command `cfsql` and how it ends: one line and an exit code for each failure."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cfsql import kernel
from cfsql.cli.command import find_command
from cfsql.cli.completion import COMPLETED, SHELLS, install, own_shell, script
from cfsql.cli.declared import COMMANDS, GROUPS, CommandPath
from cfsql.cli.help import group_help
from cfsql.cli.output import begin, finish, say, say_traceback, show
from cfsql.errors import CfsqlError, ExitCode, UnknownName, nearest_name
from cfsql.version import __version__

_TEXT = "Why this outcome, and what would have changed it? Start with: cfsql demo"


_STOPPED = "interrupted; the database is as it was"


class Group(TyperGroup):
    """Commands by name, each made when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the help."""
        return COMMANDS.below(_path(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command, or the group of this name."""
        path = (*_path(ctx), cmd_name)
        if cmd_name not in self.list_commands(ctx):
            return None
        is_group = cmd_name in GROUPS and len(path) == 1
        return _group(cmd_name) if is_group else find_command(path)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is meant; a wrong name is answered with the nearest."""
        name, known = args[0], self.list_commands(ctx)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            raise UnknownName("command", name, known, ctx.command_path)
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what stands before a command; without one, show the help."""
        if not args and not ctx.resilient_parsing:
            show(ctx.get_help().splitlines())
            ctx.exit(ExitCode.WRONG_USE)
        if args in (["--install-completion"], ["--show-completion"]):
            args = [*args, own_shell()]
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help: the commands by what they are for."""
        path = _path(ctx)
        commands = {
            task: [(name, COMMANDS.summary((*path, name))) for name in names]
            for task, names in COMMANDS.tasks(path).items()
        }
        own: Any = self.params
        options = [(f"{each.opts[0]} {each.metavar or ''}", each.help) for each in own]
        lines = group_help(path, self.help or "", options, commands)
        formatter.write("\n".join(lines))


def _path(context: Any) -> CommandPath:
    return tuple(context.command_path.split()[1:])


def _group(name: str | None = None) -> Any:
    """The command `cfsql`, or a group below it."""
    app = typer.Typer(
        name=name,
        cls=Group,
        help=GROUPS[name] if name else _TEXT,
        add_completion=COMPLETED in os.environ,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()((lambda: None) if name else _before_commands)
    return typer.main.get_command(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        show([f"cfsql {__version__}"])
        if not kernel.is_there():
            say(f"SQL does all the work: no native kernel, {kernel.missing()}")
        raise typer.Exit


def _show_script(shell: str | None) -> None:
    if shell is not None:
        show([script(shell)], is_data=True)
        raise typer.Exit


def _install_script(shell: str | None) -> None:
    if shell is not None:
        say(install(shell))
        raise typer.Exit


# A shell by its name, or the user's own.
_SHELL: dict[str, Any] = {
    "metavar": "[SHELL]",
    "is_eager": True,
    "autocompletion": lambda: list(SHELLS),
}


def _before_commands(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_show_version, help="Show the version."
        ),
    ] = False,
    install_completion: Annotated[
        str | None,
        typer.Option(
            callback=_install_script,
            help="Complete words with the Tab key in bash, zsh or fish.",
            **_SHELL,
        ),
    ] = None,
    show_completion: Annotated[
        str | None,
        typer.Option(
            callback=_show_script, help="Print what completes them there.", **_SHELL
        ),
    ] = None,
) -> None:
    """Take what stands before a command; each of it shows something and ends."""


def main() -> None:
    """Run the command line."""
    begin()
    try:
        code = _group().main(prog_name="cfsql", standalone_mode=False)
        finish()
        if code == ExitCode.INTERRUPTED:
            say(_STOPPED)
        sys.exit(code)
    except CfsqlError as error:
        say(error.line)
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        say(_STOPPED)
        sys.exit(ExitCode.INTERRUPTED)
    except typer.TyperException as error:
        say(_wrong_use(error))
        sys.exit(ExitCode.WRONG_USE)
    except Exception:
        say_traceback()
        sys.exit(ExitCode.FAILED)


def _elsewhere(option: str, command: str) -> str | None:
    """What is meant by an option that a command does not have, if it is known."""
    key = option.removeprefix("--")
    if command == "cfsql" and COMMANDS.having(key):
        return f"{option} stands after the command: cfsql COMMAND {option} …"
    known = COMMANDS.options(tuple(command.split()[1:])) if command != "cfsql" else {}
    if "format" in known and key in known["format"].declared.choices:
        return f"no option {option} in {command}; did you mean --format {key}?"
    reads_rankings = command in ("cfsql audit", "cfsql report")
    if reads_rankings and ("rank",) in COMMANDS.having(key):
        return (
            f"no option {option} in {command}, which reads a ranking; make one with: "
            f"cfsql rank --table T {option} … --into N, then: {command} --table N"
        )
    return None


def _wrong_use(error: Any) -> str:
    """What typer refuses, in a line that says what to do."""
    context = getattr(error, "ctx", None)
    command = "cfsql" if context is None else context.command_path
    if not hasattr(error, "possibilities"):
        return f"{error.format_message().rstrip('.')}; see {command} --help"
    known = [
        spelling
        for each in (() if context is None else context.command.params)
        for spelling in (*each.opts, *each.secondary_opts)
        if spelling.startswith("--")
    ]
    placed = _elsewhere(error.option_name, command)
    if placed is not None:
        return placed
    near = nearest_name(error.option_name, known)
    hint = f"did you mean {near}?" if near else f"see {command} --help"
    return f"no option {error.option_name} in {command}; {hint}"
