"""Raw files: headers, marks, missing words and line endings, as people have them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cfsql
from cfsql.errors import BadFile, WrongUse
from cfsql.options import FileOptions, options_of
from cfsql.tables.reading import Reading
from tests.cli.config.files import write
from tests.support.commands import Run
from tests.support.refusals import FAILED, WRONG_USE, assert_refused

# Headerless files, and why the first line is a row.
HEADERLESS = {
    "numbers and words": "39,Private,M,no\n50,State,F,yes\n38,Private,F,no\n" * 5,
    "words": "usual,proper,rec\npretentious,less,not\n" * 4,
    "numbers": "1,10,1\n4,11,2\n3,12,1\n2,13,2\n1,10,1\n",
    "two rows": "1,2,no\n3,4,yes\n",
    "spaces after commas": "39, Private, no\n50, State, yes\n39, State, no\n",
    "equal cells": "0,0,1\n1,0,0\n0,1,1\n0,0,0\n",
    "a missing first cell": "?,Private,no\n50,Private,yes\n38,State,no\n",
}

# Headers that could be mistaken.
NAMED = {
    "words above numbers": "a,b,y\n1,2,p\n3,4,q\n",
    "words above words": "sex,y\nm,p\nf,q\nm,q\n",
    "all words once": "name,town,y\nAnn,Rome,p\nBob,Bonn,q\n",
    "years": "country,2019,2020,y\n"
    + "".join(f"c{n},{n}.5,{n}.7,{'pq'[n % 2]}\n" for n in range(30)),
    "numbered by a program": "0,1,2\n" + "5,1,1\n0,2,0\n3,1,1\n" * 3,
    "a word that is a value": "no,sex,y\nno,m,p\nno,f,q\nyes,f,q\nno,m,p\n",
}


def load(folder: Path, content: str | bytes, **options: Any) -> cfsql.Table:
    path = folder / "file.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return cfsql.connect().load(path, label=-1, **options)


def rows(table: cfsql.Table) -> list[tuple[Any, ...]]:
    name = table.name
    return table.database.sql(f"select * exclude row_id from {name}").fetchall()


def names(table: cfsql.Table) -> list[str]:
    return [name for name, *_ in table.columns()][1:]


@pytest.mark.parametrize("content", HEADERLESS.values(), ids=HEADERLESS)
def test_a_first_row_is_not_lost_as_a_header(tmp_path: Path, content: str) -> None:
    lines = content.splitlines()
    with pytest.raises(BadFile, match=r"looks like a row.*header=False \(and names=\)"):
        load(tmp_path, content)
    assert len(rows(load(tmp_path, content, header=False))) == len(lines)
    width = lines[0].count(",") + 1
    given = [f"n{place}" for place in range(width)]
    named = load(tmp_path, content, names=",".join(given))
    assert (names(named), len(rows(named))) == (given, len(lines))


@pytest.mark.parametrize("content", NAMED.values(), ids=NAMED)
def test_a_header_is_taken_for_a_header(tmp_path: Path, content: str) -> None:
    table = load(tmp_path, content)
    assert names(table) == content.splitlines()[0].split(",")
    assert len(rows(table)) == content.count("\n") - 1


def test_whoever_knows_better_says_so(tmp_path: Path) -> None:
    table = load(tmp_path, HEADERLESS["two rows"], header=True)
    assert (names(table), rows(table)) == (["1", "2", "no"], [(3, 4, "yes")])
    table = load(tmp_path, NAMED["words above numbers"], header=True, names="u,v,w")
    assert (names(table), len(rows(table))) == (["u", "v", "w"], 2)
    with pytest.raises(BadFile, match="its first line has names; say header=True"):
        load(tmp_path, NAMED["words above numbers"], names="u,v,w")
    table = load(tmp_path, "a,b,y\n1,2,p\n", names=["u", "v,w", "z"], header=False)
    assert (names(table), len(rows(table))) == (["u", "v,w", "z"], 2)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("u,v", "names= has 2 names, and the file has 3 columns"),
        ("u,v,U", "names= has 'U' twice"),
        ("u,,v", "names= has an empty name"),
    ],
)
def test_names_are_one_for_each_column(tmp_path: Path, given: str, said: str) -> None:
    with pytest.raises(WrongUse, match=said):
        load(tmp_path, "1,2,p\n3,4,q\n", names=given)


def test_numbers_with_commas_and_other_marks_are_read(tmp_path: Path) -> None:
    semicolons = "amount;rate;y\n1,5;2;p\n2,25;3;q\n"
    assert rows(load(tmp_path, semicolons, decimal=",")) == [
        (1.5, 2, "p"),
        (2.25, 3, "q"),
    ]
    spaced = load(tmp_path, "A11 6 p\nA12 7 q\nA11 6 q\n", delimiter="space", header=0)
    assert rows(spaced)[0] == ("A11", 6, "p")
    tabs = load(tmp_path, "a,1\tb\ty\n1\t2\tp\n3\t4\tq\n", delimiter="\\t")
    assert names(tabs) == ["a,1", "b", "y"]
    quoted = load(tmp_path, "a,b,y\n1,'x,\"z',p\n3,'it''s',q\n", quote="'")
    assert rows(quoted) == [(1, 'x,"z', "p"), (3, "it's", "q")]
    bare = load(tmp_path, 'a,b,y\n1,5" pipe,p\n3,"x,q\n', quote="")
    assert rows(bare) == [(1, '5" pipe', "p"), (3, '"x', "q")]


def test_numbers_stay_numbers_beside_words_for_missing(tmp_path: Path) -> None:
    content = "age,job,y\n20,?,p\n?,clerk,q\n 30,NA,p\n41, ?,q\n,null,p\n"
    table = load(tmp_path, content, missing="?,NA,null")
    assert rows(table) == [
        (20, None, "p"),
        (None, "clerk", "q"),
        (30, None, "p"),
        (41, None, "q"),
        (None, None, "p"),
    ]
    assert table.profile().missing == {"row_id": 0, "age": 2, "job": 4, "y": 0}
    assert dict(each[:2] for each in table.columns())["age"] == "BIGINT"
    again = load(tmp_path, content, missing=["?", "NA,null"])
    assert again.profile().missing == table.profile().missing


@pytest.mark.parametrize("zipped", [False, True])
def test_lines_may_end_in_all_ways_at_once(tmp_path: Path, zipped: bool) -> None:
    import gzip

    content = b'a,b,y\r\n1,"x\r\ny",p\n3,4,q\r5,6,p\n\n7,"8\n",q'
    if zipped:
        path = tmp_path / "file.csv.gz"
        path.write_bytes(gzip.compress(content))
        table = cfsql.connect().load(path, label="y", table="file")
    else:
        table = load(tmp_path, content)
    assert rows(table) == [
        (1, "x\r\ny", "p"),
        (3, "4", "q"),
        (5, "6", "p"),
        (7, "8\n", "q"),
    ]


def test_blank_lines_marks_at_the_end_and_a_byte_order_mark(tmp_path: Path) -> None:
    expected = [(1, 2, "p"), (3, 4, "q")]
    assert rows(load(tmp_path, "\n\r\na,b,y\n\n1,2,p\n\n3,4,q\n\n")) == expected
    assert rows(load(tmp_path, b"\xef\xbb\xbf\na,b,y\n1,2,p\n3,4,q\n")) == expected
    ended = load(tmp_path, "a,b,y,\n1,2,p,\n3,4,q,\n")
    assert (rows(ended), names(ended)) == (expected, ["a", "b", "y"])
    (told,) = ended.remarks
    assert "left out, column 4 has no name and no values" in told
    kept = load(tmp_path, ",b,y\n0,2,p\n1,4,q\n")
    assert len(names(kept)) == 3
    assert kept.remarks == []


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("age,sex,age", "columns 1 and 3 are both called 'age'"),
        ("age,sex,Age", "columns 1 and 3 are called 'age' and 'Age', which SQL"),
    ],
)
def test_a_name_that_comes_twice_is_refused_with_both_places(
    tmp_path: Path, header: str, said: str
) -> None:
    content = f"{header},y\n1,2,3,p\n4,5,6,q\n"
    with pytest.raises(BadFile, match=f"{said}.*rename_duplicates=True"):
        load(tmp_path, content)
    table = load(tmp_path, content, rename_duplicates=True)
    assert len({name.lower() for name in names(table)}) == 4
    frame = pl.DataFrame({"a": ["u", "v"], "A": ["w", "x"], "y": ["p", "q"]})
    with pytest.raises(BadFile, match="columns 1 and 2 are called 'a' and 'A'"):
        cfsql.connect().load(frame, label="y")
    renamed = cfsql.connect().load(frame, label="y", rename_duplicates=True)
    assert len(renamed.profile().features) == 2


def test_features_that_are_named_are_the_only_ones(tmp_path: Path) -> None:
    content = "a,b,c,d,y\n1,2,3,4,p\n5,6,7,8,q\n"
    table = load(tmp_path, content, features="C,a", id="b")
    assert table.profile().features == {"a": 2, "c": 2}
    assert table.facts.ignored == ["d"]
    for wrong, said in (
        ({"features": "y"}, "column 'y' is the label"),
        ({"features": "a", "ignore": "a"}, "column 'a' is ignored"),
        ({"features": "aa"}, "no column 'aa'"),
    ):
        with pytest.raises(WrongUse, match=said):
            load(tmp_path, content, **wrong)


def test_an_option_for_text_is_refused_where_there_is_none(tmp_path: Path) -> None:
    frame = pl.DataFrame({"a": [1, 2], "y": ["p", "q"]})
    frame.write_parquet(tmp_path / "t.parquet")
    for source in (tmp_path / "t.parquet", frame):
        with pytest.raises(WrongUse, match="delimiter= is for CSV files"):
            cfsql.connect().load(source, label="y", delimiter=";")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"delimiter": "ab"}, "delimiter= is one character"),
        ({"delimiter": "\n"}, "delimiter= is one character"),
        ({"quote": "ab"}, "quote= is one character"),
        ({"decimal": ";"}, "decimal= is . or ,"),
        ({"decimal": ",", "delimiter": ","}, "cannot both be ','"),
    ],
)
def test_marks_that_cannot_be_meant_are_refused(
    options: dict[str, Any], said: str
) -> None:
    with pytest.raises(WrongUse, match=said):
        Reading.of(options)


def test_what_is_said_of_a_file_is_declared_once() -> None:
    declared = {name: each.default for name, each in options_of(FileOptions).items()}
    assert vars(Reading()) == declared


def test_the_command_line_the_log_and_settings_have_the_same(
    run: Run, tmp_path: Path
) -> None:
    content = "39;1,5;?;no\n50;2,5;x;yes\n39;3,5;x;no\n"
    (tmp_path / "raw.csv").write_text(content)
    assert_refused(run("load", "raw.csv"), FAILED, "raw.csv: its first line looks like")
    given = ("--no-header", "--names", "a,b,c,y", "--decimal", ",", "--missing", "?")
    done = run("load", "raw.csv", *given, "--features", "a,b")
    assert done.returncode == 0, done.stderr
    assert "raw: 3 rows, 2 features, label y" in done.stdout
    assert "missing values\n    c 1 (33.3%)" in done.stdout
    described = run("describe", "raw").stdout
    assert [line.split()[-1] for line in described.splitlines()[-5:]] == list("00010")
    with cfsql.connect(tmp_path / "cfsql.duckdb", read_only=True) as database:
        ((options,),) = database.sql("select options from cf.runs").fetchall()
    assert json.loads(options) == {
        "source": "raw.csv",
        "label": "y",
        "ignore": ["c"],
        "features": ["a", "b"],
        "header": False,
        "names": ["a,b,c,y"],
        "decimal": ",",
        "missing": ["?"],
    }
    ranked = run("rank", "raw.csv", *given, "--features", "a,b", "--format", "json")
    assert {each["row_id"] for each in json.loads(ranked.stdout)} == {1, 2, 3}
    write(
        tmp_path,
        '[load]\nheader = false\nnames = ["a", "b", "c", "y"]\ndecimal = ","\n'
        'missing = "?"\nfeatures = "a,b"\n',
    )
    again = run("load", "raw.csv", "--table", "again")
    assert again.stdout.splitlines()[1:] == done.stdout.splitlines()[1:]
    # What is set for CSV files is not for others.
    (tmp_path / "t.json").write_text('[{"a": 1, "b": 2, "y": 3}, {"a": 2, "y": 4}]')
    assert run("load", "t.json").returncode == 0
    loaded = run("rank", "--table", "raw", "--decimal", ",")
    assert_refused(loaded, WRONG_USE, "--decimal is for a SOURCE")


@pytest.mark.slow
def test_a_cell_of_a_million_characters_is_read(tmp_path: Path) -> None:
    table = load(tmp_path, f"a,b,y\n1,{'x' * 1_000_000},p\n3,4,q\n")
    assert [len(each[1]) for each in rows(table)] == [1_000_000, 1]


def test_a_first_line_with_the_columns_that_are_named_is_a_header(
    tmp_path: Path,
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,f,y\n1,a,y\n2,b,n\n3,a,y\n4,b,n\n5,a,y\n6,c,n\n")
    with cfsql.connect() as database:
        table = database.load(str(path), id="id", label="y")

        assert table.profile().n_rows == 6


@pytest.mark.slow
def test_a_line_that_gzip_expands_without_end_is_refused_and_not_kept(
    tmp_path: Path,
) -> None:
    path = tmp_path / "t.csv.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b"a,b,y\n1,")
        for _ in range(300):
            file.write(b"x" * 1_000_000)
        file.write(b",p\n")

    with cfsql.connect() as database, pytest.raises(BadFile) as caught:
        database.load(str(path), label="y")

    assert "line 2 has more than 50,000,000 characters" in str(caught.value)
