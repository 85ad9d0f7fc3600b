"""What all commands share: the options that every one takes, and how they talk."""

from __future__ import annotations

import copy
import functools
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer
from typer.models import OptionInfo

from cfsql.cli.declared import COMMANDS, spellings
from cfsql.cli.settled import MakesWay, command_class
from cfsql.errors import CfsqlError, Interrupted

if TYPE_CHECKING:
    from cfsql.api.database import Database
    from cfsql.engines.duckdb import Trace
    from cfsql.progress import Progress

DEFAULT_DATABASE = "cfsql.duckdb"


@dataclass(frozen=True)
class Common:
    """The options of every command."""

    db: Annotated[
        str | None,
        typer.Option(
            help="The database file.  [default: $CFSQL_DB, else cfsql.duckdb]",
            show_default=False,
            metavar="PATH",
        ),
    ] = None
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No messages and no progress.")
    ] = False
    show_sql: Annotated[
        bool, typer.Option("--show-sql", help="Print every statement to stderr.")
    ] = False
    threads: Annotated[
        int | None,
        typer.Option(
            min=1, max=1024, metavar="N", help="Cores to use.  [default: all]"
        ),
    ] = None
    memory_limit: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="Memory to use, such as 4GB; beyond it, disk.  [default: DuckDB's]",
        ),
    ] = None
    # What a settings file says, as the command line would have it; no option.
    settled: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The database file to use."""
        return self.db or os.environ.get("CFSQL_DB") or DEFAULT_DATABASE

    @property
    def command_line(self) -> list[str]:
        """The command that was given, with what a settings file added to it."""
        return ["cfsql", *sys.argv[1:2], *self.settled, *sys.argv[2:]]

    @property
    def trace(self) -> Trace | None:
        """What to do with every statement that is run."""
        return _print_statement if self.show_sql else None

    def tell(self, message: str) -> None:
        """Talk to the user, unless they want quiet."""
        if not self.quiet:
            say(message)

    def progress(self) -> Progress:
        """Progress on a terminal; silence elsewhere."""
        from cfsql.progress import Silent

        if self.quiet or not sys.stderr.isatty():
            return Silent()
        from cfsql.cli.progress_bar import ProgressBar

        return ProgressBar()

    def open_to_read(self) -> Database:
        """The database, opened read-only, to be closed by the caller."""
        return self._open(self.path, read_only=True)

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """The database, opened read-only."""
        with self._open(self.path, read_only=True) as database:
            yield database

    @contextmanager
    def writing(self, *, create: bool = False) -> Iterator[Database]:
        """The database, to write to; with `create`, a new one if it is not there.

        A file that this command made goes again if the command fails.
        """
        path = Path(self.path)
        is_new = not path.exists()
        if is_new and not create:
            with self.reading():
                pass
        try:
            with self._open(self.path, read_only=False) as database:
                yield database
        except BaseException:
            if is_new:
                path.unlink(missing_ok=True)
                Path(f"{path}.wal").unlink(missing_ok=True)
            raise

    @contextmanager
    def in_memory(self) -> Iterator[Database]:
        """A database that is gone afterwards."""
        with self._open(":memory:", read_only=False) as database:
            yield database

    def _open(self, path: str, *, read_only: bool) -> Database:
        import cfsql

        return cfsql.connect(
            path,
            read_only=read_only,
            threads=self.threads,
            memory_limit=self.memory_limit,
            trace=self.trace,
        )


_OPTIONS = tuple(field.name for field in fields(Common) if field.name != "settled")


def _nothing_makes_way(given: Mapping[str, Any]) -> Iterable[str]:
    return ()


def command(
    app: typer.Typer,
    function: Callable[..., None],
    *,
    offered: Iterable[str] = _OPTIONS,
    group: str | None = None,
    makes_way: MakesWay = _nothing_makes_way,
) -> None:
    """Add a command whose first argument is `Common`, from options of its own.

    Those that are not `offered` keep their defaults. `makes_way` names the settings
    that do not go with what the command line gives, and then do not hold.
    """
    shared = [field for field in fields(Common) if field.name in offered]
    _, *own = inspect.signature(function, eval_str=True).parameters.values()
    annotations = inspect.get_annotations(Common, eval_str=True)
    parameters = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own]
    parameters += [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=annotations[field.name],
        )
        for field in shared
    ]
    name = function.__name__.rstrip("_")
    path = (name,) if group is None else (group, name)
    COMMANDS.add(path, parameters)
    parameters = [_with_opposite(each) for each in parameters]

    @functools.wraps(function)
    def run(context: typer.Context, **arguments: Any) -> None:
        settled: Any = context.default_map
        common = Common(
            **{field.name: arguments.pop(field.name) for field in shared},
            settled=settled.arguments,
        )
        try:
            function(common, **arguments)
        except KeyboardInterrupt as error:
            raise Interrupted("interrupted; the database is as it was") from error
        except CfsqlError as error:
            error.args = (f"{error}{settled.note(str(error))}",)
            raise

    del run.__wrapped__
    context = inspect.Parameter(
        "context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context
    )
    parameters.insert(0, context)
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    app.command(name, cls=command_class(path, makes_way))(run)


def _with_opposite(parameter: inspect.Parameter) -> inspect.Parameter:
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


def say(message: str) -> None:
    """A line to the user, on standard error."""
    typer.echo(f"cfsql: {' '.join(message.splitlines())}", err=True)


def show(lines: Iterable[str]) -> None:
    """Lines of a result, on standard output."""
    for line in lines:
        typer.echo(line)


def _print_statement(statement: str) -> None:
    typer.echo(f"{statement};\n", err=True)
