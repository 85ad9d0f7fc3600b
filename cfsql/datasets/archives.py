"""Downloaded archives, opened: zip files, also inside each other, and .Z files."""

from __future__ import annotations

import io
import zipfile
import zlib
from fnmatch import fnmatch

from cfsql.datasets.unix_compress import MAGIC, uncompress
from cfsql.errors import BadFile

_ZIP = b"PK\x03\x04"


def texts(name: str, content: bytes, members: tuple[str, ...]) -> list[str]:
    """The texts of an archive's members, or the file's own text.

    Members are patterns of file names, whatever folder or inner zip they are in.
    """
    if content.startswith(_ZIP):
        return [_text(_member(content, pattern)) for pattern in members]
    if name.lower().endswith(".zip"):
        raise BadFile("not a zip file")
    return [_text(content)]


def _member(content: bytes, pattern: str) -> bytes:
    try:
        found = _find(content, pattern)
        if found is not None:
            return found
        held = zipfile.ZipFile(io.BytesIO(content)).namelist()
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise BadFile(f"a damaged zip file ({error})") from error
    raise BadFile(f"it has no {pattern}, only {', '.join(held) or 'nothing'}")


def _find(content: bytes, pattern: str) -> bytes | None:
    archive = zipfile.ZipFile(io.BytesIO(content))
    held = [each for each in archive.namelist() if not each.startswith("__MACOSX")]
    for each in held:
        if fnmatch(each.rsplit("/", 1)[-1].lower(), pattern.lower()):
            return archive.read(each)
    for each in held:
        if each.lower().endswith(".zip"):
            found = _find(archive.read(each), pattern)
            if found is not None:
                return found
    return None


def _text(content: bytes) -> str:
    if content.startswith(MAGIC):
        content = uncompress(content)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")
