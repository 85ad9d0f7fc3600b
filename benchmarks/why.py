"""How long `why` takes: 1,000 rows of each table of the paper.

python -m benchmarks.why --only adult,mushrooms --quick
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from benchmarks.record import new_results
from benchmarks.suite import Options, Suite, option_parser, read_options
from benchmarks.tables import PAPER
from benchmarks.why_report import markdown

PACKAGES = ("cfsql", "duckdb", "polars", "numpy")

# How many rows of each table, and how many plain Python has to explain at least; it
# goes on for as many seconds, and as long as these no run of cfsql is repeated.
N_FIRST, N_PLAIN, ENOUGH = 1000, 20, 10.0
QUICK_FIRST, QUICK_PLAIN, QUICK_ENOUGH = 30, 3, 0.2

# Seconds after which a measurement is stopped: later than `why` ends by itself.
LIMIT = 900


class WhySuite(Suite):
    """All that is measured of `why`."""

    def __init__(self, options: Options, work: Path) -> None:
        """Measure in the folder `work`."""
        results = new_results(is_quick=options.is_quick, packages=PACKAGES)
        super().__init__(options, work, results, markdown)

    def run(self) -> None:
        """Every table."""
        for name in PAPER:
            with self.real_table(name) as folder:
                if folder is not None:
                    self.first_rows(name, folder)

    def first_rows(self, name: str, folder: Path) -> None:
        """The first rows of a table, against plain Python."""
        is_quick = self.options.is_quick
        task = self.task("cfsql why", name, folder)
        task = replace(task, enough=QUICK_ENOUGH if is_quick else ENOUGH)
        n_first = QUICK_FIRST if is_quick else N_FIRST
        if self.measure(replace(task, part=n_first)).outcome is not None:
            n_plain = QUICK_PLAIN if is_quick else N_PLAIN
            self.measure(replace(task, what="plain Python", part=n_plain))


def main() -> None:
    """Run what was asked for."""
    parser = option_parser(__doc__, PAPER, limit=LIMIT)
    options, _ = read_options(parser, PAPER, "why")
    with tempfile.TemporaryDirectory(prefix="cfsql-bench-") as work:
        suite = WhySuite(options, Path(work))
        suite.run()
    suite.finish()


if __name__ == "__main__":
    main()
