"""A PostgreSQL server of the tests' own, on a socket that nobody else has."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

# Debian's account for its own servers, whose programs refuse to be run by root.
ACCOUNT = "postgres"
PASSWORD = "s3cret-words"


@dataclass(frozen=True)
class PostgresServer:
    """A server; the socket is in its folder."""

    folder: Path

    def address(self, user: str = "cases", database: str = "postgres") -> str:
        """What cfsql is given."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    @property
    def _own_address(self) -> str:
        return f"postgresql://cases:{PASSWORD}@/postgres?host={self.folder}"

    def run(self, *statements: str) -> None:
        """Run statements, all or none."""
        from adbc_driver_postgresql import dbapi

        with (
            dbapi.connect(self._own_address) as connection,
            connection.cursor() as cursor,
        ):
            for statement in statements:
                cursor.execute(statement)
            connection.commit()

    def read(self, query: str) -> list[Any]:
        """The rows of a query."""
        from adbc_driver_postgresql import dbapi

        with (
            dbapi.connect(self._own_address) as connection,
            connection.cursor() as cursor,
        ):
            cursor.execute(query)
            return list(cursor.fetchall())


def program(name: str) -> str:
    """A program of PostgreSQL, where it is installed."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which(name) or next(
        (str(each / name) for each in folders if (each / name).exists()), None
    )
    if found is None:
        pytest.skip("no PostgreSQL: make postgres, or install it yourself")
    return found


@contextmanager
def serving_postgres() -> Iterator[PostgresServer]:
    """A server, for as long as the tests take, whose users need a password."""
    pytest.importorskip(
        "adbc_driver_postgresql", reason="no ADBC driver: pip install '.[postgres]'"
    )
    initdb, control = program("initdb"), program("pg_ctl")
    folder = Path(tempfile.mkdtemp(prefix="cfsql-postgres-"))
    account: dict[str, Any] = {}
    if os.getuid() == 0:
        shutil.chown(folder, ACCOUNT, ACCOUNT)
        account = {"user": ACCOUNT, "group": ACCOUNT, "extra_groups": []}

    def run(*command: str) -> None:
        subprocess.run(
            command,
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=120,
            **account,
        )

    data, words = folder / "data", folder / "password"
    words.write_text(PASSWORD)
    words.chmod(0o644)
    log = str(folder / "log")
    try:
        run(
            initdb, "-D", str(data), "-U", "cases", "-A", "scram-sha-256",
            f"--pwfile={words}", "-E", "UTF8", "--locale=C", "--no-sync",
        )  # fmt: skip
        options = f"-k {folder} -c listen_addresses='' -F"
        run(control, "-D", str(data), "-l", log, "-w", "-o", options, "start")
        try:
            yield PostgresServer(folder)
        finally:
            run(control, "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
