"""Intervals are the same wherever a table is cut or asked."""

from __future__ import annotations

import random
from pathlib import Path

import duckdb
import polars as pl
import pytest

import cfsql


def random_table(n_rows: int = 300) -> tuple[pl.DataFrame, dict[str, str]]:
    chance = random.Random(3)
    frame = pl.DataFrame(
        [
            {
                "age": chance.choice([None, *range(17, 90)]),
                "gain": chance.choice([0] * 9 + [chance.randrange(9999)]),
                "rate": round(chance.random() * 4 - 2, 2),
                "job": chance.choice("abc"),
                "paid": chance.choice(["low", "high"]),
            }
            for _ in range(n_rows)
        ]
    )
    return frame, {"rate": "w4", "age": "25,45.5", "gain": "q4"}


def prebinned(table: cfsql.Table) -> pl.DataFrame:
    rows = table.database.sql(
        f'from cf_internal."{table.name}_feature_rows" order by row_id'
    )
    frame: pl.DataFrame = rows.pl()
    return frame.drop("row_id")


def test_a_table_cut_before_it_is_loaded_gives_the_same_answers(
    tmp_path: Path,
) -> None:
    frame, bins = random_table()
    frame.write_csv(tmp_path / "t.csv")
    with cfsql.connect() as database:
        cut = database.load(tmp_path / "t.csv", bins=bins, label=-1)
        prebinned(cut).write_csv(tmp_path / "before.csv", quote_style="non_numeric")
        before = database.load(tmp_path / "before.csv", label=-1)
        assert cut.rank().pl().equals(before.rank().pl())
        mine, theirs = cut.why_rows(limit=20), before.why_rows(limit=20)
        assert mine.pl().equals(theirs.pl())
        assert cut.rules("low").pl().equals(before.rules("low").pl())
        everything = cut.counterfactuals(5).pl()
        assert everything.equals(before.counterfactuals(5).pl())
        assert cut.check().hold
        for macro in ("counterfactuals({}, 5)", "compare({}, 5, 9)"):
            first, second = (
                database.sql(f"from cf.{macro}".format(f"'{name}'")).fetchall()
                for name in ("t", "before")
            )
            assert first == second
        compared = cut.compare(5, 9)
        assert compared.disagreement == before.compare(5, 9).disagreement


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_intervals_do_not_depend_on_the_number_of_threads(threads: int) -> None:
    frame, bins = random_table(3000)
    with cfsql.connect() as one, cfsql.connect(threads=threads) as other:
        expected = one.load(frame, table="t", bins=bins, label=-1)
        found = other.load(frame, table="t", bins=bins, label=-1)
        assert prebinned(found).equals(prebinned(expected))
        stored = "from cf.t_bins"
        assert other.sql(stored).fetchall() == one.sql(stored).fetchall()


def test_a_new_value_is_told_its_interval(people_csv: Path) -> None:
    with cfsql.connect() as database:
        database.load(people_csv, bins={"age": [25, 45], "hours": "q2"}, label=-1)

        def interval(feature: str, number: str) -> object:
            rows = database.sql(
                f"select interval_text from "
                f"cf.interval_of('people', '{feature}', {number})"
            ).fetchall()
            return rows[0][0]

        assert interval("age", "24.999999999999999999") == "< 25"
        assert interval("age", "25") == "[25, 45)"
        assert interval("age", "'44.9'") == "[25, 45)"
        assert interval("age", "1e300") == "≥ 45"
        assert interval("age", "null") is None
        assert interval("age", "'nan'::double") == "nan"
        assert interval("hours", "19") == "< 20"
        assert interval("hours", "45") == "[40, 45]"
        assert interval("hours", "45.001") == "> 45"
        bins = database.sql(
            "select feature, place, low, high, interval_text from cf.people_bins"
        ).fetchall()
    assert bins == [
        ("age", 1, None, "25", "< 25"),
        ("age", 2, "25", "45", "[25, 45)"),
        ("age", 3, "45", None, "≥ 45"),
        ("hours", 0, None, "20", "< 20"),
        ("hours", 1, "20", "40", "[20, 40)"),
        ("hours", 2, "40", "45", "[40, 45]"),
        ("hours", 3, "45", None, "> 45"),
    ]


def test_any_client_reads_the_intervals_of_a_file_called_cfsql(
    people_csv: Path, tmp_path: Path
) -> None:
    path = tmp_path / "cfsql.duckdb"
    with cfsql.connect(path) as database:
        database.load(people_csv, bins={"age": "25,45"}, label=-1).rank()
    with duckdb.connect(str(path), read_only=True) as connection:
        asked = connection.sql("from cf.interval_of('people', 'age', 30)")
        assert asked.fetchall() == [("age", "30", "[25, 45)")]
        found = connection.sql("from cf.compare('people', 1, 2)").fetchall()
        assert ("age", "[25, 45)", "≥ 45", True) in found
        assert len(connection.sql("from cf.people_bins").fetchall()) == 3
