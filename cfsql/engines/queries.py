"""The SQL under `sql/`: a file is a step, and holds its queries in running order.

A query is a block: a header of comments, whose first line says how the query is used,
then one statement, which runs as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from cfsql.engines.identifiers import constant
from cfsql.errors import QueryFailed

# How a query is used: staged as a temporary relation, appended to one, or shown as a
# view; fetched by Python; stored in the database as a table; made a function of the
# session, or a macro of the database.
KINDS = ("stage", "append", "view", "fetch", "store", "function", "macro")

# Where steps are.
_FOLDERS = (".", "plans", "questions")

# The method by its definitions: a script for readers, and no step of the flow.
SCRIPT = "method.sql"

_HEADER = re.compile(
    rf"^-- (?P<kind>{'|'.join(KINDS)}): (?P<name>\w+)"
    r"(?:\((?P<parameters>[\w, ]+)\))?(?: into (?P<into>\w+))?$",
    re.MULTILINE,
)
_PLACEHOLDER = re.compile(r"\$(\w+)")
_GRAIN = re.compile(r"^-- grain:  \S", re.MULTILINE)
_WORD = re.compile(r"\w+")
_SAID = re.compile(r"""--[^\n]*|'[^']*'|"[^"]*\"""")
_CTE = re.compile(r"(\w+) as (?:(?:not )?materialized )?\(")


@dataclass(frozen=True)
class Query:
    """One block of a file under `sql/`: a statement with a name and parameters."""

    step: str
    kind: str
    name: str
    parameters: tuple[str, ...]
    into: str | None
    header: str
    body: str
    place: str

    @property
    def path(self) -> str:
        """The name that Python knows the query by."""
        return f"{self.step}/{self.name}"

    @property
    def label(self) -> str:
        """Where the query stands, for errors and whoever follows a run."""
        return f"{self.place} {self.name}"

    @property
    def relation(self) -> str:
        """The relation that the query makes, or adds to."""
        return self.into or self.name

    @property
    def about(self) -> str:
        """What the header says first, as one line."""
        lines = self.header.splitlines()[1:]
        ends = (n for n, line in enumerate(lines) if line == "--" or "grain:" in line)
        first = lines[: next(ends, len(lines))]
        return " ".join(line.removeprefix("--").strip() for line in first)

    def filled(self, **values: object) -> str:
        """The statement with values in the place of its parameters.

        DuckDB binds them everywhere but in a view.
        """
        return _PLACEHOLDER.sub(lambda found: constant(values[found[1]]), self.body)


def reading(body: str, texts: Mapping[str, str]) -> str:
    """A query in which some names are these texts."""
    names = read_names(body)
    return after(body, {name: text for name, text in texts.items() if name in names})


def after(body: str, texts: Mapping[str, str]) -> str:
    """A query with these before its own CTEs.

    They are planned where they are read: DuckDB would keep what is read twice.
    """
    if not texts:
        return body
    named = ",\n\n".join(
        f"{name} as not materialized (\n{text}\n)" for name, text in texts.items()
    )
    own = body.removeprefix("with ")
    return f"with {named}{',' if own != body else ''}\n\n{own}"


@lru_cache(maxsize=1000)
def read_names(body: str) -> frozenset[str]:
    """The words of a query that may be names of relations, without its own CTEs."""
    bare = _SAID.sub(" ", body)
    return frozenset(_WORD.findall(bare)) - frozenset(_CTE.findall(bare))


@cache
def folder() -> Path:
    """Where the SQL files are: inside the wheel, or beside the package."""
    package = Path(__file__).parents[1]
    for candidate in (package / "sql", package.parent / "sql"):
        if candidate.is_dir():
            return candidate
    raise QueryFailed(f"the SQL files are missing from {package}; reinstall cfsql")


@cache
def steps() -> dict[str, Path]:
    """The file of each step, by its name."""
    files = [file for each in _FOLDERS for file in (folder() / each).glob("*.sql")]
    found: dict[str, Path] = {}
    for file in (file for file in files if file.name != SCRIPT):
        if file.stem in found:
            raise QueryFailed(f"{file} and {found[file.stem]} are both one step")
        found[file.stem] = file
    return found


@cache
def step(name: str) -> dict[str, Query]:
    """The queries of a step by name, in the order of its file."""
    file = steps()[name]
    place = file.relative_to(folder().parent).as_posix()
    return parse(name, file.read_text(encoding="utf-8"), place)


def query(path: str) -> Query:
    """The query `<step>/<name>`."""
    name, _, block = path.rpartition("/")
    return step(name)[block]


def queries(name: str) -> list[Query]:
    """All queries of a step."""
    return list(step(name).values())


@cache
def words() -> frozenset[str]:
    """All words of all queries: the names of relations are among them."""
    bodies = (each.body for name in steps() for each in queries(name))
    return frozenset(word for body in bodies for word in _WORD.findall(body))


def generated(name: str, body: str) -> Query:
    """A view whose text depends on the layout of one table."""
    return Query("generated", "view", name, (), None, "", body, "generated")


def parse(name: str, text: str, place: str = "") -> dict[str, Query]:
    """Read the blocks of a step; what each declares must be what it uses."""
    headers = list(_HEADER.finditer(text))
    ends = [*(header.start() for header in headers[1:]), len(text)]
    found: dict[str, Query] = {}
    for header, end in zip(headers, ends, strict=True):
        line = text.count("\n", 0, header.start()) + 1
        block = _block(name, header, text[header.start() : end], f"{place}:{line}")
        if block.name in found:
            raise QueryFailed(f"{block.place}: there is another {block.name} before")
        found[block.name] = block
    return found


def _block(step: str, header: re.Match[str], text: str, place: str) -> Query:
    lines = text.strip().splitlines()
    n_comments = next(
        (n for n, line in enumerate(lines) if not line.startswith("--")), len(lines)
    )
    comments = "\n".join(lines[:n_comments])
    body = "\n".join(lines[n_comments:]).strip().removesuffix(";")
    parameters = tuple(re.findall(r"\w+", header["parameters"] or ""))
    used = set(_PLACEHOLDER.findall(body))
    if header["kind"] not in ("function", "macro"):
        if used != set(parameters):
            raise QueryFailed(
                f"{place}: {header['name']} declares {sorted(parameters)}, "
                f"uses {sorted(used)}"
            )
        if not _GRAIN.search(comments):
            raise QueryFailed(f"{place}: {header['name']} does not say its grain")
    return Query(
        step=step,
        kind=header["kind"],
        name=header["name"],
        parameters=parameters,
        into=header["into"],
        header=comments,
        body=body,
        place=place,
    )
