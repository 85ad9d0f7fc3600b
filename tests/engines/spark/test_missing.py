"""What `--engine spark` says where Spark cannot be: no package, no Java, no master."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cfsql import example
from cfsql.lake import sessions
from tests.support.commands import run_here

RANK = ("rank", "recidivism.csv", "--engine", "spark")


def test_without_the_extra_it_says_how_to_get_it() -> None:
    script = (
        "import sys\n"
        "for name in ('py4j', 'pyspark'): sys.modules[name] = None\n"
        "sys.argv = ['cfsql', 'rank', 'a.csv', '--engine', 'spark', '--out', 'out']\n"
        "from cfsql.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert done.stderr == (
        "cfsql: --engine spark needs the extra: "
        "pip install 'cfsql[spark]', or '.[spark]' in a clone\n"
    )


@pytest.fixture
def with_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """As if the package were here, in a folder with the example."""
    monkeypatch.setattr(sessions, "find_spec", lambda _: object())
    monkeypatch.delenv("HADOOP_CONF_DIR", raising=False)
    monkeypatch.chdir(tmp_path)
    Path("recidivism.csv").write_text(example.CSV, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("with_package")
def test_without_java_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    done = run_here(*RANK, "--out", "out")
    assert done.returncode == 1
    assert done.stderr.startswith("cfsql: Spark needs Java 17 or later, and there is")
    monkeypatch.setenv("JAVA_HOME", "/nowhere")
    done = run_here(*RANK, "--out", "out")
    assert "JAVA_HOME is /nowhere, where there is none" in done.stderr


@pytest.mark.usefixtures("with_package")
def test_a_missing_file_is_named_before_spark_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sessions, "open_session", None)
    done = run_here("rank", "recidivsm.csv", "--engine", "spark", "--out", "out")
    assert done.returncode == 2
    assert done.stderr == (
        "cfsql: no file or folder recidivsm.csv; did you mean recidivism.csv?\n"
    )


@pytest.mark.usefixtures("with_package")
@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ([], 2, "Give a folder for the results with --out DIR"),
        (["--out", "."], 2, "exists already; replace it with --overwrite"),
        (["--out", "o", "--bin", "age=25"], 2, "--bin is not for --engine spark"),
        (["--out", "o", "--table", "t"], 2, "--table is not for --engine spark"),
        (["--out", "o", "--format", "json"], 2, "--format is not for --engine spark"),
        (["--out", "o", "--conf", "memory"], 2, "--conf is KEY=VALUE"),
        (["--out", "o", "--memory-limit", "much"], 2, "--memory-limit is a size"),
        (
            ["--out", "o", "--threads", "2", "--master", "local[2]"],
            2,
            "both say how many cores",
        ),
        (["--out", "o", "--master", "spark://nobody"], 2, "spark://HOST:PORT"),
        (
            ["--out", "o", "--master", "spark://127.0.0.1:1"],
            1,
            "no Spark master answers at spark://127.0.0.1:1; start it, or use",
        ),
    ],
)
def test_what_is_refused_before_spark_is_started(
    monkeypatch: pytest.MonkeyPatch, options: list[str], code: int, said: str
) -> None:
    monkeypatch.setattr(sessions, "_refuse_without_java", lambda: None)
    done = run_here(*RANK, *options)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert [each.name for each in Path().iterdir()] == ["recidivism.csv"]


def test_what_is_for_spark_alone_is_refused_elsewhere() -> None:
    for option in (["--master", "local[2]"], ["--conf", "a=b"], ["--overwrite"]):
        done = run_here("rank", "--table", "t", *option)
        assert done.returncode == 2
        assert done.stderr == f"cfsql: {option[0]} is for --engine spark\n"
    done = run_here("rank", "--table", "t", "--engine", "flink")
    assert done.stderr == "cfsql: --engine is duckdb or spark, not 'flink'\n"
