"""What any DuckDB client can ask, and the commands that answer the same."""

from __future__ import annotations

import json
import random
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cfsql
from cfsql import example
from tests.cli.test_bad_input import WRONG_USE, assert_refused
from tests.conftest import Run, run_here
from tests.method.test_against_brute_force import crowded_tables, frame_of, many, tables
from tests.oracle.brute_force import Case, disagreement, text
from tests.oracle.brute_force_logic import Rows, counterfactuals
from tests.questions.test_logic_against_brute_force import by_id, ids

Drawn = tuple[list[str], list[Case]]

COMPARED = ["feature", "first_value", "second_value", "differs"]
COUNTERFACTUAL = [
    *("counterfactual_id", "counterfactual_label", "distance", "changes", "support"),
    *("is_minimal", "is_irreducible_subset", "is_irreducible_literal"),
]

ODD_NAMES = [
    'my "odd" column',
    "two  words",
    "it's",
    "select",
    "*",
    "x.y",
    "日本",
    # What the macros call their own columns and parameters.
    "cell_text",
    "cell_column",
    "column_name",
    "feature_id",
    "changes",
    "table_name",
    "first_row",
    "wanted_row",
]
ODD_TABLES = [
    "t",
    "my table",
    'my "odd" table',
    "it's",
    "a.b",
    "select",
    "日本",
    "UPPER",
]


def rows_of(
    connection: duckdb.DuckDBPyConnection, macro: str, *arguments: object
) -> pl.DataFrame:
    """The rows of a table macro."""
    places = ", ".join("?" for _ in arguments)
    relation = connection.sql(f"from {macro}({places})", params=list(arguments))
    frame: pl.DataFrame = relation.pl()
    return frame


def compared(features: Sequence[str], a: Case, b: Case) -> Rows:
    """What `cfsql.compare` gives, from the definitions."""
    return [
        {
            "feature": feature,
            "first_value": text(a.values[position]),
            "second_value": text(b.values[position]),
            "differs": position in disagreement(a, b),
        }
        for position, feature in enumerate(features)
    ]


def all_counterfactuals(a: Case, features: list[str], cases: list[Case]) -> Rows:
    """What `cfsql.counterfactuals` gives, from the definitions."""
    return [
        {column: one[column] for column in COUNTERFACTUAL}
        for one in counterfactuals(a, features, cases)
    ]


def assert_rows(found: pl.DataFrame, columns: list[str], expected: Rows) -> None:
    """The same columns and the same rows, both in the same order."""
    assert found.columns == columns
    assert found.to_dicts() == expected


@contextmanager
def loaded(table: Drawn, name: str = "t") -> Iterator[cfsql.Database]:
    """The table in a database of its own."""
    with cfsql.connect() as database:
        database.load(frame_of(*table), table=name)
        yield database


# The macros say what the definitions say.


@settings(many, max_examples=10)
@given(st.one_of(tables(), crowded_tables()), st.data())
def test_comparing_two_rows_in_sql_equals_the_definitions(
    table: Drawn, data: st.DataObject
) -> None:
    features, cases = table
    row = st.sampled_from([int(case.row_id) for case in cases])
    with loaded(table) as database:
        for first, second in data.draw(
            st.lists(st.tuples(row, row), min_size=1, max_size=3)
        ):
            found = rows_of(database.connection, "cfsql.compare", "t", first, second)
            a, b = by_id(cases, first), by_id(cases, second)
            assert_rows(found, COMPARED, compared(features, a, b))


@settings(many, max_examples=10)
@given(st.one_of(tables(), crowded_tables()), st.data())
def test_the_counterfactuals_in_sql_equal_the_definitions(
    table: Drawn, data: st.DataObject
) -> None:
    features, cases = table
    rows = data.draw(st.lists(st.sampled_from(ids(cases)), min_size=1, max_size=2))
    with loaded(table) as database:
        for row in rows:
            found = rows_of(database.connection, "cfsql.counterfactuals", "t", row)
            wanted = all_counterfactuals(by_id(cases, row), features, cases)
            assert_rows(found, COUNTERFACTUAL, wanted)


@settings(many, max_examples=6)
@given(
    tables(),
    st.lists(
        st.sampled_from(ODD_NAMES),
        min_size=7,
        max_size=7,
        unique=True,
    ),
    st.sampled_from(ODD_TABLES),
)
def test_names_may_be_odd(table: Drawn, names: list[str], name: str) -> None:
    features, cases = table
    features, label = names[: len(features)], names[-1]
    frame = frame_of(features, cases).rename({"outcome": label})
    row = ids(cases)[0]
    with cfsql.connect() as database:
        database.load(frame, table=name)
        same = rows_of(database.connection, "cfsql.compare", name, 1, 2)
        found = rows_of(database.connection, "cfsql.counterfactuals", name, row)

    a, b = by_id(cases, 1), by_id(cases, 2)
    assert_rows(same, COMPARED, compared(features, a, b))
    wanted = all_counterfactuals(by_id(cases, row), features, cases)
    assert_rows(found, COUNTERFACTUAL, wanted)


SMALL: Drawn = (
    ["f", "g"],
    [
        Case(1, ("x", "x"), "p"),
        Case(2, ("y", "x"), "q"),
        Case(3, ("y", None), "q"),
        Case(4, ("y", None), "q"),
        Case(5, ("x", "x"), "q"),
        Case(6, ("z", "z"), None),
    ],
)


@pytest.mark.parametrize(
    "name",
    [
        *("compared", "cells", "named_columns", "wanted", "row_labels", "explanations"),
        *("changed_cells", "reducible", "spared", "features", "tables", "compare"),
    ],
)
def test_a_table_may_be_called_like_a_part_of_the_macros(name: str) -> None:
    features, cases = SMALL
    with loaded(SMALL, name) as database:
        same = rows_of(database.connection, "cfsql.compare", name, 1, 3)
        found = rows_of(database.connection, "cfsql.counterfactuals", name, 1)

    assert_rows(same, COMPARED, compared(features, cases[0], cases[2]))
    wanted = all_counterfactuals(cases[0], features, cases)
    assert_rows(found, COUNTERFACTUAL, wanted)


def test_a_table_is_found_whatever_its_case() -> None:
    with loaded(SMALL, "People") as database:
        assert rows_of(database.connection, "cfsql.compare", "PEOPLE", 1, 2).height == 2
        assert (
            rows_of(database.connection, "cfsql.counterfactuals", "people", 1).height
            == 2
        )


def test_a_row_that_is_not_there_gives_no_rows() -> None:
    with loaded(SMALL) as database:
        assert rows_of(database.connection, "cfsql.compare", "t", 1, 99).is_empty()
        assert rows_of(database.connection, "cfsql.counterfactuals", "t", 99).is_empty()


def test_a_row_without_a_label_is_compared_and_has_no_counterfactual() -> None:
    features, cases = SMALL
    with loaded(SMALL) as database:
        same = rows_of(database.connection, "cfsql.compare", "t", 6, 3)
        found = rows_of(database.connection, "cfsql.counterfactuals", "t", 6)

    assert_rows(same, COMPARED, compared(features, cases[5], cases[2]))
    assert found.is_empty()


def test_a_row_of_a_large_table_is_answered_in_seconds() -> None:
    """Thousands of counterfactuals are not compared text by text."""
    chance = random.Random(5)
    frame = pl.DataFrame(
        {f"c{n}": [chance.choice("abcdef") for _ in range(20_000)] for n in range(12)}
    ).with_columns(y=pl.Series([chance.choice("pq") for _ in range(20_000)]))
    with cfsql.connect(memory_limit="1GB") as database:
        table = database.load(frame, table="t")
        started = time.process_time()
        found = rows_of(database.connection, "cfsql.counterfactuals", "t", 1)
        seconds = time.process_time() - started
        wanted = table.counterfactuals(1, limit=50)

    assert found.height > 5_000
    assert_rows(
        found[:50], COUNTERFACTUAL, wanted.pl().select(COUNTERFACTUAL).to_dicts()
    )
    assert seconds < 20


def test_ids_may_be_texts() -> None:
    frame = pl.DataFrame(
        {"key": ["b 2", "it's"], "f": ["x", "y"], "g": ["x", "x"], "y": ["p", "q"]}
    )
    with cfsql.connect() as database:
        database.load(frame, table="t", id="key")
        same = rows_of(database.connection, "cfsql.compare", "t", "b 2", "it's")
        found = rows_of(database.connection, "cfsql.counterfactuals", "t", "b 2")

    assert same.filter("differs")["feature"].to_list() == ["f"]
    assert found["counterfactual_id"].to_list() == ["it's"]


def test_a_column_that_is_ignored_is_neither_compared_nor_changed() -> None:
    frame = pl.DataFrame({"n": [7, 8], "f": ["x", "y"], "y": ["p", "q"]})
    with cfsql.connect() as database:
        database.load(frame, table="t", ignore=["n"])
        same = rows_of(database.connection, "cfsql.compare", "t", 1, 2)
        found = rows_of(database.connection, "cfsql.counterfactuals", "t", 1)

    assert same["feature"].to_list() == ["f"]
    assert found["distance"].to_list() == [1]


# Values: equal in SQL is equal, and no value is told otherwise than it is.


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("-0.05::double", "0.05::double"),
        ("-0.05::decimal(9, 2)", "0.05::decimal(9, 2)"),
        ("'-0.0'", "'0.0'"),
        ("'10-0.05'", "'100.05'"),
        ("'-0.0'::double", "0.0::double"),
        ("'-0.0'::double", "-0.01::double"),
        ("['-0.0'::double]", "[0.0::double]"),
        ("'nan'::double", "'-nan'::double"),
        ("interval '1 month'", "interval '30 days'"),
        ("date '2020-01-31'", "date '2020-02-01'"),
        ("{'k': 1}", "{'k': 2}"),
        ("''", "null"),
        ("true", "null"),
    ],
    ids=str,
)
def test_a_value_of_any_type_is_what_python_says_it_is(first: str, second: str) -> None:
    with cfsql.connect() as database:
        relation = database.connection.sql(
            f"select {first} as f, 'x' as g, 'p' as y union all "
            f"select {second} as f, 'x' as g, 'q' as y order by y"
        )
        table = database.load(relation, table="t")
        same = rows_of(database.connection, "cfsql.compare", "t", 1, 2)
        found = rows_of(database.connection, "cfsql.counterfactuals", "t", 1)
        compared = table.compare(1, 2)
        wanted = table.counterfactuals(1)

    assert same.filter("differs").select(COMPARED[:3]).rows() == [
        (change.feature, change.from_value, change.to_value)
        for change in compared.disagreement
    ]
    assert same.filter(~pl.col("differs")).select(COMPARED[:2]).rows() == [
        (literal.feature, literal.value) for literal in compared.agreement
    ]
    assert_rows(found, COUNTERFACTUAL, wanted.pl().select(COUNTERFACTUAL).to_dicts())


def test_a_wide_table_is_compared() -> None:
    chance = random.Random(1)
    features = [f"c{n}" for n in range(120)]
    cases = [
        Case(n, tuple(chance.choice(["x", "y", None]) for _ in features), label)
        for n, label in enumerate("PQPQQ", start=1)
    ]
    with loaded((features, cases)) as database:
        same = rows_of(database.connection, "cfsql.compare", "t", 1, 2)
        found = rows_of(database.connection, "cfsql.counterfactuals", "t", 1)

    assert_rows(same, COMPARED, compared(features, cases[0], cases[1]))
    wanted = all_counterfactuals(cases[0], features, cases)
    assert_rows(found, COUNTERFACTUAL, wanted)


# Any client, under any name.


@pytest.fixture(scope="module")
def file_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with a small table, and with the running example."""
    folder = tmp_path_factory.mktemp("macros")
    (folder / "recidivism.csv").write_text(example.CSV, encoding="utf-8")
    with cfsql.connect(folder / "cfsql.duckdb") as database:
        database.load(frame_of(*SMALL), table="t")
        database.load(folder / "recidivism.csv")
        keyed = pl.DataFrame({"key": ["a 1", "B-2"], "f": ["x", "y"], "y": ["p", "q"]})
        database.load(keyed, table="keyed", id="key")
        database.load(keyed.with_columns(y=pl.lit("p")), table="same", ignore=["key"])
    return folder / "cfsql.duckdb"


def assert_answers(connection: duckdb.DuckDBPyConnection, schema: str) -> None:
    """Both macros give what the definitions give."""
    features, cases = SMALL
    same = rows_of(connection, f"{schema}.compare", "t", 1, 3)
    assert_rows(same, COMPARED, compared(features, cases[0], cases[2]))
    found = rows_of(connection, f"{schema}.counterfactuals", "t", 1)
    wanted = all_counterfactuals(cases[0], features, cases)
    assert_rows(found, COUNTERFACTUAL, wanted)


@pytest.mark.parametrize(
    ("name", "schema"),
    [("cfsql.duckdb", "cfsql.cfsql"), ("cases.duckdb", "cfsql")],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_plain_client_opens_the_file_and_asks(
    file_once: Path, tmp_path: Path, name: str, schema: str, read_only: bool
) -> None:
    path = shutil.copy(file_once, tmp_path / name)

    with duckdb.connect(path, read_only=read_only) as connection:
        assert_answers(connection, schema)


@pytest.mark.parametrize("name", ["cfsql.duckdb", "cases.duckdb"])
@pytest.mark.parametrize("as_name", ["other", "my db"])
def test_a_plain_client_attaches_the_file_under_another_name_and_asks(
    file_once: Path, tmp_path: Path, name: str, as_name: str
) -> None:
    path = shutil.copy(file_once, tmp_path / name)

    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as \"{as_name}\" (read_only)")
        connection.execute(f'use "{as_name}"')
        assert_answers(connection, "cfsql")


def test_the_macros_describe_their_columns_by_their_names(file_once: Path) -> None:
    with duckdb.connect(str(file_once), read_only=True) as connection:
        described = connection.execute(
            "select column_name from (describe from cfsql.cfsql.compare('t', 1, 2))"
        ).fetchall()

    assert [name for (name,) in described] == COMPARED


def test_the_command_sql_knows_the_macros(file_once: Path) -> None:
    done = run_here(
        "sql",
        "select feature from cfsql.compare('recidivism', 1, 2) where differs",
        *("--format", "csv", "--db", file_once),
    )

    assert done.stdout.splitlines() == ["feature", "sex", "race"]


# The commands: compare.


def here(file: Path, *arguments: object) -> Any:
    return run_here(*arguments, "--db", file)


def test_two_rows_are_shown_side_by_side(run: Run, file_once: Path) -> None:
    done = run("compare", "--table", "t", "--rows", "1,3", "--db", file_once)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Rows 1 and 3 differ in 2 of 2 features: f and g.",
        "",
        "           row 1     row 3",
        "  f        x      →  y",
        "  g        x      →  NULL",
        "  outcome  p      →  q",
    ]


def test_a_row_is_equal_to_itself(file_once: Path) -> None:
    done = here(file_once, "compare", "--table", "t", "--rows", "1,1")

    assert done.returncode == 0
    assert done.stdout.startswith("Rows 1 and 1 are equal in every feature.\n")
    assert "→" not in done.stdout


def test_rows_that_contradict_each_other_differ_in_their_label_only(
    file_once: Path,
) -> None:
    done = here(file_once, "compare", "--table", "t", "--rows", "1,5")

    assert done.stdout.startswith("Rows 1 and 5 are equal in every feature.\n")
    assert [line.split() for line in done.stdout.splitlines() if "→" in line] == [
        ["outcome", "p", "→", "q"]
    ]


@pytest.mark.parametrize("rows", ["1,6", "6,1"])
def test_a_row_without_a_label_is_compared_all_the_same(
    file_once: Path, rows: str
) -> None:
    asked = ("compare", "--table", "t", "--rows", rows)

    shown = here(file_once, *asked)
    found = json.loads(here(file_once, *asked, "--format", "json").stdout)

    labels = ["p", None] if rows == "1,6" else [None, "p"]
    assert shown.returncode == 0
    assert found["labels"] == labels
    own, other = (label or "NULL" for label in labels)
    assert shown.stdout.splitlines()[-1].split() == ["outcome", own, "→", other]


def test_a_comparison_for_programs_has_both_sets(file_once: Path) -> None:
    done = here(
        file_once,
        *("compare", "--table", "recidivism", "--rows", "1, 7", "--format", "json"),
    )

    assert json.loads(done.stdout) == {
        "sentence": "Rows 1 and 7 differ in 2 of 5 features: sex and age.",
        "table": "recidivism",
        "label_column": "score",
        "row_ids": [1, 7],
        "labels": ["Med", "Low"],
        "originals": [{}, {}],
        "features": ["sex", "age", "race", "degree", "recid"],
        "agreement": [
            {"feature": "race", "value": "Caucasian"},
            {"feature": "degree", "value": "M"},
            {"feature": "recid", "value": "No"},
        ],
        "disagreement": [
            {"feature": "sex", "from_value": "male", "to_value": "female"},
            {"feature": "age", "from_value": "<25", "to_value": ">45"},
        ],
        "distance": 2,
    }


def test_rows_with_texts_as_ids_are_compared(file_once: Path) -> None:
    done = here(file_once, "compare", "--table", "keyed", "--rows", "B-2, a 1")

    assert done.stdout.startswith("Rows B-2 and a 1 differ in 1 of 1 feature: f.\n")


# The commands: explain --all.


def test_all_counterfactuals_are_listed_the_nearest_first(
    run: Run, file_once: Path
) -> None:
    done = run(
        *("explain", "--table", "recidivism", "--row", 1, "--all", "--db", file_once)
    )

    assert (done.returncode, done.stderr) == (0, "")
    title, _, counted, _, header, _, *rows = done.stdout.splitlines()
    assert title == "Row 1 of recidivism: score is Med"
    assert counted.strip() == "4 counterfactuals, the nearest first"
    assert header.split()[:5] == ["row", "score", "distance", "minimal", "irreducible"]
    assert [row.split()[:7] for row in rows] == [
        ["2", "Low", "2", "yes", "yes", "no", "1"],
        ["7", "Low", "2", "yes", "yes", "no", "1"],
        ["8", "High", "3", "no", "yes", "no", "1"],
        ["3", "High", "4", "no", "no", "no", "1"],
    ]


def test_the_counterfactuals_that_are_not_shown_are_counted(file_once: Path) -> None:
    done = here(
        file_once,
        *("explain", "--table", "recidivism", "--row", 1, "--all", "--show", 3),
    )

    *_, last, more = done.stdout.splitlines()
    assert last.split()[0] == "8"
    assert more == "  … and 1 more; --show 4 lists them all"


@pytest.mark.parametrize("show", [1, 2, 3, 4, 9])
def test_the_nearest_counterfactuals_are_the_first_of_all(
    file_once: Path, show: int
) -> None:
    with cfsql.connect(file_once, read_only=True) as database:
        table = database.table("recidivism")
        everything = table.counterfactuals(1)
        nearest = table.counterfactuals(1, limit=show)

    assert nearest.n_counterfactuals == 4
    assert nearest.counterfactuals == everything.counterfactuals[:show]


def test_all_counterfactuals_are_there_for_programs(file_once: Path) -> None:
    asked = (
        "explain",
        "--table",
        "recidivism",
        "--row",
        1,
        "--all",
        "--format",
        "json",
    )
    done = here(file_once, *asked)

    with cfsql.connect(file_once, read_only=True) as database:
        wanted = database.table("recidivism").counterfactuals(1).to_dict()
    assert json.loads(done.stdout) == wanted
    assert len(wanted["counterfactuals"]) == wanted["n_counterfactuals"] == 4

    # Fewer where fewer are asked for; how many there are is said all the same.
    fewer = json.loads(here(file_once, *asked, "--show", 1).stdout)
    assert fewer == wanted | {"counterfactuals": wanted["counterfactuals"][:1]}


def test_a_contradicted_row_has_counterfactuals_that_differ_from_it(
    file_once: Path,
) -> None:
    done = here(file_once, "explain", "--table", "t", "--row", 1, "--all")

    *_, first, second = done.stdout.splitlines()
    assert first.split() == ["2", "q", "1", *["yes"] * 3, "1", "f:", "x", "→", "y"]
    assert second.split()[:7] == ["3", "q", "2", "no", "no", "no", "2"]


def test_a_row_without_counterfactual_is_said_to_have_none(file_once: Path) -> None:
    asked = ("explain", "--table", "same", "--row", 1, "--all")

    shown = here(file_once, *asked)
    found = json.loads(here(file_once, *asked, "--format", "json").stdout)

    assert shown.returncode == 0
    assert shown.stdout.splitlines()[-1] == "  It has no counterfactual."
    assert (found["n_counterfactuals"], found["counterfactuals"]) == (0, [])


# The commands: what is refused.


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("compare --table t --rows 1", "--rows takes two rows, such as 1,2; not '1'"),
        ("compare --table t --rows 1,2,3", "--rows takes two rows"),
        ("compare --table t --rows ,", "--rows takes two rows"),
        ("compare --table t --rows 1,99", "no row 99 in t; did you mean 6?"),
        ("compare --table t --rows x,1", "no row x in t"),
        ("compare --table keyed --rows b-2,B-2", "did you mean B-2?"),
        ("compare --table recidivsm --rows 1,2", "did you mean 'recidivism'?"),
        ("compare --table t --rows 1,2 --format csv", "--format is table, json"),
        ("compare --table t", "--rows"),
        ("explain --table t --row 99 --all", "no row 99 in t; did you mean 6?"),
        ("explain --table t --row 6 --all", "row 6 of t has no outcome"),
        ("explain --table t --row 1 --all --by dag", "--by"),
        ("explain --table t --row 1 --all --count distinct", "--count"),
        ("explain --table t --row 1 --all --show 0", "--show"),
        ("explain --table t --row 1 --all --format csv", "--format is table, json"),
    ],
)
def test_a_wrong_request_is_refused(file_once: Path, asked: str, said: str) -> None:
    assert_refused(here(file_once, *asked.split()), WRONG_USE, said)


@pytest.mark.parametrize(
    "asked", ["compare --table t --rows 1,2", "explain --table t --row 1 --all"]
)
def test_asking_leaves_the_file_as_it_is(file_once: Path, asked: str) -> None:
    before = file_once.read_bytes()

    assert here(file_once, *asked.split()).returncode == 0

    assert file_once.read_bytes() == before
