"""Every DuckDB client opens the file, under every name, and reads all that is in it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.clients.asking import (
    ATTACHED,
    CLIENTS,
    DIRECT,
    HERE,
    IN_VIEW,
    NAMES,
    Way,
    answers,
    as_text,
    asked,
    needs,
    run,
)

pytestmark = pytest.mark.clients


def assert_same(found: list[str | None], expected: list[str | None]) -> None:
    """Every answer is the expected one, and there are some in each."""
    assert len(found) == len(expected)
    wrong = [
        f"{statement}\n    {answer}"
        for statement, answer, wanted in zip(asked(), found, expected, strict=True)
        if answer != wanted
    ]
    assert not wrong, "\n".join(wrong)
    empty = [
        statement
        for statement, answer in zip(asked(), found, strict=True)
        if answer is None
    ]
    # Nobody differs from another by sex alone.
    assert empty == ['select * from main."recidivism_audit_unequal"']


@pytest.mark.parametrize("way", [DIRECT, ATTACHED, IN_VIEW], ids=str)
@pytest.mark.parametrize("client", NAMES)
def test_a_client_reads_everything(
    client: str, way: Way, shared_file: Path, expected: list[str | None]
) -> None:
    assert_same(answers(client, shared_file, way), expected)


@pytest.mark.parametrize(
    ("name", "cf"),
    [("my file.duckdb", "cf"), ("people.v2.db", "cf"), ("cf.duckdb", "cf.cf")],
)
@pytest.mark.parametrize("client", NAMES)
def test_the_file_may_have_any_name(
    client: str,
    name: str,
    cf: str,
    shared_file: Path,
    tmp_path: Path,
    expected: list[str | None],
) -> None:
    path = Path(shutil.copy(shared_file, tmp_path / name))
    assert_same(answers(client, path, DIRECT, cf), expected)
    assert_same(answers(client, path, IN_VIEW), expected)


@pytest.mark.parametrize("kind", ["view", "table"])
def test_models_of_dbt_read_everything(
    kind: str, shared_file: Path, tmp_path: Path, expected: list[str | None]
) -> None:
    folder = needs(CLIENTS / "dbt", "bin/dbt") / "bin"
    attached = {"path": str(shared_file), "alias": "cases", "read_only": True}
    output = {"type": "duckdb", "path": "made.duckdb", "attach": [attached]}
    profile = {"asked": {"target": "dev", "outputs": {"dev": output}}}
    project = {"name": "asked", "profile": "asked", "version": "1.0.0"}
    # JSON is YAML.
    (tmp_path / "profiles.yml").write_text(json.dumps(profile))
    (tmp_path / "dbt_project.yml").write_text(json.dumps(project))
    (tmp_path / "models").mkdir()
    statements = asked("cases.")
    for number, statement in enumerate(statements):
        model = f"{{{{ config(materialized='{kind}') }}}}\n{statement}\n"
        (tmp_path / "models" / f"asked_{number}.sql").write_text(model)

    run([str(folder / "dbt"), "run", "--quiet", "--profiles-dir", "."], cwd=tmp_path)

    made = [as_text(f"select * from asked_{n}") for n in range(len(statements))]
    before = [f"attach '{shared_file}' as cases (read_only)"]
    request = {
        "database": str(tmp_path / "made.duckdb"),
        "before": before,
        "statements": made,
    }
    command = [str(folder / "python"), str(HERE / "ask.py")]
    assert_same(json.loads(run(command, json.dumps(request))), expected)
