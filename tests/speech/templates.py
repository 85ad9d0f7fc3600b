"""All templates of the package: what every language has to say."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from cfsql import speech
from cfsql.method.columns import METRICS
from cfsql.show.glossary import GLOSSARY
from cfsql.speech import counted

PACKAGE = Path(speech.__file__).parents[1]

# What says a template, what says several, and what says a number of things.
_SAYING, _LISTING, _COUNTING = ("say", "spoken", "marked"), "say_each", "many"
_VERBS = (*_SAYING, _LISTING, _COUNTING)
_FROM = ("cfsql.speech", "cfsql.show.markup")
_IN_PAGES = re.compile(r"""\b(say|many)\(\s*("(?:[^"\\]|\\.)*"|[^"]*?,\s*"\w[\w ]*")""")


@cache
def templates() -> dict[str, str]:
    """Each English template, and the file that it stands in."""
    # The metrics are listed once, and said by their names.
    found = {metric.name: "method/columns.py" for metric in METRICS}
    found |= {GLOSSARY[name]: "method/columns.py" for name in found}
    for file in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        known = _imported(tree) if file.parent.name != "speech" else set(_VERBS)
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                for template in _said(call) if call.func.id in known else ():
                    found.setdefault(template, _place(file))
    for file in sorted(PACKAGE.rglob("*.html")):
        for verb, said in _IN_PAGES.findall(file.read_text(encoding="utf-8")):
            text = said[said.index('"') + 1 : -1]
            found.setdefault(text if verb == "say" else counted(text), _place(file))
    return found


def _place(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def _imported(tree: ast.Module) -> set[str]:
    """The names that a module has from where things are said; others talk English."""
    return {
        name.name
        for each in ast.walk(tree)
        if isinstance(each, ast.ImportFrom) and each.module in _FROM
        for name in each.names
    }


def _said(call: ast.Call) -> list[str]:
    """The templates of a call: there may be a choice of two."""
    assert isinstance(call.func, ast.Name)
    if call.func.id in _SAYING and call.args:
        return _texts(call.args[0])
    if call.func.id == _LISTING:
        return [text for each in call.args for text in _texts(each)]
    if call.func.id == _COUNTING and len(call.args) > 1:
        return [counted(noun) for noun in _texts(call.args[1])]
    return []


def _texts(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body), *_texts(node.orelse)]
    if isinstance(node, ast.Starred) and isinstance(node.value, ast.Tuple):
        return [text for each in node.value.elts for text in _texts(each)]
    return []
