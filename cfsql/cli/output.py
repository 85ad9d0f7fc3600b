"""The two streams of a command: the only way to standard output and standard error.

What people read has no control characters but the emphasis that cfsql gives it: a
value, a name or a file could else move the cursor, change the title or hide text. They
are shown by the symbols that stand for them. Formats for programs keep the data,
unless they go to a terminal.

A reader that has had enough, such as `head`, ends what is shown and not the command.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import TextIO

from cfsql.controls import safe
from cfsql.errors import CfsqlError

# No value can hold these: they are drawn anew for each run.
_MARK = os.urandom(8).hex()
# Magenta can be read on a dark and on a light background.
_STYLES = {f"\x1b<{_MARK}": "\x1b[1;35m", f"\x1b>{_MARK}": "\x1b[0m"}
# What is drawn now, and what takes it away.
_DRAWN: list[str] = []
_ERASE = "\x1b[K"
_MARKED = re.compile("(" + "|".join(map(re.escape, _STYLES)) + ")")


def bold(text: str) -> str:
    """A text that stands out on a terminal."""
    begin, end = _STYLES
    return f"{begin}{text}{end}"


def show(
    lines: Iterable[str], *, is_data: bool = False, is_whole: bool = False
) -> None:
    """Lines of a result, on standard output; data as they are, for programs.

    Others fit the terminal, unless they are to stay whole.
    """
    from cfsql.show.screen import fitted

    is_kept = is_data and not sys.stdout.isatty()
    for line in lines if is_data or is_whole else fitted(lines):
        if not _put(sys.stdout, line if is_kept else _styled(line)):
            break


def _styled(line: str) -> str:
    return "".join(_STYLES.get(part) or safe(part) for part in _MARKED.split(line))


def say(message: str) -> None:
    """A line to the user, on standard error."""
    _put(sys.stderr, f"cfsql: {safe(' '.join(message.splitlines()))}")


def say_statement(statement: str) -> None:
    """A statement that is run, on standard error."""
    _put(sys.stderr, f"{safe(statement)};\n")


def say_traceback() -> None:
    """What went wrong in cfsql itself, on standard error."""
    import traceback

    _put(sys.stderr, safe(traceback.format_exc().rstrip()))


def draw(line: str) -> None:
    """A line on standard error that stays until something else is written."""
    _DRAWN.append(line)
    sys.stderr.write(f"\r{_ERASE}{safe(line)}")
    sys.stderr.flush()


def _erase() -> None:
    if _DRAWN:
        _DRAWN.clear()
        sys.stderr.write(f"\r{_ERASE}")
        sys.stderr.flush()


def begin() -> None:
    """Let names of files that are no text pass as they are."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="surrogateescape")


def finish() -> None:
    """Bring to standard output what is still on its way."""
    _put(sys.stdout, "", end="")


def _put(stream: TextIO, text: str, *, end: str = "\n") -> bool:
    """Write a line; whether anybody still reads."""
    _erase()
    try:
        stream.write(text + end)
        if stream is sys.stderr or not end:
            stream.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return False
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise CfsqlError(f"cannot write the result: {error.strerror}") from error
    return True
