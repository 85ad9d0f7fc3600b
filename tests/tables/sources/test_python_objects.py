"""Objects of Python as sources: what comes in parts is never held as a whole."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import cfsql
from cfsql.errors import WrongUse

COLUMNS = {"a": [1, 2, 2], "b": ["x", "y", "y"], "y": ["p", "q", "p"]}
ROWS = list(zip(*COLUMNS.values(), strict=True))


class Exported:
    """What knows Arrow's interface, and nothing else."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return pa.table(COLUMNS).__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize(
    "make",
    [
        lambda: pl.DataFrame(COLUMNS),
        lambda: pl.DataFrame(COLUMNS).lazy(),
        lambda: pd.DataFrame(COLUMNS),
        lambda: pa.table(COLUMNS),
        lambda: pa.table(COLUMNS).to_reader(max_chunksize=1),
        lambda: pa.table(COLUMNS).to_batches()[0],
        Exported,
        lambda: duckdb.connect().from_arrow(pa.table(COLUMNS)),
    ],
    ids=[
        *("polars", "lazy", "pandas", "arrow", "stream", "batch"),
        *("c-stream", "relation"),
    ],
)
def test_each_is_read_as_it_is(make: object) -> None:
    assert callable(make)
    database = cfsql.connect()
    database.load(make(), table="t", label="y")
    assert database.sql("select a, b, y from t order by row_id").fetchall() == ROWS
    database.table("t").rank()


def test_a_lazy_frame_is_not_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    def collect(*_: object, **__: object) -> None:
        raise AssertionError("collected")

    lazy = pl.DataFrame(COLUMNS).lazy().with_columns(c=pl.col("a") * 2)
    monkeypatch.setattr(pl.LazyFrame, "collect", collect)
    table = cfsql.connect().load(lazy, label="y")
    assert table.facts.n_features == 3


def test_a_stream_is_read_batch_by_batch() -> None:
    schema = pa.schema([("n", pa.int64()), ("y", pa.string())])
    held = []

    def batches() -> Iterator[pa.RecordBatch]:
        for start in range(50):
            held.append(pa.total_allocated_bytes())
            rows = {"n": list(range(20_000)), "y": [f"{start % 2}"] * 20_000}
            yield pa.record_batch(rows, schema=schema)

    table = cfsql.connect().load(
        pa.RecordBatchReader.from_batches(schema, batches()), label="y"
    )
    assert table.facts.n_rows == 1_000_000
    whole = 1_000_000 * 8
    assert max(held) - held[0] < whole


def test_a_relation_of_another_connection_comes_in_parts() -> None:
    relation = duckdb.connect().sql(
        "select range as n, range % 7 as a, (range % 2)::varchar as y "
        "from range(300000)"
    )
    table = cfsql.connect().load(relation, label="y", id="n")
    ((total,),) = table.database.sql("select sum(row_id) from data").fetchall()
    assert (table.facts.n_rows, total) == (300_000, 299_999 * 150_000)


def test_a_relation_of_the_database_itself() -> None:
    database = cfsql.connect()
    database.connection.execute("create temp table mine as select 1 as a, 'x' as y")
    table = database.load(database.sql("from mine"), table="t", label="y")
    assert table.facts.n_rows == 1


def test_what_cannot_be_read_again_says_so() -> None:
    table = cfsql.connect().load(pl.DataFrame(COLUMNS), table="t", label="y")
    with pytest.raises(WrongUse, match="cannot be read again"):
        table.refresh()
    more = pl.DataFrame({**COLUMNS, "a": [1, 2, 3]})
    assert table.refresh(more).n_added == 1


def test_options_of_databases_are_refused() -> None:
    with pytest.raises(WrongUse, match="from_= is for databases"):
        cfsql.connect().load(pl.DataFrame(COLUMNS), from_="x", label="y")
