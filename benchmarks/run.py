"""The whole suite in one go: every table, every alternative, results after each.

python -m benchmarks.run --only adult,chess --quick
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from benchmarks.record import new_results
from benchmarks.report import markdown
from benchmarks.suite import Options, Suite, option_parser, read_options
from benchmarks.tables import Source

TABLES = ("mushrooms", "chess", "adult", "connect4", "census")
RECIPES = ("easy", "hard")

# Pairs of rows that each may compare, so that a full run takes minutes, not hours.
# A table that needs more is timed on a part of its rows.
PAIRS = {
    "naive SQL": 50_000_000,
    "scikit-learn": 200_000_000,
    "FAISS": 50_000_000,
    "tuned kernel": 5_000_000_000,
}
SQL_ALONE = "cfsql, SQL alone"

QUICK_SIZES = [2_000, 8_000]
SIZES = [10_000, 100_000, 1_000_000]
# Rows of the easy table that show how it grows further.
LARGEST = 10_000_000
# From so many rows on, only machine code is in time.
LARGE = 1_000_000


class RankSuite(Suite):
    """All that is measured of `rank`, and of loading."""

    def __init__(self, options: Options, work: Path, sizes: list[int]) -> None:
        """Measure in the folder `work`; `sizes` are those of synthetic tables."""
        results = new_results(is_quick=options.is_quick)
        super().__init__(options, work, results, markdown)
        self.sizes = sizes

    def run(self) -> None:
        """Everything, what is quick first."""
        for name in TABLES[:-1]:
            with self.real_table(name) as folder:
                if folder is not None:
                    self.table(name, folder)
        for recipe in RECIPES:
            if self.wants(recipe):
                for size in self.sizes:
                    self.growth(recipe, size)
        if self.wants("easy") and max(self.sizes) == LARGE:
            self.growth("easy", LARGEST)
        with self.real_table("census") as folder:
            if folder is not None:
                self.loading(folder)
                self.table("census", folder)

    def table(self, name: str, folder: Path) -> None:
        """One real table: cfsql, and everything that it is compared with."""
        task = self.task("cfsql", name, folder)
        ours = self.measure(task)
        if ours.outcome is None:
            return
        n_rows = ours.outcome.n_rows
        for what in ("tuned kernel", "FAISS", "scikit-learn", "naive SQL"):
            self.measure(replace(task, what=what, part=self.part(what, n_rows)))
        if name != "census":
            self.measure(replace(task, what=SQL_ALONE))

    def growth(self, recipe: str, n_rows: int) -> None:
        """One size of a synthetic table: cfsql and the kernel."""
        name = f"{recipe} {n_rows:,}"
        with self.prepared(name, Source(None, recipe, n_rows)) as folder:
            if folder is None:
                return
            task = self.task("cfsql", name, folder)
            if self.measure(task).outcome is not None:
                part = self.part("tuned kernel", n_rows)
                self.measure(replace(task, what="tuned kernel", part=part))
                if n_rows < LARGE:
                    self.measure(replace(task, what=SQL_ALONE))

    def loading(self, folder: Path) -> None:
        """Loading a CSV file, against DuckDB alone."""
        task = self.task("cfsql load", "census, loading", folder)
        self.measure(task)
        self.measure(replace(task, what="DuckDB load"))

    def part(self, what: str, n_rows: int) -> int | None:
        """How many rows to time, given how many pairs are compared for each."""
        part = max(1, PAIRS[what] // n_rows)
        if what == "naive SQL" and self.options.is_quick:
            part = 20
        return part if part < n_rows else None


def main() -> None:
    """Run what was asked for."""
    known = [*TABLES, *RECIPES]
    parser = option_parser(__doc__, known)
    parser.add_argument("--sizes", help="rows of the synthetic tables, comma-separated")
    options, given = read_options(parser, known, "rank")
    sizes = QUICK_SIZES if given.quick else SIZES
    if given.sizes:
        sizes = [int(size) for size in given.sizes.split(",")]
    with tempfile.TemporaryDirectory(prefix="cfsql-bench-") as work:
        suite = RankSuite(options, Path(work), sizes)
        suite.run()
    suite.finish()


if __name__ == "__main__":
    main()
