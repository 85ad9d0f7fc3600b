"""The paper's running example, to the letter, through every door."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import cfsql
from tests.oracle.brute_force import RUNNING_EXAMPLE, RUNNING_EXAMPLE_FEATURES, rank
from tests.support.commands import Run

ROW_1 = [
    {
        "counterfactual_id": 2,
        "distance": 2,
        "explanation": "sex: male → female, race: Caucasian → African",
        "rank": 1,
        "is_optimal": True,
        "power": 3,
        "ball_size": 5,
        "typicality": 1.0,
        "capacity": 3 / 5,
        "universality": 3 / 5,
    },
    {
        "counterfactual_id": 7,
        "distance": 2,
        "explanation": "sex: male → female, age: <25 → >45",
        "rank": 2,
        "is_optimal": False,
        "power": 2,
    },
]

# A DuckDB client that has never heard of cfsql.
CLIENT = """
import duckdb, json, sys
rows = duckdb.connect(sys.argv[1], read_only=True).execute(sys.argv[2])
names = [column[0] for column in rows.description]
print(json.dumps([dict(zip(names, row)) for row in rows.fetchall()]))
"""


def ask_duckdb(database: Path, query: str) -> list[dict[str, object]]:
    done = subprocess.run(
        [sys.executable, "-c", CLIENT, database, query],
        capture_output=True,
        text=True,
        check=True,
    )
    rows: list[dict[str, object]] = json.loads(done.stdout)
    return rows


def assert_row_1(found: list[dict[str, object]]) -> None:
    assert len(found) == len(ROW_1)
    for row, expected in zip(found, ROW_1, strict=True):
        assert {name: row[name] for name in expected} == expected


def test_in_python(example_csv: Path) -> None:
    with cfsql.connect() as database:
        table = database.load(example_csv, label=-1)
        ranking = table.rank()
        explanation = table.explain(row=1)
        expected = rank(RUNNING_EXAMPLE_FEATURES, RUNNING_EXAMPLE, label_column="score")

        assert ranking.pl().to_dicts() == expected.ranked
        assert ranking.summary.pl().to_dicts() == expected.summary
    assert_row_1(explanation.pl().to_dicts())
    assert (explanation.is_unique, explanation.gap) == (True, 1 / 3)
    assert explanation.sentence == (
        "Had sex been female instead of male and race African instead of Caucasian, "
        "score would have been Low instead of Med, as it was for row 2."
    )


def test_on_the_command_line(run: Run, example_csv: Path) -> None:
    run("load", example_csv)
    run("rank", "--table", "recidivism")
    explained = json.loads(
        run(
            *("explain", "--table", "recidivism", "--row", 1, "--format", "json")
        ).stdout
    )
    stored = run(
        *("sql", "select * from recidivism_ranked where row_id = 1 order by rank"),
        *("--format", "json"),
    )
    summary = run(
        "sql", "select * from recidivism_summary where row_id = 1", "--format", "json"
    )

    assert_row_1(explained["counterfactuals"])
    assert_row_1(json.loads(stored.stdout))
    assert json.loads(summary.stdout) == [
        {
            "row_id": 1,
            "label": "Med",
            "min_distance": 2,
            "n_minimal": 2,
            "n_optimal": 1,
            "is_unique": True,
            "power": 3,
            "second_power": 2,
            "gap": 1 / 3,
            "margin": 1,
            "is_contradicted": False,
            "optimal_id": 2,
            "explanation": "sex: male → female, race: Caucasian → African",
            "sentence": "Had sex been female instead of male and race African instead "
            "of Caucasian, score would have been Low instead of Med, as it was for row "
            "2.",
            "n_listed": 2,
            "sureness": "fair",
            "sureness_reason": "only one case is like this answer; without it "
            "another answer would be the best",
        }
    ]


@pytest.mark.parametrize(
    ("file", "schema"), [("cfsql.duckdb", "cf"), ("cf.duckdb", "cf.cf")]
)
def test_in_a_duckdb_client_without_cfsql(
    run: Run, example_csv: Path, tmp_path: Path, file: str, schema: str
) -> None:
    # In a file called cf.duckdb, the schema needs the database's name before it.
    run("load", example_csv, "--db", file)
    database = tmp_path / file
    # DuckDB's own words, before a macro could say anything; the README explains them.
    with pytest.raises(subprocess.CalledProcessError) as refused:
        ask_duckdb(database, f"from {schema}.explain('recidivism', 1)")
    assert "recidivism_ranked does not exist" in refused.value.stderr
    run("rank", "--table", "recidivism", "--db", file)

    assert_row_1(ask_duckdb(database, f"from {schema}.explain('recidivism', 1)"))
    assert_row_1(
        ask_duckdb(database, "from recidivism_ranked where row_id = 1 order by rank")
    )
    assert_row_1(
        [
            *ask_duckdb(database, "from recidivism_optimal where row_id = 1"),
            *ask_duckdb(
                database, "from recidivism_ranked where row_id = 1 and not is_optimal"
            ),
        ]
    )
    (runs,) = ask_duckdb(
        database,
        f"select list(command order by finished_at) as commands from {schema}.runs",
    )
    assert runs == {"commands": ["load", "rank"]}


def test_every_result_column_says_what_it_is(example_csv: Path) -> None:
    with cfsql.connect() as database:
        database.load(example_csv, label=-1).rank()
        silent = database.connection.sql(
            "select table_name, column_name from duckdb_columns() "
            "where not internal and schema_name = 'main' and comment is null "
            "and table_name <> 'recidivism'"
        ).fetchall()
    assert silent == []


def test_results_work_under_whatever_name_the_database_is_attached(
    run: Run, example_csv: Path, tmp_path: Path
) -> None:
    import duckdb

    run("load", example_csv)
    run("rank", "--table", "recidivism")
    with duckdb.connect() as connection:
        connection.execute(f"attach '{tmp_path / 'cfsql.duckdb'}' as other (read_only)")
        rows = connection.execute(
            "select counterfactual_id from other.recidivism_optimal where row_id = 1"
        ).fetchall()
    assert rows == [(2,)]
