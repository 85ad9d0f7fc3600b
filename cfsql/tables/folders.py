"""A folder that appears whole, or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from cfsql.errors import CfsqlError, NotResults, OutputExists


@contextmanager
def new_folder(
    out: str | os.PathLike[str], *, replaced: str | None = None
) -> Iterator[Path]:
    """A folder to write to, which gets its name once all is in it.

    What a killed process leaves is beside it, hidden, and under another name. A folder
    that has a file `replaced`, or nothing, is replaced.
    """
    folder = Path(out)
    refuse_existing(folder, replaced=replaced, is_replaceable=False)
    beside = folder.with_name(f".{folder.name}-{uuid4().hex}")
    before = folder.with_name(f"{beside.name}-replaced")
    try:
        beside.mkdir(parents=True)
        yield beside
        if replaced is not None and folder.exists():
            folder.rename(before)
        # A folder with files is not renamed over: of two, the first one stays.
        beside.rename(folder)
    except OSError as error:
        if replaced is None and folder.exists():
            raise OutputExists(str(folder), is_replaceable=False) from error
        reason = error.strerror or str(error)
        raise CfsqlError(f"cannot write {folder}: {reason}") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        shutil.rmtree(before, ignore_errors=True)


def refuse_existing(
    folder: Path, *, replaced: str | None, is_replaceable: bool = True
) -> None:
    """Refuse a folder that exists, unless it is empty or has the file `replaced`."""
    if not folder.exists():
        return
    if replaced is None:
        raise OutputExists(str(folder), is_replaceable=is_replaceable)
    if (folder / replaced).exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    raise NotResults(str(folder))
