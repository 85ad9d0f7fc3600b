"""The commands for the paper's tables: what they are, fetching and checking them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cfsql.cli.common import Common, show_json, show_table
from cfsql.cli.declared import Argument, command
from cfsql.cli.options import TableOrJson, any_format
from cfsql.cli.output import say, show
from cfsql.errors import CfsqlError, ExitCode, Interrupted, WrongUse
from cfsql.options import Option

if TYPE_CHECKING:
    from cfsql.datasets import Dataset
    from cfsql.datasets.check import Report
    from cfsql.datasets.download import Downloader

_COLUMNS = ("name", "rows", "features", "classes", "label", "licence", "source", "note")
_COUNTS = ("file", "rows", "features", "classes", "contradicted", "verdict")


def list_(
    common: Common,
    format: Annotated[
        str,
        any_format("The output; json has everything, also addresses and preparation."),
    ] = "table",
) -> None:
    """List the twelve tables of the paper, with size, licence and source.

    Example: cfsql datasets list --format json
    """
    from cfsql.datasets import DATASETS
    from cfsql.show import formats

    formats.check(format)
    records = [dataset.to_dict() for dataset in DATASETS.values()]
    if format == "json":
        show_json(records)
    elif format == "jsonl":
        lines = (json.dumps(record, ensure_ascii=False) for record in records)
        show(lines, is_data=True)
    else:
        rows = [[record[name] or "" for name in _COLUMNS] for record in records]
        show_table(format, _COLUMNS, rows)


def fetch(
    common: Common,
    to: Annotated[str, Option("The folder; made if it is not there.", "DIR")],
    names: Annotated[
        list[str] | None,
        Argument("Datasets of cfsql datasets list.", "DATASET"),
    ] = None,
    all_: Annotated[bool, Option("All twelve.")] = False,
    cache: Annotated[
        str | None,
        Option("Where downloads are kept.  [default: the user's cache folder]", "DIR"),
    ] = None,
    mirror: Annotated[
        str | None,
        Option("Take the public files from here; they have the same names.", "URL"),
    ] = None,
    force: Annotated[
        bool,
        Option("Download anew, and replace what is there."),
    ] = False,
) -> None:
    """Fetch tables of the paper from their public sources, and prepare them.

    Each is downloaded, prepared as the registry says, checked against its expected
    size, and written to DIR as CSV. What was downloaded is kept, and a download that
    was cut off goes on where it ended. The paths are printed.

    Example: cfsql datasets fetch adult chess --to data
    """
    from cfsql.datasets import DATASETS, find
    from cfsql.datasets.download import Downloader, default_cache
    from cfsql.datasets.fetch import make_folder

    if bool(names) == all_:
        raise WrongUse(
            "fetch what? Give names or --all, one of the two; see: cfsql datasets list"
        )
    wanted = list(dict.fromkeys(map(find, names or DATASETS)))
    downloader = Downloader(
        default_cache() if cache is None else Path(cache),
        mirror=mirror,
        force=force,
        progress=common.progress(),
        tell=common.tell,
    )
    make_folder(Path(to))
    failed: dict[str, list[str]] = {}
    codes: set[ExitCode] = set()
    try:
        for dataset in wanted:
            try:
                _fetch(common, dataset, Path(to), downloader, force=force)
            except CfsqlError as error:
                failed.setdefault(error.line, []).append(dataset.name)
                codes.add(error.exit_code)
    except KeyboardInterrupt as error:
        raise Interrupted(
            "interrupted; what has come is kept, and the same command goes on with it"
        ) from error
    _fail(failed, codes)


def _fetch(
    common: Common,
    dataset: Dataset,
    folder: Path,
    downloader: Downloader,
    *,
    force: bool,
) -> None:
    from cfsql.datasets.fetch import fetch
    from cfsql.words import many

    with common.in_memory() as database:
        fetched = fetch(database, dataset, folder, downloader, force=force)
    report = fetched.report
    show([str(report.path)], is_data=True)
    size = (
        f"{many(dataset.n_rows, 'row')}, {many(len(dataset.features), 'feature')}, "
        f"{many(dataset.n_classes, 'class')}"
    )
    where = "now in" if fetched.is_new else "already in"
    common.tell(f"{dataset.name}: {size}, {report.verdict}; {where} {folder}")
    if dataset.note:
        common.tell(f"note: {dataset.name}: {dataset.note}")


def _fail(failed: dict[str, list[str]], codes: set[ExitCode]) -> None:
    """End with one line for each reason, and the names that it holds for."""
    if not failed:
        return
    *others, last = (f"{', '.join(names)}: {why}" for why, names in failed.items())
    for line in others:
        say(line)
    failure = CfsqlError(last)
    failure.exit_code = codes.pop() if len(codes) == 1 else ExitCode.FAILED
    raise failure


def check(
    common: Common,
    folder: Annotated[str, Argument("The folder with the tables.", "DIR")],
    format: TableOrJson = "table",
) -> None:
    """Check whether the tables in a folder are those of the registry.

    Every .csv and .parquet file that is called like a dataset is read. Rows, features,
    classes and contradictions are counted and compared with what is expected; the
    exit code is 1 if anything is not as it should be.

    Example: cfsql datasets check data
    """
    from cfsql.datasets import DATASETS
    from cfsql.datasets.check import check as check_file
    from cfsql.datasets.check import known_files
    from cfsql.show import formats

    formats.check(format, ("table", "json"))
    files = known_files(Path(folder))
    if not files:
        raise WrongUse(
            f"no dataset is in {folder}; to get some: "
            f"cfsql datasets fetch --all --to {folder}"
        )
    with common.in_memory() as database:
        reports = [check_file(database, dataset, path) for dataset, path in files]
    reports.sort(key=lambda report: report.path.name)
    if format == "json":
        records = [report.to_dict() for report in reports]
        show_json(records)
    else:
        show(formats.text_table(_COUNTS, [_counts(report) for report in reports]))
    present = {report.dataset.name for report in reports}
    missing = [name for name in DATASETS if name not in present]
    if missing:
        common.tell(f"not there: {', '.join(missing)}")
    wrong = [report.path.name for report in reports if not report.is_right]
    if wrong:
        raise CfsqlError(f"not as expected in {folder}: {', '.join(wrong)}")


def _counts(report: Report) -> tuple[object, ...]:
    return (
        report.path.name,
        report.n_rows,
        report.n_features,
        report.n_classes,
        report.n_contradicted,
        report.verdict,
    )


command(list_, offered=("quiet",), group="datasets")
command(
    fetch,
    offered=("quiet",),
    group="datasets",
    conflicts=lambda given: ["all_"] if "names" in given else [],
)
command(
    check,
    offered=("quiet", "show_sql", "threads", "memory_limit"),
    group="datasets",
)
