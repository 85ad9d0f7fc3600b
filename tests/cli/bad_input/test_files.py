"""A file that holds no table is refused."""

from __future__ import annotations

import gzip
from pathlib import Path

import polars as pl
import pytest

from tests.cli.bad_input.people import MANY_ROWS, refusal
from tests.support.commands import Run
from tests.support.refusals import FAILED, WRONG_USE, assert_refused

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
        ("wide.csv", "a,b\n1,é\n".encode("utf-16-le"), ["encoding='utf-16-le'"]),
        ("wide.csv", "a,b\n1,é\n".encode("utf-16-be"), ["encoding='utf-16-be'"]),
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


def test_nothing_at_all_is_asked_for(database: Path) -> None:
    assert "Give a SOURCE, or a query" in refusal(database, None, WRONG_USE)


@pytest.mark.parametrize("source", [3, {"age": [1, 2]}, [(1, 2)]])
def test_what_is_no_table_at_all_is_refused(database: Path, source: object) -> None:
    assert f"cannot load a {type(source).__name__}" in refusal(
        database, source, WRONG_USE
    )


def test_a_frame_without_columns_is_refused_as_empty(database: Path) -> None:
    assert "DataFrame has no" in refusal(database, pl.DataFrame(), FAILED)
