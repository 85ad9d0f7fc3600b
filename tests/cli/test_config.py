"""Settings once: files that set options, what wins over what, and wrong files."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cfsql
from cfsql import example
from cfsql.cli.app import app
from cfsql.cli.declared import COMMANDS, OF_ONE_COMMAND
from cfsql.cli.settings import find
from tests.conftest import Run, run_in


def write(folder: Path, text: str, name: str = "cfsql.toml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def ranking_options(folder: Path, name: str = "cfsql.duckdb") -> dict[str, Any]:
    """The options of the last rank, as the database has them."""
    with (
        cfsql.connect(folder / name, read_only=True) as database,
        database.session() as session,
    ):
        _, rows = session.fetch_statement(
            "select options from cfsql.runs where command = 'rank' "
            "order by finished_at desc limit 1"
        )
    found: dict[str, Any] = json.loads(rows[0][0])
    return found


def held(run: Run, *arguments: str, **variables: str) -> dict[tuple[str, str], Any]:
    """What `cfsql config` says, by command and option."""
    done = run("config", *arguments, "--format", "json", **variables)
    assert done.returncode == 0, done.stderr
    return {
        (each["command"], each["option"]): (each["value"], each["from"])
        for each in json.loads(done.stdout)["settings"]
    }


# What is set holds.


def test_a_setting_takes_the_place_of_a_required_option(
    loaded: Run, tmp_path: Path
) -> None:
    given = loaded("explain", "--table", "recidivism", "--row", 1, "--by", "dag")
    write(tmp_path, 'table = "recidivism"\nrow = 1\nby = "dag"\n')
    assert loaded("explain").stdout == given.stdout
    assert given.stdout


def test_the_same_settings_hold_in_pyproject(loaded: Run, tmp_path: Path) -> None:
    given = loaded("explain", "--table", "recidivism", "--row", 3, "--show", 1)
    write(
        tmp_path,
        '[project]\nname = "audit"\n\n[tool.cfsql]\ntable = "recidivism"\n'
        "[tool.cfsql.explain]\nrow = '3'\nshow = 1\n",
        "pyproject.toml",
    )
    assert loaded("explain").stdout == given.stdout


def test_the_command_line_wins_over_its_section_and_that_over_the_top(
    loaded: Run, tmp_path: Path
) -> None:
    write(tmp_path, 'table = "recidivism"\nby = "dag"\ncount = "distinct"\n')
    assert loaded("rank").returncode == 0
    options = ranking_options(tmp_path)
    assert (options["by"], options["count"]) == ("dag", "distinct")

    write(tmp_path, 'table = "recidivism"\nby = "dag"\n[rank]\nby = "power"\n')
    assert loaded("rank").returncode == 0
    assert ranking_options(tmp_path)["by"] == "power"
    assert held(loaded)["explain", "by"] == ("dag", "cfsql.toml")

    assert loaded("rank", "--by", "dag").returncode == 0
    assert ranking_options(tmp_path)["by"] == "dag"


def test_dashes_and_underscores_are_the_same(run: Run, tmp_path: Path) -> None:
    for key in ("memory-limit", "memory_limit"):
        write(tmp_path, f'{key} = "512MB"\n')
        assert held(run)["rank", "memory-limit"] == ("512MB", "cfsql.toml")
    write(tmp_path, "[why]\nmax_size = 2\n")
    assert held(run)["why", "max-size"] == (2, "cfsql.toml [why]")


def test_repeatable_options_take_a_list_or_one_value(
    run: Run, tmp_path: Path, example_csv: Path
) -> None:
    features = {"sex", "age", "race", "degree", "recid"}
    for value, ignored in [('["sex", "age"]', {"sex", "age"}), ('"sex"', {"sex"})]:
        write(tmp_path, f"[load]\nignore = {value}\nreplace = true\n")
        assert run("load", "recidivism.csv").returncode == 0
        with cfsql.connect(tmp_path / "cfsql.duckdb") as database:
            found = database.table("recidivism").profile()
        assert set(found.features) == features - ignored
    done = run("load", "recidivism.csv", "--ignore", "race")
    assert "sex 2, age 3, degree 2, recid 2" in done.stdout


def test_an_empty_list_in_a_section_takes_the_place_of_the_one_at_the_top(
    run: Run, tmp_path: Path, example_csv: Path
) -> None:
    write(tmp_path, 'ignore = ["sex"]\n[load]\nignore = []\n')
    assert "5 features" in run("load", "recidivism.csv").stdout
    assert "4 features" not in run("load", "recidivism.csv", "--replace").stdout


def test_one_table_at_the_top_is_a_list_of_one_for_experiments(
    loaded: Run, tmp_path: Path
) -> None:
    write(tmp_path, 'table = "recidivism"\nrepeats = 2\n')
    done = loaded("experiment", "unique", "--format", "csv")
    assert done.returncode == 0, done.stderr
    assert "recidivism" in done.stdout


def test_a_flag_can_be_set_and_taken_back(loaded: Run, tmp_path: Path) -> None:
    write(tmp_path, 'quiet = true\ntable = "recidivism"\n[rank]\ndry-run = true\n')
    planned = loaded("rank")
    assert "plan" in planned.stdout
    assert planned.stderr == ""
    ranked = loaded("rank", "--no-dry-run", "--no-quiet")
    assert ranked.stdout.startswith("recidivism: 8 of 8 rows ranked")
    assert "stored recidivism_ranked" in ranked.stderr
    write(tmp_path, "quiet = true\n[drop]\nquiet = false\n")
    assert "dropped" in loaded("drop", "recidivism").stderr


def test_a_group_has_settings_and_its_commands_have_their_own(
    run: Run, tmp_path: Path
) -> None:
    write(
        tmp_path,
        "quiet = true\n[datasets]\nquiet = false\n[datasets.fetch]\nquiet = true\n"
        'to = "data"\n',
    )
    settings = held(run)
    assert settings["datasets list", "quiet"] == (False, "cfsql.toml [datasets]")
    assert settings["datasets fetch", "quiet"] == (True, "cfsql.toml [datasets.fetch]")
    assert settings["datasets fetch", "to"][0] == "data"
    assert settings["rank", "quiet"] == (True, "cfsql.toml")


def test_the_name_of_a_new_table_is_not_the_table_that_is_asked_about(
    loaded: Run, tmp_path: Path
) -> None:
    write(tmp_path, 'table = "recidivism"\n[load]\nreplace = true\n')
    (tmp_path / "other.csv").write_text(example.CSV, encoding="utf-8")
    assert "as other" in loaded("load", "other.csv").stderr
    write(tmp_path, '[load]\ntable = "third"\n')
    assert "as third" in loaded("load", "other.csv").stderr


def test_settings_are_written_into_the_command_that_makes_experiments_again(
    loaded: Run, tmp_path: Path
) -> None:
    write(tmp_path, 'table = "recidivism"\n[experiment]\nrepeats = 2\nwhole = false\n')
    done = loaded("experiment", "unique", "--seed", 3, "--out", "results")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "results" / "experiments.md").read_text(encoding="utf-8")
    assert (
        "cfsql experiment --table recidivism --repeats 2 --no-whole unique --seed 3 "
        "--out results"
    ) in text


@pytest.mark.parametrize("seed", range(6))
def test_what_holds_equals_a_plain_reading_of_the_rules(
    seed: int, run: Run, tmp_path: Path
) -> None:
    """Files drawn at random, against the list of who wins over whom."""
    chance = random.Random(seed)
    sections = ["", "rank", "why", "explain", "datasets", "datasets.list"]
    having = {
        "seed": ["rank", "why"],
        "threads": ["rank", "why", "explain"],
        "quiet": ["rank", "why", "explain", "datasets.list"],
        "db": ["rank", "why", "explain"],
        "count": ["rank", "why", "explain"],
    }
    values: dict[str, list[Any]] = {
        "seed": [1, 2, 3],
        "threads": [1, 2, 3],
        "quiet": [True, False],
        "db": ["a.duckdb", "b/c.duckdb"],
        "count": ["rows", "distinct"],
    }
    said: dict[str, dict[str, Any]] = {}
    for section in sections:
        for key, commands in having.items():
            fits = any(f"{command}.".startswith(section) for command in commands)
            if fits and chance.random() < 0.4:
                said.setdefault(section, {})[key] = chance.choice(values[key])
    lines = []
    for section in sections:
        if section:
            lines.append(f"[{section}]")
        found = said.get(section, {}).items()
        lines += [f"{key} = {json.dumps(value)}" for key, value in found]
    write(tmp_path, "\n".join(lines))
    variables = {"CFSQL_DB": "variable.duckdb"} if seed % 2 else {}
    shown = held(run, **variables)
    for key, commands in having.items():
        for command in commands:
            parts = command.split(".")
            levels = [".".join(parts[:n]) for n in range(len(parts), -1, -1)]
            wanted = [said[each][key] for each in levels if key in said.get(each, {})]
            if key == "db":
                wanted = [*variables.values(), *wanted, "cfsql.duckdb"]
            got = shown.get((command.replace(".", " "), key), (None,))[0]
            assert got == (wanted[0] if wanted else None), (command, key)


# Where the file is.


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
    table = cfsql.connect().load("recidivism.csv")
    assert table.rank().facts.by == "power"
    assert not (tmp_path / "elsewhere.duckdb").exists()


# What is set makes way for what is asked.


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
def test_a_setting_that_does_not_go_with_the_command_line_makes_way(
    text: str, arguments: list[str], loaded: Run, tmp_path: Path
) -> None:
    words = " ".join(arguments).replace("T", "--table recidivism").split()
    plain = loaded(*words)
    assert plain.returncode == 0, plain.stderr
    write(tmp_path, f"[{arguments[0]}]\n{text}\n")
    done = loaded(*words)
    assert done.returncode == 0, done.stderr
    assert done.stdout == plain.stdout


def test_relevance_looks_at_no_table_that_is_set() -> None:
    from cfsql.cli.experiment import _makes_way

    assert set(_makes_way({"name": "relevance"})) == {"table", "data"}
    assert set(_makes_way({"name": "all"})) == set()


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


# Wrong files.

WRONG = {
    "threads = 2\nthreads 3": "cfsql.toml is not valid TOML: * (at line 2, column 9)",
    "by =\n": "cfsql.toml is not valid TOML: * (at line 1, column 5)",
    "thread = 2": "cfsql.toml: no option 'thread' in any command of cfsql; "
    "did you mean 'threads'?",
    "[rank]\nplam = 'scan'": "cfsql.toml [rank]: no option 'plam' in cfsql rank; "
    "did you mean 'plan'?",
    "[rank]\nrow = 3": "cfsql.toml [rank]: no option 'row' in cfsql rank; "
    "it is one of why and explain",
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
    "limit = 3": "cfsql.toml: limit is not the same in rank, why and check; "
    "put it into a section, such as [rank]",
    "label = 'x'": "cfsql.toml: label is not the same in load, rank, why and explain; "
    "put it into a section, such as [load]",
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


# Help.


def test_help_shows_built_in_defaults_and_needs_no_right_file(
    run: Run, tmp_path: Path
) -> None:
    plain = run("rank", "--help").stdout
    write(tmp_path, 'by = "dag"\nseed = 5\nthreads = 3\n')
    assert run("rank", "--help").stdout == plain
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
        "sys.exit(len({'tomllib', 'tomli', 'duckdb'} & set(sys.modules)))\n"
    )
    assert subprocess.run([sys.executable, "-c", check]).returncode == 0


# The command.


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


# What is declared.


def test_what_may_be_set_is_what_the_command_line_takes() -> None:
    """Against typer's own reading of the commands, which shares no code with ours."""
    from typer.main import get_command

    def commands(group: Any, path: tuple[str, ...] = ()) -> Any:
        for name, each in group.commands.items():
            if hasattr(each, "commands"):
                yield from commands(each, (*path, name))
            else:
                yield (*path, name), each

    seen = dict(commands(get_command(app)))
    assert sorted(seen) == sorted(COMMANDS.paths)
    for path, each in seen.items():
        declared = {
            option.name: (f"--{option.key}", option.kind is bool, option.is_list)
            for option in COMMANDS.options(path).values()
        }
        assert declared == {
            parameter.name: (
                max(parameter.opts, key=len),
                parameter.is_flag,
                parameter.multiple,
            )
            for parameter in each.params
            if parameter.param_type_name == "option"
        }
        for parameter in each.params:
            if getattr(parameter, "is_flag", False) and parameter.name != "help":
                (name,) = parameter.secondary_opts
                own = max(parameter.opts, key=len)[2:]
                assert name == {"no-browser": "--browser"}.get(own, f"--no-{own}")


def test_an_option_of_several_commands_means_the_same_or_is_of_one_command() -> None:
    """Whoever adds an option decides which; a help of its own asks for it."""
    same = {"format", "ignore", "seed", "show", "table"}
    keys = {key for path in COMMANDS.paths for key in COMMANDS.keys(path)}
    told_apart = {
        key
        for key in keys
        if len({option.help for option in COMMANDS.having(key).values()}) > 1
    }
    assert told_apart <= OF_ONE_COMMAND | same | {"row"}
    assert {key for key in OF_ONE_COMMAND if len(COMMANDS.having(key)) < 2} == set()
    assert not keys & {name for path in COMMANDS.paths for name in path}


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
