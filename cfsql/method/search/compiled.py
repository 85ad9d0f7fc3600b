"""The plan `compiled`: machine code, where the native kernel is built.

The kernel and its border are in `cfsql.kernel`. It reads rows as Arrow, and gives pairs
and counts back; all else is SQL.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, replace
from typing import cast

from cfsql import kernel
from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse
from cfsql.kernel import Seconds
from cfsql.method import outcomes
from cfsql.method.order import bits_of
from cfsql.method.packing import Field
from cfsql.method.search.setting import (
    COUNT,
    PARTNERS,
    SEARCH,
    PlanStep,
    Setting,
)

NAME = "compiled"

# Pairs of seekers and partners from which on it is worth reading them as Arrow.
_WORTH = 5_000_000

# A pair that is found costs more to count than to note.
_SECONDS = {SEARCH: Seconds(), COUNT: Seconds(pair=1.5e-10)}

# Bytes of an instance besides its words, and how many times they are held.
_BYTES_PER_CASE, _COPIES = 28, 3
# Bytes that are taken to work in, however few are free.
_LEAST_BYTES = 1 << 25

# The parts that progress is shown in.
_N_TICKS = 100


def refuse_without_kernel() -> None:
    """Refuse the plan where the kernel is missing."""
    if not kernel.is_there():
        raise WrongUse(f"--plan compiled needs the native kernel: {kernel.missing()}")


class Compiled:
    """Groups split by one feature after the other, then pairs: best for many rows."""

    def __init__(self, setting: Setting) -> None:
        """Read nothing yet."""
        self.setting = setting
        self._population: kernel.Cases | None = None
        self._candidates: kernel.Cases | None = None

    @property
    def session(self) -> Session:
        """DuckDB, which gives rows as Arrow."""
        return cast(Session, self.setting.session)

    def can_run(self, task: str, n_seekers: int) -> bool:
        """Whether there is the kernel, and memory for both sides.

        A search has no condition in SQL, which the kernel cannot ask.
        """
        is_refined = task == SEARCH and self.setting.problem.is_refined
        return (
            kernel.is_there()
            and not is_refined
            and sum(each.weight for each in self._fields(task)) <= kernel.FURTHEST
            and self._bytes(task, n_seekers) <= self._limits()[1]
        )

    def is_worth(self, task: str, n_seekers: int) -> bool:
        """Whether there are so many pairs that it is best, whatever they are."""
        n_pairs = n_seekers * self.setting.n_partners(task)
        return n_pairs >= _WORTH

    def planned(self, task: str, distance: int, n_seekers: int) -> PlanStep:
        """All levels from a distance on, or the hyperballs of all radii."""
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

    def _fields(self, task: str) -> list[Field]:
        """The frozen features, then the others, those on which few rows agree first."""
        agreement = self.setting.agreement
        free = sorted(
            self.setting.fields(task), key=lambda each: agreement[each.feature_id]
        )
        return [*self.setting.key(task), *free]

    def search(self, step: PlanStep) -> None:
        """Walk level by level, or compare all pairs once that is cheaper."""
        problem = self.setting.problem
        pairs = self._cases(SEARCH).search(
            self.session.fetch_arrow(query("compiled/targets")),
            self._kernel_fields(SEARCH),
            [each for each in problem.distances if each >= step.distance],
            self._kernel_limits(step),
            self._watching(step),
            apart_bits=outcomes.BITS if problem.is_apart else 0,
        )
        for part in pairs:
            self.session.append_arrow(query("compiled/minimal"), "compiled_pairs", part)

    def count(self, step: PlanStep) -> None:
        """Walk once for the hyperballs of all radii."""
        counts = self._cases(COUNT).count(
            self.session.fetch_arrow(query("compiled/centres")),
            self._kernel_fields(COUNT),
            self._kernel_limits(step),
            self._watching(step),
        )
        for part in counts:
            self.session.append_arrow(query("compiled/balls"), "compiled_counts", part)

    def forget_candidates(self) -> None:
        """Other candidates are not read yet."""
        self._candidates = None

    def _cases(self, task: str) -> kernel.Cases:
        """The cases that seekers are compared with, read once."""
        is_chosen = task == SEARCH and self.setting.problem.constraints.choose
        known = self._candidates if is_chosen else self._population
        if known is None:
            self.session.bind("partners", PARTNERS[task])
            known = kernel.Cases(self.session.fetch_arrow(query("compiled/partners")))
            if is_chosen:
                self._candidates = known
            else:
                self._population = known
        return known

    def _kernel_fields(self, task: str) -> kernel.Fields:
        agreement = self.setting.agreement
        fields = [
            kernel.Field(
                each.word,
                each.shift,
                each.n_bits,
                each.weight,
                agreement[each.feature_id],
            )
            for each in self._fields(task)
        ]
        directions = self.setting.problem.directions if task == SEARCH else ()
        bits = {word: astuple(bits) for word, bits in bits_of(directions).items()}
        return kernel.Fields(fields, len(self.setting.key(task)), bits)

    def _kernel_limits(self, step: PlanStep) -> kernel.Limits:
        """What the kernel may use."""
        n_threads, n_bytes = self._limits()
        n_free = n_bytes - self._bytes(step.task, step.n_seekers)
        self.session.is_interrupted = False
        return kernel.Limits(
            n_threads,
            max(n_free, _LEAST_BYTES),
            self.session.check_stopped,
            _SECONDS[step.task],
        )

    def _watching(self, step: PlanStep) -> kernel.Watch:
        """Show how far a step is, level by level."""
        return lambda distance, n_seekers, seconds: self._watch(
            replace(step, distance=distance, n_seekers=n_seekers), seconds
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
