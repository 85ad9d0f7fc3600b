"""Files for spreadsheets: workbooks, and CSV with a byte order mark."""

from __future__ import annotations

import csv
import datetime
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import cfsql
from cfsql import export
from cfsql.errors import CfsqlError, WrongUse
from cfsql.export import workbook
from tests.support.commands import Run

FORMULAS = ["=1+1", "+1+1", "-1+1", "@sum(1)", "\t=1", "\r=1", "＝1", "=cmd|' /C x'!A0"]


def cells(path: Path, sheet: str = "answers") -> list[list[Any]]:
    """The values of a sheet, as a spreadsheet reads them."""
    opened = openpyxl.load_workbook(path)
    return [[cell.value for cell in row] for row in opened[sheet].iter_rows()]


def in_workbook(path: Path, *values: str) -> list[Any]:
    """Values in SQL, as a workbook has them."""
    with cfsql.connect() as database:
        columns = ", ".join(
            f"{value} as c{place}" for place, value in enumerate(values)
        )
        export.write(database.connection.sql(f"select {columns}"), str(path))
    return cells(path)[1]


def test_a_workbook_has_answers_a_summary_and_the_columns_explained(
    loaded: Run, tmp_path: Path
) -> None:
    done = loaded("rank", "--table", "recidivism", "--out", "answers.xlsx")

    path = tmp_path / "answers.xlsx"
    assert "wrote 21 rows to answers.xlsx" in done.stderr
    assert openpyxl.load_workbook(path).sheetnames == [
        *("answers", "summary", "columns explained")
    ]
    head, first, *_ = cells(path)
    answer = dict(zip(head, first, strict=True))
    assert answer["row_id"] == 1
    assert answer["changes"] == "sex: male → female, race: Caucasian → African"
    assert answer["is_optimal"] is True
    assert answer["capacity"] == 0.6
    summary = [dict(zip(*rows, strict=True)) for rows in [cells(path, "summary")[:2]]]
    assert summary[0]["n_minimal"] == 2
    assert len(cells(path, "summary")) == 1 + 8
    explained = cells(path, "columns explained")
    assert ["answers", "power", "Rows in the ball whose label is not the answer's"] in (
        explained
    )
    assert all(meaning for _, _, meaning in explained)


@pytest.mark.parametrize(
    ("arguments", "column", "value"),
    [
        (("why", "--row", 1), "literals", "age: <25, race: Caucasian"),
        (("why",), "features", "age, race"),
        (("explain", "--file", "recidivism.csv"), "counterfactual_id", 2),
    ],
)
def test_every_out_writes_a_workbook(
    loaded: Run,
    tmp_path: Path,
    arguments: tuple[object, ...],
    column: str,
    value: object,
) -> None:
    command, *rest = arguments

    done = loaded(command, "--table", "recidivism", *rest, "--out", "o.xlsx")

    assert done.returncode == 0
    head, first, *_ = cells(tmp_path / "o.xlsx")
    assert dict(zip(head, first, strict=True))[column] == value
    assert all(
        meaning for *_, meaning in cells(tmp_path / "o.xlsx", "columns explained")
    )


def test_values_are_what_they_are(tmp_path: Path) -> None:
    values = {
        "1": 1,
        "1.5": 1.5,
        "123456789012345": 123456789012345,
        "1234567890123456": "1234567890123456",
        "12345678901234567.89": "12345678901234567.89",
        "true": True,
        "NULL": None,
        "'007'": "007",
        "'1e5'": "1e5",
        "'nan'::double": "nan",
        "date '2020-01-31'": datetime.datetime(2020, 1, 31),
        "timestamp '2020-01-31 10:30:00'": datetime.datetime(2020, 1, 31, 10, 30),
        "date '1850-01-01'": "1850-01-01",
        "'infinity'::date": "infinity",
        "'2020-01-31 12:00+01'::timestamptz": "2020-01-31 11:00:00+00",
        "'https://example.org'": "https://example.org",
        "[1, NULL]": "[1, null]",
        "{'k': 1}": '{"k": 1}',
    }

    assert in_workbook(tmp_path / "a.xlsx", *values) == list(values.values())


def test_no_cell_is_a_formula_or_a_link(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"

    found = in_workbook(
        path, *(f"'{text}'".replace("' /C x'", "'' /C x''") for text in FORMULAS)
    )

    assert [str(each).replace("_x000D_", "\r") for each in found] == FORMULAS
    with zipfile.ZipFile(path) as parts:
        for name in parts.namelist():
            text = parts.read(name).decode()
            assert "<f>" not in text
            assert "<hyperlink" not in text


def test_a_workbook_without_its_package_is_refused_before_any_work(
    loaded: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook, "find_spec", lambda _: None)

    done = loaded("rank", "--table", "recidivism", "--out", "a.xlsx")

    assert done.returncode == 2
    assert done.stderr == (
        "cfsql: a.xlsx needs xlsxwriter: "
        "pip install 'cfsql[excel]', or '.[excel]' in a clone\n"
    )
    assert "recidivism_ranked" not in loaded("tables").stdout


@pytest.mark.parametrize(
    ("limit", "what"), [("MOST_ROWS", "21 rows"), ("MOST_COLUMNS", "columns")]
)
def test_more_than_a_sheet_holds_is_said_in_a_line(
    loaded: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    what: str,
) -> None:
    (tmp_path / "a.xlsx").write_text("an older one")
    monkeypatch.setattr(workbook, limit, 4)

    done = loaded("rank", "--table", "recidivism", "--out", "a.xlsx")

    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("cfsql: cannot write a.xlsx: it would have ")
    assert what in line
    assert line.endswith("write .parquet or .csv instead")
    assert (tmp_path / "a.xlsx").read_text() == "an older one"
    assert not list(tmp_path.glob("*.unfinished"))


def test_a_text_that_is_too_long_for_a_cell_is_cut_and_that_is_said(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.xlsx"
    with cfsql.connect() as database:
        rows = database.connection.sql("select repeat('x', 40000) as long, 'y' as y")
        notes = export.write(rows, str(path))

    assert notes == [
        f"1 cell of {path} cut to 32,767 characters, which is all that Excel holds"
    ]
    (text, other) = cells(path)[1]
    assert (len(text), text[-1], other) == (32_767, "…", "y")


def test_python_writes_every_file(tmp_path: Path, example_csv: Path) -> None:
    with cfsql.connect() as database:
        table = database.load(example_csv, label="score")
        ranking = table.rank()
        ranking.to_xlsx(tmp_path / "ranking.xlsx")
        table.explain(1).to_xlsx(tmp_path / "one.xlsx")
        for ending in export.ENDINGS:
            assert ranking.to_file(tmp_path / f"all{ending}") == []
        with pytest.raises(WrongUse, match=r"should end in \.xlsx"):
            ranking.to_xlsx(tmp_path / "ranking.csv")
        with pytest.raises(CfsqlError, match="no directory"):
            ranking.to_xlsx(tmp_path / "nowhere" / "ranking.xlsx")

    assert len(cells(tmp_path / "ranking.xlsx")) == 1 + 21
    assert len(cells(tmp_path / "one.xlsx")) == 1 + 2


@pytest.fixture
def with_formulas(run: Run, tmp_path: Path) -> Run:
    """Run `cfsql` where ids of a table are formulas."""
    with (tmp_path / "t.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "a", "y"])
        writer.writerows([["=1+1", "é", "n"], ["-5", "b", "y"], ["x", "c", "y"]])
    assert run("load", "t.csv", "--id", "id", "--label", "y").returncode == 0
    return run


def test_csv_keeps_formulas_unless_it_is_for_spreadsheets(
    with_formulas: Run, tmp_path: Path
) -> None:
    plain = with_formulas("rank", "--table", "t", "--out", "a.csv")
    safe = with_formulas("rank", "--table", "t", "--out", "b.csv", "--bom")

    assert "apostrophe" not in plain.stderr
    assert "begin with an apostrophe now" in safe.stderr
    kept = (tmp_path / "a.csv").read_bytes()
    guarded = (tmp_path / "b.csv").read_bytes()
    assert kept.decode("utf-8").startswith("row_id,")
    assert guarded.startswith(b"\xef\xbb\xbfrow_id,")
    read = list(csv.reader(guarded.decode("utf-8-sig").splitlines()))
    ids = {row[0] for row in read[1:]}
    assert ids == {"'=1+1", "-5", "x"}
    assert guarded.decode("utf-8-sig").replace("'=1+1", "=1+1") == kept.decode()


def test_printed_csv_for_spreadsheets_has_the_mark_too(with_formulas: Run) -> None:
    query = "select '=1+1' as \"=a\", '-5' as b, -5 as c"

    done = with_formulas("sql", query, "--format", "csv", "--bom")
    wrong = with_formulas("sql", query, "--bom")

    assert done.stdout == "\ufeff'=a,b,c\n'=1+1,-5,-5\n"
    assert wrong.returncode == 2
    assert wrong.stderr == (
        "cfsql: --bom is for CSV; give --out FILE.csv or --format csv\n"
    )
