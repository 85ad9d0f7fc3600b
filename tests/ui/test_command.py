"""`cfsql ui`: its link, its end, and what it refuses."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.support.commands import Run


def test_the_command_prints_the_link_and_ends_with_ctrl_c(path: Path) -> None:
    started = time.monotonic()
    server = subprocess.Popen(
        [
            *(sys.executable, "-m", "cfsql", "ui", "--no-browser"),
            *("--db", str(path), "--table", "Recidivism"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    link = server.stdout.readline().strip()
    assert time.monotonic() - started < 20
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/t/recidivism\?key=[\w-]{32}", link)
    with httpx.Client(follow_redirects=True) as client:
        assert client.get(link).status_code == 200
    server.send_signal(signal.SIGINT)
    _, said = server.communicate(timeout=20)
    assert server.returncode == 0
    assert "stop with Ctrl-C" in said
    assert "stopped" in said
    assert "Traceback" not in said


def test_the_command_refuses_what_cannot_be(run: Run, path: Path) -> None:
    done = run("ui", "--no-browser", "--db", path, "--table", "recidivis")
    assert done.returncode == 2
    assert "did you mean 'recidivism'?" in done.stderr
    done = run("ui", "--no-browser", "--db", "nowhere.duckdb")
    assert done.returncode == 3
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("ui", "--no-browser", "--db", path, "--port", port)
    assert done.returncode == 1
    assert f"cannot use port {port}" in done.stderr
    assert done.stderr.count("\n") == 1
