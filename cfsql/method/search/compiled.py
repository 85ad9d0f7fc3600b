"""The plan `compiled`: machine code, with the extra `fast`.

All that knows numba is in `cfsql.method.plans.kernels`, and is loaded when a step is
run by it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse, installing
from cfsql.method.packing import Field
from cfsql.method.plans.kernels import cache
from cfsql.method.plans.lattice import Seconds
from cfsql.method.search.setting import (
    COUNT,
    PARTNERS,
    SEARCH,
    PlanStep,
    Setting,
)

if TYPE_CHECKING:
    from cfsql.method.plans.kernels.table import Cases
    from cfsql.method.plans.kernels.work import Fields, Work

NAME = "compiled"

# Pairs of seekers and partners from which on it is worth loading, and those from which
# on it is worth using once it is loaded.
_WORTH_LOADING, _WORTH_USING = 1_000_000_000, 20_000_000

# Seconds on one core. A pair that is found costs more to count than to note.
_SECONDS = {SEARCH: Seconds(), COUNT: Seconds(pair=1.5e-10)}

# Bytes of an instance besides its words, and how many times they are held.
_BYTES_PER_CASE, _COPIES = 28, 3
# Bytes that are taken to work in, however few are free.
_LEAST_BYTES = 1 << 25

# The parts that progress is shown in.
_N_TICKS = 100


def refuse_without_extra() -> None:
    """Refuse the plan where the extra is missing."""
    if not cache.is_installed():
        raise WrongUse(f"--plan compiled needs the extra: {installing('fast')}")


class Compiled:
    """Groups split by one feature after the other, then pairs: best for many rows."""

    def __init__(self, setting: Setting) -> None:
        """Read nothing yet."""
        self.setting = setting
        self.is_used = False
        self._population: Cases | None = None
        self._candidates: Cases | None = None

    @property
    def session(self) -> Session:
        """DuckDB, which gives rows as Arrow."""
        return cast(Session, self.setting.session)

    def can_run(self, task: str, n_seekers: int) -> bool:
        """Whether there is the extra, and memory for both sides.

        A search has no condition in SQL, which kernels cannot ask.
        """
        is_refined = task == SEARCH and self.setting.problem.is_refined
        return (
            self.setting.session.name == "duckdb"
            and cache.is_installed()
            and not is_refined
            and self._bytes(task, n_seekers) <= self._limits()[1]
        )

    def is_worth(self, task: str, n_seekers: int) -> bool:
        """Whether there are so many pairs that it is best, whatever they are."""
        n_pairs = n_seekers * self.setting.n_partners(task)
        return n_pairs >= (_WORTH_USING if self.is_used else _WORTH_LOADING)

    def planned(self, task: str, distance: int, n_seekers: int) -> PlanStep:
        """All levels from a distance on, or the hyperballs of all radii."""
        self.is_used = True
        n_pairs = n_seekers * self.setting.n_partners(task)
        return PlanStep(task, distance, NAME, n_seekers, 1, n_pairs, n_pairs)

    def _limits(self) -> tuple[int, int]:
        """The threads that may be used, and the bytes."""
        return cast(
            "tuple[int, int]", self.session.fetch_one(query("compiled/resources"))
        )

    def _bytes(self, task: str, n_seekers: int) -> int:
        """What the arrays of both sides take at least."""
        n_rows = n_seekers + self.setting.n_partners(task)
        return _COPIES * n_rows * (8 * self._n_words + _BYTES_PER_CASE)

    @property
    def _n_words(self) -> int:
        return 1 + max(field.word for field in self.setting.problem.fields)

    def _seconds(self, task: str) -> Seconds:
        """What each part takes with rows of as many words as these."""
        return _SECONDS[task].for_words(self._n_words)

    def _fields(self, task: str) -> list[Field]:
        """The frozen features, then the others, those on which few rows agree first."""
        agreement = self.setting.agreement
        free = sorted(
            self.setting.fields(task), key=lambda each: agreement[each.feature_id]
        )
        return [*self.setting.key(task), *free]

    def search(self, step: PlanStep) -> None:
        """Walk level by level, or compare all pairs once that is cheaper."""
        from cfsql.method.plans.kernels.table import in_batches

        problem = self.setting.problem
        found = self._work(step).search(
            self.session.fetch_arrow(query("compiled/targets")),
            self._cases(SEARCH),
            self._kernel_fields(SEARCH),
            nearest=step.distance,
            furthest=problem.furthest,
        )
        for pairs in in_batches(found):
            self.session.append_arrow(
                query("compiled/minimal"), "compiled_pairs", pairs
            )

    def count(self, step: PlanStep) -> None:
        """Walk once for the hyperballs of all radii."""
        counted = self._work(step).count(
            self.session.fetch_arrow(query("compiled/centres")),
            self._cases(COUNT),
            self._kernel_fields(COUNT),
        )
        for counts in counted:
            self.session.append_arrow(
                query("compiled/balls"), "compiled_counts", counts
            )

    def forget_candidates(self) -> None:
        """Other candidates are not read yet."""
        self._candidates = None

    def _cases(self, task: str) -> Cases:
        """The cases that seekers are compared with, read once."""
        from cfsql.method.plans.kernels.table import Cases

        is_chosen = task == SEARCH and self.setting.problem.constraints.choose
        known = self._candidates if is_chosen else self._population
        if known is None:
            self.session.bind("partners", PARTNERS[task])
            known = Cases.of(self.session.fetch_arrow(query("compiled/partners")))
            if is_chosen:
                self._candidates = known
            else:
                self._population = known
        return known

    def _kernel_fields(self, task: str) -> Fields:
        from cfsql.method.plans.kernels.work import Fields

        agreement = self.setting.agreement
        fields = [(each, agreement[each.feature_id]) for each in self._fields(task)]
        directions = self.setting.problem.directions if task == SEARCH else ()
        found = Fields.of(fields, len(self.setting.key(task)), directions)
        return replace(found, is_apart=self.setting.problem.is_apart)

    def _work(self, step: PlanStep) -> Work:
        """The kernels, with what they may use."""
        from cfsql.method.plans.kernels.warm import warm_up
        from cfsql.method.plans.kernels.work import Work

        warm_up()
        n_threads, n_bytes = self._limits()
        n_free = n_bytes - self._bytes(step.task, step.n_seekers)
        session = self.session
        session.is_interrupted = False
        return Work(
            n_threads,
            max(n_free, _LEAST_BYTES),
            self._seconds(step.task),
            session.check_stopped,
            lambda distance, n_seekers, seconds: self._watch(
                replace(step, distance=distance, n_seekers=n_seekers), seconds
            ),
        )

    def _watch(self, step: PlanStep, seconds: float) -> Callable[[float], None]:
        """Show how far a walk is, as the seconds that it should take go by."""
        ticks = self.setting.track(step, range(_N_TICKS), is_level=step.task == SEARCH)
        next(ticks)
        done = 0.0

        def note(more: float) -> None:
            nonlocal done
            before, done = done, done + more
            for _ in range(_tick(done, seconds) - _tick(before, seconds)):
                next(ticks, None)

        return note


def _tick(done: float, seconds: float) -> int:
    """How many parts of a step are done."""
    return min(_N_TICKS, int(_N_TICKS * done / seconds)) if seconds > 0 else _N_TICKS
