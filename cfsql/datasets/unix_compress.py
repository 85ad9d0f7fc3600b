"""Files of the Unix command `compress` (.Z), which the standard library cannot read."""

from __future__ import annotations

from cfsql.errors import BadFile

MAGIC = b"\x1f\x9d"

_FIRST_WIDTH = 9
_CLEAR = 256


def uncompress(content: bytes) -> bytes:
    """The uncompressed bytes: LZW with codes of 9 bits, growing to the width of byte 3.

    Codes come in groups of eight, so that a group is as many bytes as a code has bits;
    where the width changes, the rest of a group is padding.
    """
    if len(content) < 3:
        raise BadFile("the compressed file is cut off")
    flags = content[2]
    width_limit, can_clear = flags & 0x1F, bool(flags & 0x80)
    words = [bytes([byte]) for byte in range(256)] + [b""] * can_clear
    first_free = len(words)
    width, previous = _FIRST_WIDTH, b""
    found: list[bytes] = []
    position = 3
    while position < len(content):
        group = content[position : position + width]
        position += width
        bits = int.from_bytes(group, "little")
        for _ in range(len(group) * 8 // width):
            code, bits = bits & ((1 << width) - 1), bits >> width
            if code == _CLEAR and can_clear:
                del words[first_free:]
                width, previous = _FIRST_WIDTH, b""
                break
            if code < len(words):
                word = words[code]
            elif code == len(words) and previous:
                word = previous + previous[:1]
            else:
                raise BadFile("the compressed file is damaged")
            found.append(word)
            if previous and len(words) < 1 << width_limit:
                words.append(previous + word[:1])
            previous = word
            if len(words) > (1 << width) - 1 and width < width_limit:
                width += 1
                break
    return b"".join(found)
