"""What is given twice adds up, or is refused; a list takes commas, ids take ranges."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cfsql
from cfsql.cli.declared import COMMANDS
from cfsql.cli.load import listed_cuts
from cfsql.errors import UnknownName, WrongUse
from tests.cli.config.files import ranking_options, write
from tests.support.commands import Run
from tests.support.refusals import WRONG_USE, assert_refused


def answers(run: Run, *options: object) -> list[dict[str, Any]]:
    """The ranked rows that a command line asks for."""
    done = run("rank", "--table", "recidivism", "--format", "json", *options)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def ranked_ids(run: Run, *options: object) -> list[int]:
    return sorted({each["row_id"] for each in answers(run, *options)})


def test_conditions_on_the_answer_all_hold(loaded: Run, tmp_path: Path) -> None:
    one, other = "b.degree = a.degree", "b.sex = a.sex or b.age = a.age"
    both = answers(loaded, "--require", one, "--require", other)
    assert both == answers(loaded, "--require", f"({one}) and ({other})")
    assert both != answers(loaded, "--require", one)
    assert both != answers(loaded, "--require", other)
    loaded("rank", "--table", "recidivism", "--require", one, "--require", other)
    assert ranking_options(tmp_path)["require"] == [one, other]
    with cfsql.connect(tmp_path / "cfsql.duckdb") as database:
        table = database.table("recidivism")
        assert table.rank(require=[one, other]).pl().to_dicts() == [
            {**each, "changes": each["changes"]} for each in both
        ]
        run = table.explain(1, require=[one, other])
        assert run.require == f"({one}) and ({other})"


def test_the_report_and_its_command_name_every_condition(
    loaded: Run, tmp_path: Path
) -> None:
    one, other = "b.degree = a.degree", "b.recid = a.recid"
    loaded("rank", "--table", "recidivism", "--require", one, "--require", other)
    assert loaded("report", "--table", "recidivism").returncode == 0
    page = (tmp_path / "recidivism_report.html").read_text()
    for condition in (one, other):
        assert f"--require &#x27;{condition}&#x27;" in page or (
            f"--require &#39;{condition}&#39;" in page
        )


def test_conditions_on_the_rows_all_hold(loaded: Run) -> None:
    female, young = "sex = 'female'", "age = '<25' or race = 'Hispanic'"
    assert ranked_ids(loaded, "--where", female) == [2, 4, 5, 6, 7]
    assert ranked_ids(loaded, "--where", female, "--where", young) == [2, 4, 5, 6]


@pytest.mark.parametrize("option", ["--where", "--require"])
def test_a_condition_cannot_reach_into_another(loaded: Run, option: str) -> None:
    good = {"--where": "true", "--require": "b.sex = a.sex"}[option]
    bad = {"--where": "sex = 'x') or (true", "--require": "b.sex = 'x') or (a.age = ''"}
    for texts in ((good, bad[option]), (bad[option], good)):
        given = [word for text in texts for word in (option, text)]
        done = loaded("rank", "--table", "recidivism", *given)
        assert_refused(done, WRONG_USE, f"{option}: ", "syntax error")
    done = loaded("rank", "--table", "recidivism", option, good, option, " ")
    assert_refused(done, WRONG_USE, f"{option} needs a condition")


def test_every_condition_is_checked_by_itself(loaded: Run) -> None:
    given = ("--require", "b.sex = a.sex", "--require", "b.age")
    done = loaded("rank", "--table", "recidivism", *given)
    assert_refused(done, WRONG_USE, "should be true or false, and is VARCHAR")


def test_no_option_of_any_command_vanishes(loaded: Run) -> None:
    """A list may be given twice; what takes one value, and is given two, is refused."""
    seen = 0
    for path in COMMANDS.paths:
        for option in COMMANDS.options(path).values():
            if option.is_list or option.kind is bool:
                continue
            seen += 1
            given = [f"--{option.key}", "1"] * 2
            done = loaded(*path, *given)
            assert_refused(
                done, WRONG_USE, f"--{option.key} is given twice, and takes one value"
            )
    assert seen > 50


def test_a_flag_may_be_given_twice_but_not_with_its_opposite(loaded: Run) -> None:
    assert loaded("tables", "-q", "--quiet").returncode == 0
    done = loaded("tables", "--quiet", "--no-quiet")
    assert_refused(done, WRONG_USE, "--quiet and --no-quiet contradict each other")


def test_names_come_with_commas_and_one_by_one(loaded: Run) -> None:
    repeated = answers(loaded, "--freeze", "sex", "--freeze", "race")
    assert repeated == answers(loaded, "--freeze", "Sex, race")
    assert repeated == answers(loaded, "--freeze", "sex,", "--freeze", "race,sex")
    ignored = answers(loaded, "--ignore", "age,degree")
    assert ignored == answers(loaded, "--ignore", "age", "--ignore", "degree")
    weighed = answers(loaded, "--weight", "race=3, sex=2")
    assert weighed == answers(loaded, "--weight", "Race=3", "--weight", "sex=2,race=3")
    assert weighed != answers(loaded)
    wrong = loaded("rank", "--table", "recidivism", "--freeze", "sex,rece")
    assert_refused(wrong, WRONG_USE, "no feature 'rece'", "did you mean 'race'?")
    none = loaded("rank", "--table", "recidivism", "--freeze", ",")
    assert_refused(none, WRONG_USE, "--freeze needs at least one feature")


def test_a_column_whose_name_has_a_comma_can_be_named() -> None:
    frame = pl.DataFrame(
        {
            "a": ["1", "2", "1", "2"],
            "b": ["1", "1", "2", "2"],
            "a,b": ["x", "y", "x", "x"],
            "c": ["1", "2", "3", "3"],
            "y": ["p", "q", "q", "p"],
        }
    )
    with cfsql.connect() as database:
        table = database.load(frame, table="t", ignore=["a,b"], label=-1)
        assert [each[2] for each in table.columns()[1:]] == [
            "feature",
            "feature",
            "ignored",
            "feature",
            "label",
        ]
        table = database.load(frame, table="u", label="y")
        for row in range(1, 5):
            frozen = table.explain(row, freeze="a,b")
            for each in frozen.counterfactuals:
                assert each.values["a,b"] == frozen.values["a,b"]
            frozen = table.explain(row, freeze=["a,c"])
            for each in frozen.counterfactuals:
                assert each.values["a"] == frozen.values["a"]
                assert each.values["c"] == frozen.values["c"]


def test_ids_come_with_commas_one_by_one_and_as_ranges(
    loaded: Run, tmp_path: Path
) -> None:
    assert ranked_ids(loaded, "--rows", "1-3,5") == [1, 2, 3, 5]
    assert ranking_options(tmp_path)["rows"] == ["1-3,5"]
    assert ranked_ids(loaded, "--rows", "1-2", "--rows", "2,8") == [1, 2, 8]
    assert ranked_ids(loaded, "--rows", "7-100") == [7, 8]
    done = loaded("rank", "--table", "recidivism", "--rows", "5-3")
    assert_refused(done, WRONG_USE, "--rows 5-3 goes backwards; did you mean 3-5?")
    for wrong in ("9-12", "20-12", "0-0"):
        done = loaded("rank", "--table", "recidivism", "--rows", wrong)
        assert_refused(done, WRONG_USE, f"no row {wrong} in recidivism", "from 1 to 8")
    none = loaded("rank", "--table", "recidivism", "--rows", " , ")
    assert_refused(none, WRONG_USE, "--rows needs at least one row id")


def test_other_commands_take_ranges_too(loaded: Run) -> None:
    first = loaded("compare", "--table", "recidivism", "--rows", "2,1")
    assert first.stdout.startswith("Rows 2 and 1 differ")
    again = loaded("compare", "--table", "recidivism", "--rows", 2, "--rows", 1)
    assert again.stdout == first.stdout
    assert loaded("compare", "--table", "recidivism", "--rows", "1-2").returncode == 0
    three = loaded("compare", "--table", "recidivism", "--rows", "1-3")
    assert_refused(three, WRONG_USE, "--rows takes two rows, such as 1,2; not '1-3'")
    assert ranked_ids(loaded, "--rows", "1-4") == [1, 2, 3, 4]
    report = ("report", "--table", "recidivism", "--rows")
    assert "2 explained" in loaded(*report, "1-2").stderr
    # Of a range, those that are ranked; an id that was named is asked for.
    assert "3 explained" in loaded(*report, "2-7").stderr
    assert_refused(loaded(*report, "5-7"), WRONG_USE, "none of the ranked rows", "5-7")
    assert_refused(loaded(*report, "1-2,7"), WRONG_USE, "row 7 is not among the 4")
    why = loaded("why", "--table", "recidivism", "--rows", "1-2,8", "--format", "jsonl")
    rows = {json.loads(line)["row_id"] for line in why.stdout.splitlines()}
    assert rows == {1, 2, 8}


def test_an_id_that_looks_like_a_range_or_a_list_is_an_id() -> None:
    ids = ["1", "2", "3", "1-3", "2,3", "2024-01"]
    frame = pl.DataFrame({"id": ids, "a": list("uvwxyz"), "y": list("pqpqpq")})
    with cfsql.connect() as database:
        table = database.load(frame, table="t", label="y", id="id")

        def ranked(*rows: str) -> list[str]:
            return sorted(table.rank(rows=rows).summary.pl()["row_id"])

        assert ranked("1-3") == ["1-3"]
        assert ranked("2,3") == ["2,3"]
        assert ranked("2024-01") == ["2024-01"]
        assert ranked("2-3,1-3") == ["1-3", "2", "3"]
        assert sorted(table.rank(rows="1,2").summary.pl()["row_id"]) == ["1", "2"]
        with pytest.raises(WrongUse, match="no row 2024-02 in t"):
            ranked("2024-02")


def test_a_settings_file_has_lists_as_the_command_line_has_them(
    loaded: Run, tmp_path: Path
) -> None:
    write(tmp_path, '[rank]\nrows = [1, "3-4"]\nfreeze = "sex,race"\n')
    set_by_file = ranked_ids(loaded)
    # The log has the names that were read from the list.
    assert ranking_options(tmp_path)["freeze"] == ["sex", "race"]
    given = ("--rows", "1,3-4", "--freeze", "sex", "--freeze", "race")
    assert set_by_file == ranked_ids(loaded, *given)
    write(tmp_path, '[rank]\nby = ["power", "dag"]\n')
    done = loaded("rank", "--table", "recidivism")
    assert_refused(done, WRONG_USE, "by takes one value, not a list")


def test_cuts_and_tables_come_with_commas(loaded: Run, tmp_path: Path) -> None:
    assert listed_cuts(["age=25,45,hours=q4", "a,b=w3"]) == [
        ("age", "25,45"),
        ("hours", "q4"),
        ("a,b", "w3"),
    ]
    (tmp_path / "n.csv").write_text("a,b,y\n1,2,p\n2,3,q\n3,4,p\n4,5,q\n")
    done = loaded("load", "n.csv", "--bin", "a=2,3,b=q2")
    assert done.returncode == 0, done.stderr
    with cfsql.connect(tmp_path / "cfsql.duckdb") as database:
        assert list(database.table("n").facts.bins) == ["a", "b"]
        measured = database.experiment("unique", tables="n,recidivism", repeats=1)
        assert {each.table_name for each in measured.summaries} == {"n", "recidivism"}
        with pytest.raises(UnknownName, match="no table 'm'"):
            database.experiment("unique", tables=["n,m"], repeats=1)
