"""What is set gives way to what is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.config.files import write
from tests.support.commands import Run


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ('table = "other"\ninto = "x"', ["rank", "recidivism.csv"]),
        ('label = "sex"\nid = "x"\ntext = true', ["rank", "T"]),
        ('freeze = ["sex"]\nnearest = 2', ["explain", "T", "--row", "1", "--all"]),
        ('values = "{}"\nlabel = "Med"', ["explain", "T", "--row", "1"]),
        ("limit = 2", ["rank", "T", "--sample", "3"]),
        ("sample = 2", ["rank", "T", "--limit", "3"]),
        ("sample = 2", ["check", "T", "--limit", "3"]),
        ('sample = 2\ninto = "x"\nper-row = 1', ["why", "T", "--row", "1"]),
        ('row = "1"', ["why", "T", "--label", "Med"]),
        ('label = "Med"', ["why", "T", "--rows", "1,2"]),
        ('row = "1"', ["why", "T", "--per-row", "1"]),
        ('by = "dag"\ncount = "distinct"', ["explain", "T", "--row", "1", "--all"]),
        ("all = true", ["explain", "T", "--row", "1", "--by", "dag"]),
        ('data = "nowhere"', ["experiment", "unique", "T", "--repeats", "1"]),
    ],
)
def test_a_setting_that_contradicts_the_command_line_is_not_used(
    text: str, arguments: list[str], loaded: Run, tmp_path: Path
) -> None:
    words = " ".join(arguments).replace("T", "--table recidivism").split()
    plain = loaded(*words)
    assert plain.returncode == 0, plain.stderr
    write(tmp_path, f"[{arguments[0]}]\n{text}\n")
    done = loaded(*words)
    assert done.returncode == 0, done.stderr
    assert done.stdout == plain.stdout


def test_rankings_that_are_named_need_no_table(loaded: Run, tmp_path: Path) -> None:
    write(tmp_path, 'table = "other"\n[rank]\ntable = "recidivism"\n')
    assert loaded("rank").returncode == 0
    assert loaded("rank", "--freeze", "race", "--into", "frozen").returncode == 0
    done = loaded("diff", "recidivism", "frozen")
    assert done.returncode == 0, done.stderr
    assert "in frozen than in recidivism" in done.stdout
    table = ("--table", "recidivism")
    for names in (["--into", "recidivism,frozen"], ["recidivism", "--into", "frozen"]):
        assert loaded("diff", *table, *names).stdout == done.stdout


def test_relevance_looks_at_no_table_that_is_set() -> None:
    from cfsql.cli.experiment import _conflicts

    assert set(_conflicts({"name": "relevance"})) == {"table", "data"}
    assert set(_conflicts({"name": "all"})) == set()


def test_names_take_the_place_of_all_datasets(run: Run, tmp_path: Path) -> None:
    write(tmp_path, '[datasets.fetch]\nall = true\nto = "data"\n')
    done = run("datasets", "fetch", "adlt")
    assert done.returncode == 2
    assert "did you mean 'adult'?" in done.stderr


def test_settings_that_do_not_go_together_are_named(
    loaded: Run, tmp_path: Path
) -> None:
    write(tmp_path, 'table = "recidivism"\n[rank]\nlimit = 2\nsample = 2\n')
    done = loaded("rank")
    assert done.returncode == 2
    assert done.stderr == (
        "cfsql: give --limit or --sample, not both "
        "(cfsql.toml [rank] sets limit, sample)\n"
    )
