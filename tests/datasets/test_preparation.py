"""Preparation: from the bytes of the public file to the table."""

from __future__ import annotations

import csv
import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

from cfsql.datasets import DATASETS, Dataset
from cfsql.datasets.dataset import file_name
from cfsql.datasets.prepare import prepare
from cfsql.datasets.tables import csv_bytes
from cfsql.datasets.text_formats import Delimited
from cfsql.datasets.unix_compress import uncompress
from cfsql.errors import BadFile
from tests.datasets.invented import PAGE
from tests.support.public_files import compressed, invented, public_file, zipped


def first_name(dataset: Dataset) -> str:
    return file_name(dataset.source.urls[0])


@pytest.mark.parametrize("name", DATASETS)
def test_a_table_is_made_from_the_public_file(name: str) -> None:
    dataset = DATASETS[name]
    rows = invented(dataset)

    table = prepare(dataset, first_name(dataset), public_file(dataset, rows))

    assert table.to_csv() == csv_bytes(dataset.columns, rows)


@pytest.mark.real
@pytest.mark.parametrize("name", DATASETS)
def test_a_real_table_is_made_value_by_value(datasets: Path, name: str) -> None:
    dataset = DATASETS[name]
    _, *rows = csv.reader((datasets / f"{name}.csv").open(newline=""))

    table = prepare(dataset, first_name(dataset), public_file(dataset, rows))

    assert table.to_csv() == (datasets / f"{name}.csv").read_bytes()
    assert hashlib.sha256(table.to_csv()).hexdigest() == dataset.sha256


def test_adult_is_both_its_files_without_blanks_remark_and_final_dots() -> None:
    values = "Private, 1, HS-grad, 9, Divorced, ?, Wife, Black, Female, 0, 0, 40, Cuba"
    train = f"52, {values}, >50K\n\n"
    test = f"|1x3 Cross validator\n31, {values}, <=50K.\n\n"
    archive = zipped(**{"adult.data": train.encode(), "adult.test": test.encode()})

    table = prepare(DATASETS["adult"], "adult.zip", archive)

    assert table.columns[-1] == "income"
    assert table.to_csv().decode().splitlines()[1:] == [
        "52,Private,1,HS-grad,9,Divorced,?,Wife,Black,Female,0,0,40,Cuba,>50K",
        "31,Private,1,HS-grad,9,Divorced,?,Wife,Black,Female,0,0,40,Cuba,<=50K",
    ]


@pytest.mark.parametrize("name", ["bach", "chess", "cars"])
def test_a_file_may_begin_with_the_names_or_not(name: str) -> None:
    dataset = DATASETS[name]
    assert isinstance(dataset.format, Delimited)
    assert dataset.format.names is not None
    names = dataset.format.names
    row = ",".join(f" v{n}" for n in range(len(names)))

    with_names = prepare(dataset, "x.data", f"{','.join(names)}\n{row}\n".encode())

    assert with_names == prepare(dataset, "x.data", f"{row}\n".encode())
    assert len(with_names.rows) == 1


def test_arff_may_have_comments_quotes_and_capitals() -> None:
    names = list(DATASETS["phishing"].columns)
    attributes = [f"@ATTRIBUTE '{name}' {{-1,1}}" for name in names]
    values = ",".join(["1"] * len(names))
    text = "\n".join(["% a remark", *attributes, "@DATA", "% another", values, ""])

    table = prepare(DATASETS["phishing"], "phishing.arff", text.encode())

    assert table.columns == names
    assert table.rows == [["1"] * len(names)]


@pytest.mark.parametrize("size", [0, 1, 300, 5_000, 200_000])
@pytest.mark.parametrize("clear_every", [1_000, 50_000, 10**9])
def test_what_compress_has_compressed_is_read(size: int, clear_every: int) -> None:
    content = hashlib.shake_256(b"seed").digest(size).translate(b"abcdefg\n" * 32)
    packed = compressed(content, clear_every=clear_every)
    if shutil.which("gzip"):
        independent = subprocess.run(
            ["gzip", "-dc"], input=packed, capture_output=True, check=True
        )
        assert independent.stdout == content

    assert uncompress(packed) == content


@pytest.mark.parametrize(
    ("name", "file", "content", "said"),
    [
        ("adult", "adult.zip", PAGE, "adult.zip: not a zip file"),
        ("adult", "adult.zip", b"", "adult.zip: not a zip file"),
        ("cars", "c.zip", zipped(x=b"1,2"), "it has no car.data, only x"),
        ("cars", "c.zip", zipped(), "not a zip file"),
        ("cars", "c.zip", zipped(**{"car.data": b"a,b" * 99})[:60], "damaged zip file"),
        ("cars", "car.data", b"a,b,c,d,e,f,g\na,b\n", "line 2 has 2 values instead"),
        ("compas", "compas.csv", PAGE, "there are no names between ','"),
        ("compas", "compas.csv", b"a,b\n1,2\n", "there is no column 'c_charge_desc'"),
        ("compas", "compas.csv", b"a,b\n1,2,3\n", "line 2 has 3 values instead of 2"),
        ("compas", "compas.csv", b'a,b\n1,"' + b"x" * 200_000, "no column"),
        ("phishing", "p.arff", PAGE, "there is no line @data"),
        ("phishing", "p.arff", b"@attribute a\n\n@data\n1,2\n", "line 4 has 2 values"),
        ("mushrooms", "expanded.Z", b"\x1f\x9d", "cut off"),
        ("mushrooms", "expanded.Z", b"\x1f\x9d\x90" + b"\xff" * 9, "damaged"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_something_else_is_refused(
    name: str, file: str, content: bytes, said: str
) -> None:
    with pytest.raises(BadFile, match=f"^{file}: ") as caught:
        prepare(DATASETS[name], file, content)

    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
