"""Fetching a dataset: downloaded, prepared, checked, and only then put in its place."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cfsql.datasets.check import Report, check
from cfsql.datasets.dataset import Dataset
from cfsql.datasets.download import Downloader
from cfsql.datasets.prepare import prepare
from cfsql.errors import BadFile, WrongUse

if TYPE_CHECKING:
    from cfsql.api.database import Database


@dataclass(frozen=True)
class Fetched:
    """A dataset in its place, and whether it was put there now."""

    report: Report
    is_new: bool


def make_folder(folder: Path) -> None:
    """Make a folder for datasets, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongUse(
            f"cannot make the folder {folder} ({error.strerror}); choose another"
        ) from error
    if not os.access(folder, os.W_OK):
        raise WrongUse(f"cannot write into {folder}; choose another folder with --to")


def fetch(
    database: Database,
    dataset: Dataset,
    folder: Path,
    downloader: Downloader,
    *,
    force: bool = False,
) -> Fetched:
    """Put a dataset into a folder as CSV; a right file that is there stays."""
    target = folder / f"{dataset.name}.csv"
    if target.exists() and not force:
        report = check(database, dataset, target)
        if report.is_right:
            return Fetched(report, is_new=False)
        raise WrongUse(
            f"{target} exists and is {report.verdict}; replace it with --force"
        )
    source = downloader.get(dataset.source)
    try:
        table = prepare(dataset, source.name, source.read_bytes())
        if not table.rows:
            raise BadFile(f"{source.name}: there are no rows")
    except BadFile as error:
        raise BadFile(f"{error}; {_other_file(dataset, source)}") from error
    with _beside(target) as draft:
        draft.write_bytes(table.to_csv())
        report = check(database, dataset, draft)
        if not report.is_right:
            raise BadFile(
                f"what was made of {source.name} is {report.verdict}; "
                f"{_other_file(dataset, source)}"
            )
        draft.replace(target)
    return Fetched(replace(report, path=target), is_new=True)


def _other_file(dataset: Dataset, source: Path) -> str:
    return (
        "download it anew with --force, or, if it has changed for good, put the file "
        f"as it was into {source.parent} (see {dataset.source.page})"
    )


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A draft of the file in a temporary folder on the same disk."""
    try:
        with tempfile.TemporaryDirectory(prefix=".cfsql-", dir=target.parent) as folder:
            yield Path(folder) / target.name
    except OSError as error:
        raise WrongUse(
            f"cannot write {target} ({error.strerror}); choose another folder with --to"
        ) from error
