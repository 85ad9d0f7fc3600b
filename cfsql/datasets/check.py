"""Whether a table is the one that the registry describes."""

from __future__ import annotations

import csv
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cfsql.datasets.dataset import Dataset
from cfsql.datasets.registry import DATASETS
from cfsql.datasets.tables import csv_bytes
from cfsql.errors import CfsqlError, WrongUse
from cfsql.words import many

if TYPE_CHECKING:
    from cfsql.api.database import Database

# What a table may be in.
_ENDINGS = (".csv", ".parquet")


@dataclass(frozen=True)
class Report:
    """The columns and counts of a file, and its differences from the registry."""

    dataset: Dataset
    path: Path
    n_rows: int | None = None
    n_features: int | None = None
    n_classes: int | None = None
    n_contradicted: int | None = None
    is_same: bool = False
    problems: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether everything that was counted is as expected."""
        return not self.problems

    @property
    def verdict(self) -> str:
        """The outcome in words."""
        if self.problems:
            return f"wrong: {'; '.join(self.problems)}"
        verdict = "as expected"
        if not self.is_same:
            verdict += " in size, but with other values or in another order"
        return f"{verdict} (a stand-in)" if self.dataset.is_stand_in else verdict

    def to_dict(self) -> dict[str, Any]:
        """For programs."""
        return {
            "name": self.dataset.name,
            "file": str(self.path),
            "rows": self.n_rows,
            "features": self.n_features,
            "classes": self.n_classes,
            "contradicted": self.n_contradicted,
            "expected": {
                "rows": self.dataset.n_rows,
                "features": len(self.dataset.features),
                "classes": self.dataset.n_classes,
                "contradicted": self.dataset.n_contradicted,
            },
            "is_right": self.is_right,
            "is_same": self.is_same,
            "is_stand_in": self.dataset.is_stand_in,
            "problems": list(self.problems),
        }


def data_files(folder: Path) -> list[Path]:
    """The tables in a folder, by the endings of the files."""
    if not folder.is_dir():
        problem = "is a file" if folder.exists() else "is not there"
        raise WrongUse(f"{folder} {problem}; give the folder that holds the tables")
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in _ENDINGS)


def known_files(folder: Path) -> list[tuple[Dataset, Path]]:
    """The tables in a folder that are called like a dataset."""
    present = data_files(folder)
    return [
        (dataset, folder / f"{dataset.name}{ending}")
        for dataset in DATASETS.values()
        for ending in _ENDINGS
        if folder / f"{dataset.name}{ending}" in present
    ]


def check(database: Database, dataset: Dataset, path: Path) -> Report:
    """Count the rows, classes and contradictions of a file, and compare them."""
    try:
        profile = database.load(
            path, table=dataset.name, label=dataset.label, text=True, replace=True
        ).profile()
    except CfsqlError as error:
        return Report(dataset, path, problems=(error.line,))
    expected = {
        "row": (profile.n_rows, dataset.n_rows),
        "feature": (len(profile.features), len(dataset.features)),
        "class": (len(profile.classes), dataset.n_classes),
        "contradicted row": (profile.n_contradicted, dataset.n_contradicted),
    }
    problems = [
        f"{many(found, noun)} instead of {right:,}"
        for noun, (found, right) in expected.items()
        if found != right
    ]
    problems += [
        f"no column '{name}'"
        for name in dataset.features
        if name not in profile.features
    ]
    return Report(
        dataset,
        path,
        n_rows=profile.n_rows,
        n_features=len(profile.features),
        n_classes=len(profile.classes),
        n_contradicted=profile.n_contradicted,
        is_same=not problems and _sha256(path) == dataset.sha256,
        problems=tuple(problems),
    )


def _sha256(path: Path) -> str:
    """The fingerprint of a table's texts, whatever kind of file they are in."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            columns, *rows = csv.reader(file)
            return hashlib.sha256(csv_bytes(columns, rows)).hexdigest()
    import polars as pl

    frame = pl.read_parquet(path)
    return hashlib.sha256(csv_bytes(frame.columns, frame.rows())).hexdigest()
