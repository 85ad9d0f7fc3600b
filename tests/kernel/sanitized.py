"""The kernel under sanitizers: addresses, overflows and shifts are watched.

    python -m tests.kernel.sanitized 30

builds the kernel anew, in a folder of its own, gives it wrong input, stops it, and then
tries random problems for 30 seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "cfsql" / "kernel").glob("*.c"))
COMPILER = os.environ.get("CC", "gcc")
FLAGS = (
    *("-std=c11", "-O1", "-g", "-fPIC", "-shared", "-DPy_LIMITED_API=0x030B0000"),
    *("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"),
)

# The tests of the border with the module at a path, then random problems.
RUN = """
import importlib.util, sys

spec = importlib.util.spec_from_file_location("_native", sys.argv[1])
module = importlib.util.module_from_spec(spec)
sys.modules["cfsql.kernel._native"] = module
spec.loader.exec_module(module)
import cfsql.kernel

cfsql.kernel._native = module
import pytest

border = "wrong or refused or level or batch or stop"
options = ["-q", "-x", "-p", "no:cacheprovider", "-k", border]
failed = pytest.main([*options, "tests/kernel"])
from tests.kernel import problems

failed or problems.main(float(sys.argv[2]), 1)
sys.exit(failed)
"""


def missing() -> str:
    """Why there are no sanitizers here; nothing if there are."""
    try:
        absent = [name for name in ("libasan.so", "libubsan.so") if not _library(name)]
    except OSError:
        return f"there is no compiler called {COMPILER}"
    return f"{COMPILER} has no {' and no '.join(absent)}" if absent else ""


def _library(name: str) -> str:
    """Where the compiler has a library, which a Python without it must be given."""
    command = [COMPILER, f"-print-file-name={name}"]
    path = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    return path if Path(path).is_absolute() else ""


def run(seconds: float) -> subprocess.CompletedProcess[str]:
    """Build the kernel, test its border, and try problems for some seconds."""
    include = f"-I{sysconfig.get_paths()['include']}"
    libraries = f"{_library('libasan.so')}:{_library('libubsan.so')}"
    watched = {
        "LD_PRELOAD": libraries,
        # Python keeps what it has until it ends.
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }
    with tempfile.TemporaryDirectory() as folder:
        module = f"{folder}/_native.so"
        build = [COMPILER, *FLAGS, include, *map(str, SOURCES), "-lm", "-o", module]
        subprocess.run(build, check=True)
        return subprocess.run(
            [sys.executable, "-c", RUN, module, str(seconds)],
            env={**os.environ, **watched},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )


def main(seconds: float) -> int:
    """Say what was tried, or why nothing was."""
    if missing():
        print(f"skipped: {missing()}")
        return 0
    done = run(seconds)
    shown = done.stdout.splitlines()[-100 if done.returncode else -1 :]
    print("\n".join(shown))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
