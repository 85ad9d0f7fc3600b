"""The clients that `make clients` gets, and what each of them is asked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from cfsql.engines.identifiers import literal, quote

CLIENTS = Path(__file__).parents[2] / "build" / "clients"
HERE = Path(__file__).parent
VERSIONS = ("1.2", "1.3", "1.4", "1.5", "2")
NAMES = (*(f"Python, DuckDB {version}" for version in VERSIONS), "shell", "Node")

# The tables of the file, and what was made of them.
RELATIONS = (
    *("recidivism", "recidivism_ranked", "recidivism_summary", "recidivism_optimal"),
    *("recidivism_factual", "recidivism_factual_summary", "recidivism_audit_features"),
    *("recidivism_audit_unequal", "recidivism_audit_unequal_values"),
    *("people", "people_ranked", "people_summary", "people_optimal"),
    *('my "wide" one', 'my "wide" one_ranked', 'my "wide" one_summary'),
)
IN_CF = ("runs", "experiment_results", "experiment_summary", "people_bins")
MACROS = (
    "explain('recidivism', 1)",
    "explain('people', 1)",
    "explain('my \"wide\" one', 1)",
    "counterfactuals('recidivism', 1)",
    "counterfactuals('people', 2)",
    "counterfactuals('my \"wide\" one', 1)",
    "compare('recidivism', 1, 2)",
    "compare('people', 1, 8)",
    "compare('my \"wide\" one', 1, 2)",
    "interval_of('people', 'age', 44.5)",
)


@dataclass(frozen=True)
class Way:
    """How the file is opened: by itself, or attached as another name."""

    attached_as: str | None = None
    in_view: bool = False


DIRECT = Way()
ATTACHED = Way(attached_as="some people")
IN_VIEW = Way(attached_as="some people", in_view=True)


def asked(prefix: str = "", cf: str = "cf") -> list[str]:
    """All tables, views and macros, with the name of the database before them."""
    return [
        *(f"select * from {prefix}main.{quote(each)}" for each in RELATIONS),
        *(f"select * from {prefix}{cf}.{each}" for each in (*IN_CF, *MACROS)),
        f"select asked.row_id, found.* from {prefix}main.recidivism as asked, "
        f"{prefix}{cf}.explain('recidivism', asked.row_id) as found",
        f"select asked.row_id, found.* from {prefix}main.people as asked, "
        f"{prefix}{cf}.interval_of('people', 'age', asked.age) as found",
    ]


def as_text(statement: str) -> str:
    """A statement for all rows of another as one text, in which no order matters."""
    row = "cast(to_json(answers) as varchar)"
    return (
        f"select string_agg({row}, chr(10) order by {row}) as answer "
        f"from ({statement}) as answers"
    )


def answers(client: str, path: Path, way: Way, cf: str = "cf") -> list[str | None]:
    """What a client answers to everything that is asked."""
    if way.attached_as is None:
        return _ask(client, path, [], [as_text(each) for each in asked(cf=cf)])
    name = quote(way.attached_as)
    before = [f"attach {literal(str(path))} as {name} (read_only)"]
    statements = asked(f"{name}.", cf)
    if way.in_view:
        for number, statement in enumerate(statements):
            before.append(f"create view asked_{number} as {statement}")
            statements[number] = f"select * from asked_{number}"
    return _ask(client, None, before, [as_text(each) for each in statements])


def _ask(
    client: str, database: Path | None, before: list[str], statements: list[str]
) -> list[str | None]:
    if client == "shell":
        return _ask_shell(database, before, statements)
    if client == "Node":
        folder = needs(CLIENTS / "node", "node_modules/@duckdb/node-api")
        command = [shutil.which("node") or "node", str(HERE / "ask.mjs"), str(folder)]
    else:
        version = client.rpartition(" ")[-1]
        folder = needs(CLIENTS / f"duckdb-{version}", "lib/*/site-packages/duckdb")
        command = [str(folder / "bin" / "python"), str(HERE / "ask.py")]
    request = {
        "database": None if database is None else str(database),
        "before": before,
        "statements": statements,
    }
    found: list[str | None] = json.loads(run(command, json.dumps(request)))
    if any("INTERNAL Error" in (answer or "") for answer in found):
        # DuckDB 1.4 itself fails so now and then, in a query of many joins; a client
        # that always does so is found all the same.
        found = json.loads(run(command, json.dumps(request)))
    return found


def _ask_shell(
    database: Path | None, before: list[str], statements: list[str]
) -> list[str | None]:
    shell = needs(CLIENTS / "shell", "bin/duckdb") / "bin" / "duckdb"
    opened = [":memory:"] if database is None else ["-readonly", str(database)]
    script = "".join(f"{statement};\n" for statement in (*before, *statements))
    printed = run([str(shell), "-no-init", "-bail", "-json", *opened], script).strip()
    decoder = json.JSONDecoder()
    found: list[str | None] = []
    while printed:
        (row,), end = decoder.raw_decode(printed)
        found.append(row["answer"])
        printed = printed[end:].lstrip()
    return found


def needs(folder: Path, inside: str) -> Path:
    """The folder of a client, or the test is skipped."""
    if not any(folder.glob(inside)):
        pytest.skip(f"no {folder.name} in build/clients; get it with: make clients")
    return folder


def run(command: list[str], given: str = "", cwd: Path | None = None) -> str:
    """The output of a program of another environment."""
    own = {**os.environ, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"}
    own.pop("PYTHONPATH", None)
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, cwd=cwd, env=own
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout
