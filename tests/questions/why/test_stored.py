"""What `why` stores about many rows, and for how long."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import polars as pl
import pytest

import cfsql
from tests.questions.why.answers import FACTUAL, SUMMARY, RunWhy, of, relations
from tests.support.commands import Run, run_here

FACTUALS = "cf_internal.results where kind = 'explanation'"


def test_many_rows_are_stored_in_two_tables_with_their_contract(
    run: Run, database: Path
) -> None:
    done = run("why", "--table", "recidivism", "--limit", 3)

    assert "recidivism: 3 of 8 rows explained" in done.stdout
    assert "stored recidivism_factual, recidivism_factual_summary in" in done.stderr
    with duckdb.connect(str(database), read_only=True) as connection:
        for relation, columns in (
            ("recidivism_factual", FACTUAL),
            ("recidivism_factual_summary", SUMMARY),
        ):
            described = connection.execute(
                "select column_name, comment from duckdb_columns() "
                "where table_name = ? order by column_index",
                [relation],
            ).fetchall()
            assert [name for name, _ in described] == columns
            assert all(comment for _, comment in described)
            (about,) = connection.execute(
                "select comment from duckdb_tables() where table_name = ?", [relation]
            ).fetchone() or ("",)
            assert "recidivism" in about
        rows = connection.execute(
            "select row_id, count(*) from recidivism_factual group by all order by all"
        ).fetchall()
        assert rows == [(1, 4), (2, 4), (3, 7)]


def test_the_types_of_what_is_stored_are_those_of_the_contract(
    opened: cfsql.Database,
) -> None:
    found = opened.table("recidivism").why_rows()

    literals = pl.List(pl.Struct({"feature": pl.String, "value": pl.String}))
    assert dict(found.pl().schema) == {
        "row_id": pl.Int64,
        "label": pl.String,
        "features": pl.List(pl.String),
        "literals": literals,
        "size": pl.Int32,
        "coverage": pl.Int64,
        "precision": pl.Float64,
    }
    assert dict(found.summary.pl().schema) == {
        "row_id": pl.Int64,
        "label": pl.String,
        "smallest_size": pl.Int32,
        "n_factual": pl.Int64,
        "is_complete": pl.Boolean,
        "is_contradicted": pl.Boolean,
        "explanation": pl.String,
    }


def test_the_summary_has_the_rows_without_explanation_too(
    opened: cfsql.Database,
) -> None:
    opened.table("clash").why_rows()

    assert [tuple(row.values()) for row in of(opened, "clash_factual_summary")] == [
        (1, "p", None, 0, True, True, None),
        (2, "q", None, 0, True, True, None),
        (3, "q", 1, 1, True, False, "f: z"),
        (4, "q", 1, 1, True, False, "f: NULL"),
        (5, "q", 1, 1, True, False, "f: NULL"),
    ]


def test_runs_and_results_are_recorded(opened: cfsql.Database) -> None:
    opened.table("recidivism").why_rows(
        where="sex = 'female'",
        precision=0.75,
        max_size=2,
        per_row=3,
        time_limit=60,
        into="women",
    )

    run = of(opened, "cf.runs where command = 'why'")[-1]
    assert (run["table_name"], run["result_name"], run["rows"]) == (
        "recidivism",
        "women",
        5,
    )
    assert run["version"] == cfsql.__version__
    assert json.loads(run["options"]) == {
        "where": "sex = 'female'",
        "precision": 0.75,
        "max_size": 2,
        "per_row": 3,
        "time_limit": 60,
        "count": "rows",
        "into": "women",
    }
    (factual,) = of(opened, FACTUALS)
    assert factual["result_name"] == "women"
    facts = opened.factual("WOMEN").facts
    assert (facts.name, facts.table, facts.precision, facts.count, facts.n_rows) == (
        "women",
        "recidivism",
        0.75,
        "rows",
        5,
    )


def test_the_next_answer_takes_the_place_of_the_last(opened: cfsql.Database) -> None:
    table = opened.table("recidivism")
    table.why_rows()

    table.why_rows(rows=[2], max_size=2)

    assert {row["row_id"] for row in of(opened, "recidivism_factual")} == {2}
    assert [row["row_id"] for row in of(opened, "recidivism_factual_summary")] == [2]
    assert len(of(opened, FACTUALS)) == 1
    assert len(of(opened, "cf.runs where command = 'why'")) == 2


def test_another_name_keeps_the_answers_apart(opened: cfsql.Database) -> None:
    table = opened.table("recidivism")
    table.why_rows()

    other = table.why_rows(rows=[2], into="one")

    assert (other.name, other.summary.name) == ("one_factual", "one_factual_summary")
    assert len(other.summary) == 1
    assert len(opened.factual("recidivism").summary) == 8


def test_what_is_explained_is_listed_exported_and_dropped(
    why: RunWhy, database: Path, tmp_path: Path
) -> None:
    why("--table", "recidivism", "--into", "mine")
    why("--table", "recidivism")
    where, out = ("--db", database), tmp_path / "out"

    listed = run_here("tables", *where).stdout
    exported = run_here("export", "--table", "recidivism", "--out", out, *where).stdout
    dropped = run_here("drop", "mine", *where).stderr

    assert "mine_factual, recidivism_factual" in listed
    names = [
        f"{name}_{kind}"
        for name in ("mine", "recidivism")
        for kind in ("factual", "factual_summary")
    ]
    assert exported.splitlines() == [
        f"{out}/{name}.parquet" for name in ("recidivism", *names)
    ]
    assert pl.read_parquet(out / "mine_factual.parquet").height == 36
    assert "dropped mine_factual, mine_factual_summary" in dropped
    with cfsql.connect(database, read_only=True) as opened:
        assert not [name for name in relations(opened) if name.startswith("mine")]
        assert {"recidivism", *names[2:]} <= relations(opened)


@pytest.mark.parametrize("how", ["drop", "load --replace"])
def test_the_answers_go_with_their_table(
    opened: cfsql.Database, example_csv: Path, how: str
) -> None:
    table = opened.table("recidivism")
    table.why_rows()
    table.why_rows(into="mine")
    opened.table("same").why_rows()

    if how == "drop":
        assert set(opened.drop("recidivism")) == {
            "recidivism",
            *("recidivism_factual", "recidivism_factual_summary"),
            *("mine_factual", "mine_factual_summary"),
        }
    else:
        opened.load(example_csv, replace=True, label=-1)

    assert {name for name in relations(opened) if "factual" in name} == {
        "notes_factual",
        "same_factual",
        "same_factual_summary",
    }
    assert [row["table_name"] for row in of(opened, FACTUALS)] == ["same"]


def test_a_table_that_is_not_explained_yet_is_told_how_to_be(
    opened: cfsql.Database,
) -> None:
    with pytest.raises(cfsql.CfsqlError, match="not explained yet; run: db"):
        opened.factual("recidivism")


@pytest.mark.parametrize("name", ["factual", "open_sets", 'my "odd" it\'s'])
def test_a_table_may_have_any_name(name: str) -> None:
    frame = pl.DataFrame({"a": [1, 2], "b": ["x", "x"], "y": ["p", "q"]})
    with cfsql.connect() as database:
        table = database.load(frame, table=name, label=-1)

        found = table.why_rows(where="a = 2")
        assert found.summary.pl()["explanation"].to_list() == ["a: 2"]
        assert table.why(1).sentence == "The only case with a 1 is p."
        assert table.rules("q").rules[0].features == ["a"]
        database.drop(name)
        assert relations(database) == set()
