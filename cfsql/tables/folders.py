"""A folder that appears whole, or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from cfsql.errors import CfsqlError, OutputExists


@contextmanager
def new_folder(out: str | os.PathLike[str]) -> Iterator[Path]:
    """A folder to write to, which gets its name once all is in it.

    What a killed process leaves is beside it, hidden, and under another name.
    """
    folder = Path(out)
    if folder.exists():
        raise OutputExists(str(folder), is_replaceable=False)
    beside = folder.with_name(f".{folder.name}-{uuid4().hex}")
    try:
        beside.mkdir(parents=True)
        yield beside
        # A folder with files is not renamed over: of two, the first one stays.
        beside.rename(folder)
    except OSError as error:
        if folder.exists():
            raise OutputExists(str(folder), is_replaceable=False) from error
        reason = error.strerror or str(error)
        raise CfsqlError(f"cannot write {folder}: {reason}") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
