"""Odd tables work: strange names, types, sizes, sources and formats."""

from __future__ import annotations

import datetime
import decimal
import gzip
import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

import cfsql
from cfsql.engines.identifiers import quote
from cfsql.show.terminal.explanation import explanation_lines
from cfsql.show.terminal.profile import profile_lines
from cfsql.show.terminal.ranking import overview_lines
from tests.conftest import Run
from tests.oracle import brute_force
from tests.oracle.brute_force import Case

Answer = list[tuple[object, object, str]]

# What both rows of the smallest table answer.
BOTH: Answer = [(1, 2, "a: 1 → 2"), (2, 1, "a: 2 → 1")]


def answers(source: object, **options: Any) -> Answer:
    """Each row with its counterfactuals and what they change."""
    with cfsql.connect() as database:
        return answers_of(database.load(source, **options))


def answers_of(table: cfsql.Table) -> Answer:
    """The same of a loaded table."""
    columns = ("row_id", "counterfactual_id", "explanation")
    return table.rank().pl().select(columns).rows()


def all_of(table: cfsql.Table) -> list[str]:
    """Everything else that a ranked table can be asked, as it is shown."""
    (ranking,) = table.rankings()
    explanation = table.explain(ranking.summary.pl()["row_id"][0])
    return [
        *profile_lines(table.profile()),
        *map(str, table.columns()),
        *overview_lines(ranking.overview(), table.facts.n_rows),
        *explanation_lines(explanation, n_shown=3),
    ]


def smallest(**columns: list[object]) -> pl.DataFrame:
    """Two rows of different outcome, which differ in `a` only."""
    return pl.DataFrame({**columns, "a": [1, 2], "b": ["x", "x"], "y": ["p", "q"]})


# Columns.

ODD_NAMES = [
    'my "odd" column',
    "two words",
    "select",
    "été",
    "日本",
    "it's",
    "x.y",
    "$x",
    "one\ntwo",
    "*",
    # What cfsql calls its own columns.
    "label",
    "rank",
    "code",
    "changes",
    "feature",
    "feature_id",
    "word",
    "row",
    "rowid",
    "instance_id",
    "batch",
    "value_text",
    "explanation",
    "column_value",
]


@pytest.mark.parametrize("name", ODD_NAMES[::2])
def test_a_column_may_have_any_name(name: str) -> None:
    frame = pl.DataFrame({name: ["u", "v"], "b": ["x", "x"], "y": ["p", "q"]})

    assert answers(frame) == [(1, 2, f"{name}: u → v"), (2, 1, f"{name}: v → u")]


@pytest.mark.parametrize("name", ['my "odd" column', "select", "label"])
def test_a_column_of_any_name_may_be_label_id_or_ignored(name: str) -> None:
    frame = pl.DataFrame({name: ["u", "v"], "a": [1, 2]})

    assert answers(frame.with_columns(b=1), label=name) == BOTH
    frame = frame.with_columns(y=pl.Series(["p", "q"]))
    assert answers(frame, ignore=[name]) == BOTH
    assert answers(frame, id=name) == [("u", "v", "a: 1 → 2"), ("v", "u", "a: 2 → 1")]


def test_all_odd_names_may_be_in_one_table() -> None:
    columns = {name: ["u", "v"] for name in ODD_NAMES}

    with cfsql.connect() as database:
        table = database.load(pl.DataFrame({**columns, "y": ["p", "q"]}))
        first, _ = answers_of(table)
        shown = "\n".join(all_of(table))

    assert first[2] == ", ".join(f"{name}: u → v" for name in ODD_NAMES)
    assert all(name in shown for name in ODD_NAMES)


def test_names_that_differ_in_case_are_two_columns(tmp_path: Path) -> None:
    path = tmp_path / "twins.csv"
    path.write_text("A,a,y\n1,m,p\n1,n,q\n2,n,q\n")

    explanations = [explanation for *_, explanation in answers(path)]

    assert len(explanations) == 3
    assert all(": m → n" in each or ": n → m" in each for each in explanations)


@pytest.mark.parametrize(("label", "classes"), [("A", {"1", "2"}), ("a", {"m", "n"})])
def test_of_names_that_differ_in_case_the_one_that_is_named_is_meant(
    tmp_path: Path, label: str, classes: set[str]
) -> None:
    path = tmp_path / "twins.csv"
    path.write_text("A,a,y\n1,m,p\n1,n,q\n2,n,q\n")

    with cfsql.connect() as database:
        assert set(database.load(path, label=label).profile().classes) == classes


def test_a_label_is_found_whatever_its_case() -> None:
    assert answers(smallest(), label="Y", ignore=["B"]) == BOTH


def test_columns_of_the_same_name_are_both_features(tmp_path: Path) -> None:
    path = tmp_path / "same.csv"
    path.write_text("f,f,y\nu,x,p\nv,z,q\n")

    with cfsql.connect() as database:
        explanation = database.load(path).explain(1)

    assert list(explanation.values.values()) == ["u", "x"]
    assert explanation.min_distance == 2


# Many columns.


def random_cases(n_features: int, n_values: int, n_rows: int) -> list[Case]:
    """Rows with values, classes and gaps drawn at random."""
    chance = random.Random(n_features)
    values = [None, *(f"v{n}" for n in range(n_values - 1))]
    return [
        Case(
            row_id,
            tuple(chance.choice(values) for _ in range(n_features)),
            chance.choice(["p", "q", "r", None]),
        )
        for row_id in range(1, n_rows + 1)
    ]


@pytest.mark.parametrize(
    ("n_features", "n_values"),
    [(62, 2), (63, 2), (40, 4), (124, 2), (130, 3), (200, 2), (311, 2), (320, 4)],
)
def test_any_number_of_features_gives_the_answers_of_the_definitions(
    n_features: int, n_values: int
) -> None:
    features = [f"c{n}" for n in range(n_features)]
    cases = random_cases(n_features, n_values, n_rows=12)
    columns = {
        name: [case.values[position] for case in cases]
        for position, name in enumerate(features)
    }
    frame = pl.DataFrame(columns | {"y": [case.label for case in cases]})

    with cfsql.connect() as database:
        ranking = database.load(frame).rank()
        ranked, summary = ranking.pl().to_dicts(), ranking.summary.pl().to_dicts()

    expected = brute_force.rank(features, cases)
    assert summary == expected.summary
    assert ranked == expected.ranked


@pytest.mark.parametrize("n_features", [127, 128, 200, 400])
def test_two_rows_may_differ_in_all_of_many_features(n_features: int) -> None:
    columns = {f"c{n}": [0, 1] for n in range(n_features)}

    with cfsql.connect() as database:
        table = database.load(pl.DataFrame({**columns, "y": ["p", "q"]}))

        assert table.explain(1).min_distance == n_features


# Tables.

ODD_TABLES = [
    "my table",
    'my "odd" table',
    "it's",
    "a.b",
    "select",
    "UPPER",
    "日本",
    "a/b",
    "a; drop table b",
    "cfsql.runs",
    # What cfsql calls its own relations.
    "instances",
    "population",
    "texts",
    "features",
    "cases",
    "balls",
    "tables",
    "ranked",
]


@pytest.mark.parametrize("name", ODD_TABLES)
def test_a_table_may_have_any_name(tmp_path: Path, name: str) -> None:
    with cfsql.connect() as database:
        table = database.load(smallest(), table=name)
        assert answers_of(table) == BOTH
        assert f"Row 1 of {name}: y is p" in all_of(table)
        assert database.table(name.swapcase()).name == name
        ((explanation,),) = database.connection.execute(
            "select explanation from cfsql.explain(?, 1)", [name]
        ).fetchall()
        assert explanation == "a: 1 → 2"
        assert database.connection.execute(f"from {quote(name)}").fetchall() == [
            (1, 1, "x", "p"),
            (2, 2, "x", "q"),
        ]
        exported = [pl.read_parquet(path) for path in table.export(tmp_path / "out")]
        assert [len(frame) for frame in exported] == [2, 2, 2]

        database.drop(name)

        left = database.connection.execute(
            "select table_name from duckdb_tables() union all "
            "select view_name from duckdb_views() where not internal order by all"
        ).fetchall()
        assert left == [("rankings",), ("runs",), ("tables",)]


def test_an_odd_name_works_on_the_command_line(run: Run, tmp_path: Path) -> None:
    name = 'My "odd" table.v2'
    smallest().write_csv(tmp_path / f"{name}.csv")
    commands: list[tuple[str, ...]] = [
        ("load", f"{name}.csv"),
        ("rank", "--table", name, "--into", "It's"),
        ("explain", "--table", name, "--row", "1"),
        ("describe", name),
        ("export", "--table", name, "--out", "out"),
        ("drop", name),
    ]

    done = {arguments[0]: run(*arguments) for arguments in commands}

    assert {name: each.returncode for name, each in done.items()} == dict.fromkeys(
        done, 0
    )
    assert f"Row 1 of {name}" in done["explain"].stdout
    assert "out/It's_ranked.parquet" in done["export"].stdout


def test_tables_called_like_relations_of_cfsql_can_be_asked_together() -> None:
    names = ("instances", "population", "texts", "features", "cases", "balls")
    with cfsql.connect() as database:
        for name in names:
            database.load(smallest(), table=name)

        for name in names:
            assert answers_of(database.table(name)) == BOTH


@pytest.mark.parametrize("name", ["instances", "cases", "features", "population"])
def test_a_condition_sees_the_tables_of_the_user(name: str) -> None:
    with cfsql.connect() as database:
        database.load(pl.DataFrame({"who": [2], "y": ["p"]}), table=name)
        table = database.load(smallest(), table="small")

        ranking = table.rank(where=f"a in (select who from {name})")

        assert ranking.summary.pl()["row_id"].to_list() == [2]


# Few rows, few classes.


@pytest.mark.parametrize(
    ("values", "labels", "is_contradicted"),
    [
        ([1, 2], ["p", "p"], False),
        ([1], ["p"], False),
        ([1, 1, 1, 1], ["p", "p", "p", "p"], False),
        ([1, 1, 1, 1], ["p", "q", "r", "p"], True),
    ],
    ids=["one class", "one row", "all alike", "all contradicting"],
)
def test_a_table_without_counterfactuals_is_an_answer(
    values: list[int], labels: list[str], is_contradicted: bool
) -> None:
    with cfsql.connect() as database:
        table = database.load(pl.DataFrame({"f": values, "y": labels}))
        ranking = table.rank()
        summary = ranking.summary.pl().to_dicts()
        sentence = table.explain(1).sentence

        assert len(ranking) == 0
        assert ranking.overview().n_unanswered == len(values)
    assert [row["row_id"] for row in summary] == list(range(1, len(values) + 1))
    for row in summary:
        assert row["n_minimal"] == row["n_optimal"] == 0
        assert row["is_contradicted"] == is_contradicted
        assert not row["is_unique"]
        assert row["min_distance"] is row["power"] is row["explanation"] is None
    assert (
        "equal to this one" in sentence if is_contradicted else "Every row" in sentence
    )


@pytest.mark.parametrize("format", ["table", "json"])
def test_a_table_without_counterfactuals_is_printed(
    run: Run, tmp_path: Path, format: str
) -> None:
    (tmp_path / "same.csv").write_text("f,y\n1,p\n2,p\n")

    done = run("rank", "same.csv", "--format", format)

    assert done.returncode == 0
    if format == "json":
        assert json.loads(done.stdout) == []
    if format == "table":
        assert "no row has a counterfactual" in done.stdout


# NULLs.


def test_null_is_a_value_like_any_other() -> None:
    frame = pl.DataFrame({"f": [None, None, "u"], "y": ["p", "p", "q"]})

    assert answers(frame) == [
        (1, 3, "f: NULL → u"),
        (2, 3, "f: NULL → u"),
        (3, 1, "f: u → NULL"),
    ]


def test_rows_without_a_label_stay_but_are_no_answer() -> None:
    frame = pl.DataFrame({"f": [1, 2, 3], "y": ["p", None, "q"]})

    with cfsql.connect() as database:
        table = database.load(frame)

        assert table.profile().n_unlabelled == 1
        assert table.facts.n_rows == 3
        assert answers_of(table) == [(1, 3, "f: 1 → 3"), (3, 1, "f: 3 → 1")]


def test_a_column_of_nulls_only_changes_nothing() -> None:
    assert answers(smallest(nothing=[None, None])) == BOTH


# Types.


def of_type(first: str, second: str) -> str:
    """SQL for two rows of different outcome, with these values of one type."""
    return (
        f"select {first} as f, 'x' as g, 'p' as y union all "
        f"select {second} as f, 'x' as g, 'q' as y order by y"
    )


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        ("true", "false", "true → false"),
        ("date '2020-01-31'", "date '2020-02-01'", "2020-01-31 → 2020-02-01"),
        ("1.50::decimal(9, 2)", "2::decimal(9, 2)", "1.50 → 2.00"),
        ("1.5::double", "'nan'::double", "1.5 → nan"),
        ("'inf'::float", "0.1::float", "inf → 0.1"),
        ("time '10:00:00'", "time '10:00:00.5'", "10:00:00 → 10:00:00.5"),
        ("[1, 2]", "[1, NULL]", "[1, 2] → [1, NULL]"),
        ("['a, b']", "['a', 'b']", "['a, b'] → [a, b]"),
        ("{'k': 1}", "{'k': 2}", "{'k': 1} → {'k': 2}"),
        ("'a'::blob", "'b'::blob", "a → b"),
        ("9223372036854775808", "9223372036854775809", None),
        ("'a'::enum('b', 'a')", "'b'::enum('b', 'a')", "a → b"),
        ("'a'", "'a '", "a → a "),
        ("''", "NULL", " → NULL"),
    ],
    ids=str,
)
def test_a_feature_may_have_any_type(
    first: str, second: str, change: str | None
) -> None:
    with cfsql.connect() as database:
        there, back = answers_of(
            database.load(database.connection.sql(of_type(first, second)))
        )

    assert there[2] == f"f: {change or f'{first} → {second}'}"
    assert back[:2] == (2, 1)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_instants_read_the_same_wherever_the_machine_is(zone: str) -> None:
    noon, later = "'2020-01-01 12:00:00+01'", "'2020-01-01 12:00:00+00'"
    with cfsql.connect() as database:
        database.connection.execute(f"set TimeZone = '{zone}'")
        query = of_type(f"{noon}::timestamptz", f"{later}::timestamptz")
        there, _ = answers_of(database.load(database.connection.sql(query)))

    assert there[2] == "f: 2020-01-01 11:00:00+00 → 2020-01-01 12:00:00+00"


EQUAL_VALUES = [
    ("0.0::double", "'-0.0'::double"),
    ("0.0::float", "'-0.0'::float"),
    ("'nan'::double", "'-nan'::double"),
    ("1.5::decimal(9, 2)", "1.50::decimal(9, 2)"),
    ("'2020-01-01 12:00:00+01'::timestamptz", "'2020-01-01 11:00:00+00'::timestamptz"),
    ("[0.0::double]", "['-0.0'::double]"),
    ("{'k': 0.0::double}", "{'k': '-0.0'::double}"),
    ("interval '1 month'", "interval '30 days'"),
]


@pytest.mark.parametrize(("first", "second"), EQUAL_VALUES)
def test_values_that_sql_takes_for_equal_are_one_value(first: str, second: str) -> None:
    with cfsql.connect() as database:
        query = of_type(first, second)
        ((is_equal,),) = database.connection.execute(
            f"select count(distinct f) = 1 from ({query})"
        ).fetchall()
        assert is_equal, "the example is wrong"

        profile = database.load(database.connection.sql(query)).profile()

    assert profile.features["f"] == 1
    assert profile.n_contradicted == 2


def test_a_nan_is_a_nan_whatever_its_sign() -> None:
    zero = pl.Series([0.0, 0.0])
    frame = pl.DataFrame({"f": [float("nan"), -float("nan")], "y": ["p", "q"]})

    assert answers(frame) == []
    assert answers(frame.with_columns(f=zero / zero)) == []


@pytest.mark.parametrize(
    ("labels", "n_classes"),
    [
        ([True, False], 2),
        ([1.5, 2.5], 2),
        ([0.0, -0.0], 1),
        ([datetime.date(2020, 1, 1), datetime.date(2020, 1, 2)], 2),
        ([[1], [2]], 2),
        ([{"k": 1}, {"k": 2}], 2),
    ],
    ids=str,
)
def test_a_label_may_have_any_type(labels: list[object], n_classes: int) -> None:
    with cfsql.connect() as database:
        table = database.load(pl.DataFrame({"a": [1, 2], "y": labels}))

        assert len(table.profile().classes) == n_classes
        assert answers_of(table) == (BOTH if n_classes == 2 else [])


@pytest.mark.parametrize(
    "ids",
    [
        ["b-2", "a-1"],
        ["1", "01"],
        ["it's", 'two "words"'],
        [decimal.Decimal("1.10"), decimal.Decimal("2.20")],
        [1.5, -0.5],
        [datetime.date(2020, 1, 2), datetime.date(2020, 1, 1)],
        [True, False],
    ],
    ids=str,
)
def test_ids_may_have_other_types_than_numbers(ids: list[object]) -> None:
    first, second = ids

    found = answers(smallest(key=ids), id="key")

    there: Answer = [(first, second, "a: 1 → 2"), (second, first, "a: 2 → 1")]
    assert sorted(found, key=str) == sorted(there, key=str)


@pytest.mark.parametrize("ids", [["b-2", "a-1"], [1.5, float("nan")], [True, False]])
def test_a_row_is_explained_by_the_id_that_the_results_give(ids: list[object]) -> None:
    with cfsql.connect() as database:
        table = database.load(smallest(key=ids), id="key")

        for row_id in table.rank().summary.pl()["row_id"]:
            assert table.explain(row_id).n_minimal == 1


def test_text_ids_work_on_the_command_line(run: Run, tmp_path: Path) -> None:
    smallest(key=["b 2", "A-1"]).write_csv(tmp_path / "keyed.csv")
    run("load", "keyed.csv", "--id", "KEY")

    explained = run("explain", "--table", "keyed", "--row", "b 2")
    wrong = run("explain", "--table", "keyed", "--row", "a-1")
    ranked = run("rank", "--table", "keyed", "--rows", "b 2", "--format", "jsonl")

    assert explained.stdout.startswith("Row b 2 of keyed: y is p\n")
    assert wrong.returncode == 2
    assert "did you mean A-1?" in wrong.stderr
    assert json.loads(ranked.stdout)["counterfactual_id"] == "A-1"


def test_an_ignored_column_is_kept_and_changes_nothing() -> None:
    with cfsql.connect() as database:
        table = database.load(smallest(weight=[7, 8]), ignore=["weight"])

        assert answers_of(table) == BOTH
        roles = {name: role for name, _, role, _ in table.columns()}
        assert roles["weight"] == "ignored"
        ranking = table.rank(where="weight = 8")
        assert ranking.summary.pl()["row_id"].to_list() == [2]


# Sources.


def as_pandas(frame: pl.DataFrame) -> object:
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame(frame.to_dict(as_series=False), index=["k", "l"])


def as_relation(frame: pl.DataFrame) -> object:
    return duckdb.connect().from_arrow(frame.to_arrow())


@pytest.mark.parametrize(
    "convert",
    [
        pl.DataFrame.clone,
        pl.DataFrame.lazy,
        as_pandas,
        pl.DataFrame.to_arrow,
        lambda frame: frame.to_arrow().to_reader(),
        as_relation,
    ],
    ids=["polars", "LazyFrame", "pandas", "arrow", "reader", "DuckDB relation"],
)
def test_a_table_may_come_from_any_library(
    convert: Callable[[pl.DataFrame], object],
) -> None:
    with cfsql.connect() as database:
        table = database.load(convert(smallest()))

        assert table.name == "data"
        assert answers_of(table) == BOTH


def test_a_relation_of_the_same_connection_may_be_loaded() -> None:
    with cfsql.connect() as database:
        database.load(smallest(), table="whole")
        relation = database.connection.sql("select a, b, y from whole")

        assert answers_of(database.load(relation, table="part")) == BOTH


CSV = b"a,b,y\n1,x,p\n2,x,q\n"
RECORDS = [{"a": 1, "b": "x", "y": "p"}, {"a": 2, "b": "x", "y": "q"}]
JSON = json.dumps(RECORDS).encode()
JSONL = b"".join(json.dumps(record).encode() + b"\n" for record in RECORDS)


def parquet() -> bytes:
    """The smallest table as a Parquet file."""
    buffer = io.BytesIO()
    smallest().write_parquet(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.csv", CSV),
        ("T.CSV", CSV),
        ("t.csv.gz", gzip.compress(CSV, mtime=0)),
        ("t.tsv", CSV.replace(b",", b"\t")),
        ("t.tsv.gz", gzip.compress(CSV.replace(b",", b"\t"), mtime=0)),
        ("semicolons.csv", CSV.replace(b",", b";")),
        ("bars.csv", CSV.replace(b",", b"|")),
        ("bom.csv", b"\xef\xbb\xbf" + CSV),
        ("crlf.csv", CSV.replace(b"\n", b"\r\n")),
        ("unfinished.csv", CSV.removesuffix(b"\n")),
        ("blank.csv", CSV.replace(b"2,x", b"\n2,x") + b"\n\n"),
        ("quoted.csv", b'"a","b","y"\n"1","x","p"\n"2","x","q"\n'),
        ("t.json", JSON),
        ("t.json.gz", gzip.compress(JSON, mtime=0)),
        ("t.jsonl", JSONL),
        ("t.ndjson", JSONL),
        ("t.jsonl.gz", gzip.compress(JSONL, mtime=0)),
        ("t.parquet", parquet()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_may_have_any_of_the_formats(
    tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)

    assert answers(tmp_path / name) == BOTH


@pytest.mark.parametrize(
    "content",
    [CSV, gzip.compress(CSV, mtime=0), JSON, JSONL, parquet()],
    ids=["csv", "gzip", "json", "jsonl", "parquet"],
)
def test_standard_input_may_have_any_of_the_formats(run: Run, content: bytes) -> None:
    done = run("rank", "-", "--format", "jsonl", stdin=content)

    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["row_id"], row["explanation"]) for row in found] == [
        (1, "a: 1 → 2"),
        (2, "a: 2 → 1"),
    ]


@pytest.mark.parametrize(
    "name",
    [
        *("t[1].csv", "t*.csv", "t?.csv", "t (1).csv", "{t}.csv", "it's.csv"),
        *("t[1].json", "t*.parquet"),
    ],
)
def test_a_file_name_is_taken_to_the_letter(tmp_path: Path, name: str) -> None:
    # What the name would also match, were it a pattern.
    other = pl.DataFrame({"a": [7], "b": ["z"], "y": ["other"]})
    other.write_csv(tmp_path / "t1.csv")
    other.write_json(tmp_path / "t1.json")
    other.write_parquet(tmp_path / "t1.parquet")
    contents = {".csv": CSV, ".json": JSON, ".parquet": parquet()}
    path = tmp_path / name
    path.write_bytes(contents[path.suffix])

    assert answers(path) == BOTH


@pytest.mark.parametrize("ending", ["csv", "json", "parquet"])
def test_the_name_of_a_folder_adds_no_column(tmp_path: Path, ending: str) -> None:
    contents = {"csv": CSV, "json": JSON, "parquet": parquet()}
    folder = tmp_path / "year=2020"
    folder.mkdir()
    (folder / f"t.{ending}").write_bytes(contents[ending])

    assert answers(folder / f"t.{ending}") == BOTH


# Values in CSV files.


def values_of(path: Path, content: str, **options: Any) -> list[str | None]:
    """The first feature of each row as it was loaded, as text."""
    path.write_text(content, encoding="utf-8", newline="")
    with cfsql.connect() as database:
        table = database.load(path, table="t", **options)
        ((column, *_), *_) = table.columns()[1:]
        rows = database.connection.execute(
            f"select cast({quote(column)} as varchar) from t order by row_id"
        ).fetchall()
    return [value for (value,) in rows]


@pytest.mark.parametrize(
    "values",
    [
        ["#1", "#2", "3"],
        ["one\ntwo", "one\nthree", "one\r\nthree"],
        ['say "hi"', "it's", '"'],
        [" a", "a ", "a"],
        ["01234", "1234", "0"],
        ["12345678901234567890", "12345678901234567891", "1"],
        ["NA", "null", "NULL"],
        ["1,5", "1;5", "1\t5"],
        ["2020-01-01", "2020-01-02", "01/02/2020"],
        ["31/01/2020", "01/31/2020", "2020-01-31"],
        ["true", "t", "1"],
        ["1", "1.5", "one"],
        ["--", "/* x */", "\\n"],
    ],
    ids=str,
)
def test_values_that_are_not_all_of_one_type_are_kept_to_the_letter(
    tmp_path: Path, values: list[str]
) -> None:
    cells = ['"' + value.replace('"', '""') + '"' for value in values]
    rows = "".join(f"{cell},x,{n}\n" for n, cell in enumerate(cells))

    assert values_of(tmp_path / "t.csv", f"f,g,y\n{rows}") == values


@pytest.mark.parametrize(
    ("usual", "late"),
    [
        (["0", "1", "2"], "many"),
        (["0", "1", "2"], "1.5"),
        (["0", "1", "2"], "01"),
        (["0", "1", "2"], "1_000"),
        (["1.5", "2.5"], "many"),
        (["true", "false"], "maybe"),
        (["2020-01-01", "2020-01-02"], "never"),
        (["2020-01-01", "2020-01-02"], "2020-01-02 10:30:00"),
        (["2020-01-01", "2020-01-02"], "01/02/2020"),
        (["2020-01-01 10:00:00", "2020-01-02 10:00:00"], "2020-01-01 10:00:00+02"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_value_after_many_rows_of_another_type_is_read_as_an_early_one_is(
    tmp_path: Path, usual: list[str], late: str
) -> None:
    rows = [f"{usual[n % len(usual)]},x,{n % 2}\n" for n in range(30_000)]
    text = f"f,g,y\n{''.join(rows)}{late},x,1\n"

    found = values_of(tmp_path / "t.csv", text)

    assert len(found) == 30_001
    if "+" in late:
        # An instant: what matters is that it is none of the others.
        assert found[-1] not in found[:-1]
    else:
        assert found[-1] == late


def test_a_label_of_another_type_after_many_rows_is_a_class(tmp_path: Path) -> None:
    rows = "".join(f"{n % 3},x,{n % 2}\n" for n in range(30_000))
    (tmp_path / "t.csv").write_text(f"f,g,y\n{rows}1,x,maybe\n")

    with cfsql.connect() as database:
        profile = database.load(tmp_path / "t.csv").profile()

    assert profile.classes == {"0": 15_000, "1": 15_000, "maybe": 1}


def test_with_text_every_value_is_kept_to_the_letter(tmp_path: Path) -> None:
    content = "f,g,y\n1.50,x,p\n1.5,x,q\n007,x,q\n"

    assert values_of(tmp_path / "t.csv", content, text=True) == ["1.50", "1.5", "007"]


def test_a_header_may_span_lines_whatever_the_delimiter(tmp_path: Path) -> None:
    content = '"one\ntwo";g;y\n1;x;p\n2;x;q\n'

    assert values_of(tmp_path / "t.csv", content) == ["1", "2"]


def test_a_quoted_newline_does_not_break_the_lines_of_an_explanation(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "t.csv").write_text('f,g,y\n"one\ntwo",x,p\n"one\nthree",x,q\n')
    run("load", "t.csv")

    lines = run("explain", "--table", "t", "--row", "1").stdout.splitlines()

    assert [line for line in lines if "one two" in line and "one three" in line]
    assert not [line for line in lines if line.lstrip().startswith(("two", "three"))]
