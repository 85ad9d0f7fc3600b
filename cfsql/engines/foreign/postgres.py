"""PostgreSQL by ADBC: the rows of a table or a query as a stream of Arrow.

Passwords are libpq's affair: they come from the environment (PGPASSWORD) or from
~/.pgpass. An address with a password is refused, so that none is stored or printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from cfsql.engines.effects import refuse_effects_in
from cfsql.engines.identifiers import quote
from cfsql.errors import BadFile, CfsqlError, UnknownName, WrongUse, installing

if TYPE_CHECKING:
    import pyarrow

SCHEMES = ("postgresql://", "postgres://")

# What Arrow holds as PostgreSQL does.
_AS_THEY_ARE = {
    *("bool", "int2", "int4", "int8", "float4", "float8", "uuid", "bytea", "time"),
    *("text", "varchar", "bpchar", "name", "interval"),
}
# Others come as texts, which DuckDB reads as these types: ADBC has numbers as texts
# anyway, and makes a date of `infinity`.
_READ_AS = {
    "numeric": "DOUBLE",
    "date": "DATE",
    "timestamp": "TIMESTAMP",
    "timestamptz": "TIMESTAMP WITH TIME ZONE",
    "json": "JSON",
    "jsonb": "JSON",
}
_MOST_DIGITS = 38


@dataclass(frozen=True)
class Rows:
    """A stream of rows, and the types to cast its texts to."""

    reader: pyarrow.RecordBatchReader
    types: dict[str, str]


def refuse_password(address: str) -> None:
    """Refuse an address with a password, without repeating it."""
    parts = urlsplit(address)
    # What has no host may have one in its path.
    user = parts.netloc.rpartition("@")[0]
    if ":" in user or "password" in parse_qs(parts.query) or "passfile" in parts.query:
        raise WrongUse(
            "leave the password out of the address: it would be seen and stored; "
            "give it in PGPASSWORD, or in ~/.pgpass"
        )


@contextmanager
def stream(address: str, *, table: str | None, sql: str | None) -> Iterator[Rows]:
    """The rows of a table, or of a query."""
    if sql is not None:
        refuse_effects_in(sql)
    with _connected(address) as cursor:
        if sql is None:
            found = _find(cursor, table or "", address)
            statement = f"select * from {found}"
        else:
            statement = sql.rstrip().removesuffix(";")
        try:
            # Whatever stands in the brackets, it is one query, and it reads.
            cursor.execute(f"select * from (\n{statement}\n) as source_rows limit 0")
            members, types = _members(cursor.fetch_arrow_table().schema)
            cursor.execute(f"select {members} from (\n{statement}\n) as source_rows")
            reader = cursor.fetch_record_batch()
        except _driver().Error as error:
            raise WrongUse(f"--sql: {_reason(error)}") from error
        yield Rows(reader, types)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """A cursor on a server, in a transaction that only reads."""
    driver = _driver()
    try:
        connection = driver.connect(address)
    except driver.Error as error:
        raise CfsqlError(f"cannot connect to {address}: {_reason(error)}") from error
    try:
        with connection.cursor() as cursor:
            cursor.execute("set transaction read only")
            cursor.execute("set local datestyle = 'ISO, YMD'")
            cursor.execute("set local timezone = 'UTC'")
            cursor.execute("set local extra_float_digits = 3")
            yield cursor
    except driver.Error as error:
        raise BadFile(f"{address}: {_reason(error)}") from error
    finally:
        connection.close()


def _driver() -> Any:
    try:
        from adbc_driver_postgresql import dbapi
    except ImportError as error:
        raise WrongUse(
            "postgresql:// needs the package adbc-driver-postgresql; "
            f"install it with: {installing('postgres')}"
        ) from error
    return dbapi


def _find(cursor: Any, name: str, address: str) -> str:
    """The quoted name of the table or view that is meant; the nearest, if none is."""
    cursor.execute(
        "select n.nspname, c.relname, pg_table_is_visible(c.oid) "
        "from pg_class as c inner join pg_namespace as n on c.relnamespace = n.oid "
        "where c.relkind in ('r', 'v', 'm', 'p', 'f') "
        "and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')"
    )
    known: dict[str, str] = {}
    for schema, relation, is_visible in cursor.fetchall():
        known[f"{schema}.{relation}"] = quote(schema, relation)
        if is_visible:
            known.setdefault(relation, quote(schema, relation))
    folded = {each.lower(): quoted for each, quoted in known.items()}
    plain = name.replace('"', "")
    found = known.get(plain) or folded.get(plain.lower())
    if found is None:
        raise UnknownName("table", name, known, address)
    return found


def _members(schema: pyarrow.Schema) -> tuple[str, dict[str, str]]:
    """What to select so that Arrow can carry it, and what texts are cast to then."""
    selected, types = [], {}
    for field in schema:
        kind = (field.metadata or {}).get(b"POSTGRESQL:type", b"").decode()
        column = quote(field.name)
        if kind.removeprefix("_") in _AS_THEY_ARE:
            selected.append(column)
            continue
        selected.append(f"{column}::text as {column}")
        if kind in _READ_AS:
            types[field.name] = _decimal(field) or _READ_AS[kind]
    return ", ".join(selected), types


def _decimal(field: pyarrow.Field) -> str | None:
    """The type of a number whose digits are declared."""
    given = int((field.metadata or {}).get(b"POSTGRESQL:typmod", b"-1"))
    if given < 4 or (field.metadata or {}).get(b"POSTGRESQL:type") != b"numeric":
        return None
    precision, scale = (given - 4) >> 16, (given - 4) & 0x7FF
    fits = 0 < precision <= _MOST_DIGITS and scale <= precision
    return f"DECIMAL({precision},{scale})" if fits else None


def _reason(error: Exception) -> str:
    """What the server says, in one line and without the statement."""
    said = re.split(r"\s*Query was:", str(error))[0]
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    reason = lines[0] if lines else type(error).__name__
    hints = [line for line in lines[1:] if line.startswith("HINT:")]
    said = " ".join([reason, *hints])
    return re.sub(r"^.*?((ERROR|FATAL):|Failed to connect:)\s*", "", said)
