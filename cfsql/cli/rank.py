"""The command that ranks: the main job."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cfsql.cli.common import (
    Common,
    check_output,
    presenting,
    result_lines,
    show_answer,
)
from cfsql.cli.declared import Argument, command
from cfsql.cli.load import cuts, elsewhere, given_of
from cfsql.cli.options import (
    Bin,
    Bom,
    Into,
    TimeLimit,
    any_format,
    label_apart,
    limit_or_sample,
    of_csv_files,
)
from cfsql.cli.spark import (
    ENGINES,
    Conf,
    EngineName,
    Master,
    Parts,
    Work,
    rank_with_spark,
    refuse_spark_options,
)
from cfsql.errors import TimeIsUp, WrongUse
from cfsql.options import (
    OUTPUT,
    RUNNING,
    Option,
    OriginOptions,
    RankOptions,
    SourceOptions,
    Usual,
    changed_options,
    duration,
    flag,
    options_of,
)

if TYPE_CHECKING:
    from cfsql.api.table import Table


def rank(
    common: Common,
    *,
    files: Annotated[
        list[str] | None,
        Argument(
            "Rank what `load` takes, in memory. With Spark a file, a folder, or a "
            "table of its catalog.",
            "SOURCE",
        ),
    ] = None,
    table: Annotated[str | None, Usual("The loaded table to rank.", "T")] = None,
    options: RankOptions,
    dry_run: Annotated[
        bool,
        Usual("Show the plan and its cost; rank nothing.", heading=RUNNING),
    ] = False,
    part: Annotated[
        str | None,
        Option(
            "Rank only part I of N into a new folder --out, for `merge`.",
            "I/N",
            heading=RUNNING,
        ),
    ] = None,
    time_limit: TimeLimit = None,
    into: Into = None,
    out: Annotated[
        str | None,
        Usual(
            "Also write a .parquet, .csv, .json or .xlsx file; with --part or Spark, "
            "a folder.",
            "FILE",
            heading=OUTPUT,
        ),
    ] = None,
    engine: EngineName = "duckdb",
    master: Master = None,
    conf: Conf = None,
    work: Work = None,
    parts: Parts = None,
    bom: Bom = False,
    format: Annotated[
        str, any_format("A summary to read, or the ranked rows.")
    ] = "table",
    origin: OriginOptions,
    source: SourceOptions,
    bin: Bin = None,
) -> None:
    """Find and rank the minimal counterfactuals of a table's rows.

    Counterfactuals are looked for in the whole table, whichever rows are asked for.
    Constraints, such as --freeze and --target, say which cases may be answers; a row
    that none is left for says which constraint excluded the last one. The answers are
    stored as T_ranked, T_summary and T_optimal.

    Example: cfsql rank --table adult --where "age < 25" --limit 1000

    --part 2/16 ranks the second of sixteen parts of these rows into the folder --out,
    and stores nothing: `merge` stores all of them. Any number of processes may do so at
    once, on this machine or on others.

    Example: cfsql rank --table adult --part 2/16 --out parts/2

    --engine spark has Spark's tasks rank parts, of a FILE, a folder or a table of
    Spark's catalog, and writes the results to the folder --out.

    Example: cfsql rank loans.parquet --engine spark --label paid --out why
    """
    if engine not in ENGINES:
        raise WrongUse(f"--engine is {' or '.join(ENGINES)}, not '{engine}'")
    if engine == "spark":
        if files is not None and len(files) > 1:
            raise WrongUse("--engine spark takes one SOURCE; give the folder of files")
        rank_with_spark(
            common,
            files[0] if files else None,
            {
                **options,
                **source,
                "label": label_apart(source)[0],
                "bins": cuts(bin),
                "work": work,
                "parts": parts,
            },
            out=out,
            master=master,
            conf=conf or (),
            refused={
                "dry_run": dry_run,
                "db": common.db,
                "show_sql": common.show_sql,
                "table": table,
                "into": into,
                "time_limit": time_limit,
                "part": part,
                "format": format != "table",
                "bom": bom,
                **origin,
            },
        )
        return
    refuse_spark_options(master=master, conf=conf, work=work, parts=parts)
    from cfsql.show import formats
    from cfsql.show.terminal.ranking import dry_run_lines, overview_lines
    from cfsql.words import many

    limit = None if time_limit is None else duration(time_limit, "time_limit")
    if dry_run:
        formats.check(format, ("table", "json"))
    if part is not None:
        _refuse_of_whole(
            dry_run=dry_run,
            time_limit=time_limit,
            into=into,
            format=format != "table",
            bom=bom,
        )
        if out is None:
            raise WrongUse("where to? Give a new folder for the part with --out FOLDER")
    else:
        check_output(format, out, bom=bom)
    # Python's own start is what this process has computed so far.
    before, started = time.process_time(), time.monotonic()
    in_memory = bool(files) or origin.get("sql") is not None
    if in_memory:
        _refuse_loaded_options(files or [], table=table, into=into)
        # Columns that are no features are left out when the source is read.
        ignore, options["ignore"] = options["ignore"], ()
        opened = _in_memory(common, files, origin, source, bin=bin, ignore=ignore)
    else:
        given = {**changed_options(SourceOptions, source), **given_of(origin)}
        for option in ["bin"] if bin else given:
            raise WrongUse(
                f"{flag(option)} is for a SOURCE; a loaded table has it from its load"
            )
        is_read_only = dry_run or part is not None
        opened = _in_database(common, table, is_read_only=is_read_only)
    with opened as loaded:
        if part is not None and out is not None:
            made = loaded.rank_part(
                part, out=out, **options, progress=common.progress(in_files=True)
            )
            seconds = time.monotonic() - started
            rows = many(made.n_rows, "row")
            common.tell(f"part {made}: {rows} in {seconds:.1f} s; wrote {out}")
            return
        if dry_run:
            start = before + time.monotonic() - started
            plan = loaded.dry_run(**options)
            plan = replace(plan, parts={"start": start, **plan.parts})
            show_answer(format, plan.to_dict(), dry_run_lines(loaded.name, plan))
            if limit is not None and plan.seconds > limit:
                common.tell(f"expected to take longer than --time-limit {time_limit}")
            return
        name = (into or loaded.name).lower()
        existed = name in (each.facts.name.lower() for each in loaded.rankings())
        audited = name in (each.name.lower() for each in loaded.database.audits())

        def present(_: object) -> Iterable[str]:
            made = loaded.database.ranking(into or loaded.name)
            return result_lines(
                common,
                made,
                lambda: overview_lines(made.overview(), loaded.facts.n_rows),
                format=format,
                out=out,
                bom=bom,
            )

        try:
            with presenting(loaded.database, present):
                ranking = loaded.rank(
                    **options, into=into, time_limit=limit, progress=common.progress()
                )
        except TimeIsUp as error:
            error.args = (f"{error.line}. --dry-run says how long it takes",)
            raise
    seconds = time.monotonic() - started
    results = (ranking, ranking.summary, ranking.optimal)
    names = ", ".join(result.name for result in results)
    verb = "replaced" if existed else "stored"
    stored = "" if in_memory else f"; {verb} {names} in {common.path}"
    common.tell(f"{many(ranking.facts.n_rows, 'row')} in {seconds:.1f} s{stored}")
    if audited:
        common.tell(
            "dropped the audit, which was of the old ranking; "
            f"run: {shlex.join(['cfsql', 'audit', '--table', ranking.facts.name])}"
        )


def _refuse_of_whole(**given: object) -> None:
    """Refuse what is not for a part."""
    for name, value in given.items():
        if value:
            raise WrongUse(
                f"{flag(name)} is for a whole ranking, and --part for one of N"
            )


def _refuse_loaded_options(
    files: Sequence[str], *, table: str | None, into: str | None
) -> None:
    """Refuse what is for a loaded table, and the name of one in the place of a file."""
    if table is not None or into is not None:
        option = "--table" if table is not None else "--into"
        raise WrongUse(
            f"{option} is for loaded tables and SOURCE is ranked in memory; "
            "to keep the results, first: cfsql load SOURCE"
        )
    for file in files:
        is_name = not set(file) & set("*?[:/.-")
        if is_name and not Path(file).exists():
            raise WrongUse(
                f"no file {file}; for a loaded table: cfsql rank --table {file}"
            )


@contextmanager
def _in_memory(
    common: Common,
    files: Sequence[str] | None,
    origin: OriginOptions,
    source: SourceOptions,
    *,
    bin: list[str] | None,
    ignore: Sequence[str],
) -> Iterator[Table]:
    """A source as a table that is gone afterwards."""
    from cfsql.show.terminal.profile import merged_intervals, profile_warnings

    with common.in_memory() as database:
        if not files or files[0].startswith("table:"):
            with common.reading():
                # A database that is not there is told as such.
                pass
        label, options = label_apart(source)
        found, where = elsewhere(common, files, origin)
        loaded = database.load(
            found,
            **where,
            table="data" if where.get("sql") else None,
            label=label,
            ignore=ignore,
            bins=cuts(bin),
            **options,
        )
        profile = loaded.profile()
        for remark in loaded.remarks:
            common.tell(remark)
        for warning in profile_warnings(profile):
            common.tell(f"warning: {warning}")
        for note in merged_intervals(profile, loaded.facts.bins):
            common.tell(note)
        yield loaded


@contextmanager
def _in_database(
    common: Common, table: str | None, *, is_read_only: bool
) -> Iterator[Table]:
    """A loaded table."""
    if table is None:
        raise WrongUse("rank what? Give --table T, or a SOURCE")
    with common.reading() if is_read_only else common.writing() as database:
        yield database.table(table)


def _conflicts(given: Mapping[str, Any]) -> Iterator[str]:
    """The settings that contradict the command line."""
    if given.get("engine") == "spark":
        yield from ("db", "table", "into", "format")
    elif "files" in given or "sql" in given:
        yield from ("table", "into")
    else:
        yield from (*options_of(SourceOptions), *options_of(OriginOptions))
    yield from of_csv_files(given)
    yield from limit_or_sample(given)


command(rank, conflicts=_conflicts)
