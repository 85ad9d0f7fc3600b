"""How the tests run the command: in this process, in a folder."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from cfsql.cli.app import main

Run = Callable[..., "subprocess.CompletedProcess[str]"]


class Terminal(io.StringIO):
    """What a terminal is sent."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def run_here(
    *arguments: object, stdout: io.StringIO | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `cfsql` in this process, which takes a quarter of the time."""
    shown, said = stdout or io.StringIO(), io.StringIO()
    code: object = 0
    given = ["cfsql", *map(str, arguments)]
    with (
        patch.object(sys, "argv", given),
        redirect_stdout(shown),
        redirect_stderr(said),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    return subprocess.CompletedProcess(
        given, int(str(code or 0)), shown.getvalue(), said.getvalue()
    )


def run_in(
    folder: Path,
    *arguments: object,
    stdout: io.StringIO | None = None,
    **more: str,
) -> subprocess.CompletedProcess[str]:
    """Run `cfsql` in a folder, in this process."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        with patch.dict(os.environ, {"COLUMNS": "88"} | more):
            if "CFSQL_DB" not in more:
                os.environ.pop("CFSQL_DB", None)
            return run_here(*arguments, stdout=stdout)
    finally:
        os.chdir(before)
