"""Fetching: downloaded, prepared, checked, put in its place."""

from __future__ import annotations

import csv
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import cfsql
from cfsql.datasets import DATASETS
from cfsql.datasets.download import Downloader
from cfsql.datasets.fetch import fetch
from cfsql.datasets.tables import csv_bytes
from tests.datasets.invented import CARS, PAGE, small
from tests.support import file_server
from tests.support.commands import Run
from tests.support.file_server import FileServer, cut_after, free_port, status
from tests.support.public_files import PUBLISHERS, address, bank, public_file
from tests.support.refusals import FAILED, INTERRUPTED, WRONG_USE, assert_refused


@pytest.mark.parametrize("name", DATASETS)
def test_a_dataset_is_fetched(server: FileServer, tmp_path: Path, name: str) -> None:
    dataset, content = small(name)
    server.files[address(dataset)] = content
    server.faults = [cut_after(20), status(503)]
    mirrored = Downloader(tmp_path / "cache", mirror=server.url, pauses=(0, 0))

    with cfsql.connect() as database:
        fetched = fetch(database, dataset, tmp_path, mirrored)
        again = fetch(database, dataset, tmp_path, mirrored)
        loaded = database.load(fetched.report.path, table="loaded", text=True, label=-1)

    assert fetched.report.path == tmp_path / f"{name}.csv"
    assert (fetched.is_new, again.is_new) == (True, False)
    assert fetched.report.is_same
    assert ("stand-in" in fetched.report.verdict) == (name == "loan")
    assert loaded.label == dataset.label
    assert loaded.facts.n_rows == dataset.n_rows
    assert len(server.asked) == 3


@pytest.fixture
def cars(server: FileServer) -> FileServer:
    """A server that has cars, as many as there should be."""
    server.files[address(DATASETS["cars"])] = PUBLISHERS["cars"](CARS)
    return server


@pytest.fixture
def fetching(run: Run, server: FileServer) -> Run:
    """`cfsql datasets fetch`, from the local server."""

    def run_fetch(*arguments: object, **more: Any) -> subprocess.CompletedProcess[str]:
        places = {"--mirror": server.url, "--cache": "cache", "--to": "data"}
        elsewhere = (
            word
            for option, place in places.items()
            if option not in arguments
            for word in (option, place)
        )
        return run("datasets", "fetch", *elsewhere, *arguments, **more)

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


@pytest.mark.real
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
