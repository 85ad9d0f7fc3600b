"""Files far away, where DuckDB's httpfs is there; else one line that says so."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars as pl
import pytest

from cfsql import example
from cfsql.engines.duckdb import Session
from tests.support.commands import Run
from tests.support.file_server import FileServer
from tests.support.refusals import FAILED, WRONG_USE, assert_refused


@pytest.fixture
def httpfs() -> None:
    """DuckDB's extension, where it is installed."""
    try:
        duckdb.connect().execute("load httpfs")
    except duckdb.Error:
        pytest.skip("no httpfs for this DuckDB: install httpfs")


@pytest.mark.parametrize("scheme", ["https", "s3"])
def test_without_the_extension_it_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.setattr(Session, "load_extension", lambda *_: False)
    done = run("load", f"{scheme}://example.com/recidivism.csv")
    assert_refused(done, WRONG_USE, f"{scheme}:// needs", "httpfs", "install httpfs")


def test_an_unknown_format_is_told_before_anything_is_fetched(run: Run) -> None:
    done = run("load", "https://example.com/table.html")
    assert_refused(done, WRONG_USE, "unknown format")
    done = run("load", "https://example.com/x.csv", "--from", "y")
    assert_refused(done, WRONG_USE, "--from is for databases")


def test_a_file_is_fetched(
    run: Run, server: FileServer, httpfs: None, tmp_path: Path
) -> None:
    server.files["/recidivism.csv"] = example.CSV.encode()
    pl.read_csv(example.CSV.encode()).write_parquet(tmp_path / "x.parquet")
    server.files["/people.parquet"] = (tmp_path / "x.parquet").read_bytes()
    for name in ("recidivism.csv", "people.parquet"):
        done = run("load", f"{server.url}/{name}")
        assert done.returncode == 0, done.stderr
        assert "8 rows, 5 features, label score" in done.stdout
    done = run("load", f"{server.url}/nothing.csv")
    assert_refused(done, FAILED, "nothing.csv")
