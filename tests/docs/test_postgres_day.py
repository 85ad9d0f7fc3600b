"""The day of docs/living.md that begins in PostgreSQL is a real one."""

from __future__ import annotations

import re
import shlex

import pytest

from scripts import transcripts
from tests.support.commands import Run
from tests.support.postgres_server import PASSWORD, PostgresServer, serving_postgres

pytestmark = pytest.mark.postgres

PAGE = transcripts.ROOT / "docs" / "living.md"
# What the page calls the server.
ADDRESS = "postgresql://cases@db/crm"

# A command of that day, behind the time of day, and what it prints.
_COMMAND = re.compile(
    r"^    (?P<time>monday|evening)\$ (?P<command>.*)\n"
    r"(?P<output>(?:    (?!\w+\$ ).*\n|\n(?=    (?!\w+\$ )))*)",
    re.MULTILINE,
)


def played(match: re.Match[str], run: Run, server: PostgresServer) -> str:
    """A command with the output that it has now."""
    command, printed = match["command"], ""
    if command.startswith("psql "):
        server.run(shlex.split(command)[-1])
    else:
        given = command.removeprefix("cfsql ").replace(ADDRESS, server.address())
        printed = transcripts.printed(given, run).replace(server.address(), ADDRESS)
    lines = [f"{match['time']}$ {command}", *printed.splitlines()]
    return "".join(f"{transcripts.INDENT}{line}".rstrip() + "\n" for line in lines)


def test_the_day_of_a_table_of_postgresql_is_real(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    page = PAGE.read_text(encoding="utf-8")
    with serving_postgres() as server:
        real = _COMMAND.sub(lambda match: played(match, run, server), page)
    assert len(_COMMAND.findall(page)) > 1
    assert real == page
