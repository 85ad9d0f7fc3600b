"""Calls of functions written out: what is put in their place is their body.

DuckDB looks for what a macro names in the current database, whatever database the
macro is in. A stored macro therefore calls no function of its own file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cfsql.engines.functions import Function

# Comments, texts, quoted names, words; and everything else, a character each.
_TOKEN = re.compile(r"""--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|\s+|.""")
_OPENING, _CLOSING = "([{", ")]}"


def written_out(text: str, functions: Mapping[str, Function]) -> str:
    """A text of SQL that calls none of these functions any more."""
    tokens = _TOKEN.findall(text)
    written: list[str] = []
    place = 0
    while place < len(tokens):
        function = functions.get(tokens[place])
        if function is not None and tokens[place + 1 : place + 2] == ["("]:
            arguments, place = _arguments(tokens, place + 1)
            whole = [f"({written_out(each, functions)})" for each in arguments]
            body = written_out(function.body, functions)
            written.append(f"({_filled(body, function.parameters, whole)})")
        else:
            written.append(tokens[place])
            place += 1
    return "".join(written)


def renamed(text: str, words: Mapping[str, str]) -> str:
    """A text of SQL with these words replaced, outside texts and quoted names."""
    return "".join(words.get(token, token) for token in _TOKEN.findall(text))


def _arguments(tokens: Sequence[str], place: int) -> tuple[list[str], int]:
    """The arguments of the call whose bracket opens at a place, and where it ends."""
    arguments = [""]
    depth = 0
    for at in range(place, len(tokens)):
        token = tokens[at]
        depth += (token in _OPENING) - (token in _CLOSING)
        if depth == 0:
            found = [each.strip() for each in arguments]
            return ([] if found == [""] else found), at + 1
        if token == "," and depth == 1:
            arguments.append("")
        elif at > place:
            arguments[-1] += token
    raise AssertionError(f"no end of the call in {''.join(tokens)}")


def _filled(body: str, parameters: Sequence[str], arguments: Sequence[str]) -> str:
    """The body of a function with its arguments in the place of its parameters."""
    given = dict(zip(parameters, arguments, strict=True))
    return "".join(
        given[token] if token in given and is_value else token
        for token, is_value in _values(_TOKEN.findall(body))
    )


def _values(tokens: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each token, and whether it is neither a field nor the key of a struct."""
    for place, token in enumerate(tokens):
        is_field = place > 0 and tokens[place - 1] == "."
        is_key = tokens[place + 1 : place + 2] == [":"] and (
            tokens[place + 2 : place + 3] != [":"]
        )
        yield token, not (is_field or is_key)
