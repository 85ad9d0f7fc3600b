"""Ranking with Spark: the method that DuckDB runs, with the same queries.

What is read, and where the answers go, is files that Spark can read and write.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from tempfile import gettempdir
from typing import TYPE_CHECKING

from cfsql.engines.spark.session import Session
from cfsql.errors import WrongUse
from cfsql.keywords import takes
from cfsql.lake.answers import write_answers
from cfsql.lake.encoding import encode_source
from cfsql.lake.folders import RECORD, OutputFolder, ScratchFolder
from cfsql.lake.sources import bind_source, find_source
from cfsql.method.packing import Field
from cfsql.method.rank import Method, find
from cfsql.method.search import compiled
from cfsql.method.selection import Selection
from cfsql.options import RankOptions, ReadOptions, given_among
from cfsql.progress import Progress, Silent
from cfsql.questions.dry_run import DryRun, plan_ranking
from cfsql.questions.overview import Overview, read_overview
from cfsql.tables.catalog import LoadedTable, StoredRanking
from cfsql.tables.reading import Reading
from cfsql.tables.runs import StoredRun
from cfsql.version import __version__

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from typing_extensions import Unpack

    from cfsql.engines.duckdb import Trace

# Seconds that a ranking takes besides its steps, however few the rows, where Spark was
# just started: some twenty relations are staged.
_LEAST_SECONDS = 15.0

# Settings of a session that decide what values are; parts are as many as they are
# said to be, and a small file may be read by several tasks.
_SETTINGS = {
    "spark.sql.ansi.enabled": "true",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.caseSensitive": "false",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.files.openCostInBytes": str(1 << 16),
}


@dataclass(frozen=True)
class LakeRanking:
    """A ranking in a folder, and how it was made."""

    spark: SparkSession
    out: str
    table: LoadedTable
    overview: Overview
    plan: str
    seconds: float

    @property
    def ranked(self) -> DataFrame:
        """One row per row and counterfactual."""
        return self.spark.read.parquet(f"{self.out}/ranked")

    @property
    def summary(self) -> DataFrame:
        """One row per row that was asked about."""
        return self.spark.read.parquet(f"{self.out}/summary")

    @property
    def optimal(self) -> DataFrame:
        """The optimal counterfactuals of each row."""
        return self.spark.read.parquet(f"{self.out}/optimal")

    def __repr__(self) -> str:
        n_rows = self.overview.n_rows
        return f"<cfsql ranking of {self.table.name}, {n_rows:,} rows, in {self.out}>"


class LakeOptions(RankOptions, ReadOptions, total=False):
    """What a ranking with Spark takes: how the source is read, and how it is ranked."""


class Lake:
    """cfsql on a Spark session."""

    def __init__(
        self,
        spark: SparkSession,
        *,
        trace: Trace | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        """Take a session; its views, functions and settings are left alone.

        `tell` is told what a user should know before a ranking begins.
        """
        if not hasattr(spark, "_jsparkSession"):
            raise WrongUse(
                "cfsql needs a classic Spark session, and this one is of Spark Connect"
            )
        self.spark = spark
        self.trace = trace
        self.tell = tell

    @takes(LakeOptions)
    def rank(
        self,
        source: object,
        *,
        label: str | int | None = None,
        out: str,
        overwrite: bool = False,
        progress: Progress | None = None,
        **options: Unpack[LakeOptions],
    ) -> LakeRanking:
        """Rank the rows of a path, a catalog table or a frame into the folder `out`.

        The folder then has `ranked`, `summary` and `optimal`, Parquet files with the
        columns of cfsql's result tables, and `run.json`.
        """
        started = time.monotonic()
        selection, method = Selection.of(options), _method(options)
        shown = progress or Silent()
        with (
            OutputFolder(self.spark, out, overwrite=overwrite) as folder,
            closing(self._session(folder.scratch, method)) as session,
        ):
            reading = shown.track("reading and coding rows", range(1), until=0.02)
            next(reading)
            table, fields = self._encoded(session, source, label, method, options)
            next(reading, None)
            n_rows, run = find(session, table, fields, selection, method, shown)
            n_listed = write_answers(session, run, method, folder.staged, shown)
            ranking = StoredRanking(
                name=table.name,
                table=table.name,
                by=method.by,
                count=method.count,
                n_rows=n_rows,
                ranked_at=datetime.now(UTC),
            )
            posed = replace(method, constraints=run.problem.constraints)
            asked = {**selection.options, **posed.options, "ignore": table.ignored}
            given = {name: each for name, each in asked.items() if each}
            ranked_run = StoredRun(__version__, given)
            # The figures are those of optimal answers.
            session.bind("ranked", "optimal")
            overview = read_overview(session, ranking, ranked_run)
            if overview.n_listed is not None:
                overview = replace(overview, n_listed=n_listed)
            seconds = time.monotonic() - started
            record = {
                "command": "rank",
                "engine": f"spark {self.spark.version}",
                "version": __version__,
                "source": table.source,
                "label": table.label,
                "id": table.id,
                "options": given,
                "plan": run.plan,
                "steps": run.report,
                "rows": n_rows,
                "seconds": round(seconds, 3),
            }
            folder.write_text(RECORD, json.dumps(record, default=str))
        return LakeRanking(
            spark=self.spark,
            out=out,
            table=table,
            overview=overview,
            plan=run.plan,
            seconds=seconds,
        )

    @takes(LakeOptions)
    def dry_run(
        self,
        source: object,
        *,
        label: str | int | None = None,
        scratch: str | None = None,
        **options: Unpack[LakeOptions],
    ) -> tuple[LoadedTable, DryRun]:
        """What `rank` with these options would do and cost; nothing is written.

        The encoding of the table is, for a while: to `scratch`, or to Spark's own
        temporary folder.
        """
        selection, method = Selection.of(options), _method(options)
        parent = scratch or self.spark.conf.get("spark.local.dir", gettempdir())
        with (
            ScratchFolder(self.spark, str(parent)) as folder,
            closing(self._session(folder.path, method)) as session,
        ):
            table, fields = self._encoded(session, source, label, method, options)
            plan = plan_ranking(session, table, fields, selection, method)
            # Ranking and writing are stated for two cores.
            shared = dict.fromkeys(("rank", "write"), 2 / session.n_cores)
            parts = {"start": _LEAST_SECONDS} | {
                name: seconds * shared.get(name, 1.0)
                for name, seconds in plan.parts.items()
            }
            return table, replace(plan, parts=parts)

    def _encoded(
        self,
        session: Session,
        source: object,
        label: str | int | None,
        method: Method,
        options: LakeOptions,
    ) -> tuple[LoadedTable, list[Field]]:
        """Read a source as the options say, and stage its instances."""
        found = find_source(
            session,
            self.spark,
            source,
            Reading.of(options),
            text=options.get("text", False),
        )
        roles = bind_source(
            session,
            found,
            label=label,
            id=options.get("id"),
            ignore=options.get("ignore", ()),
            features=given_among(options, ReadOptions).get("features", ()),
        )
        encoded = encode_source(session, found.name, found.full_name, roles)
        if method.constraints.require:
            # A condition over two rows is the driver's, and looks at any column.
            session.stage_frame("source_rows", session.rows, label="source")
        return encoded

    def _session(self, scratch: str, method: Method) -> Session:
        """An engine on a session of its own, which knows what its executors have."""
        own = self.spark.newSession()
        own.catalog.setCurrentDatabase(self.spark.catalog.currentDatabase())
        for name, value in {**dict(self.spark.conf.getAll), **_SETTINGS}.items():
            if name.startswith("spark.sql.") and own.conf.isModifiable(name):
                own.conf.set(name, value)
        session = Session(own, scratch=scratch, trace=self.trace)
        session.lacks()
        if method.plan.kind == compiled.NAME:
            raise WrongUse(f"--plan {compiled.NAME} is not for --engine spark")
        return session


def spark(session: SparkSession) -> Lake:
    """What cfsql does on a Spark session: `cfsql.spark(session).rank(path, out=…)`."""
    return Lake(session)


def _method(options: LakeOptions) -> Method:
    """The method; columns to ignore are left out when the source is read."""
    if options.get("free") or options.get("no_defaults"):
        raise WrongUse("--free and --no-defaults are for a table that is loaded")
    return Method.of({**options, "ignore": ()})
