"""The terminal that results are shown on: its width, and texts that fit it.

A pipe or a file has no width: what goes there is not cut.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

# What no terminal is narrower than; and lines of prose that are longer are hard to
# read, however wide it is.
_NARROWEST = 20
_PROSE = 100
# How wide prose is where there is no terminal.
_PROSE_IN_FILES = 88
# Before a line that goes on; and a name with its text, some spaces further.
_FURTHER = "  "
_HEAD = re.compile(r" *\S.*?\s{2,}(?=\S)")


def width() -> int | None:
    """The columns of the terminal that standard output is; None if it is none."""
    if not sys.stdout.isatty():
        return None
    return max(_NARROWEST, shutil.get_terminal_size().columns)


def has_colours() -> bool:
    """Whether standard output shows colours, and the user wants them."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "") in ("", "dumb"):
        return False
    return sys.stdout.isatty()


def fitted(lines: Iterable[str]) -> Iterator[str]:
    """Lines that fit the terminal: one that is longer goes on below, indented."""
    columns = width()
    for line in lines:
        if columns is None or "\x1b" in line or n_cells(line) <= columns:
            yield line
            continue
        # Below the text that a name stands before, or a little further in.
        head = _HEAD.match(line)
        text = line.lstrip(" ")
        start = len(line) - len(text)
        if head is not None and head.end() <= columns // 2:
            start, further = head.end(), head.end()
        else:
            start = min(start, columns // 2)
            further = start + len(_FURTHER)
        first, *others = folded(line[start:], columns - further)
        yield line[:start] + first
        yield from (" " * further + each for each in others)


def prose_width() -> int:
    """How long a line of prose may be."""
    columns = width()
    return _PROSE_IN_FILES if columns is None else min(columns, _PROSE)


def n_cells(text: str) -> int:
    """The columns that a text takes: two for wide letters, none for accents."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(letter)
        else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def padded(text: str, columns: int, *, is_right: bool = False) -> str:
    """A text in as many columns: to the left, or to the right."""
    space = " " * (columns - n_cells(text))
    return space + text if is_right else text + space


def folded(text: str, columns: int, *, most: int | None = None) -> list[str]:
    """A text as lines of at most `columns`, broken at spaces where there are any.

    Of more than `most` lines the last one ends in an ellipsis.
    """
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if n_cells(joined) <= columns:
            line = joined
            continue
        if line:
            lines.append(line)
        while n_cells(word) > columns:
            if most is not None and len(lines) > most:
                break
            head = _beginning(word, columns)
            lines.append(head)
            word = word[len(head) :]
        line = word
    lines.append(line)
    if most is None or len(lines) <= most:
        return lines
    return [*lines[: most - 1], cut(f"{lines[most - 1]} {lines[most]}", columns)]


def cut(text: str, columns: int) -> str:
    """A text of at most `columns`; one that is longer ends in an ellipsis."""
    if n_cells(text) <= columns:
        return text
    return _beginning(text, columns - 1).rstrip() + "…"


def _beginning(text: str, columns: int) -> str:
    """As much of a text as fits; at least one letter."""
    if text.isascii():
        return text[: max(1, columns)]
    taken = 0
    for place, letter in enumerate(text):
        taken += n_cells(letter)
        if taken > columns and place:
            return text[:place]
    return text


def shared_out(natural: Sequence[int], least: Sequence[int], columns: int) -> list[int]:
    """Widths of columns side by side that take `columns` together.

    Narrow ones keep their width; what is left is shared among the wide ones, none of
    which gets less than its least.
    """
    widths = list(least)
    left = columns - sum(widths)
    while left > 0:
        wider = [place for place, each in enumerate(widths) if each < natural[place]]
        if not wider:
            break
        narrowest = min(wider, key=lambda place: widths[place])
        widths[narrowest] += 1
        left -= 1
    return widths
