"""`cfsql rank --engine spark`, on the running example."""

from __future__ import annotations

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
