"""What the tests share: the running example, a way to run the command, real tables."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from cfsql import example
from tests.support.commands import Run, run_in
from tests.support.file_server import FileServer, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# `make test` takes few and `make test-all` takes all: the same ones each time, so that
# what passes here passes elsewhere. CFSQL_EXAMPLES=new draws ones never seen before.
settings.register_profile("few", max_examples=8, deadline=None, derandomize=True)
settings.register_profile("all", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("new", max_examples=100, deadline=None)
settings.load_profile(os.environ.get("CFSQL_EXAMPLES", "few"))


@pytest.fixture
def example_csv(tmp_path: Path) -> Path:
    """The paper's running example as a file."""
    path = tmp_path / "recidivism.csv"
    path.write_text(example.CSV, encoding="utf-8")
    return path


@pytest.fixture
def run_apart(tmp_path: Path) -> Run:
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
def run(tmp_path: Path, run_apart: Run) -> Run:
    """Run `cfsql` in an empty folder: in this process, unless it reads its input."""

    def run_cfsql(
        *arguments: object, stdin: bytes | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        if stdin is not None:
            return run_apart(*arguments, stdin=stdin, **more)
        return run_in(tmp_path, *arguments, stdout=None, **more)

    return run_cfsql


@pytest.fixture(scope="session")
def loaded_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the running example, loaded from the folder where it is."""
    folder = tmp_path_factory.mktemp("loaded")
    (folder / "recidivism.csv").write_text(example.CSV, encoding="utf-8")
    assert run_in(folder, "load", "recidivism.csv").returncode == 0
    return folder / "cfsql.duckdb"


@pytest.fixture
def loaded(run: Run, loaded_once: Path, example_csv: Path) -> Run:
    """Run `cfsql` where the running example is loaded: cfsql.duckdb is a copy."""
    shutil.copy(loaded_once, example_csv.with_name("cfsql.duckdb"))
    return run


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FileServer]:
    """A local server without files yet, asked directly."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window, where there is one.

    It is the one that playwright has fetched, or one that is installed.
    """
    api = pytest.importorskip(
        "playwright.sync_api", reason="no playwright: pip install '.[browser]'"
    )
    with api.sync_playwright() as playwright:
        path = playwright.chromium.executable_path
        if not Path(path).exists():
            names = ("chromium", "chromium-browser", "google-chrome")
            path = next(filter(None, map(shutil.which, names)), None)
        if path is None:
            pytest.skip("no Chromium: make browser, or install it yourself")
        launched = playwright.chromium.launch(
            executable_path=path, args=["--disable-background-networking"]
        )
        yield launched
        launched.close()


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
