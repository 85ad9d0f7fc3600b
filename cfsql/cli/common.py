"""What all commands share: the options that every one takes, and how they talk."""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cfsql.errors import Interrupted

if TYPE_CHECKING:
    from cfsql.database import Database
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

    @property
    def path(self) -> str:
        """The database file to use."""
        return self.db or os.environ.get("CFSQL_DB") or DEFAULT_DATABASE

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
            trace=_print_statement if self.show_sql else None,
        )


_OPTIONS = tuple(field.name for field in fields(Common))


def command(
    app: typer.Typer,
    function: Callable[..., None],
    *,
    offered: Iterable[str] = _OPTIONS,
) -> None:
    """Add a command whose first argument is `Common`, from options of its own.

    Those that are not `offered` keep their defaults.
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

    @functools.wraps(function)
    def run(**arguments: Any) -> None:
        common = Common(**{field.name: arguments.pop(field.name) for field in shared})
        try:
            function(common, **arguments)
        except KeyboardInterrupt as error:
            raise Interrupted("interrupted; the database is as it was") from error

    del run.__wrapped__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    name = function.__name__.rstrip("_")
    app.command(name)(run)


def say(message: str) -> None:
    """A line to the user, on standard error."""
    typer.echo(f"cfsql: {' '.join(message.splitlines())}", err=True)


def show(lines: Iterable[str]) -> None:
    """Lines of a result, on standard output."""
    for line in lines:
        typer.echo(line)


def _print_statement(statement: str) -> None:
    typer.echo(f"{statement};\n", err=True)
