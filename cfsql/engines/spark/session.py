"""A session: DuckDB on the driver, which gives rows and tasks to Spark.

The driver has what is known of the whole table: the dictionary, the packed instances,
and which row is which of them. Whatever is done with every row, pair or answer is done
by tasks, most of them by a DuckDB of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812

from cfsql.engines.duckdb import open_database
from cfsql.engines.spark.failures import explain_error
from cfsql.engines.spark.scratch import Scratch
from cfsql.engines.spark.tasks import Tasks
from cfsql.engines.spark.workers import missing, room
from cfsql.errors import BadCondition, QueryFailed, WrongUse

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from cfsql.engines.duckdb import Trace


class Session(Tasks):
    """DuckDB as the engine of one ranking, and Spark as its hands."""

    name = "spark"

    # The table as Spark reads it, with `row_id`.
    rows: DataFrame

    def __init__(
        self, spark: SparkSession, *, scratch: str, trace: Trace | None = None
    ) -> None:
        """Take a Spark session whose settings are nobody else's."""
        self.spark = spark
        self.scratch_folder = Scratch(spark, scratch)
        context = spark.sparkContext
        self.n_cores: int = max(1, context.defaultParallelism)
        # Whether tasks can run machine code, and the bytes that each may take.
        self.can_compile = True
        self.n_at_once, self.n_bytes = room(context, self.n_cores)
        # On one machine the driver may use the cores while no task does.
        is_local = context.master.startswith("local")
        settings = {"threads": self.n_cores} if is_local else {}
        database = open_database(":memory:", read_only=False, settings=settings)
        super().__init__(database, trace=trace)
        self._database = database

    def close(self) -> None:
        """Give up everything staged, and copies of what Spark has written."""
        super().close()
        self._database.close()
        self.scratch_folder.close()

    @property
    def n_threads(self) -> int:
        """The cores that the driver may use."""
        ((threads,),) = self._execute("select current_setting('threads')").fetchall()
        return int(threads)

    def lacks(self) -> str | None:
        """Why tasks cannot run machine code, if they cannot: from now on none does.

        Where they can run nothing, there is no other way.
        """
        lacking = missing(self.spark.sparkContext, self.n_cores)
        if lacking.any_task is not None:
            raise WrongUse(lacking.any_task)
        self.can_compile = lacking.machine_code is None
        return lacking.machine_code

    def stage_where(self, relation: str, table: str, predicate: str) -> None:
        """Stage the row ids of the table that satisfy a user's predicate for Spark."""
        try:
            # Without brackets around it, there are none for it to close.
            found = self.rows.filter(F.expr(predicate)).select("row_id")
            # Run at once: what it stumbles over is the user's to hear of here.
            self.stage_frame(relation, found, label="where")
        except (PySparkException, QueryFailed) as error:
            cause = error.__cause__ if isinstance(error, QueryFailed) else error
            raise BadCondition(explain_error(cause or error)) from error
