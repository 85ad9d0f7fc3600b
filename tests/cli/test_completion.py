"""What the Tab key offers, asked as a shell asks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.support.commands import Run, run_in


class Ask(Protocol):
    """Ask for the words that a line may go on with."""

    def __call__(self, line: str, **variables: str) -> list[str]: ...


@pytest.fixture
def offered(tmp_path: Path) -> Ask:
    """Ask in an empty folder; nothing else is printed."""

    def ask(line: str, **variables: str) -> list[str]:
        asked: dict[str, Any] = {
            "_CFSQL_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(line.count(" ")),
        } | variables
        done = run_in(tmp_path, **asked)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.split()

    return ask


LABELS = ["High", "Low", "Med"]
FEATURES = ["age", "degree", "race", "recid", "sex"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cfsql ex", ["explain", "export", "experiment"]),
        ("cfsql datasets f", ["fetch"]),
        ("cfsql explain --fr", ["--freeze", "--free"]),
        ("cfsql explain --table ", ["recidivism"]),
        ("cfsql explain --table recidivism --freeze ", FEATURES),
        ("cfsql explain --table recidivism --freeze r", ["race", "recid"]),
        ("cfsql explain --table recidivism --freeze race,r", ["race,recid"]),
        ("cfsql explain --table recidivism --target ", LABELS),
        ("cfsql why --table recidivism --label M", ["Med"]),
        ("cfsql rank --by ", ["dag", "power"]),
        ("cfsql rank --engine s", ["spark"]),
        ("cfsql describe ", ["recidivism"]),
        ("cfsql drop r", ["recidivism"]),
        ("cfsql experiment g", ["gap"]),
        ("cfsql load recidivism.csv --label s", ["score", "sex"]),
        ("cfsql load recidivism.csv --bin a", ["age=q4", "age=w10"]),
        ("cfsql datasets fetch c", ["cars", "chess", "compas", "contraception"]),
        ("cfsql sql --format j", ["json", "jsonl"]),
    ],
)
def test_what_can_be_meant_is_offered(
    line: str, words: list[str], loaded: Run, offered: Ask
) -> None:
    assert offered(line) == words


def test_the_database_is_the_one_that_the_command_would_read(
    loaded: Run, tmp_path: Path, offered: Ask
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    shutil.move(tmp_path / "cfsql.duckdb", other / "people.duckdb")
    line = "cfsql rank --table "
    assert offered(line) == []
    assert offered(line, CFSQL_DB="other/people.duckdb") == ["recidivism"]
    named = "cfsql rank --db other/people.duckdb --table "
    assert offered(named) == ["recidivism"]
    (tmp_path / "cfsql.toml").write_text(
        'db = "other/people.duckdb"\ntable = "recidivism"\n'
    )
    assert offered(line) == ["recidivism"]
    assert offered("cfsql explain --target L") == ["Low"]


def test_what_goes_wrong_is_silent(tmp_path: Path, offered: Ask) -> None:
    line = "cfsql explain --table "
    (tmp_path / "cfsql.duckdb").write_text("no database")
    assert offered(line) == []
    (tmp_path / "cfsql.duckdb").unlink()
    (tmp_path / "cfsql.toml").write_text("wrong")
    assert offered(line) == []
    assert offered("cfsql explain --table gone --freeze ") == []
    assert not (tmp_path / "cfsql.duckdb").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_shown_and_installed(shell: str, run: Run, tmp_path: Path) -> None:
    script = run("--show-completion", shell).stdout
    assert "_CFSQL_COMPLETE" in script
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
    done = run("--install-completion", SHELL=f"/bin/{shell}", **home)
    assert done.returncode == 0
    path = Path(done.stderr.split("wrote ")[1].split(";")[0])
    assert path.is_relative_to(tmp_path)
    assert path.read_text().strip() == script.strip()


def test_another_shell_is_refused(run: Run) -> None:
    done = run("--show-completion", SHELL="/bin/tcsh")
    assert done.returncode == 2
    assert "bash, zsh, fish, not 'tcsh'" in done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_a_table(loaded: Run, tmp_path: Path) -> None:
    (tmp_path / "complete").write_text(loaded("--show-completion", "bash").stdout)
    ask = (
        "source ./complete; COMP_WORDS=(cfsql describe rec); COMP_CWORD=2; "
        "_cfsql_completion cfsql; echo ${COMPREPLY[@]}"
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", ask],
        cwd=tmp_path,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.split() == ["recidivism"], done.stderr
