"""What is stored: views that work in every client, and little beside them."""

from __future__ import annotations

import random
from pathlib import Path

import duckdb
import pytest

from tests.support.commands import Run

ROW = "where row_id = 1 order by rank, counterfactual_id"


@pytest.mark.parametrize(
    ("name", "as_name"), [("cfsql.duckdb", "other"), ("cases.duckdb", "cfsql")]
)
def test_results_are_read_under_whatever_name_the_file_is_attached(
    run: Run, example_csv: Path, tmp_path: Path, name: str, as_name: str
) -> None:
    run("load", example_csv, "--db", name)
    run("rank", "--table", "recidivism", "--db", name)
    with duckdb.connect() as connection:
        connection.execute(f"attach '{tmp_path / name}' as {as_name} (read_only)")
        for kind in ("ranked", "optimal"):
            rows = connection.execute(
                f"select counterfactual_id, explanation from "
                f"{as_name}.main.recidivism_{kind} {ROW}"
            ).fetchall()
            assert rows[0] == (2, "sex: male → female, race: Caucasian → African")


def test_a_name_that_looks_like_a_call_is_no_call(run: Run, example_csv: Path) -> None:
    run("load", example_csv, "--table", "the gap (1)")
    assert run("rank", "--table", "the gap (1)").returncode == 0
    shown = run("sql", f'select explanation from "the gap (1)_ranked" {ROW}')
    assert "sex: male → female, race: Caucasian → African" in shown.stdout


def test_ranked_rows_are_listed_best_first(run: Run, example_csv: Path) -> None:
    run("load", example_csv)
    listed = run("rank", "--table", "recidivism", "--format", "csv").stdout
    ordered = run(
        *("sql", "from recidivism_ranked order by row_id, rank, counterfactual_id"),
        *("--format", "csv"),
    ).stdout
    assert listed == ordered


def test_nothing_is_left_of_dropped_results(
    run: Run, example_csv: Path, tmp_path: Path
) -> None:
    run("load", example_csv)
    run("rank", "--table", "recidivism", "--into", "first")
    run("rank", "--table", "recidivism")
    run("drop", "first")
    with duckdb.connect(str(tmp_path / "cfsql.duckdb"), read_only=True) as connection:
        named = connection.execute(
            "select table_name from duckdb_tables() where table_name like 'first%'"
        ).fetchall()
        backing = connection.execute(
            "select table_name from duckdb_tables() where schema_name = 'cf_internal'"
            " and table_name like 'recidivism%'"
        ).fetchall()
    assert not named
    # Seven of the encoding, three of the ranking.
    assert len(backing) == 10, backing


def test_a_table_of_another_version_is_not_misread(
    run: Run, example_csv: Path, tmp_path: Path
) -> None:
    run("load", example_csv)
    run("rank", "--table", "recidivism")
    with duckdb.connect(str(tmp_path / "cfsql.duckdb")) as connection:
        connection.execute(
            "update cf_internal.recidivism_features set n_bits = n_bits + 1"
        )
        connection.execute(
            "create table was as from recidivism_ranked;"
            "drop view recidivism_ranked; alter table was rename to recidivism_ranked"
        )
    done = run("rank", "--table", "recidivism")
    assert done.returncode == 1
    assert "load it again" in done.stderr
    assert run("load", example_csv, "--replace").returncode == 0
    assert run("rank", "--table", "recidivism").returncode == 0


def test_little_memory_gives_the_same_answers(run: Run, tmp_path: Path) -> None:
    chance = random.Random(2)
    lines = ["a,b,c,d,e,f,label"]
    for _ in range(20_000):
        values = [str(chance.randrange(1 + chance.randrange(12))) for _ in range(6)]
        lines.append(",".join([*values, chance.choice("XY")]))
    path = tmp_path / "cases.csv"
    path.write_text("\n".join(lines))
    answers = []
    for limit in ("80MB", "4GB"):
        done = run(
            *("load", path, "--replace", "--memory-limit", limit),
        )
        assert done.returncode == 0, done.stderr
        done = run("rank", "--table", "cases", "--memory-limit", limit)
        assert done.returncode == 0, done.stderr
        figures = "count(*), sum(power), sum(ball_size), sum(rank)"
        answers.append(run("sql", f"select {figures} from cases_ranked").stdout)
    assert answers[0] == answers[1]
    assert not list(tmp_path.glob("cfsql.duckdb?*"))
