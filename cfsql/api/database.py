"""The library's front door: a database, its tables, and what they can be asked."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from cfsql import experiments
from cfsql.api.results import FactualResult, Ranking, Result
from cfsql.engines.duckdb import Session, Trace, explain_error, open_database
from cfsql.errors import DatabaseUnavailable, WrongUse
from cfsql.experiments import Experiments, Measurement, Protocol, Study
from cfsql.method.constraints import asked_constraints
from cfsql.method.plans.planner import Wish
from cfsql.method.rank import Method, rank
from cfsql.method.selection import Selection, value_text
from cfsql.progress import Progress, Silent
from cfsql.questions.audit import N_SHOWN, Audit, protected_columns
from cfsql.questions.check import Checks, check, default_selection
from cfsql.questions.compare import Comparison, compare
from cfsql.questions.counterfactuals import Counterfactuals, counterfactuals
from cfsql.questions.dry_run import DryRun, dry_run
from cfsql.questions.explain import Explanation, explain
from cfsql.questions.factual import Wanted
from cfsql.questions.new_cases import NewCases, explain_case, explain_cases
from cfsql.questions.rules import RULE_SECONDS, Rules, rules
from cfsql.questions.why import MANY_ROWS_SECONDS, ONE_ROW_SECONDS, Why, why, why_rows
from cfsql.show import export
from cfsql.tables import catalog
from cfsql.tables.catalog import LoadedTable, Stored, StoredAudit, StoredRanking
from cfsql.tables.load import Column, Profile, columns, load, profile

MEMORY = ":memory:"

# How a DuckDB file begins, and the names under which DuckDB would not make one.
_MAGIC, _MAGIC_AT = b"DUCK", 8
_DATA_FILES = (".csv", ".tsv", ".json", ".jsonl", ".parquet", ".sqlite", ".xlsx")

_SIZE = re.compile(r"[0-9]+(\.[0-9]+)?\s*([KMGT]i?B|%)", re.IGNORECASE)


def connect(
    database: str | os.PathLike[str] | duckdb.DuckDBPyConnection = MEMORY,
    *,
    read_only: bool = False,
    threads: int | None = None,
    memory_limit: str | None = None,
    trace: Trace | None = None,
) -> Database:
    """Open a database: a path, ":memory:", or an open DuckDB connection.

    An open connection stays the caller's, and is not closed with the database.
    """
    if isinstance(database, duckdb.DuckDBPyConnection):
        return Database(database, owned=False, trace=trace)
    settings: dict[str, Any] = {}
    if threads is not None:
        settings["threads"] = threads
    if memory_limit is not None:
        if not _SIZE.fullmatch(memory_limit.strip()):
            raise WrongUse(
                f"--memory-limit takes a size such as 4GB, not '{memory_limit}'"
            )
        settings["memory_limit"] = memory_limit
    connection = _open(os.fspath(database), read_only=read_only, settings=settings)
    return Database(connection, owned=True, trace=trace)


class Database:
    """An open database with tables that can be ranked and explained."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        *,
        owned: bool,
        trace: Trace | None = None,
    ) -> None:
        """Use `connect` instead."""
        self.connection = connection
        self._owned = owned
        self._trace = trace

    def close(self) -> None:
        """Close the database, unless the connection was given."""
        if self._owned:
            self.connection.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def session(self) -> Session:
        """A session on this database."""
        return Session(self.connection, owned=self._owned, trace=self._trace)

    def load(
        self,
        source: object,
        *,
        label: str | None = None,
        table: str | None = None,
        id: str | None = None,
        ignore: Sequence[str] = (),
        bins: Mapping[str, object] | None = None,
        replace: bool = False,
        text: bool = False,
        encoding: str = "utf-8",
    ) -> Table:
        """Load a path, a polars, pandas or arrow table, or a DuckDB relation.

        The label is the last column unless it is named, and the table is called
        after the file (a frame: "data"). `bins` has columns of numbers compared by
        intervals: {"age": [25, 45]} cuts at edges, "q4" into four quantiles, "w10"
        into ten of equal width.
        """
        if isinstance(source, os.PathLike):
            source = os.fspath(source)
        with self.session() as session:
            name = load(
                session,
                source,
                table=table,
                label=label,
                id=id,
                ignore=ignore,
                bins=bins,
                replace=replace,
                text=text,
                encoding=encoding,
            )
        return self.table(name)

    def table(self, name: str) -> Table:
        """A table that was loaded before."""
        with self.session() as session:
            return Table(self, catalog.loaded_table(session, name))

    def tables(self) -> list[Table]:
        """All tables that were loaded."""
        with self.session() as session:
            known = catalog.loaded_tables(session)
        return [Table(self, facts) for facts in known.values()]

    def rankings(self) -> list[StoredRanking]:
        """All rankings that are stored."""
        with self.session() as session:
            return list(catalog.stored_rankings(session).values())

    def audits(self) -> list[StoredAudit]:
        """All audits that are stored; each goes by the name of its ranking."""
        with self.session() as session:
            return list(catalog.stored_audits(session).values())

    def ranking(self, name: str) -> Ranking:
        """A ranking that was stored before."""
        with self.session() as session:
            return Ranking(self, catalog.stored_ranking(session, name))

    def factual(self, name: str) -> FactualResult:
        """Factual explanations that were stored before."""
        with self.session() as session:
            return FactualResult(self, catalog.stored_factual(session, name))

    def results(self) -> list[Stored]:
        """All results that are stored, of every kind."""
        with self.session() as session:
            return catalog.all_stored(session)

    def sql(self, statement: str) -> duckdb.DuckDBPyRelation:
        """A query on the database, as a DuckDB relation."""
        return self.connection.sql(statement)

    def experiment(
        self,
        name: str = experiments.ALL,
        *,
        tables: str | Sequence[str | Table] = (),
        sample: int = 1000,
        repeats: int = 100,
        seed: int = 0,
        random: str = experiments.ANY,
        whole: bool = False,
        out: str | os.PathLike[str] | None = None,
        command: Sequence[str] | None = None,
        progress: Progress | None = None,
    ) -> Experiments:
        """Repeat experiments of the paper on these tables, and on synthetic ones.

        A table may be of another database. What was measured is kept in
        cfsql.experiment_results and cfsql.experiment_summary of this one, once it is
        written to the folder `out`, if there is one; the command is what the text
        there says that it was made by.
        """
        started = time.monotonic()
        if isinstance(tables, str):
            tables = [tables]
        wanted = experiments.named(name)
        protocol = Protocol(
            sample=sample, repeats=repeats, seed=seed, random=random, whole=whole
        )
        on_tables = tuple(each for each in wanted if each in experiments.ON_TABLES)
        if on_tables and not tables:
            raise WrongUse(f"experiment {name} needs a table to draw from")
        studies: list[Study] = []
        found: list[Measurement] = []
        progress = progress or Silent()
        for table in self._distinct(tables) if on_tables else ():
            with table.database.session() as session:
                studied, measured = experiments.on_table(
                    session, table.facts, on_tables, protocol, progress
                )
            studies.append(studied)
            found += measured
        with self.session() as session:
            if experiments.RELEVANCE in wanted:
                studied, measured = experiments.on_synthetic(
                    session, protocol, progress
                )
                studies.append(studied)
                found += measured
            made = experiments.summarise(session, protocol, studies, found)
            if out is not None:
                made.write(out, command=command)
            experiments.store(session, made, time.monotonic() - started)
        return made

    def _distinct(self, tables: Sequence[str | Table]) -> list[Table]:
        """The tables, each once; what is measured goes by their names."""
        found: dict[str, Table] = {}
        for each in tables:
            table = self.table(each) if isinstance(each, str) else each
            known = found.setdefault(table.name, table)
            if known.database is not table.database:
                raise WrongUse(f"two of the tables are called '{table.name}'")
        return list(found.values())

    def drop(self, name: str) -> list[str]:
        """Drop a table with all that was made from it, or one ranking; their names."""
        with self.session() as session, session.transaction():
            return catalog.drop(session, name)


class Table:
    """A loaded table."""

    def __init__(self, database: Database, facts: LoadedTable) -> None:
        """Use `Database.table` or `Database.load` instead."""
        self.database = database
        self.facts = facts

    @property
    def name(self) -> str:
        """The table's name in the database."""
        return self.facts.name

    @property
    def label(self) -> str:
        """The label column."""
        return self.facts.label

    def __repr__(self) -> str:
        return f"<cfsql table {self.name}: {self.facts.n_rows:,} rows>"

    def profile(self) -> Profile:
        """Rows, duplicates, contradictions, classes and features."""
        with self.database.session() as session:
            return profile(session, self.facts)

    def columns(self) -> list[Column]:
        """Each column with its type, its role and, of a feature, how many values."""
        with self.database.session() as session:
            return columns(session, self.facts)

    def rankings(self) -> list[Ranking]:
        """The stored rankings of this table."""
        return [
            Ranking(self.database, facts)
            for facts in self.database.rankings()
            if facts.table == self.name
        ]

    def export(self, directory: str | os.PathLike[str]) -> list[str]:
        """Write all result tables as Parquet files into a directory; their paths."""
        results = [
            Result(self.database, relation)
            for stored in self.database.results()
            if stored.table == self.name
            for relation in stored.relations
        ]
        if not results:
            raise WrongUse(
                f"table '{self.name}' is not ranked yet; "
                f"run: cfsql rank --table {self.name}"
            )
        return export.write_all(results, os.fspath(directory))

    def rank(
        self,
        *,
        limit: int | None = None,
        sample: int | None = None,
        seed: int = 0,
        rows: Sequence[object] | None = None,
        where: str | None = None,
        by: str = "power",
        count: str = "rows",
        freeze: Sequence[str] = (),
        target: object | None = None,
        require: str | None = None,
        max_changes: int | None = None,
        min_support: int | None = None,
        ignore: Sequence[str] = (),
        nearest: int = 1,
        diverse: bool = False,
        anonymous: bool = False,
        plan: str = "auto",
        into: str | None = None,
        progress: Progress | None = None,
    ) -> Ranking:
        """Find, rank and measure the minimal counterfactuals of these rows, or of all.

        The result tables are stored as <into>_ranked, _summary and _optimal; `into`
        is the table's own name unless it is given.
        """
        selection = Selection(
            limit=limit, sample=sample, seed=seed, rows=rows, where=where
        )
        method = Method(
            by=by,
            count=count,
            plan=Wish.parse(plan),
            constraints=asked_constraints(
                freeze, target, require, max_changes, min_support, ignore
            ),
            nearest=nearest,
            diverse=diverse,
            anonymous=anonymous,
        )
        with self.database.session() as session:
            catalog.refuse_foreign(
                session, self.facts, into or self.name, catalog.RANKING
            )
        with self.database.session() as session:
            name = rank(
                session, self.facts, selection, method, progress or Silent(), into=into
            )
        return self.database.ranking(name)

    def protected(self, names: Sequence[str]) -> list[str]:
        """The columns of these names, if they can be protected in an audit."""
        with self.database.session() as session:
            return protected_columns(session, self.facts, names)

    def audit(
        self,
        protected: Sequence[str] = (),
        *,
        n_shown: int | None = N_SHOWN,
        progress: Progress | None = None,
    ) -> Audit:
        """Sum up the table's ranking, and find whom the table treats unequally.

        These are cases that only `protected` columns tell apart, and that have another
        label. A table that is not ranked is ranked first. The result tables are
        stored as <table>_audit_…; the first `n_shown` answers and pairs are listed in
        what is returned, or all with None.
        """
        columns = self.protected(protected)
        with self.database.session() as session:
            catalog.refuse_foreign(session, self.facts, self.name, catalog.AUDIT)
        found = (each for each in self.rankings() if each.facts.name == self.name)
        ranking = next(found, None) or self.rank(progress=progress)
        return ranking.audit(columns, n_shown=n_shown)

    def dry_run(
        self,
        *,
        limit: int | None = None,
        sample: int | None = None,
        seed: int = 0,
        rows: Sequence[object] | None = None,
        where: str | None = None,
        by: str = "power",
        count: str = "rows",
        freeze: Sequence[str] = (),
        target: object | None = None,
        require: str | None = None,
        max_changes: int | None = None,
        min_support: int | None = None,
        ignore: Sequence[str] = (),
        nearest: int = 1,
        diverse: bool = False,
        anonymous: bool = False,
        plan: str = "auto",
    ) -> DryRun:
        """What `rank` with these options would do and cost; nothing is stored."""
        selection = Selection(
            limit=limit, sample=sample, seed=seed, rows=rows, where=where
        )
        method = Method(
            by=by,
            count=count,
            plan=Wish.parse(plan),
            constraints=asked_constraints(
                freeze, target, require, max_changes, min_support, ignore
            ),
            nearest=nearest,
            diverse=diverse,
            anonymous=anonymous,
        )
        with self.database.session() as session, session.any_order():
            return dry_run(session, self.facts, selection, method)

    def explain(
        self,
        row: object,
        *,
        label: object | None = None,
        by: str = "power",
        count: str = "rows",
        freeze: Sequence[str] = (),
        target: object | None = None,
        require: str | None = None,
        max_changes: int | None = None,
        min_support: int | None = None,
        ignore: Sequence[str] = (),
        nearest: int = 1,
        diverse: bool = False,
        anonymous: bool = False,
    ) -> Explanation:
        """Explain a row by its id, or a new case by its values; nothing is stored.

        The values are a dict; the label of a new case is among them, or is given, or
        there is a target. A row need not be ranked before.
        """
        method = Method(
            by=by,
            count=count,
            constraints=asked_constraints(
                freeze, target, require, max_changes, min_support, ignore
            ),
            nearest=nearest,
            diverse=diverse,
            anonymous=anonymous,
        )
        if isinstance(row, Mapping):
            with self.database.session() as session:
                return explain_case(
                    session,
                    self.facts,
                    row,
                    method,
                    Silent(),
                    label=None if label is None else value_text(label),
                )
        if label is not None:
            raise WrongUse("--label is for a new case; a row has its own")
        with self.database.session() as session:
            return explain(session, self.facts, row, method)

    def explain_cases(
        self,
        cases: object,
        *,
        label: object | None = None,
        by: str = "power",
        count: str = "rows",
        freeze: Sequence[str] = (),
        target: object | None = None,
        require: str | None = None,
        max_changes: int | None = None,
        min_support: int | None = None,
        ignore: Sequence[str] = (),
        nearest: int = 1,
        diverse: bool = False,
        anonymous: bool = False,
        encoding: str = "utf-8",
        progress: Progress | None = None,
    ) -> NewCases:
        """Explain the new cases of a file or a frame; nothing is stored.

        They are numbered from 1 on.
        """
        method = Method(
            by=by,
            count=count,
            constraints=asked_constraints(
                freeze, target, require, max_changes, min_support, ignore
            ),
            nearest=nearest,
            diverse=diverse,
            anonymous=anonymous,
        )
        with self.database.session() as session:
            return explain_cases(
                session,
                self.facts,
                cases,
                method,
                progress or Silent(),
                label=None if label is None else value_text(label),
                encoding=encoding,
            )

    def counterfactuals(
        self, row: object, *, limit: int | None = None
    ) -> Counterfactuals:
        """All counterfactuals of a row, minimal or not, or the nearest `limit`."""
        with self.database.session() as session:
            return counterfactuals(session, self.facts, row, limit=limit)

    def compare(self, first: object, second: object) -> Comparison:
        """Where two rows agree, and where they do not."""
        with self.database.session() as session:
            return compare(session, self.facts, (first, second))

    def why(
        self,
        row: object,
        *,
        precision: float = 1.0,
        max_size: int | None = None,
        limit: int | None = None,
        time_limit: float | None = ONE_ROW_SECONDS,
        count: str = "rows",
    ) -> Why:
        """Explain why one row has its label; nothing is stored."""
        if limit is not None and limit < 1:
            raise WrongUse(f"--limit takes a number from 1 on, not {limit}")
        wanted = Wanted(
            precision=precision, max_size=max_size, per_row=limit, time_limit=time_limit
        )
        with self.database.session() as session:
            return why(session, self.facts, row, wanted, Method(count=count))

    def why_rows(
        self,
        *,
        limit: int | None = None,
        sample: int | None = None,
        seed: int = 0,
        rows: Sequence[object] | None = None,
        where: str | None = None,
        precision: float = 1.0,
        max_size: int | None = None,
        per_row: int | None = None,
        time_limit: float | None = MANY_ROWS_SECONDS,
        count: str = "rows",
        into: str | None = None,
        progress: Progress | None = None,
    ) -> FactualResult:
        """Explain why these rows, or all, have their labels.

        The result tables are stored as <into>_factual and _factual_summary; `into` is
        the table's own name unless it is given.
        """
        selection = Selection(
            limit=limit, sample=sample, seed=seed, rows=rows, where=where
        )
        wanted = Wanted(
            precision=precision,
            max_size=max_size,
            per_row=per_row,
            time_limit=time_limit,
        )
        method = Method(count=count)
        with self.database.session() as session:
            catalog.refuse_foreign(
                session, self.facts, into or self.name, catalog.FACTUAL
            )
        with self.database.session() as session:
            name = why_rows(
                session,
                self.facts,
                selection,
                wanted,
                method,
                progress or Silent(),
                into=into,
            )
        return self.database.factual(name)

    def rules(
        self,
        label: object,
        *,
        limit: int = 10,
        precision: float = 1.0,
        max_size: int | None = None,
        time_limit: float | None = RULE_SECONDS,
        count: str = "rows",
    ) -> Rules:
        """Find the rules of a class with the greatest coverage; nothing is stored."""
        wanted = Wanted(precision=precision, max_size=max_size, time_limit=time_limit)
        method = Method(count=count)
        with self.database.session() as session:
            return rules(session, self.facts, value_text(label), limit, wanted, method)

    def experiment(
        self,
        name: str = experiments.ALL,
        *,
        sample: int = 1000,
        repeats: int = 100,
        seed: int = 0,
        random: str = experiments.ANY,
        whole: bool = False,
        progress: Progress | None = None,
    ) -> Experiments:
        """Repeat experiments of the paper on samples of this table."""
        return self.database.experiment(
            name,
            tables=[self],
            sample=sample,
            repeats=repeats,
            seed=seed,
            random=random,
            whole=whole,
            progress=progress,
        )

    def check(
        self,
        *,
        limit: int | None = None,
        sample: int | None = None,
        seed: int = 0,
        rows: Sequence[object] | None = None,
        where: str | None = None,
        progress: Progress | None = None,
    ) -> Checks:
        """Check the paper's properties on these rows, or on a sample.

        Every row is compared with every case, cell by cell; nothing is stored.
        """
        selection = Selection(
            limit=limit, sample=sample, seed=seed, rows=rows, where=where
        )
        if selection == Selection(seed=seed):
            selection = default_selection(self.facts, seed)
        with self.database.session() as session:
            return check(session, self.facts, selection, progress or Silent())


# Opening.


def _open(
    path: str, *, read_only: bool, settings: dict[str, Any]
) -> duckdb.DuckDBPyConnection:
    if path != MEMORY:
        _refuse_other_files(Path(path), read_only=read_only)
    try:
        return open_database(path, read_only=read_only, settings=settings)
    except duckdb.Error as error:
        raise DatabaseUnavailable(_why_unavailable(path, error)) from error


def _refuse_other_files(path: Path, *, read_only: bool) -> None:
    """Refuse what DuckDB would open as something else than a database of its own."""
    if not path.exists():
        if read_only:
            raise DatabaseUnavailable(
                f"no database {path}; make one with: cfsql load FILE --db {path}"
            )
        if path.suffix.lower() in _DATA_FILES:
            raise DatabaseUnavailable(
                f"{path} would be no database by its name; choose another --db"
            )
    elif path.is_file() and path.stat().st_size:
        with path.open("rb") as file:
            start = file.read(_MAGIC_AT + len(_MAGIC))
        if start[_MAGIC_AT:] != _MAGIC:
            raise DatabaseUnavailable(
                f"{path} is not a DuckDB database; choose another --db"
            )


def _why_unavailable(path: str, error: duckdb.Error) -> str:
    message = str(error)
    if "set lock" in message or "Conflicting lock" in message:
        holder = re.search(r"PID (\d+)", message)
        by = _named(holder[1]) if holder else "another process"
        waiting = (
            ", or wait: it lets go when nobody has asked for 45 seconds"
            if by.startswith("cfsql ui")
            else ""
        )
        return (
            f"{path} is in use by {by}; close it there, or choose another --db{waiting}"
        )
    if Path(path).is_dir():
        return f"{path} is a directory; --db takes a file"
    return f"cannot open {path}: {explain_error(error)}"


def _named(process_id: str) -> str:
    """A process, with the command that it runs where the system tells that."""
    try:
        line = Path(f"/proc/{process_id}/cmdline").read_bytes()
    except OSError:
        return f"process {process_id}"
    words = line.decode("utf-8", "replace").rstrip("\0").split("\0")
    for place, word in enumerate(words[:-1]):
        if Path(word).name == "cfsql" or (place and word == "cfsql"):
            return f"cfsql {words[place + 1]} (process {process_id})"
    return f"{Path(words[0]).name} (process {process_id})"
