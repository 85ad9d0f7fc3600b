"""Rows without a label that are asked about are left out, and named."""

from __future__ import annotations

from pathlib import Path

import pytest

import cfsql
from tests.support.commands import Run

CSV = "id,a,b,y\n1,p,x,yes\n2,q,x,\n3,p,z,no\n4,q,z,yes\n"

ASKING = ("rank", "stability --repeats 5", "cover", "why", "report --out page.html")


@pytest.fixture
def loaded_rows(run: Run, tmp_path: Path) -> Run:
    """Run `cfsql` where row 2 of a ranked table has no label."""
    (tmp_path / "rows.csv").write_text(CSV, encoding="utf-8")
    for command in ("load rows.csv --id id --label y --missing= ", "rank --table rows"):
        assert run(*command.split()).returncode == 0
    return run


@pytest.mark.parametrize("command", ASKING)
def test_a_list_and_a_range_leave_out_the_same_row(
    loaded_rows: Run, command: str
) -> None:
    name, *others = command.split()
    said = []
    for rows in ("1-3", "1,2,3"):
        done = loaded_rows(name, "--table", "rows", "--rows", rows, *others)
        assert done.returncode == 0, done.stderr
        said.append([line for line in done.stderr.splitlines() if "left out" in line])
    assert said == [["cfsql: row 2 has no y; it is left out"]] * 2


def test_several_are_named_and_the_others_counted(run: Run, tmp_path: Path) -> None:
    rows = "".join(f"{number},p,\n" for number in range(3, 13))
    (tmp_path / "rows.csv").write_text(f"id,a,y\n1,p,yes\n2,q,no\n{rows}")
    assert run("load", "rows.csv", "--id", "id", "--label", "y").returncode == 0
    done = run("rank", "--table", "rows", "--rows", "1-12")
    assert "rows 3, 4, 5, 6, 7 and 5 more have no y; they are left out" in done.stderr


def test_where_all_are_left_out_nothing_can_be_asked(loaded_rows: Run) -> None:
    done = loaded_rows("rank", "--table", "rows", "--rows", "2")
    assert done.returncode == 2
    assert "row 2 of rows has no y, so there is nothing to explain" in done.stderr


def test_python_takes_a_list_of_ids_and_ranges(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text(CSV, encoding="utf-8")
    with cfsql.connect() as database:
        table = database.load(tmp_path / "rows.csv", id="id", label="y")
        ids = [table.rank(rows=rows).summary.pl() for rows in ([1, 2, 3], ["1-3"])]
        assert [frame["row_id"].sort().to_list() for frame in ids] == [[1, 3]] * 2
        assert database.remarks == ["row 2 has no y; it is left out"] * 2
