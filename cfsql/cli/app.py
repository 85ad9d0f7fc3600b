"""The command `cfsql` and how it ends: one line and an exit code for each failure."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from cfsql.cli import (
    audit,
    check,
    compare,
    config,
    contents,
    datasets,
    demo,
    drop,
    experiment,
    explain,
    load,
    rank,
    report,
    ui,
    why,
)
from cfsql.cli.common import say
from cfsql.errors import CfsqlError, ExitCode
from cfsql.version import __version__

app = typer.Typer(
    name="cfsql",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cfsql {__version__}")
        raise typer.Exit


@app.callback()
def cfsql(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Show the version and exit.",
        ),
    ] = False,
) -> None:
    """Why this outcome, and what would have changed it? Answers from the data, in SQL.

    Start with: cfsql demo
    """


load.add_to(app)
rank.add_to(app)
why.add_to(app)
explain.add_to(app)
compare.add_to(app)
check.add_to(app)
contents.add_to(app)
audit.add_to(app)
report.add_to(app)
ui.add_to(app)
drop.add_to(app)
experiment.add_to(app)
datasets.add_to(app)
config.add_to(app)
demo.add_to(app)


def main() -> None:
    """Run the command line."""
    try:
        sys.exit(app(standalone_mode=False))
    except CfsqlError as error:
        say(str(error))
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of a pipe has had enough; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(ExitCode.DONE)
    except KeyboardInterrupt:
        sys.exit(ExitCode.INTERRUPTED)
    except Exception as error:
        # What typer raises on wrong use has no public name in all its versions.
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        context = getattr(error, "ctx", None)
        if "NoArgs" in type(error).__name__ and context is not None:
            typer.echo(context.get_help())
        else:
            command = context.command_path if context is not None else "cfsql"
            say(f"{message().rstrip('.')}; see {command} --help")
        sys.exit(ExitCode.WRONG_USE)
