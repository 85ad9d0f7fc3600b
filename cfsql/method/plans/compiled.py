"""The plan `compiled`: machine code, with the extra `fast`.

All that knows numba is in `kernels`, and is loaded when a step is run by it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from cfsql.engines.duckdb import Session
from cfsql.engines.queries import query
from cfsql.errors import WrongUse, installing
from cfsql.method.packing import Field
from cfsql.method.plans.kernels import cache
from cfsql.method.plans.lattice import Seconds, walk_costs
from cfsql.method.plans.plan import Plan
from cfsql.method.plans.setting import Setting
from cfsql.method.plans.steps import COUNT, SEARCH, Step

if TYPE_CHECKING:
    from cfsql.method.plans.kernels.table import Cases
    from cfsql.method.plans.kernels.work import Fields, Work

_KERNELS = "cfsql.method.plans.kernels.work"

# Seconds to load what was compiled before, and to compile.
_LOADING, _COMPILING = 0.8, 20.0
# Once loaded, it serves the steps to come: the part that one step should bear. Where
# there are so many pairs in all, some step will load it in any case.
_SHARE_OF_LOADING, _SURE_PAIRS = 0.25, 1_000_000_000

# Seconds to read a row as Arrow and put it into order, and to write one.
_READ_ROW, _WRITTEN_ROW = 1.5e-7, 1e-7

# Seconds on one core. A pair that is found costs more to count than to note.
_SECONDS = {SEARCH: Seconds(), COUNT: Seconds(pair=1.5e-10)}

# Bytes of an instance besides its words, and how many times they are held.
_BYTES_PER_CASE, _COPIES = 28, 3
# Bytes that are taken to work in, however few are free.
_LEAST_BYTES = 1 << 25

# The parts that progress is shown in.
_N_TICKS = 100


class Compiled(Plan):
    """Groups split by one feature after the other, then pairs: best for many rows."""

    name = "compiled"
    runs_on = ("duckdb",)
    is_quick_to_weigh = True
    is_weighed_by_level = True

    def __init__(self, setting: Setting) -> None:
        """Read nothing yet."""
        super().__init__(setting)
        # The tasks that steps are planned for: what is paid once is paid then.
        self._planned: set[str] = set()
        self._deferred: dict[int, Step] = {}
        self._resources: tuple[int, int] | None = None
        self._population: Cases | None = None
        self._candidates: Cases | None = None

    @property
    def session(self) -> Session:
        """DuckDB, which gives rows as Arrow."""
        return cast(Session, self.setting.session)

    def needs_met(self, task: str) -> bool:
        """The extra; and in a search no condition in SQL, which kernels cannot ask."""
        is_refined = task == SEARCH and self.setting.problem.is_refined
        return cache.is_installed() and not is_refined

    def weigh(
        self,
        task: str,
        distance: int,
        n_seekers: int,
        *,
        best: Step | None = None,
        n_blocks: int | None = None,
    ) -> Step | None:
        """A walk, or all pairs if that is cheaper; and to load or compile it first."""
        setting, seconds = self.setting, self._seconds(task)
        n_partners = max(1, setting.n_partners(task))
        n_threads, n_bytes = self._limits()
        if self._bytes(task, n_seekers) > n_bytes:
            return None
        fields = self._fields(task)
        costs = walk_costs(
            [[setting.agreement[field.feature_id]] for field in fields],
            distance,
            weights=[field.weight for field in fields],
            usual=distance,
            n_frozen=len(setting.key(task)),
            n_seekers=max(1, n_seekers),
            n_partners=n_partners,
            is_exact=task == SEARCH,
            seconds=seconds,
        )
        walked = costs.of_all(distance, n_partners)
        compared = seconds.compared(n_seekers, n_partners)
        took = min(walked, compared) / n_threads
        took += n_seekers * _WRITTEN_ROW + self._startup(task, n_seekers)
        n_pairs = n_seekers * n_partners
        if walked < compared:
            # As many as could be compared in its time.
            n_pairs = round(walked / seconds.pair)
        return Step(task, distance, self.name, n_seekers, 1, n_pairs, took)

    def levels_run(self, levels: list[Step]) -> list[Step]:
        """Those that are walked, and the one from which on all pairs are compared."""
        seconds, n_threads = self._seconds(SEARCH), self._limits()[0]
        n_compared = self.setting.unlike_share * self.setting.n_partners(SEARCH)
        walked, least, best = 0.0, sum(step.seconds for step in levels), levels
        for place, step in enumerate(levels):
            each = seconds.seeker + seconds.scanned * n_compared
            compared = step.n_seekers * each / n_threads
            if walked + compared < least:
                least = walked + compared
                n_pairs = round(step.n_seekers * n_compared)
                rest = replace(step, n_pairs=n_pairs, seconds=compared)
                best = [*levels[:place], rest]
            walked += step.seconds
        return best

    def _startup(self, task: str, n_seekers: int) -> float:
        """Seconds before anything is compared, where no other step has borne them."""
        n_partners = self.setting.n_partners(task)
        seconds = 0.0
        if not self._planned and _KERNELS not in sys.modules:
            if not cache.is_compiled():
                seconds = _COMPILING
            elif max(n_seekers, self.setting.n_targets) * n_partners < _SURE_PAIRS:
                seconds = _SHARE_OF_LOADING * _LOADING
        if task not in self._planned and self._known(task) is None:
            seconds += n_partners * _READ_ROW
        return seconds

    def note_planned(self, step: Step) -> None:
        """What is loaded and read for a step serves those to come."""
        self._planned.add(step.task)

    def _limits(self) -> tuple[int, int]:
        """The threads that may be used, and the bytes."""
        if self._resources is None:
            found = self.session.fetch_one(query("compiled/resources"))
            self._resources = cast("tuple[int, int]", found)
        return self._resources

    def _bytes(self, task: str, n_seekers: int) -> int:
        """What the arrays of both sides take at least."""
        n_words = self._n_words
        n_rows = n_seekers + self.setting.n_partners(task)
        return _COPIES * n_rows * (8 * n_words + _BYTES_PER_CASE)

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

    def defer(self, step: Step) -> bool:
        """One walk counts the hyperballs of all radii."""
        self._deferred[step.distance] = step
        return True

    def deferred(self) -> tuple[Step, list[int]] | None:
        """All radii as one step."""
        if not self._deferred:
            return None
        steps = self._deferred
        n_centres = sum(step.n_seekers for step in steps.values())
        seconds = sum(step.seconds for step in steps.values())
        last = steps[max(steps)]
        return replace(last, n_seekers=n_centres, seconds=seconds), list(steps)

    def search(self, step: Step) -> None:
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

    def count(self, step: Step) -> None:
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

    def _known(self, task: str) -> Cases | None:
        """What was read of the cases that seekers are compared with, if it was."""
        is_chosen = task == SEARCH and self.setting.problem.constraints.choose
        return self._candidates if is_chosen else self._population

    def _cases(self, task: str) -> Cases:
        """The cases that seekers are compared with, read once."""
        from cfsql.method.plans.kernels.table import Cases

        known = self._known(task)
        if known is None:
            self.setting.bind(task)
            known = Cases.of(self.session.fetch_arrow(query("compiled/partners")))
            if task == SEARCH and self.setting.problem.constraints.choose:
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

    def _work(self, step: Step) -> Work:
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

    def _watch(self, step: Step, seconds: float) -> Callable[[float], None]:
        """Show how far a walk is, as the seconds that it should take go by."""
        ticks = self._ticks(step)
        next(ticks)
        done = 0.0

        def note(more: float) -> None:
            nonlocal done
            before, done = done, done + more
            for _ in range(_tick(done, seconds) - _tick(before, seconds)):
                next(ticks, None)

        return note

    def _ticks(self, step: Step) -> Iterator[int]:
        is_level = step.task == SEARCH
        return self.setting.track(step, range(_N_TICKS), is_level=is_level)


def _tick(done: float, seconds: float) -> int:
    """How many parts of a step are done."""
    return min(_N_TICKS, int(_N_TICKS * done / seconds)) if seconds > 0 else _N_TICKS


def refuse_without_extra(kind: str) -> None:
    """Refuse the plan where the extra is missing."""
    if kind == Compiled.name and not cache.is_installed():
        raise WrongUse(f"--plan compiled needs the extra: {installing('fast')}")
