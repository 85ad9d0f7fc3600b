"""Every type that DuckDB can store is printed, exported and explained."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

import cfsql
from cfsql import export
from cfsql.cells import json_text
from cfsql.show import formats
from cfsql.show.terminal.explanation import explanation_lines
from cfsql.show.terminal.profile import profile_lines
from cfsql.show.terminal.ranking import overview_lines
from tests.support.commands import run_here
from tests.tables.odd.every_type import EXAMPLES, Example

# What is no type of a column.
NO_COLUMNS = {"NULL", "TYPE"}

EVERY_TYPE = pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))


def test_there_is_an_example_of_every_type() -> None:
    found = duckdb.execute("select distinct logical_type from duckdb_types()")

    assert {name for (name,) in found.fetchall()} - NO_COLUMNS <= set(EXAMPLES)


def rows_of(example: Example) -> str:
    """SQL for two rows and a NULL: an id, a feature and a label of the type."""
    id = ", {} as k" if example.is_id else ""
    rows = [
        f"select {value} as f, {number} as g, {value} as y{id.format(value)}"
        for number, value in enumerate((example.first, example.second))
    ]
    return " union all ".join(rows)


@EVERY_TYPE
def test_every_type_can_be_printed(example: Example, tmp_path: Path) -> None:
    path = tmp_path / "types.duckdb"
    duckdb.connect(path).close()
    query = f"select {example.first} as v, NULL::integer as n"

    shown = {
        name: run_here("sql", "--db", path, query, "--format", name)
        for name in formats.FORMATS
    }

    assert {each.stderr for each in shown.values()} == {""}
    for name, each in shown.items():
        printed = each.stdout
        if name.startswith("json") and example.text in ("nan", "-inf"):
            # JSON has no word for them.
            assert '"v": null' in printed
        elif name in ("json", "jsonl"):
            assert json.dumps(example.text)[1:-1].replace("1.50", "1.5") in printed
        elif name == "csv":
            assert example.text.replace('"', '""') in printed
        elif name == "markdown":
            assert example.text.replace("\\", "\\\\") in printed
        else:
            assert example.text in printed


@EVERY_TYPE
def test_every_type_can_be_exported(example: Example, tmp_path: Path) -> None:
    with cfsql.connect() as database:
        query = (
            f"select {example.first} as v union all select {example.second} "
            "union all select NULL"
        )
        relation = database.connection.sql(query)
        for ending in export.ENDINGS:
            export.write(relation, str(tmp_path / f"types{ending}"))

        again = database.connection.sql(f"from '{tmp_path}/types.parquet'")
        ((text, is_null),) = database.connection.execute(
            "select min(cast(v as varchar)) filter (where place = 1), "
            "bool_and(v is null) filter (where place = 3) "
            "from (select v, row_number() over () as place from again)"
        ).fetchall()
        assert again.shape == (3, 1)

    assert example.text in text
    assert is_null
    for ending in (".csv", ".json", ".jsonl"):
        written = (tmp_path / f"types{ending}").read_text("utf-8")
        plain = written.replace("\\\\", "\\").replace('""', '"').replace('\\"', '"')
        expected = example.text
        if ending != ".csv" and expected in ("nan", "-inf"):
            expected = "null"
        assert expected.lower() in plain.lower()


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_type_is_loaded_ranked_and_explained(name: str, tmp_path: Path) -> None:
    example = EXAMPLES[name]
    with cfsql.connect() as database:
        source = database.connection.sql(rows_of(example))
        table = database.load(source, label="y", id="k" if example.is_id else None)
        ranking = table.rank()
        texts = ranking.summary.relation().project("cast(row_id as varchar)")
        ids = [text for (text,) in texts.fetchall()]
        shown = [
            *profile_lines(table.profile()),
            *overview_lines(ranking.overview(), 2),
            *table.compare(*ids).sentence.splitlines(),
            ranking.report(rows=ids).html(),
            ranking._repr_html_(),
            ranking.summary._repr_html_(),
            json_text(table.why(ids[0]).to_dict()),
        ]
        for row_id in ids:
            explanation = table.explain(row_id)
            assert explanation.n_minimal == 1
            shown += explanation_lines(explanation, n_shown=3)
            shown += [explanation._repr_html_(), json_text(explanation.to_dict())]
        # Python has no dates without end, and no nanoseconds.
        if " without" not in name and " before" not in name and "_NS" not in name:
            for given in ranking.summary.pl()["row_id"]:
                assert table.explain(given).n_minimal == 1
        for frame in (ranking, ranking.summary):
            assert len(frame.pl()) == len(frame.arrow()) == len(frame.df()) == 2
        for ending in export.ENDINGS:
            export.write(ranking.relation(), str(tmp_path / f"ranked{ending}"))

    if example.is_id:
        assert example.text in ids
    assert any(example.text in line for line in shown)
