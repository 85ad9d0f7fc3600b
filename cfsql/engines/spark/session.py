"""A session: one task's work on Spark, with relations of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pyspark.errors import PySparkException

from cfsql.engines.functions import Function
from cfsql.engines.queries import query
from cfsql.engines.spark import dialect
from cfsql.engines.spark.failures import CONDITION_FAILURES, explain_error
from cfsql.engines.spark.tasks import Tasks
from cfsql.engines.spark.workers import missing, room
from cfsql.errors import BadCondition, QueryFailed

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from cfsql.engines.duckdb import Trace

# Below so many rows, Spark takes longer to compile a query than to interpret it, and to
# plan it anew for each stage than to run it.
_FEW_ROWS = 20_000
_PARTITIONS, _DEFAULT_PARTITIONS = "spark.sql.shuffle.partitions", "200"
_PARTITIONS_PER_CORE = 4
_BROADCAST = "spark.sql.autoBroadcastJoinThreshold"
_FOR_FEW_ROWS = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    _PARTITIONS: "1",
}

# What a pair of a scan costs on one core, and how long a run may take at most.
_SECONDS_PER_PAIR, _MOST_SECONDS = 4e-8, 24 * 60 * 60


class Session(Tasks):
    """Spark as the engine of one task."""

    name = "spark"
    can_be_timed = False
    has_wide_numbers = False

    def __init__(
        self, spark: SparkSession, *, scratch: str, trace: Trace | None = None
    ) -> None:
        """Take a session whose temporary views and functions are nobody else's."""
        super().__init__(spark, scratch=scratch, trace=trace)
        # A day's work of all cores.
        self.most_scanned_pairs: int | None = int(
            self.n_cores * _MOST_SECONDS / _SECONDS_PER_PAIR
        )

        # The cores that the driver may use beside Spark's tasks: their own.
        is_local = spark.sparkContext.master.startswith("local")
        self.n_threads = self.n_cores if is_local else 1
        # Whether tasks can run machine code, and the bytes that each may take.
        self.can_compile = True
        self.n_at_once, self.n_bytes = room(spark.sparkContext, self.n_cores)

        self._settings = {name: spark.conf.get(name) for name in _FOR_FEW_ROWS}
        # Half of a task's memory is enough for what such a file becomes.
        self._settings[_BROADCAST] = str(max(10 << 20, self.n_bytes // 32))
        if self._settings[_PARTITIONS] == _DEFAULT_PARTITIONS:
            # The adaptive planner joins those that are small.
            self._settings[_PARTITIONS] = str(_PARTITIONS_PER_CORE * self.n_cores)
        self.expect(0)

    def expect(self, n_rows: int) -> None:
        """Set Spark for tables of about so many rows."""
        settings = _FOR_FEW_ROWS if n_rows < _FEW_ROWS else self._settings
        for name, value in settings.items():
            self.spark.conf.set(name, value)

    def lacks(self) -> str | None:
        """Why tasks cannot run machine code, if they cannot: from now on none does."""
        lacking = missing(self.spark.sparkContext, self.n_cores)
        self.can_compile = lacking is None
        return lacking

    def stated_costs(self) -> Mapping[str, float]:
        """What things are taken to cost; the cores share it.

        A pair of a scan was seen to take 37 ns of a core, one of a join 90.
        """
        return {
            "statement": 0.5,
            "scanned_pair": _SECONDS_PER_PAIR / self.n_cores,
            "searched_candidate": 8e-8 / self.n_cores,
            "counted_candidate": 8e-8 / self.n_cores,
            "joined_row": 1e-6 / self.n_cores,
        }

    # Conditions of the user's.

    def references(self, condition: str) -> list[Sequence[str]]:
        """The columns that a user's condition over two rows names, in their parts."""
        return list(dialect.references(condition))

    def try_condition(self, condition: str) -> str:
        """The type of a user's condition over the `case_values` of two rows."""
        try:
            self.define(Function("condition", ("a", "b"), f"({condition}\n)", "case"))
            (kind,) = self.fetch_one(query("constrain/checked_condition"))
        except (PySparkException, QueryFailed) as error:
            cause = error.__cause__ if isinstance(error, QueryFailed) else error
            raise BadCondition(explain_error(cause or error)) from error
        return str(kind).upper()

    def condition_failure(self, error: QueryFailed) -> str | None:
        """Why a user's condition failed on some row; None for any other failure."""
        cause = error.__cause__
        text = "" if cause is None else explain_error(cause)
        return text if any(name in text for name in CONDITION_FAILURES) else None
