"""A picture of the user's own in the head of a page, written into the page itself."""

from __future__ import annotations

import os
from base64 import b64encode
from pathlib import Path

from cfsql.errors import BadFile, WrongUse
from cfsql.show.markup import Html, element

_KINDS = {
    ".png": "png",
    ".jpg": "jpeg",
    ".jpeg": "jpeg",
    ".gif": "gif",
    ".webp": "webp",
    ".svg": "svg+xml",
}

# Larger ones would make most of the page.
_MOST_BYTES = 200_000


def logo_picture(path: str | os.PathLike[str]) -> Html:
    """The picture; one in SVG cannot run anything, for it is an image here."""
    file = Path(path)
    kind = _KINDS.get(file.suffix.lower())
    if kind is None:
        raise WrongUse(f"the logo {file} should end in {', '.join(_KINDS)}")
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadFile(f"cannot read the logo {file}: {error.strerror}") from error
    if len(content) > _MOST_BYTES:
        raise WrongUse(
            f"the logo {file} has {len(content):,} bytes, and the page has room for "
            f"{_MOST_BYTES:,}; make it smaller"
        )
    source = f"data:image/{kind};base64,{b64encode(content).decode('ascii')}"
    # It says nothing that the title does not say.
    return element("img", src=source, alt="", class_="logo")
