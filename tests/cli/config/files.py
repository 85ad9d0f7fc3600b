"""How files of settings are written, and what holds then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cfsql
from tests.support.commands import Run


def write(folder: Path, text: str, name: str = "cfsql.toml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def ranking_options(folder: Path, name: str = "cfsql.duckdb") -> dict[str, Any]:
    """The options of the last rank, as the database has them."""
    with (
        cfsql.connect(folder / name, read_only=True) as database,
        database.session() as session,
    ):
        _, rows = session.fetch_statement(
            "select options from cf.runs where command = 'rank' "
            "order by finished_at desc limit 1"
        )
    found: dict[str, Any] = json.loads(rows[0][0])
    return found


def held(run: Run, *arguments: str, **variables: str) -> dict[tuple[str, str], Any]:
    """What `cfsql config` says, by command and option."""
    done = run("config", *arguments, "--format", "json", **variables)
    assert done.returncode == 0, done.stderr
    return {
        (each["command"], each["option"]): (each["value"], each["from"])
        for each in json.loads(done.stdout)["settings"]
    }
