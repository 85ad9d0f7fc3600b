"""Tables are checked against what the registry expects."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import cfsql
from cfsql.datasets import DATASETS
from cfsql.datasets.check import check
from cfsql.datasets.prepare import prepare
from cfsql.datasets.tables import csv_bytes
from tests.datasets.invented import CARS, small
from tests.support.commands import Run
from tests.support.refusals import FAILED, WRONG_USE, assert_refused


@pytest.mark.real
def test_the_real_tables_are_as_expected(datasets: Path, run: Run) -> None:
    done = run("datasets", "check", datasets)

    assert done.returncode == 0, done.stdout
    verdicts = {line.split()[0]: line for line in done.stdout.splitlines()[2:]}
    assert list(verdicts) == sorted(f"{name}.csv" for name in DATASETS)
    for file, line in verdicts.items():
        ending = "as expected (a stand-in)" if file == "loan.csv" else "as expected"
        assert line.endswith(ending)


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """A folder with some tables that are called like datasets."""
    folder = tmp_path / "tables"
    folder.mkdir()
    columns = DATASETS["cars"].columns
    (folder / "cars.csv").write_bytes(csv_bytes(columns, CARS))
    pl.DataFrame(CARS, schema=list(columns), orient="row").write_parquet(
        folder / "cars.parquet"
    )
    (folder / "other.csv").write_text("a,b\n1,2\n")
    return folder


def test_tables_that_are_as_expected_are_said_to_be(run: Run, tables: Path) -> None:
    done = run("datasets", "check", "tables")

    assert done.returncode == 0
    assert done.stdout.count("as expected in size") == 2
    assert "other.csv" not in done.stdout
    assert done.stderr.startswith("cfsql: not there: adult, bach, chess, compas")


def test_tables_that_are_not_as_expected_are_said_to_be_wrong(
    run: Run, tables: Path
) -> None:
    (tables / "cars.csv").write_bytes(csv_bytes(DATASETS["cars"].columns, CARS[:9]))
    (tables / "chess.csv").write_text("a,b\n1,2\n")
    (tables / "bach.csv").write_text("")
    (tables / "adult.parquet").write_text("no parquet, only text")

    done = run("datasets", "check", "tables", "--quiet")

    assert done.returncode == FAILED
    said = {line.split()[0]: line for line in done.stdout.splitlines()[2:]}
    assert "9 rows instead of 1,728" in said["cars.csv"]
    assert "as expected" in said["cars.parquet"]
    assert "no column 'white_depth_of_win'" in said["chess.csv"]
    assert "is empty" in said["bach.csv"]
    assert "is not a Parquet file" in said["adult.parquet"]
    assert done.stderr == (
        "cfsql: not as expected in tables: "
        "adult.parquet, bach.csv, cars.csv, chess.csv\n"
    )


def test_a_check_for_programs_has_what_was_found_and_expected(
    run: Run, tables: Path
) -> None:
    (tables / "cars.csv").write_bytes(csv_bytes(DATASETS["cars"].columns, CARS[:9]))

    done = run("datasets", "check", "tables", "--format", "json", "--quiet")

    wrong, right = json.loads(done.stdout)
    assert wrong["file"] == str(Path("tables") / "cars.csv")
    assert (wrong["rows"], wrong["is_right"], wrong["is_same"]) == (9, False, False)
    assert wrong["expected"] == {
        **{"rows": 1728, "features": 6, "classes": 4, "contradicted": 0}
    }
    assert wrong["problems"][0] == "9 rows instead of 1,728"
    assert (right["rows"], right["is_right"], right["is_same"]) == (1728, True, False)


def test_a_column_of_another_name_is_found(tmp_path: Path) -> None:
    columns = ["price", *DATASETS["cars"].columns[1:]]
    (tmp_path / "cars.csv").write_bytes(csv_bytes(columns, CARS))

    with cfsql.connect() as database:
        report = check(database, DATASETS["cars"], tmp_path / "cars.csv")

    assert report.problems == ("no column 'buying'",)


def test_parquet_is_the_same_table_as_csv(tmp_path: Path) -> None:
    dataset, content = small("chess")
    table = prepare(dataset, "chess.zip", content)
    frame = pl.DataFrame(table.rows, schema=table.columns, orient="row")
    frame.write_parquet(tmp_path / "chess.parquet")

    with cfsql.connect() as database:
        report = check(database, dataset, tmp_path / "chess.parquet")

    assert report.is_same


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("nowhere", "nowhere is not there; give the folder"),
        ("a file", "a file is a file; give the folder"),
        (".", "no dataset is in .; to get some: cfsql datasets fetch --all --to ."),
    ],
)
def test_a_folder_without_tables_is_refused(
    run: Run, tmp_path: Path, folder: str, said: str
) -> None:
    (tmp_path / "a file").write_text("mine")

    assert_refused(run("datasets", "check", folder), WRONG_USE, said)
