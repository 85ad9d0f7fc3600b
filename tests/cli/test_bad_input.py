"""Wrong input is refused in one line, with its exit code, and nothing is lost."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

import cfsql
from cfsql.engines.identifiers import quote
from tests.conftest import Run

FAILED, WRONG_USE, NO_DATABASE = 1, 2, 3

# Row 4 has no label.
PEOPLE = """\
name,age,income
ann,30,low
bob,40,high
cat,30,high
dan,50,
"""
MANY_ROWS = "".join(f"{n % 7},{n % 5},{n % 2}\n" for n in range(30_000))


@pytest.fixture(scope="session")
def ranked_people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a ranked table, and with a table that is not of cfsql."""
    folder = tmp_path_factory.mktemp("ranked")
    (folder / "people.csv").write_text(PEOPLE)
    with cfsql.connect(folder / "cfsql.duckdb") as database:
        database.load(folder / "people.csv").rank()
        database.connection.execute("create table notes_ranked as select 'mine' as n")
    return folder / "cfsql.duckdb"


@pytest.fixture
def database(ranked_people: Path, tmp_path: Path) -> Path:
    """A copy of that database, where `run` finds it."""
    return Path(shutil.copy(ranked_people, tmp_path / "cfsql.duckdb"))


@pytest.fixture
def people_csv(tmp_path: Path) -> Path:
    """The file that the table was loaded from."""
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


def contents(database: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every table and view of a database, with its rows."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{database}' as held (read_only)")
        names = connection.execute(
            "select database_name, schema_name, table_name from duckdb_tables() "
            "where database_name = 'held' union all "
            "select database_name, schema_name, view_name from duckdb_views() "
            "where database_name = 'held' and not internal order by all"
        ).fetchall()
        connection.execute("use held")
        return {
            quote(*name): connection.execute(f"from {quote(*name)}").fetchall()
            for name in names
        }


@contextmanager
def unchanged(database: Path) -> Iterator[None]:
    """What is run inside loses and adds nothing, in the database and beside it."""
    before = contents(database), sorted(database.parent.iterdir())
    yield
    assert (contents(database), sorted(database.parent.iterdir())) == before


def assert_refused(
    done: subprocess.CompletedProcess[str], code: int, *said: str
) -> None:
    """One line on stderr that says these things, no result, and the exit code."""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("cfsql: ")
    for words in said:
        assert words in lines[0]
    assert done.stdout == ""
    assert done.returncode == code


def refusal(database: Path, source: object, code: int, **options: Any) -> str:
    """Why a load from Python over the table `people` is refused, leaving it alone."""
    chosen: dict[str, Any] = {"table": "people", "replace": True, **options}
    with unchanged(database):
        with (
            cfsql.connect(database) as opened,
            pytest.raises(cfsql.CfsqlError) as caught,
        ):
            opened.load(source, **chosen)
        message = str(caught.value)
    assert "\n" not in message
    assert caught.value.exit_code == code
    return message


# Files.

# As a PNG file begins.
PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\x86\0\0\3L\x08\2\0\0\0"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.csv", b"", ["empty.csv is empty"]),
        ("header.csv", b"a,b,y\n", ["header.csv has no rows"]),
        ("column.csv", b"a\n1\n2\n", ["only one column, 'a'"]),
        ("no_label.csv", b"a,b,y\n1,2,\n3,4,\n", ["no_label.csv", "'y'", "NULL"]),
        ("none.json", b"[]", ["none.json has no rows"]),
        ("text.parquet", b"a,b,y\n1,2,p\n", ["text.parquet", "Parquet"]),
        ("text.json", b"a,b,y\n1,2,p\n", ["text.json", "JSON"]),
        ("text.jsonl", b"a,b,y\n1,2,p\n", ["text.jsonl", "JSON"]),
        ("half.json", b'[{"a": 1, "y": 2}, {"a":', ["half.json", "JSON"]),
        ("zeros.csv", bytes(3000), ["zeros.csv: is not a CSV or Parquet file"]),
        ("picture.tsv", PICTURE, ["picture.tsv: is not a CSV or Parquet file"]),
        ("wide.csv", "a,b\n1,é\n".encode("utf-16-le"), ["--encoding utf-16-le"]),
        ("wide.csv", "a,b\n1,é\n".encode("utf-16-be"), ["--encoding utf-16-be"]),
        ("zipped.csv.gz", gzip.compress(PICTURE), ["is not a CSV or Parquet file"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_holds_no_table_is_refused(
    database: Path, tmp_path: Path, name: str, content: bytes, said: list[str]
) -> None:
    (tmp_path / name).write_bytes(content)

    message = refusal(database, tmp_path / name, FAILED)

    assert all(words in message for words in said), message


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a,b,y\n1,2,p\n1,2\n3,4,q\n", "line 3 has 2 columns, the header has 3"),
        ("a,b,y\n1,2,p\n1,2,3,q\n", "line 3 has 4 columns, the header has 3"),
        ("b,y\n0,1,p\n1,2,q\n", "line 2 has 3 columns, the header has 2"),
        ('a,b,y\n"1\n2\n3",2,p\n1,2\n', "line 5 has 2 columns, the header has 3"),
        (f"a,b,y\n{MANY_ROWS}1,2\n1,2,0\n", "line 30002 has 2 columns"),
        (f"a,b,y\n{'x' * 200_000},2,p\n1,2\n", "line 3 has 2 columns"),
    ],
    ids=["short", "long", "no index name", "after newlines", "late", "after much"],
)
def test_a_ragged_row_is_named_by_its_line(
    database: Path, tmp_path: Path, content: str, said: str
) -> None:
    (tmp_path / "ragged.csv").write_text(content)

    assert said in refusal(database, tmp_path / "ragged.csv", FAILED)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('a,b,y\n1,2,p\n1,"2,q\n3,4,q\n', "line 3"),
        (f'a,b,y\n{MANY_ROWS}1,"2,0\n{MANY_ROWS}', "line 30002"),
    ],
    ids=["early", "late"],
)
def test_a_quote_that_never_ends_is_named_by_the_line_that_opens_it(
    database: Path, tmp_path: Path, content: str, line: str
) -> None:
    (tmp_path / "open.csv").write_text(content)

    message = refusal(database, tmp_path / "open.csv", FAILED)

    assert line in message
    assert "quote" in message


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("text.csv.gz", b"a,b,y\n1,2,p\n"),
        ("text.json.gz", b'[{"a": 1, "y": 2}]'),
        ("half.csv.gz", gzip.compress(b"a,b,y\n" + MANY_ROWS.encode())[:500]),
    ],
    ids=["csv", "json", "half"],
)
def test_a_file_that_is_no_whole_gzip_file_is_refused(
    database: Path, tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)

    message = refusal(database, tmp_path / name, FAILED)

    assert name in message
    assert "gzip" in message.lower()


@pytest.mark.parametrize(
    "sent",
    [b"\x1f\x8b", b"\x1f\x8b garbage", gzip.compress(b"a,y\n1,2\n")[:-6]],
    ids=["two bytes", "garbage", "cut off"],
)
def test_a_broken_gzip_file_on_standard_input_is_refused(
    run: Run, tmp_path: Path, sent: bytes
) -> None:
    done = run("load", "-", stdin=sent)

    assert_refused(done, FAILED, "standard input", "gzip")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "sent", [b'{"a": 1, "b":', b"PAR1 and no more"], ids=["json", "parquet"]
)
def test_broken_standard_input_is_not_blamed_on_a_file(run: Run, sent: bytes) -> None:
    done = run("load", "-", stdin=sent)

    assert_refused(done, FAILED, "standard input")
    assert "input." not in done.stderr


def test_what_is_no_text_is_so_in_every_encoding(
    database: Path, tmp_path: Path
) -> None:
    (tmp_path / "picture.csv").write_bytes(PICTURE)
    for encoding in ("utf-8", "latin-1", "cp1252"):
        message = refusal(database, tmp_path / "picture.csv", FAILED, encoding=encoding)
        assert "is not a CSV or Parquet file; what it holds is no text" in message


def test_empty_standard_input_is_refused(run: Run, tmp_path: Path) -> None:
    assert_refused(run("load", "-", stdin=b""), FAILED, "standard input is empty")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("source", [None, 3, {"age": [1, 2]}, [(1, 2)]])
def test_what_is_no_table_at_all_is_refused(database: Path, source: object) -> None:
    assert f"cannot load a {type(source).__name__}" in refusal(
        database, source, WRONG_USE
    )


def test_a_frame_without_columns_is_refused_as_empty(database: Path) -> None:
    assert "DataFrame has no" in refusal(database, pl.DataFrame(), FAILED)


# The first load of a database.


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["peple.csv"], WRONG_USE, "no file peple.csv; did you mean people.csv?"),
        (["nosuch.csv"], WRONG_USE, "no file nosuch.csv"),
        (["nowhere/people.csv"], WRONG_USE, "no directory nowhere"),
        (["folder"], WRONG_USE, "folder is a directory"),
        (["people.xlsx"], WRONG_USE, "unknown format"),
        (["people"], WRONG_USE, "unknown format"),
        (["ragged.csv"], FAILED, "line 3"),
        (["unlabelled.csv"], FAILED, "'income' is NULL in every row"),
        (["people.csv", "--id", "age"], WRONG_USE, "unique"),
        (["people.csv", "--label", "incme"], WRONG_USE, "did you mean 'income'?"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_failed_first_load_leaves_no_database(
    run: Run,
    people_csv: Path,
    tmp_path: Path,
    arguments: list[str],
    code: int,
    said: str,
) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("people.xlsx", "people"):
        shutil.copy(people_csv, tmp_path / name)
    (tmp_path / "ragged.csv").write_text("a,b,y\n1,2,p\n1,2\n")
    (tmp_path / "unlabelled.csv").write_text("name,age,income\nann,30,\nbob,40,\n")
    before = sorted(tmp_path.iterdir())

    assert_refused(run("load", *arguments), code, said)

    assert sorted(tmp_path.iterdir()) == before


# Encodings.


@pytest.fixture
def latin_csv(tmp_path: Path) -> Path:
    """A file in another encoding than is expected."""
    path = tmp_path / "latin.csv"
    path.write_bytes("name,age,income\nann,30,low\nJosé,40,high\n".encode("latin-1"))
    return path


def test_another_encoding_is_named_by_its_line_and_its_option(
    database: Path, latin_csv: Path
) -> None:
    message = refusal(database, latin_csv, FAILED)

    assert "line 3 is not utf-8" in message
    assert "--encoding latin-1" in message


def test_another_encoding_after_many_rows_is_named_by_its_line(
    database: Path, tmp_path: Path
) -> None:
    path = tmp_path / "late.csv"
    path.write_bytes(f"a,b,y\n{MANY_ROWS}José,1,2\n".encode("latin-1"))

    assert "line 30002 is not utf-8" in refusal(database, path, FAILED)


@pytest.mark.parametrize("name", ["latin-1", "latin1", "ISO-8859-1", "LATIN-1"])
def test_a_file_loads_with_its_encoding_however_it_is_spelled(
    latin_csv: Path, name: str
) -> None:
    with cfsql.connect() as opened:
        table = opened.load(latin_csv, encoding=name)

        assert table.explain(2).values["name"] == "José"


@pytest.mark.parametrize("name", ["utf-8", "utf8", "UTF-8", "UTF8"])
def test_the_usual_encoding_may_be_named_however_it_is_spelled(
    people_csv: Path, name: str
) -> None:
    with cfsql.connect() as opened:
        assert opened.load(people_csv, encoding=name).facts.n_rows == 4


@pytest.mark.parametrize("name", ["klingon", "rot13", "", "utf-77"])
def test_an_unknown_encoding_is_a_wrong_use(
    database: Path, latin_csv: Path, name: str
) -> None:
    message = refusal(database, latin_csv, WRONG_USE, encoding=name)

    assert f"no encoding '{name}'; try utf-8, latin-1 or utf-16" in message


def test_a_file_that_is_not_in_the_named_encoding_is_refused(
    database: Path, people_csv: Path
) -> None:
    assert "not utf-16" in refusal(database, people_csv, FAILED, encoding="utf-16")


# Columns.


@pytest.mark.parametrize("option", ["label", "id", "ignore"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("incme", "did you mean 'income'?"),
        ("zzz", "there is 'name', 'age', 'income'"),
    ],
)
def test_an_unknown_column_is_answered_with_the_nearest_one(
    database: Path, people_csv: Path, option: str, name: str, said: str
) -> None:
    chosen = [name] if option == "ignore" else name

    message = refusal(database, people_csv, WRONG_USE, **{option: chosen})

    assert f"no column '{name}' in {people_csv}; {said}" in message


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"id": "income"}, "both the label and the id"),
        ({"ignore": ["income"]}, "both the label and ignored"),
        ({"ignore": ["name", "age"]}, "no feature left"),
    ],
)
def test_a_column_cannot_be_two_things(
    database: Path, people_csv: Path, options: dict[str, Any], said: str
) -> None:
    assert said in refusal(database, people_csv, WRONG_USE, **options)


@pytest.mark.parametrize(
    ("keys", "said"),
    [("7,8,7", "'key'"), ("7,,8", "NULL in 1 row"), ("7,8,7", "7 in 2 rows")],
)
def test_an_id_that_repeats_or_is_missing_is_refused(
    database: Path, tmp_path: Path, keys: str, said: str
) -> None:
    path = tmp_path / "keys.csv"
    rows = zip(keys.split(","), "abc", "pqp", strict=True)
    path.write_text("key,f,y\n" + "".join(f"{','.join(row)}\n" for row in rows))

    assert said in refusal(database, path, WRONG_USE, id="key")


@pytest.mark.parametrize("name", ["row_id", "ROW_ID"])
def test_a_column_called_row_id_must_be_the_id(
    database: Path, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "numbered.csv"
    path.write_text(f"{name},f,y\n70,a,p\n80,b,q\n")

    assert f"--id {name}" in refusal(database, path, WRONG_USE)
    assert f"--id {name}" in refusal(database, path, WRONG_USE, id="f")
    with cfsql.connect() as opened:
        assert opened.load(path, id=name).explain(70).optimal_id == 80


# Tables that are there already.


def test_a_table_is_replaced_only_when_that_is_asked_for(
    run: Run, database: Path, people_csv: Path
) -> None:
    with unchanged(database):
        done = run("load", people_csv)

    assert_refused(done, WRONG_USE, "'people' exists already", "--replace")


def test_replacing_a_table_takes_all_results_of_the_old_one_away(
    database: Path, people_csv: Path
) -> None:
    with cfsql.connect(database) as opened:
        opened.table("people").rank(into="elders", where="age > 35")
        people = opened.load(people_csv, replace=True, label="name")

        assert people.rankings() == []
    left = contents(database)
    assert not [name for name in left if "people_ranked" in name or "elders" in name]
    assert '"held"."main"."notes_ranked"' in left


def test_a_load_takes_no_results_of_another_table_away(
    database: Path, people_csv: Path
) -> None:
    with cfsql.connect(database) as opened:
        opened.table("people").rank(into="elders", where="age > 35")

    message = refusal(database, people_csv, WRONG_USE, table="elders", replace=False)

    assert "elders" in message


@pytest.mark.parametrize("name", ["notes_ranked", "people_ranked", "people_optimal"])
def test_a_load_never_replaces_what_is_no_loaded_table(
    database: Path, people_csv: Path, name: str
) -> None:
    message = refusal(database, people_csv, WRONG_USE, table=name)

    assert f"'{name}' is in the database already" in message


def test_a_table_needs_a_name(database: Path, people_csv: Path) -> None:
    assert "--table" in refusal(database, people_csv, WRONG_USE, table=" ")


# Requests.

RANK = ("rank", "--table", "people")
EXPLAIN = ("explain", "--table", "people", "--row")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rank", "--table", "peple"), "did you mean 'people'?"),
        (("describe", "peple"), "did you mean 'people'?"),
        (("export", "--table", "peple", "--out", "out"), "did you mean 'people'?"),
        (("drop", "peple"), "did you mean 'people'?"),
        ((*EXPLAIN, "5"), "no row 5 in people; did you mean 4?"),
        ((*EXPLAIN, "x"), "no row x in people; row ids go from 1 to 4"),
        (
            (*RANK, "--require", "1=1; drop table people"),
            "--require: it takes one condition over the rows a and b",
        ),
        ((*EXPLAIN, "4"), "row 4 of people has no income"),
        ((*EXPLAIN, "1", "--format", "csv"), "--format is table, json, not 'csv'"),
        ((*RANK, "--rows", "1,99"), "no row 99 in people"),
        ((*RANK, "--rows", ","), "--rows needs at least one row id"),
        ((*RANK, "--format", "jsn"), "json"),
        ((*RANK, "--where", "1=1) ; drop table people; --"), "--where: "),
        ((*RANK, "--out", "ranked.xml"), ".parquet, .csv, .json"),
        ((*RANK, "--out", "nowhere/ranked.csv"), "no directory nowhere"),
        ((*RANK, "--into", "notes"), "'notes_ranked' is in the database already"),
        ((*RANK, "--label", "age"), "--label"),
        (("rank",), "--table"),
        (("sql", "drop table people"), "only reads"),
        (("sql", "from people; drop table people"), "one statement, not 2"),
        (("sql", "selec 1"), "syntax error"),
        (("sql", "from peple"), "people"),
        (("sql", "from people", "--format", "xml"), "not 'xml'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_wrong_request_says_what_is_right_and_changes_nothing(
    run: Run, database: Path, arguments: tuple[str, ...], said: str
) -> None:
    with unchanged(database):
        done = run(*arguments)

    assert_refused(done, WRONG_USE)
    assert said.lower() in done.stderr.lower()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rows": [99]}, "no row 99 in people; did you mean 4?"),
        ({"rows": [1, 4]}, "row 4 of people has no income"),
        ({"by": "powr"}, "--by is power or dag, not 'powr'"),
        ({"count": "row"}, "--count is rows or distinct, not 'row'"),
        ({"limit": 0}, "--limit takes a number from 1 on, not 0"),
        ({"sample": 0}, "--sample takes a number from 1 on, not 0"),
        ({"limit": 1, "sample": 1}, "--limit or --sample, not both"),
        ({"where": "age >"}, "--where: "),
        ({"where": ""}, "condition"),
        ({"where": "incme = 'low'"}, "income"),
        ({"where": "age > 'old'"}, "'old'"),
        ({"where": "1=1) ; drop table people; --"}, "--where: "),
        ({"where": "1=1); drop table people; select (1"}, "one condition"),
        ({"into": "notes"}, "another name with --into"),
    ],
    ids=str,
)
def test_a_wrong_option_is_refused_from_python_too(
    database: Path, options: dict[str, Any], said: str
) -> None:
    with unchanged(database):
        with (
            cfsql.connect(database) as opened,
            pytest.raises(cfsql.CfsqlError) as caught,
        ):
            opened.table("people").rank(**options)
        message = str(caught.value)

    assert said in message
    assert "\n" not in message
    assert caught.value.exit_code == WRONG_USE


def test_a_table_that_cfsql_did_not_load_cannot_be_asked(database: Path) -> None:
    with (
        cfsql.connect(database) as opened,
        pytest.raises(cfsql.CfsqlError, match="was not loaded by cfsql"),
    ):
        opened.table("notes_ranked")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lod", "people.csv"], "load"),
        (["load", "people.csv", "--lable", "income"], "--label"),
        (["rank", "--table", "people", "--limit", "few"], "--limit"),
        (["explain", "--table", "people"], "--row"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_command_or_option_is_one_line_too(
    run: Run, tmp_path: Path, arguments: list[str], said: str
) -> None:
    assert_refused(run(*arguments), WRONG_USE, said)
    assert list(tmp_path.iterdir()) == []


def test_a_condition_that_no_row_meets_is_said_to_be_met_by_none(
    run: Run, database: Path
) -> None:
    done = run("rank", "--table", "people", "--where", "age > 999")

    assert "no row has a counterfactual" not in done.stdout
    assert "no row" in done.stdout + done.stderr


def test_a_name_is_offered_once(run: Run, database: Path) -> None:
    assert run("drop", "zzz").stderr.count("'people'") == 1


# Databases.


@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", "--table", "people", "--row", "1"),
        ("tables",),
        ("rank", "--table", "people"),
        ("sql", "select 1"),
    ],
    ids=" ".join,
)
def test_without_a_database_there_is_nothing_to_ask(
    run: Run, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    assert_refused(run(*arguments), NO_DATABASE, "no database cfsql.duckdb", "load")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["cfsql.duckdb", "other.duckdb"])
def test_a_database_in_use_is_refused_with_the_process_that_has_it(
    run: Run, database: Path, people_csv: Path, name: str
) -> None:
    held = database.rename(database.with_name(name))
    hold = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(); input()"
    with subprocess.Popen(
        [sys.executable, "-c", hold, held],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        asked = run("tables", "--db", name)
        loaded = run("load", people_csv, "--table", "new", "--db", name)
        holder.communicate(b"\n")

    for done in (asked, loaded):
        assert_refused(done, NO_DATABASE, name, f"process {holder.pid}")
    assert not [table for table in contents(held) if "new" in table]


def write_text(path: Path) -> None:
    path.write_text("hello\n")


def write_csv(path: Path) -> None:
    path.write_text(PEOPLE)


def write_parquet(path: Path) -> None:
    pl.DataFrame({"a": [1], "y": [2]}).write_parquet(path)


def write_sqlite(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("create table people (a, y)")


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("text.duckdb", write_text),
        ("block.duckdb", write_text),
        ("other.csv", write_csv),
        ("other.json", write_text),
        ("other.parquet", write_parquet),
        ("other.sqlite", write_sqlite),
    ],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, name: str, write: Any, read_only: bool
) -> None:
    write(tmp_path / name)
    before = (tmp_path / name).read_bytes()

    with pytest.raises(cfsql.CfsqlError) as caught:
        cfsql.connect(tmp_path / name, read_only=read_only)

    assert f"{name} is not a DuckDB database" in str(caught.value)
    assert caught.value.exit_code == NO_DATABASE
    assert (tmp_path / name).read_bytes() == before
    assert list(tmp_path.iterdir()) == [tmp_path / name]


def test_a_load_into_what_is_no_database_does_not_claim_to_be_done(
    run: Run, people_csv: Path, tmp_path: Path
) -> None:
    (tmp_path / "other.csv").write_text("a,y\n1,2\n")

    done = run("load", people_csv, "--db", "other.csv")

    assert_refused(done, NO_DATABASE, "other.csv is not a DuckDB database")


def test_a_directory_is_no_database(run: Run, people_csv: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()

    for arguments in (["tables"], ["load", people_csv]):
        done = run(*arguments, "--db", "folder")
        assert_refused(done, NO_DATABASE, "folder is a directory")
    assert list((tmp_path / "folder").iterdir()) == []


def test_a_database_in_a_missing_directory_is_not_said_to_be_in_use(
    run: Run, people_csv: Path
) -> None:
    done = run("load", people_csv, "--db", "clock/people.duckdb")

    assert_refused(done, NO_DATABASE, "clock", "directory")
    assert "in use" not in done.stderr


@pytest.mark.parametrize("path", ["/proc/people.duckdb", "/dev/full"])
def test_a_database_that_cannot_be_written_is_refused(
    run: Run, people_csv: Path, path: str
) -> None:
    # File permissions do not bind root, and tests may run as root.
    if not Path(path).parent.is_dir():
        pytest.skip(f"there is no {Path(path).parent} here")
    existed = Path(path).exists()

    assert_refused(run("load", people_csv, "--db", path), NO_DATABASE, path)

    assert Path(path).exists() == existed


def test_a_full_disk_is_one_line_and_loses_nothing(
    database: Path, tmp_path: Path
) -> None:
    resource = pytest.importorskip("resource")
    rows = "".join(f"{n},{n * 7919 % 30_011},{n % 2}\n" for n in range(30_000))
    (tmp_path / "large.csv").write_text(f"a,b,y\n{rows}")
    size = database.stat().st_size

    before = contents(database)

    done = subprocess.run(
        [sys.executable, "-m", "cfsql", "load", "large.csv"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )

    assert contents(database) == before
    assert_refused(done, FAILED, "cfsql.duckdb")


@pytest.mark.parametrize(
    ("limit", "code"), [("much", WRONG_USE), ("1MB", FAILED)], ids=["words", "small"]
)
def test_a_memory_limit_that_is_too_small_is_not_taken_for_a_lock(
    run: Run, database: Path, people_csv: Path, limit: str, code: int
) -> None:
    with unchanged(database):
        done = run("load", people_csv, "--table", "new", "--memory-limit", limit)

    assert_refused(done, code, "emory")
    assert "in use" not in done.stderr


def test_an_ending_alone_makes_no_file_like_another(run: Run, tmp_path: Path) -> None:
    (tmp_path / "n6.csv").write_text("a,y\n1,2\n")
    assert "did you mean" not in run("load", "nosuch.csv").stderr
    assert "did you mean n6.csv?" in run("load", "n66.csv").stderr


def test_the_name_of_a_ranking_is_known_as_that(loaded: Run) -> None:
    loaded("rank", "--table", "recidivism", "--limit", 2, "--into", "strict")
    done = loaded("describe", "strict")
    assert done.returncode == 2
    assert "'strict' holds results of the table recidivism" in done.stderr
    assert "cfsql sql 'from strict_ranked'" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rank", "--max-changes", "x"), "--max-changes takes a whole number, not 'x'"),
        (
            ("rank", "--max-changes=1.5"),
            "--max-changes takes a whole number, not '1.5'",
        ),
        (("rank", "--threads", "0"), "takes a whole number from 1 to 1024, not '0'"),
        (("explain", "--row", "1", "--show", "0"), "number from 1 on, not '0'"),
        (("explain", "--row", "1", "--max-changes", ""), "a whole number, not ''"),
        (("why", "--row", "1", "--precision", "much"), "--precision takes a number"),
    ],
)
def test_what_is_no_number_is_named_with_its_option(
    run: Run, database: Path, arguments: tuple[str, ...], said: str
) -> None:
    with unchanged(database):
        done = run(*arguments, "--table", "people", "--db", database)
    assert_refused(done, WRONG_USE, said)
