"""The search for minimal factual explanations: level by level, in sets of features.

A set of features explains a target when the cases that share the target's values on it
share its label. Without exceptions these are the sets that meet every disagreement set
with a case of another label; a level adds one feature to the sets that do not yet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import Query, query
from cfsql.errors import WrongUse
from cfsql.method.constraints import Constraints, Problem, pose
from cfsql.method.packing import Field
from cfsql.options import ReasonOptions, refuse_wrong_values
from cfsql.progress import Progress
from cfsql.tables.catalog import LoadedTable

# Targets that are worked on together, and pairs of a target and an instance that are
# compared at a time.
TARGETS_PER_BATCH = 250
PAIRS_PER_BATCH = 50_000_000

# Tests of an open set against another set that are done at a time: as many as there is
# time for ten times over, but not too few to be worth a statement.
TESTS_PER_CHUNK = (2_000_000, 500_000_000)

# What a test takes, before any was timed; and what it takes to ask of an explanation
# and a set whether the cases of the one contain the other.
SECONDS_PER_TEST = 40e-9
SECONDS_PER_COUNT = 3e-9


@dataclass(frozen=True)
class FactualOptions:
    """Which explanations to look for, and how long to look for them.

    `ignore` are columns that are no features. Of the minimal explanations, those are
    kept that cover at least `min_cases` cases.
    """

    precision: float = 1.0
    max_size: int | None = None
    per_row: int | None = None
    time_limit: float | None = None
    ignore: Sequence[str] = ()
    min_cases: int | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if not 0 < self.precision <= 1:
            raise WrongUse(
                "--precision is a share of cases, above 0 and up to 1, such as 0.95; "
                f"not {self.precision:g}"
            )
        if self.max_size is not None and self.max_size < 0:
            raise WrongUse(
                f"--max-size takes a number of features from 0 on, not {self.max_size}"
            )
        if self.per_row is not None and self.per_row < 1:
            raise WrongUse(f"--per-row takes a number from 1 on, not {self.per_row}")
        if self.time_limit is not None and not self.time_limit > 0:
            raise WrongUse(
                f"--time-limit takes seconds, such as 10; not {self.time_limit:g}"
            )
        refuse_wrong_values(ReasonOptions, vars(self))


def pose_reasons(
    session: Session, table: LoadedTable, fields: list[Field], options: FactualOptions
) -> Problem:
    """The features and instances of a bound table that explanations are made of."""
    if options.ignore:
        return pose(session, table, fields, Constraints(ignore=options.ignore))
    return Problem(fields, table.n_instances)


class Search:
    """One search, for all targets of a session."""

    def __init__(
        self, session: Session, options: FactualOptions, progress: Progress
    ) -> None:
        """Take a session in which `targets` and `population` are staged."""
        self.session = session
        self.options = options
        self.progress = progress
        # Up to this size, all explanations of the last batch are found.
        self.complete_size: int | None = None
        # What stops at so many that cover enough cases has to count them as it goes.
        is_counted = options.per_row is not None and options.min_cases is not None
        is_exact = options.precision == 1 and not is_counted
        least = options.min_cases or 1
        self._way = _exact(least) if is_exact else _tolerant(options.precision, least)
        self._seconds_per_test = SECONDS_PER_TEST

    def run(self, *, n_targets: int, n_instances: int) -> None:
        """Stage `listed_sets` and `unfinished_targets`."""
        session = self.session
        per_batch = max(1, min(TARGETS_PER_BATCH, PAIRS_PER_BATCH // n_instances))
        n_batches = math.ceil(n_targets / per_batch)
        session.stage(query("why/explained_targets"), targets_per_batch=per_batch)
        ends = monotonic() + (self.options.time_limit or math.inf)
        for batch in self.progress.track("explaining", range(n_batches)):
            now = monotonic()
            self._search(batch, deadline=now + (ends - now) / (n_batches - batch))
            keep = session.append if batch else session.stage
            keep(self._way.measures, **self._way.measured)
        session.stage(query("why/feature_sets"))
        session.stage(query("why/listed_sets"), per_row=self.options.per_row)

    def _search(self, batch: int, *, deadline: float) -> None:
        """Stage `factual_sets` for the targets of a batch."""
        session, way = self.session, self._way
        n_compared = session.stage(query("why/compared_sets"), batch=batch)
        n_probed = self._stage_minimal() if way.probes_minimal else n_compared
        session.bind(
            "probed_sets", "minimal_sets" if way.probes_minimal else "compared_sets"
        )
        n_targets = n_open = session.stage(query("why/roots"), batch=batch)
        if not batch:
            session.stage_empty(query("why/open_targets"))
        self.complete_size = None
        n_found = size = 0

        def time_is_up() -> bool:
            """Whether there is only time left to count the cases of what was found."""
            n_counts = n_found * n_compared / n_targets if way.probes_minimal else 0
            return monotonic() + n_counts * SECONDS_PER_COUNT > deadline

        while n_open:
            is_tested = self._test(n_open, n_probed, deadline, time_is_up)
            find = session.append if size else session.stage
            n_found += find(way.finds, **way.parameters)
            if is_tested:
                self.complete_size = size
            if not is_tested or time_is_up():
                session.append(query("why/open_targets"))
                return
            n_open = session.stage(way.children, **way.parameters)
            if size == self.options.max_size:
                session.append(query("why/open_targets"))
                return
            if self.options.per_row is not None and session.append(
                query("why/satisfied_targets"), per_row=self.options.per_row
            ):
                n_open = session.stage(query("why/unsatisfied_sets"))
            size += 1

    def _stage_minimal(self) -> int:
        """Stage `minimal_sets`, from the smallest on; how many they are."""
        session = self.session
        session.view(query("why/unlike_sets"))
        session.stage_empty(query("why/unlike_sets"), into="minimal_sets")
        return sum(
            session.append(query("why/minimal_sets"), size=size)
            for (size,) in session.fetch(query("why/unlike_sizes"))
        )

    def _test(
        self,
        n_open: int,
        n_probed: int,
        deadline: float,
        time_is_up: Callable[[], bool],
    ) -> bool:
        """Stage `tested_sets` from the open ones; whether there was time for all."""
        session = self.session
        fewest, most = TESTS_PER_CHUNK
        if n_open * n_probed <= fewest:
            self._stage_chunk(query("why/only_chunk"), n_open)
            session.stage(self._way.tests)
            return True
        session.stage(query("why/loads"))
        (n_tests,) = session.fetch_one(query("why/n_tests"))
        seconds = (deadline - monotonic()) / 10
        per_chunk = int(max(fewest, min(most, seconds / self._seconds_per_test)))
        for chunk in range(1 + n_tests // per_chunk):
            if chunk and time_is_up():
                return False
            started = monotonic()
            self._stage_chunk(
                query("why/chunk_sets"),
                n_open,
                chunk=chunk,
                tests_per_chunk=per_chunk,
            )
            test = session.append if chunk else session.stage
            test(self._way.tests)
            seconds = monotonic() - started
            self._seconds_per_test = seconds / min(n_tests, per_chunk)
        return True

    def _stage_chunk(self, which: Query, n_open: int, **parameters: object) -> None:
        """Stage `chunk_sets`, for all threads to read."""
        self.session.stage_shards(
            which, key="hash(chosen)", n_rows=n_open, **parameters
        )


@dataclass(frozen=True)
class _Way:
    """What a level of the search is made of."""

    probes_minimal: bool
    tests: Query
    finds: Query
    children: Query
    measures: Query
    parameters: dict[str, Any]
    measured: dict[str, Any]


def _exact(min_cases: int) -> _Way:
    """Without exceptions: hitting sets of the minimal disagreement sets."""
    return _Way(
        probes_minimal=True,
        tests=query("why/exact_tests"),
        finds=query("why/exact_finds"),
        children=query("why/exact_children"),
        measures=query("why/exact_measures"),
        parameters={},
        measured={"min_cases": min_cases},
    )


def _tolerant(precision: float, min_cases: int) -> _Way:
    """With exceptions: all sets of which no part will do, counted."""
    return _Way(
        probes_minimal=False,
        tests=query("why/tolerant_tests"),
        finds=query("why/tolerant_finds"),
        children=query("why/tolerant_children"),
        measures=query("why/tolerant_measures"),
        parameters={"precision": precision, "min_cases": min_cases},
        measured={},
    )
