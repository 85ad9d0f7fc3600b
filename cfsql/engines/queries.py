"""The SQL files: found, read once, and checked against their own first line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cfsql.errors import QueryFailed

_FIRST_LINE = re.compile(r"-- name: (?P<name>\w+)(?:\((?P<parameters>[\w, ]+)\))?$")
_WRITES = re.compile(r"^-- writes: (\w+)$", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\$(\w+)")


@dataclass(frozen=True)
class Query:
    """One file under `sql/`: a select with a name, parameters and a result."""

    path: str
    name: str
    parameters: tuple[str, ...]
    writes: str | None
    text: str

    @property
    def about(self) -> str:
        """What the header says first, as one line."""
        lines = self.text.splitlines()[1:]
        comment = [line.removeprefix("--").strip() for line in lines]
        return " ".join(comment[: comment.index("")])

    @property
    def body(self) -> str:
        """The statement without the header, for objects stored in the database."""
        lines = self.text.splitlines()
        return "\n".join(line for line in lines if not line.startswith("--")).strip()


@cache
def folder() -> Path:
    """Where the SQL files are: inside the wheel, or beside the package."""
    package = Path(__file__).parents[1]
    for candidate in (package / "sql", package.parent / "sql"):
        if candidate.is_dir():
            return candidate
    raise QueryFailed(f"the SQL files are missing from {package}; reinstall cfsql")


@cache
def query(path: str) -> Query:
    """The query in `sql/<path>.sql`."""
    return parse(path, (folder() / f"{path}.sql").read_text(encoding="utf-8"))


@cache
def override(engine: str, query: Query) -> Query | None:
    """The text of a query for one engine, where the common one will not do."""
    path = f"{engine}/{query.path}"
    file = folder() / f"{path}.sql"
    return parse(path, file.read_text(encoding="utf-8")) if file.exists() else None


def queries(step: str) -> list[Query]:
    """All queries of one folder under `sql/`, by name."""
    files = sorted((folder() / step).glob("*.sql"))
    return [query(f"{step}/{file.stem}") for file in files]


def parse(path: str, text: str) -> Query:
    """Read a query's header; what it declares must be what it uses."""
    first_line, _, rest = text.partition("\n")
    header = _FIRST_LINE.match(first_line)
    if header is None:
        raise QueryFailed(f"sql/{path}.sql: the first line must be '-- name: …'")
    if header["name"] != path.rsplit("/", 1)[-1]:
        raise QueryFailed(f"sql/{path}.sql: is named '{header['name']}' inside")
    parameters = tuple(re.findall(r"\w+", header["parameters"] or ""))
    used = set(_PLACEHOLDER.findall("\n".join(_code_lines(rest))))
    if used and used != set(parameters):
        raise QueryFailed(
            f"sql/{path}.sql: declares {sorted(parameters)}, uses {sorted(used)}"
        )
    writes = _WRITES.search(text)
    return Query(
        path=path,
        name=header["name"],
        parameters=parameters,
        writes=writes[1] if writes else None,
        text=text.strip(),
    )


def _code_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("--")]
