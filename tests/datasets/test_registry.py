"""The registry of the paper's tables, and its list."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from cfsql.datasets import DATASETS, find
from cfsql.datasets.dataset import file_name
from tests.support.commands import Run
from tests.support.refusals import WRONG_USE, assert_refused

ROOT = Path(__file__).parents[2]


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
