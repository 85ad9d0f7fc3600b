"""Where machine code is kept for the next time, and whether it is there.

Known without loading numba, which takes longer than many a question.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

# What is written beside the code once all of it is there.
_DONE = "compiled"


@cache
def is_installed() -> bool:
    """Whether the extra `fast` is here."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def is_compiled() -> bool:
    """Whether all kernels were compiled before, for this machine and this text."""
    kept = folder()
    return kept is not None and (kept / _DONE).exists()


def note_compiled() -> None:
    """Take note that all kernels are kept."""
    kept = folder()
    if kept is not None:
        (kept / _DONE).touch()


@cache
def folder() -> Path | None:
    """Where compiled kernels are kept; None where nothing can be written.

    numba's own variable has the say; then it is the user's cache; and where that
    cannot be written, a directory for temporary files that nobody else can write to.
    """
    given = os.environ.get("NUMBA_CACHE_DIR")
    places = [Path(given)] if given else [_users_cache(), _temporary()]
    for place in places:
        kept = place / f"kernels-{_fingerprint()}"
        if _is_ours(kept):
            return kept
    return None


def _users_cache() -> Path:
    if sys.platform == "win32":
        parent = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    elif sys.platform == "darwin":
        parent = "~/Library/Caches"
    else:
        parent = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(parent).expanduser() / "cfsql"


def _temporary() -> Path:
    user = os.getuid() if hasattr(os, "getuid") else os.getlogin()
    return Path(tempfile.gettempdir()) / f"cfsql-{user}"


def _is_ours(kept: Path) -> bool:
    """Whether a directory is there, or can be made, that only this user writes to.

    Code is loaded from it: another user's would be run.
    """
    try:
        kept.mkdir(parents=True, exist_ok=True, mode=0o700)
        if hasattr(os, "getuid") and kept.stat().st_uid != os.getuid():
            return False
        with tempfile.TemporaryFile(dir=kept):
            return True
    except OSError:
        return False


def _fingerprint() -> str:
    """What the machine code depends on: the kernels and their place, numba and Python.

    numba itself looks only at the file of the function that is called.
    """
    here = Path(__file__).parent
    found = hashlib.sha256(f"{sys.version}{sys.platform}{here}".encode())
    for path in sorted(here.glob("*.py")):
        found.update(path.read_bytes())
    spec = find_spec("numba")
    if spec is not None and spec.origin is not None:
        found.update(f"{spec.origin}{os.stat(spec.origin).st_mtime_ns}".encode())
    return found.hexdigest()[:16]
