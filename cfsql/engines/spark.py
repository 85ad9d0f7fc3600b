"""Spark as the engine: the same relations, staged as Parquet in a scratch folder.

A staged relation is written once and read from its files. So no plan grows with the
steps before it, Spark knows how large everything is when it chooses its joins, and what
a lost worker had is on disk.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import reduce
from itertools import count
from typing import TYPE_CHECKING, Any, NoReturn

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql import types as T  # noqa: N812

from cfsql.engines import spark_dialect
from cfsql.engines.identifiers import backtick
from cfsql.engines.queries import Query, override, queries, query
from cfsql.errors import BadCondition, QueryFailed
from cfsql.method.packing import Field, Function, agree, mask_functions, masks
from cfsql.method.packing import functions as layout_functions
from cfsql.method.plans.blocks import Block, Choice

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

    from cfsql.engines.duckdb import Trace

# What it logs of a failed query is in the error that it raises, too.
logging.getLogger("SQLQueryContextLogger").disabled = True

# Pairs of one key that a task may have to look at alone: a few seconds' work.
PAIRS_PER_TASK = 20_000_000

# Rows that are worth a part of their own, and parts that each core gets at least:
# those that are done early wait less for the others.
_ROWS_PER_PART, _PARTS_PER_CORE = 250_000, 3
# Below this many rows one part is enough.
_FEW_ROWS = 5_000

# What a pair of a scan costs on one core, and how long a run may take at most.
_SECONDS_PER_PAIR, _MOST_SECONDS = 4e-8, 24 * 60 * 60

# Joins that are run in one go, and rows that all of these may have.
_MOST_JOINS, _MOST_JOINED_ROWS = 256, 500_000_000

# Relations that one later query reads, or that are nothing but columns of others or a
# few literals: to write them down would be for nothing.
_PASSED_ON = {
    "coefficients",
    "feature_bits",
    "features",
    "first_pairs",
    "matching_rows",
    "measured_balls",
    "nearest",
    "row_labels",
    "texts",
}

# What a user's condition may stumble over in some row.
_UNFIT = (
    "CAST_INVALID_INPUT",
    "CAST_OVERFLOW",
    "DIVIDE_BY_ZERO",
    "ARITHMETIC_OVERFLOW",
    "INVALID_ARRAY_INDEX",
    "CANNOT_PARSE_TIMESTAMP",
)


@dataclass
class _Staged:
    """A relation: a frame that Spark knows by heart, and files."""

    schema: T.StructType
    known: DataFrame | None = None
    paths: list[str] = field(default_factory=list)


class Session:
    """One task's work in a Spark session of its own, with relations of its own."""

    plans: Sequence[str] = ("auto", "scan", "blocked", "counted")
    can_be_timed = False

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
        self.most_scanned_pairs: int | None = int(
            self.n_cores * _MOST_SECONDS / _SECONDS_PER_PAIR
        )
        self._numbers = count(1)
        self._staged: dict[str, _Staged] = {}
        self._written_out = spark_dialect.common_functions()
        self._words: list[int] = []
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
        """Let queries read a relation under another name, too."""
        self.show(relation, self.spark.table(table))

    def show(self, relation: str, frame: DataFrame) -> None:
        """Let queries read a frame under a fixed name."""
        frame.createOrReplaceTempView(relation)

    def view(self, query: Query) -> None:
        """Stage a query without running it."""
        self.show(query.relation, self._frame(query, {}))

    def view_as(self, relation: str, query: Query, reads: dict[str, str]) -> None:
        """Stage a query under another name, on other relations than it reads."""
        given = ", ".join(f"{name} as (\n{body}\n)" for name, body in reads.items())
        text = spark_dialect.translated(
            f"with {given}\nfrom (\n{query.body}\n)", self._written_out
        )
        self.show(relation, self._sql(text, label=query.label))

    def stage(self, query: Query, **parameters: object) -> None:
        """Run a query into the relation that it writes."""
        self.stage_as(query.relation, query, **parameters)

    def stage_as(self, relation: str, query: Query, **parameters: object) -> None:
        """The same, under another name."""
        self.stage_frame(relation, self._frame(query, parameters), label=query.label)

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
        """Stage the row ids of a table that satisfy a user's predicate."""
        try:
            rows = self.spark.table(table)
            found = rows.filter(F.expr(f"({predicate}\n)")).select("row_id")
            # Written at once: what it stumbles over is the user's to hear of here.
            path = self._write(relation, found, "where")
            self._staged[relation] = _Staged(found.schema, paths=[path])
            self._show_staged(relation)
        except (PySparkException, QueryFailed) as error:
            cause = error.__cause__ if isinstance(error, QueryFailed) else error
            raise BadCondition(explain_error(cause or error)) from error

    def append(self, query: Query, **parameters: object) -> None:
        """Run a query into the end of the relation that it writes."""
        frame = self._frame(query, parameters)
        staged = self._staged[query.relation]
        frame = frame.select(
            [
                F.col(name).cast(kind.dataType).alias(kind.name)
                for name, kind in zip(frame.columns, staged.schema.fields, strict=True)
            ]
        )
        staged.paths.append(self._write(query.relation, frame, query.label))
        self._show_staged(query.relation)

    def any_order(self) -> AbstractContextManager[None]:
        """Nothing here has an order but what is asked for."""
        return nullcontext()

    def rename(self, relation: str, name: str) -> None:
        """Give a staged relation another name, in place of any of that name."""
        self._staged[name] = self._staged.pop(relation)
        self._show_staged(name)
        self.spark.catalog.dropTempView(relation)

    def write(self, relation: str, target: str) -> None:
        """Write a relation for others to read."""
        with self._failing(f"results/{relation}"):
            self.spark.table(relation).write.parquet(target)

    # Functions.

    def define(self, function: Function) -> None:
        """Make a function known to the queries, in place of any of its name.

        What aggregates cannot be a function here, and is written out in queries.
        """
        if function.of == "groups":
            self._written_out[function.name] = function
            return
        # What the user wrote is Spark's own SQL already.
        is_own = function.of == "case"
        body = function.body if is_own else spark_dialect.expression(function.body)
        kind = self._parameter_type(function.of)
        self._create(function.name, dict.fromkeys(function.parameters, kind), body)

    def define_all(self, functions: Sequence[Function]) -> None:
        """The same, for several."""
        for function in functions:
            self.define(function)

    def define_layout(self, fields: Sequence[Field]) -> None:
        """Make the functions known that read and write codes of a layout."""
        self._words = sorted({each.word for each in fields})
        members = ", ".join(f"w{word}: bigint" for word in self._words)
        self._code_type = f"struct<{members}>"
        self.define_all(mask_functions(fields))
        for function in layout_functions(fields, wide_numbers=False):
            if function.name == "disagreement":
                is_list = function.body.startswith("[")
                self._set_type = "array<bigint>" if is_list else "bigint"
            self.define(function)

    def joins_at_once(self, n_rows: int) -> int:
        """Many: a job takes longer to start than most joins to run."""
        return max(1, min(_MOST_JOINS, _MOST_JOINED_ROWS // n_rows))

    def count_pairs(self, keys: Sequence[Block]) -> list[tuple[int, int]]:
        """The pairs that a join of seekers and partners on each key looks at.

        And of these, the most that share the same values.
        """
        self._key([Choice(key, ()) for key in keys])
        rows = self.fetch(query("spark/join/pair_counts"))
        counts = {
            place: (n_pairs, n_of_one_key) for place, n_pairs, n_of_one_key in rows
        }
        return [counts.get(place, (0, 0)) for place in range(len(keys))]

    def append_joins(
        self,
        query: Query,
        choices: Sequence[Choice],
        *,
        n_of_one_key: int,
        **parameters: object,
    ) -> None:
        """Run a join of seekers and partners on all choices of blocks at once.

        What shares a key that is too much for one task is split.
        """
        self._key(choices)
        self._split(is_heavy=n_of_one_key > PAIRS_PER_TASK)
        self.append(query, **parameters)

    def _key(self, choices: Sequence[Choice]) -> None:
        """Show seekers and partners under the keys of some choices of blocks."""
        blocks = _differing_blocks(choices)
        self._create(
            "all_differ",
            {"a": self._code_type, "b": self._code_type, "blocks": "array<boolean>"},
            spark_dialect.expression(_all_differ(blocks)),
        )
        given = {
            "choices": json.dumps(_as_rows(choices, blocks, self._words)),
            "shape": f"array<struct<place: bigint, kept: {self._code_type}, "
            "must_differ: array<boolean>>>",
        }
        for path in ("spark/join/keyed_seekers", "spark/join/keyed_partners"):
            keyed = query(path)
            self.show(keyed.relation, self._frame(keyed, given))
        self.view(query("spark/join/paired_keys"))

    def _split(self, *, is_heavy: bool) -> None:
        """Show them in parts, where a key is too much for one task."""
        if is_heavy:
            self.stage(query("spark/join/heavy_keys"), most_pairs=PAIRS_PER_TASK)
        else:
            self.stage(query("spark/join/no_heavy_keys"))
        self.view(query("spark/join/split_seekers"))
        self.view(query("spark/join/split_partners"))

    def stated_costs(self) -> Mapping[str, float]:
        """What things are taken to cost; the cores share it.

        A pair of a scan was seen to take 37 ns of a core, one of a join 90.
        """
        return {
            "statement": 0.01,
            "scanned_pair": _SECONDS_PER_PAIR / self.n_cores,
            "searched_candidate": 8e-8 / self.n_cores,
            "counted_candidate": 8e-8 / self.n_cores,
            "joined_row": 1e-6 / self.n_cores,
        }

    # Conditions of the user's.

    def references(self, condition: str) -> list[Sequence[str]]:
        """The columns that a user's condition over two rows names, in their parts."""
        return list(spark_dialect.references(condition))

    def try_condition(self, condition: str) -> str:
        """The type of a user's condition over the `case_values` of two rows."""
        try:
            self.define(Function("condition", ("a", "b"), f"({condition}\n)", "case"))
            (kind,) = self.fetch_one(query("constrain/checked_condition"))
        except (PySparkException, QueryFailed) as error:
            cause = error.__cause__ if isinstance(error, QueryFailed) else error
            raise BadCondition(explain_error(cause or error)) from error
        return str(kind).upper()

    def unfit(self, error: QueryFailed) -> str | None:
        """What a user's condition stumbled over in some row, if that is the reason."""
        cause = error.__cause__
        text = "" if cause is None else explain_error(cause)
        return text if any(name in text for name in _UNFIT) else None

    # Columns by name. DuckDB takes names as data; here they become part of the text.

    def _texts(self, features: Sequence[str]) -> DataFrame:
        schema = self.spark.table("feature_rows").schema
        texts = ", ".join(_text_of(schema[feature]) for feature in features)
        return self._sql(
            f"select row_id, array({texts}) as feature_texts\nfrom feature_rows\n"
            "where row_id in (select wanted_rows.row_id from wanted_rows)"
        )

    def _row_labels(self, label: str) -> DataFrame:
        text = _text_of(self.spark.table("source_rows").schema[label])
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
        text = spark_dialect.query_text(query, self._written_out)
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
        arguments = {
            name: _literal(value) for name, value in (parameters or {}).items()
        }
        with self._failing(label):
            if arguments:
                return self.spark.sql(text, args=arguments)
            return self.spark.sql(text)

    def _collect(self, query: Query, parameters: Mapping[str, Any]) -> list[Any]:
        frame = self._frame(query, parameters)
        with self._failing(query.label):
            return list(frame.collect())

    def _write(self, relation: str, frame: DataFrame, label: str) -> str:
        target = f"{self.scratch}/{relation}_{next(self._numbers)}"
        with self._failing(label):
            frame.write.parquet(target)
        return target

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
            _fail(label, error)


def _differing_blocks(choices: Sequence[Choice]) -> list[Block]:
    """The blocks that some choices want to differ."""
    return list(dict.fromkeys(block for each in choices for block in each.must_differ))


def _as_rows(
    choices: Sequence[Choice], blocks: Sequence[Block], words: Sequence[int]
) -> list[dict[str, Any]]:
    """Choices as data: the bits to keep, and for each block whether it must differ."""
    return [
        {
            "place": place,
            "kept": {f"w{word}": masks(choice.kept).get(word, 0) for word in words},
            "must_differ": [block in choice.must_differ for block in blocks],
        }
        for place, choice in enumerate(choices)
    ]


def _all_differ(blocks: Sequence[Block]) -> str:
    """Whether two codes differ in all blocks that must."""
    differ = [
        f"(not blocks[{place}] or not ({agree(block)}))"
        for place, block in enumerate(blocks, start=1)
    ]
    return " and ".join(differ) or "true"


def _fail(label: str, error: Exception) -> NoReturn:
    raise QueryFailed(f"{label} failed: {explain_error(error)}") from error


def explain_error(error: BaseException) -> str:
    """What a Spark error says, without its plans and stacks, in one line."""
    text = str(error)
    if isinstance(error, Py4JJavaError):
        text = str(error.java_exception.getMessage() or error.java_exception)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    # Of several failures, one that says what was wrong with the data.
    told = [line for line in lines if any(f"[{name}" in line for name in _UNFIT)]
    for line in [*told, *lines]:
        return line[max(0, line.find("[")) :].partition(" SQLSTATE:")[0]
    return type(error).__name__


def _union(frames: Sequence[DataFrame]) -> DataFrame:
    return reduce(lambda one, other: one.union(other), frames)


def _is_known(frame: DataFrame) -> bool:
    """Whether Spark has the rows in the plan itself: no file could be shorter."""
    plan = frame._jdf.queryExecution().optimizedPlan()
    return str(plan.nodeName()) == "LocalRelation"


def _is_empty(frame: DataFrame) -> bool:
    plan = frame._jdf.queryExecution().optimizedPlan()
    return str(plan.nodeName()) == "LocalRelation" and bool(plan.data().isEmpty())


def _text_of(column: T.StructField) -> str:
    """A column as the texts that stand for its values, as DuckDB has them."""
    name = backtick(column.name)
    if isinstance(column.dataType, T.StringType):
        return name
    if isinstance(column.dataType, (T.FloatType, T.DoubleType)):
        return f"number_text(cast({name} as string))"
    if isinstance(column.dataType, T.TimestampType):
        return f"concat(cast({name} as string), '+00')"
    if isinstance(column.dataType, T.BinaryType):
        return f"hex({name})"
    return f"cast({name} as string)"


def _literal(value: object) -> Column:
    """A parameter as Spark takes it."""
    if isinstance(value, dict):
        return F.struct(*[_literal(each).alias(name) for name, each in value.items()])
    if isinstance(value, (list, tuple)):
        return F.array(*[_literal(each) for each in value])
    return F.lit(value)
