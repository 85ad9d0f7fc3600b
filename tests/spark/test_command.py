"""`cfsql rank --engine spark`: what it shows, how it ends, and what workers lack."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from itertools import chain
from pathlib import Path

import pytest

import cfsql
from cfsql import example
from tests.spark.comparing import assert_same
from tests.spark.sessions import IS_SAIL, NEEDS_SPARK, SETTINGS, sail
from tests.support.commands import run_here

pytestmark = NEEDS_SPARK


def on(address: str) -> list[str]:
    """The options that name a Spark."""
    settings = (("--conf", f"{name}={value}") for name, value in SETTINGS.items())
    known = [] if IS_SAIL else chain.from_iterable(settings)
    return ["--engine", "spark", "--master", address, *known]


def test_the_command_line(address: str, tmp_path: Path) -> None:
    source = tmp_path / "recidivism.csv"
    source.write_text(example.CSV, encoding="utf-8")
    out = tmp_path / "out"
    rank = ("rank", source, "--out", out, *on(address))
    for options, said in (
        (("--target", "None"), "no score 'None'"),
        (("--freeze", "age", "--bin", "sex=1"), "leave --bin sex out"),
    ):
        refused = run_here(*rank, *options)
        assert refused.returncode == 2
        assert said in refused.stderr
        assert os.listdir(tmp_path) == [source.name]
    done = run_here(*rank, "--freeze", "age")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert "8 rows in 1 part in " in done.stderr
    assert f"wrote ranked, summary, optimal to {out}" in done.stderr
    assert sorted(os.listdir(out)) == ["manifest", "optimal", "ranked", "summary"]
    assert sorted(os.listdir(tmp_path)) == ["out", source.name]
    assert_same(cfsql.connect().load(source, label=-1), out, freeze=["age"])
    refused = run_here(*rank)
    assert refused.returncode == 2
    assert refused.stderr == f"cfsql: {out} exists already; choose another folder\n"


def test_an_interrupted_ranking_leaves_no_process_and_no_file(
    address: str, tmp_path: Path
) -> None:
    chance = random.Random(1)
    source = tmp_path / "large.csv"
    rows = (
        "".join(f"{chance.randrange(40)}," for _ in range(8)) for _ in range(60_000)
    )
    lines = ["a,b,c,d,e,f,g,h,label", *(row + chance.choice("XY") for row in rows)]
    source.write_text("\n".join(lines), encoding="utf-8")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "cfsql", "rank", str(source), "--label", "label"),
            *("--out", str(tmp_path / "out"), *on(address)),
        ],
        env=os.environ | {"TMPDIR": str(scratch), "SPARK_LOCAL_DIRS": str(scratch)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    # Parts are at work once the table is encoded.
    while not [*tmp_path.glob(".cfsql-*/coded-*")]:
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert said.splitlines()[-1] == "cfsql: interrupted; nothing was written"
    # Java ends once nobody holds its input any more.
    end = time.monotonic() + 30
    while running(process.pid) and time.monotonic() < end:
        time.sleep(0.1)
    assert running(process.pid) == ""
    left = {each.name for each in tmp_path.iterdir()}
    assert left == {"large.csv", "scratch"}
    assert list(scratch.glob("cfsql*")) == []


def running(session: int) -> str:
    """The commands that run in a session of processes."""
    listed = ("ps", "-o", "args=", "-s", str(session))
    return subprocess.run(listed, capture_output=True, text=True, check=False).stdout


@pytest.fixture
def example_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example, in a folder of its own that is the current one."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    Path("recidivism.csv").write_text(example.CSV, encoding="utf-8")
    return folder


def test_what_a_cluster_lacks_is_said_before_work_begins(
    address: str, example_here: Path, tmp_path: Path
) -> None:
    # A path that is another folder for each process.
    own = Path("/proc/self/cwd")
    rank = ("rank", "recidivism.csv", *on(address), "--out")
    refused = run_here(*rank, "why", "--work", own)
    assert refused.returncode == 2
    assert f"{own} is not the folder that it is here; give one that" in refused.stderr
    assert refused.stderr.count("\n") == 1
    refused = run_here(
        "rank", own / "recidivism.csv", *on(address), "--out", tmp_path / "why"
    )
    assert refused.returncode == 2
    assert f"{own}/recidivism.csv cannot be read; put it where" in refused.stderr
    assert os.listdir(example_here) == ["recidivism.csv"]


OTHER = {"cfsql/__init__.py": "", "cfsql/version.py": "__version__ = '0.0.1'"}


KERNEL = "cfsql.kernel._native"


def hidden(package: str) -> dict[str, str]:
    """What hides a package from any Python that is started."""
    return {"sitecustomize.py": f"import sys\nsys.modules['{package}'] = None"}


@pytest.mark.skipif(not IS_SAIL, reason="workers run by the Python of this process")
@pytest.mark.parametrize(
    ("files", "plan", "code", "said"),
    [
        (OTHER, "auto", 2, "cfsql is 0.0.1, and "),
        (hidden("cfsql"), "auto", 2, "cfsql is missing, and "),
        (
            hidden(KERNEL),
            "compiled",
            2,
            "--plan compiled needs the native kernel: it is not",
        ),
        (hidden(KERNEL), "auto", 0, "parts are compared in SQL there, which takes"),
    ],
)
def test_another_version_and_missing_packages_are_named(
    example_here: Path,
    tmp_path: Path,
    files: dict[str, str],
    plan: str,
    code: int,
    said: str,
) -> None:
    for name, text in files.items():
        (tmp_path / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / name).write_text(text, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")])
    with sail(tmp_path / "log", PYTHONPATH=path, CFSQL_KERNEL="") as address:
        rank = ("rank", "recidivism.csv", "--out", "why", "--plan", plan)
        done = run_here(*rank, *on(address))
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert (example_here / "why").exists() == (code == 0)
