"""The command `cfsql` and how it ends: one line and an exit code for each failure."""

from __future__ import annotations

import sys
from typing import Any

import click

from cfsql.cli.command import find_command
from cfsql.cli.completion import SHELLS, install, script
from cfsql.cli.declared import COMMANDS, GROUPS, CommandPath
from cfsql.cli.help import width
from cfsql.cli.output import begin, finish, say, say_traceback, show
from cfsql.errors import CfsqlError, ExitCode, UnknownName, nearest_name
from cfsql.version import __version__

_TEXT = """\
Why this outcome, and what would have changed it? Answers from the data, in SQL.

Start with: cfsql demo
"""


class Group(click.Group):
    """Commands by name, each made when it is asked for."""

    def __init__(self, path: CommandPath, **settings: Any) -> None:
        """The commands below a path."""
        super().__init__(
            path[-1] if path else "cfsql",
            no_args_is_help=True,
            context_settings={"help_option_names": ["-h", "--help"]},
            **settings,
        )
        self._path = path

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help."""
        return COMMANDS.below(self._path)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, or the group of this name."""
        path = (*self._path, cmd_name)
        if cmd_name not in COMMANDS.below(self._path):
            return None
        if cmd_name in GROUPS and not self._path:
            return Group(path, help=GROUPS[cmd_name])
        return find_command(path)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; a wrong name is answered with the nearest."""
        name = args[0]
        known = COMMANDS.below(self._path)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            raise UnknownName("command", name, known, ctx.command_path)
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help, as wide as the terminal."""
        formatter.width = width()
        super().format_help(ctx, formatter)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Every command with its whole summary."""
        rows = [
            (name, _summary((*self._path, name))) for name in self.list_commands(ctx)
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _summary(path: CommandPath) -> str:
    if path[-1] in GROUPS and len(path) == 1:
        return GROUPS[path[-1]]
    return " ".join(COMMANDS.find(path).text.split("\n\n")[0].split())


def _shown(text: str) -> Any:
    """A callback that prints a text and ends."""

    def callback(context: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted and not context.resilient_parsing:
            show([text])
            context.exit()

    return callback


def _show_script(context: click.Context, _: click.Parameter, shell: str | None) -> None:
    if shell is not None and not context.resilient_parsing:
        show([script(app, shell)], is_data=True)
        context.exit()


def _install_script(
    context: click.Context, _: click.Parameter, shell: str | None
) -> None:
    if shell is not None and not context.resilient_parsing:
        say(install(app, shell))
        context.exit()


def _shells(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    return [each for each in SHELLS if each.startswith(incomplete)]


def _of_shell(name: str, callback: Any, help: str) -> click.Option:
    """An option about a shell: the one that is named, or the user's."""
    return click.Option(
        [name],
        type=str,
        metavar="[SHELL]",
        is_flag=False,
        flag_value="",
        is_eager=True,
        expose_value=False,
        callback=callback,
        help=f"{help} {', '.join(SHELLS)}; without a name yours.",
        shell_complete=lambda *_: [
            click.shell_completion.CompletionItem(each) for each in SHELLS
        ],
    )


app = Group(
    (),
    help=_TEXT,
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_shown(f"cfsql {__version__}"),
            help="Show the version.",
        ),
        _of_shell(
            "--install-completion",
            _install_script,
            "Complete commands, tables and columns with the Tab key of a shell:",
        ),
        _of_shell(
            "--show-completion", _show_script, "Print what completes them in a shell:"
        ),
    ],
)


def main() -> None:
    """Run the command line."""
    begin()
    try:
        code = app.main(prog_name="cfsql", standalone_mode=False)
        finish()
        sys.exit(code)
    except CfsqlError as error:
        say(error.line)
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(ExitCode.INTERRUPTED)
    except click.exceptions.NoArgsIsHelpError as error:
        show(error.format_message().splitlines())
        sys.exit(ExitCode.WRONG_USE)
    except click.UsageError as error:
        say(_wrong_use(error))
        sys.exit(ExitCode.WRONG_USE)
    except Exception:
        say_traceback()
        sys.exit(ExitCode.FAILED)


def _elsewhere(option: str, command: str) -> str | None:
    """Where an option stands that a command does not have, if it is known."""
    key = option.removeprefix("--")
    if command == "cfsql" and COMMANDS.having(key):
        return f"{option} stands after the command: cfsql COMMAND {option} …"
    reads_rankings = command in ("cfsql audit", "cfsql report")
    if reads_rankings and ("rank",) in COMMANDS.having(key):
        return (
            f"no option {option} in {command}, which reads a ranking; make one with: "
            f"cfsql rank --table T {option} … --into N, then: {command} --table N"
        )
    return None


def _wrong_use(error: click.UsageError) -> str:
    """What click refuses, in a line that says what to do."""
    command = error.ctx.command_path if error.ctx is not None else "cfsql"
    if isinstance(error, click.NoSuchOption):
        known = [
            spelling
            for each in (error.ctx.command.params if error.ctx is not None else ())
            for spelling in (*each.opts, *each.secondary_opts)
            if spelling.startswith("--")
        ]
        placed = _elsewhere(error.option_name, command)
        if placed is not None:
            return placed
        near = nearest_name(error.option_name, known)
        hint = f"did you mean {near}?" if near else f"see {command} --help"
        return f"no option {error.option_name} in {command}; {hint}"
    return f"{error.format_message().rstrip('.')}; see {command} --help"
