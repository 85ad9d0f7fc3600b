"""Staging on Spark: relations are written as Parquet once, and read from the files.

So no plan grows with the steps before it, Spark knows how large everything is when it
chooses its joins, and what a lost worker had is on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import reduce
from itertools import count
from typing import TYPE_CHECKING, Any

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql import types as T  # noqa: N812

from cfsql.engines.functions import Function, Layout
from cfsql.engines.identifiers import backtick
from cfsql.engines.queries import Query, override, queries
from cfsql.engines.spark import dialect
from cfsql.engines.spark.failures import explain_error
from cfsql.engines.spark.values import literal, text_of
from cfsql.engines.spoken import spoken_functions
from cfsql.errors import BadCondition, QueryFailed
from cfsql.speech import ENGLISH, Speech

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from cfsql.engines.duckdb import Trace

# Rows that are worth a part of their own, and parts that each core gets at least:
# those that are done early wait less for the others.
_ROWS_PER_PART, _PARTS_PER_CORE = 250_000, 3
# Below this many rows one part is enough.
_FEW_ROWS = 5_000

# Relations that one later query reads, or that are nothing but columns of others or a
# few literals: to write them down would be for nothing.
_PASSED_ON = {
    "feature_bits",
    "features",
    "matching_rows",
    "measured_balls",
    "nearest",
    "open_centres",
    "population",
    "row_labels",
    "targets",
    "texts",
    "wanted",
}


@dataclass
class _Staged:
    """A relation: a frame that Spark knows by heart, and files."""

    schema: T.StructType
    known: DataFrame | None = None
    paths: list[str] = field(default_factory=list)


class Staging:
    """A Spark session of one task, whose names point at files and queries."""

    def __init__(
        self, spark: SparkSession, *, scratch: str, trace: Trace | None = None
    ) -> None:
        """Take a session whose temporary views and functions are nobody else's.

        `scratch` is a folder that all workers can write to.
        """
        self.spark = spark
        self.scratch = scratch
        self.trace = trace
        self.n_cores = max(1, spark.sparkContext.defaultParallelism)
        self._numbers = count(1)
        self._staged: dict[str, _Staged] = {}
        self._shown: dict[str, DataFrame] = {}
        self._written_out = dialect.common_functions() | spoken_functions(ENGLISH)
        self._words: tuple[int, ...] = ()
        self._code_type = ""
        self._set_type = ""
        for function in queries("spark/functions"):
            self._sql(function.body, label=function.label)

    # Reading.

    def fetch(self, query: Query, **parameters: object) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return [tuple(row) for row in self._collect(query, parameters)]

    def fetch_one(self, query: Query, **parameters: object) -> tuple[Any, ...]:
        """The only row of a query."""
        rows = self.fetch(query, **parameters)
        assert len(rows) == 1, f"{query.label} gave {len(rows)} rows"
        return rows[0]

    def fetch_records(self, query: Query, **parameters: object) -> list[dict[str, Any]]:
        """The rows of a query, each by column name."""
        return [row.asDict() for row in self._collect(query, parameters)]

    def columns(self, relation: str) -> list[str]:
        """The names of a relation's columns."""
        return list(self.spark.table(relation).columns)

    # Staging.

    def bind(self, relation: str, table: str) -> None:
        """Point a name at what another name, or a table of Spark's, is now."""
        self._staged.pop(relation, None)
        if table in self._staged:
            self._staged[relation] = self._staged[table]
        self.show(relation, self.spark.table(table))

    def show(self, relation: str, frame: DataFrame) -> None:
        """Let queries read a frame under a fixed name."""
        self._shown[relation] = frame
        frame.createOrReplaceTempView(relation)

    def view(
        self,
        query: Query,
        *,
        into: str | None = None,
        reads: Mapping[str, str] | None = None,
        **parameters: object,
    ) -> None:
        """Stage a query without running it, perhaps on other relations."""
        if reads:
            assert not parameters, f"{query.label} reads other relations"
            text = dialect.translated(query.on(reads), self._written_out)
            frame = self._sql(text, label=query.label)
        else:
            frame = self._frame(query, parameters)
        self._staged.pop(into or query.relation, None)
        self.show(into or query.relation, frame)

    def stage(
        self, query: Query, *, into: str | None = None, **parameters: object
    ) -> None:
        """Run a query into files, and point its name, or another, at them."""
        frame = self._frame(query, parameters)
        self.stage_frame(into or query.relation, frame, label=query.label)

    def stage_empty(
        self, query: Query, *, into: str | None = None, **parameters: object
    ) -> None:
        """Stage no rows, in the shape of a query; what it is not given is NULL."""
        frame = self._frame(query, {**dict.fromkeys(query.parameters), **parameters})
        self.stage_frame(into or query.relation, frame.limit(0), label=query.label)

    def stage_frame(self, relation: str, frame: DataFrame, *, label: str) -> None:
        """Write a frame down, unless that gains nothing."""
        staged = _Staged(frame.schema)
        if relation in _PASSED_ON or _is_known(frame):
            staged.known = frame
        else:
            staged.paths.append(self._write(relation, frame, label))
        self._staged[relation] = staged
        self._show_staged(relation)

    def size(self, relation: str) -> int:
        """The number of rows of a staged relation."""
        return int(self.spark.table(relation).count())

    def stage_shards(
        self, query: Query, *, key: str, n_rows: int, **parameters: object
    ) -> None:
        """Stage a query of about `n_rows` in parts that can be gone through at once."""
        frame = self._frame(query, parameters)
        if n_rows > _FEW_ROWS:
            n_parts = max(self.n_cores * _PARTS_PER_CORE, n_rows // _ROWS_PER_PART)
            frame = frame.repartition(n_parts, key)
        self.stage_frame(query.relation, frame, label=query.label)

    def stage_where(self, relation: str, table: str, predicate: str) -> None:
        """Stage the row ids of a relation that satisfy a user's predicate."""
        try:
            rows = self.spark.table(table)
            # Without brackets around it, there are none for it to close.
            found = rows.filter(F.expr(predicate)).select("row_id")
            # Written at once: what it stumbles over is the user's to hear of here.
            path = self._write(relation, found, "where")
            self._staged[relation] = _Staged(found.schema, paths=[path])
            self._show_staged(relation)
        except (PySparkException, QueryFailed) as error:
            cause = error.__cause__ if isinstance(error, QueryFailed) else error
            raise BadCondition(explain_error(cause or error)) from error

    def append(self, query: Query, **parameters: object) -> None:
        """Run a query into the end of its relation, which is staged if need be."""
        if query.relation not in self._staged:
            frame = self._frame(query, parameters)
            self.stage_frame(query.relation, frame, label=query.label)
            return
        frame = self._frame(query, parameters)
        self.append_frame(query.relation, frame, label=query.label)

    def append_frame(self, relation: str, frame: DataFrame, *, label: str) -> None:
        """Run a frame into the end of a relation that is staged."""
        staged = self._staged[relation]
        frame = frame.select(
            [
                F.col(name).cast(kind.dataType).alias(kind.name)
                for name, kind in zip(frame.columns, staged.schema.fields, strict=True)
            ]
        )
        is_first = staged.known is not None and _is_empty(staged.known)
        if is_first and not staged.paths and _is_known(frame):
            staged.known = frame
        else:
            staged.paths.append(self._write(relation, frame, label))
        self._show_staged(relation)

    def any_order(self) -> AbstractContextManager[None]:
        """Nothing here has an order but what is asked for."""
        return nullcontext()

    def forget(self, relation: str) -> None:
        """Point a name at nothing: what is appended to it next begins it anew."""
        self._staged.pop(relation, None)
        if self._shown.pop(relation, None) is not None:
            self.spark.catalog.dropTempView(relation)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Forget what is staged inside at the end: names point where they did."""
        staged, shown = dict(self._staged), dict(self._shown)
        yield
        for relation in set(self._shown) - set(shown):
            self.forget(relation)
        for relation, frame in shown.items():
            own = staged.get(relation)
            # Rows may have been appended inside to what was staged outside.
            if own is None or own is not self._staged.get(relation):
                self.show(relation, frame)
        self._staged = staged

    # Functions.

    def define(self, *functions: Function) -> None:
        """Make functions known to the queries, in place of any of their names.

        What aggregates cannot be a function here, and is written out in queries.
        """
        for function in functions:
            if function.of == "groups":
                self._written_out[function.name] = function
                continue
            # What the user wrote is Spark's own SQL already.
            is_own = function.of == "case"
            body = function.body if is_own else dialect.expression(function.body)
            kind = self._parameter_type(function.of)
            self._create(function.name, dict.fromkeys(function.parameters, kind), body)

    def define_layout(self, layout: Layout) -> None:
        """Make the functions known that read and write packed codes."""
        self._words = layout.words
        members = ", ".join(f"w{word}: bigint" for word in layout.words)
        self._code_type = f"struct<{members}>"
        for function in layout.functions:
            if function.name == "disagreement":
                is_list = function.body.startswith("[")
                self._set_type = "array<bigint>" if is_list else "bigint"
            self.define(function)

    def speak(self, speech: Speech) -> None:
        """Say the sentences that are read from now on in this way."""
        self._written_out |= spoken_functions(speech)

    # Columns by name. DuckDB takes names as data; here they become part of the text.

    def _texts(self, features: Sequence[str]) -> DataFrame:
        schema = self.spark.table("feature_rows").schema
        texts = ", ".join(text_of(schema[feature]) for feature in features)
        return self._sql(
            f"select row_id, array({texts}) as feature_texts\nfrom feature_rows\n"
            "where row_id in (select wanted_rows.row_id from wanted_rows)"
        )

    def _row_labels(self, label: str) -> DataFrame:
        text = text_of(self.spark.table("source_rows").schema[label])
        return self._sql(
            f"select row_id, {text} as label\nfrom source_rows\n"
            f"where {backtick(label)} is not null"
        )

    def _row_values(self, names: Sequence[str]) -> DataFrame:
        members = ", ".join(backtick(name) for name in names)
        return self._sql(
            f"select row_id, struct({members}) as case_values\nfrom source_rows"
        )

    # Running.

    def _create(self, name: str, parameters: Mapping[str, str], body: str) -> None:
        given = ", ".join(f"{each} {kind}" for each, kind in parameters.items())
        self._sql(
            f"create or replace temporary function {name}({given})\nreturn {body}"
        )

    def _parameter_type(self, of: str) -> str:
        if of == "case":
            is_refined = self.spark.catalog.tableExists("row_values")
            kinds = self.spark.table("row_values").schema if is_refined else None
            return kinds["case_values"].dataType.simpleString() if kinds else "int"
        kinds_of = {"code": self._code_type, "set": self._set_type, "feature": "bigint"}
        return kinds_of[of]

    def _frame(self, query: Query, parameters: Mapping[str, Any]) -> DataFrame:
        own = override("spark", query) or query
        by_name: dict[str, Callable[..., DataFrame]] = {
            "encode/texts": self._texts,
            "encode/row_labels": self._row_labels,
            "constrain/row_values": self._row_values,
        }
        if query.path in by_name:
            return by_name[query.path](**parameters)
        given = {name: parameters[name] for name in own.parameters}
        text = dialect.query_text(query, self._written_out)
        return self._sql(text, given, label=own.label)

    def _sql(
        self,
        text: str,
        parameters: Mapping[str, object] | None = None,
        *,
        label: str | None = None,
    ) -> DataFrame:
        if self.trace is not None:
            self.trace(text if label is None else f"-- {label}\n{text}")
        arguments = {name: literal(value) for name, value in (parameters or {}).items()}
        with self._failing(label):
            if arguments:
                return self.spark.sql(text, args=arguments)
            return self.spark.sql(text)

    def _collect(self, query: Query, parameters: Mapping[str, Any]) -> list[Any]:
        frame = self._frame(query, parameters)
        with self._failing(query.label):
            return list(frame.collect())

    def _write(self, relation: str, frame: DataFrame, label: str) -> str:
        target = self._path(relation)
        with self._failing(label):
            frame.write.parquet(target)
        return target

    def _path(self, relation: str) -> str:
        """Where the next part of a relation goes."""
        return f"{self.scratch}/{relation}_{next(self._numbers)}"

    def _show_staged(self, relation: str) -> None:
        staged = self._staged[relation]
        frames = [] if staged.known is None else [staged.known]
        if staged.paths:
            reader = self.spark.read.schema(staged.schema)
            frames.append(reader.parquet(*staged.paths))
        if staged.paths and staged.known is not None and _is_empty(staged.known):
            frames = frames[1:]
        self.show(relation, _union(frames))

    @contextmanager
    def _failing(self, label: str | None) -> Iterator[None]:
        """Turn what Spark says into a failure that names the query."""
        try:
            yield
        except (PySparkException, Py4JJavaError) as error:
            if label is None:
                raise
            raise QueryFailed(f"{label} failed: {explain_error(error)}") from error


def _union(frames: Sequence[DataFrame]) -> DataFrame:
    return reduce(lambda one, other: one.union(other), frames)


def _is_known(frame: DataFrame) -> bool:
    """Whether Spark has the rows in the plan itself: no file could be shorter."""
    plan = frame._jdf.queryExecution().optimizedPlan()
    return str(plan.nodeName()) == "LocalRelation"


def _is_empty(frame: DataFrame) -> bool:
    plan = frame._jdf.queryExecution().optimizedPlan()
    return str(plan.nodeName()) == "LocalRelation" and bool(plan.data().isEmpty())
