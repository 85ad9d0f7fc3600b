"""Tables and queries of databases: of this one, another file, or a server."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import duckdb

from cfsql.engines.duckdb import (
    CF_SCHEMA,
    INTERNAL_SCHEMA,
    Session,
    explain_error,
)
from cfsql.engines.foreign import postgres, sqlite
from cfsql.engines.identifiers import quote
from cfsql.engines.queries import query
from cfsql.errors import BadFile, QueryFailed, UnknownName, WrongUse
from cfsql.tables.carried import carried_tables
from cfsql.tables.reading import Reading
from cfsql.tables.sources.source import Source
from cfsql.words import listing

# What stands before the name of a table of the database itself.
TABLE = "table:"

_DUCKDB, _DUCKDB_AT = b"DUCK", 8
_OWN = frozenset({CF_SCHEMA, INTERNAL_SCHEMA})


@dataclass(frozen=True)
class OfDuckDB(Source):
    """A table, a view or a query of this database, or of another file of DuckDB."""

    sql: str | None = None
    path: Path | None = None
    table: str | None = None

    def stage(
        self,
        session: Session,
        reading: Reading,
        *,
        text: bool = False,
        named: Sequence[str] = (),
    ) -> list[str]:
        """Point `incoming` at rows of this database; read others into it."""
        reading.refuse_other_formats(self.name)
        if self.place is not None:
            session.bind("incoming", quote(session.catalog, *self.place))
            return session.columns("incoming")
        there: AbstractContextManager[None] = nullcontext()
        if self.path is not None:
            there = session.attached(self.path)
        with there:
            if self.sql is not None:
                session.stage_statement("incoming", self.sql)
            elif self.carried is not None:
                self.carried.stage(session)
            else:
                schema, name, _ = find_table(session, self.table or "", str(self.path))
                session.bind("attached_rows", quote(session.catalog, schema, name))
                session.stage(query("load/read_attached"))
                session.forget("attached_rows")
        return session.columns("incoming")


@dataclass(frozen=True)
class OfSqlite(Source):
    """A table, a view or a query of a SQLite file."""

    path: Path = Path()
    table: str | None = None
    sql: str | None = None

    def stage(
        self,
        session: Session,
        reading: Reading,
        *,
        text: bool = False,
        named: Sequence[str] = (),
    ) -> list[str]:
        """Read the rows into `incoming`, batch by batch."""
        reading.refuse_other_formats(self.name)
        with sqlite.stream(self.path, table=self.table, sql=self.sql) as reader:
            return _stage_stream(session, self.name, reader, {})


@dataclass(frozen=True)
class OfPostgres(Source):
    """A table, a view or a query of a PostgreSQL server."""

    server: str = ""
    table: str | None = None
    sql: str | None = None

    def stage(
        self,
        session: Session,
        reading: Reading,
        *,
        text: bool = False,
        named: Sequence[str] = (),
    ) -> list[str]:
        """Read the rows into `incoming`, batch by batch."""
        reading.refuse_other_formats(self.name)
        with postgres.stream(self.server, table=self.table, sql=self.sql) as rows:
            return _stage_stream(session, self.name, rows.reader, rows.types)


def own_query(from_: str | None, sql: str | None) -> Source:
    """A query on the database itself."""
    if from_ is not None:
        raise WrongUse(
            f"--from names a table of the database that is given before it; for one of "
            f"this database: {TABLE}{from_}"
        )
    if sql is None:
        raise WrongUse("read what? Give a SOURCE, or a query with --sql")
    return OfDuckDB("a query", "the query", None, {"sql": sql}, sql=sql)


def find(
    session: Session, given: str, from_: str | None, sql: str | None
) -> Source | None:
    """The table or query of a database that an address is of; None for other files."""
    if given.startswith(TABLE):
        if from_ is not None or sql is not None:
            raise WrongUse(f"{given} names a table; leave --from and --sql out")
        return _own_table(session, given.removeprefix(TABLE))
    if given.startswith(postgres.SCHEMES):
        postgres.refuse_password(given)
        return _on_server(given, from_, sql)
    path = Path(given)
    start = _start(path)
    if start.startswith(sqlite.START):
        return _in_sqlite(path, from_, sql)
    if start[_DUCKDB_AT:].startswith(_DUCKDB):
        return _in_file(session, path, from_, sql)
    return None


def _start(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(len(sqlite.START))
    except OSError:
        return b""


def _own_table(session: Session, name: str) -> Source:
    """A table or view of the database itself, which stays where it is."""
    schema, table, kind = find_table(session, name, "the database")
    shown = table if schema == session.schema else f"{schema}.{table}"
    address = {"source": f"{TABLE}{_spelled(schema, table)}"}
    return OfDuckDB(f"a {kind}", shown, table, address, place=(schema, table))


def _in_file(
    session: Session, path: Path, from_: str | None, sql: str | None
) -> Source:
    own = session.file
    if own is not None and own.exists() and own.samefile(path):
        return own_query(None, sql) if from_ is None else _own_table(session, from_)
    address: dict[str, object] = {"source": str(path.absolute())}
    if sql is not None:
        name, address["sql"] = f"the query on {path}", sql
        return OfDuckDB("a query", name, None, address, sql=sql, path=path)
    with session.attached(path):
        known = {_plain(*each): each for each in _known(session).values()}
        held = carried_tables(session)
        table = from_ or _only(list(held or known), path)
        carried = {name.lower(): each for name, each in held.items()}.get(table.lower())
        if carried is not None:
            schema, name = carried.place
        else:
            schema, name, _ = find_table(session, table, str(path))
            carried = {each.place: each for each in held.values()}.get((schema, name))
    spelled = _spelled(schema, name)
    shown = f"{name} of {path}" if schema == "main" else f"{schema}.{name} of {path}"
    return OfDuckDB(
        "a DuckDB file",
        shown,
        name,
        address | {"from": spelled},
        path=path,
        table=spelled,
        carried=carried,
    )


def _in_sqlite(path: Path, from_: str | None, sql: str | None) -> Source:
    address: dict[str, object] = {"source": str(path.absolute())}
    if sql is not None:
        name, address["sql"] = f"the query on {path}", sql
        return OfSqlite("a query", name, None, address, path=path, sql=sql)
    known = sqlite.tables(path)
    wanted = from_ or _only(known, path)
    table = next((each for each in known if each.lower() == wanted.lower()), None)
    if table is None:
        raise UnknownName("table", wanted, known, str(path))
    address["from"] = table
    shown = f"{table} of {path}"
    return OfSqlite("a SQLite file", shown, table, address, path=path, table=table)


def _on_server(server: str, from_: str | None, sql: str | None) -> Source:
    address = {"source": server}
    if sql is not None:
        name = f"the query on {server}"
        address["sql"] = sql
        return OfPostgres("a query", name, None, address, server=server, sql=sql)
    if from_ is None:
        raise WrongUse(f"which table of {server}? Name it with --from, or give --sql")
    address["from"] = from_
    stem = from_.rpartition(".")[2].strip('"')
    return OfPostgres(
        "PostgreSQL", f"{from_} of {server}", stem, address, server=server, table=from_
    )


def _only(known: Sequence[str], path: Path) -> str:
    """The only table of a file; else refuse to choose one."""
    if len(known) == 1:
        return known[0]
    shown = f": {listing(sorted(known))}" if 0 < len(known) <= 8 else ""
    raise WrongUse(
        f"which table of {path}? Name it with --from, or give --sql{shown}"
        if known
        else f"{path} has no tables"
    )


# Names of tables.


def find_table(session: Session, name: str, where: str) -> tuple[str, str, str]:
    """The schema, the name and the kind of a table or view: `customers`, `crm.orders`.

    What is in the current schema needs none before it, nor does what is there once.
    """
    known = _known(session)
    found = known.get(name.lower()) or known.get(".".join(_parts(name)).lower())
    if found is None:
        raise UnknownName(
            "table", name, [_plain(*each) for each in known.values()], where
        )
    return found


def _known(session: Session) -> dict[str, tuple[str, str, str]]:
    """Schema, name and kind of every table that people made, by how it may be named."""
    rows = session.fetch(query("catalog/relations"), catalog=session.catalog)
    relations = [each for each in rows if each[0] not in _OWN]
    known = {
        f"{schema}.{name}".lower(): (schema, name, kind)
        for schema, name, kind in relations
    }
    short: dict[str, list[tuple[str, str, str]]] = {}
    for schema, name, kind in relations:
        short.setdefault(name.lower(), []).append((schema, name, kind))
    for name, found in short.items():
        here = [each for each in found if each[0] == session.schema]
        if here or len(found) == 1:
            known[name] = (here or found)[0]
    return known


def _parts(name: str) -> list[str]:
    """The parts of a name, between dots; quotes keep a dot inside."""
    (parts,) = csv.reader([name], delimiter=".")
    return parts


def _spelled(schema: str, name: str) -> str:
    """A name that `find_table` finds again."""
    return f"{schema}.{name}"


def _plain(schema: str, name: str, _: str) -> str:
    return name if schema == "main" else f"{schema}.{name}"


def _stage_stream(
    session: Session, name: str, reader: object, types: Mapping[str, str]
) -> list[str]:
    """Read a stream into `incoming`, and cast its texts."""
    try:
        session.register("incoming_frame", reader)
        session.stage(query("load/read_frame"))
    except (duckdb.Error, QueryFailed) as error:
        raise BadFile(f"{name}: {explain_error(error.__cause__ or error)}") from error
    session.stage_cast("incoming", types)
    return session.columns("incoming")
