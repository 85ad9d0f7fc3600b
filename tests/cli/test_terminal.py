"""What a terminal shows: it fits the width, and says what is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cfsql.cli.declared import COMMANDS
from cfsql.show import screen
from tests.support.commands import Run, Terminal, run_in

GOLDEN = Path(__file__).parent / "golden" / "terminal"

ASKED = {
    "load": ["load", "recidivism.csv", "--table", "again"],
    "rank": ["rank", "--table", "recidivism"],
    "explain": ["explain", "--table", "recidivism", "--row", "1"],
    "explain_all": ["explain", "--table", "recidivism", "--row", "1", "--all"],
    "why": ["why", "--table", "recidivism", "--row", "1"],
    "compare": ["compare", "--table", "recidivism", "--rows", "1,7"],
    "audit": ["audit", "--table", "recidivism", "--protected", "race,degree"],
    "cover": ["cover", "--table", "recidivism", "--within", "3"],
    "stability": ["stability", "--table", "recidivism", "--repeats", "20"],
    "check": ["check", "--table", "recidivism"],
    "describe": ["describe", "recidivism"],
    "sql": ["sql", "from recidivism"],
    "datasets": ["datasets", "list"],
    "experiment": [
        *("experiment", "metrics", "--table", "recidivism", "--sample", "6"),
        *("--repeats", "5"),
    ],
}


def shown(folder: Path, columns: int, *arguments: str, **more: str) -> str:
    """What a terminal of a width is sent."""
    terminal = Terminal()
    variables = {"COLUMNS": str(columns), "TERM": "xterm", "NO_COLOR": ""} | more
    run_in(folder, *arguments, stdout=terminal, **variables)
    return terminal.getvalue()


def without_colours(text: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", text)


@pytest.mark.parametrize("columns", [60, 120])
@pytest.mark.parametrize("name", ASKED)
def test_output_fits_a_terminal(
    name: str,
    columns: int,
    loaded: Run,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    text = shown(tmp_path, columns, *ASKED[name])
    golden = GOLDEN / f"{name}_{columns}.txt"
    if request.config.getoption("--update-golden"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
    lines = without_colours(text).splitlines()
    assert max(map(screen.n_cells, lines)) <= columns


@pytest.mark.parametrize("path", [(), ("datasets",), *COMMANDS.paths])
def test_the_help_fits_a_terminal_and_cuts_nothing(
    path: tuple[str, ...], tmp_path: Path
) -> None:
    for columns in (60, 120):
        text = shown(tmp_path, columns, *path, "--help")
        # An example is in one line, to be copied.
        told, _, examples = text.partition("Example")
        examples, _, rest = examples.partition("Every command:")
        told += rest
        assert max(map(len, told.splitlines())) <= columns
        assert "..." not in told.replace("[ARGS]...", "")
        if path and path != ("datasets",):
            assert f"\n  cfsql {' '.join(path)}" in examples
            summary = COMMANDS.find(path).text.partition("\n\n")[0]
            for shorter in (path[:-1], path):
                listed = shown(tmp_path, columns, *shorter, "--help")
                assert " ".join(summary.split()) in " ".join(listed.split())


@pytest.mark.parametrize("path", COMMANDS.paths)
def test_the_help_of_a_command_fits_a_screen_and_all_of_it_can_be_had(
    path: tuple[str, ...], tmp_path: Path
) -> None:
    short = shown(tmp_path, 80, *path, "--help")
    whole = shown(tmp_path, 80, *path, "--help-all")
    assert len(short.splitlines()) <= 40
    options = {f"--{key}" for key in COMMANDS.keys(path)}
    assert options <= set(re.findall(r"--[\w-]+", whole))
    if short != whole:
        own, _, shared = short.partition("Options:")[2].partition("Every command:")
        listed = re.findall("^  (--[\\w-]+)", own, re.MULTILINE)
        more = len(options - {*listed, *re.findall(r"--[\w-]+", shared)})
        assert f"{more} more options: cfsql {' '.join(path)} --help-all" in short


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_what_is_too_wide_is_folded_left_out_by_name_or_marked(
    columns: int, loaded: Run, tmp_path: Path
) -> None:
    query = "select * exclude (score), repeat('long text ', 90) as text from recidivism"
    text = shown(tmp_path, columns, "sql", query)
    lines = text.splitlines()
    assert max(map(len, lines)) <= columns
    told = " ".join(text.split("… ")[-1].split())
    heads = lines[0].split()
    for name in ("row_id", "sex", "age", "race", "degree", "recid", "text"):
        assert (name in heads) != (name in told.partition("; long")[0])
    assert "long values are cut; whole in a pipe: | less -S" in told


def test_a_pipe_is_sent_everything(loaded: Run) -> None:
    query = "select *, repeat('long text ', 90) as text from recidivism"
    for columns in ("40", "200"):
        lines = loaded("sql", query, COLUMNS=columns).stdout.splitlines()
        assert len(lines) == 10
        assert all(line.endswith("long text") for line in lines[2:])


@pytest.mark.parametrize("format", ["json", "jsonl", "csv", "markdown"])
def test_programs_are_sent_whole_lines_on_a_terminal_too(
    format: str, loaded: Run, tmp_path: Path
) -> None:
    arguments = ("rank", "--table", "recidivism", "--format", format, "--quiet")
    assert shown(tmp_path, 40, *arguments) == loaded(*arguments).stdout


def test_columns_of_wide_letters_stand_below_each_other(
    loaded: Run, tmp_path: Path
) -> None:
    query = "select 'データベース' as a, 'x' as b union all select 'e\u0301té', 'x'"
    _, _, *rows = shown(tmp_path, 60, "sql", query).splitlines()
    assert {screen.n_cells(line) for line in rows} == {15}


MANY = "row,{},label\n".format(",".join(f"f{place}" for place in range(25)))


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    """A table of 25 features, two of which tell its rows apart."""
    rows = [
        f"{row}," + ",".join("xy"[row * (place < 2)] for place in range(25)) + f",{row}"
        for row in (0, 1)
    ]
    (tmp_path / "wide.csv").write_text(MANY + "\n".join(rows) + "\n")
    assert run_in(tmp_path, "load", "wide.csv", "--id", "row").returncode == 0
    return tmp_path


def test_of_many_features_those_that_change_are_shown(wide: Path) -> None:
    asked = ("explain", "--table", "wide", "--row", "0")
    text = run_in(wide, *asked).stdout
    table = text.split("\n\n")[2]
    assert re.findall(r"^  (f\d+)", table, re.MULTILINE) == ["f0", "f1"]
    assert "… 23 features with the same value in both; --all-features shows" in text
    text = run_in(wide, *asked, "--all-features").stdout
    assert len(re.findall(r"^  (f\d+)", text.split("\n\n")[2], re.MULTILINE)) == 25
    assert "--all-features" not in text


def test_colours_are_for_terminals_that_have_them(loaded: Run, tmp_path: Path) -> None:
    asked = ("explain", "--table", "recidivism", "--row", "1")
    plain = loaded(*asked).stdout
    assert "\x1b" not in plain
    assert "\x1b[1;35m" in shown(tmp_path, 120, *asked)
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in shown(tmp_path, 120, *asked, **variables)
