"""A table that is not any more what was encoded gives no answer."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import duckdb
import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import cfsql
from cfsql import example as running_example
from cfsql.errors import Stale
from tests.support.commands import Run, run_in
from tests.support.examples import WITHOUT_SHRINKING, examples
from tests.support.refusals import FAILED, assert_refused

HINT = "recidivism has changed since it was encoded: {}; "

CHANGES = {
    "it had 8 rows, and has 9": "insert into recidivism select 9, * exclude (row_id) "
    "from recidivism where row_id = 1",
    "it had 8 rows, and has 7": "delete from recidivism where row_id = 8",
    "rows have other values": "update recidivism set sex = 'male' where row_id = 2",
    "it has no column 'race'": "alter table recidivism drop column race",
    "recidivism is not there any more": "drop table recidivism",
}


def change(path: Path, statement: str) -> None:
    """Change a database as other clients do."""
    with duckdb.connect(str(path)) as connection:
        connection.execute(statement)


@pytest.fixture(scope="module")
def ranked_once(loaded_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the running example is ranked, audited and explained."""
    folder = tmp_path_factory.mktemp("ranked")
    for name in ("cfsql.duckdb", "recidivism.csv"):
        shutil.copy(loaded_once.with_name(name), folder)
    for command in ("rank", "audit", "why"):
        assert run_in(folder, command, "--table", "recidivism").returncode == 0
    return folder


@pytest.fixture(scope="module")
def changed(ranked_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of it whose table has a row more."""
    folder = tmp_path_factory.mktemp("changed")
    shutil.copytree(ranked_once, folder, dirs_exist_ok=True)
    change(folder / "cfsql.duckdb", CHANGES["it had 8 rows, and has 9"])
    return folder


@pytest.fixture
def ranked(ranked_once: Path, run: Run, tmp_path: Path) -> Run:
    """Run `cfsql` in a copy of it."""
    shutil.copytree(ranked_once, tmp_path, dirs_exist_ok=True)
    return run


@pytest.mark.parametrize(("how", "statement"), CHANGES.items())
def test_every_change_is_seen(
    ranked: Run, tmp_path: Path, how: str, statement: str
) -> None:
    if statement.startswith(("drop", "alter")):
        # What our views read cannot be dropped without them, or can: both happen.
        statement = statement.replace("drop table", "drop table if exists")
    change(tmp_path / "cfsql.duckdb", statement)
    done = ranked("explain", "--table", "recidivism", "--row", "1")
    assert_refused(done, FAILED, HINT.format(how), "cfsql refresh recidivism")


@pytest.mark.parametrize(
    "command",
    [
        ("explain", "--row", "1"),
        ("explain", "--row", "1", "--all"),
        ("explain", "--values", '{"sex": "male", "score": "Med"}'),
        ("why", "--row", "1"),
        ("why",),
        ("rank",),
        ("rank", "--dry-run"),
        ("audit",),
        ("report",),
        ("compare", "--rows", "1,2"),
        ("export", "--out", "out"),
        ("experiment", "unique", "--repeats", "1"),
        ("append", "recidivism.csv"),
        ("remove", "--rows", "1"),
        ("check", "--rows", "1"),
    ],
    ids=" ".join,
)
def test_no_command_answers_from_it(changed: Path, command: tuple[str, ...]) -> None:
    done = run_in(changed, *command, "--table", "recidivism")
    assert done.returncode == FAILED
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1].endswith(
        "with: cfsql refresh recidivism --keep source"
    )


def test_it_is_named_where_tables_are_listed(ranked: Run, tmp_path: Path) -> None:
    change(tmp_path / "cfsql.duckdb", CHANGES["rows have other values"])
    done = ranked("tables")
    assert done.returncode == 0
    assert "recidivism" in done.stdout
    assert HINT.format("rows have other values") in done.stderr
    done = ranked("describe", "recidivism")
    assert_refused(done, FAILED, "cfsql refresh recidivism")


def test_python_is_told_so_too() -> None:
    database = cfsql.connect()
    frame = pl.read_csv(running_example.CSV.encode())
    table = database.load(frame, table="t", label="score")
    table.rank()
    table.why_rows()
    asked: list[Callable[[], object]] = [
        lambda: table.explain(1),
        lambda: table.why(1),
        lambda: table.profile(),
        lambda: table.counterfactuals(1),
        lambda: database.ranking("t"),
        lambda: database.factual("t"),
        lambda: table.rankings()[0].pl(),
        lambda: table.rankings()[0].summary.pl(),
        lambda: table.rankings()[0].overview(),
        lambda: table.rankings()[0].report(),
    ]
    database.connection.execute("update t set sex = 'x' where row_id = 1")
    for ask in asked:
        with pytest.raises(Stale, match=r"refresh\(keep='table'\)$"):
            ask()
    assert table.change == "rows have other values"
    database.connection.execute("update t set sex = 'male' where row_id = 1")
    assert table.change is None
    for ask in asked:
        ask()


# Two rows swap the values of their last column.
@example(seed=257)
@given(seed=st.integers(0, 10**6))
def test_a_table_is_unchanged_just_when_its_rows_are(seed: int) -> None:
    """By their definition: the set of rows, each with its id, is another or not."""
    chance = random.Random(seed)
    rows = [(chance.randrange(2), chance.choice("ab"), "xy"[n % 2]) for n in range(6)]
    database = cfsql.connect()
    frame = pl.DataFrame(rows, schema=["a", "b", "y"], orient="row")
    table = database.load(frame, table="t", label="y")
    before = set(database.sql("from t").fetchall())
    for _ in range(4):
        row = chance.randrange(1, 7)
        database.connection.execute(
            chance.choice(
                [
                    f"update t set a = {chance.randrange(2)} where row_id = {row}",
                    f"update t set row_id = 7 - row_id where a = {row % 2}",
                    f"update t set b = '{chance.choice('ab')}'",
                    f"delete from t where row_id = {row}",
                    f"insert into t select {row}, 1, 'a', 'x' where {row} not in "
                    "(select row_id from t)",
                ]
            )
        )
        now = set(database.sql("from t").fetchall())
        assert (table.change is None) == (now == before)


def test_a_copy_is_brought_up_to_date_from_its_source(
    ranked: Run, tmp_path: Path
) -> None:
    change(tmp_path / "cfsql.duckdb", CHANGES["it had 8 rows, and has 9"])
    done = ranked("refresh", "recidivism", "--keep", "source")
    assert done.returncode == 0, done.stderr
    assert ranked("explain", "--table", "recidivism", "--row", "1").returncode == 0


def test_another_hash_function_alone_makes_no_table_stale(
    loaded: Run, tmp_path: Path
) -> None:
    path = tmp_path / "cfsql.duckdb"
    change(path, "update cf_internal.sources set probe = '1', rows_checksum = '1'")
    assert loaded("explain", "--table", "recidivism", "--row", "1").returncode == 0
    change(path, CHANGES["it had 8 rows, and has 9"])
    assert loaded("explain", "--table", "recidivism", "--row", "1").returncode == FAILED


@examples(40, phases=WITHOUT_SHRINKING)
@given(is_in_place=st.booleans(), seed=st.integers(0, 10**6))
def test_a_changed_table_is_brought_up_to_date_exactly(
    is_in_place: bool, seed: int
) -> None:
    """What others have done to it, and what its source holds now, is all in it."""
    chance = random.Random(seed)
    database = cfsql.connect()
    database.connection.execute(
        "create table held as select range as id, range % 2 as a, range % 3 as b, "
        "if(range % 4 < 2, 'x', 'y') as y from range(12)"
    )
    if is_in_place:
        table = database.load("table:held", table="t", label="y", id="id")
    else:
        table = database.load(sql="from held", table="t", label="y", id="id")
    table.rank()
    table.rank(into="few", freeze=["a"])
    for name in ("held",) if is_in_place else ("held", "t"):
        key = "row_id" if name == "t" else "id"
        for _ in range(3):
            row = chance.randrange(12)
            database.connection.execute(
                chance.choice(
                    [
                        f"update {name} set b = 7 where {key} = {row}",
                        f"update {name} set y = 'z' where {key} = {row}",
                        f"delete from {name} where {key} = {row}",
                    ]
                )
            )
    table.refresh(keep="source")
    assert table.change is None
    fresh = cfsql.connect()
    frame = database.sql("from held order by id").pl()
    again = fresh.load(frame, table="t", label="y", id="id")
    again.rank()
    again.rank(into="few", freeze=["a"])
    for name in ("t", "few"):
        for relation, order in (
            ("ranked", "row_id, counterfactual_id"),
            ("summary", "row_id"),
        ):
            statement = f"from {name}_{relation} order by {order}"
            assert database.sql(statement).fetchall() == fresh.sql(statement).fetchall()
