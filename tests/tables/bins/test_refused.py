"""Wrong intervals are refused, and old ones are forgotten."""

from __future__ import annotations

import shutil
from pathlib import Path

import polars as pl
import pytest

import cfsql
from cfsql.errors import WrongUse
from tests.support.commands import Run
from tests.support.refusals import contents, unchanged
from tests.tables.bins.people import features_of, loaded

WRONG_USE = 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--bin", "agee=q4"], "no column 'agee' in people.csv; did you mean 'age'?"),
        (["--bin", "age"], "--bin takes COL=EDGES, such as age=25,45, or age=q4 or"),
        (["--bin", "=q4"], "--bin takes COL=EDGES"),
        (["--bin", "age="], "--bin age takes edges such as 25,45, or q4 for four"),
        (["--bin", "age=x"], "not 'x'"),
        (["--bin", "age=25,,45"], "not '25,,45'"),
        (["--bin", "age=25,inf"], "not '25,inf'"),
        (["--bin", "age=25,25.0"], "--bin age has the edge 25 twice"),
        (["--bin", "age=q1"], "asks for 1 intervals; it takes from 2 to 100"),
        (["--bin", "age=w101"], "asks for 101 intervals; it takes from 2 to 100"),
        (["--bin", "paid=q4"], "paid is 'low' in row 1 of people.csv, which is no"),
        (["--bin", "age=q4", "--ignore", "age"], "column 'age' is ignored, no feature"),
        (["--bin", "name=q4", "--id", "name"], "column 'name' is the id, no feature"),
        (["--bin", "age=q4", "--bin", "age=25"], "--bin names column 'age' twice"),
        (["--bin", "age=q4", "--bin", "AGE=25"], "--bin names column 'age' twice"),
        (["--bin", "name=q4"], "name is 'ann' in row 1 of people.csv, which is no"),
    ],
)
@pytest.mark.usefixtures("people_csv")
def test_a_wrong_cut_is_refused_in_one_line(
    options: list[str], message: str, ranked_people: Path, tmp_path: Path, run: Run
) -> None:
    shutil.copy(ranked_people, tmp_path / "cfsql.duckdb")
    with unchanged(tmp_path / "cfsql.duckdb"):
        done = run("load", "people.csv", "--replace", *options)
    assert (done.returncode, done.stdout) == (WRONG_USE, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_wrong_cut_is_refused_when_a_file_is_ranked(
    people_csv: Path, run: Run
) -> None:
    done = run("rank", people_csv, "--bin", "agee=q4")
    assert (done.returncode, done.stdout) == (WRONG_USE, "")
    assert "did you mean 'age'?" in done.stderr


def test_a_table_that_is_loaded_takes_no_cut_in_rank(
    people_csv: Path, run: Run
) -> None:
    run("load", people_csv)
    done = run("rank", "--table", "people", "--bin", "age=25")
    assert done.returncode == WRONG_USE
    assert "--bin" in done.stderr


@pytest.mark.parametrize(
    ("kind", "value"), [("DATE", "2020-01-01"), ("BOOLEAN", True), ("TIME", "10:00")]
)
def test_what_is_no_number_by_its_type_is_refused(kind: str, value: object) -> None:
    with pytest.raises(WrongUse, match=f"is a {kind}; bins= is for numbers"):
        loaded([value, None], "q2", kind)


def test_infinite_numbers_have_no_equal_widths() -> None:
    with pytest.raises(WrongUse, match="infinite values, which have no widths"):
        loaded([1.0, float("inf")], "w3", "DOUBLE")


def test_a_column_without_numbers_has_no_quantiles() -> None:
    with pytest.raises(WrongUse, match="no numbers to be cut"):
        loaded([None, float("nan")], "q3", "DOUBLE")
    assert features_of(loaded([None, None], "3", "DOUBLE"), "x") == [None, None]


def test_a_value_that_is_no_number_is_named_with_its_row(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("n,x,y\nr1,1,a\nr2,,b\nr3,two,a\n")
    with cfsql.connect() as database:
        with pytest.raises(WrongUse, match="x is 'two' in row 3 of "):
            database.load(tmp_path / "t.csv", bins={"x": "1"}, label=-1)
        with pytest.raises(WrongUse, match="x is 'two' in row r3 of "):
            database.load(tmp_path / "t.csv", id="n", bins={"x": "1"}, label=-1)
        assert database.tables() == []


def test_odd_names_are_quoted() -> None:
    name = 'my "odd" column'
    frame = pl.DataFrame(
        {name: [1, 2, 3, 4], "row_intervals": list("aaaa"), "y": list("ppqq")}
    )
    with cfsql.connect() as database:
        table = database.load(frame, table='an "odd" name', bins={name: "q2"}, label=-1)
        changes = table.rank().pl()["changes"][0].to_list()
        assert changes == [
            {"feature": name, "from_value": "[1, 3)", "to_value": "[3, 4]"}
        ]
        macro = "from cf.compare('an \"odd\" name', 1, 3)"
        assert (name, "[1, 3)", "[3, 4]", True) in database.sql(macro).fetchall()


@pytest.mark.parametrize(
    "name", ["cases", "bins", "feature_rows", "row_intervals", "texts", "wanted_rows"]
)
def test_a_table_may_be_called_as_what_is_staged(name: str, people_csv: Path) -> None:
    with cfsql.connect() as database:
        plain = database.load(
            people_csv, table="people", bins={"age": "25,45"}, label=-1
        )
        table = database.load(people_csv, table=name, bins={"age": "25,45"}, label=-1)
        assert table.rank().pl().equals(plain.rank().pl())
        assert table.explain(1).originals == plain.explain(1).originals
        assert table.compare(1, 2).disagreement == plain.compare(1, 2).disagreement


def test_replacing_and_dropping_forget_the_intervals(
    people_csv: Path, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "cfsql.duckdb"
    run("load", people_csv, "--bin", "age=25")
    assert any("people_bins" in name for name in contents(path))
    run("load", people_csv, "--replace")
    assert not any("_bins" in name or "_intervals" in name for name in contents(path))
    assert "intervals" not in run("describe", "people").stdout
    run("load", people_csv, "--replace", "--bin", "age=25")
    run("drop", "people")
    assert not any("people" in name for name in contents(path))
