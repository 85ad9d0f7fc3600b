"""What `--engine spark` says where Spark cannot be: no package, no Java, no server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cfsql import example
from cfsql.spark import sessions
from tests.spark.sessions import IS_SAIL
from tests.support.commands import run_here

# The client alone, which has no Java, where Sail is installed; here elsewhere.
pytestmark = [pytest.mark.spark] if IS_SAIL else []

RANK = ("rank", "recidivism.csv", "--engine", "spark")


def without(*packages: str) -> str:
    """What the command says where these are not installed."""
    script = (
        "import sys\n"
        f"for name in {packages}: sys.modules[name] = None\n"
        "sys.argv = ['cfsql', 'rank', 'a', '--engine', 'spark', '--out', 'out']\n"
        "from cfsql.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    return done.stderr


def test_without_the_extra_it_says_how_to_get_it() -> None:
    assert without("py4j", "pyspark") == (
        "cfsql: --engine spark needs the extra: pip install 'cfsql[spark]', or "
        "'.[spark]' in a clone; or 'spark-connect' for a server of Spark Connect\n"
    )


@pytest.fixture(autouse=True)
def with_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As if the package were here, in a folder with the example."""
    monkeypatch.setattr(sessions, "find_spec", lambda _: object())
    monkeypatch.delenv("SPARK_REMOTE", raising=False)
    monkeypatch.chdir(tmp_path)
    Path("recidivism.csv").write_text(example.CSV, encoding="utf-8")


def test_without_java_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    done = run_here(*RANK, "--out", "out")
    assert done.returncode == 1
    assert done.stderr.startswith("cfsql: Spark needs Java 17 or later, and there is")
    monkeypatch.setenv("JAVA_HOME", "/nowhere")
    done = run_here(*RANK, "--out", "out")
    assert "there is no /nowhere/bin/java; install it" in done.stderr
    # The client alone, without any Java.
    monkeypatch.setattr(sessions, "find_spec", lambda name: name == "pyspark" or None)
    done = run_here(*RANK, "--out", "out")
    assert done.returncode == 1
    assert done.stderr.startswith(
        "cfsql: this is Spark's client alone: name a server with --master sc://HOST"
    )
    assert done.stderr.count("\n") == 1


def test_a_missing_file_is_named_before_spark_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sessions, "open_session", None)
    done = run_here("rank", "recidivsm.csv", "--engine", "spark", "--out", "out")
    assert done.returncode == 2
    assert done.stderr == (
        "cfsql: no file or folder recidivsm.csv; did you mean recidivism.csv?\n"
    )


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ([], 2, "Give a folder for the results with --out DIR"),
        (["--out", "o", "--dry-run"], 2, "--dry-run is not for --engine spark"),
        (["--out", "o", "--part", "1/2"], 2, "--part is not for --engine spark"),
        (["--out", "o", "--table", "t"], 2, "--table is not for --engine spark"),
        (["--out", "o", "--format", "json"], 2, "--format is not for --engine spark"),
        (["--out", "o", "--conf", "memory"], 2, "--conf is KEY=VALUE"),
        (["--out", "o", "--memory-limit", "much"], 2, "--memory-limit is a size"),
        (["--out", "o", "--parts", "0"], 2, "--parts"),
        (["--out", "o", "--master", "spark://nobody"], 2, "spark://HOST:PORT"),
        (["--out", "o", "--master", "sc://nobody"], 2, "or sc://HOST:PORT, not"),
        (
            ["--out", "o", "--master", "spark://127.0.0.1:1"],
            1,
            "no Spark answers at spark://127.0.0.1:1; start it, or use",
        ),
        (["--out", "o", "--master", "sc://127.0.0.1:1"], 1, "sc://127.0.0.1:1; start"),
    ],
)
def test_what_is_refused_before_spark_is_started(
    monkeypatch: pytest.MonkeyPatch, options: list[str], code: int, said: str
) -> None:
    monkeypatch.setenv("JAVA_HOME", "/usr")
    done = run_here(*RANK, *options)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert os.listdir() == ["recidivism.csv"]


def test_what_is_for_spark_alone_is_refused_elsewhere() -> None:
    for option in (
        ["--master", "local[2]"],
        ["--conf", "a=b"],
        ["--work", "w"],
        ["--parts", "3"],
    ):
        done = run_here("rank", "--table", "t", *option)
        assert done.returncode == 2
        assert done.stderr == f"cfsql: {option[0]} is for --engine spark\n"
    done = run_here("rank", "--table", "t", "--engine", "flink")
    assert done.stderr == "cfsql: --engine is duckdb or spark, not 'flink'\n"
