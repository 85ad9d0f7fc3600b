"""Characters that control a terminal, and what to show in their place."""

from __future__ import annotations

import re

# Controls; what turns the direction of a text; and halves of characters, which stand
# for the bytes of a file's name that are no text. A line feed is no control here.
CONTROLS = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
    "\ud800-\udfff]"
)


def safe(text: str) -> str:
    """The text with a symbol for each character that controls a terminal."""
    return CONTROLS.sub(_symbol, text)


def _symbol(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code == ord("\t"):
        return " "
    if code < ord(" "):
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else "\N{REPLACEMENT CHARACTER}"
