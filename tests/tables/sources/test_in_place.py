"""A table of the database itself is used where it is, and left as it is."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import cfsql
from cfsql.errors import Stale, UnknownName, WrongUse
from tests.support.commands import Run
from tests.support.refusals import WRONG_USE, assert_refused, unchanged

NOT_COPIED = (
    "select schema_name, table_name from duckdb_tables() "
    "where not internal and schema_name <> 'cf_internal' order by all"
)


def rows(path: Path, statement: str) -> pl.DataFrame:
    """What a plain client reads."""
    with duckdb.connect(str(path), read_only=True) as connection:
        found: pl.DataFrame = connection.sql(statement).pl()
    return found


def test_a_table_is_not_copied_and_load_says_so(run: Run, shop: Path) -> None:
    done = run(
        "load", "table:crm.customers", "--label", "score", "--id", "customer_id",
        "--db", shop,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "crm.customers is used where it is and not copied" in done.stderr
    assert "customers: 8 rows, 5 features, label score" in done.stdout
    found = rows(shop, NOT_COPIED).rows()
    assert found == [("cf", "runs"), ("crm", "customers"), ("main", "visits")]


def test_the_answers_are_those_of_a_copy(shop: Path) -> None:
    with cfsql.connect(shop) as database:
        copied = database.load(
            sql="from crm.customers", table="copy", label="score", id="customer_id"
        )
        held = database.load("table:crm.customers", label="score", id="customer_id")
        for each in (copied, held):
            each.rank()
            each.rank(into=f"{each.name}_few", where=["sex = 'male'"], freeze=["age"])
            each.audit(["race"])
            each.why_rows()
        for relation in ("ranked", "summary", "optimal", "audit_answers", "factual"):
            assert_frame_equal(
                database.sql(f"from copy_{relation} order by all").pl(),
                database.sql(f"from customers_{relation} order by all").pl(),
            )
        assert_frame_equal(
            database.sql("from copy_few_ranked order by all").pl(),
            database.sql("from customers_few_ranked order by all").pl(),
        )
        said = [each.explain(101).sentence for each in (copied, held)]
        assert said[0] == said[1]
        assert database.sql("from cf.explain('customers', 101)").fetchall()
        assert held.check().hold


def test_a_table_without_a_key_goes_by_the_places_of_its_rows(shop: Path) -> None:
    with cfsql.connect(shop) as database:
        table = database.load("table:visits", label="score")
        table.rank()
        answers = database.sql("select row_id from visits_summary order by all")
        assert [row for (row,) in answers.fetchall()] == list(range(1, 9))
        assert table.explain(1).sentence.endswith("as it was for row 2.")
        columns = database.sql("from visits").columns
        assert columns == ["sex", "age", "race", "degree", "recid", "score"]


def test_its_own_columns_can_be_asked_for(shop: Path) -> None:
    with cfsql.connect(shop) as database:
        table = database.load("table:crm.customers", label="score", id="customer_id")
        ranking = table.rank(where=["customer_id < 104"])
        assert ranking.facts.n_rows == 3


def test_numbers_are_cut_into_intervals_in_place(shop: Path) -> None:
    with duckdb.connect(str(shop)) as connection:
        connection.execute(
            "create table people as select range as years, range % 3 as n, "
            "if(range > 5, 'yes', 'no') as y from range(12)"
        )
    with cfsql.connect(shop) as database:
        table = database.load("table:people", label="y", bins={"years": "4,8"})
        table.rank()
        assert database.sql("from cf.people_bins").fetchall()
        compared = "from cf_internal.people_feature_rows"
        assert database.sql(f"select distinct years {compared}").pl().height == 3


def test_a_view_is_used_in_place_where_it_has_a_key(run: Run, shop: Path) -> None:
    done = run("load", "table:crm.young", "--label", "score", "--db", shop)
    assert_refused(done, WRONG_USE, "crm.young is a view", "--id", "--sql")
    with cfsql.connect(shop) as database:
        table = database.load("table:crm.young", label="score", id="customer_id")
        assert table.facts.n_rows == 5
        table.rank()
        database.connection.execute("delete from crm.customers where age = '25-45'")
        with pytest.raises(Stale, match="it had 5 rows, and has 4"):
            table.explain(101)
        table.refresh()
        assert database.sql("from young_summary").pl().height == 4


def test_what_is_dropped_or_replaced_is_not_the_table(shop: Path) -> None:
    with cfsql.connect(shop) as database:
        database.load("table:visits", label="score").rank()
        database.load("table:visits", label="recid", replace=True).rank()
        assert database.drop("visits") == [
            "visits_ranked",
            "visits_summary",
            "visits_optimal",
        ]
        assert len(database.sql("from visits").fetchall()) == 8
        assert database.tables() == []
    assert rows(
        shop, "from duckdb_tables() where table_name like 'visits_%'"
    ).is_empty()


def test_rows_are_not_written_to_a_table_of_others(shop: Path) -> None:
    with cfsql.connect(shop) as database:
        table = database.load("table:visits", label="score")
        with pytest.raises(WrongUse, match="change it there, then"):
            table.append(database.sql("from visits limit 1"))
        with pytest.raises(WrongUse, match="change it there, then"):
            table.remove([1])


def test_an_unknown_table_is_answered_with_the_nearest(run: Run, shop: Path) -> None:
    done = run("load", "table:crm.customer", "--db", shop)
    assert_refused(done, WRONG_USE, "did you mean 'crm.customers'?")
    with cfsql.connect(shop) as database, pytest.raises(UnknownName):
        database.load("table:nothing", label="score")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("table:visits", "--text"), "--text changes values"),
        (("table:visits", "--delimiter", ";"), "--delimiter is for CSV files"),
        (("table:visits", "--from", "x"), "leave --from and --sql out"),
        (("table:crm.customers", "--table", "visits"), "'visits' is in the database"),
        (("--from", "crm.customers"), "table:crm.customers"),
        ((), "Give a SOURCE"),
    ],
)
def test_what_cannot_be_is_refused(
    run: Run, shop: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = run("load", *arguments, "--label", "score", "--db", shop)
    assert_refused(done, WRONG_USE, said)


def test_a_table_with_a_column_rowid_needs_a_key(shop: Path) -> None:
    with duckdb.connect(str(shop)) as connection:
        connection.execute("create table odd as select 5 as rowid, 1 as a, 'x' as y")
    with cfsql.connect(shop) as database:
        with pytest.raises(WrongUse, match="hides the numbers"):
            database.load("table:odd", label="y")
        assert database.load("table:odd", label="y", id="rowid").facts.n_rows == 1


@pytest.mark.parametrize(
    ("id", "said"),
    [("101", "is 101 in 2 rows"), ("null", "is NULL in 1 row")],
    ids=["twice", "missing"],
)
def test_a_refresh_refuses_the_ids_that_a_load_refuses(
    run: Run, shop: Path, tmp_path: Path, id: str, said: str
) -> None:
    given = ("--label", "score", "--id", "customer_id")
    held = {"customers": "crm.customers", "young": "crm.young"}
    with cfsql.connect(shop) as database:
        for source in held.values():
            database.load(f"table:{source}", label="score", id="customer_id").rank()
    other = tmp_path / "other.csv"
    rows(shop, "from crm.customers").write_csv(other)
    with duckdb.connect(str(shop)) as connection:
        connection.execute(
            f"insert into crm.customers select * replace ({id} as customer_id) "
            "from crm.customers where customer_id = 102"
        )
    for name, source in held.items():
        problem = f"column 'customer_id' of {source} {said}; an id must be unique"
        loading = ("load", f"table:{source}", *given, "--replace")
        refreshing = ("refresh", name)
        for command in (
            loading,
            refreshing,
            (*refreshing, "--keep", "table"),
            (*refreshing, "--rebin"),
            (*refreshing, "--dry-run"),
            (*refreshing, other),
        ):
            with unchanged(shop):
                done = run(*command, "--db", shop)
            assert_refused(done, WRONG_USE, problem)


def test_a_refresh_refuses_a_column_that_hides_the_numbers(shop: Path) -> None:
    with cfsql.connect(shop) as database:
        database.load("table:visits", label="score").rank()
    with duckdb.connect(str(shop)) as connection:
        connection.execute("alter table visits add rowid integer default 1")
    with unchanged(shop), cfsql.connect(shop) as database:
        table = database.table("visits")
        with pytest.raises(WrongUse, match="hides the numbers"):
            table.refresh()


def test_results_are_no_source(shop: Path) -> None:
    with cfsql.connect(shop) as database:
        database.load("table:visits", label="score").rank()
        with pytest.raises(WrongUse, match="is a result table of visits"):
            database.load("table:visits_summary", label="label", id="row_id")


def test_a_table_in_place_is_exported_with_its_results(
    shop: Path, tmp_path: Path
) -> None:
    with cfsql.connect(shop) as database:
        table = database.load("table:crm.customers", label="score", id="customer_id")
        table.rank()
        paths = table.export(tmp_path / "out")
    assert pl.read_parquet(paths[0]).height == 8


def test_a_source_in_the_database_is_ranked_without_a_load(
    run: Run, shop: Path
) -> None:
    before = shop.read_bytes()
    for arguments in (
        ("table:crm.customers", "--id", "customer_id"),
        ("--sql", "from crm.customers", "--id", "customer_id"),
    ):
        done = run("rank", *arguments, "--label", "score", "--db", shop)
        assert done.returncode == 0, done.stderr
        assert "row 101: Med → Low as row 102 (power 3" in done.stdout
    assert shop.read_bytes() == before


def test_drop_says_that_the_table_stays(run: Run, shop: Path) -> None:
    run("load", "table:crm.customers", "--id", "customer_id", "--db", shop)
    done = run("drop", "customers", "--db", shop)
    assert done.returncode == 0
    assert "forgot customers; crm.customers stays as it is" in done.stderr
    assert rows(shop, "from crm.customers").height == 8
