"""`cfsql rank --engine spark`, on the running example."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from itertools import chain
from pathlib import Path

import cfsql
from cfsql import example
from tests.engines.spark.comparing import assert_same
from tests.support.commands import run_here
from tests.support.spark_sessions import NEEDS_SPARK, SETTINGS

pytestmark = NEEDS_SPARK


def test_the_command_line(tmp_path: Path) -> None:
    source = tmp_path / "recidivism.csv"
    source.write_text(example.CSV, encoding="utf-8")
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine").touch()
    rank = ("rank", source, "--engine", "spark", "--out", out)
    refused = run_here(*rank)
    assert refused.returncode == 2
    assert refused.stderr.endswith("or choose another folder\n")
    assert refused.stderr.count("\n") == 1
    # What is not cfsql's is not replaced, and what is only when all is there.
    settings = (("--conf", f"{name}={value}") for name, value in SETTINGS.items())
    on_two = ("--overwrite", "--master", "local[2]", *chain.from_iterable(settings))
    refused = run_here(*rank, *on_two)
    assert refused.returncode == 2
    assert "holds no results of cfsql, and --overwrite replaces" in refused.stderr
    assert (out / "mine").exists()
    (out / "run.json").touch()
    assert run_here(*rank, *on_two, "--target", "None").returncode == 2
    assert (out / "mine").exists()
    done = run_here(*rank, *on_two, "--freeze", "age")
    assert done.returncode == 0, done.stderr
    assert "recidivism: 8 of 8 rows ranked by power" in done.stdout
    assert "taken by freeze age" in done.stdout
    assert f"wrote ranked, summary, optimal to {out}" in done.stderr
    names = sorted(each.name for each in out.iterdir() if each.name[0] != ".")
    assert names == ["optimal", "ranked", "run.json", "summary"]
    assert_same(cfsql.connect().load(source, label=-1), out, freeze=["age"])


def test_an_interrupted_ranking_leaves_no_process_and_no_file(tmp_path: Path) -> None:
    chance = random.Random(1)
    source = tmp_path / "large.csv"
    rows = (
        "".join(f"{chance.randrange(40)}," for _ in range(8)) for _ in range(60_000)
    )
    lines = ["a,b,c,d,e,f,g,h,label", *(row + chance.choice("XY") for row in rows)]
    source.write_text("\n".join(lines), encoding="utf-8")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    settings = (("--conf", f"{name}={value}") for name, value in SETTINGS.items())
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "cfsql", "rank", source, "--label", "label"),
            *("--engine", "spark", "--out", tmp_path / "out", "--master", "local[2]"),
            *chain.from_iterable(settings),
        ],
        env=os.environ | {"TMPDIR": str(scratch), "SPARK_LOCAL_DIRS": str(scratch)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    # Python on the executors: its tasks have begun.
    while "pyspark.daemon" not in running(process.pid):
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.splitlines()[-1] == "cfsql: interrupted; nothing was written"
    # Java ends once nobody holds its input any more.
    end = time.monotonic() + 30
    while running(process.pid) and time.monotonic() < end:
        time.sleep(0.1)
    assert running(process.pid) == ""
    assert not (tmp_path / "out").exists()
    assert list(scratch.glob("cfsql*")) == []


def running(session: int) -> str:
    """The commands that run in a session of processes."""
    listed = ("ps", "-o", "args=", "-s", str(session))
    return subprocess.run(listed, capture_output=True, text=True, check=False).stdout
