"""A database of an older layout is read as it is, and renewed by who writes."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import cfsql
from cfsql.errors import DatabaseUnavailable
from cfsql.tables import stored_audits
from tests.support.commands import Run

THIRD = ("recidivism", "spread", "to_high")
RANKINGS = ("recidivism", "people", "to_high", "hidden")
FIRST_SCHEMAS = {"cfsql", "cfsql_results"}


@pytest.fixture(scope="session")
def first_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of layout 1."""
    path = tmp_path_factory.mktemp("layout") / "people.duckdb"
    script = Path(__file__).with_name("first.sql").read_text(encoding="utf-8")
    with duckdb.connect(str(path)) as connection:
        connection.execute(script)
    return path


@pytest.fixture
def first(first_once: Path, tmp_path: Path) -> Path:
    """The same, for one test alone."""
    return Path(shutil.copy(first_once, tmp_path / "people.duckdb"))


def schemas(path: Path) -> set[str]:
    """The schemas of a file that hold something."""
    with duckdb.connect(str(path), read_only=True) as connection:
        rows = connection.execute("select schema_name from duckdb_tables()").fetchall()
    return {name for (name,) in rows}


def rows(path: Path, statement: str) -> pl.DataFrame:
    """What a plain client reads."""
    with duckdb.connect(str(path), read_only=True) as connection:
        found: pl.DataFrame = connection.sql(statement).pl()
    return found


@pytest.mark.parametrize(
    "command",
    [
        ("tables",),
        ("describe", "people"),
        ("explain", "--table", "people", "--row", "3"),
        ("explain", "--table", "recidivism", "--row", "1", "--all"),
        ("why", "--table", "recidivism", "--row", "1"),
        ("compare", "--table", "people", "--rows", "1,2"),
        ("check", "--table", "people"),
        ("report", "--table", "recidivism", "--out", "page.html"),
        ("report", "--table", "people", "--out", "page.html"),
        ("report", "--table", "to_high", "--out", "page.html"),
        ("report", "--table", "hidden", "--out", "page.html"),
        ("export", "--table", "recidivism", "--out", "exported"),
        ("sql", "from cfsql.explain('recidivism', 1)"),
        ("sql", "select explanation from people_optimal"),
    ],
    ids=" ".join,
)
def test_every_command_reads_an_older_layout_as_it_is(
    run: Run, first: Path, command: tuple[str, ...]
) -> None:
    before = first.read_bytes()
    done = run(*command, "--db", first)
    assert done.returncode == 0, done.stderr
    assert first.read_bytes() == before


def test_python_reads_an_older_layout(first: Path) -> None:
    with cfsql.connect(first, read_only=True) as database:
        assert {each.name for each in database.tables()} == {"people", "recidivism"}
        assert {each.name for each in database.rankings()} == set(RANKINGS)
        assert [each.protected for each in database.audits()] == [["sex"]]
        for name in RANKINGS:
            assert database.ranking(name).overview().n_rows in (7, 8)
            assert "sentence" not in database.ranking(name).summary.pl().columns


def test_a_report_says_the_same_before_and_after(run: Run, first: Path) -> None:
    for name in RANKINGS:
        run("report", "--table", name, "--out", f"{name}.html", "--db", first)
    pages = {name: (first.parent / f"{name}.html").read_text() for name in RANKINGS}
    with cfsql.connect(first) as database:
        database.load(pl.DataFrame({"a": [1, 2], "b": ["x", "y"]}), label="b")
    for name in RANKINGS:
        done = run("report", "--table", name, "--out", f"{name}.html", "--db", first)
        assert done.returncode == 0, done.stderr
        assert (first.parent / f"{name}.html").read_text() == pages[name]


def test_an_older_file_called_cfsql_is_asked_by_the_name_of_its_schema(
    run: Run, first: Path
) -> None:
    shutil.copy(first, first.parent / "cfsql.duckdb")
    assert run("sql", "from cfsql.runs").returncode == 0
    assert run("sql", "from cfsql.compare('people', 1, 2)").returncode == 0


@pytest.mark.parametrize(
    "command",
    [
        ("load", "cases.csv", "--label", "b"),
        ("rank", "--table", "people", "--into", "other"),
        ("why", "--table", "people"),
        ("audit", "--table", "people"),
        ("experiment", "unique", "--table", "recidivism", "--repeats", "1"),
        ("drop", "to_high"),
    ],
    ids=lambda command: command[0],
)
def test_the_first_command_that_writes_renews_it(
    run: Run, first: Path, command: tuple[str, ...]
) -> None:
    (first.parent / "cases.csv").write_text("a,b\n1,x\n2,y\n")
    before = {name: rows(first, f"from {name}_ranked") for name in RANKINGS}

    done = run(*command, "--db", first)

    assert done.returncode == 0, done.stderr
    assert schemas(first) == {"main", "cf", "cf_internal"}
    for name in set(RANKINGS) - {"to_high"}:
        found = rows(first, f"from {name}_ranked")
        assert_frame_equal(found.drop("share"), before[name])
    assert rows(first, "from cf.runs").height >= 9
    assert rows(first, "from cf.people_bins").height == 3
    assert rows(first, "from cf.interval_of('people', 'age', 30)").height == 1
    assert rows(first, "from cf.explain('recidivism', 1)").height == 2
    # Row 8 has no label.
    assert rows(first, "from cf.compare('people', 8, 1) where differs").height == 1
    assert rows(first, "from recidivism_audit_unequal").height == 0


def test_what_is_renewed_is_what_would_be_made_now(first: Path) -> None:
    people = rows(first, "select * exclude (row_id) from people")
    scores = rows(first, "select * exclude (row_id) from recidivism")
    with cfsql.connect(first) as database, cfsql.connect() as fresh:
        database.load(scores, table="again", label="score")
        table = fresh.load(
            people, table="people", label="outcome", bins={"age": "25,45"}
        )
        table.rank(freeze=["city"])
        table.rank(into="hidden", anonymous=True, diverse=True)
        table = fresh.load(scores, table="recidivism", label="score")
        table.rank()
        table.rank(into="to_high", target="High")
        for name in RANKINGS:
            for relation in ("ranked", "summary", "optimal"):
                renewed = database.sql(f"from {name}_{relation}").pl()
                assert_frame_equal(renewed, fresh.sql(f"from {name}_{relation}").pl())
        for macro in ("counterfactuals('people', 1)", "compare('recidivism', 1, 2)"):
            renewed = database.sql(f"from cf.{macro}").pl()
            assert_frame_equal(renewed, fresh.sql(f"from cf.{macro}").pl())
        comments = (
            "select table_name, column_name, comment from duckdb_columns() "
            "where schema_name = 'main' and table_name in ('people_ranked', "
            "'people_optimal', 'people_summary') order by all"
        )
        assert database.sql(comments).fetchall() == fresh.sql(comments).fetchall()


def test_a_renewal_that_fails_leaves_all_as_it_was(
    first: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("full")

    with cfsql.connect(first) as database:
        with monkeypatch.context() as patched:
            patched.setattr(stored_audits, "keep_unequal", fail)
            with pytest.raises(RuntimeError, match="full"):
                database.table("people").rank()
        assert database.ranking("people").overview().n_rows == 7
    assert schemas(first) == {"main", *FIRST_SCHEMAS}
    with cfsql.connect(first) as database:
        database.table("people").rank()
    assert schemas(first) == {"main", "cf", "cf_internal"}


def test_what_others_have_put_beside_it_stays(run: Run, first: Path) -> None:
    with duckdb.connect(str(first)) as connection:
        connection.execute("create view cfsql.mine as select 1 as one")
    run("drop", "to_high", "--db", first)
    assert rows(first, "from cfsql.mine").height == 1
    assert rows(first, "from cf.runs").height >= 9


def test_a_table_that_was_loaded_before_there_were_intervals(first: Path) -> None:
    with duckdb.connect(str(first)) as connection:
        connection.execute(
            "alter table cfsql.tables drop column bins;"
            "drop view cfsql_results.recidivism_feature_rows;"
            "drop macro cfsql_results.recidivism_disagreement"
        )
    with cfsql.connect(first) as database:
        table = database.table("recidivism")
        assert table.facts.bins == {}
        before = table.explain(1).sentence
        table.rank()
        assert database.table("recidivism").explain(1).sentence == before
        assert database.sql("from cf.counterfactuals('recidivism', 1)").fetchall()


def test_a_newer_layout_is_refused_with_the_version_that_is_needed(
    run: Run, example_csv: Path, tmp_path: Path
) -> None:
    run("load", example_csv)
    path = tmp_path / "cfsql.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            "create or replace table cf_internal.layout as "
            "select 99 as layout, '7.1.0' as version"
        )
    for command in (
        ("tables",),
        ("explain", "--table", "recidivism", "--row", "1"),
        ("rank", "--table", "recidivism"),
        ("sql", "select 1"),
    ):
        done = run(*command)
        assert done.returncode == 3
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        assert "open it with cfsql 7.1.0 or newer" in done.stderr
    with pytest.raises(DatabaseUnavailable, match=r"cfsql 7\.1\.0 or newer"):
        cfsql.connect(path)
    with duckdb.connect(str(path)) as connection, pytest.raises(DatabaseUnavailable):
        cfsql.connect(connection)


def test_a_file_knows_its_layout_and_who_wrote_it(
    run: Run, example_csv: Path, tmp_path: Path
) -> None:
    run("load", example_csv)
    found = rows(
        tmp_path / "cfsql.duckdb", "select layout, version from cf_internal.layout"
    )
    assert found.to_dicts() == [{"layout": 4, "version": cfsql.__version__}]


def test_functions_are_stored_again_only_where_they_are_others(
    run: Run, example_csv: Path, tmp_path: Path
) -> None:
    run("load", example_csv)
    told = run("rank", "--table", "recidivism", "--show-sql").stderr
    assert 'macro "cfsql"."cf"."explain"' in told
    assert 'macro "cfsql"."cf_internal"."gap"' not in told
    path = tmp_path / "cfsql.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("drop macro cf_internal.gap")
        connection.execute("update cf_internal.layout set kept_functions = 'other'")
    run("rank", "--table", "recidivism")
    assert rows(path, "select cf_internal.gap(4, 3) as gap").to_dicts() == [
        {"gap": 0.25}
    ]


@pytest.fixture
def second(loaded: Run, tmp_path: Path) -> Path:
    """A database of layout 2, which did not say where rows are and what they were."""
    loaded("rank", "--table", "recidivism")
    path = tmp_path / "cfsql.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            "drop table cf_internal.sources;"
            "drop table cf_internal.recidivism_row_hashes;"
            "update cf_internal.layout set layout = 2"
        )
    return path


def test_layout_2_is_read_as_it_is(run: Run, second: Path) -> None:
    before = second.read_bytes()
    for command in (
        ("explain", "--table", "recidivism", "--row", "1"),
        ("describe", "recidivism"),
        ("tables",),
        ("check", "--table", "recidivism", "--rows", "1"),
    ):
        done = run(*command)
        assert done.returncode == 0, done.stderr
    assert second.read_bytes() == before
    with duckdb.connect(str(second)) as connection:
        connection.execute("delete from recidivism where row_id = 8")
    done = run("explain", "--table", "recidivism", "--row", "1")
    assert "it had 8 rows, and has 7" in done.stderr


def test_layout_2_is_renewed_by_who_writes(run: Run, second: Path) -> None:
    assert run("rank", "--table", "recidivism").returncode == 0
    found = rows(second, "select layout from cf_internal.layout")
    assert found.to_dicts() == [{"layout": 4}]
    with duckdb.connect(str(second)) as connection:
        connection.execute("update recidivism set sex = 'x' where row_id = 1")
    done = run("explain", "--table", "recidivism", "--row", "1")
    assert "rows have other values" in done.stderr
    done = run("refresh", "recidivism")
    assert "cannot be read again" in done.stderr
    done = run("refresh", "recidivism", "recidivism.csv")
    assert done.returncode == 0, done.stderr
    assert run("explain", "--table", "recidivism", "--row", "2").returncode == 0


def test_rows_that_changed_in_layout_2_are_seen_by_their_number(
    run: Run, second: Path
) -> None:
    with duckdb.connect(str(second)) as connection:
        connection.execute("delete from recidivism where row_id = 8")
    run("drop", "recidivism_of_none")
    with cfsql.connect(second) as database:
        database.load(pl.DataFrame({"a": [1, 2], "b": ["x", "y"]}), label="b")
        assert database.table("recidivism").change == "it had 8 rows, and has 7"


@pytest.fixture
def third(tmp_path: Path) -> Path:
    """A database of layout 3, where the figures of a ranking are stored by pair."""
    script = Path(__file__).with_name("third.sql").read_text(encoding="utf-8")
    with duckdb.connect(str(tmp_path / "cfsql.duckdb")) as connection:
        connection.execute(script)
    return tmp_path / "cfsql.duckdb"


def test_layout_3_is_read_as_it_is(run: Run, third: Path) -> None:
    before = third.read_bytes()
    for command in (
        ("explain", "--table", "recidivism", "--row", "1"),
        ("diff", "--table", "recidivism", "--into", "recidivism", "--into", "to_high"),
        ("check", "--table", "recidivism", "--fresh"),
        ("check", "--table", "recidivism", "--rows", "1"),
        ("report", "--table", "recidivism", "--out", "page.html"),
    ):
        done = run(*command)
        assert done.returncode == 0, done.stderr
    assert third.read_bytes() == before


def test_rankings_of_layout_3_stay_as_they_are_until_they_are_made_anew(
    run: Run, third: Path
) -> None:
    tables = [f"{name}_{each}" for name in THIRD for each in ("ranked", "summary")]
    before = {table: rows(third, f"from {table}") for table in tables}
    done = run("rank", "--table", "recidivism", "--into", "another")
    assert done.returncode == 0, done.stderr
    found = rows(third, "select layout from cf_internal.layout")
    assert found.to_dicts() == [{"layout": 4}]
    for table, known in before.items():
        assert_frame_equal(rows(third, f"from {table}"), known)
    for name in THIRD:
        again = run("check", "--table", "recidivism", "--fresh")
        assert again.returncode == 0, (name, again.stdout, again.stderr)
