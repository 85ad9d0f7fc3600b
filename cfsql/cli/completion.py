"""What the Tab key offers: tables, columns, labels, datasets, choices, and files.

They come from the database that the command would read, which is only read. Whatever
goes wrong, nothing is offered and nothing is printed.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cfsql.cli.common import Common
from cfsql.cli.declared import CommandOption
from cfsql.controls import safe
from cfsql.errors import CfsqlError, WrongUse

if TYPE_CHECKING:
    from cfsql.api.database import Database
    from cfsql.api.table import Table

SHELLS = ("bash", "zsh", "fish")

# Where the shell tells what it asks, which typer answers.
COMPLETED = "_CFSQL_COMPLETE"

# The commands that go by the name of a ranking, too.
_OF_RANKINGS = ("audit", "drop", "report")


def completions(
    context: typer.Context, option: CommandOption, incomplete: str
) -> list[str]:
    """What the value of an option may go on as; the shell offers files if nothing."""
    try:
        found = sorted(set(_offered(context, option, incomplete)))
    except Exception:
        # A database that is in use, a settings file that is wrong, a table that is
        # gone: all is said when the command is run.
        return []
    # The shell prints them as they are.
    return [each for each in found if each == safe(each)]


def _offered(
    context: typer.Context, option: CommandOption, incomplete: str
) -> Iterable[str]:
    """All values that are known of an option, as the word that is typed begins."""
    kind = option.metavar
    before, comma, _ = incomplete.rpartition(",")
    begun = before + comma
    if kind in _SOURCES:
        given = set(before.split(","))
        names = [each for each in _SOURCES[kind](context) if each not in given]
        return [begun + each for each in names]
    return option.declared.choices or (kind.split("|") if "|" in kind else ())


def _tables(context: typer.Context) -> list[str]:
    with _database(context) as database:
        names = [each.name for each in database.tables()]
        if context.info_name in _OF_RANKINGS:
            names += [each.name for each in database.rankings()]
    return names


def _columns(context: typer.Context) -> list[str]:
    files = context.params.get("files")
    if files and context.info_name in ("load", "rank"):
        return _columns_of(Path(files[0]))
    with _database(context) as database:
        described = _table(context, database).columns()
    return [name for name, _, role, _ in described if role.startswith("feature")]


def _columns_of(path: Path) -> list[str]:
    """The columns of a file that is to be read."""
    suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    with Common(quiet=True).in_memory() as database:
        connection = database.connection
        if suffix == ".parquet":
            return connection.read_parquet(str(path)).columns
        if suffix in (".json", ".jsonl"):
            return connection.read_json(str(path)).columns
        return connection.read_csv(str(path)).columns


def _cuts(context: typer.Context) -> Iterator[str]:
    for column in _columns(context):
        yield from (f"{column}=q4", f"{column}=w10")


def _labels(context: typer.Context) -> list[str]:
    from cfsql.api.doors import class_names

    with _database(context) as database:
        return class_names(_table(context, database))


def _datasets(context: typer.Context) -> list[str]:
    from cfsql.datasets import DATASETS

    return list(DATASETS)


_SOURCES: dict[str, Callable[[typer.Context], Iterable[str]]] = {
    "T": _tables,
    "COL": _columns,
    "COLS": _columns,
    "COL=CUT": _cuts,
    "LABEL": _labels,
    "DATASET": _datasets,
}


def _database(context: typer.Context) -> Database:
    """The database of the command as far as it is typed."""
    return Common(db=_set(context, "db"), quiet=True).open_to_read()


def _table(context: typer.Context, database: Database) -> Table:
    """The table that is named, or set, or the only one."""
    name = _set(context, "table")
    if name is not None:
        return database.table(name)
    (only,) = database.tables()
    return only


def _set(context: typer.Context, name: str) -> str | None:
    """What is given for an option, or what a settings file says."""
    given = context.params.get(name)
    if isinstance(given, str):
        return given
    from cfsql.cli.declared import COMMANDS
    from cfsql.cli.settings import find

    path = tuple(context.command_path.split()[1:])
    option = COMMANDS.options(path).get(name)
    setting = find().of(path, option) if option is not None else None
    return None if setting is None else str(setting.value)


def script(shell: str) -> str:
    """What a shell runs to complete the words of `cfsql`: typer has it."""
    from cfsql.cli.app import main

    text = io.StringIO()
    os.environ[COMPLETED] = f"source_{_known(shell)}"
    with redirect_stdout(text), suppress(SystemExit):
        main()
    del os.environ[COMPLETED]
    return text.getvalue().strip()


def install(shell: str) -> str:
    """Write the script where the shell looks for it; what was done, in a sentence."""
    name = _known(shell)
    home = Path.home()
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share")
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    path = {
        "bash": data / "bash-completion/completions/cfsql",
        "zsh": home / ".zfunc/_cfsql",
        "fish": config / "fish/completions/cfsql.fish",
    }[name]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script(name) + "\n", encoding="utf-8")
    except OSError as error:
        raise CfsqlError(f"cannot write {path}: {error.strerror}") from error
    then = {
        "bash": "open a new shell; it needs the package bash-completion, or a line "
        f"in ~/.bashrc: source {path}",
        "zsh": "put these into ~/.zshrc and open a new shell: "
        "fpath+=~/.zfunc; autoload -Uz compinit; compinit",
        "fish": "open a new shell",
    }[name]
    return f"wrote {path}; now {then}"


def own_shell() -> str:
    """The shell that the user has, if it is known."""
    return Path(os.environ.get("SHELL", "")).name


def _known(shell: str) -> str:
    if shell in SHELLS:
        return shell
    asked = f"not '{shell}'" if shell else "and $SHELL says nothing"
    raise WrongUse(
        f"completion is for {', '.join(SHELLS)}, {asked}; name one, such as "
        "cfsql --show-completion bash"
    )
