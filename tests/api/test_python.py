"""The library: connections, selections, results in every form, and what is kept."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import cfsql
from cfsql.errors import CfsqlError


@pytest.fixture
def table(example_csv: Path) -> cfsql.Table:
    """The running example, loaded in memory."""
    return cfsql.connect().load(example_csv, label=-1)


def ranked_rows(ranking: cfsql.Ranking) -> list[object]:
    return ranking.summary.pl()["row_id"].to_list()


def test_a_limit_takes_the_first_rows_by_id(table: cfsql.Table) -> None:
    assert ranked_rows(table.rank(limit=3)) == [1, 2, 3]


def test_a_sample_is_the_same_for_the_same_seed(table: cfsql.Table) -> None:
    first = ranked_rows(table.rank(sample=4, seed=1))
    assert len(first) == 4
    assert ranked_rows(table.rank(sample=4, seed=1)) == first
    others = [ranked_rows(table.rank(sample=4, seed=seed)) for seed in range(2, 6)]
    assert any(other != first for other in others)


def test_a_sample_larger_than_the_table_is_the_table(table: cfsql.Table) -> None:
    assert ranked_rows(table.rank(sample=100)) == list(range(1, 9))


def test_a_condition_and_a_limit_go_together(table: cfsql.Table) -> None:
    assert ranked_rows(table.rank(where="sex = 'female'", limit=2)) == [2, 4]


def test_rows_are_answered_once_and_in_order(table: cfsql.Table) -> None:
    assert ranked_rows(table.rank(rows=[7, 1, 7])) == [1, 7]


def test_another_name_keeps_the_first_results(table: cfsql.Table) -> None:
    table.rank()
    other = table.rank(limit=1, into="one")
    names = [ranking.name for ranking in table.rankings()]
    assert names == ["one_ranked", "recidivism_ranked"]
    assert ranked_rows(other) == [1]
    assert len(table.database.ranking("recidivism").summary) == 8


def test_an_explanation_without_an_answer_still_has_the_columns() -> None:
    only = pl.DataFrame({"a": ["x", "y"], "label": ["same", "same"]})
    explanation = cfsql.connect().load(only, label=-1).explain(1)
    assert explanation.pl().columns[:2] == ["row_id", "label"]
    assert explanation.optimal is None
    assert "nothing in the data" in explanation.sentence


def test_a_database_file_keeps_tables_and_rankings(
    example_csv: Path, tmp_path: Path
) -> None:
    with cfsql.connect(tmp_path / "kept.duckdb") as database:
        database.load(example_csv, label=-1).rank(by="dag")
    with cfsql.connect(tmp_path / "kept.duckdb", read_only=True) as database:
        (ranking,) = database.rankings()
        assert (ranking.table, ranking.by, ranking.n_rows) == ("recidivism", "dag", 8)
        assert database.table("RECIDIVISM").explain(1).power == 3


def test_runs_are_recorded(table: cfsql.Table) -> None:
    table.rank(limit=2, where="sex = 'female'")
    runs = table.database.sql("from cf.runs order by finished_at").pl().to_dicts()
    assert [run["command"] for run in runs] == ["load", "rank"]
    assert [run["rows"] for run in runs] == [8, 2]
    assert {run["version"] for run in runs} == {cfsql.__version__}
    assert json.loads(runs[1]["options"])["where"] == "sex = 'female'"


def test_a_notebook_shows_changes_and_runs_nothing() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    frame = pl.DataFrame({hostile: [hostile, "b"], "label": ["yes", hostile]})
    table = cfsql.connect().load(frame, label=-1)
    shown = table.rank()._repr_html_() + table.explain(1)._repr_html_()
    assert "<img" not in shown
    assert "&lt;img" in shown
    assert "line-through" in shown


def test_a_model_is_explained_by_its_predictions(example_csv: Path) -> None:
    cases = pl.read_csv(example_csv)
    predicted = cases.drop("score").with_columns(predicted=pl.col("recid") == "Yes")
    table = cfsql.connect().load(predicted, label="predicted")
    explanation = table.explain(1)
    assert explanation.label == "false"
    assert explanation.optimal is not None
    assert explanation.optimal.counterfactual_label == "true"


def test_errors_of_the_library_have_one_root(table: cfsql.Table) -> None:
    with pytest.raises(CfsqlError, match="no row 99 in recidivism"):
        table.explain(99)


def test_from_python_the_label_is_named(example_csv: Path) -> None:
    database = cfsql.connect()
    for source in (example_csv, pl.read_csv(example_csv), str(example_csv)):
        with pytest.raises(CfsqlError, match="is the outcome") as error:
            database.load(source)
        assert "label='score'" in str(error.value)
        assert database.tables() == []
    assert database.load(example_csv, label=-1).label == "score"
    assert database.load(example_csv, label=0, table="other").label == "sex"
    with pytest.raises(CfsqlError, match="no column 9"):
        database.load(example_csv, label=9, table="third")
