"""List every error that cfsql raises, with what it says to do: part of make docs.

Messages are read from the code, so that none is missing; a word in angle brackets is
what the message names then.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cfsql import errors
from cfsql.errors import CfsqlError, ExitCode

ROOT = Path(__file__).parents[1]

# Where a message is raised, and what somebody was doing then.
SUBJECTS = {
    "tables": "Reading and storing tables",
    "living": "Changing a table",
    "method": "Which rows and which answers",
    "questions": "Questions",
    "options": "Values of options",
    "export": "Writing files",
    "cli": "The command line",
    "api": "Python",
    "ui": "The explorer",
    "engines": "The database",
    "spark": "Spark",
    "experiments": "The paper's experiments",
    "datasets": "The paper's tables",
    "show": "Pages and charts",
    "errors": "Anywhere",
}
MEANINGS = {
    ExitCode.FAILED: "the data, a file or a time limit is at fault",
    ExitCode.WRONG_USE: "another command or argument is needed",
    ExitCode.NO_DATABASE: "the database cannot be opened",
    ExitCode.INTERRUPTED: "the run was interrupted",
}


@dataclass(frozen=True)
class Message:
    """A message as it may be printed, and the exit code that comes with it."""

    subject: str
    text: str
    code: ExitCode


def messages() -> list[Message]:
    """All messages, by subject, each once."""
    found = {
        message
        for path in sorted((ROOT / "cfsql").rglob("*.py"))
        for message in _of_module(path)
    }
    order = list(SUBJECTS.values())
    return sorted(found, key=lambda each: (order.index(each.subject), each.text))


def page() -> str:
    """The page of errors."""
    parts = [
        "# Errors",
        "Every message of cfsql, by what you were doing. It is one line on standard "
        "error, begins with `cfsql:` and says what to do next; in Python it is the "
        "text of a `cfsql.CfsqlError`, with keywords in the place of options. A word "
        "in ⟨brackets⟩ stands for what the message names. A failed command leaves the "
        "database as it was.",
        "\n".join(
            ["| exit code | meaning |", "| ---: | --- |"]
            + [f"| {code} | {meaning} |" for code, meaning in MEANINGS.items()]
        ),
        "A traceback instead of such a line is a bug of cfsql.",
    ]
    listed = messages()
    for subject in SUBJECTS.values():
        own = [each for each in listed if each.subject == subject]
        if own:
            rows = [f"| {_cell(each.text)} | {each.code} |" for each in own]
            parts += [
                f"## {subject}",
                "\n".join(["| message | code |", "| --- | ---: |", *rows]),
            ]
    return "\n\n".join(parts) + "\n"


def _of_module(path: Path) -> Iterator[Message]:
    place = path.relative_to(ROOT / "cfsql").parts[0].removesuffix(".py")
    subject = SUBJECTS.get(place, SUBJECTS["errors"])
    tree = ast.parse(path.read_text(encoding="utf-8"))
    # The kind of error whose class a node is in.
    kinds: dict[ast.AST, type] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and hasattr(errors, node.name):
            kinds |= dict.fromkeys(ast.walk(node), getattr(errors, node.name))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        kind = _raised(node, kinds.get(node))
        text = _text(node.args[0]) if kind else ""
        # A message that is all a variable is made elsewhere, and listed there.
        if kind and re.search(r"[a-z]{2}", re.sub(r"⟨[^⟩]*⟩", "", text)):
            yield Message(subject, text, kind.exit_code)


def _raised(call: ast.Call, within: type | None) -> type[CfsqlError] | None:
    """The kind of error that a call makes, if it makes one with a text."""
    match call.func:
        case ast.Name(id=name):
            kind = getattr(errors, name, None)
            if isinstance(kind, type) and issubclass(kind, CfsqlError):
                return None if "__init__" in vars(kind) else kind
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__"):
            return within if within and issubclass(within, CfsqlError) else None
    return None


def _text(node: ast.expr) -> str:
    """A message with the names of what is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(map(_text, values))
        case ast.FormattedValue(
            value=ast.Call(
                func=ast.Name(id="installing"), args=[ast.Constant(value=str(extra))]
            )
        ):
            return errors.installing(extra)
        case ast.FormattedValue(value=value):
            return f"⟨{_name(value)}⟩"
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _text(left) + _text(right)
    return f"⟨{_name(node)}⟩"


def _name(node: ast.expr) -> str:
    """What is filled in, in a word or two."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_").replace("_", " ")
        case ast.Call(func=func, args=[first, *_]) if _name(func) in _WRAPPERS:
            return _name(first)
        case ast.Call(func=func):
            return _name(func)
        case ast.Subscript(value=value):
            return _name(value)
    return "…"


# Functions that only spell what they are given.
_WRAPPERS = ("quoted", "flag", "str", "safe", "len", "listed", "join", "spelled")


def _cell(text: str) -> str:
    """A message in a cell of a table."""
    return "`" + text.replace("|", "\\|").replace("`", "'").replace("\n", " ") + "`"
