"""Rows come and go: what is refused, what is told, and who is not named any more."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars as pl
import pytest

import cfsql
from cfsql.errors import BadFile, CfsqlError, UnknownName, WrongUse
from cfsql.show.terminal.living import update_hints
from cfsql.tables.catalog import stale_lines
from tests.support.commands import run_in

FRAME = pl.DataFrame(
    {
        "income": ["high", "high", "low", "low", "low", "high"],
        "home": ["owner", "tenant", "owner", "tenant", "tenant", "owner"],
        "years": [1, 2, 3, 4, 5, 6],
        "loan": ["yes", "yes", "yes", "no", "no", "no"],
    }
)


@pytest.fixture
def table() -> cfsql.Table:
    """Six cases, ranked."""
    loaded = cfsql.connect().load(FRAME, table="loans", label="loan")
    loaded.rank()
    return loaded


def row(**values: object) -> pl.DataFrame:
    given = {"income": "low", "home": "owner", "years": 9, "loan": "no"} | values
    return pl.DataFrame([given])


def test_ids_are_never_given_twice(table: cfsql.Table) -> None:
    table.remove([5, 6])
    table.append(row(years=7))
    assert [id for (id,) in ids(table)] == [1, 2, 3, 4, 7]
    table.remove([7])
    table.append(row(years=8), row(years=9))
    assert [id for (id,) in ids(table)] == [1, 2, 3, 4, 8, 9]


def ids(table: cfsql.Table) -> list[tuple[int]]:
    return table.database.sql("select row_id from loans order by row_id").fetchall()


@pytest.mark.parametrize(
    ("frame", "error", "said"),
    [
        (row().drop("home"), BadFile, "has no column 'home', which loans has"),
        (row(sex="f"), UnknownName, "no column 'sex'"),
        (row(years="some"), BadFile, "years is 'some' in row 1"),
        (row(years=1.5), BadFile, "years is '1.5' in row 1"),
        (row().clear(), BadFile, "has no rows"),
    ],
)
def test_rows_that_do_not_fit_are_refused_and_nothing_changes(
    table: cfsql.Table, frame: pl.DataFrame, error: type[CfsqlError], said: str
) -> None:
    with pytest.raises(error, match=said):
        table.append(row(), frame)
    assert len(ids(table)) == 6


def test_texts_of_a_file_are_kept_as_they_are(
    table: cfsql.Table, tmp_path: Path
) -> None:
    path = tmp_path / "more.csv"
    path.write_text("loan,years,home,income\nno,3.0,01,\n")
    table.append(path)
    assert table.database.sql("from loans where row_id = 7").fetchall() == [
        (7, None, "01", 3, "no")
    ]


def test_an_id_that_is_there_is_refused() -> None:
    table = cfsql.connect().load(
        pl.DataFrame({"n": ["a", "b"], "x": [1, 2], "y": ["P", "Q"]}), label="y", id="n"
    )
    with pytest.raises(WrongUse, match="has a row a already"):
        table.append(pl.DataFrame({"n": ["a"], "x": [1], "y": ["P"]}))
    with pytest.raises(WrongUse, match="n c comes 2 times"):
        table.append(pl.DataFrame({"n": ["c", "c"], "x": [1, 3], "y": ["P", "P"]}))


def test_a_change_that_leaves_no_label_is_refused(table: cfsql.Table) -> None:
    with pytest.raises(WrongUse, match="leaves no row of loans with a loan"):
        table.remove(where="true")
    with pytest.raises(WrongUse, match="no row of loans matches where"):
        table.remove(where="years > 99")
    with pytest.raises(WrongUse, match="no row 99 in loans"):
        table.remove([99])


def test_changed_rows_keep_their_ids_where_these_are_known() -> None:
    frame = FRAME.with_columns(n=pl.Series("n", ["f", "e", "d", "c", "b", "a"]))
    table = cfsql.connect().load(frame, table="loans", label="loan", id="n")
    table.rank()
    changed = frame.with_columns(
        home=pl.when(pl.col("n") == "d").then(pl.lit("tenant")).otherwise("home")
    ).filter(pl.col("n") != "a")
    update = table.refresh(changed)
    assert (update.n_added, update.n_removed, update.n_changed) == (0, 1, 1)
    assert table.check_fresh().hold


def test_a_dry_run_changes_nothing(table: cfsql.Table) -> None:
    update = table.append(row(), dry_run=True)
    assert update.headline == "loans: 1 row would be added, 7 rows then"
    assert [each.result for each in update.results] == ["loans_ranked"]
    assert len(ids(table)) == 6


def test_intervals_keep_their_edges_unless_they_are_cut_anew() -> None:
    table = cfsql.connect().load(
        FRAME, table="loans", label="loan", bins={"years": "q2"}
    )
    table.rank()
    edges = "select interval_text from cf.loans_bins order by place"
    before = table.database.sql(edges).fetchall()
    table.append(row(years=100), row(years=50))
    assert table.database.sql(edges).fetchall() == before
    assert table.check_fresh().hold
    table.append(row(years=101), rebin=True)
    assert table.database.sql(edges).fetchall() != before
    assert table.check_fresh().hold


def test_a_result_that_cannot_follow_is_stale_and_says_so(table: cfsql.Table) -> None:
    database = table.database
    database.sql("""update cf_internal.results set options = '{"parts": 2}'""")
    update = table.append(row())
    assert [each.how for each in update.results] == ["stale"]
    with pytest.raises(WrongUse, match="before its last change: it was merged from"):
        database.ranking("loans")
    assert not table.check_fresh().hold
    table.rank()
    assert database.ranking("loans").facts.n_rows == 7
    assert table.check_fresh().hold


def test_a_result_about_rows_that_are_gone_is_dropped(table: cfsql.Table) -> None:
    table.rank(rows=[1, 2], into="few")
    table.rank(where="home = 'tenant'", into="tenants")
    table.remove([2])
    assert [r.n_rows for r in table.database.rankings() if r.name == "few"] == [1]
    update = table.remove([1, 4, 5])
    assert {each.result: each.how for each in update.results} == {
        "few_ranked": "dropped",
        "loans_ranked": "made again",
        "tenants_ranked": "dropped",
    }


def test_who_is_forgotten_is_named_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "cfsql.duckdb"
    names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Zaphod"]
    frame = FRAME.with_columns(name=pl.Series("name", names))
    with cfsql.connect(path) as database:
        table = database.load(frame, table="loans", label="loan", id="name")
        table.rank()
        table.rank(into="few", rows=["Ada", "Zaphod"])
        table.rank(into="near", nearest=2)
        table.why_rows()
        table.audit(["home"])
        assert "Zaphod" in everything(path, database)
        table.remove(["Zaphod"])
        assert "Zaphod" not in everything(path, database)
        assert table.check_fresh().hold


def test_a_value_that_only_the_forgotten_had_is_nowhere(tmp_path: Path) -> None:
    names = ["Ada", "Ben", "Ben", "Ada", "Ben", "Zaphod"]
    frame = FRAME.with_columns(name=pl.Series("name", names))
    path = tmp_path / "cfsql.duckdb"
    with cfsql.connect(path) as database:
        table = database.load(frame, table="loans", label="loan")
        table.rank(into="near", nearest=3, anonymous=True)
        table.stability(repeats=3)
        assert "Zaphod" in everything(path, database)
        table.remove([6])
        assert "Zaphod" not in everything(path, database)
        assert table.check_fresh().hold


def test_answers_that_changed_before_name_no_row_that_is_gone(
    table: cfsql.Table,
) -> None:
    table.append(row(loan="yes"))
    told = "select count(*) from loans_changes where 5 in (row_id, before_id, after_id)"
    assert table.database.sql(told).fetchall() != [(0,)]
    merged = """update cf_internal.results set options = '{"parts": 2}'"""
    table.database.sql(merged)
    table.remove([5])
    assert [each.relations for each in table.database.results()] == []


def everything(path: Path, database: cfsql.Database) -> str:
    """Every cell of every table and view."""
    connection = database.connection
    found = connection.execute(
        "select schema_name, table_name from duckdb_tables() union all "
        "select schema_name, view_name from duckdb_views() where not internal"
    ).fetchall()
    return str(
        [connection.execute(f'from "{s}"."{name}"').fetchall() for s, name in found]
    )


def test_rankings_of_other_tables_are_not_compared(table: cfsql.Table) -> None:
    database = table.database
    database.load(FRAME, table="others", label="loan").rank()
    with pytest.raises(WrongUse, match="'others' is a ranking of others"):
        table.diff("loans", "others")


def test_refreshing_what_was_appended_to_is_refused_unless_all_is_named(
    tmp_path: Path,
) -> None:
    FRAME.write_csv(tmp_path / "loans.csv")
    row().write_csv(tmp_path / "more.csv")
    for arguments in (
        ("load", "loans.csv"),
        ("append", "more.csv", "--table", "loans"),
    ):
        assert run_in(tmp_path, *arguments).returncode == 0
    refused = run_in(tmp_path, "refresh", "loans")
    assert refused.returncode == 2
    assert "cfsql refresh loans loans.csv more.csv" in refused.stderr
    assert run_in(tmp_path, "refresh", "loans", "loans.csv", "more.csv").stdout == (
        "loans: no row is another, 7 rows now\n"
    )


def test_old_files_learn_to_change(tmp_path: Path) -> None:
    """The tables that changes need are made by the first change."""
    path = tmp_path / "cfsql.duckdb"
    with cfsql.connect(path) as database:
        database.load(FRAME, table="loans", label="loan").rank()
    with duckdb.connect(str(path)) as connection:
        connection.execute("drop table if exists cf_internal.last_ids")
    with cfsql.connect(path) as database:
        assert database.table("loans").append(row()).n_rows == 7


def test_subsamples_and_experiments_become_stale_and_say_so(
    table: cfsql.Table, tmp_path: Path
) -> None:
    database = table.database
    table.stability(repeats=3)
    table.stability(repeats=3, into="other")
    database.experiment("unique", tables=[table], sample=4, repeats=2)
    expected = table.append(row(), dry_run=True)
    update = table.append(row())
    for made in (expected, update):
        assert {each.result: (each.how, each.why) for each in made.results} == {
            "loans_ranked": ("made again", None),
            "loans_stability": ("stale", "only --all makes it again"),
            "other_stability": ("stale", "only --all makes it again"),
            "cf.experiment_summary": ("stale", "unique was measured before"),
        }
        assert all(each.seconds for each in made.results if each.how == "made again")
    with pytest.raises(WrongUse, match="before its last change: only all= makes"):
        database.stability("loans")
    with database.session() as session:
        assert stale_lines(session) == [
            "loans_stability is of loans before its last change: only --all makes it "
            "again; make it again with: cfsql stability --table loans",
            "other_stability is of loans before its last change: only --all makes it "
            "again; make it again with: cfsql stability --table loans --into other",
            "experiment unique of loans is stale: it was measured before the table "
            "changed; measure it again with: cfsql experiment unique --table loans",
        ]
    again = table.append(row(), all=True)
    assert {each.how for each in again.results[:3]} == {"made again"}
    assert database.stability("loans").facts.n_rows == 8
    database.experiment("unique", tables=[table], sample=4, repeats=2)
    with database.session() as session:
        assert stale_lines(session) == []
    gone = table.remove([8])
    assert [each.how for each in gone.results] == [
        "made again",
        *["dropped"] * 2,
        "stale",
    ]


def test_a_sample_keeps_its_rows(table: cfsql.Table) -> None:
    table.rank(into="some", sample=3, seed=5)
    rows = "select row_id from some_summary order by row_id"
    drawn = table.database.sql(rows).fetchall()
    for _ in range(5):
        table.append(row(), row(loan="yes"))
    assert table.database.sql(rows).fetchall() == drawn
    assert table.check_fresh().hold
    table.remove([drawn[0][0]])
    assert table.database.sql(rows).fetchall() == drawn[1:]
    ((options,),) = table.database.sql(
        "select distinct options->>'$.sample' from cf.runs where result_name = 'some'"
    ).fetchall()
    assert options == "3"


def test_names_for_readers_stay_as_they_were_read(
    table: cfsql.Table, tmp_path: Path
) -> None:
    names = tmp_path / "names.csv"
    names.write_text("column,value,text\nhome,tenant,to rent\n")
    table.rank(into="named", display_names=names)
    names.unlink()
    table.append(row())
    said = table.database.sql("select sentence from named_summary").fetchall()
    assert "to rent" in str(said)


def test_a_tie_that_comes_or_goes_is_no_other_answer() -> None:
    frame = pl.DataFrame({"x": [1, 2], "z": [1, 1], "y": ["P", "Q"]})
    tied = cfsql.connect().load(frame, table="t", label="y")
    tied.rank()
    tied.rank(into="each", target="each")
    came = tied.append(pl.DataFrame({"x": [1, 3], "z": [2, 1], "y": ["Q", "R"]}))
    told = "select ranking, row_id, reason from t_changes order by all"
    assert tied.database.sql(told).fetchall() == [
        ("each", 1, "another answer"),
        ("each", 2, "another answer"),
        ("t", 1, "a tie came or went"),
    ]
    assert (came.n_answers_changed, came.n_ties_changed) == (2, 1)
    went = tied.remove([3])
    assert (went.n_answers_changed, went.n_ties_changed) == (0, 2)


def test_a_difference_counts_other_ties_apart() -> None:
    frame = pl.DataFrame({"x": [1, 2, 1], "z": [1, 1, 2], "y": ["P", "Q", "Q"]})
    tied = cfsql.connect().load(frame, table="t", label="y")
    tied.rank()
    tied.rank(into="frozen", freeze=["z"])
    found = tied.diff("t", "frozen")
    assert found.headline == (
        "1 of 3 rows of t has another answer in frozen than in t; "
        "1 more have other ties alone"
    )
    told = [(each.row_id, each.reason) for each in found.answers]
    assert told == [(1, "a tie came or went"), (3, "no answer any more")]


def test_rows_that_are_there_already_are_noted(table: cfsql.Table) -> None:
    again = table.append(FRAME.head(2), dry_run=True)
    assert list(update_hints(again)) == [
        "note: all that came, 2 rows, equal rows that are there; to read a changed "
        "source again: cfsql refresh loans",
        "nothing was written",
    ]
    assert not table.append(FRAME.head(2), row(), dry_run=True).is_repeated
