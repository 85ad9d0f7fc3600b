"""Where the file of settings is, and what wins over it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import cfsql
from tests.cli.config.files import held, write
from tests.support.commands import Run, run_in


def test_the_nearest_file_is_used_and_only_that(run: Run, tmp_path: Path) -> None:
    write(tmp_path, "threads = 1\nseed = 7\n")
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert "../../cfsql.toml" in run_in(deep, "config").stdout
    write(tmp_path / "a", "[project]\nname = 'other'\n", "pyproject.toml")
    assert "../../cfsql.toml" in run_in(deep, "config").stdout
    write(tmp_path / "a", "[tool.cfsql]\nthreads = 2\n", "pyproject.toml")
    shown = run_in(deep, "config").stdout
    assert "../pyproject.toml [tool.cfsql]" in shown
    assert "seed" not in shown


def test_in_one_folder_cfsql_toml_wins(run: Run, tmp_path: Path) -> None:
    write(tmp_path, "[tool.cfsql]\nthreads = 2\nseed = 1\n", "pyproject.toml")
    write(tmp_path, "threads = 1\n")
    settings = held(run)
    assert settings["rank", "threads"] == (1, "cfsql.toml")
    assert ("rank", "seed") not in settings


def test_paths_in_a_file_are_relative_to_it(loaded: Run, tmp_path: Path) -> None:
    write(tmp_path, 'db = "cfsql.duckdb"\n[rank]\nout = "answers.csv"\n')
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert "recidivism" in run_in(deep, "tables").stdout
    done = run_in(deep, "rank", "--table", "recidivism")
    assert "in ../../cfsql.duckdb" in done.stderr
    assert (tmp_path / "answers.csv").exists()
    assert run_in(deep, "tables", "--db", "cfsql.duckdb").returncode == 3
    assert not list(deep.iterdir())


def test_a_home_folder_and_an_absolute_path_are_understood(
    loaded: Run, tmp_path: Path
) -> None:
    write(tmp_path / "here", f'db = "{tmp_path.as_posix()}/cfsql.duckdb"\n')
    assert "recidivism" in run_in(tmp_path / "here", "tables").stdout
    write(tmp_path, 'db = "~/cfsql.duckdb"\n')
    assert "recidivism" in loaded("tables", HOME=str(tmp_path)).stdout


def test_the_environment_wins_over_the_file_and_the_command_line_over_both(
    loaded: Run, tmp_path: Path
) -> None:
    write(tmp_path, 'db = "file.duckdb"\n')
    done = loaded("tables", CFSQL_DB="variable.duckdb")
    assert done.returncode == 3
    assert "variable.duckdb" in done.stderr
    settings = held(loaded, CFSQL_DB="variable.duckdb")
    assert settings["rank", "db"] == ("variable.duckdb", "$CFSQL_DB")
    assert held(loaded, CFSQL_DB="")["rank", "db"] == ("file.duckdb", "cfsql.toml")
    done = loaded("tables", "--db", "cfsql.duckdb", CFSQL_DB="variable.duckdb")
    assert "recidivism" in done.stdout


def test_python_does_not_look_at_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example_csv: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, 'db = "elsewhere.duckdb"\nby = "dag"\nwrong = 1\n')
    table = cfsql.connect().load("recidivism.csv", label=-1)
    assert table.rank().facts.by == "power"
    assert not (tmp_path / "elsewhere.duckdb").exists()


@pytest.mark.parametrize("name", ["cfsql.toml", "pyproject.toml"])
def test_a_file_of_another_user_is_passed_over_and_named(
    loaded: Run, tmp_path: Path, name: str
) -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can give a file to another user")
    section = "[tool.cfsql]\n" if name == "pyproject.toml" else ""
    theirs = write(tmp_path, f'{section}db = "theirs.duckdb"\n', name)
    os.chown(theirs, 12345, 12345)

    done = loaded("tables")

    assert "recidivism" in done.stdout
    assert done.stderr == f"cfsql: {name} is not used: it belongs to another user\n"


def test_a_link_of_another_user_is_passed_over(loaded: Run, tmp_path: Path) -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can give a file to another user")
    write(tmp_path / "elsewhere", 'db = "other.duckdb"\n')
    (tmp_path / "cfsql.toml").symlink_to(tmp_path / "elsewhere" / "cfsql.toml")
    os.chown(tmp_path / "cfsql.toml", 12345, 12345, follow_symlinks=False)

    assert "recidivism" in loaded("tables").stdout
