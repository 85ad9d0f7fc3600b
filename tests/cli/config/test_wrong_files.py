"""A wrong file of settings is refused in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.config.files import held, write
from tests.support.commands import Run

WRONG = {
    "threads = 2\nthreads 3": "cfsql.toml is not valid TOML: * (at line 2, column 9)",
    "by =\n": "cfsql.toml is not valid TOML: * (at line 1, column 5)",
    "thread = 2": "cfsql.toml: no option 'thread' in any command of cfsql; "
    "did you mean 'threads'?",
    "[rank]\nplam = 'scan'": "cfsql.toml [rank]: no option 'plam' in cfsql rank; "
    "did you mean 'plan'?",
    "[rank]\nrow = 3": "cfsql.toml [rank]: no option 'row' in cfsql rank; "
    "it is one of explain and why",
    "[rnak]\nby = 'dag'": "cfsql.toml: no command 'rnak' in cfsql; "
    "did you mean 'rank'?",
    "[datasets.fech]": "cfsql.toml [datasets]: no command 'fech' in cfsql datasets; "
    "did you mean 'fetch'?",
    "rank = 'dag'": "cfsql.toml: rank is a command; its options go below [rank]",
    "[[rank]]\nby = 'dag'": "cfsql.toml: rank is a command; "
    "its options go below [rank]",
    "[tool.cfsql]\nthreads = 2": "cfsql.toml: [tool.cfsql] is for pyproject.toml; *",
    "threads = '2'": "cfsql.toml: threads takes a whole number, not the text '2'",
    "threads = 2.5": "cfsql.toml: threads takes a whole number, not 2.5",
    "threads = true": "cfsql.toml: threads takes a whole number, not true",
    "threads = 0": "cfsql.toml: threads takes a whole number from 1 to 1024, not 0",
    "show = 0": "cfsql.toml: show takes a whole number from 1 on, not 0",
    "precision = '1'": "cfsql.toml: precision takes a number, not the text '1'",
    "table = ['a']": "cfsql.toml: table takes one value, not a list",
    "[rank]\nby = ['dag']": "cfsql.toml [rank]: by takes one value, not a list",
    "by = true": "cfsql.toml: by takes text in quotes, not true",
    "by = 1979-05-27": "cfsql.toml: by takes text in quotes, not 1979-05-27",
    "[by]\nx = 1": "cfsql.toml: by takes text in quotes, not a section",
    "quiet = 1": "cfsql.toml: quiet takes true or false, not 1",
    "quiet = 'yes'": "cfsql.toml: quiet takes true or false, not the text 'yes'",
    "[load]\nignore = ['a', 1.5]": "cfsql.toml [load]: ignore takes text in quotes, "
    "not 1.5",
    "memory-limit = '1GB'\nmemory_limit = '2GB'": "cfsql.toml: memory-limit stands "
    "there twice, with - and with _",
    "limit = 3": "cfsql.toml: limit is not the same in rank, why, cover, "
    "stability and check; put it into a section, such as [rank]",
    "label = 'x'": "cfsql.toml: label is not the same in load, rank, explain, why and "
    "encode; put it into a section, such as [load]",
    "where = 'true'": "cfsql.toml: where is SQL, which a file cannot set; "
    "give --where on the command line",
    "[rank]\nwhere = 'true'": "cfsql.toml [rank]: where is SQL, which a file cannot "
    "set; give --where on the command line",
    "db = ''": "cfsql.toml: db takes a path, not an empty text",
    'db = "a\\u0000b"': "cfsql.toml: db holds a character that no option can take",
    f"by = {'[' * 20000}": "cfsql.toml is not valid TOML: *",
    f"threads = {'9' * 5000}": "cfsql.toml*",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:30].replace("\n", " "))
def test_a_wrong_file_is_refused_in_one_line(
    text: str, run: Run, tmp_path: Path
) -> None:
    from fnmatch import fnmatchcase

    write(tmp_path, text)
    done = run("demo")
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    wanted = f"cfsql: {WRONG[text]}".replace("[", "[[]")
    assert fnmatchcase(line, wanted), line
    assert run("config").stderr == done.stderr


def test_a_wrong_pyproject_is_named_with_its_section(run: Run, tmp_path: Path) -> None:
    for text, message in {
        "[tool.cfsql]\nthread = 1": "pyproject.toml [tool.cfsql]: no option 'thread'",
        "[tool.cfsql.rank]\nbye = 1": "pyproject.toml [tool.cfsql.rank]: no option",
        "[tool.cfsql]\nrank = 1": "its options go below [tool.cfsql.rank]",
        "[tool.cfsql]\nout = 'x'": "put it into a section, such as [tool.cfsql.rank]",
        "[tool]\ncfsql = 3": "pyproject.toml: tool.cfsql takes options, not 3",
        "[tool.cfsql": "pyproject.toml is not valid TOML",
    }.items():
        write(tmp_path, text, "pyproject.toml")
        done = run("demo")
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("text", ["", "tool = 3", "[tool]\nx = 1", "not [ TOML"])
def test_a_pyproject_about_other_things_is_passed_over(
    text: str, run: Run, tmp_path: Path
) -> None:
    write(tmp_path, text, "pyproject.toml")
    assert "No settings" in run("config").stdout


def test_what_cannot_be_read_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cfsql.toml"
    file.mkdir()
    done = run("demo")
    assert done.returncode == 2
    assert done.stderr == "cfsql: cannot read cfsql.toml: it is not a file\n"
    file.rmdir()
    file.symlink_to("nowhere.toml")
    done = run("demo")
    assert done.returncode == 2
    assert done.stderr.startswith("cfsql: cannot read cfsql.toml: No such file")
    file.unlink()
    file.write_bytes(b'by = "dag"\ntable = "\xff"\n')
    done = run("demo")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cfsql: cfsql.toml, line 2: not UTF-8 text\n"
    file.write_bytes("\ufeffthreads = 1\r\n".encode())
    assert held(run)["rank", "threads"] == (1, "cfsql.toml")
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        file.chmod(0)
        assert "Permission denied" in run("demo").stderr


def test_a_path_in_a_file_is_never_the_name_of_a_server(
    run: Run, tmp_path: Path, example_csv: Path
) -> None:
    write(tmp_path, 'db = "md:audit"\n')
    assert run("load", "recidivism.csv").returncode == 0
    assert (tmp_path / "md:audit").is_file()


def test_a_wrong_value_is_answered_with_the_place_that_sets_it(
    loaded: Run, tmp_path: Path
) -> None:
    write(tmp_path, 'table = "recidivsm"\n[rank]\nplan = "fast"\n')
    done = loaded("explain", "--row", 1)
    assert done.returncode == 2
    assert done.stderr.endswith("did you mean 'recidivism'? (cfsql.toml sets table)\n")
    done = loaded("rank", "--table", "recidivism")
    assert done.returncode == 2
    assert done.stderr.endswith(" (cfsql.toml [rank] sets plan)\n")
    done = loaded("explain", "--row", 1, "--table", "recidivsm")
    assert "cfsql.toml" not in done.stderr


def test_nothing_is_changed_when_the_file_is_wrong(loaded: Run, tmp_path: Path) -> None:
    before = (tmp_path / "cfsql.duckdb").read_bytes()
    write(tmp_path, "thread = 1\n")
    assert loaded("drop", "recidivism").returncode == 2
    assert (tmp_path / "cfsql.duckdb").read_bytes() == before
