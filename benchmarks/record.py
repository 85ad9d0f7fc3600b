"""The results of a run: measurements with what they were made on, as JSON."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.measure import Measurement

PACKAGES = (
    "cfsql",
    "duckdb",
    "polars",
    "numpy",
    "numba",
    "scikit-learn",
    "faiss-cpu",
)


@dataclass(frozen=True)
class Results:
    """A run, finished or not."""

    made_at: str
    machine: dict[str, str | int]
    versions: dict[str, str]
    is_quick: bool
    measurements: list[Measurement] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    def write(self, path: Path) -> None:
        """Write them whole, or leave the file as it was: a line a measurement."""
        record = asdict(self)
        listed = ",\n".join(map(json.dumps, record.pop("measurements")))
        unfinished = path.with_suffix(".unfinished")
        unfinished.write_text(
            f'{json.dumps(record)[:-1]}, "measurements": [\n{listed}\n]}}\n'
        )
        unfinished.replace(path)

    @classmethod
    def read(cls, path: Path) -> Results:
        """What `write` wrote."""
        record = json.loads(path.read_text())
        measurements = [Measurement.from_json(each) for each in record["measurements"]]
        return cls(**{**record, "measurements": measurements})


def new_results(
    *,
    is_quick: bool,
    packages: Iterable[str] = PACKAGES,
) -> Results:
    """Results without measurements, of this machine and these versions."""
    versions = {"Python": platform.python_version()}
    for package in packages:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "not installed"
    return Results(
        made_at=datetime.now(UTC).isoformat(timespec="minutes"),
        machine={
            "cpu": _cpu_model(),
            "cores": os.cpu_count() or 1,
            "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
            "system": f"{platform.system()} {platform.machine()}",
        },
        versions=versions,
        is_quick=is_quick,
    )


def _cpu_model() -> str:
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
