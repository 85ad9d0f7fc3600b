"""Paths that this machine knows, and those that only Spark does; without any Spark."""

from __future__ import annotations

import os
import re
from glob import glob
from pathlib import Path

from cfsql.errors import WrongUse
from cfsql.tables.sources.files import FORMATS, similar_file

# Such as s3a://lake/loans; a letter and a colon are a drive of Windows.
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


def path_of(text: str) -> Path | None:
    """The path, from the root; None for what only Spark knows."""
    return None if _URL.match(text) else Path(os.path.abspath(text))


def url_of(path: Path) -> str:
    """The path as Spark is told it, wherever else it would look: in plain letters."""
    return f"file://{path}"


def refuse_missing(source: str) -> None:
    """Refuse a path where nothing is, unless it may be a table of a catalog."""
    path = Path(source)
    looks_like_one = "/" in source or path.suffix in (*FORMATS, ".gz")
    if looks_like_one and path_of(source) is not None and not glob(source):
        raise WrongUse(f"no file or folder {source}{similar_file(path)}")
