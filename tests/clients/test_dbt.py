"""The worked project of dbt runs as its README says."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest

from tests.clients.asking import CLIENTS, needs, run

pytestmark = pytest.mark.clients

PACKAGE = Path(__file__).parents[2] / "integrations" / "dbt"


def test_decisions_become_letters(tmp_path: Path) -> None:
    dbt = str(needs(CLIENTS / "dbt", "bin/dbt") / "bin" / "dbt")
    shutil.copytree(PACKAGE, tmp_path / "dbt")
    project = tmp_path / "dbt" / "example"
    for words in (["deps"], ["build"]):
        run([dbt, *words, "--quiet", "--profiles-dir", "."], cwd=project)
    with duckdb.connect(str(project / "letters.duckdb"), read_only=True) as database:
        letters = dict(database.sql("select person, letter from letters").fetchall())
    assert sorted(letters) == [104, 105, 107, 108, 110, 111, 112]
    assert "Had income been high instead of low" in letters[105]
    assert "row " not in "".join(letters.values())
