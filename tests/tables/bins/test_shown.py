"""What is shown of intervals, and of the numbers in them."""

from __future__ import annotations

import json
from pathlib import Path

import cfsql
from tests.support.commands import Run


def test_explain_shows_intervals_and_the_numbers_in_them(
    people_csv: Path, run: Run
) -> None:
    ignored = ("--ignore", "name", "--ignore", "hours")
    run("load", people_csv, *ignored, "--bin", "age=25,45")
    shown = run("explain", "--table", "people", "--row", "1").stdout
    assert "age   [25, 45) (38)  →  ≥ 45 (51)" in shown
    record = json.loads(
        run("explain", "--table", "people", "--row", "1", "--format", "json").stdout
    )
    assert record["values"]["age"] == "[25, 45)"
    assert record["originals"] == {"age": "38"}
    assert record["counterfactuals"][0]["originals"] == {"age": "51"}
    compared = run("compare", "--table", "people", "--rows", "7,3").stdout
    assert "age   NULL   →  < 25 (24)" in compared


def test_a_row_is_shown_with_its_own_number_not_that_of_its_equals(
    tmp_path: Path,
) -> None:
    (tmp_path / "t.csv").write_text("x,y\n1,a\n2,a\n3,a\n11,b\n12,b\n")
    with cfsql.connect() as database:
        table = database.load(tmp_path / "t.csv", bins={"x": 10}, label=-1)
        explained = table.explain(3)
        assert explained.originals == {"x": "3"}
        assert explained.optimal is not None
        assert explained.optimal.originals == {"x": "11"}
        assert explained.explanation == "x: < 10 → ≥ 10"
        page = table.rank().report(rows=[3]).html()
        assert "&lt; 10 (3)" in page
        assert "≥ 10 (11)" in page
        notebook = explained._repr_html_()
        assert "&lt; 10 (3)" in notebook


def test_the_table_keeps_its_numbers(people_csv: Path, run: Run) -> None:
    run("load", people_csv, "--bin", "age=q2")
    ages = run("sql", "select age from people where age > 40", "--format", "csv")
    assert ages.stdout.split() == ["age", "51", "45", "44"]
    ranked = run("rank", "--table", "people", "--where", "age = 38", "--quiet")
    assert "1 of 7 rows" in ranked.stdout
    described = run("describe", "people").stdout
    assert "age     BIGINT   feature, 2 intervals" in described
    known = run("sql", "select bins from cf_internal.tables").stdout
    assert "age" in known
    assert "q2" in known


def test_load_proposes_intervals_for_many_numbers(tmp_path: Path, run: Run) -> None:
    rows = [f"{n},{n % 3},{'ab'[n % 2]}" for n in range(30)]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["my age,kind,y", *rows, *rows]))
    proposed = (
        "cfsql: my age has 30 values; to compare it by intervals: --bin 'my age=q5'"
    )
    assert proposed in run("load", path).stderr.splitlines()
    again = run("load", path, "--replace", "--bin", "my age=q5")
    assert "by intervals" not in again.stderr
    assert run("load", path, "--replace", "--quiet").stderr == ""


def test_fewer_intervals_than_asked_for_are_said(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "t.csv"
    path.write_text("x,y\n" + "0,a\n" * 18 + "5,b\n7,a\n")
    done = run("load", path, "--bin", "x=q4")
    assert "x: [0, 5) (18), [5, 7] (2)" in done.stdout
    note = "cfsql: x has 2 intervals, not 4: too many rows have the same value"
    assert note in done.stderr.splitlines()
    done = run("rank", path, "--bin", "x=q4")
    assert note in done.stderr.splitlines()
    assert "x: [0, 5) → [5, 7]" in done.stdout
