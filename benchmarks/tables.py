"""The tables to measure on, and how one is prepared: loaded by cfsql, and coded.

A prepared table is a folder: `rows.parquet`, of a real table `rows.csv`, `table.duckdb`
with the table `cases`, `codes.npz` and, once cfsql has ranked it, `answers.json` and
`nearest.npy`.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.measure import HERE, Outcome, Task

if TYPE_CHECKING:
    import polars as pl

    from benchmarks.packed import Codes

# The twelve tables of the paper.
PAPER = (
    "adult",
    "bach",
    "cars",
    "chess",
    "contraception",
    "mushrooms",
    "phishing",
    "portugal_bank",
    "compas",
    "loan",
    "marketing",
    "retention",
)

FILES = {
    **{name: f"{name}.csv" for name in PAPER},
    "connect4": "connect4.csv",
    "census": "census_income_kdd.parquet",
}

# The name of the table in each prepared database, and of its ranking.
CASES = "cases"


@dataclass(frozen=True)
class Source:
    """Where a table comes from: a file, or a recipe of `synthetic`."""

    path: str | None
    recipe: str | None
    n_rows: int | None

    def write(self, folder: Path) -> None:
        """Note it in the folder in which it is to be prepared."""
        folder.mkdir(parents=True)
        (folder / "source.json").write_text(json.dumps(asdict(self)))

    @classmethod
    def read(cls, folder: Path) -> Source:
        """What `write` noted."""
        return cls(**json.loads((folder / "source.json").read_text()))


def data_folder(given: Path | None = None) -> Path:
    """The folder with real tables: as given, or $CFSQL_DATASETS, or beside this one."""
    beside = HERE.parents[1] / "shared" / "datasets"
    return given or Path(os.environ.get("CFSQL_DATASETS", beside))


def prepare(task: Task) -> Outcome:
    """Read or draw the rows, load them with cfsql, and code them without it."""
    import cfsql
    from benchmarks.synthetic import synthetic

    started = perf_counter()
    folder = Path(task.folder)
    source = Source.read(folder)
    if source.recipe is not None:
        assert source.n_rows is not None
        rows = synthetic(source.recipe, source.n_rows)
    else:
        assert source.path is not None
        rows = read(Path(source.path))[: source.n_rows]
        rows.write_csv(folder / "rows.csv")
    rows.write_parquet(folder / "rows.parquet")
    is_whole_file = source.path is not None and source.n_rows is None
    path = source.path if is_whole_file else folder / "rows.parquet"
    with cfsql.connect(folder / "table.duckdb") as database:
        table = database.load(path, table=CASES, label=-1)
        n_rows, n_features = table.facts.n_rows, table.facts.n_features
    coded(rows).write(folder / "codes.npz")
    return Outcome([perf_counter() - started], n_rows, n_features, n_rows, "")


def coded(rows: pl.DataFrame) -> Codes:
    """The codes of a table of texts, the label last; NULL is a value."""
    import polars as pl

    from benchmarks.packed import Codes

    codes = rows.select(pl.all().fill_null("\0").rank("dense") - 1).to_numpy()
    return Codes(codes[:, :-1].astype("int32"), codes[:, -1].astype("int32"))


def read(path: Path) -> pl.DataFrame:
    """A file as texts, the label last."""
    import polars as pl

    if path.suffix == ".csv":
        return pl.read_csv(path, infer_schema=False)
    return pl.read_parquet(path)
