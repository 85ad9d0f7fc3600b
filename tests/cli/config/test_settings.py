"""What a file sets holds."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import cfsql
from cfsql import example
from tests.cli.config.files import held, ranking_options, write
from tests.support.commands import Run


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
