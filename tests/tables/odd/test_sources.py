"""A table may come from any library, file or stream."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import polars as pl
import pytest

from tests.support.commands import Run
from tests.tables.odd.answers import BOTH, answers, smallest

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
