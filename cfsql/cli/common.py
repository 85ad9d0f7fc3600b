"""What all commands share: options, the database, and how they talk and show."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cfsql.cli.output import bold, finish, say, say_statement, show
from cfsql.errors import CfsqlError
from cfsql.options import Option, SpeechOptions
from cfsql.speech import Speech

if TYPE_CHECKING:
    import duckdb

    from cfsql.api.database import Database
    from cfsql.api.table import Table
    from cfsql.engines.duckdb import Trace
    from cfsql.progress import Progress
    from cfsql.tables.frames import Frames

DEFAULT_DATABASE = "cfsql.duckdb"


@dataclass(frozen=True)
class Common:
    """The options of every command."""

    db: Annotated[
        str | None,
        Option("The database file.  [default: $CFSQL_DB, else cfsql.duckdb]", "PATH"),
    ] = None
    quiet: Annotated[bool, Option("No messages and no progress.", short="-q")] = False
    show_sql: Annotated[bool, Option("Print every statement to stderr.")] = False
    threads: Annotated[
        int | None, Option("Cores to use.  [default: all]", "N", least=1, most=1024)
    ] = None
    memory_limit: Annotated[
        str | None,
        Option(
            "Memory to use, such as 4GB; beyond it, disk.  [default: DuckDB's]", "SIZE"
        ),
    ] = None
    # What a settings file adds, as words of the command line; no option.
    configured: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The database file to use."""
        return self.db or os.environ.get("CFSQL_DB") or DEFAULT_DATABASE

    @property
    def command_line(self) -> list[str]:
        """The command that was given, with what a settings file added to it."""
        return ["cfsql", *sys.argv[1:2], *self.configured, *sys.argv[2:]]

    @property
    def trace(self) -> Trace | None:
        """What to do with every statement that is run."""
        return say_statement if self.show_sql else None

    def tell(self, message: str) -> None:
        """Talk to the user, unless they want quiet."""
        if not self.quiet:
            say(message)

    def progress(self, *, in_files: bool = False) -> Progress:
        """Progress on a terminal; silence elsewhere, or lines in files."""
        from cfsql.progress import Silent

        is_dumb = os.environ.get("TERM", "") in ("", "dumb")
        has_bar = sys.stderr.isatty() and not is_dumb
        if self.quiet or not (has_bar or in_files):
            return Silent()
        from cfsql.cli.progress_bar import ProgressBar, ProgressLines

        return ProgressBar() if has_bar else ProgressLines()

    def open_to_read(self) -> Database:
        """The database, opened read-only, to be closed by the caller."""
        return self._open(self.path, read_only=True)

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """The database, opened read-only."""
        with self._open(self.path, read_only=True) as database:
            yield database
            self._tell_remarks(database)

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
                self._tell_remarks(database)
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
            self._tell_remarks(database)

    def _tell_remarks(self, database: Database) -> None:
        """Say what is to be known beside the answers, once."""
        for remark in dict.fromkeys(database.remarks):
            self.tell(remark)

    def _open(self, path: str, *, read_only: bool) -> Database:
        import cfsql

        return cfsql.connect(
            path,
            read_only=read_only,
            threads=self.threads,
            memory_limit=self.memory_limit,
            trace=self.trace,
        )


def show_json(record: object) -> None:
    """A record or a list of them for programs, on standard output."""
    from cfsql.cells import json_text

    show([json_text(record, indent=2)], is_data=True)


def check_output(format: str, out: str | None, *, bom: bool) -> None:
    """Refuse a format or file that cannot be, before anything is computed."""
    from cfsql import export
    from cfsql.show import formats

    formats.check(format)
    export.check_bom(bom, format, out)
    if out is not None:
        export.check(out)


def answer_lines(format: str, record: object, lines: Iterable[str]) -> Iterable[str]:
    """The same of a stored answer: the record is shown, the lines are returned."""
    if format == "json":
        show_json(record)
        return ()
    return lines


def show_answer(format: str, record: object, lines: Iterable[str]) -> None:
    """An answer: lines for a person, or with --format json its record."""
    if format == "json":
        show_json(record)
    else:
        show(lines)


@contextmanager
def presenting(
    database: Database, present: Callable[[Any], Iterable[str] | None]
) -> Iterator[None]:
    """Store a result inside, and show it.

    `present` computes and writes before the result is stored for good: where it fails,
    nothing is. Data for programs it writes itself, and lines for a person it returns:
    these are shown once all is stored.
    """
    lines: list[str] = []

    def work(made: Any) -> None:
        lines.extend(present(made) or ())
        if not lines:
            finish()

    with database.before_commit(work):
        yield
    try:
        show(lines)
        finish()
    except CfsqlError as error:
        say(f"{error.line}, but it is stored")


def show_rows(
    format: str, relation: duckdb.DuckDBPyRelation, *, bom: bool = False
) -> None:
    """The rows of a relation, in a format for programs."""
    from cfsql.api.doors import rows_of

    show_table(format, relation.columns, rows_of(relation), bom=bom)


def result_lines(
    common: Common,
    found: Frames,
    lines: Callable[[], Iterable[str]],
    *,
    format: str,
    out: str | None,
    bom: bool,
    record: Callable[[], object] | None = None,
) -> Iterable[str]:
    """Show a result as data, or give its lines for a person; first --out is written."""
    from cfsql.words import many

    notes = [] if out is None else found.to_file(out, bom=bom)
    shown: Iterable[str] = ()
    if format == "table":
        shown = lines()
    elif format == "json" and record is not None:
        show_json(record())
    else:
        relation = found.relation()
        if format == "markdown" and "changes" in relation.columns:
            # The column `explanation` says the same, and can be read.
            relation = relation.project("* exclude (changes)")
        show_rows(format, relation, bom=bom)
    for note in notes:
        common.tell(note)
    if out is not None:
        common.tell(f"wrote {many(len(found.relation()), 'row')} to {out}")
    return shown


def show_result(
    common: Common,
    found: Frames,
    lines: Callable[[], Iterable[str]],
    **how: Any,
) -> None:
    """A result, for a person or as data; with --out it is written to a file first."""
    show(result_lines(common, found, lines, **how))


def show_table(
    format: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    bom: bool = False,
) -> None:
    """Rows in a format, for a person or for programs, or as CSV for spreadsheets."""
    from cfsql.show import formats

    if bom and format == "csv":
        lines = formats.spreadsheet_lines(columns, rows)
    else:
        lines = formats.lines(format, columns, rows)
    is_data = format in formats.FOR_PROGRAMS
    show(lines, is_data=is_data, is_whole=format == "markdown")


def emphasis() -> Callable[[str], str]:
    """How a text stands out: on a terminal with colours, and not at all elsewhere."""
    from cfsql.show.screen import has_colours

    return bold if has_colours() else str


def refuse_unknown_names(table: Table, speech: SpeechOptions) -> None:
    """Refuse display names of columns that the table does not have."""
    names = Speech.of(speech).names
    if names.each:
        known = [name for name, *_ in table.columns()]
        names.refuse_unknown(known, table.name)
