"""What the tests share: the running example, a way to run the command, real tables."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from file_server import FileServer, serving

from cfsql import example

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def example_csv(tmp_path: Path) -> Path:
    """The paper's running example as a file."""
    path = tmp_path / "recidivism.csv"
    path.write_text(example.CSV, encoding="utf-8")
    return path


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `cfsql` in a process of its own, in an empty folder."""
    environment = {k: v for k, v in os.environ.items() if k != "CFSQL_DB"}

    def run_cfsql(
        *arguments: object, stdin: bytes | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "cfsql", *map(str, arguments)],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            env=environment | {"COLUMNS": "88"} | more,
            timeout=120,
        )
        return subprocess.CompletedProcess(
            done.args,
            done.returncode,
            done.stdout.decode("utf-8"),
            done.stderr.decode("utf-8"),
        )

    return run_cfsql


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FileServer]:
    """A local server without files yet, asked directly."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as server:
        yield server


@pytest.fixture(scope="session")
def datasets() -> Path:
    """The folder with real tables, where there is one."""
    beside = Path(__file__).parents[2] / "shared" / "datasets"
    folder = Path(os.environ.get("CFSQL_DATASETS", beside))
    if not folder.is_dir():
        pytest.skip("no real tables here; name their folder in CFSQL_DATASETS")
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden` writes the expected output anew."""
    parser.addoption("--update-golden", action="store_true")
