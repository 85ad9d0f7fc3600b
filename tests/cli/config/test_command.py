"""`cfsql config` and the help, with and without a file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cfsql.cli.declared import COMMANDS
from cfsql.cli.settings import find
from tests.cli.config.files import held, write
from tests.support.commands import Run


def test_help_shows_built_in_defaults_and_needs_no_right_file(
    run: Run, tmp_path: Path
) -> None:
    plain = run("rank", "--help-all").stdout
    write(tmp_path, 'by = "dag"\nseed = 5\nthreads = 3\n')
    assert run("rank", "--help-all").stdout == plain
    write(tmp_path, "wrong")
    for arguments in (["rank", "--help"], ["--help"], ["--version"], ["config", "-h"]):
        assert run(*arguments).returncode == 0
    assert "[default: power]" in " ".join(plain.split())


def test_help_reads_no_toml() -> None:
    check = (
        "import sys\n"
        "sys.argv = ['cfsql', 'rank', '--help']\n"
        "from cfsql.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "sys.exit(len({'tomllib', 'duckdb'} & set(sys.modules)))\n"
    )
    assert subprocess.run([sys.executable, "-c", check]).returncode == 0


def test_config_without_a_file_says_what_one_looks_like(
    run: Run, tmp_path: Path
) -> None:
    done = run("config")
    assert done.stdout.startswith("No settings: neither cfsql.toml nor pyproject.toml")
    assert set(held(run).values()) == {("cfsql.duckdb", None)}
    shown = done.stdout.split("such as:")[1].split("  option")[0]
    write(tmp_path, shown.replace("  ", ""))
    settings = held(run)
    assert settings["rank", "by"] == ("dag", "cfsql.toml [rank]")
    assert settings["explain", "table"] == ("adult", "cfsql.toml")


def test_config_of_a_command_shows_all_its_options(run: Run, tmp_path: Path) -> None:
    write(tmp_path, 'threads = 1\n[rank]\nby = "dag"\n')
    for path in COMMANDS.paths:
        done = run("config", *path, "--format", "json")
        shown = json.loads(done.stdout)
        assert shown["file"] == str(tmp_path / "cfsql.toml")
        assert [each["option"] for each in shown["settings"]] == [
            option.key for option in COMMANDS.options(path).values()
        ]
    records = json.loads(run("config", "explain", "--format", "json").stdout)
    sources = {each["option"]: each["source"] for each in records["settings"]}
    assert sources["table"] == "required"
    assert sources["threads"] == "file"
    assert sources["by"] == "default"
    lines = [line.split() for line in run("config", "rank").stdout.splitlines()]
    assert ["by", "dag", "cfsql.toml", "[rank]"] in lines
    assert ["plan", "auto", "default"] in lines
    assert ["threads", "1", "cfsql.toml"] in lines


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["rnak"], "no command 'rnak' in cfsql; did you mean 'rank'?"),
        (["datasets", "fech"], "no command 'fech' in cfsql datasets; did you mean"),
        (["datasets"], "datasets is a group; ask for a command: cfsql config datasets"),
        (["rank", "by"], "'by' is no part of a command; see cfsql rank --help"),
    ],
)
def test_config_of_an_unknown_command_is_refused(
    names: list[str], message: str, run: Run
) -> None:
    done = run("config", *names)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_no_file_is_needed_where_the_folder_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    try:
        assert find().file is None
    finally:
        monkeypatch.chdir(tmp_path)
