"""The database while others use it, and questions that nobody waits for."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

import cfsql
from tests.support.commands import Run
from tests.support.ui_server import KEY, people, serving_pages
from tests.ui.reading import opened, text


def test_a_writer_is_named_and_so_is_the_explorer(
    tmp_path: Path, run_apart: Run
) -> None:
    path = tmp_path / "shared.duckdb"
    with cfsql.connect(path) as database:
        database.load(people(), table="recidivism", label="score")
    hold = (
        "import duckdb, sys, time; "
        f"c = duckdb.connect({str(path)!r}); print(1, flush=True); time.sleep(60)"
    )
    with serving_pages(path) as served, opened(served) as client:
        writer = subprocess.Popen(
            [sys.executable, "-c", hold], stdout=subprocess.PIPE, text=True
        )
        try:
            assert writer.stdout is not None
            writer.stdout.readline()
            response = client.get("/")
            assert response.status_code == 503
            assert f"(process {writer.pid})" in text(response)
            assert "The database is being written to" in text(response)
        finally:
            writer.kill()
            writer.wait()
            assert writer.stdout is not None
            writer.stdout.close()
        assert client.get("/").status_code == 200
        # Two readers at once, and a writer that has to wait.
        done = run_apart("explain", "--table", "recidivism", "--row", 1, "--db", path)
        assert done.returncode == 0
        done = run_apart("drop", "recidivism", "--db", path)
        assert done.returncode == 3
        assert "is in use by" in done.stderr
        assert "process" in done.stderr
        assert done.stderr.count("\n") == 1


def test_an_idle_database_can_be_written_and_is_seen_anew(tmp_path: Path) -> None:
    path = tmp_path / "one.duckdb"
    with cfsql.connect(path) as database:
        import polars as pl

        database.load(
            pl.DataFrame({"a": [1, 2], "y": ["p", "q"]}), table="first", label=-1
        )
    with serving_pages(path) as served, opened(served) as client:
        assert "1 table in" in text(client.get("/"))
        assert client.get("/t/first/row?row=1").status_code == 200
        assert served.store.close_if_idle(0)
        # In another process: this one still remembers how it opened the file.
        done = subprocess.run(
            [sys.executable, "-m", "cfsql", "rank", "--table", "first", "--db", path],
            capture_output=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert "2 rows 20" in text(client.get("/"))


def test_what_nobody_waits_for_is_interrupted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cfsql.engines.queries import parse
    from cfsql.ui.jobs import Job

    ended: list[float] = []
    (slow,) = parse(
        "ui",
        "-- fetch: slow\n-- grain:  one row\nselect count(*) from range(100000000000)",
    ).values()

    def explain_row(store: Any, facts: Any, question: Any) -> Any:
        def work(job: Job) -> Any:
            try:
                with store.session(job) as session:
                    return session.fetch(slow)
            finally:
                ended.append(time.monotonic())

        return work

    monkeypatch.setattr("cfsql.ui.explaining.explain_row", explain_row)
    with serving_pages(path, patience=1) as served:
        with httpx.Client(base_url=served.address) as client:
            client.get(f"/?key={KEY}", follow_redirects=True)
            waiting = client.get("/t/recidivism/row?row=1")
            assert "Looking through 8 rows for" in text(waiting)
            assert not ended
            # The browser goes away while it waits.
            cookie = "; ".join(
                f"{name}={value}" for name, value in client.cookies.items()
            )
        host = served.address.removeprefix("http://")
        with socket.create_connection(("127.0.0.1", int(host.split(":")[1]))) as line:
            line.sendall(
                f"GET /t/recidivism/row?row=1 HTTP/1.1\r\nHost: {host}\r\n"
                f"Cookie: {cookie}\r\n\r\n".encode()
            )
            time.sleep(0.2)
            left = time.monotonic()
        while not ended and time.monotonic() < left + 5:
            time.sleep(0.01)
        assert ended
        assert ended[0] - left < 1
