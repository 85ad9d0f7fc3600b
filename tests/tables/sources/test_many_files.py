"""Several files are one table: lists, patterns, folders and hive partitions."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars as pl
import pytest

import cfsql
from tests.support.commands import Run
from tests.support.refusals import FAILED, WRONG_USE, assert_refused

FIRST = pl.DataFrame({"a": ["p", "q"], "n": [1, 2], "y": ["yes", "no"]})
SECOND = pl.DataFrame({"y": ["no", "yes"], "a": ["r", "p"], "n": [3, 4]})
BOTH = [("p", 1, "yes"), ("q", 2, "no"), ("r", 3, "no"), ("p", 4, "yes")]


def held(database: cfsql.Database, table: str) -> list[tuple[object, ...]]:
    """The rows of a table in their order."""
    return database.sql(f"select a, n, y from {table} order by row_id").fetchall()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files of each format, whose columns stand in another order."""
    for place, frame in enumerate((FIRST, SECOND), start=1):
        (tmp_path / f"day{place}").mkdir()
        frame.write_csv(tmp_path / f"claims_{place}.csv")
        frame.write_parquet(tmp_path / f"claims_{place}.parquet")
        frame.write_ndjson(tmp_path / f"claims_{place}.jsonl")
        frame.write_parquet(tmp_path / f"day{place}" / "part.parquet")
    return tmp_path


@pytest.mark.parametrize("ending", ["csv", "parquet", "jsonl"])
def test_columns_are_put_together_by_name(folder: Path, ending: str) -> None:
    database = cfsql.connect()
    paths = [folder / f"claims_{place}.{ending}" for place in (1, 2)]
    listed = database.load(paths, label="y")
    assert (listed.name, held(database, "claims")) == ("claims", BOTH)
    database.load(str(folder / f"claims_*.{ending}"), label="y", table="found")
    assert held(database, "found") == BOTH


def test_files_of_several_formats_are_one_table(folder: Path) -> None:
    database = cfsql.connect()
    paths = [folder / "claims_1.csv", folder / "claims_2.parquet"]
    database.load(paths, label="y", table="t")
    assert held(database, "t") == BOTH


def test_the_command_line_takes_them_too(run: Run, folder: Path) -> None:
    for given in (
        ("claims_1.csv", "claims_2.csv"),
        ("claims_*.csv",),
        ("day?/*.parquet",),
    ):
        done = run("load", *given, "--label", "y", "--table", "t", "--replace")
        assert done.returncode == 0, done.stderr
        assert "t: 4 rows, 2 features, label y" in done.stdout
        assert run("rank", *given, "--label", "y").returncode == 0


def test_a_folder_is_read_as_a_whole(folder: Path) -> None:
    lake = folder / "lake"
    lake.mkdir()
    for name in ("day1", "day2", ".hidden", "_old"):
        (lake / name).mkdir()
        frame = SECOND if name == "day2" else FIRST
        frame.write_parquet(lake / name / "part.parquet")
    (lake / "notes.md").write_text("no table")
    (lake / "_SUCCESS").write_text("")
    database = cfsql.connect()
    table = database.load(lake, label="y")
    assert (table.name, held(database, "lake")) == ("lake", BOTH)


def test_partitions_are_columns(tmp_path: Path) -> None:
    rows = [(n % 2, f"v{n % 3}", 2020 + n % 2, "east" if n % 4 < 2 else "west", n % 5)
            for n in range(20)]  # fmt: skip
    frame = pl.DataFrame(rows, schema=["a", "b", "year", "region", "y"], orient="row")
    # What is above the folder that is given is no partition of it.
    root = tmp_path / "tenant=7" / "claims"
    root.parent.mkdir()
    made = duckdb.from_arrow(frame.to_arrow())
    made.write_parquet(str(root), partition_by=["year", "region"])
    for given in (root, f"{root}/*/*/*.parquet", f"{root}/**/*.parquet"):
        database = cfsql.connect()
        table = database.load(given, label="y", table="t")
        assert database.sql("from t").columns[1:] == ["a", "b", "y", "region", "year"]
        found = database.sql("select a, b, year, region, y from t").fetchall()
        assert sorted(found) == sorted(rows)
        assert "year" in table.profile().features
    described = database.sql("describe t").fetchall()
    kinds = {name: kind for name, kind, *_ in described}
    assert (kinds["year"], kinds["region"]) == ("BIGINT", "VARCHAR")


def test_types_are_those_of_all_files_together(tmp_path: Path) -> None:
    """What one file alone looks like is not what it is."""
    (tmp_path / "1.csv").write_text(
        "zip,n,e,d,y\n007,1,,2020-01-01,a\n08,2,,2020-01-02,b\n"
    )
    (tmp_path / "2.csv").write_text("zip,n,e,d,y\nAB1,0.5,5,2020-01-03,b\n")
    database = cfsql.connect()
    database.load(str(tmp_path / "*.csv"), label="y", table="t")
    assert database.sql(
        "select zip, n, e, d::varchar from t order by row_id"
    ).fetchall() == [
        ("007", 1.0, None, "2020-01-01"),
        ("08", 2.0, None, "2020-01-02"),
        ("AB1", 0.5, 5, "2020-01-03"),
    ]
    whole = tmp_path / "whole.csv"
    lines = [(tmp_path / name).read_text().splitlines() for name in ("1.csv", "2.csv")]
    whole.write_text("\n".join([*lines[0], *lines[1][1:], ""]))
    database.load(whole, label="y")
    assert database.sql("from whole").fetchall() == database.sql("from t").fetchall(), (
        "as one file would be"
    )


def test_another_column_is_an_error_that_names_both(run: Run, folder: Path) -> None:
    FIRST.drop("n").write_csv(folder / "less.csv")
    FIRST.with_columns(z=1).write_csv(folder / "more.csv")
    FIRST.drop("n").write_parquet(folder / "less.parquet")
    FIRST.with_columns(n=pl.lit("x")).write_parquet(folder / "words.parquet")
    for second, said in (
        ("less.csv", "less.csv has no column 'n', and claims_1.csv has"),
        ("more.csv", "more.csv has a column 'z', and claims_1.csv has not"),
    ):
        done = run("load", "claims_1.csv", second, "--label", "y")
        assert_refused(done, FAILED, said)
    for second, said in (
        ("less.parquet", "less.parquet has no column 'n', and claims_1.parquet has"),
        ("words.parquet", "words.parquet: column 'n' is VARCHAR"),
    ):
        done = run("load", "claims_1.parquet", second, "--label", "y")
        assert_refused(done, FAILED, said)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("none*.csv",), WRONG_USE, "no file matches none*.csv"),
        (("gone/*.csv",), WRONG_USE, "there is no directory gone"),
        (("empty",), WRONG_USE, "no .csv, .json or .parquet file is in empty"),
        (("claims_1.csv", "claims_3.csv"), WRONG_USE, "no file claims_3.csv"),
        (("claims_1.csv", "claims_1.csv"), WRONG_USE, "claims_1.csv is given twice"),
        (("claims_1.csv", "-"), WRONG_USE, "standard input is one file"),
        (("claims_1.csv", "claims_2.csv", "--from", "x"), WRONG_USE, "--from is for"),
        (("uneven",), FAILED, "is in folders of no names"),
        (("texts",), WRONG_USE, "folders such as k=…"),
        (("claims_1.parquet", "broken.parquet"), FAILED, "broken.parquet"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_is_wrong_is_one_line(
    run: Run, folder: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    (folder / "empty").mkdir()
    (folder / "broken.parquet").write_bytes(b"PAR1 no more")
    (folder / "uneven" / "k=1").mkdir(parents=True)
    FIRST.write_parquet(folder / "uneven" / "k=1" / "x.parquet")
    FIRST.write_parquet(folder / "uneven" / "y.parquet")
    (folder / "texts" / "k=1").mkdir(parents=True)
    FIRST.write_csv(folder / "texts" / "k=1" / "x.csv")
    assert_refused(run("load", *arguments, "--label", "y"), code, said)


def test_they_are_read_again(folder: Path) -> None:
    database = cfsql.connect()
    table = database.load(str(folder / "claims_*.csv"), label="y")
    FIRST.write_csv(folder / "claims_3.csv")
    assert table.refresh().n_added == 2


def test_a_file_whose_name_has_wildcards_is_that_file(tmp_path: Path) -> None:
    FIRST.write_csv(tmp_path / "a[1].csv")
    SECOND.write_csv(tmp_path / "a1.csv")
    table = cfsql.connect().load(tmp_path / "a[1].csv", label="y")
    assert table.facts.n_rows == 2
