"""Ranking, spelling and writing by tasks: each answers some rows in a DuckDB.

Parts are ranges of row ids, so the files of all parts are in their order. A task is
sent what is known of all instances and hyperballs, and takes those of its part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import numpy as np
import pyarrow as pa
from pyarrow import compute, parquet
from pyspark.sql.pandas.types import from_arrow_schema

from cfsql.engines import duckdb
from cfsql.engines.queries import Query, query
from cfsql.engines.spark.scratch import place_of
from cfsql.engines.spark.session import Session
from cfsql.lake.encoding import bind_layout, duckdb_of_task
from cfsql.method.constraints import Problem
from cfsql.method.rank import (
    Method,
    measure,
    rank_measured,
    ranked_query,
    show_instances,
    spell,
    summary_query,
    view_results,
)
from cfsql.method.search.search import PairSearch
from cfsql.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pyspark import Broadcast
    from pyspark.sql import DataFrame

# The result tables, each a folder of Parquet files.
RESULTS = ("ranked", "summary", "optimal")

# Pairs of a part: so few that some parts keep all cores busy, and at most.
_LEAST_PAIRS, _MOST_PAIRS, _PARTS_PER_CORE = 20_000, 400_000, 4

_FILE = "rows.parquet"
_WRITTEN = "part int, attempt string, n_listed bigint"
_NO_ROWS = {
    "row_id": pa.array([], pa.int64()),
    "instance_id": pa.array([], pa.int64()),
    "to_id": pa.array([], pa.int64()),
    "distance": pa.array([], pa.int32()),
}

# What a task takes the rows of its part from.
_PICKED = {
    "shown": "lake/shown_cases",
    "figures": "lake/ball_figures",
    "balls": "lake/ball_labels",
    "blamed": "lake/blamed_rows",
}


@dataclass(frozen=True)
class Known:
    """What every task is sent."""

    method: Method
    problem: Problem
    n_labels: int
    wanted: pa.Table
    class_sizes: pa.Table
    picked: dict[str, pa.Table]
    # The dictionary: of each feature the codes in their order, and the texts.
    codes: list[NDArray[np.int64]]
    texts: list[pa.Array]


def write_answers(
    session: Session, run: PairSearch, method: Method, folder: str, progress: Progress
) -> int:
    """Write the results of what a search has found; how many answers are listed.

    `optimal` and `summary` are bound then.
    """
    with session.any_order():
        measure(session, run, method)
        show_instances(session)
    shared = session.share(_known(session, run, method))
    n_parts = _n_parts(session)
    session.stage(query("lake/asked_parts"), n_parts=n_parts)
    parts = session.spread_rows(query("lake/part_rows"))
    parts = parts.repartitionById(n_parts, "part")
    target = place_of(folder)
    if target is None:
        return _through_spark(session, shared, parts, folder)
    scratch = str(place_of(session.scratch_folder.path))
    written = session.mapped(parts, partial(write_part, shared, scratch), _WRITTEN)
    about = f"ranking and writing {session.size('minimal'):,} pairs"
    done = counted(progress.track(about, range(n_parts)))
    with session.watched(n_parts, done), session.failing("results"):
        attempts = written.collect()
    for name in RESULTS:
        (target / name).mkdir(parents=True)
        for part, attempt, _ in attempts:
            file = Path(attempt, name, _FILE)
            file.rename(target / name / f"part-{part:05}.parquet")
        session.bind_files(name, target / name)
    return sum(int(n_listed) for _, _, n_listed in attempts)


def _through_spark(
    session: Session, shared: Broadcast[Known], parts: DataFrame, folder: str
) -> int:
    """The same where only Spark can write: it writes the rows of each result."""
    for name in RESULTS:
        with _answered(shared.value, pa.table(_NO_ROWS)) as nothing:
            rows = nothing.fetch_arrow(_results(shared.value.method)[name])
        kind = from_arrow_schema(rows.schema)
        written = session.mapped(parts, partial(rows_of_part, shared, name), kind)
        with session.failing(f"results/{name}"):
            written.write.parquet(f"{folder}/{name}")
        if name != "ranked":
            session.bind_files(name, session.scratch_folder.fetched(f"{folder}/{name}"))
    n_listed: int = session.spark.read.parquet(f"{folder}/ranked").count()
    return n_listed


def counted(ticks: Iterator[int]) -> Callable[[int], None]:
    """What goes on with progress, when it is told how many of its items are done."""
    n_done = 0

    def note(n_items: int) -> None:
        nonlocal n_done
        for _ in range(n_done, n_items):
            next(ticks, None)
        n_done = max(n_done, n_items)

    return note


def _n_parts(session: Session) -> int:
    n_pairs = session.size("minimal")
    n_parts = min(_PARTS_PER_CORE * session.n_cores, n_pairs // _LEAST_PAIRS)
    n_parts = max(1, n_parts, n_pairs // _MOST_PAIRS)
    return min(n_parts, session.size("asked_rows"))


def _known(session: Session, run: PairSearch, method: Method) -> Known:
    dictionary = session.fetch_arrow(query("lake/dictionary_rows"))
    features = dictionary.column("feature_id")
    values = [
        dictionary.filter(compute.equal(features, field.feature_id))
        for field in run.problem.fields
    ]
    return Known(
        method,
        run.problem,
        session.size("labels"),
        session.fetch_arrow(query("lake/wanted_row")),
        session.fetch_arrow(query("lake/sizes_of_classes")),
        {name: session.fetch_arrow(query(path)) for name, path in _PICKED.items()},
        [_numbers(each, "value_code") for each in values],
        [each.column("value_text").combine_chunks() for each in values],
    )


def _results(method: Method) -> dict[str, Query]:
    first = (ranked_query(method), summary_query(method), query("results/optimal"))
    return dict(zip(RESULTS, first, strict=True))


# What tasks do.


def write_part(
    shared: Broadcast[Known], scratch: str, batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Write the results of a part to files that the driver takes, or leaves there.

    Of a part that is answered twice, Spark tells the driver of one attempt.
    """
    for part, rows in _by_part(batches):
        folder = Path(scratch, f"answers-{uuid4().hex}")
        with _answered(shared.value, rows) as session:
            for name, result in _results(shared.value.method).items():
                (folder / name).mkdir(parents=True)
                session.copy_out(result, folder / name / _FILE)
                if name == "ranked":
                    # What is optimal of it is not spelled again.
                    session.bind_files(name, folder / name)
            n_listed = session.size("ranked")
        yield pa.record_batch(
            {
                "part": pa.array([part], pa.int32()),
                "attempt": [str(folder)],
                "n_listed": pa.array([n_listed], pa.int64()),
            }
        )


def rows_of_part(
    shared: Broadcast[Known], name: str, batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """The rows of one result of a part."""
    for _, rows in _by_part(batches):
        with _answered(shared.value, rows) as session:
            result = _results(shared.value.method)[name]
            yield from session.fetch_arrow(result).to_batches()


def _by_part(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[int, pa.Table]]:
    """The parts that a task is given, each perhaps in several files."""
    files: dict[int, list[pa.Table]] = {}
    for batch in batches:
        for part, content in zip(*batch.columns, strict=True):
            rows = parquet.read_table(pa.BufferReader(content.as_buffer()))
            files.setdefault(part.as_py(), []).append(rows)
    for part, tables in files.items():
        yield part, pa.concat_tables(tables)


@contextmanager
def _answered(known: Known, rows: pa.Table) -> Iterator[duckdb.Session]:
    """A DuckDB in which the answers of a part can be read."""
    with duckdb_of_task() as session:
        _bind_part(session, known, rows)
        rank_measured(session, known.problem, known.method, known.n_labels)
        spell(session, known.problem, known.method)
        view_results(session, known.method)
        yield session


def _bind_part(session: duckdb.Session, known: Known, rows: pa.Table) -> None:
    """Let queries read what is known of the instances of a part."""
    session.register("part_rows", rows)
    session.stage(query("lake/part_asked"))
    session.stage(query("lake/part_minimal"))
    session.register("wanted", known.wanted)
    session.register("class_sizes", known.class_sizes)
    bind_layout(session, known.problem.fields)
    session.stage(query("encode/feature_bits"))
    instance_ids = np.unique(_numbers(rows, "instance_id"))
    centre_ids = np.unique(_numbers(rows, "to_id"))
    shown_ids = np.union1d(instance_ids, centre_ids)
    shown = _picked(known.picked["shown"], "instance_id", shown_ids)
    figures = _picked(known.picked["figures"], "centre_id", centre_ids)
    places = np.searchsorted(shown_ids, _numbers(figures, "centre_id"))
    for name in ("label_id", "code"):
        figures = figures.append_column(name, shown.column(name).take(places))
    session.register("shown_instances", shown)
    session.bind("targets", "shown_instances")
    session.register("measured_balls", figures)
    balls = _picked(known.picked["balls"], "centre_id", centre_ids)
    session.register("balls", balls)
    blamed = _picked(known.picked["blamed"], "instance_id", instance_ids)
    session.register("blamed", blamed)
    session.register("feature_rows", _spelled(known, shown))


def _numbers(table: pa.Table, name: str) -> NDArray[np.int64]:
    """The numbers of a column that are there."""
    found: NDArray[np.int64] = table.column(name).drop_null().to_numpy()
    return found


def _picked(table: pa.Table, key: str, wanted: NDArray[np.int64]) -> pa.Table:
    """The rows of a table that have some ids; both are in the order of these."""
    ids = _numbers(table, key)
    first, last = (np.searchsorted(ids, wanted, side) for side in ("left", "right"))
    n_rows = last - first
    starts = np.repeat(first - np.concatenate([[0], np.cumsum(n_rows)[:-1]]), n_rows)
    return table.take(starts + np.arange(n_rows.sum()))


def _spelled(known: Known, shown: pa.Table) -> pa.Table:
    """The features of instances as texts, from their codes."""
    codes = shown.column("code").combine_chunks()
    columns = {"row_id": shown.column("row_id")}
    for field, known_codes, texts in zip(
        known.problem.fields, known.codes, known.texts, strict=True
    ):
        word = codes.field(f"w{field.word}").to_numpy()
        places = np.searchsorted(known_codes, (word & field.mask) >> field.shift)
        columns[field.feature] = pa.DictionaryArray.from_arrays(
            pa.array(places.astype(np.int32)), texts
        )
    spelled = pa.table(columns)
    if known.problem.is_refined:
        # Parts of one case have the same row.
        spelled = spelled.take(_firsts(spelled.column("row_id")))
    return spelled


def _firsts(row_ids: pa.ChunkedArray) -> NDArray[np.int64]:
    places = pa.table({"row_id": row_ids, "place": np.arange(len(row_ids))})
    first = places.group_by("row_id").aggregate([("place", "min")])
    return _numbers(first, "place_min")
