"""The paper's tables: the registry, and how they are prepared, fetched and checked."""

from __future__ import annotations

import csv
import hashlib
import itertools
import json
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import polars as pl
import pytest

import cfsql
from cfsql.datasets import DATASETS, Dataset, find
from cfsql.datasets.check import check
from cfsql.datasets.download import Downloader
from cfsql.datasets.fetch import fetch
from cfsql.datasets.prepare import prepare
from cfsql.datasets.registry import file_name
from cfsql.datasets.tables import csv_bytes
from cfsql.datasets.text_formats import Delimited
from cfsql.datasets.unix_compress import uncompress
from cfsql.errors import BadFile
from tests.conftest import Run
from tests.support import file_server
from tests.support.file_server import FileServer, cut_after, free_port, status
from tests.support.public_files import (
    PUBLISHERS,
    address,
    bank,
    compressed,
    invented,
    public_file,
    zipped,
)

ROOT = Path(__file__).parents[2]
FAILED, WRONG_USE, INTERRUPTED = 1, 2, 130


def first_name(dataset: Dataset) -> str:
    return file_name(dataset.source.urls[0])


# The registry.


def test_the_registry_has_the_twelve_tables_of_the_paper() -> None:
    assert len(DATASETS) == 12
    for name, dataset in DATASETS.items():
        assert dataset.name == name
        assert len(set(dataset.columns)) == len(dataset.features) + 1
        assert len(dataset.features) == dataset.paper.n_features
        assert dataset.n_classes == dataset.paper.n_classes
        assert len(dataset.sha256) == 64


def test_only_adult_and_the_stand_in_differ_from_the_paper_and_say_so() -> None:
    differing = {
        name: dataset.note
        for name, dataset in DATASETS.items()
        if dataset.n_rows != dataset.paper.n_rows
    }
    assert list(differing) == ["adult", "loan"]
    assert "44,842" in differing["adult"]
    assert "STAND-IN" in differing["loan"]
    assert [name for name, each in DATASETS.items() if each.is_stand_in] == ["loan"]


def test_whatever_was_inferred_has_a_note() -> None:
    inferred = [each for each in DATASETS.values() if each.inferred]
    assert {each.name for each in inferred} == {
        *("adult", "compas", "loan", "marketing", "retention")
    }
    assert all(each.note for each in inferred)


def test_files_come_over_https_from_public_sources_under_names_of_their_own() -> None:
    sources = {each.source.urls: each.source for each in DATASETS.values()}.values()
    urls = [urlsplit(url) for source in sources for url in source.urls]
    assert {url.scheme for url in urls} == {"https"}
    assert {url.hostname for url in urls} == {
        "archive.ics.uci.edu",
        "raw.githubusercontent.com",
    }
    names = [file_name(url.geturl()) for url in urls]
    assert len(set(names)) == len(names)
    assert "Training Dataset.arff" in names


def test_a_dataset_is_found_whatever_the_case_of_its_name() -> None:
    assert find("Adult") is DATASETS["adult"]


# Preparation: from the bytes of the public file to the table.


@pytest.mark.parametrize("name", DATASETS)
def test_a_table_is_made_from_the_public_file(name: str) -> None:
    dataset = DATASETS[name]
    rows = invented(dataset)

    table = prepare(dataset, first_name(dataset), public_file(dataset, rows))

    assert table.to_csv() == csv_bytes(dataset.columns, rows)


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


PAGE = b"<!DOCTYPE html>\n<html><p>Sorry, this is not here.</p></html>\n"


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


# Fetching: downloaded, prepared, checked, put in its place.


def small(name: str) -> tuple[Dataset, bytes]:
    """A dataset that expects a small invented table, and that table's public file."""
    dataset = DATASETS[name]
    rows = invented(dataset)
    by_features: dict[tuple[str, ...], set[str]] = {}
    for *features, label in rows:
        by_features.setdefault(tuple(features), set()).add(label)
    expecting = replace(
        dataset,
        n_rows=len(rows),
        n_classes=2,
        n_contradicted=sum(
            len(by_features[tuple(features)]) > 1 for *features, _ in rows
        ),
        sha256=hashlib.sha256(csv_bytes(dataset.columns, rows)).hexdigest(),
    )
    return expecting, public_file(dataset, rows)


@pytest.mark.parametrize("name", DATASETS)
def test_a_dataset_is_fetched(server: FileServer, tmp_path: Path, name: str) -> None:
    dataset, content = small(name)
    server.files[address(dataset)] = content
    server.faults = [cut_after(20), status(503)]
    mirrored = Downloader(tmp_path / "cache", mirror=server.url, pauses=(0, 0))

    with cfsql.connect() as database:
        fetched = fetch(database, dataset, tmp_path, mirrored)
        again = fetch(database, dataset, tmp_path, mirrored)
        loaded = database.load(fetched.report.path, table="loaded", text=True)

    assert fetched.report.path == tmp_path / f"{name}.csv"
    assert (fetched.is_new, again.is_new) == (True, False)
    assert fetched.report.is_same
    assert ("stand-in" in fetched.report.verdict) == (name == "loan")
    assert loaded.label == dataset.label
    assert loaded.facts.n_rows == dataset.n_rows
    assert len(server.asked) == 3


# The paper's cars are all combinations of their values; these have other labels.
CARS = [
    [*values, f"class {sum(map(len, values)) % 4}"]
    for values in itertools.product(
        ("vhigh", "high", "med", "low"),
        ("vhigh", "high", "med", "low"),
        ("2", "3", "4", "5more"),
        ("2", "4", "more"),
        ("small", "med", "big"),
        ("low", "med", "high"),
    )
]


@pytest.fixture
def cars(server: FileServer) -> FileServer:
    """A server that has cars, as many as there should be."""
    server.files[address(DATASETS["cars"])] = PUBLISHERS["cars"](CARS)
    return server


@pytest.fixture
def fetching(run: Run, server: FileServer) -> Run:
    """`cfsql datasets fetch`, from the local server."""

    def run_fetch(*arguments: object, **more: Any) -> subprocess.CompletedProcess[str]:
        places = ["--mirror", server.url, "--cache", "cache", "--to", "data"]
        return run("datasets", "fetch", *places, *arguments, **more)

    return run_fetch


def test_the_command_fetches_and_says_so(
    cars: FileServer, fetching: Run, run: Run, tmp_path: Path
) -> None:
    done = fetching("cars")

    assert done.returncode == 0
    assert done.stdout == f"{Path('data') / 'cars.csv'}\n"
    assert done.stderr.splitlines() == [
        f"cfsql: downloading {cars.url}/car%2Bevaluation.zip",
        "cfsql: cars: 1,728 rows, 6 features, 4 classes, as expected in size, but with "
        "other values or in another order; now in data",
    ]
    assert (tmp_path / "data" / "cars.csv").read_bytes() == csv_bytes(
        DATASETS["cars"].columns, CARS
    )
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["cars.csv"]
    assert run("load", "data/cars.csv").returncode == 0
    again = fetching("cars")
    assert "already in data" in again.stderr
    assert (again.returncode, len(cars.asked)) == (0, 1)


def test_the_command_uses_the_users_cache(
    cars: FileServer, run: Run, tmp_path: Path
) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems have other folders")
    options = ["--mirror", cars.url, "--to", "data", "--quiet"]

    run("datasets", "fetch", "cars", *options, XDG_CACHE_HOME=str(tmp_path / "kept"))

    kept = tmp_path / "kept" / "cfsql" / "datasets"
    assert [path.name for path in kept.iterdir()] == ["car+evaluation.zip"]


def test_all_real_tables_are_fetched_value_by_value(
    server: FileServer, fetching: Run, datasets: Path, tmp_path: Path
) -> None:
    tables = {
        name: list(csv.reader((datasets / f"{name}.csv").open(newline="")))[1:]
        for name in DATASETS
    }
    for name, dataset in DATASETS.items():
        server.files[address(dataset)] = public_file(dataset, tables[name])
    at = DATASETS["portugal_bank"].features.index("duration")
    full = [[*row[:at], "1", *row[at:]] for row in tables["marketing"]]
    both = bank(full, tables["portugal_bank"])
    server.files[address(DATASETS["marketing"])] = both

    done = fetching("--all")

    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 12
    assert "note: loan: STAND-IN" in done.stderr
    for name in DATASETS:
        assert f"cfsql: {name}: " in done.stderr
        written = tmp_path / "data" / f"{name}.csv"
        assert written.read_bytes() == (datasets / f"{name}.csv").read_bytes()
    # Two tables are in one file.
    assert len(server.asked) == 11


def assert_refused(
    done: subprocess.CompletedProcess[str], code: int, *said: str
) -> None:
    """One line on stderr that says these things, no result, and the exit code."""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    for words in ("cfsql: ", *said):
        assert words in done.stderr
    assert (done.stdout, done.returncode) == ("", code)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["adlt"], "no dataset 'adlt' in cfsql datasets list; did you mean 'adult'?"),
        (["cars", "portugal-bank"], "did you mean 'portugal_bank'?"),
        ([], "fetch what? Give names or --all"),
        (["cars", "--all"], "one of the two"),
        (["cars", "--mirror", "/tmp"], "--mirror takes an https address"),
        (["cars", "--to", "a file"], "cannot make the folder a file"),
        (["cars", "--to", "a file/data"], "cannot make the folder a file/data"),
        (["cars", "--cache", "a file"], "cannot keep downloads in a file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_request_to_fetch_is_refused(
    fetching: Run, tmp_path: Path, arguments: list[str], said: str
) -> None:
    (tmp_path / "a file").write_text("mine")

    assert_refused(fetching("--quiet", *arguments), WRONG_USE, said)

    assert (tmp_path / "a file").read_text() == "mine"


def test_fetch_needs_a_folder(run: Run) -> None:
    assert_refused(run("datasets", "fetch", "cars"), WRONG_USE, "--to")


def test_the_command_says_what_to_do_without_a_network(run: Run) -> None:
    mirror = f"http://127.0.0.1:{free_port()}"
    done = run(
        *("datasets", "fetch", "adult", "cars", "--to", "data", "--quiet"),
        *("--mirror", mirror, "--cache", "kept"),
    )

    assert_refused(done, FAILED, "adult, cars: cannot reach 127.0.0.1", "kept")


def test_the_command_says_which_file_is_not_there(fetching: Run) -> None:
    done = fetching("retention", "--quiet")

    page = "https://archive.ics.uci.edu/dataset/697/predict"
    assert_refused(done, FAILED, "retention: ", "404 Not Found", page)


def test_one_failure_does_not_keep_the_others_back(
    cars: FileServer, fetching: Run, tmp_path: Path
) -> None:
    done = fetching("adult", "cars", "retention", "--quiet")

    assert done.returncode == FAILED
    assert done.stdout == f"{Path('data') / 'cars.csv'}\n"
    assert [line.split(": ")[1] for line in done.stderr.splitlines()] == [
        "adult",
        "retention",
    ]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (CARS[:-28], ["1,700 rows instead of 1,728"]),
        (
            [[*row[:-1], "good"] for row in CARS],
            ["1 class instead of 4"],
        ),
        (
            [["low", *row[1:]] for row in CARS],
            ["contradicted rows instead of 0"],
        ),
        ([row[1:] for row in CARS], ["car+evaluation.zip: there are no rows"]),
        (
            [*CARS[:5], ["x", "y"]],
            ["car+evaluation.zip: line 6 has 2 values instead of 7"],
        ),
    ],
    ids=["rows", "classes", "contradictions", "features", "ragged"],
)
def test_a_table_of_another_shape_is_refused_and_not_written(
    cars: FileServer, fetching: Run, tmp_path: Path, rows: list[list[str]], said: Any
) -> None:
    cars.files[address(DATASETS["cars"])] = PUBLISHERS["cars"](rows)

    done = fetching("cars", "--quiet")

    assert_refused(done, FAILED, "cars: ", "car+evaluation.zip", *said, "--force")
    assert list((tmp_path / "data").iterdir()) == []


def test_a_wrong_download_is_replaced_by_force(
    cars: FileServer, fetching: Run, tmp_path: Path
) -> None:
    right = cars.files[address(DATASETS["cars"])]
    cars.files[address(DATASETS["cars"])] = PAGE
    assert_refused(fetching("cars", "--quiet"), FAILED, "not a zip file", "--force")
    cars.files[address(DATASETS["cars"])] = right
    assert_refused(fetching("cars", "--quiet"), FAILED, "not a zip file", "--force")

    assert fetching("cars", "--quiet", "--force").returncode == 0
    assert (tmp_path / "data" / "cars.csv").exists()


def test_a_file_of_the_user_is_replaced_by_force_only(
    cars: FileServer, fetching: Run, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    mine = tmp_path / "data" / "cars.csv"
    mine.write_text("my,class\n1,2\n")

    done = fetching("cars", "--quiet")

    assert_refused(done, WRONG_USE, "exists and is wrong: 1 row instead of 1,728")
    assert mine.read_text() == "my,class\n1,2\n"
    assert cars.asked == []
    assert fetching("cars", "--quiet", "--force").returncode == 0
    assert mine.read_bytes() == csv_bytes(DATASETS["cars"].columns, CARS)


def test_an_interrupted_download_goes_on_later(
    cars: FileServer, fetching: Run, tmp_path: Path
) -> None:
    cars.faults = [file_server.stall]
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "cfsql", "datasets", "fetch", "cars"),
            *("--mirror", cars.url, "--cache", "cache", "--to", "data"),
        ],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    part = tmp_path / "cache" / "car+evaluation.zip.part"
    for _ in range(600):
        if (part.exists() and part.stat().st_size) or process.poll() is not None:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)

    assert process.returncode == INTERRUPTED
    assert "interrupted; what has come is kept" in said.splitlines()[-1]
    assert not (tmp_path / "data" / "cars.csv").exists()
    n_bytes = part.stat().st_size
    assert fetching("cars").returncode == 0
    assert cars.asked[-1] == ("/car+evaluation.zip", f"bytes={n_bytes}-")


# Checking.


def test_the_real_tables_are_as_expected(datasets: Path, run: Run) -> None:
    done = run("datasets", "check", datasets)

    assert done.returncode == 0, done.stdout
    verdicts = {line.split()[0]: line for line in done.stdout.splitlines()[2:]}
    assert list(verdicts) == sorted(f"{name}.csv" for name in DATASETS)
    for file, line in verdicts.items():
        ending = "as expected (a stand-in)" if file == "loan.csv" else "as expected"
        assert line.endswith(ending)


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """A folder with some tables that are called like datasets."""
    folder = tmp_path / "tables"
    folder.mkdir()
    columns = DATASETS["cars"].columns
    (folder / "cars.csv").write_bytes(csv_bytes(columns, CARS))
    pl.DataFrame(CARS, schema=list(columns), orient="row").write_parquet(
        folder / "cars.parquet"
    )
    (folder / "other.csv").write_text("a,b\n1,2\n")
    return folder


def test_tables_that_are_as_expected_are_said_to_be(run: Run, tables: Path) -> None:
    done = run("datasets", "check", "tables")

    assert done.returncode == 0
    assert done.stdout.count("as expected in size") == 2
    assert "other.csv" not in done.stdout
    assert done.stderr.startswith("cfsql: not there: adult, bach, chess, compas")


def test_tables_that_are_not_as_expected_are_said_to_be_wrong(
    run: Run, tables: Path
) -> None:
    (tables / "cars.csv").write_bytes(csv_bytes(DATASETS["cars"].columns, CARS[:9]))
    (tables / "chess.csv").write_text("a,b\n1,2\n")
    (tables / "bach.csv").write_text("")
    (tables / "adult.parquet").write_text("no parquet, only text")

    done = run("datasets", "check", "tables", "--quiet")

    assert done.returncode == FAILED
    said = {line.split()[0]: line for line in done.stdout.splitlines()[2:]}
    assert "9 rows instead of 1,728" in said["cars.csv"]
    assert "as expected" in said["cars.parquet"]
    assert "no column 'white_depth_of_win'" in said["chess.csv"]
    assert "is empty" in said["bach.csv"]
    assert "is not a Parquet file" in said["adult.parquet"]
    assert done.stderr == (
        "cfsql: not as expected in tables: "
        "adult.parquet, bach.csv, cars.csv, chess.csv\n"
    )


def test_a_check_for_programs_has_what_was_found_and_expected(
    run: Run, tables: Path
) -> None:
    (tables / "cars.csv").write_bytes(csv_bytes(DATASETS["cars"].columns, CARS[:9]))

    done = run("datasets", "check", "tables", "--format", "json", "--quiet")

    wrong, right = json.loads(done.stdout)
    assert wrong["file"] == str(Path("tables") / "cars.csv")
    assert (wrong["rows"], wrong["is_right"], wrong["is_same"]) == (9, False, False)
    assert wrong["expected"] == {
        **{"rows": 1728, "features": 6, "classes": 4, "contradicted": 0}
    }
    assert wrong["problems"][0] == "9 rows instead of 1,728"
    assert (right["rows"], right["is_right"], right["is_same"]) == (1728, True, False)


def test_a_column_of_another_name_is_found(tmp_path: Path) -> None:
    columns = ["price", *DATASETS["cars"].columns[1:]]
    (tmp_path / "cars.csv").write_bytes(csv_bytes(columns, CARS))

    with cfsql.connect() as database:
        report = check(database, DATASETS["cars"], tmp_path / "cars.csv")

    assert report.problems == ("no column 'buying'",)


def test_parquet_is_the_same_table_as_csv(tmp_path: Path) -> None:
    dataset, content = small("chess")
    table = prepare(dataset, "chess.zip", content)
    frame = pl.DataFrame(table.rows, schema=table.columns, orient="row")
    frame.write_parquet(tmp_path / "chess.parquet")

    with cfsql.connect() as database:
        report = check(database, dataset, tmp_path / "chess.parquet")

    assert report.is_same


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("nowhere", "nowhere is not there; give the folder"),
        ("a file", "a file is a file; give the folder"),
        (".", "no dataset is in .; to get some: cfsql datasets fetch --all --to ."),
    ],
)
def test_a_folder_without_tables_is_refused(
    run: Run, tmp_path: Path, folder: str, said: str
) -> None:
    (tmp_path / "a file").write_text("mine")

    assert_refused(run("datasets", "check", folder), WRONG_USE, said)


# The list.


def test_the_list_for_programs_has_everything(run: Run) -> None:
    records = json.loads(run("datasets", "list", "--format", "json").stdout)

    assert records == [dataset.to_dict() for dataset in DATASETS.values()]
    lines = run("datasets", "list", "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line) for line in lines] == records
    adult = records[0]
    assert adult["urls"] == ["https://archive.ics.uci.edu/static/public/2/adult.zip"]
    assert adult["paper"] == {"rows": 44842, "features": 14, "classes": 2}
    assert adult["feature_names"][:2] == ["age", "workclass"]


def test_the_list_needs_no_database_engine() -> None:
    code = (
        "import sys\n"
        "from cfsql.cli import main\n"
        "sys.argv = ['cfsql', 'datasets', 'list']\n"
        "try:\n"
        "    main()\n"
        "except SystemExit:\n"
        "    pass\n"
        "print({'duckdb', 'polars', 'pyarrow', 'pandas', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "set()"


def test_the_document_has_the_list_and_every_preparation(run: Run) -> None:
    document = (ROOT / "docs" / "datasets.md").read_text(encoding="utf-8")
    words = " ".join(document.split())

    for line in run("datasets", "list", "--format", "markdown").stdout.splitlines():
        assert line.rstrip() in document
    for dataset in DATASETS.values():
        assert dataset.preparation in words
        assert dataset.inferred is None or dataset.inferred in words


def test_a_wrong_command_of_the_group_is_one_line(run: Run) -> None:
    assert_refused(run("datasets", "fech"), WRONG_USE, "fetch")
    assert_refused(run("datasets", "list", "--format", "xml"), WRONG_USE, "not 'xml'")
